//! Writes small crates and reads them.

use std::path::{Path, PathBuf};

use gadfly_cargo::{Subject, SubjectRequest, locate};
use gadfly_introspect::{IntrospectError, Introspection, introspect};
use gadfly_model::{Adt, Bound, Function, Lifetimes, Model, Name, Trait};

/// A directory with crates in it.
pub(crate) struct Project {
    directory: tempfile::TempDir,
}

impl Project {
    pub(crate) fn new() -> Project {
        Project { directory: tempfile::tempdir().expect("a temporary directory") }
    }

    pub(crate) fn path(&self) -> &Path {
        self.directory.path()
    }

    #[must_use]
    pub(crate) fn file(self, path: &str, text: &str) -> Project {
        self.write(path, text);
        self
    }

    pub(crate) fn write(&self, path: &str, text: &str) {
        let path = self.path().join(path);
        std::fs::create_dir_all(path.parent().expect("a parent")).expect("a directory");
        std::fs::write(path, text).expect("a file");
    }

    pub(crate) fn request(&self, path: &str) -> SubjectRequest {
        SubjectRequest { path: self.path().join(path), ..SubjectRequest::default() }
    }

    pub(crate) fn introspect(
        &self,
        request: &SubjectRequest,
    ) -> Result<Introspection, IntrospectError> {
        introspect(&self.locate(request), &self.target(), &mut |_| {})
    }

    pub(crate) fn locate(&self, request: &SubjectRequest) -> Subject {
        locate(request).expect("the fixture is found")
    }

    pub(crate) fn target(&self) -> PathBuf {
        self.path().join("target").join("described")
    }

    pub(crate) fn model(&self, request: &SubjectRequest) -> Model {
        self.introspect(request).expect("the fixture is described").model
    }
}

/// The model of a crate named `k` that consists of this source.
pub(crate) fn model_of(source: &str) -> Model {
    let project = Project::new()
        .file("Cargo.toml", "[package]\nname = 'k'\nversion = '0.1.0'\nedition = '2024'\n")
        .file("src/lib.rs", source);
    let model = project.model(&project.request(""));
    assert_paths_are_unique(&model);
    model
}

fn assert_paths_are_unique(model: &Model) {
    let mut paths: Vec<&Name> = model.functions.iter().map(|function| &function.path).collect();
    let all = paths.len();
    paths.sort();
    paths.dedup();
    assert_eq!(paths.len(), all, "function paths are unique");
}

pub(crate) fn function<'a>(model: &'a Model, path: &str) -> &'a Function {
    let found = model.functions.iter().find(|function| *function.path == *path);
    found.unwrap_or_else(|| panic!("no function {path} among {:#?}", paths(model)))
}

pub(crate) fn paths(model: &Model) -> Vec<&str> {
    model.functions.iter().map(|function| &*function.path).collect()
}

pub(crate) fn adt<'a>(model: &'a Model, path: &str) -> &'a Adt {
    model.adts.get(path).unwrap_or_else(|| panic!("no type {path} among {:?}", model.adts.keys()))
}

pub(crate) fn trait_<'a>(model: &'a Model, path: &str) -> &'a Trait {
    let all = model.traits.keys();
    model.traits.get(path).unwrap_or_else(|| panic!("no trait {path} among {all:?}"))
}

/// `(x: A, y: B) -> C where T: D`, as the model has it.
pub(crate) fn signature(function: &Function) -> String {
    let inputs: Vec<String> =
        function.inputs.iter().map(|(name, ty)| format!("{name}: {ty}")).collect();
    let mut text = format!("({}) -> {}", inputs.join(", "), function.output);
    let bounds = function.generics.bounds();
    let bounds: Vec<String> =
        bounds.iter().map(|(ty, bound)| format!("{ty}: {}", print(bound))).collect();
    if !bounds.is_empty() {
        text.push_str(&format!(" where {}", bounds.join(", ")));
    }
    text
}

pub(crate) fn print(bound: &Bound) -> String {
    bound.print(Lifetimes::Written)
}
