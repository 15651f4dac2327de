//! Functions that let a caller break what other functions rely on.

use gadfly_model::Function;

/// Returns whether a function leaves checks to its caller, by its name or by its documentation. Laws say
/// nothing about values that it had a part in, and panics of those are not the subject's fault.
pub fn is_unchecked(function: &Function) -> bool {
    let names = ["unchecked", "nocheck", "raw", "internal"];
    let is_named = function
        .path
        .split(|letter: char| !letter.is_alphanumeric())
        .flat_map(words)
        .any(|word| names.contains(&word.as_str()));
    let docs = function.docs.as_deref().unwrap_or_default().to_lowercase();
    let says = ["logic error", "caller must", "your responsibility", "caller's responsibility"];
    is_named || says.iter().any(|phrase| docs.contains(phrase)) || function.requirement().is_some()
}

/// The words of `raw_entry` and `RawEntryMut`, in lower case.
fn words(name: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    for letter in name.chars() {
        match words.last_mut() {
            Some(word) if !letter.is_uppercase() => word.push(letter),
            _ => words.push(letter.to_lowercase().collect()),
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;
    use gadfly_model::{Generics, Owner, Ty, rust_path};

    fn function(path: &str, docs: &str) -> Function {
        Function {
            path: path.into(),
            name: rust_path::last(path).into(),
            krate: "k".into(),
            owner: Owner::Module,
            generics: Generics::default(),
            inputs: Vec::new(),
            output: Ty::unit(),
            receiver: None,
            is_unsafe: false,
            is_async: false,
            is_const: false,
            track_caller: false,
            is_deprecated: false,
            is_helper: false,
            docs: Some(docs.into()),
            span: None,
        }
    }

    #[test]
    fn unchecked_functions_spoil_values() {
        assert!(is_unchecked(&function("k::Map::raw_entry_mut", "")));
        assert!(is_unchecked(&function("k::RawEntryMut::insert", "")));
        assert!(is_unchecked(&function("k::Engine::internal_decode", "")));
        assert!(is_unchecked(&function("k::Map::insert_hashed_nocheck", "")));
        assert!(is_unchecked(&function("k::Map::key_mut", "Changing the hash is a logic error.")));
        assert!(is_unchecked(&function(
            "k::Set::push",
            "The value must be greater than the others."
        )));
        assert!(!is_unchecked(&function("k::Map::insert", "Inserts.")));
        assert!(!is_unchecked(&function("k::Turtle::draw", "Draws.")));
    }
}
