//! Numbers in messages about indices and ranges.

/// Returns whether a message about an index or a range has a number in it that one of the arguments of the call has, too.
///
/// Arguments are given as their `Debug` forms; only integers and ranges of integers count, as other values hold numbers that
/// the caller did not choose.
pub fn is_about_an_argument(message: &str, arguments: &[String]) -> bool {
    if !SIGNS.iter().any(|sign| message.contains(sign)) {
        return false;
    }
    let chosen: Vec<&str> =
        arguments.iter().filter(|text| is_integers(text)).flat_map(|text| numbers(text)).collect();
    numbers(message).iter().any(|number| chosen.contains(number))
}

/// What messages about indices and ranges contain.
const SIGNS: &[&str] = &["index", "range", "out of bounds", "boundary", "mid", "<= len", "< len"];

/// Returns whether a text is an integer, or a range of integers.
fn is_integers(text: &str) -> bool {
    let text = text.trim_start_matches("Bound::");
    !text.is_empty()
        && text.chars().all(|c| c.is_ascii_digit() || matches!(c, '.' | '=' | '-'))
        && text.chars().any(|c| c.is_ascii_digit())
}

fn numbers(text: &str) -> Vec<&str> {
    text.split(|c: char| !c.is_ascii_digit()).filter(|part| !part.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chosen_indices_are_named_in_messages() {
        let message = "index out of bounds: the len is 3 but the index is 17";
        let check = |texts: &[&str]| {
            let arguments: Vec<String> = texts.iter().map(|text| (*text).to_owned()).collect();
            is_about_an_argument(message, &arguments)
        };
        assert!(check(&["Ring { .. }", "17"]));
        assert!(check(&["5..=17"]));
        assert!(!check(&["16"]));
        assert!(!check(&["Node(17)"]));
        assert!(!is_about_an_argument("attempt to add with overflow at 17", &["17".to_owned()]));
    }
}
