//! Messages of panics that the compiler or the standard library write.

/// Returns whether the compiler or the standard library wrote a message, not the author of the function.
pub fn is_of_the_language(message: &str) -> bool {
    let starts = [
        "attempt to",
        "index out of bounds: the len is",
        "range start index",
        "range end index",
        "slice index starts at",
        "called `Option::unwrap()`",
        "called `Result::unwrap()`",
        "called `Result::unwrap_err()`",
        "already borrowed",
        "already mutably borrowed",
        "RefCell already",
        "refcell already",
        "byte index",
        "start byte index",
        "end byte index",
        "explicit panic",
        "not implemented",
        "not yet implemented",
    ];
    starts.iter().any(|start| message.starts_with(start))
}

/// Returns whether a container of the standard library wrote a message about an index, in the name of its caller.
pub fn is_of_a_container(message: &str) -> bool {
    let starts = [
        "insertion index (is ",
        "removal index (is ",
        "swap_remove index (is ",
        "`at` split index (is ",
        "assertion failed: mid <= self.len()",
        "assertion failed: self.is_char_boundary(",
    ];
    starts.iter().any(|start| message.starts_with(start))
}

/// Returns whether a message of the language speaks of a state that should not be: an index out of bounds, a value that is
/// missing, a cell that is borrowed. Overflows and divisions may be those of numbers that a caller chose.
pub fn is_about_wrong_state(message: &str) -> bool {
    is_about_index(message)
        || says_unreachable(message)
        || (is_of_the_language(message) && !message.starts_with("attempt to"))
}

/// Returns whether a message reports a size that no machine has.
pub fn is_resource(message: &str) -> bool {
    let signs = [
        "capacity overflow",
        "memory allocation",
        "out of memory",
        "out-of-memory",
        "OutOfMemory",
        "LayoutError",
        "AllocError",
    ];
    signs.iter().any(|sign| message.contains(sign))
}

/// Returns whether a message reports an index that is out of bounds, or an overflow, which may be that of an index.
pub fn is_about_a_place(message: &str) -> bool {
    message.ends_with("with overflow") || is_about_index(message)
}

/// Returns whether a message of the language reports an index or a range that is out of bounds.
pub fn is_about_index(message: &str) -> bool {
    let starts = [
        "index out of bounds",
        "range start index",
        "range end index",
        "slice index",
        "byte index",
        "start byte index",
        "end byte index",
    ];
    is_of_a_container(message) || starts.iter().any(|start| message.starts_with(start))
}

/// Returns whether a message of the language reports a number that its type cannot hold, or a shift by too much.
pub fn is_overflow(message: &str) -> bool {
    message.starts_with("attempt to") && message.ends_with("with overflow")
}

/// Returns whether a message reports an index within a character of a text.
pub fn is_within_a_char(message: &str) -> bool {
    message.contains("char boundary") || message.contains("is_char_boundary(")
}

/// Returns whether a message reports slices whose lengths differ.
pub fn is_about_lengths(message: &str) -> bool {
    ["slices have different lengths", "does not match destination slice length"]
        .iter()
        .any(|sign| message.contains(sign))
}

/// Returns whether a message reports a number that got too large for its type; a difference below zero is another matter.
pub fn is_result_too_large(message: &str) -> bool {
    let signs = ["add", "multiply", "negate", "divide", "calculate the remainder"];
    signs.iter().any(|sign| message == format!("attempt to {sign} with overflow"))
}

/// Returns whether a message of the language reports a divisor of zero.
pub fn is_by_zero(message: &str) -> bool {
    message.contains("divide by zero") || message.contains("divisor of zero")
}

/// Returns whether a message is that of `unreachable!()`.
pub fn says_unreachable(message: &str) -> bool {
    message.starts_with("internal error: entered unreachable code")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_too_large_are_not_differences_below_zero() {
        assert!(is_result_too_large("attempt to multiply with overflow"));
        assert!(!is_result_too_large("attempt to subtract with overflow"));
    }
}
