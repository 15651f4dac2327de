//! Checks the facts about the standard library with the compiler.

use std::fmt::Write;

use gadfly_cargo::Invocation;

use super::aliases::alias;
use super::generics::{ONE_LIFETIME, TWO_LIFETIMES, default_args};
use super::paths::public_path;

const DEFINITIONS: &str = include_str!("../../tests/data/std_definitions.txt");

/// The messages of the errors rustc has about a library with this source.
fn errors(source: &str) -> Vec<String> {
    let directory = tempfile::tempdir().expect("a directory");
    std::fs::write(directory.path().join("lib.rs"), source).expect("a file");
    let finished = Invocation::rustc(directory.path())
        .args(["--edition=2024", "--crate-type=lib", "--emit=metadata", "--error-format=short"])
        .arg("lib.rs")
        .run()
        .expect("rustc runs");
    finished.stderr.lines().filter(|line| line.contains("error")).map(str::to_owned).collect()
}

#[test]
fn every_public_path_of_the_standard_library_exists() {
    let mut source = "#![allow(deprecated, unused_imports)]\n".to_owned();
    let definitions = DEFINITIONS.lines().filter(|line| !line.starts_with('#'));
    for (index, definition) in definitions.enumerate() {
        writeln!(source, "pub use {} as Item{index};", public_path(definition)).expect("a line");
    }
    if cfg!(target_os = "linux") {
        assert_eq!(errors(&source), Vec::<String>::new());
    }
}

#[test]
fn private_definition_paths_become_public_ones() {
    for (definition, public) in [
        ("core::iter::traits::iterator::Iterator", "std::iter::Iterator"),
        ("core::option::Option", "std::option::Option"),
        ("alloc::vec::into_iter::IntoIter", "std::vec::IntoIter"),
        ("std::collections::hash::map::HashMap", "std::collections::HashMap"),
        ("std::collections::hash::map::Iter", "std::collections::hash_map::Iter"),
        ("alloc::collections::btree::map::entry::Entry", "std::collections::btree_map::Entry"),
        ("alloc::collections::btree::set::BTreeSet", "std::collections::BTreeSet"),
        ("alloc::collections::vec_deque::iter::Iter", "std::collections::vec_deque::Iter"),
        ("alloc::collections::TryReserveError", "std::collections::TryReserveError"),
        ("core::sync::atomic::AtomicUsize", "std::sync::atomic::AtomicUsize"),
        ("std::sync::poison::mutex::Mutex", "std::sync::Mutex"),
        ("core::net::ip_addr::IpAddr", "std::net::IpAddr"),
    ] {
        assert_eq!(public_path(definition), public);
    }
}

#[test]
fn lifetime_parameters_are_as_many_as_the_compiler_says() {
    let mut source = "#![allow(deprecated)]\n".to_owned();
    for (index, path) in ONE_LIFETIME.iter().enumerate() {
        writeln!(source, "pub fn one{index}(_: &{path}<'static>) {{}}").expect("a line");
    }
    for (index, path) in TWO_LIFETIMES.iter().enumerate() {
        writeln!(source, "pub fn two{index}(_: &{path}<'static, 'static>) {{}}").expect("a line");
    }
    // Missing type arguments are expected, wrong numbers of lifetimes are not.
    let wrong: Vec<String> = errors(&source)
        .into_iter()
        .filter(|error| error.contains("lifetime") || !error.contains("E0107"))
        .filter(|error| !error.contains("aborting"))
        .collect();
    assert_eq!(wrong, Vec::<String>::new());
    assert!(ONE_LIFETIME.is_sorted());
}

#[test]
fn types_without_lifetimes_are_not_listed() {
    let definitions = DEFINITIONS.lines().filter(|line| !line.starts_with('#'));
    let others: Vec<String> =
        definitions.map(public_path).filter(|path| super::lifetimes(path) == 0).collect();
    let mut source = "#![allow(deprecated)]\n".to_owned();
    for (index, path) in others.iter().enumerate() {
        writeln!(source, "pub fn none{index}(_: &{path}<'static>) {{}}").expect("a line");
    }
    let rejected = errors(&source);
    for (index, path) in others.iter().enumerate() {
        let line = format!("lib.rs:{}:", index + 2);
        assert!(rejected.iter().any(|error| error.starts_with(&line)), "{path} takes a lifetime");
    }
}

#[test]
fn aliases_and_defaults_are_what_the_compiler_knows() {
    let mut source = "#![allow(unused)]\n".to_owned();
    for (path, args) in [
        ("std::fmt::Result", ""),
        ("std::io::Result", "<u8>"),
        ("std::sync::LockResult", "<u8>"),
        ("std::sync::TryLockResult", "<u8>"),
        ("std::string::ParseError", ""),
        ("std::num::NonZeroU8", ""),
        ("std::num::NonZeroIsize", ""),
        ("std::ffi::c_int", ""),
        ("std::ffi::c_char", ""),
        ("std::ffi::c_long", ""),
        ("std::os::raw::c_ulonglong", ""),
    ] {
        let ty = alias(path).expect("a known alias").ty.to_string();
        let ty = ty.replace("Guard", "u8").replace("<T,", "<u8,");
        writeln!(source, "const _: fn({path}{args}) -> {ty} = |x| x;").expect("a line");
    }
    for path in ["std::ops::Add", "std::ops::ShlAssign", "std::cmp::PartialOrd", "std::iter::Sum"] {
        assert_eq!(default_args(path).len(), 1);
        writeln!(source, "const _: () = {{ fn f<T: {path}>() where T: {path}<T> {{}} }};")
            .expect("a line");
    }
    writeln!(
        source,
        "const _: fn(std::collections::HashMap<u8, u8>) \
         -> std::collections::HashMap<u8, u8, std::hash::RandomState> = |x| x;"
    )
    .expect("a line");
    assert_eq!(errors(&source), Vec::<String>::new());
}
