//! Licence expressions: `(MIT OR Apache-2.0) AND Unicode-3.0`.

/// Returns whether an expression can be satisfied with allowed licences alone. `/` is an old way to write `OR`.
pub(super) fn is_allowed(expression: &str, allowed: &[String]) -> bool {
    let spaced = expression.replace('/', " OR ").replace('(', " ( ").replace(')', " ) ");
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let mut parser = Parser { words: &words, allowed };
    parser.either().filter(|_| parser.words.is_empty()).unwrap_or(false)
}

/// A parser of expressions; `None` stands for what is malformed.
struct Parser<'a> {
    words: &'a [&'a str],
    allowed: &'a [String],
}

impl<'a> Parser<'a> {
    fn next(&mut self) -> Option<&'a str> {
        let (first, rest) = self.words.split_first()?;
        self.words = rest;
        Some(first)
    }

    fn accepts(&mut self, word: &str) -> bool {
        let is_next = self.words.first() == Some(&word);
        if is_next {
            self.words = &self.words[1..];
        }
        is_next
    }

    fn either(&mut self) -> Option<bool> {
        let mut is_satisfied = self.both()?;
        while self.accepts("OR") {
            is_satisfied |= self.both()?;
        }
        Some(is_satisfied)
    }

    fn both(&mut self) -> Option<bool> {
        let mut is_satisfied = self.single()?;
        while self.accepts("AND") {
            is_satisfied &= self.single()?;
        }
        Some(is_satisfied)
    }

    fn single(&mut self) -> Option<bool> {
        if self.accepts("(") {
            let is_satisfied = self.either()?;
            return self.accepts(")").then_some(is_satisfied);
        }
        let mut name = self.next()?.to_owned();
        if self.accepts("WITH") {
            name = format!("{name} WITH {}", self.next()?);
        }
        Some(self.allowed.contains(&name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(expression: &str, expected: bool) {
        let allowed = ["MIT", "Apache-2.0 WITH LLVM-exception", "Unicode-3.0"].map(str::to_owned);
        assert_eq!(is_allowed(expression, &allowed), expected, "{expression}");
    }

    #[test]
    fn one_alternative_is_enough() {
        check("MIT", true);
        check("GPL-3.0 OR MIT", true);
        check("GPL-3.0/MIT", true);
        check("GPL-3.0 OR Apache-2.0", false);
    }

    #[test]
    fn all_parts_are_necessary() {
        check("MIT AND Unicode-3.0", true);
        check("MIT AND GPL-3.0", false);
        check("(GPL-3.0 OR MIT) AND Unicode-3.0", true);
        check("GPL-3.0 OR MIT AND Apache-2.0", false);
    }

    #[test]
    fn exceptions_belong_to_their_licence() {
        check("Apache-2.0 WITH LLVM-exception", true);
        check("MIT WITH LLVM-exception", false);
    }

    #[test]
    fn malformed_expressions_are_refused() {
        for expression in ["", "OR", "MIT MIT", "(MIT", "MIT)", "MIT OR", "MIT WITH"] {
            check(expression, false);
        }
    }
}
