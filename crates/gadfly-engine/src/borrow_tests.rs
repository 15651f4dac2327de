//! One test per borrow rule.
