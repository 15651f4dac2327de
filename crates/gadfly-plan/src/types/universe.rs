//! Which types have values: the least fixpoint over operations the compiler has accepted.

use std::collections::{BTreeMap, BTreeSet};

use gadfly_model::{Name, Prim, Ty};

use super::subst::{has_unnameable, strip_refs};
use crate::operations::candidate::{Input, PassingMode};

/// Types nested deeper than this are values, but no patterns are matched against them.
const MAX_DEPTH: usize = 5;

/// Types that some operation can really produce, in the order in which they were found.
pub struct Universe {
    inhabited: BTreeSet<Ty>,
    /// Types behind references, for matching, by nominal head.
    by_head: BTreeMap<Name, Vec<Ty>>,
    order: Vec<Ty>,
    /// Instances that are used in matching beyond the limit.
    welcome: BTreeSet<Ty>,
    /// The number of instances of one of the subject's types that are used in matching.
    instances: usize,
}

impl Universe {
    /// The types that literals can write.
    pub fn of_literals(instances: usize) -> Universe {
        let mut universe = Universe {
            inhabited: BTreeSet::new(),
            by_head: BTreeMap::new(),
            order: Vec::new(),
            welcome: BTreeSet::new(),
            instances,
        };
        for ty in literal_types() {
            universe.add(&ty);
        }
        universe
    }

    /// Notes that a type has values; false if that was known.
    pub fn add(&mut self, ty: &Ty) -> bool {
        if has_unnameable(ty) || !self.inhabited.insert(ty.clone()) {
            return false;
        }
        let base = strip_refs(ty);
        if base.depth() <= MAX_DEPTH {
            let matched = match base {
                Ty::Adt(head, _) => {
                    let limit =
                        if head.starts_with("std::") { 3 * self.instances } else { self.instances };
                    let instances = self.by_head.entry(head.clone()).or_default();
                    let has_room = instances.len() < limit || self.welcome.contains(base);
                    let fits = has_room && !instances.contains(base);
                    if fits {
                        instances.push(base.clone());
                    }
                    fits
                }
                _ => !self.order.contains(base),
            };
            if matched {
                self.order.push(base.clone());
            }
        }
        true
    }

    /// Requests an instance: it will be used in matching if it is ever made.
    pub fn welcome(&mut self, ty: &Ty) {
        self.welcome.insert(ty.clone());
    }

    /// Returns whether the type itself has values.
    pub fn has(&self, ty: &Ty) -> bool {
        self.inhabited.contains(ty)
    }

    /// Returns whether some value can serve as this argument.
    pub fn serves(&self, input: &Input) -> bool {
        let ty = &input.ty;
        let shared = || self.has(&Ty::shared(ty.clone()));
        let exclusive = || self.has(&Ty::exclusive(ty.clone()));
        match input.mode {
            PassingMode::Val => self.has(ty),
            PassingMode::Ref => self.has(ty) || shared() || exclusive(),
            PassingMode::Mut => self.has(ty) || exclusive(),
            PassingMode::RefDst => shared() || exclusive(),
            PassingMode::MutDst => exclusive(),
        }
    }

    /// Known instances of a nominal type, behind references or not, in order of discovery.
    pub fn instances(&self, head: &str) -> &[Ty] {
        self.by_head.get(head).map_or(&[], Vec::as_slice)
    }

    /// All types that are used in matching, in order of discovery, outer references removed.
    pub fn bases(&self) -> &[Ty] {
        &self.order
    }

    /// The number of types that have values.
    pub fn len(&self) -> usize {
        self.inhabited.len()
    }

    /// Returns whether nothing has values.
    pub fn is_empty(&self) -> bool {
        self.inhabited.is_empty()
    }
}

/// Types whose values are written as literals.
pub fn literal_types() -> Vec<Ty> {
    let prims = [
        Prim::I32,
        Prim::U32,
        Prim::F64,
        Prim::U8,
        Prim::Usize,
        Prim::Char,
        Prim::U64,
        Prim::I64,
        Prim::Bool,
        Prim::U16,
        Prim::F32,
        Prim::I8,
        Prim::I16,
        Prim::I128,
        Prim::U128,
        Prim::Isize,
    ];
    let mut types: Vec<Ty> = prims.into_iter().map(Ty::Prim).collect();
    types.push(Ty::unit());
    types.push(Ty::shared(Ty::Prim(Prim::Str)));
    types.push(Ty::shared(Ty::Slice(Box::new(Ty::Prim(Prim::U8)))));
    types
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_serve_where_their_kind_allows() {
        let mut universe = Universe::of_literals(4);
        let ty = Ty::adt("k::S", []);
        assert!(!universe.serves(&Input::shared(ty.clone())));
        universe.add(&Ty::shared(ty.clone()));
        assert!(universe.serves(&Input::shared(ty.clone())));
        assert!(!universe.serves(&Input::exclusive(ty.clone())));
        assert!(!universe.serves(&Input::val(ty.clone())));
        universe.add(&Ty::exclusive(ty.clone()));
        assert!(universe.serves(&Input::exclusive(ty.clone())));
        assert_eq!(universe.instances("k::S"), [ty]);
    }

    #[test]
    fn matching_sees_only_so_many_instances_but_all_are_inhabited() {
        let mut universe = Universe::of_literals(1);
        let instance = |prim| Ty::adt("k::S", [Ty::Prim(prim)]);
        universe.add(&instance(Prim::U8));
        universe.add(&instance(Prim::I8));
        assert_eq!(universe.instances("k::S").len(), 1);
        assert!(universe.has(&instance(Prim::I8)));
    }
}
