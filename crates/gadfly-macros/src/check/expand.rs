//! From the attributed function to the function and its entry.

use proc_macro2::{TokenStream, TokenTree};
use quote::{format_ident, quote, ToTokens};
use syn::{FnArg, ItemFn, ReturnType, Signature};

use super::instances::{instances, mentions, replaced, Instance};
use super::options::CheckAttribute;
use super::parameter::PropertyParameter;
use super::registration;
use super::signature::signature as line_of;
use crate::failures;

/// The purpose of the function.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum FunctionRole {
    Property,
    Maker,
    Invariant,
}

/// Expands one of the attributes.
pub(crate) fn expand(
    role: FunctionRole,
    options: &CheckAttribute,
    function: &ItemFn,
) -> syn::Result<TokenStream> {
    let signature = &function.sig;
    if let Some(unsafety) = &signature.unsafety {
        return Err(syn::Error::new_spanned(unsafety, "an unsafe function cannot be checked"));
    }
    if let (Some(asyncness), true) = (&signature.asyncness, role != FunctionRole::Property) {
        let message = "only properties can be `async`";
        return Err(syn::Error::new_spanned(asyncness, message));
    }
    let has_receiver = signature.receiver().is_some();
    if role == FunctionRole::Invariant && !looks_at_self_alone(signature) {
        let message = "an invariant is a method that takes `&self` and nothing else";
        return Err(syn::Error::new_spanned(&signature.inputs, message));
    }
    let in_impl =
        has_receiver || options.owner.is_some() || mentions(&signature.to_token_stream(), "Self");
    let name = &signature.ident;
    let (instances, signature) = instances(options, signature)?;
    let mut registered = TokenStream::new();
    for instance in &instances {
        let entry = entry(role, options, function, &signature, instance, in_impl)?;
        registered.extend(match (&options.owner, in_impl) {
            (None, true) => registration::of_impl(name, &entry),
            _ => registration::direct(name, &entry),
        });
    }
    if options.owner.is_some() {
        // Inside of the function, because the impl of a trait takes nothing but what the trait says.
        let mut function = function.clone();
        function.block.stmts.insert(0, syn::parse_quote!(const _: () = { #registered };));
        return Ok(function.to_token_stream());
    }
    let has_tests = role == FunctionRole::Property && !in_impl;
    let tests = has_tests.then(|| failures::module(name, Some(&line_of(options, function))));
    Ok(quote! {
        #function
        #registered
        #tests
    })
}

/// Returns whether a function takes `&self` and nothing else: what holds at any time is looked at, not changed or used up.
fn looks_at_self_alone(signature: &Signature) -> bool {
    let is_shared = |ty: &syn::Type| matches!(ty, syn::Type::Reference(reference) if reference.mutability.is_none());
    signature.inputs.len() == 1 && signature.receiver().is_some_and(|it| is_shared(&it.ty))
}

/// The entry as an expression.
fn entry(
    role: FunctionRole,
    options: &CheckAttribute,
    function: &ItemFn,
    signature: &Signature,
    instance: &Instance,
    in_impl: bool,
) -> syn::Result<TokenStream> {
    let mut markers = Vec::new();
    let mut bound = Vec::new();
    let mut passed = Vec::new();
    let mut monitor = None;
    for (index, argument) in signature.inputs.iter().enumerate() {
        match PropertyParameter::of(argument) {
            PropertyParameter::Made { marker } => {
                let name = format_ident!("x{index}");
                markers.push(instance.applied(marker));
                bound.push(name.clone());
                passed.push(quote!(#name));
            }
            PropertyParameter::Monitor if role == FunctionRole::Property && monitor.is_none() => {
                monitor = Some(index);
                passed.push(quote!(monitor));
            }
            PropertyParameter::Monitor => {
                let message = "there is one monitor, and only for properties";
                return Err(syn::Error::new_spanned(argument, message));
            }
        }
    }
    if markers.len() > 8 {
        let message = "a property takes at most eight arguments";
        return Err(syn::Error::new_spanned(&signature.inputs, message));
    }
    let name = &signature.ident;
    let owner = options.owner.as_ref().map_or_else(|| quote!(Self), ToTokens::to_token_stream);
    let mut path = if in_impl { quote!(<#owner>::#name) } else { quote!(#name) };
    if !instance.arguments.is_empty() {
        let arguments = &instance.arguments;
        path.extend(quote!(::#arguments));
    }
    let mut call = quote!(#path(#(#passed),*));
    if signature.asyncness.is_some() {
        call = quote!(::gadfly::__private::check::block_on(#call));
    }
    // What never returns is of any type: it has to be said which.
    let is_never = matches!(&signature.output, ReturnType::Type(_, ty) if is_never(ty));
    let of = is_never.then(|| quote!(::<()>));
    let output = is_never.then(|| quote!(-> ()));
    let call = match (&options.panics, options.err) {
        (Some(text), _) => quote!(::gadfly::__private::check::expect_panic #of (#text, || #call)),
        (None, true) => quote!(::gadfly::__private::check::expect_err(#call)),
        (None, false) if is_never || role != FunctionRole::Property => call,
        (None, false) => quote!(::gadfly::__private::check::judged!(#call)),
    };
    let output = output.filter(|_| options.panics.is_none());
    let arguments = quote!((#(#markers,)*));
    let pattern = quote!((#(#bound,)*));
    let (kind, thunk) = match role {
        FunctionRole::Property => (
            quote!(Property),
            quote!(property::<#arguments, _, _>(
                |#pattern, monitor: &mut ::gadfly::Monitor| #output { let _ = &monitor; #call }
            )),
        ),
        FunctionRole::Maker => (quote!(Maker), quote!(make::<#arguments, _, _>(|#pattern| #call))),
        FunctionRole::Invariant => {
            (quote!(Invariant), quote!(invariant::<#arguments, _, _>(|#pattern| #call)))
        }
    };
    let entry = quote! {
        ::gadfly::__private::check::Entry {
            kind: ::gadfly::__private::check::EntryRole::#kind,
            thunk: ::gadfly::__private::check::#thunk,
        }
    };
    let facts = facts(options, function, instance, monitor, in_impl.then_some(&owner));
    let entry = with_fields(entry, facts);
    Ok(match &options.owner {
        Some(owner) => replaced(entry, "Self", &owner.to_token_stream()),
        None => entry,
    })
}

/// The facts of an entry beside the way to call it.
fn facts(
    options: &CheckAttribute,
    function: &ItemFn,
    instance: &Instance,
    monitor: Option<usize>,
    owner: Option<&TokenStream>,
) -> TokenStream {
    let name = function.sig.ident.to_string();
    let owner = match owner {
        Some(owner) => quote!(::core::any::type_name::<#owner>),
        None => quote!(|| ""),
    };
    let option = |value: Option<TokenStream>| match value {
        Some(value) => quote!(::core::option::Option::Some(#value)),
        None => quote!(::core::option::Option::None),
    };
    let cases = option(options.cases.as_ref().map(ToTokens::to_token_stream));
    let panics = option(options.panics.as_ref().map(ToTokens::to_token_stream));
    let monitor = option(monitor.map(|index| {
        let index = u8::try_from(index).unwrap_or(u8::MAX);
        quote!(#index)
    }));
    let err = options.err;
    let is_unit = match &function.sig.output {
        ReturnType::Default => true,
        ReturnType::Type(_, ty) => {
            let is_empty = matches!(&**ty, syn::Type::Tuple(tuple) if tuple.elems.is_empty());
            is_empty || is_never(ty)
        }
    };
    let returns = if is_unit { quote!(Unit) } else { quote!(Value) };
    let assumes = mentions(&function.block.to_token_stream(), "assume");
    let is_async = function.sig.asyncness.is_some();
    let Instance { label, written, .. } = instance;
    let line = line_of(options, function);
    let receiver = matches!(function.sig.inputs.first(), Some(FnArg::Receiver(_)));
    quote! {
        name: #name,
        label: #label,
        types: #written,
        signature: #line,
        module: ::core::module_path!(),
        owner: #owner,
        file: ::core::file!(),
        line: ::core::line!(),
        options: ::gadfly::__private::check::Options {
            cases: #cases,
            panics: #panics,
            err: #err,
            returns: ::gadfly::__private::check::Returns::#returns,
            assumes: #assumes,
            monitor: #monitor,
            receiver: #receiver,
            is_async: #is_async,
        },
    }
}

fn is_never(ty: &syn::Type) -> bool {
    matches!(ty, syn::Type::Never(_))
}

/// A struct literal with more fields in front.
fn with_fields(literal: TokenStream, fields: TokenStream) -> TokenStream {
    let literal = literal.into_iter().map(|token| match token {
        TokenTree::Group(group) if group.delimiter() == proc_macro2::Delimiter::Brace => {
            let inner = group.stream();
            TokenTree::Group(proc_macro2::Group::new(group.delimiter(), quote!(#fields #inner)))
        }
        other => other,
    });
    literal.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn invariants_look_at_values_and_do_not_change_them() {
        let refused = |signature: &str| {
            let function: ItemFn =
                syn::parse_str(&format!("{signature} -> bool {{ true }}")).expect("a function");
            expand(FunctionRole::Invariant, &CheckAttribute::default(), &function)
                .err()
                .map(|it| it.to_string())
        };
        assert_eq!(refused("fn holds(&self)"), None);
        assert_eq!(refused("fn holds(self: &Self)"), None);
        let message = "an invariant is a method that takes `&self` and nothing else";
        for signature in [
            "fn holds(&mut self)",
            "fn holds(self)",
            "fn holds(self: &mut Self)",
            "fn holds(x: &u8)",
            "fn holds(&self, x: u8)",
        ] {
            assert_eq!(refused(signature).as_deref(), Some(message), "{signature}");
        }
    }
}
