//! Types as source text.
//!
//! Lifetimes are the one thing that differs by purpose: a harness erases them to `'static`, a
//! test leaves them to inference.

use std::borrow::Cow;
use std::fmt::{self, Display, Formatter};

use crate::{Arg, Bound, Const, FnBound, FnKind, FnPointer, Name, Projection, TraitRef, Ty};

/// The spelling of lifetimes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lifetimes {
    /// Every free lifetime becomes `'static`.
    Static,
    /// Every free lifetime is left to inference.
    Inferred,
    /// As they stand in the signature.
    Written,
}

impl Ty {
    /// The type as source.
    pub fn print(&self, lifetimes: Lifetimes) -> String {
        Printed { part: self, printer: Printer { lifetimes, bound: &[] } }.to_string()
    }
}

impl TraitRef {
    /// The trait with its arguments and constraints as source.
    pub fn print(&self, lifetimes: Lifetimes) -> String {
        Printed { part: self, printer: Printer { lifetimes, bound: &[] } }.to_string()
    }
}

impl Bound {
    /// The bound as source.
    pub fn print(&self, lifetimes: Lifetimes) -> String {
        Printed { part: self, printer: Printer { lifetimes, bound: &[] } }.to_string()
    }
}

impl Display for Ty {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(&self.print(Lifetimes::Written))
    }
}

/// Lifetimes bound by the enclosing `for<…>`s keep their names whatever the mode.
#[derive(Clone, Copy)]
struct Printer<'a> {
    lifetimes: Lifetimes,
    bound: &'a [Name],
}

trait Print {
    fn write(&self, printer: Printer<'_>, f: &mut Formatter<'_>) -> fmt::Result;
}

struct Printed<'a, T: ?Sized> {
    part: &'a T,
    printer: Printer<'a>,
}

impl<T: Print + ?Sized> Display for Printed<'_, T> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.part.write(self.printer, f)
    }
}

impl Printer<'_> {
    fn show<'a, T: Print + ?Sized>(&'a self, part: &'a T) -> Printed<'a, T> {
        Printed { part, printer: *self }
    }

    fn list<T: Print>(&self, parts: &[T], separator: &str, f: &mut Formatter<'_>) -> fmt::Result {
        for (index, part) in parts.iter().enumerate() {
            if index > 0 {
                f.write_str(separator)?;
            }
            part.write(*self, f)?;
        }
        Ok(())
    }

    /// A lifetime that stands where one must stand.
    fn lifetime(&self, name: &str) -> String {
        if self.bound.iter().any(|bound| **bound == *name) {
            return format!("'{name}");
        }
        match self.lifetimes {
            Lifetimes::Static => "'static".to_owned(),
            Lifetimes::Inferred => "'_".to_owned(),
            Lifetimes::Written => format!("'{name}"),
        }
    }

    fn with_bound(&self, more: &[Name]) -> Vec<Name> {
        self.bound.iter().chain(more).cloned().collect()
    }
}

impl Print for Ty {
    fn write(&self, printer: Printer<'_>, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Ty::Prim(prim) => f.write_str(prim.name()),
            Ty::Adt(path, args) => {
                f.write_str(&raw_path(path))?;
                print_args(args, printer, f)
            }
            Ty::Param(name) | Ty::Unnameable(name) => f.write_str(name),
            Ty::Ref { mutable, lifetime, inner } => {
                f.write_str("&")?;
                let is_bound =
                    lifetime.as_ref().is_some_and(|name| printer.bound.iter().any(|b| b == name));
                match (lifetime, printer.lifetimes) {
                    (Some(name), _) if is_bound => write!(f, "'{name} ")?,
                    // Inside `fn(&T)` an unnamed lifetime is bound there.
                    (None, Lifetimes::Static) if printer.bound.is_empty() => {
                        f.write_str("'static ")?;
                    }
                    (Some(name), Lifetimes::Static)
                        if !name.starts_with('_') || printer.bound.is_empty() =>
                    {
                        f.write_str("'static ")?;
                    }
                    (Some(name), Lifetimes::Written) if **name != *"_" => write!(f, "'{name} ")?,
                    _ => {}
                }
                if *mutable {
                    f.write_str("mut ")?;
                }
                if matches!(&**inner, Ty::Dyn(bounds) | Ty::Impl(bounds) if bounds.len() > 1) {
                    write!(f, "({})", printer.show(&**inner))
                } else {
                    inner.write(printer, f)
                }
            }
            Ty::Ptr { mutable, inner } => {
                f.write_str(if *mutable { "*mut " } else { "*const " })?;
                inner.write(printer, f)
            }
            Ty::Tuple(items) => {
                f.write_str("(")?;
                printer.list(items, ", ", f)?;
                f.write_str(if items.len() == 1 { ",)" } else { ")" })
            }
            Ty::Slice(inner) => write!(f, "[{}]", printer.show(&**inner)),
            Ty::Array(inner, len) => write!(f, "[{}; {len}]", printer.show(&**inner)),
            Ty::FnPointer(pointer) => pointer.write(printer, f),
            Ty::Dyn(bounds) => {
                f.write_str("dyn ")?;
                printer.list(bounds, " + ", f)
            }
            Ty::Impl(bounds) => {
                f.write_str("impl ")?;
                printer.list(bounds, " + ", f)
            }
            Ty::Projection(projection) => projection.write(printer, f),
        }
    }
}

impl Print for FnPointer {
    fn write(&self, printer: Printer<'_>, f: &mut Formatter<'_>) -> fmt::Result {
        print_for(&self.lifetimes, f)?;
        if self.is_unsafe {
            f.write_str("unsafe ")?;
        }
        if let Some(abi) = &self.abi {
            write!(f, "extern {abi:?} ")?;
        }
        // The marker keeps unnamed lifetimes of the arguments unnamed.
        let bound = printer.with_bound(&bound_or_marker(&self.lifetimes));
        let inner = Printer { lifetimes: printer.lifetimes, bound: &bound };
        f.write_str("fn(")?;
        inner.list(&self.inputs, ", ", f)?;
        f.write_str(")")?;
        if !self.output.is_unit() {
            write!(f, " -> {}", inner.show(&self.output))?;
        }
        Ok(())
    }
}

impl Print for Projection {
    fn write(&self, printer: Printer<'_>, f: &mut Formatter<'_>) -> fmt::Result {
        match &self.trait_ {
            Some(trait_) => {
                write!(f, "<{} as {}>", printer.show(&self.self_ty), printer.show(trait_))?;
            }
            None => write!(f, "<{}>", printer.show(&self.self_ty))?,
        }
        write!(f, "::{}", self.name)?;
        print_args(&self.args, printer, f)
    }
}

impl Print for TraitRef {
    fn write(&self, printer: Printer<'_>, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(&raw_path(&self.path))?;
        if self.args.is_empty() && self.assoc.is_empty() && self.assoc_bounds.is_empty() {
            return Ok(());
        }
        f.write_str("<")?;
        printer.list(&self.args, ", ", f)?;
        let mut first = self.args.is_empty();
        for (name, ty) in &self.assoc {
            write!(f, "{}{name} = {}", if first { "" } else { ", " }, printer.show(ty))?;
            first = false;
        }
        for (name, bounds) in &self.assoc_bounds {
            write!(f, "{}{name}: ", if first { "" } else { ", " })?;
            printer.list(bounds, " + ", f)?;
            first = false;
        }
        f.write_str(">")
    }
}

impl Print for Bound {
    fn write(&self, printer: Printer<'_>, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Bound::Trait { trait_, lifetimes } => {
                print_for(lifetimes, f)?;
                let bound = printer.with_bound(lifetimes);
                trait_.write(Printer { lifetimes: printer.lifetimes, bound: &bound }, f)
            }
            Bound::Fn(bound) => bound.write(printer, f),
            Bound::MaybeSized => f.write_str("?Sized"),
            Bound::Lifetime(name) => f.write_str(&printer.lifetime(name)),
        }
    }
}

impl Print for FnBound {
    fn write(&self, printer: Printer<'_>, f: &mut Formatter<'_>) -> fmt::Result {
        print_for(&self.lifetimes, f)?;
        let bound = printer.with_bound(&bound_or_marker(&self.lifetimes));
        let inner = Printer { lifetimes: printer.lifetimes, bound: &bound };
        write!(f, "{}(", self.kind.path())?;
        inner.list(&self.inputs, ", ", f)?;
        f.write_str(")")?;
        if !self.output.is_unit() {
            write!(f, " -> {}", inner.show(&self.output))?;
        }
        Ok(())
    }
}

impl Print for Arg {
    fn write(&self, printer: Printer<'_>, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Arg::Lifetime(name) => f.write_str(&printer.lifetime(name)),
            Arg::Ty(ty) => ty.write(printer, f),
            Arg::Const(constant) => match constant {
                Const::Param(name) => f.write_str(name),
                Const::Expr(source) => {
                    let is_simple = source.chars().all(|c| c.is_alphanumeric() || c == '_')
                        || source.starts_with(['\'', '"', '{']);
                    if is_simple { f.write_str(source) } else { write!(f, "{{ {source} }}") }
                }
            },
        }
    }
}

impl Display for Const {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Const::Param(name) | Const::Expr(name) => f.write_str(name),
        }
    }
}

impl FnKind {
    /// The trait's name.
    pub fn path(self) -> &'static str {
        match self {
            FnKind::Fn => "Fn",
            FnKind::FnMut => "FnMut",
            FnKind::FnOnce => "FnOnce",
            FnKind::AsyncFn => "AsyncFn",
            FnKind::AsyncFnMut => "AsyncFnMut",
            FnKind::AsyncFnOnce => "AsyncFnOnce",
        }
    }
}

/// A path as any edition reads it: segments that are keywords in a newer one are written raw.
pub fn raw_path(path: &str) -> Cow<'_, str> {
    const KEYWORDS: &[&str] = &["async", "await", "dyn", "try"];
    if !path.split("::").any(|segment| KEYWORDS.contains(&segment)) {
        return Cow::Borrowed(path);
    }
    let segments: Vec<String> =
        path.split("::")
            .map(|segment| {
                if KEYWORDS.contains(&segment) {
                    format!("r#{segment}")
                } else {
                    segment.to_owned()
                }
            })
            .collect();
    Cow::Owned(segments.join("::"))
}

fn print_args(args: &[Arg], printer: Printer<'_>, f: &mut Formatter<'_>) -> fmt::Result {
    if args.is_empty() {
        return Ok(());
    }
    f.write_str("<")?;
    printer.list(args, ", ", f)?;
    f.write_str(">")
}

fn print_for(lifetimes: &[Name], f: &mut Formatter<'_>) -> fmt::Result {
    if lifetimes.is_empty() {
        return Ok(());
    }
    f.write_str("for<")?;
    for (index, name) in lifetimes.iter().enumerate() {
        write!(f, "{}'{name}", if index > 0 { ", " } else { "" })?;
    }
    f.write_str("> ")
}

/// A name no lifetime has, so that `bound` is never empty inside a function type.
fn bound_or_marker(lifetimes: &[Name]) -> Vec<Name> {
    if lifetimes.is_empty() { vec![Name::from("")] } else { lifetimes.to_vec() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Prim;

    fn i32_() -> Ty {
        Ty::Prim(Prim::I32)
    }

    #[test]
    fn lifetimes_are_erased_or_left_out() {
        let ty = Ty::Adt(
            "std::slice::Iter".into(),
            vec![Arg::Lifetime("a".into()), Arg::Ty(Ty::shared(i32_()))],
        );
        assert_eq!(ty.print(Lifetimes::Static), "std::slice::Iter<'static, &'static i32>");
        assert_eq!(ty.print(Lifetimes::Inferred), "std::slice::Iter<'_, &i32>");
        assert_eq!(ty.print(Lifetimes::Written), "std::slice::Iter<'a, &i32>");
    }

    #[test]
    fn a_function_pointer_keeps_its_own_lifetimes() {
        let pointer = |lifetimes: Vec<Name>, name: Option<Name>| {
            Ty::FnPointer(Box::new(FnPointer {
                lifetimes,
                inputs: vec![Ty::Ref { mutable: false, lifetime: name, inner: Box::new(i32_()) }],
                output: Ty::Prim(Prim::Bool),
                is_unsafe: false,
                abi: None,
            }))
        };
        let named = pointer(vec!["a".into()], Some("a".into()));
        assert_eq!(named.print(Lifetimes::Static), "for<'a> fn(&'a i32) -> bool");
        assert_eq!(pointer(vec![], None).print(Lifetimes::Static), "fn(&i32) -> bool");
    }

    #[test]
    fn names_that_became_keywords_are_written_raw() {
        assert_eq!(raw_path("k::await::Async"), "k::r#await::Async");
        assert_eq!(Ty::adt("k::dyn::T", []).print(Lifetimes::Static), "k::r#dyn::T");
    }

    #[test]
    fn one_tuples_and_const_expressions_are_valid_source() {
        let ty = Ty::Tuple(vec![Ty::Adt(
            "k::A".into(),
            vec![Arg::Const(Const::Expr("-1".into())), Arg::Const(Const::Expr("4".into()))],
        )]);
        assert_eq!(ty.print(Lifetimes::Static), "(k::A<{ -1 }, 4>,)");
    }
}
