//! The `impl` that the derive writes.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{parse_quote, Data, DeriveInput, GenericParam};

use super::attribute::is_ours;
use super::body::{self, TypeBody};

/// Expands the derive, or reports what is wrong with the type.
pub(crate) fn derive(input: DeriveInput) -> TokenStream {
    expand(input).unwrap_or_else(syn::Error::into_compile_error)
}

fn expand(mut input: DeriveInput) -> syn::Result<TokenStream> {
    for parameter in &mut input.generics.params {
        match parameter {
            GenericParam::Type(parameter) => {
                parameter.bounds.push(parse_quote!(::gadfly::__private::Finitize));
            }
            GenericParam::Lifetime(lifetime) => {
                let message = "a type that borrows cannot be searched: its values own nothing; \
                               search an owning type instead";
                return Err(syn::Error::new_spanned(lifetime, message));
            }
            GenericParam::Const(_) => {}
        }
    }
    let name = shown_name(&input)?;
    let TypeBody { plant, sample, rebuild, describe } = match &input.data {
        Data::Struct(data) => body::of_struct(&name, &data.fields)?,
        Data::Enum(data) => body::of_enum(&name, data)?,
        Data::Union(data) => {
            let message = "a union cannot be searched: which field is meant is not known; give \
                           the field that holds it values: #[finitize(values = [..])]";
            return Err(syn::Error::new_spanned(data.union_token, message));
        }
    };
    let ident = &input.ident;
    let (generics, arguments, wheres) = input.generics.split_for_impl();
    Ok(quote! {
        #[automatically_derived]
        impl #generics ::gadfly::__private::Finitize for #ident #arguments #wheres {
            fn plant(
                place: ::gadfly::__private::Place<Self>,
                plan: &mut ::gadfly::__private::Plan,
            ) {
                plan.structure::<Self>(#name, |plan| { #plant });
                let _ = place;
            }

            fn sample(plan: &mut ::gadfly::__private::Plan) -> Self {
                let _ = &plan;
                #sample
            }

            fn rebuild(&self, rebuild: &mut ::gadfly::__private::Rebuild<'_>) -> Self {
                let _ = &rebuild;
                #rebuild
            }

            fn describe(
                &self,
                describe: &mut ::gadfly::__private::Describe<'_>,
            ) -> ::gadfly::__private::Shape {
                let _ = &describe;
                #describe
            }
        }
    })
}

/// The name in messages: that of the type, unless generated code gives another one.
fn shown_name(input: &DeriveInput) -> syn::Result<String> {
    let mut name = input.ident.to_string();
    for attribute in input.attrs.iter().filter(|attribute| is_ours(attribute)) {
        attribute.parse_nested_meta(|meta| {
            if !meta.path.is_ident("name") {
                return Err(meta.error("a type takes no #[finitize(..)]; put it on a field"));
            }
            name = meta.value()?.parse::<syn::LitStr>()?.value();
            Ok(())
        })?;
    }
    Ok(name)
}
