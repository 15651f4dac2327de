//! The options between the parentheses of `#[exhaust(..)]`.

use quote::ToTokens;
use syn::parse::ParseStream;
use syn::{Expr, Ident, LitBool, Member, Token, Type};

/// All of them.
#[derive(Default)]
pub(crate) struct ExhaustAttribute {
    pub(super) pools: Vec<(Type, Expr)>,
    pub(super) values: Vec<(Type, Expr)>,
    pub(super) fields: Vec<(Type, Member, Expr)>,
    pub(super) lengths: Vec<(Type, Member, Expr)>,
    /// Parameter (or the first one) and predicate.
    pub(super) valid: Vec<(Option<Ident>, Expr)>,
    pub(super) requires: Vec<Expr>,
    pub(super) ensures: Vec<Expr>,
    pub(super) panics: Option<Panics>,
    pub(super) invariant: bool,
    pub(super) budget: Option<Expr>,
    pub(super) white_box: bool,
}

/// When the function is expected to panic.
pub(super) enum Panics {
    /// It may.
    Maybe,
    /// It has to, exactly if the condition holds.
    If(Box<Expr>),
}

const KNOWN: &str = "pool, valid, requires, ensures, panics, set, len, values, invariant, budget \
                     and white_box";

impl ExhaustAttribute {
    /// Parses the options.
    pub(crate) fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let mut options = Self { invariant: true, ..Self::default() };
        while !input.is_empty() {
            let name: Ident = input.parse()?;
            options.one(&name, input)?;
            if !input.is_empty() {
                input.parse::<Token![,]>()?;
            }
        }
        Ok(options)
    }

    fn one(&mut self, name: &Ident, input: ParseStream<'_>) -> syn::Result<()> {
        match name.to_string().as_str() {
            "pool" => list(input, |item| {
                self.pools.push(typed(item)?);
                Ok(())
            }),
            "values" => list(input, |item| {
                self.values.push(typed(item)?);
                Ok(())
            }),
            "set" => list(input, |item| {
                self.fields.push(field(item)?);
                Ok(())
            }),
            "len" => list(input, |item| {
                self.lengths.push(field(item)?);
                Ok(())
            }),
            "valid" if input.peek(syn::token::Paren) => list(input, |item| {
                let parameter = item.parse()?;
                self.valid.push((Some(parameter), value(item)?));
                Ok(())
            }),
            "valid" => {
                self.valid.push((None, value(input)?));
                Ok(())
            }
            "requires" => {
                self.requires.push(value(input)?);
                Ok(())
            }
            "ensures" => {
                self.ensures.push(value(input)?);
                Ok(())
            }
            "panics" => {
                let condition = input.peek(Token![=]).then(|| value(input)).transpose()?;
                self.panics = Some(match condition {
                    Some(condition) => Panics::If(Box::new(condition)),
                    None => Panics::Maybe,
                });
                Ok(())
            }
            "invariant" => {
                self.invariant = value::<LitBool>(input)?.value;
                Ok(())
            }
            "budget" => {
                self.budget = Some(value(input)?);
                Ok(())
            }
            "white_box" => {
                self.white_box = true;
                Ok(())
            }
            other => {
                let message = format!("unknown option `{other}`; there are {KNOWN}");
                Err(syn::Error::new(name.span(), message))
            }
        }
    }
}

fn value<T: syn::parse::Parse>(input: ParseStream<'_>) -> syn::Result<T> {
    input.parse::<Token![=]>()?;
    input.parse()
}

fn list(
    input: ParseStream<'_>,
    mut item: impl FnMut(ParseStream<'_>) -> syn::Result<()>,
) -> syn::Result<()> {
    let content;
    syn::parenthesized!(content in input);
    while !content.is_empty() {
        item(&content)?;
        if !content.is_empty() {
            content.parse::<Token![,]>()?;
        }
    }
    Ok(())
}

/// `Type = expression`
fn typed(input: ParseStream<'_>) -> syn::Result<(Type, Expr)> {
    let ty = input.parse()?;
    Ok((ty, value(input)?))
}

/// `Type.field = expression`
fn field(input: ParseStream<'_>) -> syn::Result<(Type, Member, Expr)> {
    let ty: Type = input.parse()?;
    if !input.peek(Token![.]) {
        let message = format!("expected `.field` after `{}`", ty.to_token_stream());
        return Err(input.error(message));
    }
    input.parse::<Token![.]>()?;
    let member = input.parse()?;
    Ok((ty, member, value(input)?))
}
