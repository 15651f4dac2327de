//! Tests that the command has written for a function: the file of its name below
//! `tests/gadfly_failures` becomes a module beside it.
//!
//! Tests of a property are written for the signature that the file names. Once the property has
//! another, they would not compile: each becomes one that says so and passes. A file that a person
//! has edited is taken as it is.

use std::path::PathBuf;

use gadfly_test_file::{module_name, same_signature, Blocks, Folder, TestFile};
use proc_macro2::TokenStream;
use quote::{format_ident, quote};

/// The module with the tests of a function, if there are any. `signature` is that of a property.
pub(crate) fn module(function: &syn::Ident, signature: Option<&str>) -> TokenStream {
    let watch = watch();
    let Some(path) = file(function).filter(|file| file.is_file()) else { return watch };
    let Some(file) = path.to_str() else { return watch };
    let name = format_ident!("{}", module_name(&function.to_string()));
    let text = std::fs::read_to_string(&path).unwrap_or_default();
    let outdated = signature.and_then(|signature| Some((outdated(&text, signature)?, signature)));
    let tests = match outdated {
        None => quote! {
            use super::*;
            ::core::include!(#file);
        },
        Some((written_for, signature)) => {
            let why = format!(
                "it is for {function} as {written_for}, which is {signature} now; `cargo gadfly check` writes it anew"
            );
            let tests = names(&text)
                .map(|name| quote!(#[test] fn #name() { ::gadfly::__private::check::stale(#why) }));
            quote! {
                // Has cargo compile again when the file changes.
                const _: &str = ::core::include_str!(#file);
                #(#tests)*
            }
        }
    };
    quote! {
        #watch

        #[cfg(test)]
        mod #name {
            #tests
        }
    }
}

/// Has cargo compile again when the variable changes; when a file that is included does, it does so by itself.
pub(crate) fn watch() -> TokenStream {
    let variable = Folder::Failures.variable();
    quote! {
        #[cfg(test)]
        const _: ::core::option::Option<&str> = ::core::option_env!(#variable);
    }
}

fn file(function: &syn::Ident) -> Option<PathBuf> {
    Some(Folder::Failures.in_use()?.join(format!("{function}.rs")))
}

/// The signature that a file was written for, if it is another one and no person has edited the file.
fn outdated<'f>(file: &'f str, signature: &str) -> Option<&'f str> {
    let file = TestFile::read(file).filter(|file| !file.is_edited)?;
    file.signature.filter(|written_for| !same_signature(written_for, signature))
}

/// The names of the tests in a file.
fn names(file: &str) -> impl Iterator<Item = syn::Ident> + '_ {
    let blocks = Blocks::read(file).blocks.into_iter();
    blocks
        .filter(gadfly_test_file::Block::is_test)
        .filter_map(|block| syn::parse_str(block.name).ok())
}

#[cfg(test)]
mod tests {
    use gadfly_test_file::Head;

    use super::*;

    fn file(signature: &str) -> String {
        Head::Check { signature }.file("\n/// No.\n#[test]\nfn holds_1() {\n}\n")
    }

    #[test]
    fn tests_are_for_the_signature_that_their_file_names() {
        let written = file("fn(u8) -> bool");
        assert_eq!(outdated(&written, "fn (u8)->bool"), None);
        assert_eq!(outdated(&written, "fn(u16) -> bool"), Some("fn(u8) -> bool"));
        let found: Vec<String> = names(&written).map(|name| name.to_string()).collect();
        assert_eq!(found, ["holds_1"]);
    }

    #[test]
    fn edited_files_are_taken_as_they_are() {
        let changed = file("fn(u8) -> bool").replace("No.", "Yes.");
        assert_eq!(outdated(&changed, "fn(u16) -> bool"), None);
        assert_eq!(outdated("#[test]\nfn mine() {}\n", "fn(u16) -> bool"), None);
    }
}
