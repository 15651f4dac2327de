//! Writes the statements that are needed, with names for what they bind.

use std::collections::{BTreeMap, BTreeSet};

use gadfly_wire::{Access, During, Sequence, Statement, What};
use proc_macro2::{Group, Ident, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::visit_mut::{self, VisitMut};

use super::brief::brief;
use super::names::Names;
use super::slice::{Target, needed, owners};
use crate::prepared::{OperationRecord, Prepared};
use crate::print::print_sequence;

/// An expression of at most this many characters is written where it is used, if that is once.
const LONGEST_INLINE: usize = 28;

/// A sequence for people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Readable {
    /// The statements, one or more lines each.
    pub source: String,
    /// How many calls there are in it.
    pub calls: usize,
}

/// The part of a failing sequence that its end needs. Shorter than what ran, and not proven to
/// fail in the same way.
pub fn print_readable(prepared: &Prepared, sequence: &Sequence, during: During) -> Readable {
    let target = match during {
        During::Call | During::Engine => Target::LastStatement,
        During::Drop(var) | During::Debug(var) | During::Hash(var) => Target::Variable(var),
        During::Law { vars, .. } => Target::Variable(vars[0]),
    };
    let is_needed = needed(&sequence.statements, target);
    let calls = sequence
        .statements
        .iter()
        .zip(&is_needed)
        .filter(|(statement, is_needed)| {
            **is_needed && matches!(statement.what, What::Operation(_))
        })
        .count();
    let writer = Writer {
        prepared,
        statements: &sequence.statements,
        owners: owners(&sequence.statements),
        is_needed,
        target,
        names: Names::default(),
        values: Vec::new(),
    };
    let source = writer.write(during).unwrap_or_else(|| print_sequence(prepared, sequence));
    Readable { source, calls }
}

struct Writer<'a> {
    prepared: &'a Prepared,
    statements: &'a [Statement],
    owners: Vec<BTreeSet<u32>>,
    is_needed: Vec<bool>,
    target: Target,
    names: Names,
    /// By variable: what to write where it is used; nothing if it is not.
    values: Vec<Value>,
}

/// How a variable is written.
#[derive(Clone, Debug)]
enum Value {
    Unused,
    Bound(Ident),
    Inline(TokenStream),
}

impl Writer<'_> {
    fn write(mut self, during: During) -> Option<String> {
        let mut lines = TokenStream::new();
        for index in 0..self.statements.len() {
            if self.is_needed[index] {
                lines.extend(self.drops(index));
                lines.extend(self.statement(index)?);
            } else {
                self.values.push(Value::Unused);
            }
        }
        lines.extend(self.end(during));
        format(lines)
    }

    /// What was dropped before a statement, where that could have changed something.
    fn drops(&self, index: usize) -> TokenStream {
        let mut lines = TokenStream::new();
        for killed in &self.statements[index].kills {
            if let Value::Bound(name) = &self.values[*killed as usize]
                && !self.owners[*killed as usize].is_empty()
                && self.output(*killed as usize).starts_with(char::is_alphabetic)
            {
                lines.extend(quote!(drop(#name);));
            }
        }
        lines
    }

    fn statement(&mut self, index: usize) -> Option<TokenStream> {
        let uses = self.uses(index);
        let is_changed = uses.contains(&Access::BorrowMut);
        let is_target = self.target == Target::Variable(index as u32);
        let expression = match self.statements[index].what {
            What::Literal(literal) => literal_tokens(&self.prepared.literals[literal as usize])?,
            What::Operation(_) => self.call(index)?,
        };
        if self.target == Target::LastStatement && index + 1 == self.statements.len() {
            self.values.push(Value::Unused);
            let is_unit = self.output(index) == "()";
            return Some(if is_unit { quote!(#expression;) } else { quote!(let _ = #expression;) });
        }
        if !is_changed && !is_target && self.is_inlined(index, &uses, &expression) {
            self.values.push(Value::Inline(expression));
            return Some(TokenStream::new());
        }
        if uses.is_empty() && !is_target {
            self.values.push(Value::Unused);
            return Some(quote!(#expression;));
        }
        let (output, function) = (self.output(index).to_owned(), self.function(index));
        let name = self.names.name(&output, &function);
        let mutable = is_changed.then(|| quote!(mut));
        self.values.push(Value::Bound(name.clone()));
        Some(quote!(let #mutable #name = #expression;))
    }

    /// What comes after the last statement, where that is what fails.
    fn end(&self, during: During) -> TokenStream {
        let (During::Drop(var) | During::Debug(var) | During::Hash(var)) = during else {
            return TokenStream::new();
        };
        let Some(Value::Bound(name)) = self.values.get(var as usize) else {
            return TokenStream::new();
        };
        match during {
            During::Drop(_) => quote!(drop(#name);),
            During::Debug(_) => quote!(let _ = format!("{:?}", #name);),
            _ => quote!(#name.hash(&mut DefaultHasher::new());),
        }
    }

    /// How later statements that are needed take the variable.
    fn uses(&self, index: usize) -> Vec<Access> {
        self.statements
            .iter()
            .zip(&self.is_needed)
            .filter(|(_, is_needed)| **is_needed)
            .flat_map(|(statement, _)| &statement.args)
            .filter(|argument| argument.var as usize == index)
            .map(|argument| argument.access)
            .collect()
    }

    fn is_inlined(&self, index: usize, uses: &[Access], expression: &TokenStream) -> bool {
        match self.statements[index].what {
            What::Literal(_) => true,
            What::Operation(_) => {
                let text = expression.to_string();
                let is_short = text.chars().count() <= LONGEST_INLINE && !text.contains('{');
                let is_independent = self.statements[index].args.iter().all(|argument| {
                    matches!(self.values[argument.var as usize], Value::Inline(_))
                        && argument.access != Access::BorrowMut
                });
                is_short && is_independent && matches!(uses, [Access::Move | Access::Copy])
            }
        }
    }

    fn call(&self, index: usize) -> Option<TokenStream> {
        let operation = self.operation(index)?;
        let body = brief(&operation.body, operation.is_method)?;
        let arguments: Vec<Passed> =
            self.statements[index].args.iter().map(|argument| self.passed(argument)).collect();
        let filled = fill(closure_names(body), &arguments);
        if !operation.is_partial {
            return Some(filled);
        }
        let needs_parentheses = !is_postfix(&filled);
        Some(if needs_parentheses { quote!((#filled).unwrap()) } else { quote!(#filled.unwrap()) })
    }

    fn passed(&self, argument: &gadfly_wire::Argument) -> Passed {
        let value = match &self.values[argument.var as usize] {
            Value::Bound(name) => name.to_token_stream(),
            Value::Inline(expression) => expression.clone(),
            Value::Unused => quote!(unknown),
        };
        let as_argument = match argument.access {
            Access::Borrow => quote!(&#value),
            Access::BorrowMut => quote!(&mut #value),
            Access::Move
            | Access::Copy
            | Access::CopyRef
            | Access::Reborrow
            | Access::ReborrowMut => without_suffix(value.clone()),
        };
        let as_receiver = if is_postfix(&value) { value } else { quote!((#value)) };
        Passed { as_argument, as_receiver }
    }

    fn operation(&self, index: usize) -> Option<&OperationRecord> {
        match self.statements[index].what {
            What::Operation(id) => self.prepared.operations.get(id as usize),
            What::Literal(_) => None,
        }
    }

    /// The type of what a statement yields.
    fn output(&self, index: usize) -> &str {
        self.operation(index).map_or("", |operation| &operation.output)
    }

    /// The last name in what a statement calls.
    fn function(&self, index: usize) -> String {
        let body = self.operation(index).map_or("", |operation| &operation.body);
        let called = body.split('(').next().unwrap_or_default();
        called.rsplit(['.', ':']).next().unwrap_or_default().to_owned()
    }
}

/// An argument where it is passed, and where a method is called on it.
struct Passed {
    as_argument: TokenStream,
    as_receiver: TokenStream,
}

/// Arguments of generated closures are called `_c0`, `_c1`, …: shorter where they are used, and
/// `_` where they are not.
fn closure_names(body: TokenStream) -> TokenStream {
    let mut counts = BTreeMap::new();
    let body = replace_idents(body, &mut |ident| {
        *counts.entry(ident.to_string()).or_insert(0_usize) += 1;
        None
    });
    replace_idents(body, &mut |ident| {
        let name = ident.to_string();
        let index = name.strip_prefix("_c")?.parse::<u8>().ok().filter(|index| *index < 26)?;
        let letter = char::from(b'a' + index).to_string();
        Some(match counts.get(&name) {
            Some(1) => quote!(_),
            _ => Ident::new(&letter, ident.span()).into_token_stream(),
        })
    })
}

/// Puts the arguments in the place of `x0`, `r0`, ….
fn fill(body: TokenStream, arguments: &[Passed]) -> TokenStream {
    replace_idents(body, &mut |ident| {
        let name = ident.to_string();
        let numbered = |letter: char| {
            let index = name.strip_prefix(letter)?.parse::<usize>().ok()?;
            arguments.get(index)
        };
        let as_argument = numbered('x').map(|passed| passed.as_argument.clone());
        as_argument.or_else(|| numbered('r').map(|passed| passed.as_receiver.clone()))
    })
}

/// The tokens with some names replaced, also inside brackets.
fn replace_idents(
    tokens: TokenStream,
    replacement: &mut dyn FnMut(&Ident) -> Option<TokenStream>,
) -> TokenStream {
    let mut replaced = TokenStream::new();
    for token in tokens {
        let token = match token {
            TokenTree::Group(group) => {
                let inner = replace_idents(group.stream(), replacement);
                TokenTree::Group(Group::new(group.delimiter(), inner)).into()
            }
            TokenTree::Ident(ident) => {
                replacement(&ident).unwrap_or_else(|| TokenTree::Ident(ident).into())
            }
            other => TokenStream::from(other),
        };
        replaced.extend(token);
    }
    replaced
}

/// Whether `.method()` can follow without parentheses.
fn is_postfix(expression: &TokenStream) -> bool {
    use syn::Expr;
    matches!(
        syn::parse2::<Expr>(expression.clone()),
        Ok(Expr::Path(_)
            | Expr::Lit(_)
            | Expr::Call(_)
            | Expr::MethodCall(_)
            | Expr::Field(_)
            | Expr::Index(_)
            | Expr::Paren(_)
            | Expr::Macro(_))
    )
}

/// A literal without what only a machine would write.
fn literal_tokens(literal: &str) -> Option<TokenStream> {
    let bytes = literal.strip_prefix('&').and_then(|rest| rest.strip_suffix("[..]"));
    bytes.unwrap_or(literal).parse().ok()
}

/// A number without its type, which the place where it is passed knows.
fn without_suffix(value: TokenStream) -> TokenStream {
    let text = value.to_string();
    let digits = text.trim_start_matches(['-', ' ']);
    if !digits.starts_with(|c: char| c.is_ascii_digit()) {
        return value;
    }
    let end = text.find(['i', 'u', 'f']).unwrap_or(text.len());
    text[..end].parse().unwrap_or(value)
}

/// Takes parentheses away from names.
struct Parentheses;

impl VisitMut for Parentheses {
    fn visit_expr_mut(&mut self, expression: &mut syn::Expr) {
        visit_mut::visit_expr_mut(self, expression);
        if let syn::Expr::Paren(paren) = expression
            && matches!(&*paren.expr, syn::Expr::Path(_))
        {
            *expression = (*paren.expr).clone();
        }
    }
}

/// Lines in the standard style, without indentation.
fn format(lines: TokenStream) -> Option<String> {
    let mut file: syn::File = syn::parse2(quote!(fn main() { #lines })).ok()?;
    Parentheses.visit_file_mut(&mut file);
    let text = prettyplease::unparse(&file);
    let body = text.lines().skip(1).filter(|line| *line != "}");
    let dedented: Vec<&str> = body.map(|line| line.strip_prefix("    ").unwrap_or(line)).collect();
    Some(dedented.join("\n"))
}
