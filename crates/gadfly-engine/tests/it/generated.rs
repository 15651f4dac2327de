//! The interface of generated code, and its use by the engine.

use gadfly_engine::events::EventSink;
use gadfly_engine::generated::*;
use gadfly_engine::link::registry::{LinkError, Registry};
use gadfly_engine::machine::Machine;
use gadfly_engine::run::observer::Fingerprint;
use gadfly_engine::run::outcome::CallOutcome;
use gadfly_engine::snapshot::journal::Journal;
use gadfly_wire::{
    Access, Event, Flow, FlowKind, FlowTo, Literal, LiteralType, LiteralValue, OperationPlan, Plan,
};

#[derive(Debug)]
struct OnlyDebug;
struct Nothing;

#[test]
fn probing_finds_what_a_type_can_do() {
    let int = vtable!(i32);
    assert!(int.copy && int.eq && int.send && int.sync && !int.error);
    assert!(int.clone.is_some() && int.default.is_some() && int.display.is_some());
    let float = vtable!(f64);
    assert!(!float.eq && float.partial_eq.is_some() && float.hash.is_none() && float.cmp.is_none());
    let vec = vtable!(Vec<f64>);
    assert!(!vec.copy && !vec.eq && vec.partial_cmp.is_some() && vec.display.is_none());
    let rc = vtable!(std::rc::Rc<i32>);
    assert!(!rc.send && !rc.sync && rc.cmp.is_some());
    let mutable = vtable!(&'static mut i32);
    assert!(!mutable.copy && mutable.clone.is_none() && mutable.debug.is_some());
    let error = vtable!(std::fmt::Error);
    assert!(error.error);
    let debug = vtable!(OnlyDebug);
    assert!(debug.debug.is_some() && debug.clone.is_none() && debug.partial_eq.is_none());
    let nothing = vtable!(Nothing);
    assert!(nothing.debug.is_none() && nothing.hash.is_none() && nothing.default.is_none());
    let generic = vtable!(Option<Nothing>);
    assert!(generic.debug.is_none() && generic.default.is_some());
}

#[test]
fn probed_functions_do_what_their_traits_say() {
    let vtable = vtable!(String);
    let (one, two) = ("one".to_owned(), "two".to_owned());
    let at = |text: &String| (text as *const String).cast::<u8>();
    // SAFETY: both are live strings, and the vtable is that of `String`.
    unsafe {
        let eq = vtable.partial_eq.expect("strings can be compared");
        assert!(eq(at(&one), at(&one)) && !eq(at(&one), at(&two)));
        let cmp = vtable.cmp.expect("strings are ordered");
        assert_eq!(cmp(at(&one), at(&two)), "one".cmp("two"));
        let mut copy = std::mem::MaybeUninit::<String>::uninit();
        (vtable.clone.expect("strings can be cloned"))(at(&one), copy.as_mut_ptr().cast());
        let mut copy = copy.assume_init();
        assert_eq!(copy, one);
        let drop = vtable.info.drop.expect("strings need to be dropped");
        drop((&mut copy as *mut String).cast());
        std::mem::forget(copy);
    }
    assert_eq!((vtable.info.size, vtable!(i32).info.drop.is_none()), (24, true));
}

#[test]
fn results_without_a_name_are_probed_too() {
    let closure = call(args::<(Val<i32>,)>(), |(x0,)| move || x0);
    let vtable = vtable_of!(closure);
    assert!(vtable.copy && vtable.clone.is_some() && vtable.debug.is_none());
    let adaptor = call(args::<(RefDst<str>,)>(), |(x0,)| x0.chars().rev());
    let vtable = vtable_of!(adaptor);
    assert!(!vtable.copy && vtable.clone.is_some() && vtable.debug.is_some());
}

/// A table without literals' help, and a plan in which every result borrows from argument 0 if asked to.
fn link(register: impl FnOnce(&mut Table), borrowing: &[u32], count: u32) -> Registry {
    let mut table = Table::default();
    register(&mut table);
    Registry::link(table, &plan(borrowing, count)).expect("table and plan fit")
}

fn plan(borrowing: &[u32], count: u32) -> Plan {
    let flow = Flow { from: 0, to: FlowTo::Result, kind: FlowKind::Borrow };
    let operation = |id| OperationPlan {
        function: Some(0),
        flows: if borrowing.contains(&id) { vec![flow] } else { Vec::new() },
        ..OperationPlan::default()
    };
    let value = LiteralValue::Signed(41);
    let literals = vec![Literal::new(LiteralType::I32, value)];
    Plan {
        operations: (0..count).map(operation).collect(),
        functions: 1,
        literals,
        ..Plan::default()
    }
}

/// Calls with arguments whose access follows from their types, as a strategy does.
fn run(machine: &mut Machine<'_>, code: u32, vars: &[u32]) -> u32 {
    let operation = machine.registry.operation(code);
    let args: Vec<_> = vars
        .iter()
        .enumerate()
        .map(|(index, var)| {
            let mut found = Vec::new();
            let accepts = operation.map_or(&[][..], |operation| &operation.args[index].accepts);
            machine.sequence().candidates(accepts, &mut found);
            *found.iter().find(|arg| arg.var == *var).expect("the argument is accepted")
        })
        .collect();
    match machine.call(code, &args) {
        CallOutcome::Returned(var) => var,
        other => panic!("{other:?}"),
    }
}

fn with_machine(registry: &Registry, test: impl FnOnce(&mut Machine<'_>)) {
    let mut events: Vec<Event> = Vec::new();
    let sink: &mut dyn EventSink = &mut events;
    let mut machine = Machine::new(registry, Journal::new(registry.operations.len()), sink);
    machine.begin();
    test(&mut machine);
    assert!(machine.finish());
}

fn print_of(machine: &mut Machine<'_>, var: u32) -> u64 {
    match machine.fingerprint(var) {
        Fingerprint::Value(print) => print,
        other => panic!("{other:?}"),
    }
}

#[test]
fn shared_references_come_from_values_and_references() {
    let register = |t: &mut Table| {
        t.ty("i32", vtable!(i32));
        t.op(0, call(args::<(Ref<i32>,)>(), |(x0,)| x0));
        t.op(1, call(args::<(Mut<i32>,)>(), |(x0,)| x0));
        t.op(2, call(args::<(Ref<i32>,)>(), |(x0,)| *x0 + 1));
        t.op(3, call(args::<(Mut<i32>,)>(), |(x0,)| *x0 += 1));
    };
    let registry = link(register, &[0, 1], 4);
    with_machine(&registry, |machine| {
        let value = run(machine, 4, &[]);
        let from_value = run(machine, 2, &[value]);
        let shared = run(machine, 0, &[value]);
        let from_shared = run(machine, 2, &[shared]);
        let mutable = run(machine, 1, &[value]);
        let from_mutable = run(machine, 2, &[mutable]);
        let expected = print_of(machine, from_value);
        assert_eq!(print_of(machine, from_shared), expected);
        assert_eq!(print_of(machine, from_mutable), expected);
        run(machine, 3, &[mutable]);
        run(machine, 3, &[value]);
        let changed = run(machine, 2, &[value]);
        assert_ne!(print_of(machine, changed), expected);
        assert!(!machine.sequence().is_alive(mutable));
    });
}

#[test]
fn unsized_references_are_passed_on_whole() {
    let register = |t: &mut Table| {
        t.ty("usize", vtable!(usize));
        t.op(0, call(args::<(Val<i32>,)>(), |(x0,)| vec![x0, 2, 1]));
        t.op(1, call(args::<(Mut<Vec<i32>>,)>(), |(x0,)| x0.as_mut_slice()));
        t.op(2, call(args::<(MutDst<[i32]>,)>(), |(x0,)| x0.sort()));
        t.op(3, call(args::<(RefDst<[i32]>,)>(), |(x0,)| x0[0] as usize * 10 + x0.len()));
        t.op(4, call(args::<(MutDst<[i32]>,)>(), |(x0,)| &mut x0[1..]));
    };
    let registry = link(register, &[1, 4], 5);
    with_machine(&registry, |machine| {
        let literal = run(machine, 5, &[]);
        let vec = run(machine, 0, &[literal]);
        let slice = run(machine, 1, &[vec]);
        run(machine, 2, &[slice]);
        let sum = run(machine, 3, &[slice]);
        assert_eq!(machine.sequence().magnitude(sum), 13);
        let tail = run(machine, 4, &[slice]);
        let sum = run(machine, 3, &[tail]);
        assert_eq!(machine.sequence().magnitude(sum), 22);
    });
}

#[test]
fn values_are_moved_or_copied_by_type() {
    let register = |t: &mut Table| {
        t.op(0, call(args::<(Val<i32>,)>(), |(x0,)| x0.to_string()));
        t.op(1, call(args::<(Val<String>,)>(), |(x0,)| x0.len()));
        t.op(2, call(args::<()>(), |()| Nothing));
        t.op(3, call(args::<(Val<Nothing>,)>(), |(_x0,)| ()));
        t.op(4, try_call(args::<(Val<String>,)>(), |(x0,)| (x0.len() > 10).then_some(x0)));
    };
    let registry = link(register, &[], 5);
    let access = |id: u32| registry.operation(id).map(|operation| operation.args[0].accepts[0].1);
    assert_eq!(access(0), Some(Access::Copy));
    assert_eq!(access(1), Some(Access::Move));
    with_machine(&registry, |machine| {
        let literal = run(machine, 5, &[]);
        let text = run(machine, 0, &[literal]);
        assert!(machine.sequence().is_alive(literal));
        run(machine, 1, &[text]);
        assert!(!machine.sequence().is_alive(text));
        // Types without size and without a vtable.
        let nothing = run(machine, 2, &[]);
        assert_eq!(machine.fingerprint(nothing), Fingerprint::Opaque);
        run(machine, 3, &[nothing]);
    });
}

#[test]
fn twelve_arguments_arrive_in_order() {
    type I = Val<i32>;
    let register = |t: &mut Table| {
        t.op(
            0,
            call(args::<(I, I, I, I, I, I, I, I, I, I, I, I)>(), |x| {
                let last = x.11;
                [x.0, x.1, x.2, x.3, x.4, x.5, x.6, x.7, x.8, x.9, x.10]
                    .iter()
                    .rfold(i64::from(last), |sum, digit| sum * 2 + i64::from(*digit % 2))
            }),
        );
        t.op(1, call(args::<(I,)>(), |(x0,)| x0 + 1));
    };
    let registry = link(register, &[], 2);
    with_machine(&registry, |machine| {
        let odd = run(machine, 2, &[]);
        let even = run(machine, 1, &[odd]);
        let vars = [odd, even, even, odd, even, even, even, even, even, even, even, even];
        let sum = run(machine, 0, &vars);
        assert_eq!(machine.sequence().magnitude(sum), 42 * 2048 + 0b1001);
    });
}

#[test]
fn plans_that_contradict_the_table_are_refused() {
    let register = |t: &mut Table| {
        t.op(0, call(args::<(Val<i32>,)>(), |(x0,)| x0));
    };
    let linked = |plan: &Plan| {
        let mut table = Table::default();
        register(&mut table);
        Registry::link(table, plan).err()
    };
    assert_eq!(linked(&plan(&[], 1)), None);
    assert_eq!(linked(&plan(&[], 0)), Some(LinkError::Unplanned { id: 0 }));
    let mut wrong = plan(&[], 1);
    wrong.operations[0].size_args = vec![1];
    assert_eq!(linked(&wrong), Some(LinkError::Arguments { id: 0 }));
    let mut wrong = plan(&[], 1);
    wrong.operations[0].function = Some(1);
    assert_eq!(linked(&wrong), Some(LinkError::Function { id: 0 }));
    let mut table = Table::default();
    register(&mut table);
    register(&mut table);
    assert_eq!(Registry::link(table, &plan(&[], 1)).err(), Some(LinkError::Duplicate { id: 0 }));
    // An operation that was planned but did not compile is simply not there.
    assert!(linked(&plan(&[], 3)).is_none());
}
