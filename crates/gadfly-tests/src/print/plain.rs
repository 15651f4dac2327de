//! The plain form of a sequence: every statement, exactly as it ran.
//!
//! One assignment per call with explicit drops, that compiles exactly when the borrow table was
//! right.

use std::fmt::Write as _;

use gadfly_plan::prepared::Prepared;
use gadfly_plan::splicing::shown;
use gadfly_wire::{Access, Sequence, Statement, What};

use super::readable::{Body, End, Moment};

/// The statements of a sequence, and a use of everything that is alive at its end.
pub fn print_sequence(prepared: &Prepared, sequence: &Sequence) -> String {
    let (sequence, literals) = shown(&prepared.operations, &prepared.literals, sequence);
    let mut text = String::new();
    // If a call panics, what was declared last is dropped first. An older variable may have taken
    // up a borrow of a younger one, so the declarations stand in the order of the variables' ends.
    for variable in ends(&sequence).iter().rev() {
        writeln!(text, "let mut v{variable};").expect("writing to a string");
    }
    for (variable, statement) in sequence.statements.iter().enumerate() {
        for killed in &statement.kills {
            writeln!(text, "drop(v{killed});").expect("writing to a string");
        }
        let assignment = assignment(prepared, &literals, variable, statement);
        writeln!(text, "{assignment}").expect("writing to a string");
    }
    // Dependents come first, so what is mutably borrowed is used when its borrower is gone.
    for variable in &sequence.final_drops {
        writeln!(text, "let _ = &v{variable};").expect("writing to a string");
        writeln!(text, "drop(v{variable});").expect("writing to a string");
    }
    text
}

/// The same as the body of a test: every statement exactly as it ran, then its end. Nothing if its
/// end has no plain form.
pub fn print_plain(prepared: &Prepared, body: Body<'_>) -> Option<String> {
    let (sequence, literals) = shown(&prepared.operations, body.literals, body.sequence);
    let mut text = String::new();
    let mut line = |line: String| {
        text.push_str(&line);
        text.push('\n');
    };
    for variable in ends(&sequence).iter().rev() {
        line(format!("let mut v{variable};"));
    }
    for (variable, statement) in sequence.statements.iter().enumerate() {
        for killed in &statement.kills {
            line(format!("drop(v{killed});"));
        }
        line(assignment(prepared, &literals, variable, statement));
        for expected in body.expected {
            let is_now = match expected.moment {
                Moment::Made => expected.var as usize == variable,
                Moment::After(statement) => statement as usize == variable,
                Moment::End => false,
            };
            if is_now {
                line(expected.form.assertion(&format!("v{}", expected.var)));
            }
        }
    }
    match body.end {
        End::Call => {}
        End::Drop(var) => {
            if sequence.final_drops.contains(var) {
                line(format!("drop(v{var});"));
            }
        }
        End::Debug(var) => line(format!("let _ = format!(\"{{v{var}:?}}\");")),
        End::Hash(var) => {
            let hasher = "std::collections::hash_map::DefaultHasher";
            line(format!("std::hash::Hash::hash(&v{var}, &mut {hasher}::new());"));
        }
        End::Law { assertion, vars } => {
            let mut assertion = assertion.clone();
            for (number, var) in vars.iter().enumerate() {
                assertion = assertion.replace(&format!("{{{number}}}"), &format!("v{var}"));
            }
            line(assertion);
        }
    }
    for expected in body.expected.iter().filter(|expected| expected.moment == Moment::End) {
        line(expected.form.assertion(&format!("v{}", expected.var)));
    }
    // A use of everything that is alive, so that nothing is without a type.
    for variable in &sequence.final_drops {
        let is_dropped = matches!(body.end, End::Drop(var) if var == variable);
        if !is_dropped {
            line(format!("drop(v{variable});"));
        }
    }
    Some(text)
}

/// All variables in the order in which they are dropped or moved: nothing ends before what
/// borrows from it.
fn ends(sequence: &Sequence) -> Vec<u32> {
    let mut ended: Vec<u32> = Vec::new();
    for statement in &sequence.statements {
        ended.extend(&statement.kills);
        let moved = statement.args.iter().filter(|argument| argument.access == Access::Move);
        ended.extend(moved.map(|argument| argument.var));
    }
    ended.extend(&sequence.final_drops);
    ended
}

/// One statement.
fn assignment(
    prepared: &Prepared,
    literals: &[String],
    variable: usize,
    statement: &Statement,
) -> String {
    let expression = expression(prepared, literals, statement);
    if statement.caught {
        caught(&expression, false)
    } else {
        format!("v{variable} = {expression};")
    }
}

/// A statement that makes a call which panics, and goes on.
pub(super) fn caught(expression: &str, is_unit: bool) -> String {
    // A result that refers to what the closure borrows could not leave it.
    let body = if is_unit { expression.to_owned() } else { format!("{{ let _ = {expression}; }}") };
    format!("let _ = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {body}));")
}

/// One statement's expression.
fn expression(prepared: &Prepared, literals: &[String], statement: &Statement) -> String {
    let operation = match statement.what {
        What::Literal(index) => return literals[index as usize].clone(),
        What::Operation(id) => &prepared.operations[id as usize],
    };
    let arguments: Vec<String> = statement
        .args
        .iter()
        .map(|argument| {
            let var = argument.var;
            match argument.access {
                Access::Move | Access::Copy | Access::CopyRef => format!("v{var}"),
                Access::Borrow => format!("&v{var}"),
                Access::BorrowMut => format!("&mut v{var}"),
                Access::Reborrow => format!("&*v{var}"),
                Access::ReborrowMut => format!("&mut *v{var}"),
            }
        })
        .collect();
    let body = fill(&operation.body.replace("'static", "'_"), &arguments);
    if operation.is_partial { format!("({body}).unwrap()") } else { body }
}

/// Puts the arguments in the place of `x0`, `x1`, …, as a person would bind them: an argument
/// that is used in the middle of an expression is put in parentheses.
fn fill(body: &str, arguments: &[String]) -> String {
    let mut filled = String::new();
    let mut rest = body;
    while let Some(at) = rest.find('x') {
        let before = &rest[..at];
        filled.push_str(before);
        let tail = &rest[at + 1..];
        let digits: String = tail.chars().take_while(char::is_ascii_digit).collect();
        let is_start = !filled.ends_with(|c: char| c.is_alphanumeric() || c == '_');
        let is_end = !tail[digits.len()..].starts_with(|c: char| c.is_alphanumeric() || c == '_');
        let index = digits.parse::<usize>().ok().filter(|_| is_start && is_end);
        match index.and_then(|index| arguments.get(index)) {
            Some(argument) => {
                let after = &tail[digits.len()..];
                let is_alone = after.starts_with([',', ')']) || after.is_empty();
                let is_plain = argument.chars().all(char::is_alphanumeric);
                if is_alone || is_plain {
                    filled.push_str(argument);
                } else {
                    write!(filled, "({argument})").expect("writing to a string");
                }
                rest = after;
            }
            None => {
                filled.push('x');
                rest = tail;
            }
        }
    }
    filled + rest
}

#[cfg(test)]
mod tests {
    use super::{ends, fill};
    use gadfly_wire::{Access, Argument, Sequence, Statement, What};

    #[test]
    fn only_whole_names_are_replaced() {
        let arguments = ["&mut v1".to_owned(), "v2".to_owned()];
        assert_eq!(fill("max(x0, x1)", &arguments), "max(&mut v1, v2)");
        assert_eq!(fill("x0.next()", &arguments), "(&mut v1).next()");
        assert_eq!(fill("ax0 + x01x + hex1", &arguments), "ax0 + x01x + hex1");
    }

    #[test]
    fn declarations_stand_in_the_order_of_ends() {
        let argument = |var, access| Argument { var, access };
        let statement =
            |args, kills| Statement { what: What::Literal(0), args, kills, caught: false };
        // 1 ends with statement 2, where 0 is moved; 3 and 2 are left.
        let sequence = Sequence {
            statements: vec![
                statement(vec![], vec![]),
                statement(vec![argument(0, Access::Borrow)], vec![]),
                statement(vec![argument(0, Access::Move)], vec![1]),
                statement(vec![], vec![]),
            ],
            final_drops: vec![2, 3],
            alive: vec![false, false, true, true],
        };
        assert_eq!(ends(&sequence), [1, 0, 2, 3]);
    }
}
