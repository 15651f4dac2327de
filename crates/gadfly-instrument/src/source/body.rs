//! What is inserted into one body.

use gadfly_learn::{Parameter, Passing};
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{FnArg, Pat, ReturnType, Signature, Type};

/// The two texts around a body, behind `{` and in front of `}`.
pub(super) fn around(number: u32, signature: &Signature, source: &str) -> (String, String) {
    let arguments: Vec<String> = signature.inputs.iter().map(logged).collect();
    let returned = Returned::of(&signature.output, source);
    let (of_value, of_body) = match &returned.text {
        Some(text) => (format!(": {text}"), format!(" -> {text}")),
        None => Default::default(),
    };
    let exit = if returned.is_borrowed { "exit_borrowed" } else { "exit" };
    // All on the line of the brace: lines stay as they are.
    let front = format!(
        " let __gt = ::gadfly_trace::enter({number}, ::gadfly_trace::list![{}]); \
         let __gr{of_value} = ::gadfly_trace::once(move ||{of_body} {{",
        arguments.join(", ")
    );
    let back = format!("}}); __gt.{exit}(::gadfly_trace::v!(__gr)); __gr ");
    (front, back)
}

fn logged(argument: &FnArg) -> String {
    match argument {
        FnArg::Receiver(_) => "::gadfly_trace::v!(self)".to_owned(),
        FnArg::Typed(typed) => match &*typed.pat {
            Pat::Ident(name) if name.by_ref.is_none() => {
                format!("::gadfly_trace::v!({})", name.ident)
            }
            // Its parts have names, it has none.
            _ => "::gadfly_trace::unseen".to_owned(),
        },
    }
}

/// Parameters for the table of functions.
pub(super) fn parameters(signature: &Signature) -> Vec<Parameter> {
    let parameter = |argument: &FnArg| match argument {
        FnArg::Receiver(receiver) => {
            let passing = match (&receiver.reference, &receiver.mutability) {
                (Some(_), Some(_)) => Passing::Mutable,
                (Some(_), None) => Passing::Shared,
                (None, _) if receiver.colon_token.is_some() => passing(&receiver.ty),
                (None, _) => Passing::Owned,
            };
            Parameter { name: "self".to_owned(), passing }
        }
        FnArg::Typed(typed) => {
            let name = match &*typed.pat {
                Pat::Ident(name) => name.ident.to_string(),
                _ => "_".to_owned(),
            };
            Parameter { name, passing: passing(&typed.ty) }
        }
    };
    signature.inputs.iter().map(parameter).collect()
}

fn passing(of_type: &Type) -> Passing {
    match of_type {
        Type::Reference(reference) if reference.mutability.is_some() => Passing::Mutable,
        Type::Reference(_) => Passing::Shared,
        _ => Passing::Owned,
    }
}

/// A return type as it is written.
struct Returned {
    /// Its text, unless it cannot stand in a `let`.
    text: Option<String>,
    /// `true` if the value may borrow an argument so that it must not be looked at.
    is_borrowed: bool,
}

impl Returned {
    fn of(output: &ReturnType, source: &str) -> Self {
        let ReturnType::Type(_, of_type) = output else {
            return Self { text: Some("()".to_owned()), is_borrowed: false };
        };
        let mut parts = Parts::default();
        parts.visit_type(of_type);
        // A type that spans lines is joined: the inserted text has one line.
        let written = source.get(of_type.span().byte_range()).unwrap_or_default();
        let is_plain = !parts.has_impl && !written.contains("//") && !written.is_empty();
        let text = is_plain.then(|| written.split_whitespace().collect::<Vec<_>>().join(" "));
        let is_borrowed = parts.has_impl || parts.has_mutable || parts.has_lifetime;
        Self { text, is_borrowed }
    }
}

/// What a type has anywhere in it.
#[derive(Default)]
struct Parts {
    has_impl: bool,
    has_mutable: bool,
    /// `true` if a type has a lifetime argument other than `'static`.
    has_lifetime: bool,
}

impl<'ast> Visit<'ast> for Parts {
    fn visit_type_impl_trait(&mut self, _: &'ast syn::TypeImplTrait) {
        self.has_impl = true;
    }

    fn visit_type_reference(&mut self, reference: &'ast syn::TypeReference) {
        self.has_mutable |= reference.mutability.is_some();
        self.visit_type(&reference.elem);
    }

    fn visit_lifetime(&mut self, lifetime: &'ast syn::Lifetime) {
        self.has_lifetime |= lifetime.ident != "static";
        visit::visit_lifetime(self, lifetime);
    }
}

/// Returns whether a function never returns.
pub(super) fn is_never(signature: &Signature) -> bool {
    matches!(&signature.output, ReturnType::Type(_, of_type) if matches!(**of_type, Type::Never(_)))
}
