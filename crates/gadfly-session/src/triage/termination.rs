//! Calls whose termination depends on an argument: an iterator, a range without an end, or a stub's answers.

use gadfly_model::Ty;
use gadfly_model::rust_path;
use gadfly_plan::prepared::OperationRecord;
use gadfly_plan::stubs::{Answers, Definition};

/// The end of the body of `Iterator::next`.
const NEXT: &str = " as std::iter::Iterator>::next(x0)";

/// Returns whether an operation consumes an iterator of the subject, or a range, that may be endless. Methods of the iterator
/// itself, inherent or of traits of the standard library, have to terminate.
pub(crate) fn iterates(record: &OperationRecord, all: &[OperationRecord]) -> bool {
    let is_iterator = |ty: &str| {
        let gives = |known: &OperationRecord| {
            known.function.is_some()
                && known.body.ends_with(NEXT)
                && known.parameters.first().is_some_and(|it| it.ty == ty)
        };
        all.iter().any(gives)
    };
    // Ranges without an end are as good as endless, whether they are iterated or stored.
    let is_open = |ty: &Ty| match ty {
        Ty::Adt(path, _) => matches!(&**path, "std::ops::RangeFrom" | "std::ops::RangeFull"),
        _ => false,
    };
    record.parameters.iter().any(|it| is_open(&it.value_type) || is_iterator(&it.ty))
        && !record.parameters.first().is_some_and(|first| is_own(&record.body, &first.ty))
}

/// Returns whether termination of an operation depends on answers of a stub that answers at least so much.
pub(crate) fn depends_on_stub(
    record: &OperationRecord,
    stubbed: &[Definition],
    least: Answers,
) -> bool {
    stubbed
        .iter()
        .filter(|definition| definition.answers >= least)
        .any(|definition| record.parameters.iter().any(|parameter| definition.is_in(&parameter.ty)))
}

/// Returns whether the called function is an inherent method of a type, or one of a trait of the standard library.
fn is_own(body: &str, ty: &str) -> bool {
    match rust_path::split_cast(body) {
        Some((_, rest)) => rest.starts_with("std::"),
        None => {
            let called = rust_path::plain(body.split('(').next().unwrap_or_default());
            let is_declared = called.starts_with(&format!("{}::", rust_path::plain(ty)));
            is_declared || body.starts_with(&format!("<{ty}>::"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::triage::foreign_calls::tests::record;

    #[test]
    fn stub_answers_excuse_endless_calls() {
        let stubbed = |answers| Definition {
            name: "QuietSource".to_owned(),
            source: String::new(),
            of: "k::Source".to_owned(),
            answers,
        };
        let is_excused = |ty, answers: bool| {
            let answers = if answers { Answers::Choices } else { Answers::Nothing };
            depends_on_stub(&record("k::read(x0)", ty), &[stubbed(answers)], Answers::Choices)
        };
        assert!(is_excused("implementors::QuietSource", true));
        assert!(is_excused("k::Reader<implementors::QuietSource>", true));
        assert!(is_excused("std::boxed::Box<dyn k::Source>", true));
        assert!(!is_excused("k::Source", true) && !is_excused("implementors::QuietSource2", true));
        assert!(!is_excused("implementors::QuietSource", false));
    }

    #[test]
    fn endless_iterators_excuse_their_consumers() {
        let of = |body, ty| OperationRecord { function: Some(0), ..record(body, ty) };
        let all = [
            of("<k::Forever as std::iter::Iterator>::next(x0)", "k::Forever"),
            of("<k::Forever as k::More>::counts(x0)", "k::Forever"),
            of("k::sum(x0)", "k::Forever"),
            of("k::sum(x0)", "k::List"),
            of("k::Forever::reset(x0)", "k::Forever"),
            of("<k::Over<u8> as std::iter::Iterator>::next(x0)", "k::Over<u8>"),
            of("k::Over::<u8>::reset(x0)", "k::Over<u8>"),
            of("<k::Over<u8>>::reset(x0)", "k::Over<u8>"),
            record("<std::ops::Range<u8> as std::iter::Iterator>::next(x0)", "std::ops::Range<u8>"),
            of("k::sum(x0)", "std::ops::Range<u8>"),
            of("k::Set::insert_all(x0)", "std::ops::RangeFrom<u64>"),
            of("k::Set::insert_all(x0)", "std::ops::RangeFull"),
        ];
        let those = all.iter().filter(|record| iterates(record, &all));
        let those: Vec<&str> = those.map(|record| record.body.as_str()).collect();
        let expected = [1, 2, 10, 11].map(|index: usize| all[index].body.as_str());
        assert_eq!(those, expected);
    }
}
