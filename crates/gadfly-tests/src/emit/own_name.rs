//! Source in the crate that it is about.

/// Source of the crate itself: its own name is `crate` there.
pub(super) fn with_crate(source: &str, lib_name: &str) -> String {
    let path = format!("{lib_name}::");
    let mut result = String::new();
    let mut rest = source;
    while let Some(at) = rest.find(&path) {
        let (before, after) = rest.split_at(at);
        // The name of a property is a text, and stays as it is.
        let is_part = before
            .chars()
            .next_back()
            .is_some_and(|c| c.is_alphanumeric() || ['_', ':', '"'].contains(&c));
        result.push_str(before);
        result.push_str(if is_part { &path } else { "crate::" });
        rest = &after[path.len()..];
    }
    result + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_crate_is_called_crate_in_itself() {
        let source = "use k::A;\nlet a = my_k::B(k::C, x::k::D, \"k::e\");";
        let expected = "use crate::A;\nlet a = my_k::B(crate::C, x::k::D, \"k::e\");";
        assert_eq!(with_crate(source, "k"), expected);
    }
}
