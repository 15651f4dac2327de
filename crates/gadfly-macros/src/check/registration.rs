//! The entry of a function, and how the linker comes to know it.
//!
//! An entry that speaks of `Self` can only be written inside of the impl, and what is registered has to be a static, which
//! cannot name `Self`. The two meet by a symbol that no other function has.

use std::sync::atomic::{AtomicU32, Ordering};

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

/// Distinguishes the entries of one crate; the compiler expands them in the same order every time.
static NUMBER: AtomicU32 = AtomicU32::new(0);

/// An entry that is neither tried nor has a say in how.
pub(super) fn plain(kind: &syn::Ident, name: &str, thunk: &TokenStream) -> TokenStream {
    quote! {
        ::gadfly::__private::check::Entry {
            kind: ::gadfly::__private::check::EntryRole::#kind,
            name: #name,
            label: "",
            types: "",
            signature: "",
            module: ::core::module_path!(),
            owner: || "",
            file: ::core::file!(),
            line: ::core::line!(),
            options: ::gadfly::__private::check::Options {
                cases: ::core::option::Option::None,
                panics: ::core::option::Option::None,
                err: false,
                returns: ::gadfly::__private::check::Returns::Unit,
                assumes: false,
                monitor: ::core::option::Option::None,
                receiver: false,
                is_async: false,
            },
            thunk: #thunk,
        }
    }
}

/// Registers an entry that does not speak of `Self`.
pub(super) fn direct(name: &syn::Ident, entry: &TokenStream) -> TokenStream {
    let constant = format_ident!("__GADFLY_{}_{}", upper(name), next());
    quote! {
        #[doc(hidden)]
        const #constant: () = {
            #[::gadfly::__private::check::linkme::distributed_slice(::gadfly::__private::check::ENTRIES)]
            #[linkme(crate = ::gadfly::__private::check::linkme)]
            static ENTRY: fn() -> &'static ::gadfly::__private::check::Entry = || {
                static ENTRY: ::gadfly::__private::check::Entry = #entry;
                &ENTRY
            };
        };
    }
}

/// Registers an entry of an impl.
pub(super) fn of_impl(name: &syn::Ident, entry: &TokenStream) -> TokenStream {
    let number = next();
    let krate = std::env::var("CARGO_CRATE_NAME").unwrap_or_default();
    let symbol = format!("__gadfly_{krate}_{name}_{number}");
    let constant = format_ident!("__GADFLY_{}_{number}", upper(name));
    let kept = format_ident!("__GADFLY_ENTRY_{}_{number}", upper(name));
    let function = format_ident!("__gadfly_entry_{name}_{number}");
    quote! {
        #[doc(hidden)]
        const #kept: ::gadfly::__private::check::Entry = #entry;

        #[doc(hidden)]
        #[unsafe(export_name = #symbol)]
        fn #function() -> &'static ::gadfly::__private::check::Entry {
            // Only a type that is known has one symbol: of a generic impl, the attribute must say which is meant.
            let _: [(); { let _ = ::core::mem::size_of::<Self>(); 0 }] = [];
            &Self::#kept
        }

        #[doc(hidden)]
        const #constant: () = {
            unsafe extern "Rust" {
                #[link_name = #symbol]
                safe fn entry() -> &'static ::gadfly::__private::check::Entry;
            }
            #[::gadfly::__private::check::linkme::distributed_slice(::gadfly::__private::check::ENTRIES)]
            #[linkme(crate = ::gadfly::__private::check::linkme)]
            static ENTRY: fn() -> &'static ::gadfly::__private::check::Entry = || entry();
        };
    }
}

fn next() -> u32 {
    NUMBER.fetch_add(1, Ordering::Relaxed)
}

fn upper(name: &syn::Ident) -> String {
    name.to_string().trim_start_matches("r#").to_uppercase()
}
