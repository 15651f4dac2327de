//! Values that are asked for: an entry that says so, and what is stored.

use std::path::Path;

use gadfly_test_file::Folder;
use proc_macro2::TokenStream;
use quote::{format_ident, quote, ToTokens};
use syn::Type;

use super::registration;

/// Asks for values of a type, and brings in those that are stored.
pub(crate) fn values(ty: &Type) -> TokenStream {
    let stem = stem(&ty.to_token_stream().to_string());
    let thunk = quote!(::gadfly::__private::check::asked::<#ty>());
    let entry = registration::plain(&format_ident!("Values"), &stem, &thunk);
    let registered = registration::direct(&format_ident!("values_{stem}"), &entry);
    let variable = Folder::Values.variable();
    let file = Folder::Values.in_use().map(|folder| folder.join(format!("{stem}.rs")));
    let makers = match file.as_deref().filter(|file| file.is_file()).and_then(Path::to_str) {
        Some(file) => quote!(::core::include!(#file)),
        None => quote!(&[]),
    };
    quote! {
        #[cfg(test)]
        #registered

        #[cfg(test)]
        const _: () = {
            // Has cargo compile again when the variable changes.
            const _: ::core::option::Option<&str> = ::core::option_env!(#variable);
            const MAKERS: &[fn() -> #ty] = #makers;
            #[::gadfly::__private::check::linkme::distributed_slice(::gadfly::__private::check::STORED)]
            #[linkme(crate = ::gadfly::__private::check::linkme)]
            static STORED: fn() -> ::gadfly::__private::check::Stored =
                || ::gadfly::__private::check::Stored::of::<#ty>(MAKERS);
        };
    }
}

/// `crate::Stack<String>` as `stack_string`: what its file is called.
fn stem(ty: &str) -> String {
    let mut stem = String::new();
    let parts = ty.split(|c: char| !(c.is_alphanumeric() || c == '_' || c == ':'));
    for name in parts.flat_map(|path| path.trim_end_matches(':').rsplit(':').next()) {
        for (at, c) in name.chars().enumerate() {
            if c.is_uppercase() && at > 0 && !stem.ends_with('_') {
                stem.push('_');
            }
            stem.extend(c.to_lowercase());
        }
        if !name.is_empty() {
            stem.push('_');
        }
    }
    stem.trim_matches('_').to_owned()
}

#[cfg(test)]
mod tests {
    use super::stem;

    #[test]
    fn a_file_is_called_after_its_type() {
        assert_eq!(stem("SumStack"), "sum_stack");
        assert_eq!(stem("Stack < String >"), "stack_string");
        assert_eq!(stem("crate::a::Map<u8, crate::Bag>"), "map_u8_bag");
    }
}
