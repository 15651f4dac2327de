//! The module that a file is, from its place.

use std::path::{Component, Path};

/// The path of the module in a file of a library, crate first.
pub(super) fn module_of(crate_name: &str, root: &Path, file: &Path) -> String {
    let folder = root.parent().unwrap_or(Path::new(""));
    let mut module = vec![crate_name.to_owned()];
    if file == root {
        return module.remove(0);
    }
    let below = file.strip_prefix(folder).unwrap_or(file).with_extension("");
    for part in below.components() {
        if let Component::Normal(name) = part {
            module.push(name.to_string_lossy().into_owned());
        }
    }
    if module.len() > 1 && module.last().is_some_and(|it| it == "mod") {
        module.pop();
    }
    module.join("::")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_modules_by_their_place() {
        let of = |file: &str| module_of("demo", Path::new("src/lib.rs"), Path::new(file));
        assert_eq!(of("src/lib.rs"), "demo");
        assert_eq!(of("src/a.rs"), "demo::a");
        assert_eq!(of("src/a/mod.rs"), "demo::a");
        assert_eq!(of("src/a/b.rs"), "demo::a::b");
    }
}
