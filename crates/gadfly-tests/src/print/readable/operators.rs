//! Calls of operator traits, written as operators.

/// The operator for a method of a trait in `std::ops` or `std::cmp`, if it is a binary one.
pub(super) fn binary(trait_: &str, method: &str) -> Option<&'static str> {
    Some(match (trait_, method) {
        ("Add", "add") => "+",
        ("Sub", "sub") => "-",
        ("Mul", "mul") => "*",
        ("Div", "div") => "/",
        ("Rem", "rem") => "%",
        ("BitAnd", "bitand") => "&",
        ("BitOr", "bitor") => "|",
        ("BitXor", "bitxor") => "^",
        ("Shl", "shl") => "<<",
        ("Shr", "shr") => ">>",
        ("AddAssign", "add_assign") => "+=",
        ("SubAssign", "sub_assign") => "-=",
        ("MulAssign", "mul_assign") => "*=",
        ("DivAssign", "div_assign") => "/=",
        ("RemAssign", "rem_assign") => "%=",
        ("BitAndAssign", "bitand_assign") => "&=",
        ("BitOrAssign", "bitor_assign") => "|=",
        ("BitXorAssign", "bitxor_assign") => "^=",
        ("ShlAssign", "shl_assign") => "<<=",
        ("ShrAssign", "shr_assign") => ">>=",
        ("PartialEq", "eq") => "==",
        ("PartialEq", "ne") => "!=",
        ("PartialOrd", "lt") => "<",
        ("PartialOrd", "le") => "<=",
        ("PartialOrd", "gt") => ">",
        ("PartialOrd", "ge") => ">=",
        _ => return None,
    })
}

/// Whether both sides of the operator are taken by reference without saying so.
pub(super) fn borrows_both(trait_: &str) -> bool {
    matches!(trait_, "PartialEq" | "PartialOrd")
}

/// Whether the left side is changed in place.
pub(super) fn assigns(operator: &str) -> bool {
    operator.len() > 1 && operator.ends_with('=') && !matches!(operator, "==" | "!=" | "<=" | ">=")
}

/// The operator for a method of a unary operator's trait.
pub(super) fn unary(trait_: &str, method: &str) -> Option<&'static str> {
    match (trait_, method) {
        ("Neg", "neg") => Some("-"),
        ("Not", "not") => Some("!"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn assigning_operators_differ_from_comparisons() {
        for operator in ["+=", "<<=", "|="] {
            assert!(assigns(operator), "{operator}");
        }
        for operator in ["+", "==", "!=", "<=", ">=", "<"] {
            assert!(!assigns(operator), "{operator}");
        }
    }

    #[test]
    fn only_the_traits_own_methods_are_operators() {
        assert_eq!(binary("Add", "add"), Some("+"));
        assert_eq!(binary("Adder", "add"), None);
        assert_eq!(unary("Neg", "not"), None);
    }
}
