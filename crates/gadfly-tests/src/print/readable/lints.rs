//! Rewrites code to which clippy objects.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote};
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, ExprMethodCall, ExprRange, Lit, RangeLimits, Type};

use super::imports::Imports;

/// The body of an operation without clones of copied arguments; `is_copy` is asked with the number of the argument. An
/// operation that is itself a clone stays one.
pub(super) fn without_clones(body: TokenStream, is_copy: &dyn Fn(usize) -> bool) -> TokenStream {
    let Ok(mut expression) = syn::parse2::<Expr>(body.clone()) else { return body };
    if let Some(index) = cloned(&expression).filter(|index| is_copy(*index)) {
        let argument = numbered('x', index);
        return quote!(Clone::clone(#argument));
    }
    Clones { is_copy }.visit_expr_mut(&mut expression);
    expression.to_token_stream()
}

/// An expression, its arguments filled in, without ranges that go backwards and needless parentheses.
pub(super) fn without_oddities(expression: TokenStream, imports: &mut Imports) -> TokenStream {
    let Ok(mut expression) = syn::parse2::<Expr>(expression.clone()) else { return expression };
    Oddities { imports }.visit_expr_mut(&mut expression);
    expression.to_token_stream()
}

/// `Some(e)` and `Ok(e)`, to be unwrapped, as what is in them.
pub(super) fn wrapped(expression: &TokenStream) -> Option<TokenStream> {
    let Ok(Expr::Call(call)) = syn::parse2::<Expr>(expression.clone()) else { return None };
    let Expr::Path(function) = &*call.func else { return None };
    let is_wrapper = function.path.is_ident("Some") || function.path.is_ident("Ok");
    let only = call.args.first().filter(|_| is_wrapper && call.args.len() == 1)?;
    Some(only.to_token_stream())
}

struct Clones<'c> {
    is_copy: &'c dyn Fn(usize) -> bool,
}

impl VisitMut for Clones<'_> {
    fn visit_expr_mut(&mut self, expression: &mut Expr) {
        if let Some(index) = cloned(expression).filter(|index| (self.is_copy)(*index)) {
            let argument = numbered('x', index);
            *expression = syn::parse_quote!(#argument);
            return;
        }
        visit_mut::visit_expr_mut(self, expression);
    }
}

/// The number of the argument that an expression clones.
fn cloned(expression: &Expr) -> Option<usize> {
    let Expr::MethodCall(ExprMethodCall { receiver, method, args, .. }) = expression else {
        return None;
    };
    let Expr::Path(path) = &**receiver else { return None };
    let name = path.path.get_ident().filter(|_| method == "clone" && args.is_empty())?.to_string();
    name.strip_prefix(['x', 'r'])?.parse().ok()
}

fn numbered(letter: char, index: usize) -> Ident {
    Ident::new(&format!("{letter}{index}"), Span::call_site())
}

struct Oddities<'i> {
    imports: &'i mut Imports,
}

impl VisitMut for Oddities<'_> {
    fn visit_expr_mut(&mut self, expression: &mut Expr) {
        visit_mut::visit_expr_mut(self, expression);
        if let Expr::Range(range) = expression
            && let Some((start, end)) = backwards(range)
        {
            let is_closed = matches!(range.limits, RangeLimits::Closed(_));
            let (path, name) = match is_closed {
                true => ("std::ops::RangeInclusive", quote!(RangeInclusive)),
                false => ("std::ops::Range", quote!(Range)),
            };
            let ty = if self.imports.bring(path) { name } else { path.parse().unwrap_or(name) };
            *expression = if is_closed {
                syn::parse_quote!(#ty::new(#start, #end))
            } else {
                syn::parse_quote!(#ty { start: #start, end: #end })
            };
        }
    }

    fn visit_type_mut(&mut self, ty: &mut Type) {
        visit_mut::visit_type_mut(self, ty);
        if let Type::Reference(reference) = ty
            && let Type::Paren(inner) = &*reference.elem
            && matches!(&*inner.elem, Type::TraitObject(object) if object.bounds.len() == 1)
        {
            reference.elem = inner.elem.clone();
        }
    }
}

/// The ends of a range that is empty because they are the wrong way round.
fn backwards(range: &ExprRange) -> Option<(Expr, Expr)> {
    let (start, end) = (range.start.as_deref()?, range.end.as_deref()?);
    let number = |expression: &Expr| match expression {
        Expr::Lit(literal) => match &literal.lit {
            Lit::Int(number) => number.base10_parse::<u128>().ok(),
            _ => None,
        },
        _ => None,
    };
    (number(start)? > number(end)?).then(|| (start.clone(), end.clone()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(tokens: TokenStream) -> String {
        tokens.to_string().replace(' ', "")
    }

    #[test]
    fn copied_arguments_are_not_cloned() {
        let check = |body: &str, is_copy: bool, expected: &str| {
            let tokens = body.parse().expect("tokens");
            assert_eq!(shown(without_clones(tokens, &|_| is_copy)), expected);
        };
        check("r0.clone()", true, "Clone::clone(x0)");
        check("r0.clone()", false, "r0.clone()");
        check("r1.take_while(move |_| x0.clone())", true, "r1.take_while(move|_|x0)");
    }

    #[test]
    fn ranges_that_go_backwards_are_spelled_out() {
        let mut imports = Imports::default();
        let mut check = |text: &str, expected: &str| {
            let tokens = text.parse().expect("tokens");
            assert_eq!(shown(without_oddities(tokens, &mut imports)), expected);
        };
        check("e.select(31..30)", "e.select(Range{start:31,end:30})");
        check("e.select(3..=1)", "e.select(RangeInclusive::new(3,1))");
        check("e.select(1..3)", "e.select(1..3)");
        check("&a as &(dyn Shape)", "&aas&dynShape");
        assert_eq!(imports.lines("2021"), ["use std::ops::{Range, RangeInclusive};"]);
    }

    #[test]
    fn wrapped_values_are_not_unwrapped() {
        let check = |text: &str| wrapped(&text.parse().expect("tokens")).map(shown);
        assert_eq!(check("Some(128)").as_deref(), Some("128"));
        assert_eq!(check("Ok(a.b())").as_deref(), Some("a.b()"));
        assert_eq!(check("get(128)"), None);
    }
}
