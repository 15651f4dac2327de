//! A parameter of the function under test, and the owned value that stands for it in the search.

use proc_macro2::TokenStream;
use quote::{quote, ToTokens};
use syn::{parse_quote, Attribute, FnArg, Ident, Pat, Type};

use crate::finitize::FieldDomain;

/// One parameter.
pub(super) struct Parameter {
    pub(super) name: Ident,
    /// Type of the owned value.
    pub(super) owned: Type,
    /// The way the function takes it.
    pub(super) passing: Passing,
    /// The `#[finitize(..)]` attributes.
    pub(super) attributes: Vec<Attribute>,
}

/// The ways in which a function takes a parameter.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Passing {
    Value,
    Shared,
    Unique,
}

impl Parameter {
    /// Takes our attributes off the parameter and looks at the rest.
    pub(super) fn take(argument: &mut FnArg) -> syn::Result<Self> {
        let FnArg::Typed(argument) = argument else {
            let message = "a method cannot be run exhaustively by itself; write a function that \
                           takes the receiver as its first parameter";
            return Err(syn::Error::new_spanned(argument, message));
        };
        let Pat::Ident(pattern) = &*argument.pat else {
            let message = "a parameter needs a name of its own";
            return Err(syn::Error::new_spanned(&argument.pat, message));
        };
        let name = pattern.ident.clone();
        let attributes: Vec<Attribute> = std::mem::take(&mut argument.attrs);
        let (ours, others) = attributes
            .into_iter()
            .partition(|attribute: &Attribute| attribute.path().is_ident("finitize"));
        argument.attrs = others;
        FieldDomain::of(&ours)?;
        let (owned, passing) = owned(&argument.ty);
        Ok(Self { name, owned, passing, attributes: ours })
    }

    /// The pattern of a variable that owns the value.
    pub(super) fn binding(&self) -> TokenStream {
        let name = &self.name;
        match self.passing {
            Passing::Unique => quote!(mut #name),
            _ => quote!(#name),
        }
    }

    /// The argument as people write it.
    pub(super) fn argument_text(&self) -> String {
        let sign = match self.passing {
            Passing::Value => "",
            Passing::Shared => "&",
            Passing::Unique => "&mut ",
        };
        format!("{sign}{}", self.name)
    }

    /// The argument for the call, given a variable of the parameter's name that owns the value.
    pub(super) fn argument(&self) -> TokenStream {
        let name = &self.name;
        match self.passing {
            Passing::Value => quote!(#name),
            Passing::Shared => quote!(&#name),
            Passing::Unique => quote!(&mut #name),
        }
    }
}

fn owned(ty: &Type) -> (Type, Passing) {
    let Type::Reference(reference) = ty else { return (ty.clone(), Passing::Value) };
    let passing = if reference.mutability.is_some() { Passing::Unique } else { Passing::Shared };
    let target = &reference.elem;
    let owned = match &**target {
        Type::Slice(slice) => {
            let element = &slice.elem;
            parse_quote!(::std::vec::Vec<#element>)
        }
        path if path.to_token_stream().to_string() == "str" => {
            parse_quote!(::std::string::String)
        }
        other => other.clone(),
    };
    (owned, passing)
}
