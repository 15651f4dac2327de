//! The layout of a log, for its writer here and its reader elsewhere.
//!
//! A file is [`MAGIC`], [`VERSION`], and records. A record is its length, a tag, and what the tag asks for; a file that ends
//! within a record was cut off there. Integers have seven bits per byte, lowest first; hashes and floats have all their bytes,
//! lowest first; texts are a length and bytes.
//!
//! | record | contents |
//! |---|---|
//! | [`THREAD`] | process, thread within it, name of the thread; first in every file |
//! | [`TYPE`] | number within the file, 1 if values of it have to be dropped, name |
//! | [`ENTER`] | clock, function, number of arguments, their values |
//! | [`EXIT`] | clock, the returned value, number of arguments that were read again, each as position and value |
//! | [`UNWIND`] | clock, arguments that were read again, as above |
//! | [`SITE`] | clock, number of an expression, its value |
//! | [`END`] | calls that were not logged |
//!
//! Calls nest as their records do. The clock is common to all threads of a process.

/// The bytes that every log starts with.
pub const MAGIC: &[u8; 8] = b"gadtrace";
/// The layout that this crate writes.
pub const VERSION: u8 = 1;
/// The extension of a log's name.
pub const EXTENSION: &str = "trace";
/// The most bytes of one record. A longer one is never written, so a reader may take its length for damage.
pub const LONGEST_RECORD: usize = 1 << 20;

/// Record: the thread whose calls follow.
pub const THREAD: u8 = 1;
/// Record: a type that objects refer to by its number.
pub const TYPE: u8 = 2;
/// Record: a call begins.
pub const ENTER: u8 = 3;
/// Record: the innermost open call returns.
pub const EXIT: u8 = 4;
/// Record: the innermost open call unwinds.
pub const UNWIND: u8 = 5;
/// Record: a value that a caller made.
pub const SITE: u8 = 6;
/// Record: the thread has come to its end.
pub const END: u8 = 7;

/// Value: `()`.
pub const UNIT: u8 = 0;
/// Value: `false`.
pub const FALSE: u8 = 1;
/// Value: `true`.
pub const TRUE: u8 = 2;
/// Value: a signed integer, in zigzag form.
pub const SIGNED: u8 = 3;
/// Value: an unsigned integer.
pub const UNSIGNED: u8 = 4;
/// Value: the bits of an `f32`.
pub const FLOAT32: u8 = 5;
/// Value: the bits of an `f64`.
pub const FLOAT64: u8 = 6;
/// Value: a `char`, as its number.
pub const CHAR: u8 = 7;
/// Value: a text; its length, then as many of its bytes as were kept, with their number.
pub const TEXT: u8 = 8;
/// Value: bytes; as [`TEXT`].
pub const BYTES: u8 = 9;
/// Value: `None`.
pub const NONE: u8 = 10;
/// Value: `Some`, and its payload.
pub const SOME: u8 = 11;
/// Value: `Ok`, and its payload.
pub const OK: u8 = 12;
/// Value: `Err`, and its payload.
pub const ERR: u8 = 13;
/// Value: a tuple; the number of its parts, and each.
pub const TUPLE: u8 = 14;
/// Value: a slice, array or vector; its length, the number of items that were kept, and each.
pub const LIST: u8 = 15;
/// Value: a shared reference, and what it refers to.
pub const SHARED: u8 = 16;
/// Value: a mutable reference, and what it refers to.
pub const MUTABLE: u8 = 17;
/// Value: a `Box`, and its content.
pub const BOXED: u8 = 18;
/// Value: an object; type, address, size, hash of its bytes, flags, and what the flags announce.
pub const OBJECT: u8 = 19;
/// Value: left out, because it lies too deep or the record became too long.
pub const OMITTED: u8 = 20;

/// Flag of an object: some word of it looks like the address of memory.
pub const HAS_ADDRESS: u8 = 1;
/// Flag of an object: the hash of its `Debug` text follows.
pub const HAS_TEXT_HASH: u8 = 2;
/// Flag of an object: its `Debug` text follows.
pub const HAS_TEXT: u8 = 4;
