//! Nothing holds more than it has room for.

use crate::laws::statement::Statement;
use crate::laws::type_methods::TypeMethods;

/// States it of `capacity` and `len`.
pub(in crate::laws) fn state<'k>(type_methods: &'k TypeMethods<'k>) -> Vec<Statement<'k>> {
    let (Some(capacity), Some(len)) = (type_methods.size("capacity"), type_methods.size("len"))
    else {
        return Vec::new();
    };
    if capacity.output != len.output || capacity.is_hedged(&["additional", "remaining"]) {
        return Vec::new();
    }
    vec![Statement {
        name: "capacity-len",
        sentence: "a value's capacity is at least its length".to_owned(),
        body: format!("{} >= {}", capacity.run(&["x0"]), len.run(&["x0"])),
        assertion: format!("assert!({} >= {});", capacity.say(&["{0}"]), len.say(&["{0}"])),
        terms: vec![capacity, len],
        inputs: vec![type_methods.lent(0).input],
    }]
}
