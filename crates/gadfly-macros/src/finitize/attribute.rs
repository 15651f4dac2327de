//! `#[finitize(..)]` on a field: from its text to an expression for a domain.

use proc_macro2::TokenStream;
use quote::{quote, ToTokens};
use syn::parse::{Parse, ParseStream};
use syn::{Expr, Ident, Token, Type};

/// The domain that an attribute gives a field.
pub(crate) enum FieldDomain {
    /// Nothing: the type decides.
    Auto,
    /// An expression that is a domain.
    Expr(Expr),
    /// `values = LIST`
    Values(Expr),
    /// `len = .., each = ..`
    Sequence { len: Option<Expr>, each: Box<FieldDomain> },
    /// `each = ..`
    Each(Box<FieldDomain>),
    /// `aliased`
    Aliased,
    /// `slots`
    Slots,
    /// `index(Type, nil = .., interchangeable)`
    Index { ty: Box<Type>, nil: Option<Box<Expr>>, interchangeable: bool },
    /// `skip`, `skip = ..`
    Skip(Option<Expr>),
}

impl FieldDomain {
    /// The domain given by the attributes of a field or parameter.
    pub(crate) fn of(attributes: &[syn::Attribute]) -> syn::Result<Self> {
        let mut domain = Self::Auto;
        for attribute in attributes.iter().filter(|attribute| is_ours(attribute)) {
            if !matches!(domain, Self::Auto) {
                let message = "a field has at most one #[finitize(..)]";
                return Err(syn::Error::new_spanned(attribute, message));
            }
            domain = attribute.parse_args()?;
        }
        Ok(domain)
    }

    /// The domain as an expression; `ty` is the type of the field.
    pub(crate) fn expression(&self, ty: &Type) -> TokenStream {
        let domain = self.bare(ty);
        match self {
            // The domain of a `Field` is that of its content.
            Self::Auto | Self::Skip(_) => domain,
            _ if is_field(ty) => quote!(::gadfly::__private::InField(#domain)),
            _ => domain,
        }
    }

    fn bare(&self, ty: &Type) -> TokenStream {
        match self {
            Self::Auto => quote!(::gadfly::__private::Auto),
            Self::Expr(expr) => quote!((#expr)),
            Self::Values(list) => quote!(::gadfly::__private::Values::new(#list)),
            Self::Sequence { len, each } => {
                let len = match len {
                    Some(len) => quote!(Some(::gadfly::__private::lengths(#len))),
                    None => quote!(None),
                };
                if matches!(**each, Self::Auto) {
                    return quote!(::gadfly::__private::Many { len: #len });
                }
                let each = each.bare(ty);
                quote!(::gadfly::__private::Sequence { len: #len, each: #each })
            }
            Self::Each(each) => {
                let each = each.bare(ty);
                quote!(::gadfly::__private::Each(#each))
            }
            Self::Aliased => quote!(::gadfly::__private::Aliased),
            Self::Slots => quote!(::gadfly::__private::Slots),
            Self::Index { ty, nil, interchangeable } => {
                let nil = nil.as_ref().map(|nil| quote!(.nil(#nil)));
                let interchangeable = interchangeable.then(|| quote!(.interchangeable()));
                quote!(::gadfly::__private::Index::<#ty, _>::new() #nil #interchangeable)
            }
            Self::Skip(value) => {
                let value = match value {
                    Some(value) => value.to_token_stream(),
                    None => quote!(::core::default::Default::default()),
                };
                let source = value.to_string();
                quote!(::gadfly::__private::Skip::new(|| -> #ty { #value }, #source))
            }
        }
    }
}

/// Returns whether an attribute belongs to us.
pub(crate) fn is_ours(attribute: &syn::Attribute) -> bool {
    attribute.path().is_ident("finitize")
}

fn is_field(ty: &Type) -> bool {
    match ty {
        Type::Path(path) => path.path.segments.last().is_some_and(|last| last.ident == "Field"),
        _ => false,
    }
}

impl Parse for FieldDomain {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let mut len = None;
        let mut each = None;
        loop {
            if let Some(domain) = keyword(input)? {
                return Ok(domain);
            }
            if named(input, "len") {
                take_name(input)?;
                len = Some(input.parse()?);
            } else if named(input, "each") {
                take_name(input)?;
                each = Some(Box::new(one(input)?));
            } else if len.is_none() && each.is_none() {
                return Ok(Self::Expr(input.parse()?));
            } else {
                return Err(input.error("expected `len = ..` or `each = ..`"));
            }
            if input.is_empty() {
                break;
            }
            input.parse::<Token![,]>()?;
            if input.is_empty() {
                break;
            }
        }
        Ok(match (len, each) {
            (None, Some(each)) => Self::Each(each),
            (len, each) => Self::Sequence { len, each: each.unwrap_or(Box::new(Self::Auto)) },
        })
    }
}

/// A domain in the position of `each`.
fn one(input: ParseStream<'_>) -> syn::Result<FieldDomain> {
    match keyword(input)? {
        Some(domain) => Ok(domain),
        None => Ok(FieldDomain::Expr(input.parse()?)),
    }
}

/// The domains that start with a word of their own.
fn keyword(input: ParseStream<'_>) -> syn::Result<Option<FieldDomain>> {
    let fork = input.fork();
    let Ok(word) = fork.parse::<Ident>() else { return Ok(None) };
    let ends = fork.is_empty() || fork.peek(Token![,]);
    let domain = match word.to_string().as_str() {
        "aliased" if ends => FieldDomain::Aliased,
        "slots" if ends => FieldDomain::Slots,
        "skip" if ends => FieldDomain::Skip(None),
        "skip" if fork.peek(Token![=]) => {
            take_name(input)?;
            return Ok(Some(FieldDomain::Skip(Some(input.parse()?))));
        }
        "values" if fork.peek(Token![=]) => {
            take_name(input)?;
            return Ok(Some(FieldDomain::Values(input.parse()?)));
        }
        "index" if fork.peek(syn::token::Paren) => {
            input.parse::<Ident>()?;
            return index(input).map(Some);
        }
        _ => return Ok(None),
    };
    input.parse::<Ident>()?;
    Ok(Some(domain))
}

fn index(input: ParseStream<'_>) -> syn::Result<FieldDomain> {
    let content;
    syn::parenthesized!(content in input);
    let ty = content.parse()?;
    let (mut nil, mut interchangeable) = (None, false);
    while !content.is_empty() {
        content.parse::<Token![,]>()?;
        let word: Ident = content.parse()?;
        match word.to_string().as_str() {
            "nil" => {
                content.parse::<Token![=]>()?;
                nil = Some(content.parse()?);
            }
            "interchangeable" => interchangeable = true,
            _ => {
                let message = "expected `nil = ..` or `interchangeable`";
                return Err(syn::Error::new(word.span(), message));
            }
        }
    }
    Ok(FieldDomain::Index { ty, nil, interchangeable })
}

fn named(input: ParseStream<'_>, name: &str) -> bool {
    let fork = input.fork();
    fork.parse::<Ident>().is_ok_and(|ident| ident == name)
        && fork.peek(Token![=])
        && !fork.peek(Token![==])
}

fn take_name(input: ParseStream<'_>) -> syn::Result<()> {
    input.parse::<Ident>()?;
    input.parse::<Token![=]>()?;
    Ok(())
}
