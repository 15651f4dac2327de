//! Types of the standard library that satisfy the bounds of a generic parameter, judged by the words of its bounds.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{GenericArgument, PathArguments, PathSegment, Type, TypeParamBound};

/// Bounds that the usual types satisfy.
const USUAL: &[&str] = &[
    "Any",
    "Clone",
    "Debug",
    "Default",
    "Display",
    "Eq",
    "Hash",
    "Ord",
    "PartialEq",
    "PartialOrd",
    "RefUnwindSafe",
    "Send",
    "Sized",
    "Sync",
    "ToOwned",
    "ToString",
    "Unpin",
    "UnwindSafe",
];

/// The types to try for a parameter with these bounds, none of which is worth more than the others.
pub(super) fn types(bounds: &[&TypeParamBound]) -> syn::Result<Vec<TokenStream>> {
    let mut is_copied = false;
    let mut is_usual = true;
    for bound in bounds {
        let TypeParamBound::Trait(bound) = bound else { continue };
        let Some(segment) = bound.path.segments.last() else { continue };
        let name = segment.ident.to_string();
        if ["Fn", "FnMut", "FnOnce", "Future"].contains(&name.as_str()) {
            let message = "name the type: make it a parameter `T`, and choose one with `T = Type`";
            return Err(syn::Error::new_spanned(bound, message));
        }
        if let Some(ty) = asked_for(segment, &bound.path) {
            return Ok(vec![ty]);
        }
        is_copied |= name == "Copy";
        is_usual &= name == "Copy" || USUAL.contains(&name.as_str());
    }
    let number = quote!(i32);
    Ok(match (is_usual, is_copied) {
        // Arithmetic, or a trait of which nothing is known here.
        (false, _) => vec![number],
        (true, true) => vec![number, quote!(char)],
        (true, false) => vec![number, quote!(String)],
    })
}

/// The type that a bound asks for by itself.
fn asked_for(segment: &PathSegment, path: &syn::Path) -> Option<TokenStream> {
    let of = argument(segment);
    let item = || item(segment).map_or_else(|| quote!(i32), |item| quote!(#item));
    Some(match segment.ident.to_string().as_str() {
        "AsRef" | "Borrow" | "AsMut" | "BorrowMut" | "Into" | "From" => owned(of?),
        "Extend" | "FromIterator" => {
            let of = of?;
            quote!(Vec<#of>)
        }
        "IntoIterator" => {
            let item = item();
            quote!(Vec<#item>)
        }
        "Iterator" | "DoubleEndedIterator" | "ExactSizeIterator" | "FusedIterator" => {
            let item = item();
            quote!(::std::vec::IntoIter<#item>)
        }
        "Read" | "BufRead" | "Seek" => quote!(::std::io::Cursor<Vec<u8>>),
        "Write" if path.segments.iter().any(|segment| segment.ident == "fmt") => quote!(String),
        "Write" => quote!(Vec<u8>),
        "Error" => quote!(::std::fmt::Error),
        _ => return None,
    })
}

/// The owner of a value of a type, which may have no size.
fn owned(ty: &Type) -> TokenStream {
    if let Type::Slice(slice) = ty {
        let of = &slice.elem;
        return quote!(Vec<#of>);
    }
    let last = match ty {
        Type::Path(path) => path.path.segments.last().map(|segment| segment.ident.to_string()),
        _ => None,
    };
    match last.as_deref() {
        Some("str") => quote!(String),
        Some("Path") => quote!(::std::path::PathBuf),
        Some("OsStr") => quote!(::std::ffi::OsString),
        _ => quote!(#ty),
    }
}

fn argument(segment: &PathSegment) -> Option<&Type> {
    let PathArguments::AngleBracketed(arguments) = &segment.arguments else { return None };
    arguments.args.iter().find_map(|argument| match argument {
        GenericArgument::Type(ty) => Some(ty),
        _ => None,
    })
}

fn item(segment: &PathSegment) -> Option<&Type> {
    let PathArguments::AngleBracketed(arguments) = &segment.arguments else { return None };
    arguments.args.iter().find_map(|argument| match argument {
        GenericArgument::AssocType(item) if item.ident == "Item" => Some(&item.ty),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use syn::punctuated::Punctuated;

    fn types(bounds: &str) -> Vec<String> {
        let parser = Punctuated::<TypeParamBound, syn::Token![+]>::parse_terminated;
        let bounds = syn::parse::Parser::parse_str(parser, bounds).expect("bounds");
        let types = super::types(&bounds.iter().collect::<Vec<_>>()).expect("types");
        types.into_iter().map(|ty| ty.to_string().replace(' ', "")).collect()
    }

    #[test]
    fn the_words_of_bounds_say_which_types_satisfy_them() {
        assert_eq!(types(""), ["i32", "String"]);
        assert_eq!(types("Clone + std::fmt::Debug + 'static"), ["i32", "String"]);
        assert_eq!(types("Copy + Ord"), ["i32", "char"]);
        assert_eq!(types("Copy + std::ops::Add<Output = T>"), ["i32"]);
        assert_eq!(types("AsRef<str>"), ["String"]);
        assert_eq!(types("Clone + AsRef<[u8]>"), ["Vec<u8>"]);
        assert_eq!(types("Into<Shape>"), ["Shape"]);
        assert_eq!(types("IntoIterator<Item = u8>"), ["Vec<u8>"]);
        assert_eq!(types("Iterator<Item = T> + Clone"), ["::std::vec::IntoIter<T>"]);
        assert_eq!(types("fmt::Write"), ["String"]);
    }

    #[test]
    fn closures_have_no_type_that_could_be_chosen() {
        let bound: TypeParamBound = syn::parse_str("Fn(u8) -> u8").expect("a bound");
        assert!(super::types(&[&bound]).is_err());
    }
}
