//! Compiles the operations, leaving out those that the compiler rejects.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use gadfly_plan::properties::ListedEntry;
use gadfly_plan::select::Operation;
use gadfly_plan::stubs::Definition;

use crate::linked::TestCrate;
use crate::render::{Registered, Rendered, render};

use super::BuildError;
use super::artifacts::CargoMessage;
use super::blame::Blame;
use super::files::write_if_changed;
use super::manifest::{HARNESS_PACKAGE, PROFILE};
use super::place::{Workspace, first_error};

/// The number of attempts, each without the operations rejected before. Twice is usual: the borrow checker speaks only
/// when all types are right, and the code generator only after that.
const ATTEMPTS: usize = 8;

/// A harness that compiled.
pub struct Built {
    /// The program.
    pub binary: PathBuf,
    /// Operations that had to be left out, with the compiler's reason.
    pub dropped: BTreeMap<usize, String>,
}

impl Workspace<'_> {
    /// Writes the operations and builds them.
    pub fn compile(
        &self,
        operations: &[Operation],
        entries: &[ListedEntry],
        definitions: &[Definition],
    ) -> Result<Built, BuildError> {
        let tests = self.linked.iter().flat_map(|linked| &linked.tests);
        let crates: Vec<String> = std::iter::once(self.subject.lib_name.clone())
            .chain(tests.map(TestCrate::crate_name))
            .collect();
        let registered = Registered { is_linked: self.linked.is_some(), entries, crates: &crates };
        let mut blame = Blame::default();
        for _ in 0..ATTEMPTS {
            let ids: BTreeSet<usize> = blame.operations.keys().copied().collect();
            let krate = &self.subject.lib_name;
            let rendered = render(krate, operations, registered, definitions, &ids, &blame.types);
            self.write(&rendered)?;
            let args = ["build", "--package", HARNESS_PACKAGE, "--profile", PROFILE];
            let finished = self.build(&args)?;
            let stdout = String::from_utf8_lossy(&finished.stdout);
            let messages: Vec<CargoMessage> =
                stdout.lines().filter_map(CargoMessage::parse).collect();
            if finished.status.success() {
                let binary = messages.iter().find_map(|message| match message {
                    CargoMessage::Artifact { executable: Some(executable), .. } => {
                        Some(executable.clone())
                    }
                    _ => None,
                });
                let message = || "cargo named no program".to_owned();
                let binary = binary.ok_or_else(|| BuildError::Harness { message: message() })?;
                return Ok(Built { binary, dropped: blame.operations });
            }
            if !blame.add(&rendered, &messages) {
                let message = first_error(&messages, &finished.stderr);
                return Err(BuildError::Harness { message });
            }
        }
        Err(BuildError::Harness { message: "rejected operations kept coming".to_owned() })
    }

    fn write(&self, rendered: &Rendered) -> Result<(), BuildError> {
        let folder = self.root.join("operations/src");
        for (name, text) in &rendered.files {
            write_if_changed(&folder.join(name), text)?;
        }
        remove_others(&folder, rendered);
        Ok(())
    }
}

/// Files of an earlier, larger harness would be compiled along if a module named them.
fn remove_others(folder: &Path, rendered: &Rendered) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for entry in entries.filter_map(Result::ok) {
        let name = entry.file_name();
        if !rendered.files.iter().any(|(known, _)| *known == *name.to_string_lossy()) {
            // A leftover does no harm: nothing refers to it.
            let _ = std::fs::remove_file(entry.path());
        }
    }
}
