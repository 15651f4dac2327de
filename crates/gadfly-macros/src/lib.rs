//! Procedural macros of gadfly. Users reach them through the `gadfly` crate, whose hidden
//! `__private` module the generated code calls; generated code holds no unsafe block.

mod check;
mod exhaust;
mod failures;
mod finitize;

use proc_macro::TokenStream;

/// Makes the values of a type enumerable.
///
/// Fields take `#[finitize(..)]`:
/// a range or array of values; `values = LIST`; `len = RANGE` and `each = DOMAIN` for sequences;
/// `aliased` for boxes that may share their target; `slots` for a vector of pooled objects and
/// `index(Type)`, `index(Type, nil = VALUE)`, `index(Type, interchangeable)` for numbers of its slots;
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
    let options = syn::parse_macro_input!(options with exhaust::ExhaustAttribute::parse);
    let function = syn::parse_macro_input!(function as syn::ItemFn);
    match exhaust::expand(&options, function) {
        Ok(tokens) => tokens.into(),
        Err(error) => error.into_compile_error().into(),
    }
}

/// A property: should hold for every input that the crate's public functions can make.
///
/// Goes on a function or a method of any visibility, under `#[cfg(test)]` or in a file of `tests/`. It fails by panicking, or
/// by returning `false` or an `Err`. Inputs are made by `cargo gadfly check`.
///
/// Options: `cases = N`, `panics = "TEXT"` (must panic so), `err` (must return an `Err`), `T = TYPE` for generic parameters
/// (once for each type to try; some that satisfy the bounds if nothing is said), and `Self = TYPE` for methods of generic types
/// and of traits.
#[proc_macro_attribute]
pub fn check(options: TokenStream, function: TokenStream) -> TokenStream {
    checked(check::FunctionRole::Property, options, function)
}

/// A function that makes values for properties, where the crate's public functions cannot.
#[proc_macro_attribute]
pub fn make(options: TokenStream, function: TokenStream) -> TokenStream {
    checked(check::FunctionRole::Maker, options, function)
}

/// A method of `&self` that holds for every value at any time: returns `false`, or panics, where it does not.
///
/// Checked after every call that touched a value of the type.
#[proc_macro_attribute]
pub fn invariant(options: TokenStream, function: TokenStream) -> TokenStream {
    checked(check::FunctionRole::Invariant, options, function)
}

/// Takes the tests that `cargo gadfly check` wrote for methods into the crate, so that `cargo test` runs them.
///
/// Once per crate, wherever modules may stand: `#[cfg(test)] gadfly::regressions!();`.
#[proc_macro]
pub fn regressions(_: TokenStream) -> TokenStream {
    check::hook().into()
}

/// Asks for values of a type, which `cargo gadfly check` stores in `tests/gadfly_values/`, and brings in those that are there.
///
/// Once per type, where it is in scope: `#[cfg(test)] gadfly::values!(Stack<String>);`. The type has to have `Debug`.
#[proc_macro]
pub fn values(ty: TokenStream) -> TokenStream {
    check::values(&syn::parse_macro_input!(ty as syn::Type)).into()
}

fn checked(role: check::FunctionRole, options: TokenStream, function: TokenStream) -> TokenStream {
    let options = syn::parse_macro_input!(options as check::CheckAttribute);
    let function = syn::parse_macro_input!(function as syn::ItemFn);
    match check::expand(role, &options, &function) {
        Ok(tokens) => tokens.into(),
        Err(error) => error.into_compile_error().into(),
    }
}
