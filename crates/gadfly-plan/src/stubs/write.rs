//! Which traits get a type that was made up, and its source.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use gadfly_model::rust_path::last;
use gadfly_model::{
    AssocType, Bound, Function, Generics, Lifetimes, Name, Owner, Trait, TraitRef, Ty,
};

use super::declare::{generics, signature, written};
use super::definition::{Answers, Implemented};
use super::keep::{self, KeptValue, kept};
use super::values::StubValues;
use super::{Definition, MODULE, Stub};
use crate::solve::std_traits::{self, TraitVerdict};
use crate::solve::trait_solver::TraitSolver;
use crate::types::subst::erase;

/// Traits that can be derived, in the order in which people write them.
const DERIVABLE: &[&str] =
    &["Clone", "Copy", "Debug", "Default", "PartialEq", "Eq", "PartialOrd", "Ord", "Hash"];

/// The stubs for a crate, and the traits without one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stubs {
    /// The types.
    pub implementors: Vec<Stub>,
    /// Why there is none for a trait that has none.
    pub obstacles: BTreeMap<Name, String>,
}

/// Makes up a type for each trait of the subject's that functions ask for and nothing implements.
pub fn make_stubs(solver: &TraitSolver<'_>) -> Stubs {
    let mut stubbed = Stubs::default();
    let mut names = BTreeSet::new();
    for (path, trait_) in &solver.model.traits {
        let is_ours = solver.model.is_local(&trait_.krate) && trait_.is_nameable;
        if !is_ours || is_implemented(solver, path) || !is_asked_for(solver, path) {
            continue;
        }
        let name = free_name(&mut names, &format!("Quiet{}", last(path)));
        match StubWriter::new(solver, name, Vec::new()).write(trait_) {
            Ok(implementor) => stubbed.implementors.push(implementor),
            Err(reason) => {
                stubbed.obstacles.insert(path.clone(), reason);
                continue;
            }
        }
        let kept = kept(solver, trait_);
        if !kept.is_empty() {
            let name = free_name(&mut names, &format!("Keeping{}", last(path)));
            stubbed.implementors.extend(StubWriter::new(solver, name, kept).write(trait_));
        }
    }
    stubbed
}

fn free_name(taken: &mut BTreeSet<String>, wanted: &str) -> String {
    let numbered = (2..).map(|number| format!("{wanted}{number}"));
    let mut names = std::iter::once(wanted.to_owned()).chain(numbered);
    let name = names.find(|name| !taken.contains(name)).expect("there are enough numbers");
    taken.insert(name.clone());
    name
}

/// Returns whether there are types of a trait's already: impls that only pass on what others have do not count.
fn is_implemented(solver: &TraitSolver<'_>, path: &Name) -> bool {
    solver.impls_of(path).iter().any(|id| {
        let impl_ = &solver.model.impls[*id];
        let is_passed_on = impl_.generics.bounds().iter().any(|(_, bound)| is_of(bound, path));
        let is_hidden = matches!(&impl_.for_, Ty::Adt(head, _)
            if solver.model.adts.get(head).is_some_and(|adt| !adt.is_nameable));
        !is_passed_on && !is_hidden && !impl_.is_synthetic
    })
}

fn is_of(bound: &Bound, path: &str) -> bool {
    matches!(bound, Bound::Trait { trait_, .. } if *trait_.path == *path)
}

/// Returns whether a function takes what implements a trait, or is a method of it.
fn is_asked_for(solver: &TraitSolver<'_>, path: &str) -> bool {
    solver.model.functions.iter().any(|function| {
        let is_method = matches!(&function.owner, Owner::Provided(of) if **of == *path);
        let is_object = |part: &Ty| match part {
            Ty::Dyn(bounds) => bounds.iter().any(|bound| is_of(bound, path)),
            _ => false,
        };
        is_method
            || bounds_of(solver, function).iter().any(|(_, bound)| is_of(bound, path))
            || function.inputs.iter().any(|(_, ty)| ty.any(&mut |part| is_object(part)))
    })
}

/// The bounds that a function and the impl around it put on types.
fn bounds_of<'w>(solver: &'w TraitSolver<'_>, function: &'w Function) -> Vec<(Ty, &'w Bound)> {
    let around: Option<&Generics> = match &function.owner {
        Owner::Inherent(id) | Owner::TraitImpl(id) => Some(&solver.model.impls[*id].generics),
        Owner::Module | Owner::Provided(_) => None,
    };
    let around = around.map(Generics::bounds).unwrap_or_default();
    around.into_iter().chain(function.generics.bounds()).collect()
}

/// The name by which a trait of the standard library is derived.
fn derivable(trait_: &TraitRef) -> Option<&'static str> {
    let name = last(&trait_.path);
    let is_std = trait_.path.starts_with("std::");
    DERIVABLE.iter().find(|known| is_std && **known == name).copied()
}

/// Writes one type.
struct StubWriter<'a> {
    solver: &'a TraitSolver<'a>,
    name: String,
    kept: Vec<KeptValue>,
    derives: BTreeSet<&'static str>,
    traits: Vec<Implemented>,
    answers: Answers,
    source: String,
}

impl<'a> StubWriter<'a> {
    fn new(solver: &'a TraitSolver<'a>, name: String, kept: Vec<KeptValue>) -> StubWriter<'a> {
        let (derives, traits) = (BTreeSet::new(), Vec::new());
        StubWriter {
            solver,
            name,
            kept,
            derives,
            traits,
            answers: Answers::Nothing,
            source: String::new(),
        }
    }

    fn write(mut self, trait_: &Trait) -> Result<Stub, String> {
        self.implement(trait_)?;
        self.derive_what_is_asked_for_beside(&trait_.path);
        if !self.kept.is_empty() {
            self.derives.insert("Default");
            // What changes shows.
            let debug = TraitRef::plain("std::fmt::Debug");
            let is_shown =
                |kept: &KeptValue| self.solver.judge(&kept.ty, &debug) == TraitVerdict::Yes;
            self.derives.extend(self.kept.iter().all(is_shown).then_some("Debug"));
        }
        for (name, needs) in [
            ("Ord", &["PartialOrd", "Eq"][..]),
            ("PartialOrd", &["PartialEq"]),
            ("Eq", &["PartialEq"]),
            ("Copy", &["Clone"]),
        ] {
            if self.derives.contains(name) {
                self.derives.extend(needs);
            }
        }
        let derives: Vec<&str> =
            DERIVABLE.iter().filter(|name| self.derives.contains(*name)).copied().collect();
        let mut source = String::new();
        if !derives.is_empty() {
            source = format!("#[derive({})]\n", derives.join(", "));
        }
        let fields = self
            .kept
            .iter()
            .map(|KeptValue { field, ty }| format!("    pub {field}: Vec<{}>,\n", written(ty)));
        let fields = fields.collect::<String>();
        match fields.as_str() {
            "" => writeln!(source, "pub struct {};", self.name),
            fields => writeln!(source, "pub struct {} {{\n{fields}}}", self.name),
        }
        .expect("writing to a string");
        source.push_str(&self.source);
        let paths = derives.iter().map(|name| Name::from(derived_path(name)));
        Ok(Stub {
            derives: paths.collect(),
            definition: Definition {
                name: self.name,
                source,
                of: trait_.path.to_string(),
                answers: self.answers,
            },
            traits: self.traits,
            kept: self.kept,
        })
    }

    /// Functions may ask for more than the trait: `P: Perform + Clone`.
    fn derive_what_is_asked_for_beside(&mut self, path: &str) {
        for function in &self.solver.model.functions {
            let bounds = bounds_of(self.solver, function);
            let of_it: Vec<&Ty> =
                bounds.iter().filter(|(_, bound)| is_of(bound, path)).map(|(ty, _)| ty).collect();
            for (ty, bound) in &bounds {
                if let Bound::Trait { trait_, .. } = bound
                    && of_it.contains(&ty)
                {
                    self.derives.extend(derivable(trait_));
                }
            }
        }
    }

    fn implement(&mut self, trait_: &Trait) -> Result<(), String> {
        if self.traits.iter().any(|known| known.path == trait_.path) {
            return Ok(());
        }
        let name = last(&trait_.path);
        if trait_.is_unsafe {
            return Err(format!("{name} is unsafe to implement"));
        }
        if let Some(unknown) = trait_.required.unknown.first() {
            return Err(format!("the definition of {name}::{unknown} is not known"));
        }
        let at = self.traits.len();
        self.traits.push(Implemented { path: trait_.path.clone(), assoc_types: Vec::new() });
        for bound in &trait_.supertraits {
            if let Bound::Trait { trait_: above, .. } = bound {
                self.satisfy(above)?;
            }
        }
        let mut set = Vec::new();
        for assoc in trait_.assoc_types.iter().filter(|assoc| assoc.default.is_none()) {
            let chosen = self.assoc_type(trait_, assoc);
            let chosen =
                chosen.ok_or_else(|| format!("no type is known for {name}::{}", assoc.name))?;
            set.push((assoc.name.clone(), chosen));
        }
        let body = self.body(trait_, &set)?;
        let (declared, clause) = generics(&trait_.generics);
        let of = super::join::of_itself(trait_).print(Lifetimes::Written);
        let name = &self.name;
        let head = format!("\nimpl{declared} {of} for {name}{clause}");
        self.source.push_str(&match body.as_str() {
            "" => format!("{head} {{}}\n"),
            body => format!("{head} {{\n{body}}}\n"),
        });
        let asked = trait_.required.methods.iter().filter(|method| method.receiver.is_some());
        let answers = |method: &Function| Answers::of(&method.output.print(Lifetimes::Written));
        self.answers = asked.map(answers).fold(self.answers, Answers::max);
        self.traits[at].assoc_types = set;
        Ok(())
    }

    /// Sees to it that a supertrait is implemented.
    fn satisfy(&mut self, above: &TraitRef) -> Result<(), String> {
        if let Some(name) = derivable(above) {
            self.derives.insert(name);
            return Ok(());
        }
        if std_traits::is_implied(&above.path) {
            return Ok(());
        }
        let known = self.solver.model.traits.get(&above.path);
        let is_local = |trait_: &&Trait| self.solver.model.is_local(&trait_.krate);
        match known.filter(is_local) {
            Some(trait_) if !trait_.is_nameable => {
                Err(format!("{} has no public path", above.path))
            }
            Some(_) if self.is_blanket(&above.path) => Ok(()),
            Some(trait_) => self.implement(trait_),
            None => Err(format!("it would have to be {}", above.print(Lifetimes::Inferred))),
        }
    }

    /// Returns whether a trait is implemented for whatever satisfies some bounds.
    fn is_blanket(&self, path: &str) -> bool {
        let impls = self.solver.impls_of(path);
        impls.iter().any(|id| matches!(self.solver.model.impls[*id].for_, Ty::Param(_)))
    }

    /// A type that an associated type may stand for.
    fn assoc_type(&self, trait_: &Trait, assoc: &AssocType) -> Option<Ty> {
        if !assoc.generics.params.is_empty() {
            return None;
        }
        if assoc.bounds.iter().any(|bound| is_of(bound, &trait_.path)) {
            return Some(Ty::adt(&self.name, []));
        }
        let plain = [
            Ty::unit(),
            Ty::Prim(gadfly_model::Prim::U8),
            Ty::adt("std::string::String", []),
            Ty::adt("std::fmt::Error", []),
        ];
        let bounds = assoc.bounds.iter().filter_map(|bound| match bound {
            Bound::Trait { trait_, .. } => Some(trait_),
            _ => None,
        });
        let bounds: Vec<&TraitRef> = bounds.collect();
        let of_impls = bounds.iter().flat_map(|bound| self.solver.impls_of(&bound.path));
        let listed = of_impls.map(|id| self.solver.model.impls[*id].for_.clone());
        let is_plain = |ty: &Ty| matches!(ty, Ty::Adt(_, args) if args.is_empty());
        let fits = |ty: &Ty| bounds.iter().all(|it| self.solver.judge(ty, it) == TraitVerdict::Yes);
        plain.into_iter().chain(listed.filter(is_plain)).find(fits)
    }

    fn body(&self, trait_: &Trait, set: &[(Name, Ty)]) -> Result<String, String> {
        let mut parts = Vec::new();
        for (name, ty) in set {
            parts.push(format!("    type {name} = {};\n", written(ty)));
        }
        for (name, ty) in &trait_.required.constants {
            let values = self.values(set, &[]);
            let value = values.of(ty).ok_or_else(|| unknown(trait_, name, ty))?;
            parts.push(format!("    const {name}: {} = {value};\n", written(ty)));
        }
        for method in &trait_.required.methods {
            parts.push(self.method(trait_, method, set)?);
        }
        for method in keep::provided(self.solver, trait_) {
            let mut given = keep::given(method).into_iter();
            if given.any(|(_, ty)| self.kept.iter().any(|kept| kept.ty == erase(ty))) {
                // What cannot be written stays as it is.
                parts.extend(self.method(trait_, method, set));
            }
        }
        Ok(parts.join("\n"))
    }

    fn method(
        &self,
        trait_: &Trait,
        method: &Function,
        set: &[(Name, Ty)],
    ) -> Result<String, String> {
        if method.is_unsafe {
            return Err(format!("{}::{} is unsafe", last(&trait_.path), method.name));
        }
        let inputs = method.inputs.iter().enumerate();
        let arguments: Vec<(String, Ty)> = inputs
            .map(|(index, (name, ty))| match (index, method.receiver) {
                (0, Some(_)) => ("self".to_owned(), ty.clone()),
                _ => (argument_name(name, index), ty.clone()),
            })
            .collect();
        let value = match &method.output {
            output if output.is_unit() => String::new(),
            output => {
                let value = self.values(set, &arguments).of(output);
                value.ok_or_else(|| unknown(trait_, &method.name, output))?
            }
        };
        let mut lines = Vec::new();
        let mut names = vec![String::new(); arguments.len()];
        let given: Vec<usize> = keep::given(method).into_iter().map(|(index, _)| index).collect();
        for (index, (name, ty)) in arguments.into_iter().enumerate() {
            let is_given = given.contains(&index) && name != value;
            let keeping = is_given.then(|| keep::statement(&self.kept, &name, &ty)).flatten();
            let is_used = keeping.is_some() || name == value;
            names[index] = if is_used { name } else { format!("_{name}") };
            lines.extend(keeping);
        }
        let head = signature(method, &names);
        lines.extend(Some(value).filter(|value| !["", "()"].contains(&value.as_str())));
        Ok(match lines.as_slice() {
            [] => format!("    {head} {{}}\n"),
            lines => format!("    {head} {{\n        {}\n    }}\n", lines.join("\n        ")),
        })
    }

    fn values<'v>(
        &'v self,
        set: &'v [(Name, Ty)],
        arguments: &'v [(String, Ty)],
    ) -> StubValues<'v> {
        let own = if self.kept.is_empty() { self.name.as_str() } else { "Self::default()" };
        StubValues { solver: self.solver, own, assoc_types: set, arguments }
    }
}

fn unknown(trait_: &Trait, name: &str, ty: &Ty) -> String {
    let ty = ty.print(Lifetimes::Inferred);
    format!("{}::{name} would have to make a {ty}", last(&trait_.path))
}

/// Arguments need no name where they are declared.
fn argument_name(name: &str, index: usize) -> String {
    let bare = name.trim_start_matches('_');
    match syn::parse_str::<syn::Ident>(bare) {
        Ok(_) => bare.to_owned(),
        Err(_) => format!("x{index}"),
    }
}

fn derived_path(name: &str) -> String {
    let module = match name {
        "Clone" => "clone",
        "Copy" => "marker",
        "Debug" => "fmt",
        "Default" => "default",
        "Hash" => "hash",
        _ => "cmp",
    };
    format!("std::{module}::{name}")
}

/// The type of an implementor, as it is called from outside of the module.
pub(super) fn type_of(definition: &Definition) -> Ty {
    Ty::adt(&format!("{MODULE}::{}", definition.name), [])
}
