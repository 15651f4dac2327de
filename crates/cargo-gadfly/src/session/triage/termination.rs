//! Calls that are given an iterator to go through, a range without an end, or somebody who tells them when to stop: whether
//! they come back is up to whoever made that.

use gadfly_model::Ty;
use gadfly_model::rust_path;
use gadfly_plan::prepared::OperationRecord;
use gadfly_plan::stubs::{Answers, Definition};

/// How the operation ends that asks an iterator for its next item.
const NEXT: &str = " as std::iter::Iterator>::next(x0)";

/// Whether an operation goes through an iterator of the subject's, or a range, that may be endless. What iterators do
/// themselves, as they are declared or as the standard library asks them to, has to come to an end.
pub(crate) fn goes_through(record: &OperationRecord, all: &[OperationRecord]) -> bool {
    let is_iterator = |ty: &str| {
        let gives = |known: &OperationRecord| {
            known.function.is_some()
                && known.body.ends_with(NEXT)
                && known.parameters.first().is_some_and(|it| it.ty == ty)
        };
        all.iter().any(gives)
    };
    // All numbers, or all from one on, are as good as endless, whether they are gone through or stored.
    let is_open = |ty: &Ty| match ty {
        Ty::Adt(path, _) => matches!(&**path, "std::ops::RangeFrom" | "std::ops::RangeFull"),
        _ => false,
    };
    record.parameters.iter().any(|it| is_open(&it.value_type) || is_iterator(&it.ty))
        && !record.parameters.first().is_some_and(|first| is_own(&record.body, &first.ty))
}

/// Whether an operation goes by what a type says that was made up, and may say the same for ever; as much as this or more.
pub(crate) fn goes_by(record: &OperationRecord, stubbed: &[Definition], least: Answers) -> bool {
    stubbed
        .iter()
        .filter(|definition| definition.answers >= least)
        .any(|definition| record.parameters.iter().any(|parameter| definition.is_in(&parameter.ty)))
}

/// Whether what is called belongs to a type: a method of its own, or of a trait of the standard library's.
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
    use crate::session::triage::foreign_calls::tests::record;

    #[test]
    fn whoever_is_told_what_to_do_by_a_type_that_was_made_up_is_not_to_blame() {
        let stubbed = |answers| Definition {
            name: "QuietSource".to_owned(),
            source: String::new(),
            of: "k::Source".to_owned(),
            answers,
        };
        let is_excused = |ty, answers: bool| {
            let answers = if answers { Answers::Choices } else { Answers::Nothing };
            goes_by(&record("k::read(x0)", ty), &[stubbed(answers)], Answers::Choices)
        };
        assert!(is_excused("implementors::QuietSource", true));
        assert!(is_excused("k::Reader<implementors::QuietSource>", true));
        assert!(is_excused("std::boxed::Box<dyn k::Source>", true));
        assert!(!is_excused("k::Source", true) && !is_excused("implementors::QuietSource2", true));
        assert!(!is_excused("implementors::QuietSource", false));
    }

    #[test]
    fn whoever_goes_through_an_iterator_is_not_to_blame_for_its_length() {
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
        let those = all.iter().filter(|record| goes_through(record, &all));
        let those: Vec<&str> = those.map(|record| record.body.as_str()).collect();
        let expected = [1, 2, 10, 11].map(|index: usize| all[index].body.as_str());
        assert_eq!(those, expected);
    }
}
