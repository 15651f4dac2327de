//! Results that have no room in their type, divisors of zero, and other choices of the caller.

pub(crate) mod arithmetic_function;
pub(crate) mod checked_sibling;
pub(crate) mod division_by_zero;
pub(crate) mod not_a_number;
pub(crate) mod operator_of_parameter;
pub(crate) mod zero_divisor;
