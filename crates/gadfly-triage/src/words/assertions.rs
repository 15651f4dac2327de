//! Messages of `assert!` and its relatives: conditions, and the words beside them.

use std::collections::BTreeSet;

use syn::punctuated::Punctuated;
use syn::visit::{Visit, visit_expr_call, visit_expr_path};
use syn::{Expr, ExprCall, ExprPath, Macro, PatIdent, Token};

/// The words that an author wrote in an assertion beside its condition; `None` for other panics.
pub fn words_of_assertion(message: &str) -> Option<&str> {
    let rest = message.strip_prefix("assertion")?;
    let is_comparison = rest.starts_with(" `left");
    let words = rest.split_once("failed: ").filter(|_| is_comparison);
    Some(words.map_or("", |(_, words)| words.lines().next().unwrap_or_default()))
}

/// Returns whether an assertion compares an index with a length: `index <= self.len()`.
pub fn is_check_of_index(assertion: &str) -> bool {
    let words = assertion.split(|letter: char| !letter.is_alphanumeric() && letter != '_');
    let has = |names: &[&str]| words.clone().any(|word| names.contains(&word));
    has(&["index", "idx", "at", "pos", "position", "offset"]) && has(&["len", "length", "size"])
}

/// Returns whether an assertion mentions an argument by its name: it was passed on as it came, and is checked deeper.
pub fn names_one_of(assertion: &str, arguments: &[String]) -> bool {
    let condition = assertion.lines().next().unwrap_or_default();
    // `assert_eq!` calls its own sides that.
    let condition = condition.replace("`left == right`", "").replace("`left != right`", "");
    let mut words = condition.split(|letter: char| !letter.is_alphanumeric() && letter != '_');
    words.any(|word| arguments.iter().any(|argument| argument == word))
}

/// Returns whether the condition of an assertion is about the receiver alone: it mentions `self` and no other variable.
pub fn names_receiver_only(message: &str) -> bool {
    let condition = message.strip_prefix("assertion failed: ");
    let condition = condition.and_then(|condition| syn::parse_str::<Expr>(condition).ok());
    let Some(condition) = condition else { return false };
    let mut names = Names::default();
    names.visit_expr(&condition);
    let free: Vec<&String> = names.used.difference(&names.bound).collect();
    !names.is_incomplete && free == ["self"]
}

/// The variables of an expression.
#[derive(Default)]
struct Names {
    used: BTreeSet<String>,
    /// Those that closures and patterns in it make.
    bound: BTreeSet<String>,
    /// `true` if a macro hides some.
    is_incomplete: bool,
}

impl Visit<'_> for Names {
    fn visit_expr_call(&mut self, call: &ExprCall) {
        match &*call.func {
            Expr::Path(_) => call.args.iter().for_each(|argument| self.visit_expr(argument)),
            _ => visit_expr_call(self, call),
        }
    }

    fn visit_expr_path(&mut self, path: &ExprPath) {
        if let Some(name) = path.path.get_ident().map(ToString::to_string) {
            // Constants and variants are no variables.
            if !name.starts_with(char::is_uppercase) {
                self.used.insert(name);
            }
        }
        visit_expr_path(self, path);
    }

    fn visit_pat_ident(&mut self, pattern: &PatIdent) {
        self.bound.insert(pattern.ident.to_string());
    }

    fn visit_macro(&mut self, call: &Macro) {
        let all = call.parse_body_with(Punctuated::<Expr, Token![,]>::parse_terminated);
        match all {
            Ok(all) => all.iter().for_each(|argument| self.visit_expr(argument)),
            Err(_) => self.is_incomplete = true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conditions_about_receivers_mention_nothing_else() {
        for condition in [
            "self.len < CAPACITY",
            "!self.is_empty()",
            "self.items.iter().all(|item| item.key > 0)",
            "matches!(self.state, State::Open)",
            "usize::is_power_of_two(self.mask + 1)",
        ] {
            assert!(names_receiver_only(&format!("assertion failed: {condition}")), "{condition}");
        }
        for condition in [
            "index < self.len",
            "self.is_char_boundary(at)",
            "self.items.iter().all(|item| item.key > least)",
            "matches!(state, State::Open)",
            "len > 0",
            "self.len <",
            "CAPACITY > 3",
        ] {
            assert!(!names_receiver_only(&format!("assertion failed: {condition}")), "{condition}");
        }
        assert!(!names_receiver_only("self.len < 3"), "no assertion");
    }
}
