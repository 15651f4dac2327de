//! Types whose values carry a number that the tracer does not see, with functions as the rewriter writes them.

use std::cell::Cell;
use std::mem::offset_of;
use std::rc::Rc;
use std::sync::{Arc, Mutex};

use gadfly_trace::{Capture, Limits, enter, list, once, v};

thread_local! {
    static NEXT: Cell<u64> = const { Cell::new(1) };
}

/// A number that no other value has.
pub(crate) fn number() -> u64 {
    NEXT.with(|next| next.replace(next.get() + 1))
}

/// A function's body between the lines of the rewriter.
macro_rules! traced {
    ($function:literal, [$($argument:expr),*], $returned:ty, $body:block) => {{
        let guard = enter($function, list![$(v!($argument)),*]);
        let returned: $returned = once(move || -> $returned { $body });
        guard.exit(v!(returned));
        returned
    }};
    (borrowed $function:literal, [$($argument:expr),*], $returned:ty, $body:block) => {{
        let guard = enter($function, list![$(v!($argument)),*]);
        let returned: $returned = once(move || -> $returned { $body });
        guard.exit_borrowed(v!(returned));
        returned
    }};
}
pub(crate) use traced;

/// Owns memory.
#[derive(Default)]
pub(crate) struct Named {
    name: String,
    count: u32,
    hidden: u64,
}

impl Named {
    pub(crate) fn new(name: &str) -> Self {
        traced!(1, [name], Self, { Self { name: name.to_owned(), count: 0, hidden: number() } })
    }

    pub(crate) fn with_count(mut self, count: u32) -> Self {
        traced!(2, [self, count], Self, {
            self.count = count;
            self
        })
    }

    pub(crate) fn push(&mut self, text: &str) {
        traced!(3, [self, text], (), { self.name.push_str(text) })
    }

    pub(crate) fn len(&self) -> usize {
        traced!(4, [self], usize, { self.name.len() })
    }

    pub(crate) fn count_up(&mut self) -> &mut Self {
        traced!(borrowed 5, [self], &mut Self, {
            self.count += 1;
            self
        })
    }

    pub(crate) fn copied(&self) -> Self {
        traced!(6, [self], Self, {
            Self { name: self.name.clone(), count: self.count, hidden: number() }
        })
    }

    pub(crate) fn take(&mut self) -> Self {
        traced!(7, [self], Self, {
            let fresh = Self { hidden: number(), ..Self::default() };
            std::mem::replace(self, fresh)
        })
    }

    pub(crate) fn swap(&mut self, other: &mut Self) {
        traced!(8, [self, other], (), { std::mem::swap(self, other) })
    }

    pub(crate) fn merge(mut self, other: Self) -> Self {
        traced!(9, [self, other], Self, {
            self.name.push_str(&other.name);
            self
        })
    }

    pub(crate) fn into_name(self) -> String {
        traced!(10, [self], String, { self.name })
    }

    pub(crate) fn boxed(self) -> Box<Self> {
        traced!(11, [self], Box<Self>, { Box::new(self) })
    }
}

/// Owns values in a vector that grows.
#[derive(Default)]
pub(crate) struct Shelf {
    items: Vec<Named>,
}

impl Shelf {
    pub(crate) fn put(&mut self, item: Named) {
        traced!(20, [self, item], (), { self.items.push(item) })
    }

    pub(crate) fn get(&self, index: usize) -> Option<&Named> {
        traced!(borrowed 21, [self, index], Option<&Named>, { self.items.get(index) })
    }

    pub(crate) fn get_mut(&mut self, index: usize) -> Option<&mut Named> {
        traced!(borrowed 22, [self, index], Option<&mut Named>, { self.items.get_mut(index) })
    }

    pub(crate) fn remove(&mut self, index: usize) -> Option<Named> {
        traced!(23, [self, index], Option<Named>, {
            (index < self.items.len()).then(|| self.items.remove(index))
        })
    }

    pub(crate) fn len(&self) -> usize {
        traced!(24, [self], usize, { self.items.len() })
    }
}

/// Owns nothing, but has a destructor and hence an identity.
pub(crate) struct Counter {
    count: u64,
    hidden: u64,
}

impl Drop for Counter {
    fn drop(&mut self) {
        self.count = 0;
    }
}

impl Counter {
    pub(crate) fn new(count: u64) -> Self {
        traced!(30, [count], Self, { Self { count, hidden: number() } })
    }

    pub(crate) fn up(&mut self, by: u64) -> u64 {
        traced!(31, [self, by], u64, {
            self.count += by;
            self.count
        })
    }

    pub(crate) fn doubled(mut self) -> Self {
        traced!(32, [self], Self, {
            self.count *= 2;
            self
        })
    }
}

/// A handle, of which clones are the same object.
#[derive(Clone)]
pub(crate) struct Handle {
    shared: Rc<Cell<u32>>,
    hidden: u64,
}

impl Handle {
    pub(crate) fn new(count: u32) -> Self {
        traced!(40, [count], Self, { Self { shared: Rc::new(Cell::new(count)), hidden: number() } })
    }

    pub(crate) fn again(&self) -> Self {
        traced!(41, [self], Self, { self.clone() })
    }

    pub(crate) fn up(&self) {
        traced!(42, [self], (), { self.shared.set(self.shared.get() + 1) })
    }
}

/// A handle for several threads.
#[derive(Clone)]
pub(crate) struct Wide {
    shared: Arc<Mutex<Vec<u8>>>,
    hidden: u64,
}

impl Wide {
    pub(crate) fn new(byte: u8) -> Self {
        traced!(50, [byte], Self, {
            Self { shared: Arc::new(Mutex::new(vec![byte])), hidden: number() }
        })
    }

    pub(crate) fn again(&self) -> Self {
        traced!(51, [self], Self, { self.clone() })
    }

    pub(crate) fn push(&self, byte: u8) {
        traced!(52, [self, byte], (), {
            self.shared.lock().expect("no panic").push(byte);
        })
    }
}

/// Has no size.
#[derive(Clone)]
pub(crate) struct Token;

/// Items that refer to each other by index, each with a token.
#[derive(Default)]
pub(crate) struct Arena {
    items: Vec<Item>,
}

/// An item of an arena.
pub(crate) struct Item {
    label: Box<u32>,
    next: Option<usize>,
    token: Token,
    hidden: u64,
}

impl Arena {
    pub(crate) fn add(&mut self, label: u32) -> usize {
        traced!(60, [self, label], usize, {
            let next = self.items.len().checked_sub(1);
            self.items.push(Item::new(label).linked(next));
            self.items.len() - 1
        })
    }

    pub(crate) fn item(&mut self, index: usize) -> &mut Item {
        traced!(borrowed 61, [self, index], &mut Item, { &mut self.items[index] })
    }

    pub(crate) fn len(&self) -> usize {
        traced!(62, [self], usize, { self.items.len() })
    }
}

impl Item {
    fn new(label: u32) -> Self {
        traced!(63, [label], Self, {
            Self { label: Box::new(label), next: None, token: Token, hidden: number() }
        })
    }

    fn linked(mut self, next: Option<usize>) -> Self {
        traced!(64, [self, next], Self, {
            self.next = next;
            self
        })
    }

    pub(crate) fn next(&self) -> Option<usize> {
        traced!(65, [self], Option<usize>, { self.next })
    }

    pub(crate) fn relabel(&mut self, label: u32) {
        traced!(66, [self, label], (), { *self.label = label })
    }

    pub(crate) fn token(&self) -> Token {
        traced!(67, [self], Token, { self.token.clone() })
    }
}

/// A capture that sees none of the numbers.
pub(crate) fn capture(thread: u32) -> Capture {
    let limits = Limits { calls: u64::MAX, function_calls: u32::MAX, ..Limits::default() };
    macro_rules! hide {
        ($capture:expr, $($of:ident),*) => {
            $capture$(.hide::<$of>(offset_of!($of, hidden)..offset_of!($of, hidden) + 8))*
        };
    }
    hide!(Capture::new(limits, thread), Named, Counter, Handle, Wide, Item)
}
