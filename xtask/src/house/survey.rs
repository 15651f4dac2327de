//! The Rust files that measurements look at, read once.

use crate::sources::{self, Comment, Outline, SourceFile, Token};

/// A Rust file with its tokens and what it defines.
#[derive(Debug)]
pub(crate) struct RustFile<'a> {
    pub(crate) path: &'a str,
    pub(crate) text: &'a str,
    pub(crate) tokens: Vec<Token<'a>>,
    pub(crate) comments: Vec<Comment>,
    pub(crate) outline: Outline,
    /// `true` if the whole file is test code.
    pub(crate) is_test: bool,
    /// `true` if it belongs to the workspace, and is neither fixture nor example.
    pub(crate) is_ours: bool,
}

impl RustFile<'_> {
    /// Lines of code for tests, whether the whole file or modules of it.
    pub(crate) fn test_lines(&self) -> usize {
        if self.is_test {
            return self.lines();
        }
        self.outline.test_modules.iter().map(|(first, last)| last + 1 - first).sum()
    }

    pub(crate) fn lines(&self) -> usize {
        self.text.lines().count()
    }

    /// Lines in front of the first module for tests.
    pub(crate) fn code_lines(&self) -> usize {
        self.outline.test_modules.first().map_or_else(|| self.lines(), |(first, _)| first - 1)
    }
}

/// All files that are measured.
#[derive(Debug)]
pub(crate) struct Survey<'a> {
    pub(crate) rust: Vec<RustFile<'a>>,
    /// Pages of Markdown.
    pub(crate) pages: Vec<&'a SourceFile>,
}

impl<'a> Survey<'a> {
    /// Reads the files of the workspace, its fixtures and its examples.
    pub(crate) fn new(files: &'a [SourceFile]) -> Self {
        let rust = files.iter().filter(|file| file.is_rust()).map(rust_file).collect();
        let pages = files.iter().filter(|file| file.path.ends_with(".md")).collect();
        Self { rust, pages }
    }

    /// The files of the workspace's packages.
    pub(crate) fn ours(&self) -> impl Iterator<Item = &RustFile<'a>> {
        self.rust.iter().filter(|file| file.is_ours)
    }
}

fn rust_file(file: &SourceFile) -> RustFile<'_> {
    let path = file.path.as_str();
    let is_test = path.split('/').any(|part| part == "tests" || part == "tests.rs");
    let tokens = sources::tokens(&file.text);
    RustFile {
        path,
        text: &file.text,
        comments: sources::comments(&tokens),
        outline: Outline::new(&tokens, is_test),
        tokens,
        is_test,
        is_ours: path.starts_with("crates/") || path.starts_with("xtask/"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn test_code_is_counted_apart() {
        let file = |path: &str, text: &str| SourceFile { path: path.into(), text: text.into() };
        let files = [
            file("crates/a/src/lib.rs", "//! A.\nfn a() {}\n#[cfg(test)]\nmod tests {\n}\n"),
            file("crates/a/tests/it.rs", "//! B.\n"),
            file("crates/a/src/b/tests.rs", "//! C.\n"),
            file("fixtures/c/src/lib.rs", "//! D.\n"),
        ];
        let survey = Survey::new(&files);
        let lines: Vec<_> = survey
            .ours()
            .map(|file| (file.lines(), file.test_lines(), file.code_lines()))
            .collect();
        assert_eq!(lines, [(5, 3, 2), (1, 1, 1), (1, 1, 1)]);
    }
}
