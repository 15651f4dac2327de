//! Questions to the compiler: does this call compile, and what is its result's type?

pub mod parse_type;
