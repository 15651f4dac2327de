//! Tests that the command has written for a function: the file of its name below
//! `tests/gadfly_failures` becomes a module beside it.

use std::path::{Path, PathBuf};

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

/// Names the folder instead, while tests are being proven.
const VARIABLE: &str = "GADFLY_FAILURES";

/// The module with the tests of a function, if there are any.
pub(super) fn module(function: &syn::Ident) -> TokenStream {
    // Cargo compiles again when the variable changes, and when the file included below does.
    let watch = quote! {
        #[cfg(test)]
        const _: ::core::option::Option<&str> = ::core::option_env!(#VARIABLE);
    };
    let Some(file) = file(function).filter(|file| file.is_file()) else { return watch };
    let Some(file) = file.to_str() else { return watch };
    let name = format_ident!("gadfly_failures_{function}");
    quote! {
        #watch

        #[cfg(test)]
        mod #name {
            use super::*;
            ::core::include!(#file);
        }
    }
}

fn file(function: &syn::Ident) -> Option<PathBuf> {
    let folder = match std::env::var_os(VARIABLE) {
        Some(folder) => PathBuf::from(folder),
        None => Path::new(&std::env::var_os("CARGO_MANIFEST_DIR")?).join("tests/gadfly_failures"),
    };
    Some(folder.join(format!("{function}.rs")))
}
