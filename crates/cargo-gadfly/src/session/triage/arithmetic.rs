//! Arithmetic: results that have no room in their type, and divisors that are zero.

/// Whether a trait is that of an operator whose result may have no room in its type.
pub(super) fn is_arithmetic(trait_: Option<&str>) -> bool {
    let operators = ["Add", "Sub", "Mul", "Div", "Rem", "Neg", "Sum", "Product"];
    trait_.is_some_and(|name| operators.contains(&name.trim_end_matches("Assign")))
}

/// Whether a number got too large for its type. One that is taken from a smaller one is another matter.
pub(super) fn is_result_too_large(message: &str) -> bool {
    let signs = ["add", "multiply", "negate", "divide", "calculate the remainder"];
    signs.iter().any(|sign| message == format!("attempt to {sign} with overflow"))
}

/// Functions of numbers whose results may have no room, as those of the standard library's numbers.
pub(super) fn is_of_arithmetic(method: &str) -> bool {
    let names = [
        "abs",
        "abs_sub",
        "cube",
        "cubed",
        "factorial",
        "mul_add",
        "pow",
        "powi",
        "product",
        "square",
        "squared",
        "sum",
    ];
    names.contains(&method) || method.split('_').any(|word| word == "gcd" || word == "lcm")
}

/// Nobody divides by zero.
pub(super) fn speaks_of_division(message: &str) -> bool {
    message.to_lowercase().contains("division by zero")
}

/// Whether a function is there to divide by what it is given: `div_mod_floor`, `prev_multiple_of`.
pub(super) fn divides(method: &str) -> bool {
    let mut words = method.split('_');
    let signs = ["div", "divide", "divides", "divided", "rem", "mod"];
    words.any(|word| signs.contains(&word)) || method.ends_with("_multiple_of")
}

/// The language says that the divisor is zero.
pub(super) fn is_by_zero(message: &str) -> bool {
    message.contains("divide by zero") || message.contains("divisor of zero")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_have_no_room_where_functions_are_about_numbers() {
        for method in ["pow", "lcm", "extended_gcd_lcm"] {
            assert!(is_of_arithmetic(method), "{method}");
        }
        assert!(!is_of_arithmetic("insert"));
        assert!(is_result_too_large("attempt to multiply with overflow"));
        assert!(!is_result_too_large("attempt to subtract with overflow"));
    }

    #[test]
    fn functions_that_divide_are_told_by_their_names() {
        for method in ["div_ceil", "checked_div", "div_mod_floor", "prev_multiple_of", "divides"] {
            assert!(divides(method), "{method}");
        }
        for method in ["divisors", "model", "average", "remove"] {
            assert!(!divides(method), "{method}");
        }
    }
}
