//! Tests of methods: no attribute on a method can put tests beside it, so they are taken into the crate where it says so.

use std::path::Path;

use gadfly_test_file::{module_name, Folder, Origin};
use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use super::registration;
use crate::failures;

/// Modules with every test that calls its property by name.
pub(crate) fn hook() -> TokenStream {
    let watch = failures::watch();
    let modules = Folder::Failures.in_use().map(|folder| modules(&folder)).unwrap_or_default();
    let thunk = quote!(::gadfly::__private::check::make::<(), _, _>(|()| ()));
    let entry = registration::plain(&format_ident!("Hook"), "regressions", &thunk);
    let name = format_ident!("regressions");
    let registered = registration::direct(&name, &entry);
    quote! {
        #[cfg(test)]
        #registered
        #watch
        #modules
    }
}

fn modules(folder: &Path) -> TokenStream {
    let Ok(files) = std::fs::read_dir(folder) else { return TokenStream::new() };
    let mut paths: Vec<_> = files.flatten().map(|file| file.path()).collect();
    paths.sort();
    let by_name = |path: &&std::path::PathBuf| {
        let is_source = path.extension().is_some_and(|extension| extension == "rs");
        is_source
            && std::fs::read_to_string(path)
                .is_ok_and(|text| text.lines().next().is_some_and(Origin::calls_by_name))
    };
    let modules = paths.iter().filter(by_name).filter_map(|path| {
        let stem = path.file_stem()?.to_str()?;
        let name = format_ident!("{}", module_name(stem));
        let path = path.to_str()?;
        Some(quote! {
            #[cfg(test)]
            mod #name {
                ::core::include!(#path);
            }
        })
    });
    quote!(#(#modules)*)
}
