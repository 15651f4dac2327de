//! Copies of fixtures that stay between runs of the tests.

use std::path::{Path, PathBuf};

use gadfly_build::workspace::write_if_changed;
use gadfly_testkit::is_placed;

/// The copy of a crate of the repository below another folder, without tests that a run has placed in it.
pub fn copy_of(name: &str, folder: &Path) -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).expect("a root");
    let copy = folder.join(name);
    copy_changed(&root.join(name), &copy, &root.join(name));
    copy
}

/// Files that are the same keep their times, so that nothing is built again for them.
fn copy_changed(from: &Path, to: &Path, root: &Path) {
    for entry in std::fs::read_dir(from).expect("a folder can be read") {
        let path: PathBuf = entry.expect("a folder can be read").path();
        let name = path.file_name().expect("an entry has a name").to_string_lossy().into_owned();
        if is_placed(path.strip_prefix(root).expect("it is below the root")) {
            continue;
        }
        if path.is_dir() {
            if name != "target" {
                copy_changed(&path, &to.join(name), root);
            }
        } else if let Ok(text) = std::fs::read_to_string(&path) {
            let name = if name == "Cargo_test.toml" { "Cargo.toml" } else { &name };
            write_if_changed(&to.join(name), &text).expect("a file can be written");
        }
    }
}
