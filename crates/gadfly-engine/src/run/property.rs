//! Failed properties, in the form in which broken laws are reported.

use crate::link::registry::Registry;
use gadfly_wire::Law;

/// The broken law that stands for a property that has just failed without a panic.
pub(super) fn broken(registry: &Registry, property: u32) -> Law {
    let name = registry.properties.get(property as usize).cloned().unwrap_or_default();
    let sentence = match registry.notes {
        Some(take) => take().1,
        None => String::new(),
    };
    Law {
        name: format!("{name} {}", cause(&sentence)),
        sentence,
        method: name,
        assertion: String::new(),
        helpers: String::new(),
    }
}

/// The part of a sentence that distinguishes causes: everything up to the details of an error.
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
    fn error_details_do_not_distinguish_causes() {
        assert_eq!(cause("it is false"), "it is false");
        assert_eq!(cause("it is Err(Parse { at: 3 })"), "it is Err(Parse");
        assert_eq!(cause("it is Err(Full(7))"), "it is Err(Full");
    }
}
