//! Tests that the command has written for a function: the file of its name below
//! `tests/gadfly_failures` becomes a module beside it.

use std::path::{Path, PathBuf};

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

/// Names the folder instead, while tests are being proven.
const VARIABLE: &str = "GADFLY_FAILURES";

/// The module with the tests of a function, if there are any.
pub(crate) fn module(function: &syn::Ident) -> TokenStream {
    let watch = watch();
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

/// Has cargo compile again when the variable changes; when a file that is included does, it does so by itself.
pub(crate) fn watch() -> TokenStream {
    quote! {
        #[cfg(test)]
        const _: ::core::option::Option<&str> = ::core::option_env!(#VARIABLE);
    }
}

/// Where the tests are.
pub(crate) fn folder() -> Option<PathBuf> {
    Some(match std::env::var_os(VARIABLE) {
        Some(folder) => PathBuf::from(folder),
        None => Path::new(&std::env::var_os("CARGO_MANIFEST_DIR")?).join("tests/gadfly_failures"),
    })
}

fn file(function: &syn::Ident) -> Option<PathBuf> {
    Some(folder()?.join(format!("{function}.rs")))
}
