//! Procedural macros of gadfly. Users reach them through the `gadfly` crate, whose hidden
//! `__private` module the generated code calls; no generated code is unsafe.

mod exhaust;
mod finitize;

use proc_macro::TokenStream;

/// Makes the values of a type enumerable.
///
/// Fields take `#[finitize(..)]`:
/// a range or array of values; `values = LIST`; `len = RANGE` and `each = DOMAIN` for sequences;
/// `aliased` for boxes that may share their target; `slots` for a vector of pooled objects and
/// `index(Type)`, `index(Type, nil = VALUE)`, `index(Type, plain)` for numbers of its slots;
/// `skip` or `skip = VALUE` for fields that are not searched.
#[proc_macro_derive(Finitize, attributes(finitize))]
pub fn derive_finitize(input: TokenStream) -> TokenStream {
    finitize::derive(syn::parse_macro_input!(input)).into()
}

/// Runs a function on every valid input up to a bound, when started by `cargo gadfly exhaust`.
///
/// Options: `pool(Type = N, ..)`, `valid = FUNCTION` (of the first parameter) or
/// `valid(parameter = FUNCTION, ..)`, `requires = CONDITION`, `ensures = CONDITION` (with
/// `old(..)` and `result`), `panics` or `panics = CONDITION`, `set(Type.field = DOMAIN, ..)`,
/// `len(Type.field = RANGE, ..)`, `values(Type = DOMAIN, ..)`, `budget = READS`, `white_box`.
#[proc_macro_attribute]
pub fn exhaust(options: TokenStream, function: TokenStream) -> TokenStream {
    let options = syn::parse_macro_input!(options with exhaust::Options::parse);
    let function = syn::parse_macro_input!(function as syn::ItemFn);
    match exhaust::expand(&options, function) {
        Ok(tokens) => tokens.into(),
        Err(error) => error.into_compile_error().into(),
    }
}
