//! The head of a file: who wrote it, and what for.

use crate::checksum;

/// What the first line says of a file whose tests call a property by its name.
const BY_NAME: &str = "by name";

/// What stands before the name of the type in a file of values.
const VALUES: &str = "// Written by `cargo gadfly check`: makes values of `";

/// The promise of files to which tests are added.
const ADDS: &str = "// Change it as you like: gadfly adds no tests to an edited file.";

/// The promise of files that are replaced as a whole.
const REPLACES: &str = "// Change it as you like: gadfly does not change an edited file.";

/// What stands before the checksum of everything below it.
pub(crate) const CHECKSUM: &str = "// Checksum: ";

/// What stands before the signature that tests were written for.
pub(crate) const SIGNATURE: &str = "// Signature: ";

/// The command that wrote a file, and how its contents become part of the crate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// Failing inputs of an exhaustive search, in the module of the function.
    Exhaust,
    /// Failing inputs of a property, in the module of the property.
    Check,
    /// Failing inputs of a property that is called by its name.
    CheckByName,
    /// Stored values.
    Values,
}

/// How a file is going to begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Head<'h> {
    /// Tests that stand beside the function that they call.
    Exhaust,
    /// Tests that stand beside the property that they call.
    Check {
        /// The signature of the property.
        signature: &'h str,
    },
    /// Tests that call a property by its name.
    CheckByName,
    /// Functions that make values.
    Values {
        /// The type of the values.
        ty: &'h str,
    },
}

impl Origin {
    /// The origin that the first line of a file states.
    pub fn of_line(line: &str) -> Option<Origin> {
        let fixed = [Origin::Exhaust, Origin::Check, Origin::CheckByName];
        let is_it = |origin: &Origin| origin.line("") == line;
        fixed.into_iter().find(is_it).or_else(|| line.starts_with(VALUES).then_some(Origin::Values))
    }

    /// Returns whether a file with this first line calls properties by name, even if a person wrote it.
    pub fn calls_by_name(line: &str) -> bool {
        line.contains(BY_NAME)
    }

    /// The second line, which says what becomes of the file when a person edits it.
    fn promise(self) -> &'static str {
        match self {
            Origin::Values => REPLACES,
            _ => ADDS,
        }
    }

    fn line(self, ty: &str) -> String {
        match self {
            Origin::Exhaust => "// Written by `cargo gadfly exhaust`; part of the module of the function of the same name.".to_owned(),
            Origin::Check => "// Written by `cargo gadfly check`; part of the module of the property of the same name.".to_owned(),
            Origin::CheckByName => format!("// Written by `cargo gadfly check`; its tests call a property {BY_NAME}, from wherever gadfly::regressions!() stands."),
            Origin::Values => format!("{VALUES}{ty}`."),
        }
    }
}

impl Head<'_> {
    /// The origin that it states.
    pub fn origin(&self) -> Origin {
        match self {
            Head::Exhaust => Origin::Exhaust,
            Head::Check { .. } => Origin::Check,
            Head::CheckByName => Origin::CheckByName,
            Head::Values { .. } => Origin::Values,
        }
    }

    /// The signature that its tests are for.
    pub fn signature(&self) -> Option<&str> {
        match self {
            Head::Check { signature } => Some(signature),
            _ => None,
        }
    }

    /// The whole file, with these tests or values.
    pub fn file(&self, contents: &str) -> String {
        let origin = self.origin();
        let ty = if let Head::Values { ty } = self { ty } else { "" };
        let (line, promise) = (origin.line(ty), origin.promise());
        let signature = self.signature().map(|signature| format!("{SIGNATURE}{signature}\n"));
        let body = format!("{}{contents}", signature.unwrap_or_default());
        format!("{line}\n{promise}\n{CHECKSUM}{:016x}\n{body}", checksum(&body))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heads_state_their_origin() {
        let heads = [
            Head::Exhaust,
            Head::Check { signature: "fn(u8)" },
            Head::CheckByName,
            Head::Values { ty: "k::Bag" },
        ];
        for head in heads {
            let file = head.file("");
            let line = file.lines().next().expect("a line");
            assert_eq!(Origin::of_line(line), Some(head.origin()));
            let by_name = head.origin() == Origin::CheckByName;
            assert_eq!(Origin::calls_by_name(line), by_name, "{line}");
        }
        assert_eq!(Origin::of_line("//! Mine."), None);
    }
}
