//! Methods of types that can be had but not named.
//!
//! A value of such a type cannot be kept in a slot of a written type, so its methods are called
//! in the same operation that makes it.

use gadfly_model::{Receiver, Ty};

use super::candidate::{CallOrigin, Candidate, Flow, Input};
use crate::types::shape::FunctionShape;

/// Operations that make a value by `producer` and call one of its methods at once.
pub fn methods(shapes: &[FunctionShape<'_>], output: &Ty, producer: &Candidate) -> Vec<Candidate> {
    let Ty::Unnameable(text) = output else { return Vec::new() };
    let head: String =
        text.chars().take_while(|c| *c != '<').filter(|c| !c.is_whitespace()).collect();
    let mut found = Vec::new();
    for (id, shape) in shapes.iter().enumerate() {
        let is_of_type = matches!(&shape.self_ty, Some(Ty::Adt(path, _)) if **path == *head);
        if is_of_type && !shape.function.is_unsafe {
            found.extend(method(shape, id, producer));
        }
    }
    found
}

fn method(shape: &FunctionShape<'_>, id: usize, producer: &Candidate) -> Option<Candidate> {
    let function = shape.function;
    let value = match function.receiver? {
        Receiver::Value => "value",
        Receiver::Shared => "&value",
        Receiver::Exclusive => "&mut value",
        Receiver::Other => return None,
    };
    let mut inputs = producer.inputs.clone();
    let mut arguments = vec![value.to_owned()];
    let mut is_formatting = false;
    for (_, ty) in function.inputs.iter().skip(1) {
        match ty {
            Ty::Ref { inner, .. } if is_formatter(inner) => is_formatting = true,
            Ty::Prim(_) => {
                arguments.push(format!("x{}", inputs.len()));
                inputs.push(Input::val(ty.clone()));
            }
            // Anything else might need the type's arguments, which are not known.
            _ => return None,
        }
    }
    let call = if is_formatting {
        let path = shape.trait_.as_ref().map(|trait_| &*trait_.path)?;
        let spec = if path == "std::fmt::Debug" { "{:?}" } else { "{}" };
        format!("format!(\"{spec}\", value)")
    } else {
        match &shape.trait_ {
            Some(trait_) => {
                format!("{}::{}({})", trait_.path, function.name, arguments.join(", "))
            }
            None => format!("value.{}({})", function.name, arguments[1..].join(", ")),
        }
    };
    let to_result = (0..inputs.len()).map(|from| Flow { from, to: None, is_borrow: true });
    let absorbed = producer.flows.iter().filter(|flow| flow.to.is_some()).copied();
    Some(Candidate {
        origin: CallOrigin::Function(id),
        label: String::new(),
        body: format!("{{ let mut value = {}; {call} }}", producer.body),
        is_partial: false,
        flows: to_result.chain(absorbed).collect(),
        inputs,
    })
}

fn is_formatter(ty: &Ty) -> bool {
    matches!(ty, Ty::Adt(path, _) if &**path == "std::fmt::Formatter")
}
