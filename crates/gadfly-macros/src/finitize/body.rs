//! The bodies of the derived methods: one line per field.

use proc_macro2::{Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{DataEnum, Fields, Ident, Index, Member, Type};

use super::FieldDomain;

/// The four methods.
pub(super) struct TypeBody {
    pub(super) plant: TokenStream,
    pub(super) sample: TokenStream,
    pub(super) rebuild: TokenStream,
    pub(super) describe: TokenStream,
}

/// A field, ready to be written out.
struct FieldPart {
    member: Member,
    label: String,
    ty: Type,
    domain: TokenStream,
    span: Span,
    /// A variable for it in patterns.
    variable: Ident,
}

fn parts(fields: &Fields) -> syn::Result<Vec<FieldPart>> {
    let mut parts = Vec::new();
    for (position, field) in fields.iter().enumerate() {
        let member = match &field.ident {
            Some(ident) => Member::Named(ident.clone()),
            None => Member::Unnamed(Index::from(position)),
        };
        let label = match &member {
            Member::Named(ident) => ident.to_string().trim_start_matches("r#").to_owned(),
            Member::Unnamed(index) => index.index.to_string(),
        };
        parts.push(FieldPart {
            member,
            label,
            ty: field.ty.clone(),
            domain: FieldDomain::of(&field.attrs)?.expression(&field.ty),
            span: field.ty.span(),
            variable: format_ident!("field_{position}"),
        });
    }
    Ok(parts)
}

/// For a struct.
pub(super) fn of_struct(name: &str, fields: &Fields) -> syn::Result<TypeBody> {
    let parts = parts(fields)?;
    let plant = parts.iter().map(|FieldPart { member, label, ty, domain, span, .. }| {
        quote_spanned! {*span=>
            plan.field::<#ty, _>(
                #name,
                #label,
                place.field::<#ty>(::core::mem::offset_of!(Self, #member)),
                &#domain,
            );
        }
    });
    let plant = quote!(#(#plant)*);
    let samples = samples(name, &parts);
    let rebuild = parts.iter().map(|FieldPart { member, label, domain, span, .. }| {
        quote_spanned! {*span=>
            #member: rebuild.field(#name, #label, &self.#member, &#domain)
        }
    });
    let rebuild = quote!(Self { #(#rebuild),* });
    let values = parts.iter().map(|FieldPart { member, .. }| quote!(&self.#member)).collect();
    let describe = shape(name, name, fields, &parts, values);
    Ok(TypeBody { plant, sample: quote!(Self { #(#samples),* }), rebuild, describe })
}

/// For an enum.
pub(super) fn of_enum(name: &str, data: &DataEnum) -> syn::Result<TypeBody> {
    let mut plants = Vec::new();
    let mut rebuilds = Vec::new();
    let mut describes = Vec::new();
    let mut sample = None;
    for variant in &data.variants {
        let ident = &variant.ident;
        let path = format!("{name}::{ident}");
        let parts = parts(&variant.fields)?;
        let samples = samples(&path, &parts);
        let members: Vec<&Member> = parts.iter().map(|part| &part.member).collect();
        let variables: Vec<&Ident> = parts.iter().map(|part| &part.variable).collect();
        let fields = parts.iter().map(|FieldPart { label, ty, domain, span, variable, .. }| {
            quote_spanned! {*span=>
                plan.field::<#ty, _>(#path, #label, place.inside(#variable), &#domain);
            }
        });
        let silence = quote!(allow);
        plants.push(quote! {
            let sample = Self::#ident { #(#samples),* };
            plan.variant(&mut variants, place, sample, |plan| {
                let _ = &plan;
                match place.get() {
                    Self::#ident { #(#members: #variables),* } => { #(#fields)* }
                    // Unreachable where there is but one variant.
                    #[#silence(unreachable_patterns)]
                    _ => {}
                }
            });
        });
        // A variant without fields makes the best sample; else the last one seen.
        if sample.is_none() || parts.is_empty() {
            let samples = self::samples(&path, &parts);
            sample = Some(quote!(Self::#ident { #(#samples),* }));
        }
        let fields = parts.iter().map(|FieldPart { member, label, domain, span, variable, .. }| {
            quote_spanned!(*span=> #member: rebuild.field(#path, #label, #variable, &#domain))
        });
        rebuilds.push(quote! {
            Self::#ident { #(#members: #variables),* } => Self::#ident { #(#fields),* }
        });
        let values = variables.iter().map(|variable| quote!(#variable)).collect();
        let shape = shape(&path, &path, &variant.fields, &parts, values);
        describes.push(quote!(Self::#ident { #(#members: #variables),* } => #shape));
    }
    let Some(sample) = sample else {
        let message = "an enum without variants has no values to search";
        return Err(syn::Error::new(Span::call_site(), message));
    };
    Ok(TypeBody {
        plant: quote! {
            let mut variants = plan.variants(place);
            #(#plants)*
            plan.finish_variants(variants, place);
        },
        sample,
        rebuild: quote!(match self { #(#rebuilds),* }),
        describe: quote!(match self { #(#describes),* }),
    })
}

fn samples(owner: &str, parts: &[FieldPart]) -> Vec<TokenStream> {
    let sample = |FieldPart { member, label, ty, domain, span, .. }: &FieldPart| quote_spanned!(*span=> #member: plan.sample::<#ty, _>(#owner, #label, &#domain));
    parts.iter().map(sample).collect()
}

fn shape(
    owner: &str,
    shown: &str,
    fields: &Fields,
    parts: &[FieldPart],
    values: Vec<TokenStream>,
) -> TokenStream {
    let described = parts.iter().zip(values).map(|(part, value)| {
        let FieldPart { label, domain, span, .. } = part;
        quote_spanned!(*span=> describe.field(#owner, #label, #value, &#domain))
    });
    match fields {
        Fields::Named(_) => quote! {
            ::gadfly::__private::Shape::Struct {
                name: #shown.to_owned(),
                fields: ::std::vec![#(#described),*],
            }
        },
        _ => quote! {
            ::gadfly::__private::Shape::Tuple {
                name: #shown.to_owned(),
                items: ::std::vec![#(#described.1),*],
            }
        },
    }
}
