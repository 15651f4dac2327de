//! Names in conditions: parameters stand for the searched values, `old(..)` for what an
//! expression was before the call.

use proc_macro2::{Delimiter, Group, Ident, TokenStream, TokenTree};
use quote::{format_ident, quote};

/// Replaces every free use of a name by what `replace` gives for it.
pub(super) fn names(
    tokens: TokenStream,
    replace: &dyn Fn(&Ident) -> Option<TokenStream>,
) -> TokenStream {
    let mut out = TokenStream::new();
    let (mut after_access, mut in_range) = (false, false);
    let mut tokens = tokens.into_iter().peekable();
    while let Some(token) = tokens.next() {
        let next_is_path = matches!(
            tokens.peek(),
            Some(TokenTree::Punct(punct)) if punct.as_char() == ':'
                && punct.spacing() == proc_macro2::Spacing::Joint
        );
        let access = match &token {
            // `a.b` and `a::b` name something inside `a`; `a..b` is a range.
            TokenTree::Punct(punct) => match punct.as_char() {
                '.' => !in_range && punct.spacing() == proc_macro2::Spacing::Alone,
                ':' => punct.spacing() == proc_macro2::Spacing::Alone,
                _ => false,
            },
            _ => false,
        };
        in_range = matches!(
            &token,
            TokenTree::Punct(punct) if punct.as_char() == '.'
                && punct.spacing() == proc_macro2::Spacing::Joint
        );
        match token {
            TokenTree::Ident(ident) if !after_access && !next_is_path => match replace(&ident) {
                Some(replacement) => out.extend(replacement),
                None => out.extend([TokenTree::Ident(ident)]),
            },
            TokenTree::Group(group) => {
                let inner = names(group.stream(), replace);
                let mut replaced = Group::new(group.delimiter(), inner);
                replaced.set_span(group.span());
                out.extend([TokenTree::Group(replaced)]);
            }
            other => out.extend([other]),
        }
        after_access = access;
    }
    out
}

/// Takes `old(..)` out of a condition: returns the condition with variables in their place, and
/// appends the expressions to `olds`.
pub(super) fn olds(tokens: TokenStream, olds: &mut Vec<(Ident, TokenStream)>) -> TokenStream {
    let mut out = TokenStream::new();
    let mut tokens = tokens.into_iter().peekable();
    while let Some(token) = tokens.next() {
        match token {
            TokenTree::Ident(ident) if ident == "old" => match tokens.peek() {
                Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Parenthesis => {
                    let variable = format_ident!("old_{}", olds.len());
                    olds.push((variable.clone(), group.stream()));
                    tokens.next();
                    out.extend(quote!(#variable));
                }
                _ => out.extend([TokenTree::Ident(ident)]),
            },
            TokenTree::Group(group) => {
                let inner = self::olds(group.stream(), olds);
                let mut replaced = Group::new(group.delimiter(), inner);
                replaced.set_span(group.span());
                out.extend([TokenTree::Group(replaced)]);
            }
            other => out.extend([other]),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(input: &str, expected: &str) {
        let tokens: TokenStream = input.parse().expect("tokens");
        let replaced = names(tokens, &|ident| (ident == "key").then(|| quote!((input.key))));
        let expected: TokenStream = expected.parse().expect("tokens");
        assert_eq!(replaced.to_string(), expected.to_string());
    }

    #[test]
    fn only_free_uses_are_replaced() {
        check("key > 0 && tree.has(key)", "(input.key) > 0 && tree.has((input.key))");
        check("tree.key == 1", "tree.key == 1");
        check("key::MAX == 1", "key::MAX == 1");
        check("a::key == 1", "a::key == 1");
        check("(0..key).any(|_| true)", "(0..(input.key)).any(|_| true)");
    }

    #[test]
    fn old_states_become_variables() {
        let mut found = Vec::new();
        let tokens = "tree.len() == old(tree.len()) + 1".parse().expect("tokens");
        assert_eq!(olds(tokens, &mut found).to_string(), "tree . len () == old_0 + 1");
        assert_eq!(found.len(), 1);
    }
}
