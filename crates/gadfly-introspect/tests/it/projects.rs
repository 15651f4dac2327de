//! Crates of all kinds: workspaces, features, build scripts, editions, and those that fail.

use gadfly_cargo::{ErrorClass, SubjectRequest};

use crate::support::{Project, function, paths, signature};

const MANIFEST: &str = "[package]\nname = 'k'\nversion = '0.1.0'\nedition = '2021'\n";

#[test]
fn the_variable_that_unlocks_rustdoc_reaches_no_build_script() {
    let guard = "fn main() {
        println!(\"cargo:rerun-if-env-changed=RUSTC_BOOTSTRAP\");
        assert!(std::env::var_os(\"RUSTC_BOOTSTRAP\").is_none());
        println!(\"cargo:rustc-cfg=probed\");
    }";
    let project = Project::new()
        .file("Cargo.toml", &format!("{MANIFEST}[dependencies]\ndep = {{ path = 'dep' }}\n"))
        .file("build.rs", guard)
        .file("src/lib.rs", "#[cfg(probed)] pub fn probed(_: dep::Dep) {}")
        .file("dep/Cargo.toml", "[package]\nname = 'dep'\nversion = '0.1.0'\n")
        .file("dep/build.rs", guard)
        .file("dep/src/lib.rs", "#[cfg(probed)] pub struct Dep;");
    assert_eq!(paths(&project.model(&project.request(""))), ["k::probed"]);
}

#[test]
fn members_of_workspaces_with_macros_and_odd_names_are_described() {
    let project = Project::new()
        .file("Cargo.toml", "[workspace]\nmembers = ['one', 'two']\nresolver = '2'\n")
        .file(
            "one/Cargo.toml",
            "[package]\nname = 'my-one'\nversion = '0.1.0'\nedition = '2015'\n\
             [lib]\nname = 'first'\n[dependencies]\ntwo = { path = '../two' }\n",
        )
        .file(
            "one/src/lib.rs",
            "#![no_std]\n#![deny(warnings, missing_docs)]\n#[macro_use] extern crate two;\n\
             make!();\nfn unused() {}\npub fn by_name(x: ::inner::Sub) -> inner::Sub { x }\n\
             pub mod inner { pub struct Sub; }",
        )
        .file(
            "two/Cargo.toml",
            "[package]\nname = 'two'\nversion = '0.1.0'\nedition = '2021'\n\
             [lib]\nproc-macro = true\n",
        )
        .file(
            "two/src/lib.rs",
            "#[proc_macro] pub fn make(_: proc_macro::TokenStream) -> proc_macro::TokenStream \
             { \"pub fn made() -> u8 { 1 }\".parse().unwrap() }",
        );
    let request =
        SubjectRequest { package: Some("my-one".to_owned()), ..project.request("Cargo.toml") };
    let model = project.model(&request);
    assert_eq!((&*model.package, &*model.krate), ("my-one", "first"));
    assert_eq!(paths(&model), ["first::by_name", "first::made"]);
    assert_eq!(
        signature(function(&model, "first::by_name")),
        "(x: first::inner::Sub) -> first::inner::Sub"
    );
}

#[test]
fn features_select_what_is_described_and_runs_do_not_mix_them_up() {
    let project = Project::new()
        .file("Cargo.toml", &format!("{MANIFEST}[features]\ndefault = ['a']\na = []\nb = []\n"))
        .file(
            "src/lib.rs",
            "#[cfg(feature = \"a\")] pub fn a() {} #[cfg(feature = \"b\")] pub fn b() {}",
        );
    let plain = project.request("");
    let with_b = SubjectRequest { features: vec!["b".to_owned()], ..plain.clone() };
    let only_b = SubjectRequest { no_default_features: true, ..with_b.clone() };
    let all = SubjectRequest { all_features: true, ..plain.clone() };
    for (request, expected) in [
        (&plain, &["k::a"][..]),
        (&with_b, &["k::a", "k::b"]),
        (&only_b, &["k::b"]),
        (&plain, &["k::a"]),
        (&all, &["k::a", "k::b"]),
        (&with_b, &["k::a", "k::b"]),
    ] {
        assert_eq!(paths(&project.model(request)), expected);
    }
}

#[test]
fn an_unchanged_crate_is_not_described_again_and_a_changed_one_is() {
    let project =
        Project::new().file("Cargo.toml", MANIFEST).file("src/lib.rs", "pub fn before() {}");
    let request = project.request("");
    assert_eq!(paths(&project.model(&request)), ["k::before"]);
    let kept = || {
        let entries = std::fs::read_dir(project.target().join("rustdoc-json")).expect("kept");
        let times = entries.map(|entry| {
            entry.and_then(|entry| entry.metadata()).and_then(|data| data.modified()).expect("time")
        });
        times.collect::<Vec<_>>()
    };
    let first = kept();
    assert_eq!(paths(&project.model(&request)), ["k::before"]);
    assert_eq!(kept(), first, "the second run writes nothing");

    // A lost document is made anew although cargo has seen no change.
    std::fs::remove_dir_all(project.target().join("rustdoc-json")).expect("removed");
    assert_eq!(paths(&project.model(&request)), ["k::before"]);

    // A later time, whatever the resolution of the file system's clock.
    project.write("src/lib.rs", "pub fn after() {}");
    let later = std::time::SystemTime::now() + std::time::Duration::from_secs(10);
    let file = std::fs::File::options().append(true).open(project.path().join("src/lib.rs"));
    file.and_then(|file| file.set_modified(later)).expect("a later time");
    assert_eq!(paths(&project.model(&request)), ["k::after"]);
}

#[test]
fn build_errors_carry_the_first_message() {
    let project = Project::new()
        .file("Cargo.toml", MANIFEST)
        .file("src/lib.rs", "pub fn broken(x: Missing) {}\npub fn other(y: Gone) {}");
    let error = project.introspect(&project.request("")).expect_err("it does not build");
    assert_eq!(error.kind(), ErrorClass::DoesNotBuild);
    let text = error.to_string();
    assert!(text.contains("k does not build: error[E0425]: cannot find type `Missing`"), "{text}");
    assert!(text.contains("src/lib.rs:1:18") && !text.contains("Gone"), "{text}");
    assert!(error.help().is_some());
}

#[test]
fn an_error_inside_a_function_is_found_too() {
    let project = Project::new()
        .file("Cargo.toml", MANIFEST)
        .file("src/lib.rs", "#![deny(warnings)]\npub fn broken() -> u8 { let unused = 1; \"\" }");
    let error = project.introspect(&project.request("")).expect_err("it does not build");
    assert_eq!(error.kind(), ErrorClass::DoesNotBuild);
    assert!(error.to_string().contains("error[E0308]: mismatched types"), "{error}");
}
