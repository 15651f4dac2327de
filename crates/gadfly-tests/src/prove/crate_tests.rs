//! Builds of the crate's own tests, with those that are being proven among them.

use std::path::PathBuf;

use gadfly_build::test_programs::TestPrograms;
use gadfly_cargo::{Invocation, Subject};
use gadfly_test_file::{Folder, NO_FOLDER, checksum};

use super::error::ProveError;

/// The way to build the tests of a crate.
#[derive(Clone, Debug)]
pub struct CrateTests<'s> {
    subject: &'s Subject,
    /// A folder for files that are being proven.
    scratch: PathBuf,
}

/// The result of a build.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CrateBuild {
    /// The program.
    Built(PathBuf),
    /// The compiler's first error.
    Rejected(String),
}

impl<'s> CrateTests<'s> {
    /// The tests of a crate; `scratch` is a folder of gadfly's own.
    pub fn new(subject: &'s Subject, scratch: PathBuf) -> CrateTests<'s> {
        CrateTests { subject, scratch }
    }

    /// Builds a program with all that is stored in the crate.
    pub fn build(&self, selector: &[String]) -> Result<CrateBuild, ProveError> {
        self.run(self.cargo(selector), selector)
    }

    /// The same, with the files that the compiler's errors are in, as it names them.
    pub fn build_blaming(
        &self,
        selector: &[String],
    ) -> Result<(CrateBuild, Vec<String>), ProveError> {
        let built = TestPrograms::build(self.cargo(selector))?;
        let spans = built.errors.iter().flat_map(|error| &error.spans);
        let blamed = spans.filter(|span| span.is_primary).map(|span| span.file_name.clone());
        let blamed = blamed.collect();
        Ok((self.result(built, selector), blamed))
    }

    /// Builds a program with these files, by name, in the place of all in a folder.
    pub fn build_with(
        &self,
        selector: &[String],
        folder: Folder,
        files: &[(String, String)],
    ) -> Result<CrateBuild, ProveError> {
        let all: String = files.iter().map(|(_, content)| content.as_str()).collect();
        // Cargo compiles again when the variable changes, so the name of the folder stands for the contents.
        let scratch = self.scratch.join(format!("proof-{:016x}", checksum(&all)));
        let failed = |path: PathBuf| move |source| ProveError::Write { path, source };
        std::fs::create_dir_all(&scratch).map_err(failed(scratch.clone()))?;
        for (name, content) in files {
            let path = scratch.join(name);
            std::fs::write(&path, content).map_err(failed(path))?;
        }
        let mut cargo = self.cargo(selector).env(folder.variable(), &scratch);
        if folder == Folder::Values {
            // Tests that were written earlier, and do not compile any more, are not in question.
            cargo = cargo.env(Folder::Failures.variable(), NO_FOLDER);
        }
        let built = self.run(cargo, selector);
        // The program does not need it any more.
        let _ = std::fs::remove_dir_all(&scratch);
        built
    }

    fn cargo(&self, selector: &[String]) -> Invocation {
        let subject = self.subject;
        Invocation::cargo(&subject.toolchain_dir)
            .args(["test", "--no-run", "--manifest-path"])
            .arg(&subject.manifest_path)
            .args(subject.feature_args())
            .args(selector)
    }

    fn run(&self, cargo: Invocation, selector: &[String]) -> Result<CrateBuild, ProveError> {
        Ok(self.result(TestPrograms::build(cargo)?, selector))
    }

    fn result(&self, built: TestPrograms, selector: &[String]) -> CrateBuild {
        if let Some(error) = built.errors.first().filter(|_| !built.is_complete) {
            return CrateBuild::Rejected(error.message.clone());
        }
        if !built.is_complete {
            return CrateBuild::Rejected(String::new());
        }
        let mut programs = built.of_package(&self.subject.package_id);
        let program = programs.find(|program| program.selector == selector);
        match program {
            Some(program) => CrateBuild::Built(program.executable.clone()),
            None => CrateBuild::Rejected("cargo names no program".to_owned()),
        }
    }
}
