//! Token streams: filling in arguments, taking away what only a machine would write, formatting.

use std::collections::BTreeMap;

use proc_macro2::{Group, Ident, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::visit_mut::{self, VisitMut};

/// An argument where it is passed, on the left side of an operator, and where a method is called on it.
pub(super) struct Passed {
    pub(super) as_argument: TokenStream,
    pub(super) as_left: TokenStream,
    pub(super) as_receiver: TokenStream,
}

/// Arguments of generated closures are called `_c0`, `_c1`, …: shorter where they are used, and
/// `_` where they are not.
pub(super) fn closure_names(body: TokenStream) -> TokenStream {
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

/// Puts the arguments in the place of `x0`, `l0`, `r0`, ….
pub(super) fn fill(body: TokenStream, arguments: &[Passed]) -> TokenStream {
    replace_idents(body, &mut |ident| {
        let name = ident.to_string();
        let numbered = |letter: char| {
            let index = name.strip_prefix(letter)?.parse::<usize>().ok()?;
            arguments.get(index)
        };
        let as_argument = numbered('x').map(|passed| passed.as_argument.clone());
        let as_left = || numbered('l').map(|passed| passed.as_left.clone());
        as_argument
            .or_else(as_left)
            .or_else(|| numbered('r').map(|passed| passed.as_receiver.clone()))
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
pub(super) fn is_postfix(expression: &TokenStream) -> bool {
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
pub(super) fn literal_tokens(literal: &str) -> Option<TokenStream> {
    if let Some(bound) = bound(literal) {
        return bound.parse().ok();
    }
    let bytes = literal.strip_prefix('&').and_then(|rest| rest.strip_suffix("[..]"));
    bytes.unwrap_or(literal).parse().ok()
}

/// The largest and smallest numbers of a type by their names.
fn bound(literal: &str) -> Option<String> {
    macro_rules! bounds {
        ($($ty:ident)*) => {$(
            let name = stringify!($ty);
            if let Some(digits) = literal.strip_suffix(name)
                && let Ok(value) = digits.parse::<$ty>()
                && digits.len() > 3
            {
                return match value {
                    $ty::MAX => Some(format!("{name}::MAX")),
                    $ty::MIN => Some(format!("{name}::MIN")),
                    _ if value == $ty::MAX - 1 => Some(format!("{name}::MAX - 1")),
                    _ => None,
                };
            }
        )*};
    }
    bounds!(isize usize i16 i32 i64 i128 u16 u32 u64 u128);
    None
}

/// A number without its type, which the place where it is passed knows.
pub(super) fn without_suffix(value: TokenStream) -> TokenStream {
    let text = value.to_string();
    let digits = text.trim_start_matches(['&', '-', ' ']);
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
pub(super) fn format(lines: TokenStream) -> Option<String> {
    let mut file: syn::File = syn::parse2(quote!(fn main() { #lines })).ok()?;
    Parentheses.visit_file_mut(&mut file);
    let text = prettyplease::unparse(&file);
    let body = text.lines().skip(1).filter(|line| *line != "}");
    let dedented: Vec<&str> = body.map(|line| line.strip_prefix("    ").unwrap_or(line)).collect();
    Some(dedented.join("\n"))
}
