//! Finding the subject, and saying clearly why there is none.

use std::path::{Path, PathBuf};

use gadfly_cargo::{DependencySource, ErrorClass, LocateError, SubjectRequest, locate};

struct Project(tempfile::TempDir);

impl Project {
    fn new(files: &[(&str, &str)]) -> Project {
        let project = Project(tempfile::tempdir().expect("a temporary directory"));
        for (path, text) in files {
            let path = project.path().join(path);
            std::fs::create_dir_all(path.parent().expect("a parent")).expect("a directory");
            std::fs::write(path, text).expect("a file");
        }
        project
    }

    fn path(&self) -> PathBuf {
        self.0.path().canonicalize().expect("it exists")
    }

    fn request(&self, path: &str) -> SubjectRequest {
        SubjectRequest { path: self.path().join(path), ..SubjectRequest::default() }
    }

    fn error(&self, request: &SubjectRequest) -> LocateError {
        locate(request).expect_err("there is no subject")
    }
}

fn workspace() -> Project {
    Project::new(&[
        ("Cargo.toml", "[workspace]\nmembers = ['crates/*']\nresolver = '2'\n"),
        (
            "crates/core/Cargo.toml",
            "[package]\nname = 'my-core'\nversion = '0.3.0'\nedition = '2018'\n[features]\nfast = []\nfancy = []\n",
        ),
        ("crates/core/src/lib.rs", ""),
        (
            "crates/io/Cargo.toml",
            "[package]\nname = 'io-lib'\nversion = '0.1.0'\n[lib]\nname = 'special'\npath = 'lib.rs'\n[dependencies]\nheart = { package = 'my-core', path = '../core', features = ['fast'] }\nderive = { path = '../derive' }\nmaybe = { package = 'my-core', path = '../core', optional = true }\n[dev-dependencies]\napp = { path = '../app' }\n",
        ),
        ("crates/io/lib.rs", ""),
        ("crates/app/Cargo.toml", "[package]\nname = 'app'\nversion = '0.1.0'\n"),
        ("crates/app/src/main.rs", "fn main() {}"),
        (
            "crates/derive/Cargo.toml",
            "[package]\nname = 'derive'\nversion = '0.1.0'\n[lib]\nproc-macro = true\n",
        ),
        ("crates/derive/src/lib.rs", ""),
        ("notes.txt", ""),
        ("empty/readme", ""),
    ])
}

#[test]
fn tests_may_use_development_dependencies_and_all_that_is_always_there() {
    let project = workspace();
    let subject = locate(&project.request("crates/io")).expect("a subject");
    let usable = gadfly_cargo::crates_for_tests(&subject).expect("a package");
    assert_eq!(usable, ["derive", "heart", "app"]);
}

#[test]
fn a_member_is_found_with_its_library_features_and_dependencies() {
    let project = workspace();
    let subject = locate(&project.request("crates/io")).expect("the subject");
    let root = project.path();
    assert_eq!(
        (&*subject.package, &*subject.version, &*subject.lib_name, &*subject.edition),
        ("io-lib", "0.1.0", "special", "2015")
    );
    assert_eq!(subject.package_root, root.join("crates/io"));
    assert_eq!(subject.lib_path, root.join("crates/io/lib.rs"));
    assert_eq!(subject.workspace_root, root);
    assert_eq!(subject.toolchain_dir, root);
    assert_eq!(subject.target_directory, root.join("target"));
    assert_eq!(subject.lock_file, Some(root.join("Cargo.lock")));
    assert!(subject.rustc_version.starts_with("1.") && !subject.host.is_empty());
    let names: Vec<(&str, &str, bool)> = subject
        .dependencies
        .iter()
        .map(|dep| (&*dep.crate_name, &*dep.package, dep.is_proc_macro))
        .collect();
    assert_eq!(names, [("derive", "derive", true), ("heart", "my-core", false)]);
    let heart = &subject.dependencies[1];
    assert_eq!(heart.source, DependencySource::Path(root.join("crates/core")));
    assert_eq!((&*heart.version, &*heart.lib_name), ("0.3.0", "my_core"));
    assert_eq!(heart.features, ["fast"]);
    assert_eq!(heart.dependencies, []);
}

#[test]
fn features_that_are_asked_for_are_on() {
    let project = workspace();
    let request = SubjectRequest {
        package: Some("my-core".to_owned()),
        features: vec!["fancy".to_owned()],
        ..project.request("Cargo.toml")
    };
    let subject = locate(&request).expect("the subject");
    assert!(subject.enabled_features.contains(&"fancy".to_owned()));
    assert_eq!(subject.feature_args(), ["--features", "fancy"]);
}

#[test]
fn an_optional_dependency_that_only_tests_use_is_none() {
    let manifest = "[package]\nname = 'k'\nversion = '0.1.0'\n[lib]\npath = 'lib.rs'\n\
        [dependencies]\nextra = { path = 'extra', optional = true }\n\
        [dev-dependencies]\nextra = { path = 'extra' }\n[features]\nmore = ['dep:extra']\n";
    let project = Project::new(&[
        ("Cargo.toml", manifest),
        ("lib.rs", ""),
        ("extra/Cargo.toml", "[package]\nname = 'extra'\nversion = '0.1.0'\n"),
        ("extra/src/lib.rs", ""),
    ]);
    let names = |features: &[&str]| -> Vec<String> {
        let features = features.iter().map(ToString::to_string).collect();
        let subject = locate(&SubjectRequest { features, ..project.request("") }).expect("one");
        subject.dependencies.into_iter().map(|dependency| dependency.package).collect()
    };
    assert_eq!(names(&[]), Vec::<String>::new());
    assert_eq!(names(&["more"]), ["extra"]);
}

#[test]
fn wrong_paths_are_named() {
    let project = workspace();
    for (path, message) in [
        ("nowhere", "no such file or directory"),
        ("notes.txt", "is not a Cargo.toml"),
        ("empty", "there is no Cargo.toml in"),
    ] {
        let error = project.error(&project.request(path));
        assert!(error.to_string().contains(message), "{error}");
        assert!(error.to_string().contains(path), "{error}");
        assert_eq!(error.kind(), ErrorClass::Usage);
        assert!(error.help().is_some());
    }
}

#[test]
fn a_workspace_without_a_root_package_asks_for_one() {
    let project = workspace();
    let error = project.error(&project.request(""));
    assert!(error.to_string().ends_with("is a workspace: name the package to test"), "{error}");
    let help = error.help().expect("help");
    assert!(help.contains("io-lib") && help.contains("my-core"), "{help}");
    assert!(!help.contains("app") && !help.contains("derive"), "{help}");
}

#[test]
fn an_unknown_package_or_feature_is_answered_with_the_nearest_name() {
    let project = workspace();
    let request = SubjectRequest { package: Some("my-cor".to_owned()), ..project.request("") };
    let error = project.error(&request);
    assert_eq!(error.to_string(), "no package `my-cor` in this workspace");
    assert_eq!(error.help().as_deref(), Some("did you mean `my-core`?"));
    let request = SubjectRequest {
        features: vec!["fast,fnacy".to_owned()],
        ..project.request("crates/core")
    };
    let error = project.error(&request);
    assert_eq!(error.to_string(), "my-core has no feature `fnacy`");
    assert_eq!(error.help().as_deref(), Some("did you mean `fancy`?"));
    assert_eq!(error.kind(), ErrorClass::Usage);
}

#[test]
fn packages_without_a_library_are_refused_and_libraries_named() {
    let project = workspace();
    let libraries = "point it at one of this workspace's libraries: crates/core, crates/io";
    let error = project.error(&project.request("crates/app"));
    assert!(error.to_string().starts_with("app has no library target"), "{error}");
    assert_eq!(error.help().as_deref(), Some(libraries));
    let error = project.error(&project.request("crates/derive"));
    assert!(error.to_string().starts_with("derive is a proc-macro crate"), "{error}");
    assert_eq!(error.help().as_deref(), Some(libraries));
    assert_eq!(error.kind(), ErrorClass::Usage);
}

#[test]
fn a_broken_manifest_is_shown_in_cargo_s_words() {
    let project = Project::new(&[("Cargo.toml", "[package]\nname = \n"), ("src/lib.rs", "")]);
    let error = project.error(&project.request(""));
    assert_eq!(error.kind(), ErrorClass::DoesNotBuild);
    let text = error.to_string();
    assert!(text.starts_with("cargo cannot read ") && text.contains("string values"), "{text}");
}

#[test]
fn patches_of_the_workspace_are_carried_along() {
    let project = Project::new(&[
        (
            "Cargo.toml",
            "[package]\nname = 'k'\nversion = '0.1.0'\n[dependencies]\n[patch.'https://example.com/none']\nother = { path = 'other' }\n",
        ),
        ("src/lib.rs", ""),
        ("other/Cargo.toml", "[package]\nname = 'other'\nversion = '0.1.0'\n"),
        ("other/src/lib.rs", ""),
    ]);
    // Offline the patch is unused, which cargo accepts.
    let subject = locate(&project.request("")).expect("the subject");
    let patch = subject.patch_toml.expect("the patch");
    let absolute = project.path().join("other");
    assert!(patch.contains(&*Path::new(&absolute).to_string_lossy()), "{patch}");
}

#[test]
fn dependencies_that_cannot_be_fetched_are_the_environment_s_fault() {
    let manifest = "[package]\nname = 'k'\nversion = '0.1.0'\n[dependencies]\n\
                    far = { git = 'http://127.0.0.1:9/far.git' }\n";
    let project = Project::new(&[
        ("Cargo.toml", manifest),
        ("src/lib.rs", ""),
        (".cargo/config.toml", "[net]\nretry = 0\n"),
    ]);
    let error = project.error(&project.request(""));
    assert_eq!(error.kind(), ErrorClass::Environment, "{error}");
}
