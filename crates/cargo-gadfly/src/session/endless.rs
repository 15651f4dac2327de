//! Calls that are given an iterator to go through: whether they come back is up to whoever made that.

use gadfly_harness::prepared::OperationRecord;

/// How the operation ends that asks an iterator for its next item.
const NEXT: &str = " as std::iter::Iterator>::next(x0)";

/// Whether an operation goes through an iterator of the subject's that it is given, which may be endless. What iterators do
/// themselves, to give an item or to say how many there are, has to come to an end.
pub(super) fn goes_through(record: &OperationRecord, all: &[OperationRecord]) -> bool {
    let is_iterator = |ty: &str| {
        let gives = |known: &OperationRecord| {
            known.body.ends_with(NEXT) && known.parameters.first().is_some_and(|it| it.ty == ty)
        };
        all.iter().any(gives)
    };
    let is_its_own = |ty: &str| {
        [format!("<{ty} as std::"), format!("<{ty}>::")]
            .iter()
            .any(|path| record.body.starts_with(path.as_str()))
    };
    record.parameters.iter().any(|parameter| is_iterator(&parameter.ty))
        && !record.parameters.first().is_some_and(|first| is_its_own(&first.ty))
}

#[cfg(test)]
mod tests {
    use gadfly_harness::prepared::{ParameterMode, ParameterRecord};

    use super::*;

    fn record(body: &str, ty: &str) -> OperationRecord {
        let ty = ty.to_owned();
        let parameter = ParameterRecord { ty, mode: ParameterMode::Value, is_copy: false };
        OperationRecord {
            function: Some(0),
            body: body.to_owned(),
            output: "()".to_owned(),
            parameters: vec![parameter],
            is_method: false,
            is_partial: false,
            is_built: true,
        }
    }

    #[test]
    fn whoever_goes_through_an_iterator_is_not_to_blame_for_its_length() {
        let all = [
            record("<k::Forever as std::iter::Iterator>::next(x0)", "k::Forever"),
            record("<k::Forever as k::More>::counts(x0)", "k::Forever"),
            record("k::sum(x0)", "k::Forever"),
            record("k::sum(x0)", "k::List"),
            record("<k::Forever>::reset(x0)", "k::Forever"),
        ];
        let those: Vec<bool> = all.iter().map(|record| goes_through(record, &all)).collect();
        assert_eq!(those, [false, true, true, false, false]);
    }
}
