//! What becomes of a property that was checked on arguments.

use crate::borrow::Arg;
use crate::execute::{Machine, Outcome};
use crate::journal::Count;
use gadfly_wire::Law;

impl Machine<'_> {
    /// Takes a property's verdict: zero if its arguments, with the result in `var`, have it.
    pub(crate) fn judged(
        &mut self,
        property: u32,
        verdict: u8,
        code: u32,
        args: &[Arg],
        var: u32,
    ) -> Outcome {
        if verdict == 0 {
            self.journal.count(code, Count::Returned);
            return Outcome::Returned(var);
        }
        self.journal.count(code, Count::Panicked);
        let name = self.registry.properties.get(property as usize).cloned().unwrap_or_default();
        let sentence = match self.registry.notes {
            Some(take) => take().1,
            None => String::new(),
        };
        let law = Law {
            name: format!("{name} {}", cause(&sentence)),
            sentence,
            method: name,
            assertion: String::new(),
            helpers: String::new(),
        };
        let vars = args.iter().map(|arg| arg.var).collect();
        self.broken(law, code, vars, String::new());
        Outcome::Broken
    }
}

/// What tells failures apart that are no panics: all of what was said up to the details of an error.
fn cause(sentence: &str) -> &str {
    let error = "it is Err(";
    let Some(rest) = sentence.strip_prefix(error) else { return sentence };
    let name = rest.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(rest.len());
    &sentence[..error.len() + name]
}

#[cfg(test)]
mod tests {
    use super::cause;

    #[test]
    fn details_of_an_error_do_not_tell_causes_apart() {
        assert_eq!(cause("it is false"), "it is false");
        assert_eq!(cause("it is Err(Parse { at: 3 })"), "it is Err(Parse");
        assert_eq!(cause("it is Err(Full(7))"), "it is Err(Full");
    }
}
