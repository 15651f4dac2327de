//! A copy of a fixture, armed and ready to be worked on.

use std::fs;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

/// The name of a fixture's manifest while it is disarmed.
const DISARMED: &str = "Cargo_test.toml";

/// A directory with a crate or workspace, gone when this is dropped.
#[derive(Debug)]
pub struct Project {
    dir: TempDir,
}

impl Project {
    /// A copy of `fixtures/<name>`.
    pub fn of_fixture(name: &str) -> Self {
        let from = fixtures_dir().join(name);
        assert!(from.is_dir(), "there is no fixture {name}");
        Self::copy_of(&from)
    }

    /// A copy of `examples/<name>` without the files that gadfly places in a crate: a person may have explored
    /// the example before running the tests.
    pub fn of_example(name: &str) -> Self {
        let from = examples_dir().join(name);
        assert!(from.is_dir(), "there is no example {name}");
        Self::copy_without(&from, &is_placed)
    }

    /// A copy of any crate, without its target directory.
    pub fn copy_of(from: &Path) -> Self {
        Self::copy_without(from, &|_| false)
    }

    fn copy_without(from: &Path, is_left_out: &dyn Fn(&Path) -> bool) -> Self {
        let project = Self::empty();
        copy(from, project.path(), &|path| {
            is_left_out(path.strip_prefix(from).expect("entries are below the root"))
        });
        project
    }

    /// A library of this source, called `subject`.
    pub fn of_source(lib_rs: &str) -> Self {
        let manifest = "[package]\nname = \"subject\"\nversion = \"0.1.0\"\nedition = \"2024\"\n";
        Self::empty().with("Cargo.toml", manifest).with("src/lib.rs", lib_rs)
    }

    /// An empty directory.
    pub fn empty() -> Self {
        let dir = tempfile::Builder::new().prefix("gadfly-").tempdir();
        Self { dir: dir.expect("a temporary directory can be made") }
    }

    /// The same with one file more, or other.
    #[must_use]
    pub fn with(self, path: &str, text: &str) -> Self {
        let path = self.path().join(path);
        let folder = path.parent().expect("a file stands in a folder");
        fs::create_dir_all(folder).expect("a folder can be made");
        fs::write(&path, text).expect("a file can be written");
        self
    }

    /// The directory.
    pub fn path(&self) -> &Path {
        self.dir.path()
    }

    /// The text of a file in it.
    pub fn read(&self, path: &str) -> String {
        let path = self.path().join(path);
        fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    }

    /// Every file in it, `target` left out, by path from the directory.
    pub fn files(&self) -> Vec<String> {
        let mut files = Vec::new();
        list(self.path(), self.path(), &mut files);
        files.sort();
        files
    }
}

/// The root of the repository.
pub fn repository_root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.ancestors().nth(2).expect("this package stands two folders down").to_owned()
}

/// The folder of the fixtures.
pub fn fixtures_dir() -> PathBuf {
    repository_root().join("fixtures")
}

/// Directory of the examples.
pub fn examples_dir() -> PathBuf {
    repository_root().join("examples")
}

/// The names of all examples.
pub fn example_names() -> Vec<String> {
    folders_with(&examples_dir(), "Cargo.toml")
}

/// The names of all fixtures.
pub fn fixture_names() -> Vec<String> {
    folders_with(&fixtures_dir(), DISARMED)
}

/// The names of the folders that hold a file, in order.
fn folders_with(folder: &Path, file: &str) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("the folder can be read");
    let mut names: Vec<String> = entries
        .map(|entry| entry.expect("the folder can be read").path())
        .filter(|path| path.join(file).is_file())
        .map(|path| path.file_name().unwrap_or_default().to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

/// Returns whether gadfly places a path of this form, relative to a crate, in the crate's tree.
pub fn is_placed(path: &Path) -> bool {
    let mut parts = path.iter().map(|part| part.to_string_lossy());
    match (parts.next().as_deref(), parts.next()) {
        (Some("gadfly"), _) => true,
        (Some("tests"), Some(name)) => name.starts_with("gadfly_"),
        _ => false,
    }
}

fn copy(from: &Path, to: &Path, is_left_out: &dyn Fn(&Path) -> bool) {
    fs::create_dir_all(to).expect("a folder can be made");
    for entry in fs::read_dir(from).expect("a folder can be read") {
        let path = entry.expect("a folder can be read").path();
        let name = path.file_name().expect("an entry has a name");
        if is_left_out(&path) {
            continue;
        }
        if path.is_dir() {
            if name != "target" {
                copy(&path, &to.join(name), is_left_out);
            }
        } else {
            let armed = if name == DISARMED { "Cargo.toml".as_ref() } else { name };
            fs::copy(&path, to.join(armed)).expect("a file can be copied");
            if armed == "Cargo.toml" {
                find_repository(&to.join(armed));
            }
        }
    }
}

/// Lets a manifest that was moved still find the packages of this repository.
fn find_repository(manifest: &Path) {
    let text = fs::read_to_string(manifest).expect("a manifest is text");
    let crates = repository_root().join("crates");
    let found = text.replace("../../crates", crates.to_str().expect("the path is text"));
    if found != text {
        fs::write(manifest, found).expect("a file can be written");
    }
}

fn list(root: &Path, dir: &Path, files: &mut Vec<String>) {
    for entry in fs::read_dir(dir).expect("a folder can be read") {
        let path = entry.expect("a folder can be read").path();
        if !path.is_dir() {
            let relative = path.strip_prefix(root).expect("it is below the root");
            files.push(relative.to_string_lossy().replace('\\', "/"));
        } else if path.file_name() != Some("target".as_ref()) {
            list(root, &path, files);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_copied_fixture_is_armed_in_every_folder() {
        let project = Project::of_fixture("workspace");
        let files = project.files();
        assert!(files.contains(&"Cargo.toml".to_owned()), "{files:?}");
        assert!(files.contains(&"shapes/Cargo.toml".to_owned()), "{files:?}");
        assert!(!files.iter().any(|file| file.contains(DISARMED)), "{files:?}");
    }

    #[test]
    fn files_can_be_added_and_read() {
        let project = Project::of_source("pub fn f() {}\n").with("gadfly.toml", "seed = 1\n");
        assert_eq!(project.read("gadfly.toml"), "seed = 1\n");
        assert_eq!(project.files(), ["Cargo.toml", "gadfly.toml", "src/lib.rs"]);
    }

    #[test]
    fn examples_are_copied_without_placed_files() {
        for placed in
            ["gadfly/oracles/Stack.toml", "tests/gadfly_failures.rs", "tests/gadfly_values/a.rs"]
        {
            assert!(is_placed(Path::new(placed)), "{placed}");
        }
        for own in ["src/gadfly/mod.rs", "tests/ring.rs", "gadfly.toml", "src/gadfly_ring.rs"] {
            assert!(!is_placed(Path::new(own)), "{own}");
        }
        let files = Project::of_example("ring-buffer").files();
        assert!(files.contains(&"src/lib.rs".to_owned()), "{files:?}");
        assert!(!files.iter().any(|file| is_placed(Path::new(file))), "{files:?}");
    }

    #[test]
    fn all_fixtures_are_found() {
        let names = fixture_names();
        for name in ["borrows", "generics", "plain", "workspace", "broken"] {
            assert!(names.contains(&name.to_owned()), "{names:?}");
        }
    }
}
