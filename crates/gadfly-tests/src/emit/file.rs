//! A whole file of tests.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use gadfly_model::rust_path;
use gadfly_plan::prepared::Prepared;
use gadfly_plan::stubs::{self, Definition, has_word};
use gadfly_plan::types::tracked;
use gadfly_wire::visible;

use super::block::{Wording, write_block};
use super::draft::{Containment, Draft};
use super::naming::Naming;
use super::{keeping, support};
use crate::print::Imports;

/// A file of tests.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TestFile {
    /// Its text.
    pub text: String,
    /// Drafts that could not be written in the wording asked for, by index.
    pub unwritten: Vec<usize>,
}

/// Writes tests into one file: what it says about itself, what it uses, the tests, and functions
/// that they call.
pub fn write_file(
    prepared: &Prepared,
    subject: Naming<'_>,
    header: &[String],
    drafts: &[(&Draft, Wording)],
) -> TestFile {
    let Naming { lib_name, edition } = subject;
    let names = drafts.iter().map(|(draft, _)| draft.name.as_str());
    let runners = keeping::ALL.iter().map(|what| keeping::runner(*what));
    let reserved = RESERVED.iter().copied().chain(runners);
    let mut imports = Imports::with_taken(names.chain(reserved));
    let mut blocks = Vec::new();
    let mut unwritten = Vec::new();
    let mut helpers: BTreeSet<&str> = BTreeSet::new();
    for (index, (draft, wording)) in drafts.iter().enumerate() {
        let Some(block) = write_block(prepared, draft, *wording, &mut imports) else {
            unwritten.push(index);
            continue;
        };
        helpers.extend(helpers_of(draft, &block));
        blocks.push(block);
    }
    let mut text = String::new();
    for line in header {
        writeln!(text, "//! {line}").expect("writing to a string");
    }
    text.push('\n');
    let mut uses = imports.lines(edition);
    uses.retain(|line| !is_idle_operator(line, &blocks));
    if edition == "2015" {
        let own = [
            prepared.helpers.as_deref(),
            Some(rust_path::first(tracked::PATH)),
            Some(stubs::MODULE),
        ];
        let named = uses.iter().filter_map(|line| crate_of(line));
        let foreign = named.filter(|name| !own.contains(&Some(*name)));
        for name in foreign.chain([lib_name]).collect::<BTreeSet<&str>>() {
            writeln!(text, "extern crate {name};").expect("writing to a string");
        }
        text.push('\n');
    }
    if let Some(module) = &prepared.helpers {
        let path = format!("{module}::");
        if uses.iter().chain(&blocks).any(|text| text.contains(&path)) {
            writeln!(text, "mod {module};\n").expect("writing to a string");
        }
    }
    for line in &uses {
        text.push_str(line);
        text.push('\n');
    }
    if !uses.is_empty() {
        text.push('\n');
    }
    text.push_str(&blocks.join("\n"));
    let tracked = tracked::definition();
    if uses.iter().chain(&blocks).any(|text| text.contains(tracked::PATH)) {
        helpers.insert(&tracked);
    }
    let is_used = |definition: &&Definition| {
        let module = format!("use {}::", stubs::MODULE);
        let mut brought = uses.iter().filter(|line| line.starts_with(&module));
        brought.any(|line| has_word(line, &definition.name))
            || blocks.iter().any(|block| has_word(block, &definition.path()))
    };
    let stubbed = written(prepared.implementors.iter().filter(is_used), lib_name, edition);
    if !stubbed.is_empty() {
        helpers.insert(&stubbed);
    }
    for helper in helpers {
        text.push('\n');
        text.push_str(helper.trim_matches('\n'));
        text.push('\n');
    }
    TestFile { text: visible(&text), unwritten }
}

/// The definitions of types that were made up, as a module of a test file.
fn written<'d>(
    definitions: impl Iterator<Item = &'d Definition>,
    lib_name: &str,
    edition: &str,
) -> String {
    let module = stubs::module(definitions);
    let module = module.trim_start_matches("pub ");
    match module.split_once('\n') {
        // There paths begin at the root of the file.
        Some((first, rest)) if edition == "2015" => {
            format!("#[allow(unused_imports)]\n{first}\n    use {{std, {lib_name}}};\n\n{rest}")
        }
        _ => module.to_owned(),
    }
}

/// The crate that a `use` line names, unless every crate knows it.
fn crate_of(line: &str) -> Option<&str> {
    let name = rust_path::first(line.strip_prefix("use ")?);
    (!["std", "core", "self", "crate", "super"].contains(&name)).then_some(name)
}

/// Whether a line brings the trait of an operator that nothing calls by its name.
fn is_idle_operator(line: &str, blocks: &[String]) -> bool {
    let Some(name) =
        line.strip_prefix("use std::ops::").and_then(|rest| rest.strip_suffix(" as _;"))
    else {
        return false;
    };
    let call = format!(".{}(", gadfly_plan::names::snake_case(name));
    !blocks.iter().any(|block| block.contains(&call))
}

/// Names of functions that stand at the end of a file.
const RESERVED: &[&str] =
    &["in_a_process_of_its_own", "in_a_process_with_a_timeout", "formatted", "block_on"];

fn helpers_of<'d>(draft: &'d Draft, block: &str) -> Vec<&'d str> {
    let mut helpers = Vec::new();
    match draft.containment {
        Containment::None => {}
        Containment::Process => helpers.push(support::PROCESS),
        Containment::ProcessWithTimeout => helpers.push(support::TIMEOUT),
        Containment::ProcessWithout(what) => helpers.push(keeping::helper(what)),
    }
    if block.contains("formatted(") {
        helpers.push(support::FORMATTED);
    }
    if block.contains("block_on(") {
        helpers.push(support::BLOCK_ON);
    }
    if !draft.helpers.is_empty() {
        helpers.push(&draft.helpers);
    }
    helpers
}
