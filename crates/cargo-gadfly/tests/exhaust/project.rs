//! Throw-away crates that use gadfly.

use std::path::Path;

use cargo_gadfly::exhaust::{Event, ExhaustError, ExhaustOptions, ExhaustReport, run};
use tempfile::TempDir;

/// A crate in a directory of its own. Builds of all of them share a target directory.
pub(crate) struct Project {
    directory: TempDir,
}

impl Project {
    /// A crate with this library.
    pub(crate) fn new(library: &str) -> Self {
        let directory = tempfile::tempdir().expect("a temporary directory");
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let gadfly = root.join("crates/gadfly");
        let manifest = format!(
            "[package]\nname = \"subject\"\nversion = \"0.1.0\"\nedition = \"2021\"\n\n\
             [dependencies]\ngadfly = {{ path = {gadfly:?} }}\n\n[workspace]\n"
        );
        let project = Self { directory };
        project.write("Cargo.toml", &manifest);
        project.write("src/lib.rs", library);
        let target = root.join("target/exhaust-projects").canonicalize();
        let target = target.unwrap_or_else(|_| root.join("target/exhaust-projects"));
        project.write(".cargo/config.toml", &format!("[build]\ntarget-dir = {target:?}\n"));
        project
    }

    /// Where it is.
    pub(crate) fn path(&self) -> &Path {
        self.directory.path()
    }

    /// Writes a file of it.
    pub(crate) fn write(&self, name: &str, text: &str) {
        let path = self.path().join(name);
        std::fs::create_dir_all(path.parent().expect("a parent")).expect("a directory");
        std::fs::write(path, text).expect("a file");
    }

    /// Options for it; results stay inside, in a directory of this name.
    pub(crate) fn options(&self, out: &str) -> ExhaustOptions {
        let mut options = ExhaustOptions::new(self.path());
        options.out = Some(self.path().join(out));
        options
    }

    /// Runs it and collects what is shown.
    pub(crate) fn run(
        &self,
        options: &ExhaustOptions,
    ) -> Result<(ExhaustReport, Vec<String>), ExhaustError> {
        let mut shown = Vec::new();
        let report = run(options, &mut |event| {
            if let Event::Structure { text, .. } = event {
                shown.push(text);
            }
        })?;
        Ok((report, shown))
    }
}
