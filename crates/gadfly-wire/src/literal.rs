//! Literals: values of primitive types that the tool hands to the engine.

choice! {
    /// The type of a literal.
    #[derive(Copy, Eq)]
    pub enum LiteralType {
        /// `bool`
        0 => Bool,
        /// `char`
        1 => Char,
        /// `i8`
        2 => I8,
        /// `i16`
        3 => I16,
        /// `i32`
        4 => I32,
        /// `i64`
        5 => I64,
        /// `i128`
        6 => I128,
        /// `isize`
        7 => Isize,
        /// `u8`
        8 => U8,
        /// `u16`
        9 => U16,
        /// `u32`
        10 => U32,
        /// `u64`
        11 => U64,
        /// `u128`
        12 => U128,
        /// `usize`
        13 => Usize,
        /// `f32`
        14 => F32,
        /// `f64`
        15 => F64,
        /// `&'static str`
        16 => Str,
        /// `&'static [u8]`
        17 => Bytes,
        /// `()`
        18 => Unit,
    }
}

/// All types of literals, in the order of their numbers.
pub const LITERAL_TYPES: [LiteralType; 19] = [
    LiteralType::Bool,
    LiteralType::Char,
    LiteralType::I8,
    LiteralType::I16,
    LiteralType::I32,
    LiteralType::I64,
    LiteralType::I128,
    LiteralType::Isize,
    LiteralType::U8,
    LiteralType::U16,
    LiteralType::U32,
    LiteralType::U64,
    LiteralType::U128,
    LiteralType::Usize,
    LiteralType::F32,
    LiteralType::F64,
    LiteralType::Str,
    LiteralType::Bytes,
    LiteralType::Unit,
];

choice! {
    /// The value of a literal. A value that does not fit its type is wrapped to it by the engine.
    pub enum LiteralValue {
        /// For `bool`.
        0 => Bool(value: bool),
        /// For `char`.
        1 => Char(value: char),
        /// For signed integers.
        2 => Signed(value: i128),
        /// For unsigned integers.
        3 => Unsigned(value: u128),
        /// For `f32`.
        4 => F32(value: f32),
        /// For `f64`.
        5 => F64(value: f64),
        /// For `&'static str`.
        6 => Str(value: String),
        /// For `&'static [u8]`.
        7 => Bytes(value: Vec<u8>),
        /// For `()`.
        8 => Unit,
    }
}

record! {
    /// A value of a primitive type that sequences may start from.
    pub struct Literal {
        /// Its type.
        pub ty: LiteralType,
        /// Its value.
        pub value: LiteralValue,
        /// The weight with which it is chosen among those of its type; 0 is treated as 1.
        pub weight: u16,
    }
}

impl Literal {
    /// A literal that is as likely as any other of its type.
    pub fn new(ty: LiteralType, value: LiteralValue) -> Self {
        Self { ty, value, weight: 1 }
    }
}
