//! One operation that might be offered: source text over typed arguments.

use gadfly_model::{Lifetimes, Ty};

/// The way in which an argument is taken from its slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum PassingMode {
    /// By value: moved, or copied.
    Val,
    /// `&T`.
    Ref,
    /// `&mut T`.
    Mut,
    /// `&T` of an unsized type.
    RefDst,
    /// `&mut T` of an unsized type.
    MutDst,
}

impl PassingMode {
    /// The marker type in generated code.
    pub fn marker(self) -> &'static str {
        match self {
            PassingMode::Val => "Val",
            PassingMode::Ref => "Ref",
            PassingMode::Mut => "Mut",
            PassingMode::RefDst => "RefDst",
            PassingMode::MutDst => "MutDst",
        }
    }

    /// Returns whether the argument is a reference to what [`Input::ty`] names.
    pub fn is_reference(self) -> bool {
        self != PassingMode::Val
    }

    /// Returns whether it is a mutable one.
    pub fn is_mutable(self) -> bool {
        matches!(self, PassingMode::Mut | PassingMode::MutDst)
    }
}

/// An argument of an operation.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Input {
    /// The way it is taken.
    pub mode: PassingMode,
    /// The type behind the mode: `T` for `&T`.
    pub ty: Ty,
    /// `true` if it must not hold a borrow (`'static` is asked of it).
    pub is_static: bool,
    /// `true` if it is an integer that looks like a size or a count.
    pub is_size: bool,
}

/// The effect of an operation, and the function for which it counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum CallOrigin {
    /// Calls a public function of the subject: its index in the model.
    Function(usize),
    /// Calls a function of a dependency, to make values.
    Foreign(usize),
    /// Makes a value from public fields, or reads a constant.
    Construct,
    /// Takes a value apart: a field, a variant's payload, an element.
    Project,
    /// Something of the standard library's.
    Builtin,
    /// Forgets a value, and with it whatever it would have put right when dropped.
    Forget,
    /// Drops a value before its time.
    Drop,
    /// Makes a value that panics when it is used.
    Panicking,
    /// Makes a text of others.
    Splice,
    /// States a law: its number.
    Law(u32),
    /// Checks a property that the crate has registered: its number among all that is registered.
    Property(u32),
    /// Checks what holds for every value of a type.
    Invariant(u32),
    /// Makes a value by a function that the crate has registered.
    Maker(u32),
    /// Makes a value by the crate's impl of another library's trait for random values.
    Generator,
}

/// A borrow that can flow through a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Flow {
    /// The argument it comes from.
    pub from: usize,
    /// The argument it may end up in; `None` for the result.
    pub to: Option<usize>,
    /// `true` if the argument itself is borrowed, not only what it holds.
    pub is_borrow: bool,
}

/// An operation before the compiler has judged it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// Its effect, and the function for which it counts.
    pub origin: CallOrigin,
    /// The instantiation, for people: `SmallVec<[i32; 4]>`; empty when nothing is generic.
    pub label: String,
    /// Its arguments, called `x0`, `x1`, … in `body`.
    pub inputs: Vec<Input>,
    /// The expression, lifetimes erased to `'static`.
    pub body: String,
    /// `true` if `body` is an `Option` whose `None` means: not a legal use.
    pub is_partial: bool,
    /// Borrows through the call, as far as the result and arguments can hold any.
    pub flows: Vec<Flow>,
}

impl Candidate {
    /// A built-in operation on typed inputs; borrows may flow from everything to the result.
    pub fn builtin(inputs: Vec<Input>, body: impl Into<String>) -> Candidate {
        Candidate::with_origin(CallOrigin::Builtin, inputs, body)
    }

    /// An operation whose result may borrow from all arguments.
    pub fn with_origin(
        origin: CallOrigin,
        inputs: Vec<Input>,
        body: impl Into<String>,
    ) -> Candidate {
        let flows =
            (0..inputs.len()).map(|from| Flow { from, to: None, is_borrow: true }).collect();
        Candidate {
            origin,
            label: String::new(),
            inputs,
            body: body.into(),
            is_partial: false,
            flows,
        }
    }

    /// The same, where the body is an `Option` and `None` is not a legal use.
    pub fn partial(mut self) -> Candidate {
        self.is_partial = true;
        self
    }

    /// The same, with everything other arguments hold flowing into argument `to` as well.
    pub fn absorbing(mut self, to: usize) -> Candidate {
        let more = (0..self.inputs.len()).filter(|from| *from != to);
        self.flows.extend(more.map(|from| Flow { from, to: Some(to), is_borrow: true }));
        self
    }

    /// A key that equal operations share.
    pub fn key(&self) -> String {
        format!("{}=>{}", self.markers(), self.body)
    }

    /// The argument types as generated code writes them: `(Mut<Vec<u8>>, Val<u8>,)`.
    pub fn markers(&self) -> String {
        let mut text = String::from("(");
        for input in &self.inputs {
            text.push_str(input.mode.marker());
            text.push('<');
            text.push_str(&input.ty.print(Lifetimes::Static));
            text.push_str(">,");
        }
        text.push(')');
        text
    }

    /// The argument pattern of the closure: `(x0, x1,)`.
    pub fn pattern(&self) -> String {
        let mut text = String::from("(");
        for index in 0..self.inputs.len() {
            text.push_str(&format!("x{index},"));
        }
        text.push(')');
        text
    }
}

impl Input {
    /// By value.
    pub fn val(ty: Ty) -> Input {
        Input { mode: PassingMode::Val, ty, is_static: false, is_size: false }
    }

    /// By shared reference to a sized type.
    pub fn shared(ty: Ty) -> Input {
        Input { mode: PassingMode::Ref, ty, is_static: false, is_size: false }
    }

    /// By mutable reference to a sized type.
    pub fn exclusive(ty: Ty) -> Input {
        Input { mode: PassingMode::Mut, ty, is_static: false, is_size: false }
    }

    /// By shared reference to an unsized type.
    pub fn shared_dst(ty: Ty) -> Input {
        Input { mode: PassingMode::RefDst, ty, is_static: false, is_size: false }
    }

    /// By mutable reference to an unsized type.
    pub fn exclusive_dst(ty: Ty) -> Input {
        Input { mode: PassingMode::MutDst, ty, is_static: false, is_size: false }
    }

    /// The same, but it must not hold a borrow.
    pub fn unborrowed(mut self) -> Input {
        self.is_static = true;
        self
    }

    /// The type of the argument as the callee sees it.
    pub fn full_type(&self) -> Ty {
        match self.mode {
            PassingMode::Val => self.ty.clone(),
            PassingMode::Ref | PassingMode::RefDst => Ty::shared(self.ty.clone()),
            PassingMode::Mut | PassingMode::MutDst => Ty::exclusive(self.ty.clone()),
        }
    }
}
