//! Oracles on disk: `gadfly/oracles/TYPE.oracle` beside the crate's manifest.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use gadfly_model::rust_path;
use gadfly_walk::Oracle;

use super::target::file_stem;
use crate::artifacts::{ArtifactsError, write_atomically};
use crate::error::CliError;

/// The oracle of one type, and where it is kept.
pub(super) struct OracleFile {
    /// The file.
    pub(super) path: PathBuf,
    /// What it holds.
    pub(super) oracle: Oracle,
    title: String,
    written: Option<String>,
}

impl OracleFile {
    /// Opens the oracle of a type, with all that it builds on, which goes by the names of files.
    pub(super) fn open(root: &Path, ty: &str, inherit: &[String]) -> Result<OracleFile, CliError> {
        let folder = root.join("gadfly").join("oracles");
        let path = folder.join(format!("{}.oracle", file_stem(ty)));
        let written = read(&path)?;
        let mut oracle = parse(&path, written.as_deref().unwrap_or_default())?;
        for name in inherit {
            if !oracle.inherits.contains(name) {
                oracle.inherits.push(name.clone());
            }
        }
        let mut seen = BTreeSet::from([file_stem(ty)]);
        let mut names: Vec<String> = oracle.inherits.iter().rev().cloned().collect();
        let mut chain = Vec::new();
        while let Some(name) = names.pop() {
            if !seen.insert(name.clone()) {
                continue;
            }
            let path = folder.join(format!("{name}.oracle"));
            let Some(text) = read(&path)? else {
                return Err(CliError::Usage {
                    message: format!("there is no oracle {} to inherit", path.display()),
                    help: Some(format!("make one with `cargo gadfly walk {name} --test`")),
                });
            };
            let parent = parse(&path, &text)?;
            names.extend(parent.inherits.iter().rev().cloned());
            chain.push(parent);
        }
        // Those that are nearer count more.
        for parent in chain.iter().rev() {
            oracle.inherit(parent);
        }
        let title = rust_path::last(ty).to_owned();
        Ok(OracleFile { path, oracle, title, written })
    }

    /// Writes it, if it has changed.
    pub(super) fn save(&mut self) -> Result<(), CliError> {
        let text = self.oracle.print(&self.title);
        let is_idle =
            self.written.is_none() && self.oracle.is_empty() && self.oracle.inherits.is_empty();
        if is_idle || self.written.as_ref() == Some(&text) {
            return Ok(());
        }
        if let Some(folder) = self.path.parent() {
            std::fs::create_dir_all(folder)
                .map_err(|source| ArtifactsError::Create { path: folder.to_owned(), source })?;
        }
        write_atomically(&self.path, text.as_bytes())?;
        self.written = Some(text);
        Ok(())
    }
}

fn read(path: &Path) -> Result<Option<String>, CliError> {
    match std::fs::read_to_string(path) {
        Ok(text) => Ok(Some(text)),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(CliError::Environment {
            message: format!("failed to read {}: {error}", path.display()),
            help: None,
        }),
    }
}

fn parse(path: &Path, text: &str) -> Result<Oracle, CliError> {
    Oracle::parse(text).map_err(|error| CliError::Usage {
        message: format!("{} cannot be used: {error}", path.display()),
        help: Some("mend the line or delete it; it will be asked again".to_owned()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use gadfly_walk::Verdict;

    #[test]
    fn an_oracle_is_kept_and_inherited_through_others() {
        let root = tempfile::tempdir().expect("a directory");
        let open = |ty: &str, inherit: &[&str]| {
            let inherit: Vec<String> = inherit.iter().map(|name| (*name).to_owned()).collect();
            OracleFile::open(root.path(), ty, &inherit)
        };
        let mut book = open("k::Book", &[]).expect("opened");
        book.oracle.remember("new(); title()", "\"\"", Verdict::Right);
        book.save().expect("saved");
        let mut library = open("k::LibraryBook", &["Book"]).expect("opened");
        assert_eq!(library.oracle.verdict("new(); title()", "\"\""), Some(Verdict::Right));
        library.save().expect("saved");
        let reservable = open("k::ReservableBook", &["LibraryBook"]).expect("opened");
        assert_eq!(reservable.oracle.verdict("new(); title()", "\"\""), Some(Verdict::Right));
        let again = open("k::LibraryBook", &[]).expect("opened");
        assert!(again.oracle.knows("new(); title()"), "inheritance is remembered");
        assert!(open("k::Other", &["Unknown"]).is_err());
    }

    #[test]
    fn nothing_is_written_where_nothing_is_known() {
        let root = tempfile::tempdir().expect("a directory");
        let mut file = OracleFile::open(root.path(), "k::Stack", &[]).expect("opened");
        file.save().expect("nothing to do");
        assert!(!root.path().join("gadfly").exists());
    }
}
