//! Has the crate say which properties are registered in it: a program that links it and nothing else is built and run.

use std::time::Duration;

use gadfly_cargo::{Invocation, Sandbox, Scratch};
use gadfly_plan::properties::{ListedEntry, parse_listing};

use crate::workspace::{
    BuildError, CargoMessage, LISTING_PACKAGE, PROFILE, Workspace, write_if_changed,
};

/// The time that a listing may take.
const LONGEST: Duration = Duration::from_secs(60);

impl Workspace<'_> {
    /// Lists the registered entries.
    pub fn list_entries(&self) -> Result<Vec<ListedEntry>, BuildError> {
        let Some(linked) = &self.linked else { return Ok(Vec::new()) };
        let mut source = String::from("#![allow(warnings)]\nuse gadfly_engine as _;\n");
        source.push_str(&format!("use {} as _;\n", self.subject.lib_name));
        for test in &linked.tests {
            source.push_str(&format!("use {} as _;\n", test.crate_name()));
        }
        source.push_str("fn main() { print!(\"{}\", gadfly::__private::check::describe()); }\n");
        write_if_changed(&self.root.join("listing/src/main.rs"), &source)?;
        let args = ["build", "--package", LISTING_PACKAGE, "--profile", PROFILE];
        let finished = self.build(&args)?;
        let stdout = String::from_utf8_lossy(&finished.stdout);
        let messages: Vec<CargoMessage> = stdout.lines().filter_map(CargoMessage::parse).collect();
        let program = messages.iter().find_map(|message| match message {
            CargoMessage::Artifact { executable: Some(executable), .. } => Some(executable.clone()),
            _ => None,
        });
        let Some(program) = program.filter(|_| finished.status.success()) else {
            return Err(self.subject_error(&messages, &finished.stderr));
        };
        // Not the package's folder: what it writes there would be built.
        let scratch = Scratch::fresh(&self.root.join("listing-scratch"))?;
        let sandbox = Sandbox::new(scratch.path());
        let listing = Invocation::new(&program, scratch.path()).contained(sandbox);
        let listed = listing.at_most(LONGEST).run()?;
        let text = String::from_utf8_lossy(&listed.stdout);
        Ok(parse_listing(&text)?)
    }
}
