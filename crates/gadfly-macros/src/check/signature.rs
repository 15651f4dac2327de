//! The facts that a stored test relies on: how a property is called, and what counts as its failure.

use quote::{quote, ToTokens};
use syn::{FnArg, ItemFn};

use super::instances::text;
use super::options::{Choice, Options};

/// The signature of a property without any names of its own, in one line: `fn(u8, &str) -> bool, panics = "full"`.
pub(super) fn signature(options: &Options, function: &ItemFn) -> String {
    let signature = &function.sig;
    let (asyncness, generics) = (&signature.asyncness, &signature.generics.params);
    let generics = if generics.is_empty() { quote!() } else { quote!(<#generics>) };
    let inputs = signature.inputs.iter().map(|input| match input {
        FnArg::Receiver(receiver) => receiver.to_token_stream(),
        FnArg::Typed(typed) => typed.ty.to_token_stream(),
    });
    let (output, bounds) = (&signature.output, &signature.generics.where_clause);
    let mut line = text(&quote!(#asyncness fn #generics (#(#inputs),*) #output #bounds));
    for (name, choice) in &options.choices {
        let choice = match choice {
            Choice::Type(ty) => ty.to_token_stream(),
            Choice::Value(value) => value.to_token_stream(),
        };
        line.push_str(&format!(", {name} = {}", text(&choice)));
    }
    if let Some(panics) = &options.panics {
        line.push_str(&format!(", panics = {:?}", panics.value()));
    }
    if options.err {
        line.push_str(", err");
    }
    line.split_whitespace().collect::<Vec<_>>().join(" ").replacen("fn (", "fn(", 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(options: &str, function: &str, expected: &str) {
        let options: Options = syn::parse_str(options).expect("options");
        let function: ItemFn = syn::parse_str(function).expect("a function");
        let close = |text: &str| text.split_whitespace().collect::<String>();
        assert_eq!(close(&signature(&options, &function)), close(expected));
    }

    #[test]
    fn names_and_bodies_do_not_matter() {
        check("", "fn holds(x: u8) -> bool { true }", "fn(u8) -> bool");
        check("cases = 3", "pub fn other(y: u8) -> bool { y > 1 }", "fn(u8) -> bool");
    }

    #[test]
    fn signatures_cover_everything_calls_depend_on() {
        check("err", "async fn holds(x: &[u8]) -> R { f(x) }", "async fn(&[u8]) -> R, err");
        check("panics = \"a\\nb\"", "fn holds() {}", "fn(), panics = \"a\\nb\"");
        let generic = "fn holds<T: Ord>(x: T) where T: Copy {}";
        check("T = u8", generic, "fn<T: Ord>(T) where T: Copy, T = u8");
    }
}
