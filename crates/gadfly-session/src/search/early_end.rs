//! Searches that end before their end, in words.

use gadfly_plan::prepared::Prepared;

/// The status of a search that ended early, with the function that it had called last if that is known. The subject can write
/// to where that is kept: it is a hint.
pub(crate) fn early_end(status: &str, last_operation: Option<u32>, prepared: &Prepared) -> String {
    let operation = last_operation.and_then(|id| prepared.operations.get(id as usize));
    let function = operation.and_then(|it| prepared.functions.get(it.function? as usize));
    match (function, operation) {
        (Some(function), _) => format!("{status}; the last call was of {}", function.path),
        (None, Some(operation)) => format!("{status}; the last call was `{}`", operation.body),
        (None, None) => status.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_that_name_nothing_are_left_out() {
        let prepared = Prepared::new("print".to_owned(), "k", "1.0.0");
        for last in [None, Some(0), Some(u32::MAX)] {
            assert_eq!(early_end("signal: 9", last, &prepared), "signal: 9");
        }
    }
}
