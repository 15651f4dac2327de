//! Names of functions and traits that say what a caller may expect.

use super::is_of_the_language;

/// Returns whether a method is expected never to fail, whatever the values.
pub fn must_never_panic(method: &str) -> bool {
    let exact = [
        "fmt",
        "hash",
        "drop",
        "eq",
        "ne",
        "cmp",
        "partial_cmp",
        "lt",
        "le",
        "gt",
        "ge",
        "size_hint",
        "clone",
        "clone_from",
    ];
    exact.contains(&method) || is_promise(method)
}

/// Returns whether the name alone promises not to panic; documentation can take that back.
pub fn is_promise(method: &str) -> bool {
    let families = ["is_", "try_", "checked_", "wrapping_", "saturating_", "overflowing_"];
    families.iter().any(|family| method.starts_with(family))
}

/// Returns whether a method exists in order to panic: `unwrap`, `expect_str`.
pub fn is_unwrapping(method: &str, message: &str) -> bool {
    let mut words = method.split('_');
    words.any(|word| word == "unwrap" || word == "expect") && !is_of_the_language(message)
}

/// Returns whether a trait is that of an operator whose result may have no room in its type.
pub fn is_arithmetic(trait_: Option<&str>) -> bool {
    let operators = ["Add", "Sub", "Mul", "Div", "Rem", "Neg", "Sum", "Product"];
    trait_.is_some_and(|name| operators.contains(&name.trim_end_matches("Assign")))
}

/// Returns whether a function computes a number that may have no room in its type, as those of the standard library's
/// numbers.
pub fn is_of_arithmetic(method: &str) -> bool {
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

/// Returns whether a function divides by its argument, by its name: `div_mod_floor`, `prev_multiple_of`.
pub fn divides(method: &str) -> bool {
    let mut words = method.split('_');
    let signs = ["div", "divide", "divides", "divided", "rem", "mod"];
    words.any(|word| signs.contains(&word)) || method.ends_with("_multiple_of")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arithmetic_functions_are_known_by_name() {
        for method in ["pow", "lcm", "extended_gcd_lcm"] {
            assert!(is_of_arithmetic(method), "{method}");
        }
        assert!(!is_of_arithmetic("insert"));
    }

    #[test]
    fn dividing_functions_are_known_by_name() {
        for method in ["div_ceil", "checked_div", "div_mod_floor", "prev_multiple_of", "divides"] {
            assert!(divides(method), "{method}");
        }
        for method in ["divisors", "model", "average", "remove"] {
            assert!(!divides(method), "{method}");
        }
    }
}
