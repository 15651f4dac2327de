//! `pop` returns the item pushed last, and restores the state before.

use crate::laws::statement::Statement;
use crate::laws::type_methods::{Method, Take, TypeMethods, arguments_of, has};

/// States it of `push` and `pop` where the type is a stack, and of both ends of others.
pub(in crate::laws) fn state<'k>(type_methods: &'k TypeMethods<'k>) -> Vec<Statement<'k>> {
    let mut found = Vec::new();
    if !type_methods.is_copied() {
        return found;
    }
    for (push, pop) in [("push", "pop"), ("push_back", "pop_back"), ("push_front", "pop_front")] {
        if push == "push" && !is_stack(type_methods) {
            continue;
        }
        if let (Some(push), Some(pop)) = (type_methods.change(push, 1), type_methods.change(pop, 0))
        {
            found.extend(statement(type_methods, push, pop));
        }
    }
    found
}

/// Heaps and queues have `push` and `pop` as well; what is cut off at the end is a stack.
fn is_stack(type_methods: &TypeMethods<'_>) -> bool {
    let name = type_methods.short_name();
    let is_other =
        ["heap", "queue", "priority", "ring", "channel"].iter().any(|word| name.contains(word));
    !is_other && type_methods.named("truncate").any(|method| method.take == Take::Mut)
}

fn statement<'k>(
    type_methods: &'k TypeMethods<'k>,
    push: &'k Method<'k>,
    pop: &'k Method<'k>,
) -> Option<Statement<'k>> {
    let value = &push.inputs[0];
    let is_fallible = match &push.output {
        output if output.is_unit() => false,
        output => arguments_of(output, "Result").map(|_| true)?,
    };
    let is_popped = arguments_of(&pop.output, "Option")?.first() == Some(&value);
    if !is_popped || value.has_params() || !has(type_methods.solver, value, "std::cmp::Eq") {
        return None;
    }
    let lent = type_methods.lend(value, 1);
    let pushed = push.run(&["&mut changed", &lent.owned]);
    let guard = if is_fallible { "done.is_err() || " } else { "" };
    let is_compared = type_methods.has("std::cmp::Eq");
    // What has no room for more may have made some, at the other end.
    let len = type_methods.size("len").filter(|_| is_compared);
    let grown =
        len.map(|len| format!("let grown = {} > {}; ", len.run(&["&changed"]), len.run(&["x0"])));
    let rest = match (is_compared, len) {
        (false, _) => "",
        (true, None) => " && same(&changed, x0)",
        (true, Some(_)) => " && (!grown || same(&changed, x0))",
    };
    let rest_said = if is_compared { " assert!(changed == {0});" } else { "" };
    Some(Statement {
        name: "push-pop",
        sentence: format!(
            "`{}` returns the item that `{}` added",
            pop.function.name, push.function.name
        ),
        body: format!(
            "let mut changed = x0.clone(); let done = {pushed}; {}\
             {guard}({} == Some({}){rest})",
            grown.unwrap_or_default(),
            pop.run(&["&mut changed"]),
            lent.owned
        ),
        assertion: format!(
            "let mut changed = {{0}}.clone(); {}{}; assert!({} == Some({}));{rest_said}",
            push.say(&["changed", &lent.owned_said]),
            if is_fallible { ".unwrap()" } else { "" },
            pop.say(&["changed"]),
            lent.owned_said
        ),
        terms: [pop, push].into_iter().chain(len).collect(),
        inputs: vec![type_methods.lent(0).input, lent.input],
    })
}
