//! Literals that are none of the plan's: texts that the search makes of others, by an operation, and drawn literals.
//!
//! While the search runs, such a text is a call with two texts and a number, which no person would write: code that shows
//! or minimises a sequence puts the text itself in the place of the call.

use std::borrow::Cow;

use gadfly_model::{Prim, Ty};
use gadfly_wire::{Literal, LiteralType, LiteralValue, Sequence, What, drawn, spliced};

use crate::literals::source;
use crate::operations::candidate::{CallOrigin, Candidate, Input};
use crate::prepared::OperationRecord;
use crate::select::Operation;

/// The body of the operation.
const BODY: &str = "spliced(x0, x1, x2)";

/// The operation, if any of the others takes a text.
pub fn operation(operations: &[Operation]) -> Option<Operation> {
    let text = Input::shared_dst(Ty::Prim(Prim::Str));
    let takes_text = |operation: &Operation| {
        operation
            .candidate
            .inputs
            .iter()
            .any(|input| input.mode == text.mode && input.ty == text.ty)
    };
    if !operations.iter().any(takes_text) {
        return None;
    }
    let inputs = vec![text.clone(), text, Input::val(Ty::Prim(Prim::Usize))];
    let mut candidate = Candidate::with_origin(CallOrigin::Splice, inputs, BODY).partial();
    // The result borrows from nothing.
    candidate.flows.clear();
    Some(Operation { candidate, output: Ty::shared(Ty::Prim(Prim::Str)) })
}

/// A constant that texts are made of.
enum TextConstant {
    Text(String),
    Number(u64),
}

/// The sequence with literals in the place of texts that were made: those are added to the literals, which it counts on.
pub fn folded(
    operations: &[OperationRecord],
    literals: &mut Vec<Literal>,
    sequence: &Sequence,
) -> Sequence {
    let constant = |literal: &Literal| match &literal.value {
        LiteralValue::Str(text) => Some(TextConstant::Text(text.clone())),
        LiteralValue::Unsigned(number) => u64::try_from(*number).ok().map(TextConstant::Number),
        _ => None,
    };
    fold(operations, sequence, literals, constant, |literal| literal).into_owned()
}

/// The same where literals are known by their sources, for writing the sequence down.
pub fn shown<'s>(
    operations: &[OperationRecord],
    literals: &'s [String],
    sequence: &'s Sequence,
) -> (Cow<'s, Sequence>, Cow<'s, [String]>) {
    let is_made = |what| makes_text(operations, what) || drawn_by(what).is_some();
    if !sequence.statements.iter().any(|statement| is_made(statement.what)) {
        return (Cow::Borrowed(sequence), Cow::Borrowed(literals));
    }
    let constant = |source: &String| evaluated(&syn::parse_str(source).ok()?);
    let mut literals = literals.to_vec();
    let sequence = fold(operations, sequence, &mut literals, constant, |it| source(&it));
    (sequence, Cow::Owned(literals))
}

/// The value of a literal's source.
fn evaluated(source: &syn::Expr) -> Option<TextConstant> {
    match source {
        syn::Expr::Lit(literal) => match &literal.lit {
            syn::Lit::Str(text) => Some(TextConstant::Text(text.value())),
            syn::Lit::Int(number) => number.base10_parse().ok().map(TextConstant::Number),
            _ => None,
        },
        // Long texts are repetitions: `&*"a".repeat(70).leak()`.
        syn::Expr::Reference(reference) => evaluated(&reference.expr),
        syn::Expr::Unary(unary) => evaluated(&unary.expr),
        syn::Expr::MethodCall(call) if call.method == "leak" => evaluated(&call.receiver),
        syn::Expr::MethodCall(call) if call.method == "repeat" => {
            match (evaluated(&call.receiver)?, evaluated(call.args.first()?)?) {
                (TextConstant::Text(part), TextConstant::Number(times)) => {
                    Some(TextConstant::Text(part.repeat(usize::try_from(times).ok()?)))
                }
                _ => None,
            }
        }
        _ => None,
    }
}

fn makes_text(operations: &[OperationRecord], what: What) -> bool {
    match what {
        What::Operation(id) => operations.get(id as usize).is_some_and(|found| found.body == BODY),
        What::Literal(_) => false,
    }
}

/// The literal that the engine has drawn for a statement.
fn drawn_by(what: What) -> Option<Literal> {
    match what {
        What::Literal(index) => drawn(index),
        What::Operation(_) => None,
    }
}

fn fold<'s, L>(
    operations: &[OperationRecord],
    sequence: &'s Sequence,
    literals: &mut Vec<L>,
    constant: impl Fn(&L) -> Option<TextConstant>,
    literal: impl Fn(Literal) -> L,
) -> Cow<'s, Sequence> {
    let mut sequence = Cow::Borrowed(sequence);
    for index in 0..sequence.statements.len() {
        let statement = &sequence.statements[index];
        if let Some(drawn) = drawn_by(statement.what) {
            literals.push(literal(drawn));
            let number = u32::try_from(literals.len() - 1).unwrap_or(u32::MAX);
            sequence.to_mut().statements[index].what = What::Literal(number);
            continue;
        }
        if !makes_text(operations, statement.what) {
            continue;
        }
        let constant_of = |nth: usize| {
            let made_by = sequence.statements.get(statement.args.get(nth)?.var as usize)?;
            match made_by.what {
                What::Literal(number) => constant(literals.get(number as usize)?),
                What::Operation(_) => None,
            }
        };
        let (
            Some(TextConstant::Text(text)),
            Some(TextConstant::Text(other)),
            Some(TextConstant::Number(way)),
        ) = (constant_of(0), constant_of(1), constant_of(2))
        else {
            continue;
        };
        let value = LiteralValue::Str(spliced(&text, &other, way));
        literals.push(literal(Literal { ty: LiteralType::Str, value, weight: 1 }));
        let number = u32::try_from(literals.len() - 1).unwrap_or(u32::MAX);
        let statement = &mut sequence.to_mut().statements[index];
        statement.what = What::Literal(number);
        statement.args.clear();
    }
    sequence
}

#[cfg(test)]
mod tests {
    use gadfly_wire::{Access, Argument, Statement};

    use super::*;
    use crate::prepared::{OperationOrigin, OperationRecord};

    fn record(body: &str) -> OperationRecord {
        OperationRecord {
            function: None,
            body: body.to_owned(),
            output: "&str".to_owned(),
            parameters: Vec::new(),
            is_method: false,
            is_partial: true,
            is_built: true,
            origin: OperationOrigin::Call,
            output_type: gadfly_model::Ty::unit(),
        }
    }

    fn statement(what: What, args: &[u32]) -> Statement {
        let args = args.iter().map(|var| Argument { var: *var, access: Access::Copy }).collect();
        Statement { what, args, kills: Vec::new(), caught: false }
    }

    #[test]
    fn a_text_made_of_a_text_that_was_made_is_a_literal() {
        let operations = [record("k::parse(x0)"), record(BODY)];
        let sequence = Sequence {
            statements: vec![
                statement(What::Literal(0), &[]),
                statement(What::Literal(1), &[]),
                statement(What::Operation(1), &[0, 0, 1]),
                statement(What::Operation(1), &[2, 0, 1]),
                statement(What::Operation(0), &[3]),
            ],
            ..Sequence::default()
        };
        let once = spliced("1:2", "1:2", 7);
        let twice = spliced(&once, "1:2", 7);
        let sources = vec!["\"1:2\"".to_owned(), "7usize".to_owned()];
        let (shown, sources) = shown(&operations, &sources, &sequence);
        assert_eq!(sources[2..], [format!("{once:?}"), format!("{twice:?}")]);
        assert_eq!(shown.statements[3], statement(What::Literal(3), &[]));
        assert_eq!(shown.statements[4], sequence.statements[4]);
        let text = |value: &str| Literal {
            ty: LiteralType::Str,
            value: LiteralValue::Str(value.to_owned()),
            weight: 1,
        };
        let number =
            Literal { ty: LiteralType::Usize, value: LiteralValue::Unsigned(7), weight: 1 };
        let mut literals = vec![text("1:2"), number];
        assert_eq!(folded(&operations, &mut literals, &sequence), *shown);
        assert_eq!(literals[2..], [text(&once), text(&twice)]);
    }

    #[test]
    fn sources_of_literals_can_be_read_again() {
        for text in ["", "1:2", "é\0\n\u{301}\"\\", &"ab".repeat(40)] {
            let value = LiteralValue::Str(text.to_owned());
            let source = source(&Literal { ty: LiteralType::Str, value, weight: 1 });
            let read = syn::parse_str(&source).ok().and_then(|it| evaluated(&it));
            assert!(matches!(read, Some(TextConstant::Text(read)) if read == text), "{source}");
        }
    }

    #[test]
    fn drawn_literals_are_added() {
        let index = gadfly_wire::listed_index(LiteralType::U8, 51);
        let sequence = Sequence::of(vec![Statement::literal(index), Statement::literal(0)]);
        let sources = vec!["7usize".to_owned()];
        let (shown, sources) = shown(&[], &sources, &sequence);
        assert_eq!(sources[..], ["7usize", "51u8"]);
        assert_eq!(shown.statements, [Statement::literal(1), Statement::literal(0)]);
        let mut literals = Vec::new();
        assert_eq!(folded(&[], &mut literals, &sequence).statements[0], Statement::literal(0));
        let value = LiteralValue::Unsigned(51);
        assert_eq!(literals, [Literal::new(LiteralType::U8, value)]);
    }

    #[test]
    fn nothing_is_spliced_without_users_of_texts() {
        let of = |input: Input| Operation {
            candidate: Candidate::builtin(vec![input], "k::f(x0)"),
            output: Ty::unit(),
        };
        assert!(operation(&[of(Input::val(Ty::Prim(Prim::U8)))]).is_none());
        let made = operation(&[of(Input::shared_dst(Ty::Prim(Prim::Str)))]).expect("a text");
        assert!(made.candidate.is_partial && made.candidate.flows.is_empty());
    }
}
