//! From the attributed function to the function and a test that hands it to the search.

use proc_macro2::TokenStream;
use quote::{format_ident, quote, ToTokens};
use syn::{Expr, ItemFn, Member, ReturnType, Type};

use super::condition_text::condition_text;
use super::options::{ExhaustAttribute, Panics};
use super::parameter::{ExhaustParameter, ParameterPassing};
use super::substitute;
use crate::failures;

/// Expands the attribute.
pub(crate) fn expand(options: &ExhaustAttribute, mut function: ItemFn) -> syn::Result<TokenStream> {
    if let Some(asyncness) = &function.sig.asyncness {
        return Err(syn::Error::new_spanned(asyncness, "an async function cannot be searched"));
    }
    if !function.sig.generics.params.is_empty() {
        let message = "a generic function cannot be searched; name the types";
        return Err(syn::Error::new_spanned(&function.sig.generics, message));
    }
    let mut parameters = Vec::new();
    for argument in &mut function.sig.inputs {
        parameters.push(ExhaustParameter::take(argument)?);
    }
    if parameters.is_empty() {
        let message = "nothing to search: the function takes no parameter";
        return Err(syn::Error::new_spanned(&function.sig, message));
    }
    let name = &function.sig.ident;
    let test = format_ident!("gadfly_exhaust_{name}");
    let run = format_ident!("gadfly_run_{name}");
    let checker = format_ident!("gadfly_check_{name}");
    let types: Vec<_> = parameters.iter().map(|parameter| &parameter.owned).collect();
    let bindings = parameters.iter().map(ExhaustParameter::binding);
    let check = check(options, &function, &parameters)?;
    let harness = harness(options, name, &parameters)?;
    let failures = failures::module(name, None);
    let attributes = std::mem::take(&mut function.attrs);
    Ok(quote! {
        #(#attributes)*
        #[cfg(test)]
        #function

        #[cfg(test)]
        #[doc(hidden)]
        fn #checker(#(#bindings: #types),*) -> ::gadfly::__private::Verdict {
            #check
        }

        #[cfg(test)]
        #[doc(hidden)]
        fn #run(replay: ::core::option::Option<&str>) {
            #[derive(::gadfly::Finitize)]
            #harness
            .main(replay);
        }

        #[cfg(test)]
        #[test]
        #[ignore = "run by `cargo gadfly exhaust`"]
        fn #test() {
            #run(::core::option::Option::None);
        }

        #failures
    })
}

fn harness(
    options: &ExhaustAttribute,
    function: &syn::Ident,
    parameters: &[ExhaustParameter],
) -> syn::Result<TokenStream> {
    let name = function.to_string();
    let checker = format_ident!("gadfly_check_{function}");
    let names: Vec<_> = parameters.iter().map(|parameter| &parameter.name).collect();
    let types: Vec<_> = parameters.iter().map(|parameter| &parameter.owned).collect();
    let attributes = parameters.iter().map(|parameter| &parameter.attributes);
    let labels = names.iter().map(ToString::to_string);
    let arguments: Vec<String> = parameters.iter().map(ExhaustParameter::argument_text).collect();
    let call = format!("{name}({})", arguments.join(", "));
    let bounds = bounds(options);
    let valid = valid(options, parameters)?;
    let white_box = options.white_box;
    let mutable = parameters.iter().map(|parameter| parameter.passing == ParameterPassing::Unique);
    Ok(quote! {
        #[finitize(name = #name)]
        struct Input {
            #(#(#attributes)* #names: #types,)*
        }
        ::gadfly::__private::Harness::<Input, _, _> {
            subject: ::gadfly::__private::Subject {
                file: ::core::file!(),
                line: ::core::line!(),
                parameters: &[#((#labels, #mutable)),*],
                call: #call,
                white_box: #white_box,
            },
            bounds: #bounds,
            valid: |input: &Input| -> bool { #valid },
            check: |input: Input| -> ::gadfly::__private::Verdict { #checker(#(input.#names),*) },
            input: ::core::marker::PhantomData,
            tried: ::core::sync::atomic::AtomicU64::new(0),
            checked: ::core::sync::atomic::AtomicU64::new(0),
        }
    })
}

fn bounds(options: &ExhaustAttribute) -> TokenStream {
    let pools = options.pools.iter().map(|(ty, count)| quote!(.pool::<#ty>(#count)));
    let values = options.values.iter().map(|(ty, domain)| quote!(.values::<#ty>(#domain)));
    let fields = options.fields.iter().map(|(ty, member, domain)| {
        let label = field_label(ty, member);
        quote!(.set_field(|owner: &#ty| &owner.#member, #label, #domain))
    });
    let lengths = options.lengths.iter().map(|(ty, member, lengths)| {
        let label = field_label(ty, member);
        quote!(.len(#label, ::gadfly::__private::lengths(#lengths)))
    });
    let budget = options.budget.iter().map(|budget| quote!(.budget(#budget)));
    quote!(::gadfly::Bounds::new() #(#pools)* #(#values)* #(#fields)* #(#lengths)* #(#budget)*)
}

/// As the derive names the field.
fn field_label(ty: &Type, member: &Member) -> String {
    let owner = match ty {
        Type::Path(path) => path.path.segments.last().map(|last| last.ident.to_string()),
        _ => None,
    };
    let owner = owner.unwrap_or_else(|| ty.to_token_stream().to_string());
    format!("{owner}.{}", member.to_token_stream())
}

/// The predicate of the search, over the candidate.
fn valid(options: &ExhaustAttribute, parameters: &[ExhaustParameter]) -> syn::Result<TokenStream> {
    let mut conditions = Vec::new();
    for (parameter, predicate) in &options.valid {
        let name = &find(parameters, parameter.as_ref())?.name;
        conditions.push(quote!((#predicate)(&input.#name)));
    }
    for condition in &options.requires {
        let condition = substitute::names(condition.to_token_stream(), &|ident| {
            let parameter = parameters.iter().find(|parameter| parameter.name == *ident)?;
            Some(match parameter.passing {
                ParameterPassing::Value => quote!((input.#ident)),
                _ => quote!((&input.#ident)),
            })
        });
        conditions.push(quote!((#condition)));
    }
    if conditions.is_empty() {
        return Ok(quote! { let _ = input; true });
    }
    Ok(quote!(#(#conditions)&&*))
}

fn find<'a>(
    parameters: &'a [ExhaustParameter],
    name: Option<&syn::Ident>,
) -> syn::Result<&'a ExhaustParameter> {
    let Some(name) = name else { return Ok(&parameters[0]) };
    parameters
        .iter()
        .find(|parameter| parameter.name == *name)
        .ok_or_else(|| syn::Error::new(name.span(), "the function has no such parameter"))
}

/// The call and what is demanded of it, over a real value.
fn check(
    options: &ExhaustAttribute,
    function: &ItemFn,
    parameters: &[ExhaustParameter],
) -> syn::Result<TokenStream> {
    let name = &function.sig.ident;
    let arguments = parameters.iter().map(ExhaustParameter::argument);
    let (expected, expected_text) = match &options.panics {
        None => (quote!(Some(false)), String::new()),
        Some(Panics::Maybe) => (quote!(None), String::new()),
        Some(Panics::If(condition)) => {
            let text = condition_text(condition);
            let condition = over_locals(condition, parameters);
            (quote!(Some(#condition)), text)
        }
    };
    let mut olds = Vec::new();
    let mut demands = Vec::new();
    if options.invariant {
        for (parameter, predicate) in &options.valid {
            let parameter = find(parameters, parameter.as_ref())?;
            if parameter.passing == ParameterPassing::Unique {
                let name = &parameter.name;
                let text = format!("{}({name})", predicate.to_token_stream()).replace(' ', "");
                demands.push(quote!((#text, (#predicate)(&#name))));
            }
        }
    }
    for condition in &options.ensures {
        let text = condition_text(condition);
        let condition = substitute::olds(over_locals(condition, parameters), &mut olds);
        demands.push(quote!((#text, { #condition })));
    }
    if let (true, Some(demand)) = (options.ensures.is_empty(), output(&function.sig.output)) {
        demands.push(demand);
    }
    let (old_names, old_values): (Vec<_>, Vec<_>) = olds.into_iter().unzip();
    Ok(quote! {
        #(let #old_names = { #old_values };)*
        let expected: ::core::option::Option<bool> = #expected;
        let result = ::gadfly::__private::attempt(|| #name(#(#arguments),*));
        let result = match ::gadfly::__private::Verdict::of_call(result, expected, #expected_text) {
            Ok(result) => result,
            Err(verdict) => return verdict,
        };
        let _ = &result;
        #(
            if let Some(verdict) = ::gadfly::__private::Verdict::of_demand(|| #demands) {
                return verdict;
            }
        )*
        ::gadfly::__private::Verdict::Passed
    })
}

/// Parameters in conditions over real values: references for those taken by reference.
fn over_locals(condition: &Expr, parameters: &[ExhaustParameter]) -> TokenStream {
    substitute::names(condition.to_token_stream(), &|ident| {
        let parameter = parameters.iter().find(|parameter| parameter.name == *ident)?;
        match parameter.passing {
            ParameterPassing::Value => None,
            _ => Some(quote!((&#ident))),
        }
    })
}

/// A function that returns a truth value or a result demands success by that.
fn output(output: &ReturnType) -> Option<TokenStream> {
    let ReturnType::Type(_, ty) = output else { return None };
    let Type::Path(path) = &**ty else { return None };
    match path.path.segments.last()?.ident.to_string().as_str() {
        "bool" => Some(quote!(("it returned false", result))),
        "Result" => Some(quote!(("it returned an error", result.is_ok()))),
        _ => None,
    }
}
