//! The manifests of the generated packages, as text.

use std::hash::{Hash, Hasher};
use std::path::Path;

use gadfly_cargo::{Dependency, DependencySource, Subject};
use gadfly_wire::Fnv;
use toml::{Table, Value};

use super::flavour::Flavour;
use crate::helpers::Helpers;
use crate::linked::{Linked, TestCrate};

/// The package that only brings the subject and its dependencies together.
pub(super) const DEPENDENCIES_PACKAGE: &str = "gadfly-dependencies";

/// The package of the generated operations.
pub const HARNESS_PACKAGE: &str = "gadfly-operations";

/// The package of the tests that are being proven.
pub(super) const TESTS_PACKAGE: &str = "gadfly-tests";

/// The package of the person's helper functions.
pub(super) const HELPERS_PACKAGE: &str = "gadfly-helpers";

/// The package of the program that lists what the crate under test has registered.
pub(crate) const LISTING_PACKAGE: &str = "gadfly-listing";

/// The edition of generated code that is not placed anywhere.
const EDITION: &str = "2021";

/// The profile in which everything that runs is built.
pub const PROFILE: &str = "gadfly";

/// The speed of the generated code, against the time to build it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Optimise {
    /// Build fast: for short runs.
    Build,
    /// Run fast.
    Run,
}

/// The version of all packages that are generated in a folder. Cargo distinguishes packages of different workspaces by
/// their names, their versions and their place below their workspace, and takes those that agree for one: with a folder
/// for all builds, a program of one workspace would be taken for that of another.
pub(super) fn version(root: &Path) -> String {
    let mut hasher = Fnv::default();
    root.hash(&mut hasher);
    format!("0.0.0-at{:016x}", hasher.finish())
}

/// The workspace around the generated packages.
pub(super) fn workspace(
    subject: &Subject,
    optimise: Optimise,
    flavour: Flavour,
    is_instrumented: bool,
    more: Vec<String>,
) -> String {
    let mut root = Table::new();
    let mut workspace = Table::new();
    let usual = ["dependencies", "operations", "tests"].map(str::to_owned);
    let members = usual.into_iter().chain(more).map(Value::String).collect();
    workspace.insert("members".to_owned(), Value::Array(members));
    workspace.insert("resolver".to_owned(), "2".into());
    root.insert("workspace".to_owned(), workspace.into());
    let mut text = toml::to_string(&root).expect("a table of strings is TOML");
    let operations = match optimise {
        Optimise::Build => 0,
        Optimise::Run => 1,
    };
    let (checks, speed) = if flavour.is_release { (false, 3) } else { (true, 2) };
    text.push_str(&format!(
        "
[profile.{PROFILE}]
inherits = \"dev\"
opt-level = {operations}
debug = \"line-tables-only\"
overflow-checks = {checks}
debug-assertions = {checks}
incremental = false
codegen-units = 16
# Optimising across units takes a third of the build and gains the walk nothing.
lto = \"off\"

[profile.{PROFILE}.package.\"*\"]
opt-level = {speed}

[profile.{PROFILE}.package.gadfly-engine]
opt-level = 3
codegen-units = 4
overflow-checks = false
debug-assertions = false

[profile.{PROFILE}.package.gadfly-harness-wire]
opt-level = 2
overflow-checks = false
debug-assertions = false

[profile.{PROFILE}.build-override]
opt-level = 0
"
    ));
    if is_instrumented {
        // Cargo does not see the counters, so something that it does see keeps the subject apart from its like without.
        text.push_str(&format!(
            "\n[profile.{PROFILE}.package.\"{}@{}\"]\nopt-level = {speed}\ncodegen-units = 15\n",
            subject.package, subject.version
        ));
    }
    if let Some(patch) = &subject.patch_toml {
        text.push('\n');
        text.push_str(patch);
    }
    text
}

/// The package that depends on the subject and on what its signatures name.
pub(super) fn dependencies_package(
    version: &str,
    subject: &Subject,
    helpers: Option<&Helpers>,
) -> String {
    let mut dependencies = subject_dependencies(subject);
    dependencies.extend(helpers.map(helpers_dependency));
    package(DEPENDENCIES_PACKAGE, version, EDITION, dependencies)
}

/// The package of the person's helper functions: their file, and what it may use.
pub(super) fn helpers_package(version: &str, subject: &Subject, helpers: &Helpers) -> String {
    let mut text =
        package(HELPERS_PACKAGE, version, &subject.edition, subject_dependencies(subject));
    let mut lib = Table::new();
    lib.insert("name".to_owned(), helpers.module.clone().into());
    lib.insert("path".to_owned(), path_value(&helpers.file));
    let mut root = Table::new();
    root.insert("lib".to_owned(), lib.into());
    text.push('\n');
    text.push_str(&toml::to_string(&root).expect("a table of strings is TOML"));
    text
}

/// The package of the tests: the subject and its dependencies, which they can name where they will be placed.
pub(super) fn tests_package(version: &str, subject: &Subject) -> String {
    package(TESTS_PACKAGE, version, &subject.edition, subject_dependencies(subject))
}

/// The package of the operations: the same, and the engine.
pub(super) fn operations_package(
    version: &str,
    subject: &Subject,
    engine: &Path,
    helpers: Option<&Helpers>,
    linked: Option<&Linked>,
) -> String {
    let mut dependencies = subject_dependencies(subject);
    dependencies.extend(helpers.map(helpers_dependency));
    dependencies.extend(linked.into_iter().flat_map(|linked| &linked.tests).map(test_dependency));
    dependencies.insert("gadfly-engine".to_owned(), engine_value(engine));
    program(HARNESS_PACKAGE, version, dependencies)
}

/// The package of the program that lists what is registered.
pub(super) fn listing_package(
    version: &str,
    subject: &Subject,
    engine: &Path,
    linked: &Linked,
) -> String {
    let mut dependencies = subject_dependencies(subject);
    dependencies.extend(linked.tests.iter().map(test_dependency));
    // Counters in the crate under test are the engine's to begin with.
    dependencies.insert("gadfly-engine".to_owned(), engine_value(engine));
    program(LISTING_PACKAGE, version, dependencies)
}

/// The package of a test file with properties: the file, and what it may use.
pub(super) fn test_package(version: &str, subject: &Subject, test: &TestCrate) -> String {
    let mut text =
        package(&test.package(), version, &subject.edition, subject_dependencies(subject));
    let mut lib = Table::new();
    lib.insert("name".to_owned(), test.crate_name().into());
    lib.insert("path".to_owned(), path_value(&test.file));
    let mut root = Table::new();
    root.insert("lib".to_owned(), lib.into());
    text.push('\n');
    text.push_str(&toml::to_string(&root).expect("a table of strings is TOML"));
    text
}

fn test_dependency(test: &TestCrate) -> (String, Value) {
    let mut table = Table::new();
    table.insert("path".to_owned(), format!("../{}", test.package()).into());
    table.insert("package".to_owned(), test.package().into());
    (test.crate_name(), table.into())
}

fn engine_value(engine: &Path) -> Value {
    let mut table = Table::new();
    table.insert("path".to_owned(), path_value(engine));
    table.into()
}

fn helpers_dependency(helpers: &Helpers) -> (String, Value) {
    let mut table = Table::new();
    table.insert("path".to_owned(), "../helpers".into());
    table.insert("package".to_owned(), HELPERS_PACKAGE.into());
    (helpers.module.clone(), table.into())
}

/// A package with a program. Cargo puts programs of one name at the same place, so one name for all would let runs on two
/// packages of a workspace at once take each other's.
fn program(name: &str, version: &str, dependencies: Table) -> String {
    let mut bin = Table::new();
    let own = version.rsplit('-').next().unwrap_or_default();
    bin.insert("name".to_owned(), format!("{name}-{own}").into());
    bin.insert("path".to_owned(), "src/main.rs".into());
    let mut root = Table::new();
    root.insert("bin".to_owned(), Value::Array(vec![bin.into()]));
    let text = package(name, version, EDITION, dependencies);
    format!("{text}\n{}", toml::to_string(&root).expect("a table of strings is TOML"))
}

fn package(name: &str, version: &str, edition: &str, dependencies: Table) -> String {
    let mut root = Table::new();
    let mut package = Table::new();
    package.insert("name".to_owned(), name.into());
    package.insert("version".to_owned(), version.into());
    package.insert("edition".to_owned(), edition.into());
    package.insert("publish".to_owned(), false.into());
    root.insert("package".to_owned(), package.into());
    root.insert("dependencies".to_owned(), dependencies.into());
    toml::to_string(&root).expect("a table of strings is TOML")
}

/// The subject with exactly the features that are on, and its direct dependencies by exact
/// version, so that their types have names.
fn subject_dependencies(subject: &Subject) -> Table {
    let mut dependencies = Table::new();
    dependencies.insert(subject.lib_name.clone(), subject_value(subject));
    for dependency in &subject.dependencies {
        if !dependency.is_proc_macro && !dependencies.contains_key(&dependency.crate_name) {
            dependencies.insert(dependency.crate_name.clone(), dependency_value(dependency));
        }
    }
    dependencies
}

fn subject_value(subject: &Subject) -> Value {
    let mut table = Table::new();
    table.insert("package".to_owned(), subject.package.clone().into());
    table.insert("path".to_owned(), path_value(&subject.package_root));
    table.insert("default-features".to_owned(), false.into());
    table.insert("features".to_owned(), subject.enabled_features.clone().into());
    table.into()
}

fn dependency_value(dependency: &Dependency) -> Value {
    let mut table = Table::new();
    table.insert("package".to_owned(), dependency.package.clone().into());
    table.insert("default-features".to_owned(), false.into());
    match &dependency.source {
        DependencySource::Registry { index, name } => {
            table.insert("version".to_owned(), format!("={}", exact(&dependency.version)).into());
            if let Some(name) = name {
                table.insert("registry".to_owned(), name.clone().into());
            } else if let Some(index) = index {
                table.insert("registry-index".to_owned(), index.clone().into());
            }
        }
        DependencySource::Git { url, reference, .. } => {
            table.insert("git".to_owned(), url.clone().into());
            if let Some((kind, value)) = reference {
                table.insert(kind.clone(), value.clone().into());
            }
        }
        DependencySource::Path(path) => {
            table.insert("path".to_owned(), path_value(path));
        }
    }
    table.into()
}

/// A version requirement carries no build metadata.
fn exact(version: &str) -> &str {
    version.split('+').next().unwrap_or(version)
}

fn path_value(path: &Path) -> Value {
    path.to_string_lossy().into_owned().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packages_of_two_workspaces_are_never_taken_for_one() {
        let (check, linked) = (version(Path::new("/t/check")), version(Path::new("/t/linked")));
        assert_ne!(check, linked);
        assert_eq!(check, version(Path::new("/t/check")));
        assert!(package("p", &check, EDITION, Table::new()).contains(&check));
        let name = |version: &str| {
            let manifest: Table = program("p", version, Table::new()).parse().expect("TOML");
            manifest["bin"][0]["name"].as_str().expect("a name").to_owned()
        };
        assert_ne!(name(&check), name(&linked));
    }
}
