//! What is to be written of a sequence, and how it ends.

use std::collections::BTreeSet;

use gadfly_plan::prepared::Prepared;
use gadfly_plan::splicing::shown;
use gadfly_wire::{During, Sequence, What};
use quote::quote;

use super::imports::{Imports, Style};
use super::slice::{Target, needed, owners};
use super::write::BodyWriter;
use crate::print::print_sequence;

/// A sequence for people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Readable {
    /// The statements, one or more lines each.
    pub source: String,
    /// How many calls there are in it.
    pub calls: usize,
}

/// What to write.
#[derive(Clone, Copy, Debug)]
pub struct Body<'b> {
    /// The sequence, with its kills.
    pub sequence: &'b Sequence,
    /// Sources of all literals, by index.
    pub literals: &'b [String],
    /// How much of it.
    pub scope: Scope,
    /// How it ends.
    pub end: &'b End,
    /// What values are expected on the way.
    pub expected: &'b [Expected],
}

/// How much of a sequence is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// All of it.
    Everything,
    /// What its end seems to need; nothing is proven by that.
    Needed,
}

/// What a body ends with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// The last statement.
    Call,
    /// A drop of a variable.
    Drop(u32),
    /// Formatting of a variable.
    Debug(u32),
    /// Hashing of a variable.
    Hash(u32),
    /// Statements over `{0}`, `{1}`, … for variables.
    Law {
        /// The statements.
        assertion: String,
        /// The variables.
        vars: Vec<u32>,
    },
}

/// What a value should look like.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expected {
    /// The variable.
    pub var: u32,
    /// When it should.
    pub moment: Moment,
    /// Like what.
    pub form: Form,
}

/// When a value is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Moment {
    /// When it was made.
    Made,
    /// After this statement.
    After(u32),
    /// At the end.
    End,
}

/// How a value is compared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Form {
    /// It equals this expression.
    Equals(String),
    /// It is true, or false.
    Is(bool),
    /// Its `Debug` form is this text.
    Shows(String),
    /// Its `Display` form is this text.
    Reads(String),
}

impl Form {
    /// A statement that holds if an expression has this form.
    pub fn assertion(&self, expression: &str) -> String {
        match self {
            Form::Is(true) => format!("assert!({expression});"),
            Form::Is(false) => match opposite(expression) {
                Some(opposite) => format!("assert!({opposite});"),
                None => format!("assert!(!{expression});"),
            },
            Form::Equals(value) => format!("assert_eq!({expression}, {value});"),
            Form::Reads(text) => {
                let receiver = match syn::parse_str(expression) {
                    Ok(
                        syn::Expr::Unary(_)
                        | syn::Expr::Binary(_)
                        | syn::Expr::Cast(_)
                        | syn::Expr::Reference(_),
                    ) => {
                        format!("({expression})")
                    }
                    _ => expression.to_owned(),
                };
                format!("assert_eq!({receiver}.to_string(), {text:?});")
            }
            Form::Shows(text) => {
                let is_name = expression.chars().all(|c| c.is_alphanumeric() || c == '_');
                if is_name {
                    format!("assert_eq!(format!(\"{{{expression}:?}}\"), {text:?});")
                } else {
                    format!("assert_eq!(format!(\"{{:?}}\", {expression}), {text:?});")
                }
            }
        }
    }
}

/// A comparison as the one that holds where it does not.
fn opposite(expression: &str) -> Option<String> {
    use syn::BinOp;
    let syn::Expr::Binary(comparison) = syn::parse_str(expression).ok()? else { return None };
    let operator = match comparison.op {
        BinOp::Eq(_) => quote!(!=),
        BinOp::Ne(_) => quote!(==),
        BinOp::Lt(_) => quote!(>=),
        BinOp::Le(_) => quote!(>),
        BinOp::Gt(_) => quote!(<=),
        BinOp::Ge(_) => quote!(<),
        _ => return Some(format!("!({expression})")),
    };
    let (left, right) = (&comparison.left, &comparison.right);
    Some(quote!(#left #operator #right).to_string())
}

impl End {
    /// The end of a sequence that failed while something was going on.
    pub fn of(during: During) -> End {
        match during {
            During::Call | During::Engine => End::Call,
            During::Drop(var) => End::Drop(var),
            During::Debug(var) => End::Debug(var),
            During::Hash(var) => End::Hash(var),
            During::Law { vars, .. } => {
                let vars = vars.into_iter().filter(|var| *var != u32::MAX).collect();
                End::Law { assertion: String::new(), vars }
            }
        }
    }

    /// The variables it is about.
    fn vars(&self) -> Vec<u32> {
        match self {
            End::Call => Vec::new(),
            End::Drop(var) | End::Debug(var) | End::Hash(var) => vec![*var],
            End::Law { vars, .. } => vars.clone(),
        }
    }
}

/// Writes a body; nothing if a part of it is beyond us. What it uses is added to the imports.
pub fn print_body(
    prepared: &Prepared,
    body: Body<'_>,
    style: Style,
    imports: &mut Imports,
) -> Option<Readable> {
    let (sequence, literals) = shown(&prepared.operations, body.literals, body.sequence);
    let body = Body { sequence: &sequence, literals: &literals, ..body };
    let statements = &body.sequence.statements;
    let is_needed = match body.scope {
        Scope::Everything => vec![true; statements.len()],
        Scope::Needed => {
            let target = match body.end.vars()[..] {
                [] => Target::LastStatement,
                ref vars => Target::Variables(vars.to_vec()),
            };
            needed(statements, &target)
        }
    };
    let calls = statements
        .iter()
        .zip(&is_needed)
        .filter(|(statement, is_needed)| {
            **is_needed && matches!(statement.what, What::Operation(_))
        })
        .count();
    let mut bound: BTreeSet<u32> = body.end.vars().into_iter().collect();
    bound.extend(
        body.expected
            .iter()
            .filter(|expected| expected.moment != Moment::Made)
            .map(|expected| expected.var),
    );
    let writer =
        BodyWriter::new(prepared, body, owners(statements), is_needed, bound, style, imports);
    Some(Readable { source: writer.write()?, calls })
}

/// The part of a failing sequence that its end needs, to be looked at. Shorter than what ran, and
/// not proven to fail in the same way.
pub fn print_readable(prepared: &Prepared, sequence: &Sequence, during: During) -> Readable {
    let end = End::of(during);
    let body = Body {
        sequence,
        literals: &prepared.literals,
        scope: Scope::Needed,
        end: &end,
        expected: &[],
    };
    print_body(prepared, body, Style::Full, &mut Imports::default()).unwrap_or_else(|| Readable {
        source: print_sequence(prepared, sequence),
        calls: sequence.statements.len(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn false_conditions_use_the_opposite_comparison() {
        let said = |expression| Form::Is(false).assertion(expression).replace(' ', "");
        assert_eq!(said("first == second"), "assert!(first!=second);");
        assert_eq!(said("first . len () < 3"), "assert!(first.len()>=3);");
        assert_eq!(said("first | second"), "assert!(!(first|second));");
        assert_eq!(said("first.is_empty()"), "assert!(!first.is_empty());");
    }
}
