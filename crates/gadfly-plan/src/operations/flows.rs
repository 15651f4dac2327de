//! Which borrows can pass through a call, by its signature.
//!
//! The rule is conservative: a flow is left out only when no lifetime of the argument can
//! outlive a lifetime of the place. Type parameters count as lifetimes of their own, since what
//! they stand for may hold borrows. The compiler's borrow checker is the judge of this file: the
//! soundness test prints random sequences and compiles them.

use std::collections::{BTreeMap, BTreeSet};

use gadfly_model::rust_path::last;
use gadfly_model::{
    Arg, Bound, Function, Generics, Model, Owner, ParamKind, Predicate, Receiver, Ty,
};

use super::candidate::Flow;
use crate::types::lifetimes::mentioned;

/// The flows of a function call with one operation argument per parameter, `positions[k]`
/// being the operation's argument for parameter `k` (`None` where a closure is written inline).
pub fn of_function(model: &Model, function: &Function, positions: &[Option<usize>]) -> Vec<Flow> {
    let signature = Signature::of(model, function);
    let mut flows = Vec::new();
    for (from_param, from) in positions.iter().enumerate() {
        let Some(from) = *from else { continue };
        if let Some(is_borrow) = signature.reaches(from_param, &signature.output) {
            flows.push(Flow { from, to: None, is_borrow });
        }
        for (to_param, to) in positions.iter().enumerate() {
            let Some(to) = *to else { continue };
            if from_param == to_param {
                continue;
            }
            // What stands behind an argument may take up what comes in beside it, also when the
            // argument itself is a value: a handle is as good as a reference.
            let place = &signature.inputs[to_param].inside;
            if let Some(is_borrow) = signature.reaches(from_param, place) {
                flows.push(Flow { from, to: Some(to), is_borrow });
            }
        }
    }
    flows
}

/// Corrects flows from inputs that are references only because a type parameter stands for one:
/// the signature knows them as values, yet a variable is borrowed for them.
pub fn lend(flows: &mut [Flow], lent: &[usize]) {
    for flow in flows {
        flow.is_borrow |= lent.contains(&flow.from);
    }
}

/// Lifetimes of a signature under names of its own.
struct Signature {
    inputs: Vec<InputLifetimes>,
    output: BTreeSet<String>,
    /// `outlives[a]` holds every lifetime that `a` is known to outlive.
    outlives: BTreeMap<String, BTreeSet<String>>,
    /// Results can hold everything: an opaque type, or a trait method whose declaration is not
    /// the one written in the impl.
    is_opaque: bool,
}

struct InputLifetimes {
    /// The lifetime of the outermost reference.
    outer: Option<String>,
    /// All others.
    inside: BTreeSet<String>,
}

impl Signature {
    fn of(model: &Model, function: &Function) -> Signature {
        let mut namer = Namer::default();
        let mut inputs = Vec::new();
        for (_, ty) in &function.inputs {
            let (outer, inner) = match ty {
                Ty::Ref { lifetime, inner, .. } => {
                    (Some(namer.lifetime(lifetime.as_deref())), &**inner)
                }
                _ => (None, ty),
            };
            let mut inside = BTreeSet::new();
            namer.collect(inner, outer.as_deref(), &mut inside);
            inputs.push(InputLifetimes { outer, inside });
        }
        // The elision rule for results.
        let receiver = matches!(function.receiver, Some(Receiver::Shared | Receiver::Exclusive))
            .then(|| inputs.first().and_then(|input| input.outer.clone()))
            .flatten();
        let mut output = BTreeSet::new();
        let mut elided = false;
        namer.collect_output(&function.output, &mut output, &mut elided);
        if elided {
            match receiver {
                Some(lifetime) => output.extend([lifetime]),
                None => output.extend(
                    inputs
                        .iter()
                        .flat_map(|input| input.outer.iter().chain(&input.inside))
                        .cloned(),
                ),
            }
        }
        let mut signature = Signature {
            inputs,
            output,
            outlives: namer.outlives,
            is_opaque: is_opaque(model, function),
        };
        let owner = owner_generics(model, function);
        for generics in owner.into_iter().chain([&function.generics]) {
            signature.add_declared(generics);
        }
        signature.close();
        signature
    }

    /// Returns whether borrows of an input can end up in a place with these lifetimes: `Some(true)`
    /// when the input itself may be borrowed there, `Some(false)` when only what it holds.
    fn reaches(&self, input: usize, place: &BTreeSet<String>) -> Option<bool> {
        let lifetimes = &self.inputs[input];
        if self.is_opaque && std::ptr::eq(place, &self.output) {
            return Some(lifetimes.outer.is_some());
        }
        let can_reach = |from: &String| {
            place.contains(from)
                || self.outlives.get(from).is_some_and(|shorter| !shorter.is_disjoint(place))
        };
        if lifetimes.outer.as_ref().is_some_and(can_reach) {
            return Some(true);
        }
        lifetimes.inside.iter().any(can_reach).then_some(false)
    }

    fn add_declared(&mut self, generics: &Generics) {
        let mut add = |longer: String, shorter: &str| {
            self.outlives.entry(longer).or_default().insert(format!("'{shorter}"));
        };
        for param in &generics.params {
            match &param.kind {
                ParamKind::Lifetime { outlives } => {
                    outlives.iter().for_each(|shorter| add(format!("'{}", param.name), shorter));
                }
                ParamKind::Type { bounds, .. } => {
                    for bound in bounds {
                        if let Bound::Lifetime(shorter) = bound {
                            add(param.name.to_string(), shorter);
                        }
                    }
                }
                ParamKind::Const { .. } => {}
            }
        }
        for predicate in &generics.predicates {
            match predicate {
                Predicate::Outlives { lifetime, outlives } => {
                    outlives.iter().for_each(|shorter| add(format!("'{lifetime}"), shorter));
                }
                Predicate::Bound { ty: Ty::Param(name), bounds, .. } => {
                    for bound in bounds {
                        if let Bound::Lifetime(shorter) = bound {
                            add(name.to_string(), shorter);
                        }
                    }
                }
                _ => {}
            }
        }
        self.equate_parameters(generics);
    }

    /// A parameter tied to another by a bound (`I: Iterator<Item = T>`, `T: Borrow<Q>`) can
    /// carry the other's lifetimes.
    fn equate_parameters(&mut self, generics: &Generics) {
        for (ty, bound) in generics.bounds() {
            let mut names = BTreeSet::new();
            let mut visit = |part: &Ty| {
                if let Ty::Param(name) = part {
                    names.insert(name.to_string());
                }
                names.extend(mentioned(part).into_iter().flatten().map(|name| format!("'{name}")));
                true
            };
            ty.walk(&mut visit);
            bound.walk(&mut visit);
            if let Bound::Trait { trait_, .. } = bound {
                for arg in &trait_.args {
                    if let Arg::Lifetime(name) = arg {
                        names.insert(format!("'{name}"));
                    }
                }
            }
            for left in &names {
                self.outlives.entry(left.clone()).or_default().extend(names.iter().cloned());
            }
        }
    }

    fn close(&mut self) {
        loop {
            let mut grown = self.outlives.clone();
            for shorter in grown.values_mut() {
                let further: Vec<String> = shorter
                    .iter()
                    .filter_map(|name| self.outlives.get(name))
                    .flatten()
                    .cloned()
                    .collect();
                shorter.extend(further);
            }
            if grown == self.outlives {
                return;
            }
            self.outlives = grown;
        }
    }
}

/// Gives every lifetime position a name and notes what well-formedness implies.
#[derive(Default)]
struct Namer {
    fresh: usize,
    outlives: BTreeMap<String, BTreeSet<String>>,
}

impl Namer {
    fn lifetime(&mut self, written: Option<&str>) -> String {
        match written {
            Some(name) if name != "_" => format!("'{name}"),
            _ => {
                self.fresh += 1;
                format!("'{}", self.fresh)
            }
        }
    }

    fn outlive(&mut self, longer: &str, shorter: Option<&str>) {
        if let Some(shorter) = shorter {
            self.outlives.entry(longer.to_owned()).or_default().insert(shorter.to_owned());
        }
    }

    /// Collects the lifetimes in `ty`, all of which outlive `around`.
    fn collect(&mut self, ty: &Ty, around: Option<&str>, found: &mut BTreeSet<String>) {
        match ty {
            Ty::Param(name) => {
                self.outlive(name, around);
                found.insert(name.to_string());
            }
            Ty::Ref { lifetime, inner, .. } => {
                let own = self.lifetime(lifetime.as_deref());
                self.outlive(&own, around);
                found.insert(own.clone());
                self.collect(inner, Some(&own), found);
            }
            Ty::Adt(_, args) => {
                let mut here = BTreeSet::new();
                for arg in args {
                    match arg {
                        Arg::Lifetime(name) => {
                            let own = self.lifetime(Some(name));
                            self.outlive(&own, around);
                            here.insert(own);
                        }
                        Arg::Ty(ty) => self.collect(ty, around, &mut here),
                        Arg::Const(_) => {}
                    }
                }
                self.tie(&here);
                found.extend(here);
            }
            // What is inside these is not looked at closely: tie it all together.
            Ty::Dyn(_) | Ty::Impl(_) | Ty::Projection(_) => {
                let mut here = BTreeSet::new();
                ty.walk(&mut |part| {
                    if let Ty::Param(name) = part {
                        here.insert(name.to_string());
                    }
                    here.extend(mentioned(part).into_iter().map(|name| self.lifetime(name)));
                    true
                });
                for name in &here {
                    self.outlive(name, around);
                }
                self.tie(&here);
                found.extend(here);
            }
            Ty::Tuple(items) => items.iter().for_each(|item| self.collect(item, around, found)),
            Ty::Slice(inner) | Ty::Array(inner, _) | Ty::Ptr { inner, .. } => {
                self.collect(inner, around, found);
            }
            Ty::FnPointer(_) | Ty::Prim(_) | Ty::Unnameable(_) => {}
        }
    }

    fn tie(&mut self, names: &BTreeSet<String>) {
        if names.len() > 1 {
            for name in names {
                self.outlives.entry(name.clone()).or_default().extend(names.iter().cloned());
            }
        }
    }

    fn collect_output(&mut self, ty: &Ty, found: &mut BTreeSet<String>, elided: &mut bool) {
        ty.walk(&mut |part| {
            if let Ty::Param(name) = part {
                found.insert(name.to_string());
            }
            for lifetime in mentioned(part) {
                match lifetime {
                    Some(name) => {
                        found.insert(format!("'{name}"));
                    }
                    None => *elided = true,
                }
            }
            true
        });
        // `'static` in a result is no borrow.
        found.remove("'static");
    }
}

fn owner_generics<'m>(model: &'m Model, function: &Function) -> Vec<&'m Generics> {
    match &function.owner {
        Owner::Module => Vec::new(),
        Owner::Inherent(id) | Owner::TraitImpl(id) => vec![&model.impls[*id].generics],
        Owner::Provided(path) => {
            model.traits.get(path).map(|trait_| vec![&trait_.generics]).unwrap_or_default()
        }
    }
}

/// Traits whose declarations tie results exactly as impls of them write it.
const TRANSPARENT: &[&str] = &[
    "Iterator",
    "DoubleEndedIterator",
    "ExactSizeIterator",
    "IntoIterator",
    "Clone",
    "Default",
    "From",
    "Into",
    "TryFrom",
    "FromStr",
    "FromIterator",
    "Extend",
    "Add",
    "Sub",
    "Mul",
    "Div",
    "Rem",
    "Neg",
    "Not",
    "BitAnd",
    "BitOr",
    "BitXor",
    "Shl",
    "Shr",
    "ToOwned",
    "Index",
    "IndexMut",
    "Deref",
    "DerefMut",
    "AsRef",
    "AsMut",
    "Borrow",
    "BorrowMut",
];

fn is_opaque(model: &Model, function: &Function) -> bool {
    let hidden = function.output.any(&mut |part| matches!(part, Ty::Impl(_)));
    let by_trait = match &function.owner {
        Owner::TraitImpl(id) => match &model.impls[*id].trait_ {
            Some(trait_) => {
                !(trait_.path.starts_with("std::") && TRANSPARENT.contains(&last(&trait_.path)))
            }
            None => true,
        },
        _ => false,
    };
    hidden || by_trait
}

#[cfg(test)]
mod tests {
    use super::*;
    use gadfly_model::Prim;

    fn function(receiver: Option<Receiver>, inputs: Vec<Ty>, output: Ty) -> Function {
        Function {
            path: "k::f".into(),
            name: "f".into(),
            krate: "k".into(),
            owner: Owner::Module,
            generics: Generics::default(),
            inputs: inputs.into_iter().map(|ty| ("x".into(), ty)).collect(),
            output,
            receiver,
            is_unsafe: false,
            is_async: false,
            is_const: false,
            track_caller: false,
            is_deprecated: false,
            is_helper: false,
            docs: None,
            span: None,
        }
    }

    fn flows(function: &Function) -> Vec<(usize, Option<usize>, bool)> {
        let positions: Vec<Option<usize>> = (0..function.inputs.len()).map(Some).collect();
        of_function(&Model::default(), function, &positions)
            .into_iter()
            .map(|flow| (flow.from, flow.to, flow.is_borrow))
            .collect()
    }

    fn text() -> Ty {
        Ty::Prim(Prim::Str)
    }

    fn named(name: &str, inner: Ty) -> Ty {
        Ty::Ref { mutable: false, lifetime: Some(name.into()), inner: Box::new(inner) }
    }

    #[test]
    fn an_elided_result_borrows_from_the_receiver_alone() {
        let receiver = Ty::shared(Ty::adt("k::S", []));
        let get = function(
            Some(Receiver::Shared),
            vec![receiver, Ty::shared(text())],
            Ty::shared(text()),
        );
        assert_eq!(flows(&get), [(0, None, true)]);
    }

    #[test]
    fn an_element_of_the_type_is_inherited_not_borrowed() {
        let iter = Ty::exclusive(Ty::adt("k::Iter", [Ty::Param("T".into())]));
        let next = function(Some(Receiver::Exclusive), vec![iter], Ty::Param("T".into()));
        assert_eq!(flows(&next), [(0, None, false)]);
    }

    #[test]
    fn pushing_a_reference_into_a_collection_ties_it_to_the_collection() {
        let list = Ty::Adt("k::List".into(), vec![Arg::Lifetime("a".into())]);
        let push = function(
            Some(Receiver::Exclusive),
            vec![Ty::exclusive(list), named("a", text())],
            Ty::unit(),
        );
        assert_eq!(flows(&push), [(1, Some(0), true)]);
    }

    #[test]
    fn a_longer_lifetime_can_end_up_where_a_shorter_one_is_asked() {
        // fn f<'a, 'b>(x: &'a S<'b>, y: &'b str) -> &'a str
        let s = Ty::Adt("k::S".into(), vec![Arg::Lifetime("b".into())]);
        let pick = function(None, vec![named("a", s), named("b", text())], named("a", text()));
        let found = flows(&pick);
        assert!(found.contains(&(0, None, true)) && found.contains(&(1, None, true)), "{found:?}");
    }

    #[test]
    fn static_results_borrow_from_nothing() {
        let name = function(
            Some(Receiver::Shared),
            vec![Ty::shared(Ty::adt("k::S", []))],
            named("static", text()),
        );
        assert_eq!(flows(&name), []);
    }

    #[test]
    fn a_handle_that_is_handed_over_takes_up_borrows_like_a_reference() {
        // fn write(self: Pen<'b, 'a>, note: &'a str)
        let lifetimes = vec![Arg::Lifetime("b".into()), Arg::Lifetime("a".into())];
        let pen = Ty::Adt("k::Pen".into(), lifetimes);
        let write = function(Some(Receiver::Value), vec![pen, named("a", text())], Ty::unit());
        assert!(flows(&write).contains(&(1, Some(0), true)), "{:?}", flows(&write));
    }

    #[test]
    fn an_item_that_is_lent_borrows_from_the_lender() {
        // fn lend(&mut self) -> Self::Item<'_>
        let item = Ty::Projection(Box::new(gadfly_model::Projection {
            self_ty: Ty::Param("Self".into()),
            trait_: Some(gadfly_model::TraitRef::plain("k::Lender")),
            name: "Item".into(),
            args: vec![Arg::Lifetime("_".into())],
        }));
        let lender = Ty::exclusive(Ty::Param("Self".into()));
        let lend = function(Some(Receiver::Exclusive), vec![lender], item);
        assert_eq!(flows(&lend), [(0, None, true)]);
    }

    #[test]
    fn a_reference_behind_a_parameter_is_borrowed_not_inherited() {
        // fn watch<G>(graph: G) -> Seen<G> with G = &Graph
        let g = Ty::Param("G".into());
        let watch = function(None, vec![g.clone()], Ty::adt("k::Seen", [g]));
        let mut found = of_function(&Model::default(), &watch, &[Some(0)]);
        assert!(!found[0].is_borrow);
        lend(&mut found, &[0]);
        assert!(found[0].is_borrow);
    }
}
