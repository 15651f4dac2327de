//! Whether a panic complains about an argument: it names a number that the caller chose.

use gadfly_plan::prepared::{OperationRecord, ParameterRecord};

use crate::report::is_anybodys;

/// Whether a caller may have chosen an index, or anything that decides on one: a number, a handle, slices of unequal lengths.
/// Texts are there to be read, and so are bytes where what comes back can say that they are wrong; objects are the crate's
/// own business.
pub(crate) fn may_choose_index(record: &OperationRecord) -> bool {
    let may_refuse = can_refuse(record)
        || record.is_partial
        || record.output.starts_with("std::option::Option<");
    let is_only_read = |parameter: &ParameterRecord| match parameter.ty.as_str() {
        "str" | "&str" | "std::string::String" | "char" | "bool" | "f32" | "f64" => true,
        "[u8]" | "&[u8]" | "std::vec::Vec<u8>" => may_refuse,
        ty => !is_anybodys(ty) && !parameter.is_copy,
    };
    let mut parameters = record.parameters.iter();
    let receiver = if record.is_method { parameters.next() } else { None };
    // A number that a method is called on is chosen like any other.
    let receiver = receiver.filter(|receiver| is_anybodys(&receiver.ty));
    parameters.chain(receiver).any(|parameter| !is_only_read(parameter))
}

/// Whether all that a caller chose is `..`, which is right for whatever there is.
pub(crate) fn takes_everything(record: &OperationRecord) -> bool {
    let mut chosen = record.parameters.iter().skip(usize::from(record.is_method)).peekable();
    record.is_method
        && chosen.peek().is_some()
        && chosen.all(|parameter| parameter.ty == "std::ops::RangeFull")
}

/// Whether a text is among what a function takes.
pub(crate) fn reads_text(record: &OperationRecord) -> bool {
    let is_text = |ty: &str| matches!(ty, "str" | "&str" | "std::string::String");
    record.parameters.iter().any(|parameter| is_text(&parameter.ty))
}

/// Whether a message about an index or a range has a number in it that one of the arguments of
/// the call has, too. Arguments are given as their `Debug` forms; only integers and ranges of
/// integers count, as other values hold numbers that nobody chose.
pub(crate) fn is_about_an_argument(message: &str, arguments: &[String]) -> bool {
    if !SIGNS.iter().any(|sign| message.contains(sign)) {
        return false;
    }
    let chosen: Vec<&str> =
        arguments.iter().filter(|text| is_integers(text)).flat_map(|text| numbers(text)).collect();
    numbers(message).iter().any(|number| chosen.contains(number))
}

/// What messages about indices and ranges say.
const SIGNS: &[&str] = &["index", "range", "out of bounds", "boundary", "mid", "<= len", "< len"];

/// Whether a text is an integer, or a range of integers.
fn is_integers(text: &str) -> bool {
    let text = text.trim_start_matches("Bound::");
    !text.is_empty()
        && text.chars().all(|c| c.is_ascii_digit() || matches!(c, '.' | '=' | '-'))
        && text.chars().any(|c| c.is_ascii_digit())
}

fn numbers(text: &str) -> Vec<&str> {
    text.split(|c: char| !c.is_ascii_digit()).filter(|part| !part.is_empty()).collect()
}

/// Whether what a function returns can say that something is wrong. `None` may mean anything.
pub(crate) fn can_refuse(record: &OperationRecord) -> bool {
    record.output.starts_with("std::result::Result<")
}

#[cfg(test)]
mod tests {
    use gadfly_plan::prepared::ParameterMode;

    use super::*;

    #[test]
    fn numbers_handles_and_slices_may_choose_an_index_but_texts_and_objects_do_not() {
        let record = |output: &str, types: &[&str]| {
            let parameters = types.iter().map(|ty| ParameterRecord {
                ty: (*ty).to_owned(),
                mode: ParameterMode::Shared,
                is_copy: *ty == "k::Handle",
            });
            OperationRecord {
                function: None,
                body: String::new(),
                output: output.to_owned(),
                parameters: parameters.collect(),
                is_method: true,
                is_partial: false,
                is_built: true,
                is_foreign: false,
            }
        };
        let check = |output: &str, types: &[&str]| may_choose_index(&record(output, types));
        let fallible = "std::option::Option<k::Date>";
        assert!(!check("k::Date", &["k::Calendar", "str", "k::Zone"]));
        assert!(!check("k::Date", &["str"]));
        assert!(!check(fallible, &["k::Calendar", "[u8]"]));
        assert!(check("k::Date", &["k::Calendar", "[u8]"]));
        for ty in ["usize", "[i32]", "k::Handle", "std::ops::Range<usize>", "(u8, u8)"] {
            assert!(check(fallible, &["k::Calendar", ty]), "{ty}");
        }
        assert!(check("k::Date", &["u32"]));
        let everything = |types: &[&str]| takes_everything(&record(fallible, types));
        assert!(everything(&["k::Calendar", "std::ops::RangeFull"]));
        assert!(!everything(&["k::Calendar"]));
        assert!(!everything(&["k::Calendar", "std::ops::RangeFull", "usize"]));
        // What a map had for a key before is no refusal.
        assert!(!can_refuse(&record(fallible, &["str"])));
        assert!(can_refuse(&record("std::result::Result<k::Date, k::Error>", &["str"])));
        assert!(reads_text(&record(fallible, &["k::Country", "&str"])));
        assert!(!reads_text(&record(fallible, &["k::Country", "u8"])));
    }

    #[test]
    fn an_index_that_the_caller_chose_is_the_callers_fault() {
        let message = "index out of bounds: the len is 3 but the index is 17";
        let arguments = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect();
        let check = |texts: &[&str]| {
            let arguments: Vec<String> = arguments(texts);
            is_about_an_argument(message, &arguments)
        };
        assert!(check(&["Ring { .. }", "17"]));
        assert!(check(&["5..=17"]));
        assert!(!check(&["16"]));
        assert!(!check(&["Node(17)"]));
        assert!(!is_about_an_argument("attempt to add with overflow at 17", &["17".to_owned()]));
    }
}
