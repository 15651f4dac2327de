//! The borrow table: the permitted uses of variables, and the variables that die first.
//!
//! It is a function of the list of statements alone, so it never looks at a value. It is the whole reason why handing
//! out references with an erased lifetime is sound; when in doubt it refuses.
//!
//! Each variable has parents: what it may hold borrows of, shared or mutable. Their closure is kept in bit sets, so that
//! a decision is a few unions: `descendants[v]` dies when `v` is moved or borrowed mutably, `shared_kills[v]` (what hangs on
//! a mutable borrow of `v`) dies when `v` is merely read.
//!
//! Variables whose types share a lifetime are tied permanently, whether they hold a borrow or not: a value and its clone may share
//! what is behind them, and the compiler gives both one lifetime. What one of them takes up later, all of them may hold.

use gadfly_wire::Access;

/// A set of variables.
pub type VarSet = u128;

/// The most variables a sequence may have.
pub const MAX_VARS: usize = 120;

/// One argument of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CallArg {
    /// The variable.
    pub var: u32,
    /// The way it is passed.
    pub access: Access,
}

/// The borrow rules of an operation.
#[derive(Clone, Debug, Default)]
pub struct BorrowRules {
    /// The flows of borrows from arguments into the result or other arguments.
    pub flows: Vec<gadfly_wire::Flow>,
    /// Bit `i`: argument `i` must not borrow from anything.
    pub static_args: u16,
    /// True if values of the result type can ever hold a borrow.
    pub carries: bool,
}

/// The reason for which a call is not allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rejection {
    /// An argument was moved or killed before.
    Dead,
    /// A variable is moved or mutably borrowed, and used a second time.
    Twice,
    /// An argument would have to die for another argument.
    Conflict,
    /// An argument that must not borrow from anything does.
    NotStatic,
    /// A variable would hold a borrow of itself.
    Cycle,
    /// The sequence is full.
    Full,
}

/// The borrow state after some statements.
#[derive(Clone, Debug, Default)]
pub struct Borrows {
    vars: Vec<Var>,
    alive: VarSet,
    carriers: VarSet,
    /// Variables that were passed where no borrow is allowed, and those tied to them: they must never take one up.
    frozen: VarSet,
}

#[derive(Clone, Copy, Debug, Default)]
struct Var {
    parents: Parents,
    ancestors: VarSet,
    descendants: VarSet,
    shared_kills: VarSet,
    /// Those that may share a lifetime with it, itself included; empty if it can hold no borrow.
    tied: VarSet,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Parents {
    shared: VarSet,
    mutable: VarSet,
}

impl Borrows {
    /// Forgets every statement.
    pub fn clear(&mut self) {
        self.vars.clear();
        self.alive = 0;
        self.carriers = 0;
        self.frozen = 0;
    }

    /// The number of variables, dead ones included.
    pub fn len(&self) -> usize {
        self.vars.len()
    }

    /// Returns whether there are no variables.
    pub fn is_empty(&self) -> bool {
        self.vars.is_empty()
    }

    /// The variables that are neither moved nor dropped.
    #[inline]
    pub fn alive(&self) -> VarSet {
        self.alive
    }

    /// Returns whether a variable is neither moved nor dropped.
    #[inline]
    pub fn is_alive(&self, var: u32) -> bool {
        self.alive & bit(var) != 0
    }

    /// Returns whether a variable holds borrows of nothing.
    #[inline]
    pub fn is_parentless(&self, var: u32) -> bool {
        self.vars[var as usize].parents == Parents::default()
    }

    /// Returns whether a variable may be looked at without killing anything: it is alive and not mutably borrowed.
    #[inline]
    pub fn is_readable(&self, var: u32) -> bool {
        self.is_alive(var) && self.vars[var as usize].shared_kills & self.alive == 0
    }

    /// Everything a variable may hold borrows of, directly or not.
    #[inline]
    pub fn ancestors(&self, var: u32) -> VarSet {
        self.vars[var as usize].ancestors
    }

    /// Decides on a call and the drops before it, without changes.
    pub fn check(&self, rules: &BorrowRules, args: &[CallArg]) -> Result<VarSet, Rejection> {
        if self.vars.len() >= MAX_VARS {
            return Err(Rejection::Full);
        }
        let (mut used, mut exclusive, mut kills) = (0, 0, 0);
        for (index, arg) in args.iter().enumerate() {
            let this = bit(arg.var);
            if self.alive & this == 0 {
                return Err(Rejection::Dead);
            }
            let var = &self.vars[arg.var as usize];
            if is_exclusive(arg.access) {
                if used & this != 0 {
                    return Err(Rejection::Twice);
                }
                exclusive |= this;
                kills |= var.descendants;
            } else {
                if exclusive & this != 0 {
                    return Err(Rejection::Twice);
                }
                kills |= var.shared_kills;
            }
            if rules.static_args & (1 << index) != 0 && var.parents != Parents::default() {
                return Err(Rejection::NotStatic);
            }
            used |= this;
        }
        kills &= self.alive;
        if kills & used != 0 {
            return Err(Rejection::Conflict);
        }
        let (mut gained, mut holders) = (0, 0);
        for flow in &rules.flows {
            if let Some((from, to)) = absorbed(flow, args) {
                let more = self.upwards(self.contribution(from, flow.kind));
                let is_frozen = self.reach(to.var) & self.frozen != 0;
                if more != 0 && is_frozen {
                    return Err(Rejection::NotStatic);
                }
                gained |= more;
                holders |= self.holders(to.var);
            }
        }
        if gained & (holders | self.downwards(holders)) & self.alive != 0 {
            return Err(Rejection::Cycle);
        }
        Ok(kills)
    }

    /// Makes a call that [`Self::check`] allowed with these kills; returns the variable it defines.
    pub fn apply(&mut self, rules: &BorrowRules, args: &[CallArg], kills: VarSet) -> u32 {
        self.alive &= !kills;
        let mut result = Parents::default();
        let mut tied = 0;
        for (index, arg) in args.iter().enumerate() {
            if rules.static_args & (1 << index) != 0 {
                self.frozen |= self.reach(arg.var);
            }
        }
        for flow in &rules.flows {
            if let Some((from, to)) = absorbed(flow, args) {
                let gained = self.contribution(from, flow.kind);
                let holders = self.holders(to.var);
                for holder in members(holders) {
                    let parents = &mut self.vars[holder as usize].parents;
                    parents.shared |= gained.shared;
                    parents.mutable |= gained.mutable;
                }
                self.hang_below(gained, holders | self.downwards(holders));
            } else if let (gadfly_wire::FlowTo::Result, Some(from)) =
                (flow.to, args.get(flow.from as usize))
            {
                tied |= self.vars[from.var as usize].tied;
            }
        }
        for flow in &rules.flows {
            if let (gadfly_wire::FlowTo::Result, Some(from)) =
                (flow.to, args.get(flow.from as usize))
            {
                let gained = self.contribution(*from, flow.kind);
                result.shared |= gained.shared;
                result.mutable |= gained.mutable;
            }
            if let Some((from, to)) = absorbed(flow, args) {
                let together = self.vars[from.var as usize].tied | self.vars[to.var as usize].tied;
                self.tie(together);
            }
        }
        for arg in args {
            if arg.access == Access::Move {
                self.alive &= !bit(arg.var);
            }
        }
        let var = self.vars.len() as u32;
        self.vars.push(Var { parents: result, ..Var::default() });
        self.alive |= bit(var);
        if rules.carries {
            self.carriers |= bit(var);
            let tied =
                members(tied).fold(bit(var), |set, other| set | self.vars[other as usize].tied);
            self.tie(tied);
        }
        if result != Parents::default() {
            self.hang_below(result, bit(var));
        }
        var
    }

    /// Takes note that a variable never came to be: the call that was to define it panicked.
    pub fn give_up(&mut self, var: u32) {
        self.alive &= !bit(var);
    }

    /// [`Self::check`] and [`Self::apply`] in one.
    pub fn push(&mut self, rules: &BorrowRules, args: &[CallArg]) -> Result<VarSet, Rejection> {
        let kills = self.check(rules, args)?;
        self.apply(rules, args, kills);
        Ok(kills)
    }

    /// Takes one variable out of a set that is to be dropped: one that nothing else in the set depends on.
    pub fn next_drop(&self, doomed: &mut VarSet) -> Option<u32> {
        let mut candidates = *doomed;
        while candidates != 0 {
            let var = last(candidates);
            if self.vars[var as usize].descendants & *doomed == 0 {
                *doomed &= !bit(var);
                return Some(var);
            }
            candidates &= !bit(var);
        }
        None
    }

    /// A set in the order in which it may be dropped, dependents first.
    pub fn drop_order(&self, mut doomed: VarSet) -> Vec<u32> {
        std::iter::from_fn(|| self.next_drop(&mut doomed)).collect()
    }

    /// The variables that a flow from this argument makes its target borrow from.
    fn contribution(&self, from: CallArg, kind: gadfly_wire::FlowKind) -> Parents {
        use gadfly_wire::FlowKind;
        match (kind, from.access) {
            (FlowKind::Borrow, Access::Borrow | Access::Reborrow) => {
                Parents { shared: bit(from.var), mutable: 0 }
            }
            (FlowKind::Borrow, Access::BorrowMut | Access::ReborrowMut) => {
                Parents { shared: 0, mutable: bit(from.var) }
            }
            // An argument by value, or one that is a reference already, does not borrow the variable itself.
            (FlowKind::Borrow, Access::Move | Access::Copy | Access::CopyRef)
            | (FlowKind::Inherit, _) => self.vars[from.var as usize].parents,
        }
    }

    /// The variables that may end up holding what is put behind `var`: itself, what it may be a reborrow of, and all that is
    /// tied to one of these. Ancestors of a type that can never hold a borrow are left out: they are only pointed at.
    fn holders(&self, var: u32) -> VarSet {
        bit(var) | (self.reach(var) & self.alive)
    }

    /// [`Self::holders`] with those that are gone, whose content may live on elsewhere.
    fn reach(&self, var: u32) -> VarSet {
        let behind = bit(var) | (self.vars[var as usize].ancestors & self.carriers);
        members(behind).fold(behind, |set, var| set | self.vars[var as usize].tied)
    }

    /// Ties variables to each other; the set is closed under earlier ties.
    fn tie(&mut self, together: VarSet) {
        for var in members(together) {
            self.vars[var as usize].tied = together;
        }
    }

    fn upwards(&self, parents: Parents) -> VarSet {
        let direct = parents.shared | parents.mutable;
        members(direct).fold(direct, |set, var| set | self.vars[var as usize].ancestors)
    }

    fn downwards(&self, set: VarSet) -> VarSet {
        members(set).fold(0, |below, var| below | self.vars[var as usize].descendants)
    }

    /// Makes everything in `targets`, which is closed downwards, a descendant of the parents.
    fn hang_below(&mut self, parents: Parents, targets: VarSet) {
        let above = self.upwards(parents);
        for target in members(targets) {
            self.vars[target as usize].ancestors |= above;
        }
        for ancestor in members(above) {
            let var = &mut self.vars[ancestor as usize];
            var.descendants |= targets;
            if parents.mutable & bit(ancestor) != 0 || var.shared_kills & above != 0 {
                var.shared_kills |= targets;
            }
        }
    }
}

/// The arguments of a flow from one into another.
fn absorbed(flow: &gadfly_wire::Flow, args: &[CallArg]) -> Option<(CallArg, CallArg)> {
    let gadfly_wire::FlowTo::Argument(to) = flow.to else { return None };
    Some((*args.get(flow.from as usize)?, *args.get(to as usize)?))
}

/// Returns whether the access excludes every other use at the same time.
#[inline]
pub fn is_exclusive(access: Access) -> bool {
    matches!(access, Access::Move | Access::BorrowMut | Access::ReborrowMut)
}

/// Returns whether the callee may change the variable, or its referent, in place.
#[inline]
pub fn is_mutating(access: Access) -> bool {
    matches!(access, Access::BorrowMut | Access::ReborrowMut)
}

/// The set of just one variable.
#[inline]
pub fn bit(var: u32) -> VarSet {
    1 << var
}

/// The members of a set, ascending.
pub fn members(mut set: VarSet) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let var = set.trailing_zeros();
            set &= set - 1;
            var
        })
    })
}

fn last(set: VarSet) -> u32 {
    VarSet::BITS - 1 - set.leading_zeros()
}
