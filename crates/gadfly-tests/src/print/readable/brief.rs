//! An operation's body as a person would write it: short paths, method calls, operators.
//!
//! Works on syntax alone; a body that is no expression stays as it is.

use proc_macro2::{Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::punctuated::Punctuated;
use syn::visit_mut::{self, VisitMut};
use syn::{
    Expr, ExprCall, ExprPath, GenericArgument, Ident, Path, PathArguments, PathSegment, Type,
};

use super::imports::{Imports, Style};
use super::operators;
use gadfly_model::rust_path;

/// The body with arguments called `x0`, `x1`, … where they are passed as they are, and `r0`,
/// `r1`, … where references to them need not be written.
pub(super) fn brief(
    body: &str,
    is_method: bool,
    style: Style,
    imports: &mut Imports,
) -> Option<TokenStream> {
    let mut expression: Expr = syn::parse_str(body).ok()?;
    Brevity { is_method, style, imports }.visit_expr_mut(&mut expression);
    Some(expression.to_token_stream())
}

/// A type as a person would write it at a variable.
pub(super) fn brief_type(ty: &str, imports: &mut Imports) -> Option<Type> {
    let mut ty: Type = syn::parse_str(ty).ok()?;
    Brevity { is_method: false, style: Style::Typed, imports }.visit_type_mut(&mut ty);
    Some(ty)
}

struct Brevity<'i> {
    is_method: bool,
    style: Style,
    imports: &'i mut Imports,
}

impl VisitMut for Brevity<'_> {
    fn visit_expr_mut(&mut self, expression: &mut Expr) {
        if let Expr::Call(call) = expression {
            call.args.iter_mut().for_each(|argument| self.visit_expr_mut(argument));
            let path = trait_path(&call.func);
            let trait_ = path.as_deref().map(|path| rust_path::last(path).to_owned());
            let by_reference = is_of_reference(&call.func);
            match self.shorter_call(call, trait_.as_deref(), by_reference) {
                Some(mut shorter) => {
                    if let Expr::MethodCall(method) = &mut shorter {
                        method.turbofish.iter_mut().for_each(|types| {
                            self.visit_angle_bracketed_generic_arguments_mut(types);
                        });
                        path.iter().for_each(|path| self.imports.bring_trait(path));
                    }
                    *expression = shorter;
                }
                None => {
                    self.visit_expr_mut(&mut call.func);
                    path.iter().for_each(|path| self.imports.bring_trait(path));
                }
            }
            return;
        }
        // First of all: what is not written need not be imported.
        match (&mut *expression, self.style) {
            (Expr::Path(path), Style::Lean) => drop_inferred(path),
            (Expr::MethodCall(call), Style::Lean | Style::Full) => {
                call.args.iter_mut().for_each(drop_cast);
            }
            _ => {}
        }
        visit_mut::visit_expr_mut(self, expression);
        match expression {
            Expr::Path(path) => self.shorten_value(path),
            Expr::Struct(built) if built.qself.is_none() => {
                let path = &built.path;
                let is_variant = path.segments.len() > 1
                    && path.segments.iter().rev().nth(1).is_some_and(|segment| {
                        segment.ident.to_string().starts_with(char::is_uppercase)
                    });
                let kept = if is_variant { 2 } else { 1 };
                let owner = path.segments.len() + 1 - kept;
                if self.imports.bring(&full_path(path, owner)) {
                    keep_last(&mut built.path, kept);
                }
            }
            Expr::MethodCall(call) => make_receiver(&mut call.receiver),
            Expr::Field(field) => make_receiver(&mut field.base),
            // A type, and what a value of it is made from.
            Expr::Macro(call) if is_generator(&call.mac.path) => {
                if let Ok((mut ty, rest)) = call.mac.parse_body_with(type_and_rest) {
                    self.visit_type_mut(&mut ty);
                    call.mac.tokens = quote!(#ty, #rest);
                }
            }
            // These take their arguments by reference anyway.
            Expr::Macro(call) if call.mac.path.is_ident("format") => {
                let tokens = std::mem::take(&mut call.mac.tokens);
                call.mac.tokens = tokens.into_iter().map(received_token).collect();
            }
            _ => {}
        }
    }

    fn visit_path_mut(&mut self, path: &mut Path) {
        visit_mut::visit_path_mut(self, path);
        for segment in &mut path.segments {
            drop_lifetimes(&mut segment.arguments);
        }
    }

    fn visit_type_mut(&mut self, ty: &mut Type) {
        visit_mut::visit_type_mut(self, ty);
        match ty {
            Type::Reference(reference) => reference.lifetime = None,
            Type::Path(path) => match &mut path.qself {
                None => self.shorten_whole(&mut path.path),
                Some(qself) => {
                    qself.position = self.shorten_trait(&mut path.path, qself.position);
                }
            },
            _ => {}
        }
    }

    fn visit_trait_bound_mut(&mut self, bound: &mut syn::TraitBound) {
        visit_mut::visit_trait_bound_mut(self, bound);
        self.shorten_whole(&mut bound.path);
    }
}

impl Brevity<'_> {
    /// The same as an operator or a method call. Where the trait is implemented for a reference,
    /// the reference stays.
    fn shorter_call(
        &self,
        call: &ExprCall,
        trait_: Option<&str>,
        by_reference: bool,
    ) -> Option<Expr> {
        let Expr::Path(function) = &*call.func else { return None };
        let name = function.path.segments.last()?;
        let arguments: Vec<&Expr> = call.args.iter().collect();
        if let Some(trait_) = trait_
            && let Some(expression) = operator(trait_, &name.ident.to_string(), &arguments)
        {
            return Some(expression);
        }
        let is_method = self.is_method && is_associated(function);
        let is_ambiguous = self.style == Style::Typed && trait_.is_some();
        let receiver = argument_index(arguments.first()?).filter(|_| is_method && !is_ambiguous)?;
        let receiver = if by_reference {
            let first = arguments[0];
            quote!((#first))
        } else {
            receiver_name(receiver).into_token_stream()
        };
        let rest = &arguments[1..];
        // The compiler infers the parameters from arguments, if there are any.
        let is_spelled = rest.is_empty() && self.style == Style::Full;
        let parameters = if is_spelled { turbofish(&name.arguments) } else { TokenStream::new() };
        let name = &name.ident;
        syn::parse2(quote!(#receiver.#name #parameters(#(#rest),*))).ok()
    }
}

impl Brevity<'_> {
    /// A path to a value keeps the type it belongs to: `Ordering::Less`, but `dijkstra`.
    fn shorten_value(&mut self, path: &mut ExprPath) {
        let Some(qself) = &mut path.qself else {
            let segments = &path.path.segments;
            let owner = segments.iter().position(is_type).unwrap_or(segments.len() - 1);
            let is_prelude = segments.last().is_some_and(|last| {
                ["Some", "None", "Ok", "Err"].iter().any(|name| last.ident == name)
            });
            let kept = if is_prelude { 1 } else { segments.len() - owner };
            if is_prelude || self.imports.bring(&full_path(&path.path, owner + 1)) {
                keep_last(&mut path.path, kept);
            }
            return;
        };
        qself.position = self.shorten_trait(&mut path.path, qself.position);
        let is_ambiguous = self.style == Style::Typed && qself.position > 0;
        let Type::Path(owner) = &*qself.ty else { return };
        if owner.qself.is_some() || is_ambiguous {
            return;
        }
        // `<Rope<T>>::new` as `Rope::<T>::new`; the trait, if any, is clear from the name.
        let mut segments: Vec<PathSegment> = owner.path.segments.iter().cloned().collect();
        for segment in &mut segments {
            if let PathArguments::AngleBracketed(arguments) = &mut segment.arguments {
                arguments.colon2_token = Some(Default::default());
            }
        }
        segments.extend(path.path.segments.last().cloned());
        let leading_colon = owner.path.leading_colon;
        path.path = Path { leading_colon, segments: segments.into_iter().collect() };
        path.qself = None;
    }

    /// Cuts the trait's part of a qualified path to its last segment; returns where it ends.
    fn shorten_trait(&mut self, path: &mut Path, position: usize) -> usize {
        if position == 0 || !self.imports.bring(&full_path(path, position)) {
            return position;
        }
        path.leading_colon = None;
        let segments = std::mem::take(&mut path.segments);
        path.segments = segments.into_iter().skip(position - 1).collect();
        1
    }

    /// A type's or a trait's path as its last segment.
    fn shorten_whole(&mut self, path: &mut Path) {
        if self.imports.bring(&full_path(path, path.segments.len())) {
            keep_last(path, 1);
        }
    }
}

/// The names of the first segments of a path.
/// Whether a macro is one of `gadfly` that makes values by impls of other libraries' traits.
fn is_generator(path: &Path) -> bool {
    let (first, last) = (path.segments.first(), path.segments.last());
    first.is_some_and(|first| first.ident == "gadfly")
        && last.is_some_and(|last| last.ident.to_string().starts_with("from_"))
}

fn type_and_rest(input: syn::parse::ParseStream<'_>) -> syn::Result<(Type, TokenStream)> {
    let ty = input.parse()?;
    input.parse::<syn::Token![,]>()?;
    Ok((ty, input.parse()?))
}

fn full_path(path: &Path, length: usize) -> String {
    let names: Vec<String> =
        path.segments.iter().take(length).map(|segment| segment.ident.to_string()).collect();
    names.join("::")
}

/// `|_| true` of `(|_| true) as fn(&u8) -> bool`: the type is inferred from the called function.
fn drop_cast(argument: &mut Expr) {
    let Expr::Cast(cast) = argument else { return };
    let (Expr::Paren(inside), Type::BareFn(_)) = (&mut *cast.expr, &*cast.ty) else { return };
    if let Expr::Closure(_) = &*inside.expr {
        *argument = std::mem::replace(&mut *inside.expr, Expr::Verbatim(TokenStream::new()));
    }
}

/// Takes away parameters that the compiler may know: all but those of a trait, and of a type that
/// is no path.
fn drop_inferred(path: &mut ExprPath) {
    let first = path.qself.as_ref().map_or(0, |qself| qself.position);
    for segment in path.path.segments.iter_mut().skip(first) {
        segment.arguments = PathArguments::None;
    }
    let owner = path.qself.as_mut().map(|qself| &mut *qself.ty);
    if let Some(Type::Path(owner)) = owner
        && owner.qself.is_none()
    {
        for segment in &mut owner.path.segments {
            segment.arguments = PathArguments::None;
        }
    }
}

/// Whether a part of a path is a type: its name says so, or it is one of the language's.
fn is_type(segment: &PathSegment) -> bool {
    let name = segment.ident.to_string();
    let numbers = [
        "u8", "u16", "u32", "u64", "u128", "usize", "i8", "i16", "i32", "i64", "i128", "isize",
        "f32", "f64", "bool", "char", "str",
    ];
    name.starts_with(char::is_uppercase) || numbers.contains(&name.as_str())
}

/// Whether a function belongs to a type or a trait: neither one of a module's, nor a variant.
fn is_associated(function: &ExprPath) -> bool {
    let mut segments = function.path.segments.iter().rev();
    let is_variant = segments.next().is_some_and(is_type);
    !is_variant && (function.qself.is_some() || segments.next().is_some_and(is_type))
}

/// The trait's path in `<T as Trait>::method`.
fn trait_path(function: &Expr) -> Option<String> {
    let Expr::Path(function) = function else { return None };
    let position = function.qself.as_ref()?.position;
    (position > 0).then(|| full_path(&function.path, position))
}

/// Whether this is `<&T as Trait>::method`.
fn is_of_reference(function: &Expr) -> bool {
    let Expr::Path(function) = function else { return false };
    function.qself.as_ref().is_some_and(|qself| matches!(&*qself.ty, Type::Reference(_)))
}

fn operator(trait_: &str, method: &str, arguments: &[&Expr]) -> Option<Expr> {
    let received = |expression: &Expr| match argument_index(expression) {
        Some(index) => receiver_name(index).into_token_stream(),
        None => expression.to_token_stream(),
    };
    let tokens = match arguments {
        [operand] => {
            let operator: TokenStream = operators::unary(trait_, method)?.parse().ok()?;
            quote!(#operator #operand)
        }
        [left, right] if matches!((trait_, method), ("Index", "index")) => {
            let left = received(left);
            quote!(&#left[#right])
        }
        [left, right] if matches!((trait_, method), ("IndexMut", "index_mut")) => {
            let left = received(left);
            quote!(&mut #left[#right])
        }
        [left, right] => {
            let symbol = operators::binary(trait_, method)?;
            let operator: TokenStream = symbol.parse().ok()?;
            let is_bare = operators::borrows_both(trait_);
            let first = if is_bare || operators::assigns(symbol) {
                received(left)
            } else {
                // Nothing but a number on this side says which type's operator is meant.
                argument_index(left).map_or_else(
                    || left.to_token_stream(),
                    |index| Ident::new(&format!("l{index}"), Span::call_site()).to_token_stream(),
                )
            };
            let second = if is_bare { received(right) } else { right.to_token_stream() };
            quote!(#first #operator #second)
        }
        _ => return None,
    };
    syn::parse2(tokens).ok()
}

/// `x3` as 3.
fn argument_index(expression: &Expr) -> Option<usize> {
    let Expr::Path(path) = expression else { return None };
    let name = path.path.get_ident()?.to_string();
    name.strip_prefix('x')?.parse().ok()
}

fn receiver_name(index: usize) -> Ident {
    Ident::new(&format!("r{index}"), Span::call_site())
}

fn make_receiver(expression: &mut Expr) {
    if let Some(index) = argument_index(expression) {
        let name = receiver_name(index);
        *expression = syn::parse_quote!(#name);
    }
}

/// `x0` as `r0`, anything else as it is.
fn received_token(token: TokenTree) -> TokenTree {
    let index = match &token {
        TokenTree::Ident(ident) => {
            ident.to_string().strip_prefix('x').and_then(|index| index.parse().ok())
        }
        _ => None,
    };
    index.map_or(token, |index| TokenTree::Ident(receiver_name(index)))
}

fn keep_last(path: &mut Path, count: usize) {
    let skipped = path.segments.len().saturating_sub(count);
    if skipped > 0 || path.leading_colon.is_some() {
        let segments = std::mem::take(&mut path.segments);
        path.segments = segments.into_iter().skip(skipped).collect();
        path.leading_colon = None;
    }
}

fn drop_lifetimes(arguments: &mut PathArguments) {
    let PathArguments::AngleBracketed(brackets) = arguments else { return };
    let kept: Punctuated<GenericArgument, _> = std::mem::take(&mut brackets.args)
        .into_iter()
        .filter(|argument| !matches!(argument, GenericArgument::Lifetime(_)))
        .collect();
    if kept.is_empty() {
        *arguments = PathArguments::None;
    } else {
        brackets.args = kept;
    }
}

fn turbofish(arguments: &PathArguments) -> TokenStream {
    match arguments {
        PathArguments::AngleBracketed(brackets) => {
            let arguments = &brackets.args;
            quote!(::<#arguments>)
        }
        _ => TokenStream::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(body: &str, is_method: bool, expected: &str) {
        let brief =
            brief(body, is_method, Style::Full, &mut Imports::default()).expect("an expression");
        let expected: Expr = syn::parse_str(expected).expect("an expression");
        assert_eq!(brief.to_string(), expected.to_token_stream().to_string());
    }

    #[test]
    fn closures_are_not_cast_where_nothing_needs_it() {
        let body = "x0.into_iter().filter((|_| true) as fn(&u8) -> bool)";
        let written = |body, style| {
            let written = brief(body, false, style, &mut Imports::default());
            written.expect("an expression").to_string().replace(' ', "")
        };
        for style in [Style::Lean, Style::Full] {
            assert_eq!(written(body, style), "r0.into_iter().filter(|_|true)");
        }
        assert!(written(body, Style::Typed).contains("asfn(&u8)->bool"));
        let alone = "(|_| true) as fn(&u8) -> bool";
        assert!(written(alone, Style::Lean).contains("asfn(&u8)->bool"));
    }

    #[test]
    fn methods_are_called_as_methods() {
        check("<k::Rope<std::string::String>>::insert(x0, x1)", true, "r0.insert(x1)");
        check("<k::Iter<'static, i32> as std::iter::Iterator>::next(x0)", true, "r0.next()");
        check("<k::A as k::Into>::get::<u8>(x0)", true, "r0.get::<u8>()");
        check(
            "<k::A as std::iter::Extend<i32>>::extend::<Vec<i32>>(x0, x1)",
            true,
            "r0.extend(x1)",
        );
        check(
            "<&'static k::A as std::iter::IntoIterator>::into_iter(x0)",
            true,
            "(x0).into_iter()",
        );
        check("x0.into_iter()", false, "r0.into_iter()");
        check("x0.1", false, "r0.1");
    }

    #[test]
    fn functions_of_modules_and_variants_are_no_methods() {
        check("::std::mem::take(x0)", true, "take(x0)");
        check("k::Change::Add(x0)", true, "Change::Add(x0)");
        check("::std::option::Option::Some(x0)", true, "Some(x0)");
        check("k::Trait::insert(x0, x1)", true, "r0.insert(x1)");
        check("u64::from(x0)", false, "u64::from(x0)");
    }

    #[test]
    fn traits_are_named_where_methods_are_ambiguous() {
        let mut imports = Imports::default();
        let typed = |body: &str, imports: &mut Imports| {
            let written = brief(body, true, Style::Typed, imports).expect("an expression");
            written.to_string().replace(' ', "")
        };
        let days = typed("<u8 as k::Short>::days(x0)", &mut imports);
        assert_eq!(days, "<u8asShort>::days(x0)");
        let sum = typed("<u8 as std::ops::Add<k::Span>>::add(x0, x1)", &mut imports);
        assert_eq!(sum, "l0+x1");
        assert_eq!(typed("<k::Span>::len(x0)", &mut imports), "r0.len()");
        let ty = brief_type("std::vec::Vec<k::Span<'_>>", &mut imports).expect("a type");
        assert_eq!(ty.to_token_stream().to_string().replace(' ', ""), "Vec<Span>");
        assert_eq!(imports.lines("2021"), ["use k::{Short, Span};"]);
    }

    #[test]
    fn functions_keep_the_type_they_belong_to() {
        check("<k::Rope<std::string::String>>::new(x0)", false, "Rope::<String>::new(x0)");
        check("<k::Iter<'static>>::new()", false, "Iter::new()");
        check("<k::Version as std::str::FromStr>::from_str(x0)", false, "Version::from_str(x0)");
        check("petgraph::algo::dijkstra::<&'static k::G<u8>>(x0)", false, "dijkstra::<&G<u8>>(x0)");
        check("::std::cmp::Ordering::Less", false, "Ordering::Less");
        check("::std::option::Option::Some(x0)", false, "Some(x0)");
        check("<[k::A]>::make(x0)", false, "<[A]>::make(x0)");
        check("k::a::Point { x: x0 }", false, "Point { x: x0 }");
        check("k::Shape::Dot { at: x0 }", false, "Shape::Dot { at: x0 }");
    }

    #[test]
    fn operators_are_written_as_such() {
        check("<k::A as std::ops::Add<k::A>>::add(x0, x1)", true, "l0 + x1");
        check("<k::A as std::cmp::PartialEq<k::A>>::eq(x0, x1)", true, "r0 == r1");
        check("<k::A as std::ops::AddAssign<u8>>::add_assign(x0, x1)", true, "r0 += x1");
        check("<k::A as std::ops::Index<usize>>::index(x0, x1)", true, "&r0[x1]");
        check("<k::A as std::ops::Neg>::neg(x0)", true, "-x0");
    }

    #[test]
    fn macros_and_closures_stay_unchanged() {
        check("gadfly::from_proptest!(k::A, x0)", false, "gadfly::from_proptest!(A, x0)");
        check("format!(\"{:?}\", x0)", true, "format!(\"{:?}\", r0)");
        check("k::map(x0, |a: &'static u8| *a)", false, "map(x0, |a: &u8| *a)");
        assert!(brief("let x", false, Style::Full, &mut Imports::default()).is_none());
    }
}
