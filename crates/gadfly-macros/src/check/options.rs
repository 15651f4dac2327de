//! The options of the attribute: `cases = N`, `panics = "…"`, `err`, and types for generic parameters.

use syn::parse::{Parse, ParseStream};
use syn::{Expr, Ident, LitInt, LitStr, Token, Type};

/// The options of an attribute.
#[derive(Default)]
pub(crate) struct Options {
    pub(crate) cases: Option<LitInt>,
    pub(crate) panics: Option<LitStr>,
    pub(crate) err: bool,
    /// `Self = Stack<i32>`.
    pub(crate) owner: Option<Type>,
    /// `T = i32`, `N = 3`.
    pub(crate) choices: Vec<(Ident, Choice)>,
}

/// The choice for a generic parameter.
pub(crate) enum Choice {
    Type(Box<Type>),
    Value(Box<Expr>),
}

impl Parse for Options {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let mut options = Options::default();
        while !input.is_empty() {
            options.one(input)?;
            if input.is_empty() {
                break;
            }
            input.parse::<Token![,]>()?;
        }
        if options.panics.is_some() && options.err {
            let message = "a property is expected to panic or to return an error, not both";
            return Err(syn::Error::new(input.span(), message));
        }
        Ok(options)
    }
}

impl Options {
    fn one(&mut self, input: ParseStream<'_>) -> syn::Result<()> {
        if input.peek(Token![Self]) {
            input.parse::<Token![Self]>()?;
            input.parse::<Token![=]>()?;
            self.owner = Some(input.parse()?);
            return Ok(());
        }
        let name: Ident = input.parse()?;
        match name.to_string().as_str() {
            "err" => self.err = true,
            "cases" => {
                input.parse::<Token![=]>()?;
                let cases: LitInt = input.parse()?;
                if cases.base10_parse::<u32>()? == 0 {
                    return Err(syn::Error::new(cases.span(), "at least one case is needed"));
                }
                self.cases = Some(cases);
            }
            "panics" if input.peek(Token![=]) => {
                input.parse::<Token![=]>()?;
                self.panics = Some(input.parse()?);
            }
            "panics" => self.panics = Some(LitStr::new("", name.span())),
            text if text.starts_with(char::is_uppercase) => {
                input.parse::<Token![=]>()?;
                let choice = if input.peek(syn::Lit) || input.peek(syn::token::Brace) {
                    Choice::Value(Box::new(input.parse()?))
                } else {
                    Choice::Type(Box::new(input.parse()?))
                };
                self.choices.push((name, choice));
            }
            _ => {
                let message =
                    "unknown option; there are `cases`, `panics`, `err` and types for parameters";
                return Err(syn::Error::new(name.span(), message));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::Options;

    #[test]
    fn a_property_that_panics_returns_no_error() {
        for options in ["err, panics", "panics = \"full\", err"] {
            let refused = syn::parse_str::<Options>(options).err().expect("both at once");
            let message = "a property is expected to panic or to return an error, not both";
            assert_eq!(refused.to_string(), message);
        }
    }
}
