//! A table over std types with plenty of borrows, and the plan that goes with it.

use gadfly_engine::generated::*;
use gadfly_wire::{
    Flow, FlowKind, FlowTo, Literal, LiteralType, LiteralValue, OperationPlan, Plan,
};

pub(crate) type Words = Vec<&'static str>;
pub(crate) type Numbers = Vec<i32>;

/// Operation ids, in the order of the plan.
pub(crate) mod id {
    pub(crate) const NUMBERS_NEW: u32 = 0;
    pub(crate) const NUMBERS_PUSH: u32 = 1;
    pub(crate) const NUMBERS_LEN: u32 = 2;
    pub(crate) const NUMBERS_GET: u32 = 3;
    pub(crate) const NUMBERS_ITER: u32 = 4;
    pub(crate) const ITER_NEXT: u32 = 5;
    pub(crate) const NUMBERS_ITER_MUT: u32 = 6;
    pub(crate) const ITER_MUT_NEXT: u32 = 7;
    pub(crate) const ADD_ASSIGN: u32 = 8;
    pub(crate) const NUMBERS_INDEX: u32 = 9;
    pub(crate) const STRING_NEW: u32 = 10;
    pub(crate) const STRING_AS_STR: u32 = 11;
    pub(crate) const STRING_PUSH_STR: u32 = 12;
    pub(crate) const STR_CHARS: u32 = 13;
    pub(crate) const CHARS_NEXT: u32 = 14;
    pub(crate) const UNWRAP_REF: u32 = 15;
    pub(crate) const UNWRAP_MUT: u32 = 16;
    pub(crate) const WORDS_NEW: u32 = 17;
    pub(crate) const WORDS_PUSH: u32 = 18;
    pub(crate) const WORDS_JOIN: u32 = 19;
    pub(crate) const WORDS_FIRST: u32 = 20;
    pub(crate) const NUMBERS_DRAIN: u32 = 21;
    pub(crate) const NUMBERS_CLONE: u32 = 22;
    pub(crate) const STRING_LEN: u32 = 23;
    pub(crate) const STR_LEN: u32 = 24;
    pub(crate) const SPLIT_AT_MUT: u32 = 25;
    pub(crate) const PAIR_FIRST: u32 = 26;
    pub(crate) const PAIR_SECOND: u32 = 27;
    pub(crate) const SORT_SLICE: u32 = 28;
    pub(crate) const LEAK: u32 = 29;
    pub(crate) const DEREF: u32 = 30;
    pub(crate) const NUMBERS_CLEAR: u32 = 31;
    pub(crate) const BOX_STR: u32 = 32;
    pub(crate) const NEEDS_TWO: u32 = 33;
    pub(crate) const COUNT: u32 = 34;
}

pub(crate) fn register(t: &mut Table) {
    t.ty("Vec<i32>", vtable!(Numbers));
    t.ty("Vec<&str>", vtable!(Words));
    t.ty("String", vtable!(String));
    t.ty("Option<&i32>", vtable!(Option<&'static i32>));
    t.ty("Option<&mut i32>", vtable!(Option<&'static mut i32>));
    t.ty("&i32", vtable!(&'static i32));
    t.ty("&mut i32", vtable!(&'static mut i32));
    t.op(id::NUMBERS_NEW, call(args::<()>(), |()| Numbers::new()));
    t.op(id::NUMBERS_PUSH, call(args::<(Mut<Numbers>, Val<i32>)>(), |(x0, x1)| x0.push(x1)));
    t.op(id::NUMBERS_LEN, call(args::<(Ref<Numbers>,)>(), |(x0,)| x0.len()));
    t.op(id::NUMBERS_GET, call(args::<(Ref<Numbers>, Val<usize>)>(), |(x0, x1)| x0.get(x1)));
    t.op(id::NUMBERS_ITER, call(args::<(Ref<Numbers>,)>(), |(x0,)| x0.iter()));
    t.op(
        id::ITER_NEXT,
        call(args::<(Mut<std::slice::Iter<'static, i32>>,)>(), |(x0,)| Iterator::next(x0)),
    );
    t.op(id::NUMBERS_ITER_MUT, call(args::<(Mut<Numbers>,)>(), |(x0,)| x0.iter_mut()));
    t.op(
        id::ITER_MUT_NEXT,
        call(args::<(Mut<std::slice::IterMut<'static, i32>>,)>(), |(x0,)| Iterator::next(x0)),
    );
    t.op(
        id::ADD_ASSIGN,
        call(args::<(Mut<i32>, Val<i32>)>(), |(x0, x1)| *x0 = x0.wrapping_add(x1)),
    );
    t.op(id::NUMBERS_INDEX, call(args::<(Ref<Numbers>, Val<usize>)>(), |(x0, x1)| x0[x1]));
    t.op(id::STRING_NEW, call(args::<(RefDst<str>,)>(), |(x0,)| String::from(x0)));
    t.op(id::STRING_AS_STR, call(args::<(Ref<String>,)>(), |(x0,)| x0.as_str()));
    t.op(
        id::STRING_PUSH_STR,
        call(args::<(Mut<String>, RefDst<str>)>(), |(x0, x1)| {
            if x0.len() < 1000 {
                x0.push_str(x1);
            }
        }),
    );
    let chars = call(args::<(RefDst<str>,)>(), |(x0,)| x0.chars().map(|c| c as u32));
    let vtable = vtable_of!(chars);
    t.op_with(id::STR_CHARS, chars, vtable);
    t.op(
        id::CHARS_NEXT,
        call(args::<(Mut<std::str::Chars<'static>>,)>(), |(x0,)| Iterator::next(x0)),
    );
    t.op(id::UNWRAP_REF, try_call(args::<(Val<Option<&'static i32>>,)>(), |(x0,)| x0));
    t.op(id::UNWRAP_MUT, try_call(args::<(Val<Option<&'static mut i32>>,)>(), |(x0,)| x0));
    t.op(id::WORDS_NEW, call(args::<()>(), |()| Words::new()));
    t.op(id::WORDS_PUSH, call(args::<(Mut<Words>, RefDst<str>)>(), |(x0, x1)| x0.push(x1)));
    t.op(id::WORDS_JOIN, call(args::<(Ref<Words>, RefDst<str>)>(), |(x0, x1)| x0.join(x1)));
    t.op(id::WORDS_FIRST, try_call(args::<(Ref<Words>,)>(), |(x0,)| x0.first().copied()));
    t.op(id::NUMBERS_DRAIN, call(args::<(Mut<Numbers>,)>(), |(x0,)| x0.drain(..)));
    t.op(id::NUMBERS_CLONE, call(args::<(Ref<Numbers>,)>(), |(x0,)| x0.clone()));
    t.op(id::STRING_LEN, call(args::<(Ref<String>,)>(), |(x0,)| x0.len()));
    t.op(id::STR_LEN, call(args::<(RefDst<str>,)>(), |(x0,)| x0.len()));
    t.op(
        id::SPLIT_AT_MUT,
        call(args::<(Mut<Numbers>, Val<usize>)>(), |(x0, x1)| x0.split_at_mut(x1)),
    );
    t.op(
        id::PAIR_FIRST,
        call(args::<(Val<(&'static mut [i32], &'static mut [i32])>,)>(), |(x0,)| x0.0),
    );
    t.op(
        id::PAIR_SECOND,
        call(args::<(Val<(&'static mut [i32], &'static mut [i32])>,)>(), |(x0,)| x0.1),
    );
    t.op(id::SORT_SLICE, call(args::<(MutDst<[i32]>,)>(), |(x0,)| x0.sort()));
    t.op(id::LEAK, call(args::<(Val<String>,)>(), |(x0,)| x0.into_bytes().len()));
    t.op(id::DEREF, call(args::<(Ref<i32>,)>(), |(x0,)| *x0));
    t.op(id::NUMBERS_CLEAR, call(args::<(Mut<Numbers>,)>(), |(x0,)| x0.clear()));
    t.op(id::BOX_STR, call(args::<(Val<String>,)>(), |(x0,)| x0.into_boxed_str()));
    t.op(
        id::NEEDS_TWO,
        try_call(args::<(Ref<Numbers>,)>(), |(x0,)| {
            (x0.len() > 2 && x0[0] != x0[1]).then(|| x0[0] / (x0[1] / 2))
        }),
    );
}

pub(crate) fn plan() -> Plan {
    let mut operations = Vec::new();
    for index in 0..id::COUNT {
        operations.push(OperationPlan {
            function: Some(index),
            flows: flows(index),
            size_args: match index {
                id::NUMBERS_GET | id::NUMBERS_INDEX | id::SPLIT_AT_MUT => vec![1],
                _ => Vec::new(),
            },
            ..OperationPlan::default()
        });
    }
    Plan { operations, functions: id::COUNT, literals: literals(), ..Plan::default() }
}

fn flows(operation: u32) -> Vec<Flow> {
    let result = |kind| vec![Flow { from: 0, to: FlowTo::Result, kind }];
    match operation {
        id::NUMBERS_GET
        | id::NUMBERS_ITER
        | id::NUMBERS_ITER_MUT
        | id::STRING_AS_STR
        | id::STR_CHARS
        | id::NUMBERS_DRAIN
        | id::SPLIT_AT_MUT => result(FlowKind::Borrow),
        id::ITER_NEXT
        | id::ITER_MUT_NEXT
        | id::UNWRAP_REF
        | id::UNWRAP_MUT
        | id::WORDS_FIRST
        | id::PAIR_FIRST
        | id::PAIR_SECOND => result(FlowKind::Inherit),
        id::WORDS_PUSH => {
            vec![Flow { from: 1, to: FlowTo::Argument(0), kind: FlowKind::Borrow }]
        }
        _ => Vec::new(),
    }
}

pub(crate) fn literals() -> Vec<Literal> {
    let mut literals = Vec::new();
    for value in [0, 1, 2, 3, 10, 100, 1000, u64::MAX] {
        literals.push(Literal::new(LiteralType::Usize, LiteralValue::Unsigned(value.into())));
    }
    for value in [0, 1, -1, 7, i32::MAX, i32::MIN] {
        literals.push(Literal::new(LiteralType::I32, LiteralValue::Signed(value.into())));
    }
    for value in ["", "a", "héllo", "a b c"] {
        literals.push(Literal::new(LiteralType::Str, LiteralValue::Str(value.to_owned())));
    }
    literals
}
