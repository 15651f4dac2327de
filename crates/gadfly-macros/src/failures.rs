//! Tests that the command has written for a function: the file of its name below
//! `tests/gadfly_failures` becomes a module beside it.
//!
//! Tests of a property are written for the signature that the file names. Once the property has
//! another, they would not compile: each becomes one that says so and passes. A file that a person
//! has changed is taken as it is.

use std::path::{Path, PathBuf};

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

/// Names the folder instead, while tests are being proven.
const VARIABLE: &str = "GADFLY_FAILURES";
/// What stands before the checksum of everything below it.
const CHECKSUM: &str = "// Checksum: ";
/// What stands before the signature that tests were written for.
const SIGNATURE: &str = "// Signature: ";

/// The module with the tests of a function, if there are any. `signature` is that of a property.
pub(crate) fn module(function: &syn::Ident, signature: Option<&str>) -> TokenStream {
    let watch = watch();
    let Some(path) = file(function).filter(|file| file.is_file()) else { return watch };
    let Some(file) = path.to_str() else { return watch };
    let name = format_ident!("gadfly_failures_{function}");
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

/// The signature that a file was written for, if it is another one and nobody has changed the file.
fn outdated<'f>(file: &'f str, signature: &str) -> Option<&'f str> {
    let (_, rest) = file.split_once(CHECKSUM)?;
    let (sum, rest) = rest.split_once('\n')?;
    let written_for = rest.lines().next()?.strip_prefix(SIGNATURE)?;
    let is_ours = u64::from_str_radix(sum, 16) == Ok(checksum(rest));
    // Compilers put spaces between words in different ways.
    let close = |text: &str| text.split_whitespace().collect::<String>();
    (is_ours && close(written_for) != close(signature)).then_some(written_for)
}

/// The same number as the command computes.
fn checksum(text: &str) -> u64 {
    let step = |sum: u64, byte: u8| (sum ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
    text.bytes().fold(0xcbf2_9ce4_8422_2325, step)
}

/// The names of the tests in a file.
fn names(file: &str) -> impl Iterator<Item = syn::Ident> + '_ {
    let tests = file.lines().skip_while(|line| *line != "#[test]");
    tests.filter_map(|line| syn::parse_str(line.strip_prefix("fn ")?.strip_suffix("() {")?).ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(signature: &str) -> String {
        let tests = format!("{SIGNATURE}{signature}\n\n/// No.\n#[test]\nfn holds_1() {{\n}}\n");
        format!("// Written.\n{CHECKSUM}{:016x}\n{tests}", checksum(&tests))
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
    fn what_a_person_changed_is_taken_as_it_is() {
        let changed = file("fn(u8) -> bool").replace("No.", "Yes.");
        assert_eq!(outdated(&changed, "fn(u16) -> bool"), None);
        assert_eq!(outdated("#[test]\nfn mine() {}\n", "fn(u16) -> bool"), None);
    }
}
