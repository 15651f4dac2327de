//! Calls of properties by their names.

/// The function that calls a property by its name, as its path.
pub const CALL_BY_NAME: &str = "gadfly::replay_named";

/// The same where it is imported.
const IMPORTED: &str = "replay_named(";

/// The names of the properties that the tests of a file call by name.
pub fn names_called(file: &str) -> impl Iterator<Item = &str> {
    let calls = file.split(IMPORTED).skip(1);
    calls.filter_map(|call| call.trim_start().strip_prefix('"')?.split('"').next())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_are_found_in_one_line_and_in_several() {
        let file = "use gadfly::{Given, replay_named};\nreplay_named(\n    \"k::a\",\n);\ngadfly::replay_named(\"k::b\", 1)";
        assert!(IMPORTED.starts_with(CALL_BY_NAME.trim_start_matches("gadfly::")));
        assert_eq!(names_called(file).collect::<Vec<_>>(), ["k::a", "k::b"]);
    }
}
