//! One argument of a property: how it is passed, and its type as a registered entry writes it.

use proc_macro2::{Group, Ident, Span, TokenStream, TokenTree};
use quote::{format_ident, quote, ToTokens};
use syn::{FnArg, Type};

/// Types without a size of their own, by their last names.
const UNSIZED: &[&str] = &["str", "Path", "OsStr", "CStr"];

/// An argument.
pub(super) enum PropertyParameter {
    /// The receiver or any other argument that has to be made.
    Made {
        /// Its marker: `ByRef<Self>`.
        marker: TokenStream,
    },
    /// The monitor.
    Monitor,
}

impl PropertyParameter {
    /// Reads the kind of a parameter from the function's argument.
    pub(super) fn of(argument: &FnArg) -> PropertyParameter {
        let ty = match argument {
            FnArg::Receiver(receiver) if receiver.colon_token.is_none() => {
                let marker = match (&receiver.reference, receiver.mutability) {
                    (None, _) => format_ident!("ByValue"),
                    (Some(_), None) => format_ident!("ByRef"),
                    (Some(_), Some(_)) => format_ident!("ByMut"),
                };
                return PropertyParameter::Made { marker: marked(&marker, quote!(Self)) };
            }
            FnArg::Receiver(receiver) => &receiver.ty,
            FnArg::Typed(argument) => &argument.ty,
        };
        Self::of_type(ty)
    }

    fn of_type(ty: &Type) -> PropertyParameter {
        let Type::Reference(reference) = ty else {
            let ty = without_lifetimes(ty.to_token_stream());
            return PropertyParameter::Made { marker: marked(&format_ident!("ByValue"), ty) };
        };
        let is_exclusive = reference.mutability.is_some();
        if is_exclusive && last_name(&reference.elem).is_some_and(|name| name == "Monitor") {
            return PropertyParameter::Monitor;
        }
        if reference.lifetime.as_ref().is_some_and(|lifetime| lifetime.ident == "static") {
            let ty = without_lifetimes(ty.to_token_stream());
            return PropertyParameter::Made { marker: marked(&format_ident!("ByValue"), ty) };
        }
        let marker = match (is_unsized(&reference.elem), is_exclusive) {
            (false, false) => "ByRef",
            (false, true) => "ByMut",
            (true, false) => "ByUnsizedRef",
            (true, true) => "ByUnsizedMut",
        };
        let ty = without_lifetimes(reference.elem.to_token_stream());
        PropertyParameter::Made { marker: marked(&Ident::new(marker, Span::call_site()), ty) }
    }
}

fn marked(marker: &Ident, ty: TokenStream) -> TokenStream {
    quote!(::gadfly::__private::check::#marker<#ty>)
}

fn is_unsized(ty: &Type) -> bool {
    match ty {
        Type::Slice(_) | Type::TraitObject(_) => true,
        Type::Paren(ty) => is_unsized(&ty.elem),
        Type::Group(ty) => is_unsized(&ty.elem),
        _ => last_name(ty).is_some_and(|name| UNSIZED.contains(&name.as_str())),
    }
}

fn last_name(ty: &Type) -> Option<String> {
    let Type::Path(path) = ty else { return None };
    Some(path.path.segments.last()?.ident.to_string())
}

/// The same with every lifetime `'static`, and references that leave theirs out with one.
pub(super) fn without_lifetimes(tokens: TokenStream) -> TokenStream {
    let mut result = TokenStream::new();
    let mut tokens = tokens.into_iter().peekable();
    while let Some(token) = tokens.next() {
        match token {
            TokenTree::Punct(punct) if punct.as_char() == '\'' => {
                tokens.next();
                result.extend(quote!('static));
            }
            TokenTree::Punct(punct) if punct.as_char() == '&' => {
                result.extend([TokenTree::Punct(punct)]);
                let has_one =
                    matches!(tokens.peek(), Some(TokenTree::Punct(next)) if next.as_char() == '\'');
                if !has_one {
                    result.extend(quote!('static));
                }
            }
            TokenTree::Group(group) => {
                let inner = without_lifetimes(group.stream());
                result.extend([TokenTree::Group(Group::new(group.delimiter(), inner))]);
            }
            other => result.extend([other]),
        }
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    fn marker(argument: &str) -> String {
        let argument: FnArg = syn::parse_str(argument).expect("an argument");
        match PropertyParameter::of(&argument) {
            PropertyParameter::Made { marker } => {
                marker.to_string().replace(' ', "").replace("::gadfly::__private::check::", "")
            }
            PropertyParameter::Monitor => "monitor".to_owned(),
        }
    }

    #[test]
    fn how_an_argument_is_passed_follows_from_its_type() {
        assert_eq!(marker("&self"), "ByRef<Self>");
        assert_eq!(marker("mut self"), "ByValue<Self>");
        assert_eq!(marker("&mut self"), "ByMut<Self>");
        assert_eq!(marker("self: Box<Self>"), "ByValue<Box<Self>>");
        assert_eq!(marker("x: Vec<u8>"), "ByValue<Vec<u8>>");
        assert_eq!(marker("x: &Vec<u8>"), "ByRef<Vec<u8>>");
        assert_eq!(marker("x: &str"), "ByUnsizedRef<str>");
        assert_eq!(marker("x: &mut [u8]"), "ByUnsizedMut<[u8]>");
        assert_eq!(marker("x: &std::path::Path"), "ByUnsizedRef<std::path::Path>");
        assert_eq!(marker("x: &'static str"), "ByValue<&'staticstr>");
        assert_eq!(marker("x: Cow<'a, str>"), "ByValue<Cow<'static,str>>");
        assert_eq!(marker("x: Option<&u8>"), "ByValue<Option<&'staticu8>>");
        assert_eq!(marker("m: &mut gadfly::Monitor"), "monitor");
    }
}
