//! A concrete type with everything that can be called on it: what laws look for their terms in.

use gadfly_model::rust_path::last;
use gadfly_model::{Arg, Function, Lifetimes, Owner, Prim, Receiver, TraitRef, Ty, raw_path};

use crate::operations::call::is_size;
use crate::operations::candidate::Input;
use crate::solve::std_traits::TraitVerdict;
use crate::solve::trait_solver::TraitSolver;
use crate::types::shape::FunctionShape;
use crate::types::subst::{Subst, erase, has_lifetime, unify};

/// The way in which a method takes its receiver.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Take {
    /// Not at all: `T::new()`.
    Nothing,
    /// `&self`.
    Ref,
    /// `&mut self`.
    Mut,
    /// `self`.
    Val,
}

/// A function of a concrete type.
pub struct Method<'k> {
    /// The function.
    pub function: &'k Function,
    /// The way in which it takes its receiver.
    pub take: Take,
    /// The types of its other arguments; the function's own parameters are left in them.
    pub inputs: Vec<Ty>,
    /// The type of its result.
    pub output: Ty,
    /// The path it is called by, with all lifetimes `'static`.
    path: String,
    /// The path as a person would write it.
    said: String,
    /// The trait whose method it is, if that has to be imported.
    import: Option<String>,
}

/// A concrete type and its functions.
pub struct TypeMethods<'k> {
    /// The model, indexed.
    pub solver: &'k TraitSolver<'k>,
    /// The type, closed and without lifetimes.
    pub ty: Ty,
    methods: Vec<Method<'k>>,
}

/// An argument of a law that stands for some value of a type.
pub struct Lent {
    /// The argument.
    pub input: Input,
    /// The value itself, in the harness.
    pub owned: String,
    /// A reference to it, in the harness.
    pub borrowed: String,
    /// The value itself, in a test.
    pub owned_said: String,
    /// A reference to it, in a test.
    pub borrowed_said: String,
}

impl<'k> TypeMethods<'k> {
    /// Gathers the functions of a type. `shapes` are those of the functions that may be used.
    pub fn of(
        solver: &'k TraitSolver<'k>,
        shapes: &'k [FunctionShape<'k>],
        ty: &Ty,
    ) -> TypeMethods<'k> {
        let mut methods: Vec<Method<'k>> =
            shapes.iter().filter_map(|shape| Method::of(solver, shape, ty)).collect();
        // What a type has by itself hides what it has from traits.
        methods.sort_by_key(|method| method.import.is_some());
        TypeMethods { solver, ty: ty.clone(), methods }
    }

    /// All functions, those of traits last.
    pub fn methods(&self) -> &[Method<'k>] {
        &self.methods
    }

    /// The functions of this name.
    pub fn named<'s>(&'s self, name: &str) -> impl Iterator<Item = &'s Method<'k>> {
        self.methods.iter().filter(move |method| *method.function.name == *name)
    }

    /// The method of this name that only looks at a value: `name(&self)`.
    pub fn getter(&self, name: &str) -> Option<&Method<'k>> {
        self.named(name).find(|method| method.take == Take::Ref && method.inputs.is_empty())
    }

    /// The getter of this name if it yields an integer.
    pub fn size(&self, name: &str) -> Option<&Method<'k>> {
        self.getter(name)
            .filter(|method| matches!(method.output, Ty::Prim(prim) if prim.is_integer()))
    }

    /// The method of this name that changes a value: `name(&mut self, …)` with so many arguments.
    pub fn change(&self, name: &str, arguments: usize) -> Option<&Method<'k>> {
        self.named(name).find(|method| method.take == Take::Mut && method.inputs.len() == arguments)
    }

    /// Returns whether the type is known to implement a standard trait.
    pub fn has(&self, trait_path: &str) -> bool {
        has(self.solver, &self.ty, trait_path)
    }

    /// Returns whether values can be cloned, for all that is known; the compiler knows better.
    pub fn is_clone(&self) -> bool {
        self.solver.judge(&self.ty, &TraitRef::plain("std::clone::Clone")) != TraitVerdict::No
    }

    /// Returns whether copies of a value can be changed freely: they hold no borrows.
    pub fn is_copied(&self) -> bool {
        self.is_clone() && !has_lifetime(&self.ty)
    }

    /// Returns whether the type is `Copy`.
    pub fn is_copy(&self) -> bool {
        self.has("std::marker::Copy")
    }

    /// The type's own name in lower case.
    pub fn short_name(&self) -> String {
        match &self.ty {
            Ty::Adt(path, _) => last(path).to_lowercase(),
            _ => String::new(),
        }
    }

    /// A value of this type, argument `index` of a law.
    pub fn lent(&self, index: usize) -> Lent {
        self.lend(&self.ty, index)
    }

    /// A value of some type, argument `index` of a law. A shared reference stands for what it
    /// points to.
    pub fn lend(&self, ty: &Ty, index: usize) -> Lent {
        let (x, said) = (format!("x{index}"), format!("{{{index}}}"));
        let base = base(ty);
        if self.solver.is_unsized(base) {
            return Lent {
                input: Input::shared_dst(base.clone()),
                owned: x.clone(),
                borrowed: x,
                owned_said: said.clone(),
                borrowed_said: said,
            };
        }
        if matches!(base, Ty::Prim(_) | Ty::Ref { mutable: false, .. }) {
            return Lent {
                input: Input::val(base.clone()),
                owned: x.clone(),
                borrowed: format!("&{x}"),
                borrowed_said: format!("&{said}"),
                owned_said: said,
            };
        }
        let is_copy = has(self.solver, base, "std::marker::Copy");
        Lent {
            input: Input::shared(base.clone()),
            owned: format!("x{index}.clone()"),
            borrowed: x,
            owned_said: if is_copy { said.clone() } else { format!("{said}.clone()") },
            borrowed_said: format!("&{said}"),
        }
    }
}

impl Lent {
    /// As an argument for a parameter of this type, in the harness.
    pub fn pass(&self, parameter: &Ty) -> &str {
        if matches!(parameter, Ty::Ref { .. }) { &self.borrowed } else { &self.owned }
    }

    /// The same in a test.
    pub fn say(&self, parameter: &Ty) -> &str {
        if matches!(parameter, Ty::Ref { .. }) { &self.borrowed_said } else { &self.owned_said }
    }

    /// The same, drawn small if the parameter's name asks for it.
    pub fn sized_for(mut self, method: &Method<'_>, position: usize) -> Lent {
        let offset = usize::from(method.take != Take::Nothing);
        if let Some((name, _)) = method.function.inputs.get(position + offset) {
            self.input.is_size = is_size(name, &self.input.ty);
        }
        self
    }
}

impl<'k> Method<'k> {
    fn of(
        solver: &'k TraitSolver<'k>,
        shape: &'k FunctionShape<'k>,
        ty: &Ty,
    ) -> Option<Method<'k>> {
        let function = shape.function;
        let pattern = shape.self_ty.as_ref()?;
        let mut subst = Subst::default();
        let (self_ty, take) = match (pattern, function.receiver) {
            (Ty::Param(name), receiver) => {
                let is_provided = matches!(function.owner, Owner::Provided(_));
                let trait_ = shape.trait_.as_ref()?;
                if !is_provided
                    || solver.judge(ty, &TraitRef::plain(&trait_.path)) != TraitVerdict::Yes
                {
                    return None;
                }
                subst.bind_ty(name, ty);
                (ty.clone(), take_of(receiver)?)
            }
            (Ty::Ref { mutable: false, inner, .. }, Some(Receiver::Value)) => {
                if matches!(**inner, Ty::Param(_)) || !unify(inner, ty, &mut subst) {
                    return None;
                }
                (Ty::shared(ty.clone()), Take::Ref)
            }
            (_, receiver) => {
                if !unify(pattern, ty, &mut subst) {
                    return None;
                }
                (ty.clone(), take_of(receiver)?)
            }
        };
        let close = |ty: &Ty| erase(&solver.normalise(&subst.apply(ty)));
        let skipped = usize::from(take != Take::Nothing);
        let name = raw_path(&function.name);
        let (path, said, import) = match &shape.trait_ {
            Some(trait_) => {
                let mut trait_ = subst.apply_trait(trait_);
                trait_.assoc.clear();
                let written = |lifetimes: Lifetimes| {
                    format!("<{} as {}>::{name}", self_ty.print(lifetimes), trait_.print(lifetimes))
                };
                let import = raw_path(&trait_.path).into_owned();
                (written(Lifetimes::Static), written(Lifetimes::Inferred), Some(import))
            }
            None => {
                let said = match &self_ty {
                    Ty::Adt(path, args) if args.is_empty() => format!("{}::{name}", raw_path(path)),
                    _ => format!("<{}>::{name}", self_ty.print(Lifetimes::Inferred)),
                };
                (format!("<{}>::{name}", self_ty.print(Lifetimes::Static)), said, None)
            }
        };
        Some(Method {
            function,
            take,
            inputs: function.inputs.iter().skip(skipped).map(|(_, ty)| close(ty)).collect(),
            output: close(&function.output),
            path,
            said,
            import,
        })
    }

    /// A call in the harness. What the method is called on is the first argument.
    pub fn run(&self, arguments: &[&str]) -> String {
        format!("{}({})", self.path, arguments.join(", "))
    }

    /// A call in a test. What the method is called on is the first argument.
    pub fn say(&self, arguments: &[&str]) -> String {
        match (self.take, arguments) {
            (Take::Nothing, _) => format!("{}({})", self.said, arguments.join(", ")),
            (_, [receiver, rest @ ..]) => {
                format!("{receiver}.{}({})", raw_path(&self.function.name), rest.join(", "))
            }
            _ => String::new(),
        }
    }

    /// A line that has to stand before a test that calls it; none if it is in the prelude.
    pub fn import(&self) -> Option<String> {
        let path = self.import.as_deref().filter(|_| self.take != Take::Nothing)?;
        let is_in_prelude = ["std::clone::", "std::cmp::", "std::iter::", "std::convert::"]
            .iter()
            .any(|module| path.starts_with(module));
        (!is_in_prelude).then(|| format!("use {path} as _;"))
    }

    /// The spelling of the method's receiver in the harness, where `x` is a reference to it.
    pub fn receiver(&self, x: &str) -> String {
        if self.take == Take::Val { format!("{x}.clone()") } else { x.to_owned() }
    }

    /// The spelling of the method's receiver in a test.
    pub fn receiver_said(&self, type_methods: &TypeMethods<'_>, said: &str) -> String {
        if self.take == Take::Val && !type_methods.is_copy() {
            format!("{said}.clone()")
        } else {
            said.to_owned()
        }
    }

    /// Returns whether the documentation takes back what the name promises.
    pub fn is_hedged(&self, words: &[&str]) -> bool {
        let Some(docs) = &self.function.docs else { return false };
        let docs = docs.to_lowercase();
        words.iter().any(|word| docs.contains(word))
    }
}

/// Returns whether a type is known to implement a standard trait.
pub fn has(solver: &TraitSolver<'_>, ty: &Ty, trait_path: &str) -> bool {
    solver.judge(ty, &TraitRef::plain(trait_path)) == TraitVerdict::Yes
}

/// The target of a shared reference; other types as they are.
pub fn base(ty: &Ty) -> &Ty {
    match ty {
        Ty::Ref { mutable: false, inner, .. } => inner,
        _ => ty,
    }
}

/// The arguments of a standard type of this name: `Option<T>` gives `[T]`.
pub fn arguments_of<'t>(ty: &'t Ty, name: &str) -> Option<Vec<&'t Ty>> {
    match ty {
        Ty::Adt(path, args) if path.starts_with("std::") && last(path) == name => Some(
            args.iter()
                .filter_map(|arg| match arg {
                    Arg::Ty(ty) => Some(ty),
                    _ => None,
                })
                .collect(),
        ),
        _ => None,
    }
}

/// Returns whether a type is `bool`.
pub fn is_bool(ty: &Ty) -> bool {
    matches!(ty, Ty::Prim(Prim::Bool))
}

fn take_of(receiver: Option<Receiver>) -> Option<Take> {
    match receiver {
        None => Some(Take::Nothing),
        Some(Receiver::Shared) => Some(Take::Ref),
        Some(Receiver::Exclusive) => Some(Take::Mut),
        Some(Receiver::Value) => Some(Take::Val),
        Some(Receiver::Other) => None,
    }
}
