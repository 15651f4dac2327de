//! The linked harness: the generated table with its plan, numbered types, and the types that arguments accept.
//!
//! Built once at the start and never changed. Codes number everything a statement can do: operation ids first,
//! then literals.

use crate::generated::{ArgumentSpec, Passing, RunFn, TypeIds, TypeInfo, Vtable};
use crate::link::table::{Table, TakeNotes};
use crate::run::borrow::BorrowRules;
use crate::values::drawn;
use crate::values::fingerprint::{self, FingerprintMethod};
use crate::values::literal::{self, LinkedLiteral, LiteralOperation};
use gadfly_wire::{
    Access, FlowTo, Law, LiteralType, OperationKind, OperationPlan, Plan, What, FIRST_DRAWN,
    LITERAL_TYPES,
};
use std::any::TypeId;
use std::collections::BTreeMap;
use std::fmt;

/// Everything the engine knows about the subject.
pub struct Registry {
    /// By type index.
    pub types: Vec<LinkedType>,
    /// By operation id. `None`: planned, but not in the table.
    pub operations: Vec<Option<LinkedOperation>>,
    /// By literal index.
    pub literals: Vec<LiteralOperation>,
    /// The types of literals, by their numbers.
    pub literal_types: [LinkedLiteral; LITERAL_TYPES.len()],
    /// The borrow rules of a literal of a type that holds no borrows.
    pub literal_rules: BorrowRules,
    /// The borrow rules of a literal of a type that can hold one, such as a text: a place of its type may take one up.
    pub text_rules: BorrowRules,
    /// The number of public functions.
    pub functions: u32,
    /// The laws that operations state.
    pub laws: Vec<Law>,
    /// The names of the properties that operations check.
    pub properties: Vec<String>,
    /// The function that takes the notes of the last property.
    pub notes: Option<TakeNotes>,
}

/// A type that occurs as a result or an argument.
pub struct LinkedType {
    /// The name the tool knows it by, else the compiler's.
    pub name: &'static str,
    /// Size in bytes.
    pub size: usize,
    /// Alignment in bytes.
    pub align: usize,
    /// Drop glue, if any is needed.
    pub drop: Option<unsafe fn(*mut u8)>,
    /// The functions that probing found.
    pub vtable: Option<&'static Vtable>,
    /// The way to take fingerprints.
    pub fingerprint: Option<FingerprintMethod>,
    /// Set for integers.
    pub integer: Option<literal::Integer>,
    /// True if a value can ever hold a borrow.
    pub carries: bool,
    /// True if its laws are checked.
    pub judged: bool,
    /// Operations that check what holds for its values at any time, or for what they refer to, and how they take them.
    pub invariants: Vec<(u32, Access)>,
}

/// An operation of the table.
pub struct LinkedOperation {
    /// Runs it.
    pub run: RunFn,
    /// Its parameters.
    pub args: Vec<LinkedParameter>,
    /// Type index of the result.
    pub output: u32,
    /// The rules for the borrow table.
    pub borrow: BorrowRules,
    /// Bit `i`: argument `i` looks like a size.
    pub size_args: u16,
    /// The public function it exercises.
    pub function: Option<u32>,
    /// The weight with which it is chosen.
    pub weight: u16,
    /// True if it sets fields itself: it builds a value, or returns a mutable reference to a part.
    pub sets_fields: bool,
    /// True if it lets a caller break what other functions rely on.
    pub spoils: bool,
    /// The law it states, by index: its result is whether the arguments keep it.
    pub law: Option<u32>,
    /// The property it checks, by index: its result is whether the arguments have it.
    pub property: Option<u32>,
    /// True if it makes a text of two others and a number.
    pub splices: bool,
}

/// A parameter: the types that it accepts.
pub struct LinkedParameter {
    /// Type indices, and how a variable of that type is passed.
    pub accepts: Vec<(u32, Access)>,
    /// True if a reference is looked through: the operation wants the place behind it.
    pub thin: bool,
}

/// An inconsistency between table and plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LinkError {
    /// The table has an operation that the plan does not know.
    Unplanned {
        /// Its id.
        id: u32,
    },
    /// The table has an operation twice.
    Duplicate {
        /// Its id.
        id: u32,
    },
    /// A flow or a list of arguments names an argument that the operation does not have.
    Arguments {
        /// The operation's id.
        id: u32,
    },
    /// The plan names a function for an operation that does not exist.
    Function {
        /// The operation's id.
        id: u32,
    },
    /// The plan names a law for an operation that does not exist, or the operation does not yield a `bool`.
    Law {
        /// The operation's id.
        id: u32,
    },
    /// The plan names a property for an operation that does not exist, or the operation does not yield a `u8`.
    Property {
        /// The operation's id.
        id: u32,
    },
}

impl fmt::Display for LinkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LinkError::Unplanned { id } => write!(f, "operation {id} is not in the plan"),
            LinkError::Duplicate { id } => write!(f, "operation {id} is in the table twice"),
            LinkError::Arguments { id } => {
                write!(f, "the plan of operation {id} names an argument it does not have")
            }
            LinkError::Function { id } => {
                write!(f, "the plan of operation {id} names a function that does not exist")
            }
            LinkError::Law { id } => {
                write!(f, "operation {id} states a law that does not exist, or yields no bool")
            }
            LinkError::Property { id } => {
                write!(f, "operation {id} checks a property that does not exist, or yields no u8")
            }
        }
    }
}

impl std::error::Error for LinkError {}

impl Registry {
    /// Puts table and plan together.
    pub fn link(table: Table, plan: &Plan) -> Result<Self, LinkError> {
        let mut linker = Linker { types: Vec::new(), index: BTreeMap::new() };
        for vtable in literal::vtables() {
            linker.probed(vtable, None);
        }
        for (name, vtable) in &table.types {
            linker.probed(vtable, Some(name));
        }
        let mut operations: Vec<Option<LinkedOperation>> = Vec::new();
        operations.resize_with(plan.operations.len(), || None);
        for entry in &table.operations {
            let id = entry.id;
            let planned = plan.operations.get(id as usize).ok_or(LinkError::Unplanned { id })?;
            if operations[id as usize].is_some() {
                return Err(LinkError::Duplicate { id });
            }
            let arity = entry.call.args.len();
            if !fits(planned, arity) {
                return Err(LinkError::Arguments { id });
            }
            if planned.function.is_some_and(|function| function >= plan.functions) {
                return Err(LinkError::Function { id });
            }
            let exclusive = entry
                .call
                .args
                .iter()
                .any(|spec| matches!(spec.passing, Passing::Exclusive | Passing::ExclusiveDst));
            let sets_fields = match planned.kind {
                OperationKind::Construct => arity > 0,
                OperationKind::Project => exclusive,
                _ => false,
            };
            let args = entry.call.args.iter().map(|spec| linker.parameter(spec)).collect();
            let law = match planned.kind {
                OperationKind::Law(index) => Some(index),
                _ => None,
            };
            let yields_bool = (entry.call.output.id)() == TypeId::of::<bool>();
            if law.is_some_and(|law| law as usize >= plan.laws.len() || !yields_bool) {
                return Err(LinkError::Law { id });
            }
            let property = match planned.kind {
                OperationKind::Property(index) | OperationKind::Invariant(index) => Some(index),
                _ => None,
            };
            let yields_byte = (entry.call.output.id)() == TypeId::of::<u8>();
            let is_known = |index: u32| (index as usize) < plan.properties.len() && yields_byte;
            if property.is_some_and(|index| !is_known(index)) {
                return Err(LinkError::Property { id });
            }
            let output = match (entry.vtable, law.or(property)) {
                (Some(vtable), None) => linker.unnamed(vtable),
                (None, None) => linker.bare(entry.call.output),
                (_, Some(_)) => linker.verdict(entry.call.output),
            };
            operations[id as usize] = Some(LinkedOperation {
                run: entry.call.run,
                args,
                output,
                borrow: BorrowRules {
                    flows: planned.flows.clone(),
                    static_args: mask(&planned.static_args),
                    carries: false,
                },
                size_args: mask(&planned.size_args),
                function: planned.function,
                weight: planned.weight.max(1),
                sets_fields,
                spoils: planned.kind == OperationKind::Spoil,
                law,
                property,
                splices: planned.kind == OperationKind::Splice && arity == 3,
            });
        }
        let literal_types = LITERAL_TYPES.map(|ty| linker.literal(ty));
        let literal = |it| LiteralOperation::new(it, &literal_types[it.ty as usize]);
        let literals: Vec<LiteralOperation> = plan.literals.iter().map(literal).collect();
        linker.settle_copies(&mut operations);
        let mut registry = Registry {
            types: linker.types,
            operations,
            literals,
            literal_types,
            literal_rules: BorrowRules::default(),
            text_rules: BorrowRules { carries: true, ..BorrowRules::default() },
            functions: plan.functions,
            laws: plan.laws.clone(),
            properties: plan.properties.clone(),
            notes: table.notes,
        };
        registry.find_carriers();
        for (id, planned) in plan.operations.iter().enumerate() {
            let is_invariant = matches!(planned.kind, OperationKind::Invariant(_));
            let operation = registry.operations[id].as_ref().filter(|_| is_invariant);
            let accepts = operation.and_then(|it| it.args.first()).map(|it| it.accepts.clone());
            for (ty, access) in accepts.into_iter().flatten() {
                registry.types[ty as usize].invariants.push((id as u32, access));
            }
        }
        Ok(registry)
    }

    /// The code of a wire statement, if it exists here.
    pub fn code(&self, what: What) -> Option<u32> {
        match what {
            What::Operation(id) => self.operation(id).map(|_| id),
            What::Literal(index) => {
                let code = (self.operations.len() as u32).checked_add(index)?;
                self.literal(code).map(|_| code)
            }
        }
    }

    /// The wire form of a code.
    pub fn what(&self, code: u32) -> What {
        match code.checked_sub(self.operations.len() as u32) {
            None => What::Operation(code),
            Some(index) => What::Literal(index),
        }
    }

    /// The operation with this code, if it is one and is in the table.
    #[inline]
    pub fn operation(&self, code: u32) -> Option<&LinkedOperation> {
        self.operations.get(code as usize)?.as_ref()
    }

    /// All operations that exercise the same function as this one.
    pub fn alike(&self, code: u32) -> impl Iterator<Item = u32> + '_ {
        let function = self.operation(code).and_then(|operation| operation.function);
        let is_alike = move |found: &Option<LinkedOperation>| match (found, function) {
            (Some(found), Some(_)) => found.function == function,
            _ => false,
        };
        (0..).zip(&self.operations).filter(move |(_, found)| is_alike(found)).map(|(id, _)| id)
    }

    /// The literal with this code, if it is one.
    #[inline]
    pub fn literal(&self, code: u32) -> Option<LiteralOperation> {
        self.indexed((code as usize).checked_sub(self.operations.len())? as u32)
    }

    /// The code of the literal with this index.
    #[inline]
    pub fn code_of_literal(&self, index: u32) -> u32 {
        self.operations.len() as u32 + index
    }

    /// The extent of the literal with this index; zero if there is none.
    pub fn extent(&self, index: u32) -> u64 {
        self.indexed(index).map_or(0, |literal| literal.extent())
    }

    /// The literal with this index, of the plan's or drawn.
    #[inline]
    fn indexed(&self, index: u32) -> Option<LiteralOperation> {
        if index >= FIRST_DRAWN {
            return drawn::literal(index, &self.literal_types);
        }
        self.literals.get(index as usize).copied()
    }

    /// The borrow rules of a code.
    pub fn rules(&self, code: u32) -> &BorrowRules {
        if let Some(operation) = self.operation(code) {
            return &operation.borrow;
        }
        match self.literal(code) {
            Some(literal) if self.types[literal.ty as usize].carries => &self.text_rules,
            _ => &self.literal_rules,
        }
    }

    /// A type can hold a borrow if some operation puts one into it. The plan is made from signatures and errs on the
    /// side of too many flows, so a type without any cannot hold one.
    fn find_carriers(&mut self) {
        for operation in self.operations.iter().flatten() {
            for flow in &operation.borrow.flows {
                match flow.to {
                    FlowTo::Result => self.types[operation.output as usize].carries = true,
                    FlowTo::Argument(to) => {
                        for (ty, _) in &operation.args[to as usize].accepts {
                            self.types[*ty as usize].carries = true;
                        }
                    }
                }
            }
        }
        for operation in self.operations.iter_mut().flatten() {
            operation.borrow.carries = self.types[operation.output as usize].carries;
        }
    }
}

struct Linker {
    types: Vec<LinkedType>,
    index: BTreeMap<TypeId, u32>,
}

impl Linker {
    fn probed(&mut self, vtable: &'static Vtable, name: Option<&'static str>) {
        let index = self.bare(vtable.info);
        let ty = &mut self.types[index as usize];
        if ty.vtable.is_none() {
            ty.vtable = Some(vtable);
            ty.judged = vtable.laws.is_some();
            ty.fingerprint = fingerprint::method(Some(vtable));
            ty.name = name.unwrap_or(ty.name);
        }
    }

    /// A type that source cannot name. No parameter accepts it, even of the same type: a program that passed it on as that type
    /// would not compile.
    fn unnamed(&mut self, vtable: &'static Vtable) -> u32 {
        let index = self.verdict(vtable.info);
        let ty = &mut self.types[index as usize];
        ty.vtable = Some(vtable);
        ty.judged = is_foreign(ty.name);
        ty.fingerprint = fingerprint::method(Some(vtable));
        index
    }

    /// The result of an operation that states a law: like a type without a name, nothing accepts it.
    fn verdict(&mut self, info: &'static TypeInfo) -> u32 {
        self.types.push(LinkedType {
            name: (info.name)(),
            size: info.size,
            align: info.align,
            drop: info.drop,
            vtable: None,
            fingerprint: None,
            integer: None,
            carries: false,
            judged: false,
            invariants: Vec::new(),
        });
        self.types.len() as u32 - 1
    }

    fn bare(&mut self, info: &'static TypeInfo) -> u32 {
        let index = self.mentioned((info.id)());
        let ty = &mut self.types[index as usize];
        if ty.name.is_empty() {
            ty.name = (info.name)();
            ty.size = info.size;
            ty.align = info.align;
            ty.drop = info.drop;
        }
        index
    }

    /// A type that so far is only known to be accepted somewhere; no value of it can exist yet.
    fn mentioned(&mut self, id: TypeId) -> u32 {
        let types = &mut self.types;
        *self.index.entry(id).or_insert_with(|| {
            types.push(LinkedType {
                name: "",
                size: 0,
                align: 1,
                drop: None,
                vtable: None,
                fingerprint: None,
                integer: literal::Integer::of(id),
                carries: false,
                judged: false,
                invariants: Vec::new(),
            });
            types.len() as u32 - 1
        })
    }

    fn parameter(&mut self, spec: &ArgumentSpec) -> LinkedParameter {
        match spec.types {
            TypeIds::Own(id) => LinkedParameter {
                // Whether it is copied instead is settled when every type has been probed.
                accepts: vec![(self.mentioned(id()), Access::Move)],
                thin: false,
            },
            TypeIds::WithReferences(ids) => {
                let [own, shared, exclusive] = ids().map(|id| self.mentioned(id));
                let (accepts, thin) = match spec.passing {
                    Passing::Value | Passing::Shared => (
                        vec![
                            (own, Access::Borrow),
                            (shared, Access::CopyRef),
                            (exclusive, Access::Reborrow),
                        ],
                        true,
                    ),
                    Passing::Exclusive => {
                        (vec![(own, Access::BorrowMut), (exclusive, Access::ReborrowMut)], true)
                    }
                    Passing::SharedDst => {
                        (vec![(shared, Access::CopyRef), (exclusive, Access::Reborrow)], false)
                    }
                    Passing::ExclusiveDst => (vec![(exclusive, Access::ReborrowMut)], false),
                };
                LinkedParameter { accepts, thin }
            }
        }
    }

    fn literal(&mut self, literal: LiteralType) -> LinkedLiteral {
        LinkedLiteral::new(literal, self.mentioned(literal::type_id(literal)))
    }

    fn settle_copies(&self, operations: &mut [Option<LinkedOperation>]) {
        for parameter in operations.iter_mut().flatten().flat_map(|op| &mut op.args) {
            for (ty, access) in &mut parameter.accepts {
                let copy = self.types[*ty as usize].vtable.is_some_and(|vtable| vtable.copy);
                if *access == Access::Move && copy {
                    *access = Access::Copy;
                }
            }
        }
    }
}

fn fits(planned: &OperationPlan, arity: usize) -> bool {
    let known = |index: &u8| (*index as usize) < arity;
    planned.static_args.iter().all(known)
        && planned.size_args.iter().all(known)
        && planned.flows.iter().all(|flow| {
            known(&flow.from)
                && match flow.to {
                    FlowTo::Result => true,
                    FlowTo::Argument(to) => known(&to),
                }
        })
}

/// Returns whether a type is neither the standard library's nor a closure, by the compiler's name of it.
fn is_foreign(name: &str) -> bool {
    let name = name.trim_start_matches(['&', ' ']).trim_start_matches("mut ");
    let krate = name.split("::").next().unwrap_or_default();
    let is_path = name.contains("::")
        && krate.chars().all(|character| character.is_alphanumeric() || character == '_');
    is_path && !["core", "alloc", "std"].contains(&krate) && !name.ends_with("{{closure}}")
}

fn mask(indices: &[u8]) -> u16 {
    indices.iter().fold(0, |mask, index| mask | 1 << index)
}
