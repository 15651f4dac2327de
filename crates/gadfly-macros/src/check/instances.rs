//! Which types a generic function is registered with: those that the attribute names, else some that satisfy the bounds.

use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::{format_ident, quote, ToTokens};
use syn::visit_mut::VisitMut;
use syn::{GenericParam, Signature, Type, TypeParamBound, WherePredicate};

use super::bounds;
use super::options::{CheckAttribute, GenericChoice};
use super::parameter::without_lifetimes;

/// The types and values of the generic parameters of a function.
pub(super) struct Instance {
    choices: Vec<(Ident, TokenStream)>,
    /// The label that distinguishes it from the others; empty if it is the only one.
    pub(super) label: String,
    /// The arguments that stand in a call after `::`, in brackets; nothing if there are none.
    pub(super) arguments: TokenStream,
    /// The same as a person writes them; nothing where the compiler infers them from what is passed.
    pub(super) written: String,
}

/// Types that a number may be of, but is not if nothing says so.
const OTHER_NUMBERS: &[&str] =
    &["i8", "i16", "i64", "i128", "isize", "u8", "u16", "u32", "u64", "u128", "usize", "f32"];

impl Instance {
    /// The same with every parameter replaced by what it stands for.
    pub(super) fn applied(&self, tokens: TokenStream) -> TokenStream {
        self.choices
            .iter()
            .fold(tokens, |tokens, (name, choice)| replaced(tokens, &name.to_string(), choice))
    }
}

/// The instances of a function, and its signature with a parameter for every `impl Trait`.
pub(super) fn instances(
    options: &CheckAttribute,
    signature: &Signature,
) -> syn::Result<(Vec<Instance>, Signature)> {
    let mut signature = signature.clone();
    let mut unnamed = Unnamed::default();
    signature.inputs.iter_mut().for_each(|input| unnamed.visit_fn_arg_mut(input));
    let mut parameters: Vec<(Ident, Vec<TokenStream>)> = Vec::new();
    for (name, choice) in &options.choices {
        let choice = match choice {
            GenericChoice::Type(ty) => without_lifetimes(ty.to_token_stream()),
            GenericChoice::Value(value) => value.to_token_stream(),
        };
        match parameters.iter_mut().find(|(known, _)| known == name) {
            Some((_, choices)) => choices.push(choice),
            None => parameters.push((name.clone(), vec![choice])),
        }
    }
    let chosen = parameters.len();
    let is_chosen = |parameters: &[(Ident, Vec<TokenStream>)], name: &Ident| {
        parameters.iter().any(|(known, _)| known == name)
    };
    for parameter in &signature.generics.params {
        match parameter {
            GenericParam::Type(parameter) if !is_chosen(&parameters, &parameter.ident) => {
                let bounds = bounds_of(&parameter.ident, &parameter.bounds, &signature);
                parameters.push((parameter.ident.clone(), bounds::types(&bounds)?));
            }
            GenericParam::Const(parameter) if !is_chosen(&parameters, &parameter.ident) => {
                let message = "name the value, as in `#[gadfly::check(N = 3)]`";
                return Err(syn::Error::new_spanned(parameter, message));
            }
            _ => {}
        }
    }
    for (name, bounds) in &unnamed.found {
        let bounds: Vec<&TypeParamBound> = bounds.iter().collect();
        parameters.push((name.clone(), bounds::types(&bounds)?));
    }
    let count = parameters.iter().map(|(_, choices)| choices.len()).max().unwrap_or(1);
    let instances =
        (0..count).map(|number| instance(&parameters, chosen, (number, count), &signature));
    Ok((instances.collect(), signature))
}

/// One of so many. Parameters of which nothing is said are of different types as far as possible.
fn instance(
    parameters: &[(Ident, Vec<TokenStream>)],
    chosen: usize,
    (number, count): (usize, usize),
    signature: &Signature,
) -> Instance {
    let choice = |(at, (name, choices)): (usize, &(Ident, Vec<TokenStream>))| {
        let shift = at.saturating_sub(chosen);
        (name.clone(), choices[(number + shift) % choices.len()].clone())
    };
    let choices: Vec<(Ident, TokenStream)> = parameters.iter().enumerate().map(choice).collect();
    let mut instance = Instance {
        choices,
        label: String::new(),
        arguments: TokenStream::new(),
        written: String::new(),
    };
    // What is chosen for one may speak of another.
    for _ in parameters {
        let applied = |(name, choice): &(Ident, TokenStream)| {
            (name.clone(), instance.applied(choice.clone()))
        };
        instance.choices = instance.choices.iter().map(applied).collect();
    }
    let meant = |name: &Ident| {
        instance.choices.iter().find(|(known, _)| known == name).map(|(_, choice)| choice.clone())
    };
    let arguments: Vec<TokenStream> = signature
        .generics
        .params
        .iter()
        .filter_map(|parameter| match parameter {
            GenericParam::Type(parameter) => meant(&parameter.ident),
            GenericParam::Const(parameter) => meant(&parameter.ident),
            GenericParam::Lifetime(_) => None,
        })
        .collect();
    if !arguments.is_empty() {
        instance.arguments = quote!(<#(#arguments),*>);
        if !is_inferred(signature, &instance.arguments) {
            instance.written = format!("::{}", text(&instance.arguments));
        }
    }
    if count > 1 {
        let all: Vec<String> = instance.choices.iter().map(|(_, choice)| text(choice)).collect();
        instance.label = format!("<{}>", all.join(", "));
    }
    instance
}

/// Returns whether the arguments of a call determine the generic parameters.
fn is_inferred(signature: &Signature, arguments: &TokenStream) -> bool {
    let inputs = signature.inputs.to_token_stream();
    let is_passed = |parameter: &GenericParam| match parameter {
        GenericParam::Type(parameter) => mentions(&inputs, &parameter.ident.to_string()),
        GenericParam::Const(parameter) => mentions(&inputs, &parameter.ident.to_string()),
        GenericParam::Lifetime(_) => true,
    };
    signature.generics.params.iter().all(is_passed)
        && !OTHER_NUMBERS.iter().any(|number| mentions(arguments, number))
}

/// All bounds of a parameter, wherever they stand.
fn bounds_of<'s>(
    name: &Ident,
    bounds: impl IntoIterator<Item = &'s TypeParamBound>,
    signature: &'s Signature,
) -> Vec<&'s TypeParamBound> {
    let mut all: Vec<&TypeParamBound> = bounds.into_iter().collect();
    let predicates = signature.generics.where_clause.iter().flat_map(|clause| &clause.predicates);
    for predicate in predicates {
        let WherePredicate::Type(predicate) = predicate else { continue };
        if matches!(&predicate.bounded_ty, Type::Path(path) if path.path.is_ident(name)) {
            all.extend(&predicate.bounds);
        }
    }
    all
}

/// Gives every `impl Trait` a name.
#[derive(Default)]
struct Unnamed {
    found: Vec<(Ident, Vec<TypeParamBound>)>,
}

impl VisitMut for Unnamed {
    fn visit_type_mut(&mut self, ty: &mut Type) {
        syn::visit_mut::visit_type_mut(self, ty);
        if let Type::ImplTrait(of) = ty {
            let name = format_ident!("GadflyImpl{}", self.found.len());
            self.found.push((name.clone(), of.bounds.iter().cloned().collect()));
            *ty = syn::parse_quote!(#name);
        }
    }
}

/// Returns whether a word occurs anywhere.
pub(super) fn mentions(tokens: &TokenStream, word: &str) -> bool {
    tokens.clone().into_iter().any(|token| match token {
        TokenTree::Ident(ident) => ident == word,
        TokenTree::Group(group) => mentions(&group.stream(), word),
        _ => false,
    })
}

/// The same with a word replaced everywhere.
pub(super) fn replaced(tokens: TokenStream, word: &str, by: &TokenStream) -> TokenStream {
    let mut result = TokenStream::new();
    for token in tokens {
        match token {
            TokenTree::Ident(ident) if ident == word => result.extend(by.clone()),
            TokenTree::Group(group) => {
                let inner = replaced(group.stream(), word, by);
                result
                    .extend([TokenTree::Group(proc_macro2::Group::new(group.delimiter(), inner))]);
            }
            other => result.extend([other]),
        }
    }
    result
}

/// Types as a person writes them.
pub(super) fn text(tokens: &TokenStream) -> String {
    let mut text = tokens.to_string();
    for (spaced, close) in
        [(" :: ", "::"), (":: ", "::"), (" < ", "<"), ("< ", "<"), (" <", "<"), (" >", ">")]
    {
        text = text.replace(spaced, close);
    }
    text.replace(" ,", ",").replace(" ;", ";").replace("& ", "&")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(options: &str, signature: &str) -> Vec<(String, String)> {
        let options: CheckAttribute = syn::parse_str(options).expect("options");
        let signature: Signature = syn::parse_str(signature).expect("a signature");
        let (instances, signature) = instances(&options, &signature).expect("instances");
        let inputs = |instance: &Instance| {
            text(&instance.applied(signature.inputs.to_token_stream())).replace(" : ", ": ")
        };
        instances.iter().map(|instance| (instance.label.clone(), inputs(instance))).collect()
    }

    fn pairs(expected: &[(&str, &str)]) -> Vec<(String, String)> {
        expected.iter().map(|(a, b)| ((*a).to_owned(), (*b).to_owned())).collect()
    }

    #[test]
    fn a_function_without_parameters_is_registered_once() {
        assert_eq!(all("", "fn holds(x: u8)"), pairs(&[("", "x: u8")]));
    }

    #[test]
    fn parameters_stand_for_several_types_that_their_bounds_allow() {
        let both = pairs(&[("<i32>", "x: Vec<i32>"), ("<String>", "x: Vec<String>")]);
        assert_eq!(all("", "fn holds<T: Ord>(x: Vec<T>)"), both);
        let different =
            pairs(&[("<i32, String>", "x: (i32, String)"), ("<String, i32>", "x: (String, i32)")]);
        assert_eq!(all("", "fn holds<A, B>(x: (A, B)) where A: Ord"), different);
    }

    #[test]
    fn choices_of_the_attribute_are_used() {
        assert_eq!(all("T = u8", "fn holds<T>(x: T)"), pairs(&[("", "x: u8")]));
        let both = pairs(&[("<u8>", "x: u8"), ("<char>", "x: char")]);
        assert_eq!(all("T = u8, T = char", "fn holds<T>(x: T)"), both);
        let list = pairs(&[("", "x: [u8; 3]")]);
        assert_eq!(all("T = u8, N = 3", "fn holds<T, const N: usize>(x: [T; N])"), list);
    }

    #[test]
    fn one_parameter_may_speak_of_another() {
        let both =
            pairs(&[("<String, u8>", "x: String, y: u8"), ("<String, i32>", "x: String, y: i32")]);
        assert_eq!(all("A = String, B = u8, B = i32", "fn holds<A, B>(x: A, y: B)"), both);
        let into = pairs(&[
            ("<i32, i32>", "x: i32, y: i32"),
            ("<String, String>", "x: String, y: String"),
        ]);
        assert_eq!(all("", "fn holds<A, B: Into<A>>(x: A, y: B)"), into);
    }

    #[test]
    fn types_without_a_name_are_parameters_too() {
        let texts = pairs(&[("", "x: &String")]);
        assert_eq!(all("", "fn holds(x: &impl AsRef<str>)"), texts);
        let both = pairs(&[("<i32>", "x: Vec<i32>"), ("<char>", "x: Vec<char>")]);
        assert_eq!(all("", "fn holds(x: Vec<impl Copy>)"), both);
    }

    #[test]
    fn calls_name_types_that_arguments_do_not_determine() {
        let written = |options: &str, signature: &str| {
            let options: CheckAttribute = syn::parse_str(options).expect("options");
            let signature: Signature = syn::parse_str(signature).expect("a signature");
            let (instances, _) = instances(&options, &signature).expect("instances");
            instances.into_iter().map(|instance| instance.written).collect::<Vec<_>>()
        };
        assert_eq!(written("", "fn holds<T>(x: T)"), ["", ""]);
        assert_eq!(written("T = Vec<u8>", "fn holds<T>(x: T)"), ["::<Vec<u8>>"]);
        assert_eq!(written("N = 3", "fn holds<const N: usize>(x: u8)"), ["::<3>"]);
    }

    #[test]
    fn constants_have_to_be_chosen() {
        let signature: Signature = syn::parse_str("fn holds<const N: usize>(x: [u8; N])").unwrap();
        assert!(instances(&CheckAttribute::default(), &signature).is_err());
    }
}
