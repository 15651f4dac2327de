//! Values as a log has them.

use gadfly_trace::format;

use super::cursor::Cursor;
use super::error::{Problem, RecordError};

/// Shapes around a value that a log may have; it writes fewer.
const DEEPEST: u32 = 64;

/// The number of an object in a trace.
pub type ObjectId = usize;

/// A value of a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// `()`.
    Unit,
    /// A truth value.
    Bool(bool),
    /// A signed integer.
    Signed(i128),
    /// An unsigned integer.
    Unsigned(u128),
    /// The bits of an `f32`.
    Float32(u32),
    /// The bits of an `f64`.
    Float64(u64),
    /// A character.
    Char(char),
    /// A text.
    Text {
        /// The text, or its start.
        text: String,
        /// `true` if that is all of it.
        is_whole: bool,
    },
    /// Bytes.
    Bytes {
        /// The bytes, or the first of them.
        bytes: Vec<u8>,
        /// `true` if those are all of them.
        is_whole: bool,
    },
    /// `None`.
    None,
    /// `Some`.
    Some(Box<Value>),
    /// `Ok`.
    Ok(Box<Value>),
    /// `Err`.
    Err(Box<Value>),
    /// A tuple.
    Tuple(Vec<Value>),
    /// A slice, array or vector.
    List {
        /// The items, or the first of them.
        items: Vec<Value>,
        /// `true` if those are all of them.
        is_whole: bool,
    },
    /// A shared reference.
    Shared(Box<Value>),
    /// A mutable reference.
    Mutable(Box<Value>),
    /// A box.
    Boxed(Box<Value>),
    /// A value of any other type.
    Object(Object),
    /// A value that was left out.
    Omitted,
}

/// The looks of an object at one moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Object {
    /// The number of its type: in the log, and in the trace once that is assembled.
    pub type_number: usize,
    /// Its address.
    pub address: u64,
    /// Its size.
    pub size: u64,
    /// The hash of its bytes.
    pub hash: u64,
    /// `true` if it seems to refer to memory.
    pub has_address: bool,
    /// The hash of its `Debug` text.
    pub text_hash: Option<u64>,
    /// Its `Debug` text, if that is short and the object plain.
    pub text: Option<String>,
    /// The object that it is, once that is known.
    pub id: Option<ObjectId>,
}

impl Value {
    pub(super) fn read(
        cursor: &mut Cursor<'_>,
        types: usize,
        depth: u32,
    ) -> Result<Self, RecordError> {
        if depth > DEEPEST {
            return Err(cursor.error(Problem::Depth));
        }
        let start = cursor.clone();
        let boxed = |cursor: &mut Cursor<'_>| -> Result<Box<Self>, RecordError> {
            Ok(Box::new(Self::read(cursor, types, depth + 1)?))
        };
        Ok(match cursor.byte()? {
            format::UNIT => Self::Unit,
            format::FALSE => Self::Bool(false),
            format::TRUE => Self::Bool(true),
            format::SIGNED => {
                let zigzag = cursor.number()?;
                Self::Signed((zigzag >> 1) as i128 ^ -((zigzag & 1) as i128))
            }
            format::UNSIGNED => Self::Unsigned(cursor.number()?),
            format::FLOAT32 => Self::Float32(u32::from_le_bytes(cursor.array()?)),
            format::FLOAT64 => Self::Float64(u64::from_le_bytes(cursor.array()?)),
            format::CHAR => {
                let number = cursor.small()?;
                let valid = char::from_u32(number).ok_or(start.error(Problem::Number));
                Self::Char(valid?)
            }
            format::TEXT => {
                let (bytes, is_whole) = kept(cursor)?;
                Self::Text { text: String::from_utf8_lossy(bytes).into_owned(), is_whole }
            }
            format::BYTES => {
                let (bytes, is_whole) = kept(cursor)?;
                Self::Bytes { bytes: bytes.to_vec(), is_whole }
            }
            format::NONE => Self::None,
            format::SOME => Self::Some(boxed(cursor)?),
            format::OK => Self::Ok(boxed(cursor)?),
            format::ERR => Self::Err(boxed(cursor)?),
            format::SHARED => Self::Shared(boxed(cursor)?),
            format::MUTABLE => Self::Mutable(boxed(cursor)?),
            format::BOXED => Self::Boxed(boxed(cursor)?),
            format::TUPLE => {
                let count = cursor.small()?;
                Self::Tuple(several(cursor, count, types, depth)?)
            }
            format::LIST => {
                let length = cursor.number()?;
                let count = cursor.small()?;
                let items = several(cursor, count, types, depth)?;
                Self::List { is_whole: length == items.len() as u128, items }
            }
            format::OBJECT => Self::Object(Object::read(cursor, types)?),
            format::OMITTED => Self::Omitted,
            tag => return Err(start.error(Problem::Tag { what: "value", tag })),
        })
    }

    /// The parts of a value, without what they consist of.
    pub fn parts(&self) -> &[Self] {
        match self {
            Self::Some(part)
            | Self::Ok(part)
            | Self::Err(part)
            | Self::Shared(part)
            | Self::Mutable(part)
            | Self::Boxed(part) => std::slice::from_ref(part),
            Self::Tuple(parts) | Self::List { items: parts, .. } => parts,
            _ => &[],
        }
    }

    /// As [`Value::parts`].
    pub(crate) fn parts_mut(&mut self) -> &mut [Self] {
        match self {
            Self::Some(part)
            | Self::Ok(part)
            | Self::Err(part)
            | Self::Shared(part)
            | Self::Mutable(part)
            | Self::Boxed(part) => std::slice::from_mut(part),
            Self::Tuple(parts) | Self::List { items: parts, .. } => parts,
            _ => &mut [],
        }
    }

    /// All objects in the value.
    pub fn objects(&self) -> Vec<&Object> {
        let mut found = Vec::new();
        let mut open = vec![self];
        while let Some(value) = open.pop() {
            if let Self::Object(object) = value {
                found.push(object);
            }
            open.extend(value.parts().iter().rev());
        }
        found
    }

    /// Returns whether an object is in the value.
    pub fn contains(&self, id: ObjectId) -> bool {
        match self {
            Self::Object(object) => object.id == Some(id),
            _ => self.parts().iter().any(|part| part.contains(id)),
        }
    }
}

impl Object {
    fn read(cursor: &mut Cursor<'_>, types: usize) -> Result<Self, RecordError> {
        let start = cursor.clone();
        let type_number: u32 = cursor.small()?;
        if type_number as usize >= types {
            return Err(start.error(Problem::UnknownType(type_number)));
        }
        let address = cursor.small()?;
        let size = cursor.small()?;
        let hash = u64::from_le_bytes(cursor.array()?);
        let start = cursor.clone();
        let flags = cursor.byte()?;
        let known = format::HAS_ADDRESS | format::HAS_TEXT_HASH | format::HAS_TEXT;
        if flags & !known != 0 {
            return Err(start.error(Problem::Tag { what: "flags", tag: flags }));
        }
        let text_hash = match flags & format::HAS_TEXT_HASH {
            0 => None,
            _ => Some(u64::from_le_bytes(cursor.array()?)),
        };
        let text = match flags & format::HAS_TEXT {
            0 => None,
            _ => Some(cursor.text()?.to_owned()),
        };
        let has_address = flags & format::HAS_ADDRESS != 0;
        let type_number = type_number as usize;
        Ok(Self { type_number, address, size, hash, has_address, text_hash, text, id: None })
    }
}

fn kept<'a>(cursor: &mut Cursor<'a>) -> Result<(&'a [u8], bool), RecordError> {
    let length = cursor.number()?;
    let count: usize = cursor.small()?;
    Ok((cursor.take(count)?, length == count as u128))
}

fn several(
    cursor: &mut Cursor<'_>,
    count: usize,
    types: usize,
    depth: u32,
) -> Result<Vec<Value>, RecordError> {
    // A value has at least a byte, so a damaged number does not make much room.
    if count > cursor.remaining() {
        return Err(cursor.error(Problem::Short));
    }
    (0..count).map(|_| Value::read(cursor, types, depth + 1)).collect()
}
