//! The facts about an operation that the engine needs beyond its code.

use gadfly_plan::operations::candidate::{CallOrigin, PassingMode};
use gadfly_plan::prepared::OperationOrigin;
use gadfly_plan::select::Operation;
use gadfly_plan::types::lifetimes::leads_to_holder;
use gadfly_plan::types::subst::has_lifetime;
use gadfly_wire::{Flow, FlowKind, FlowTo, OperationKind, OperationPlan};

/// The plan of an operation: its flows, less those that the types rule out.
pub fn operation_plan(
    operation: &Operation,
    function: Option<u32>,
    is_unchecked: bool,
) -> OperationPlan {
    let candidate = &operation.candidate;
    let byte = |index: usize| u8::try_from(index).expect("operations have few arguments");
    let flows = candidate
        .flows
        .iter()
        .filter(|flow| {
            let source = &candidate.inputs[flow.from];
            let can_carry = source.mode.is_reference() || has_lifetime(&source.ty);
            let can_hold = match flow.to {
                None => has_lifetime(&operation.output),
                Some(to) if candidate.inputs[to].mode == PassingMode::Val => {
                    leads_to_holder(&candidate.inputs[to].ty)
                }
                Some(to) => has_lifetime(&candidate.inputs[to].ty),
            };
            can_carry && can_hold
        })
        .map(|flow| Flow {
            from: byte(flow.from),
            to: flow.to.map_or(FlowTo::Result, |to| FlowTo::Argument(byte(to))),
            kind: if flow.is_borrow { FlowKind::Borrow } else { FlowKind::Inherit },
        })
        .collect();
    let positions = |test: &dyn Fn(&gadfly_plan::operations::candidate::Input) -> bool| -> Vec<u8> {
        let inputs = candidate.inputs.iter().enumerate();
        inputs.filter(|(_, input)| test(input)).map(|(index, _)| byte(index)).collect()
    };
    OperationPlan {
        function,
        flows,
        static_args: positions(&|input| input.is_static),
        weight: 1,
        kind: match candidate.origin {
            _ if is_unchecked => OperationKind::Spoil,
            CallOrigin::Function(_) => OperationKind::Call,
            CallOrigin::Foreign(_)
            | CallOrigin::Builtin
            | CallOrigin::Forget
            | CallOrigin::Drop
            | CallOrigin::Panicking => OperationKind::Builtin,
            CallOrigin::Construct => OperationKind::Construct,
            CallOrigin::Splice => OperationKind::Splice,
            CallOrigin::Project => OperationKind::Project,
            CallOrigin::Law(index) => OperationKind::Law(index),
            CallOrigin::Property(index) => OperationKind::Property(index),
            CallOrigin::Invariant(index) => OperationKind::Invariant(index),
            CallOrigin::Maker(_) | CallOrigin::Generator => OperationKind::Builtin,
        },
        size_args: positions(&|input| input.is_size),
    }
}

/// What an operation does, as it is recorded.
pub fn operation_origin(origin: CallOrigin) -> OperationOrigin {
    match origin {
        CallOrigin::Function(_) => OperationOrigin::Call,
        CallOrigin::Foreign(_) => OperationOrigin::Foreign,
        CallOrigin::Construct | CallOrigin::Project | CallOrigin::Builtin | CallOrigin::Splice => {
            OperationOrigin::Plain
        }
        CallOrigin::Forget => OperationOrigin::Forget,
        CallOrigin::Drop => OperationOrigin::Drop,
        CallOrigin::Panicking => OperationOrigin::Panicking,
        CallOrigin::Law(_) => OperationOrigin::Law,
        CallOrigin::Property(_) | CallOrigin::Invariant(_) => OperationOrigin::Property,
        CallOrigin::Maker(_) | CallOrigin::Generator => OperationOrigin::Maker,
    }
}
