//! The generated source files, and which line of them is whose.

use std::collections::BTreeSet;

use gadfly_model::rust_path;
use gadfly_model::{Lifetimes, Ty};
use gadfly_plan::laws;
use gadfly_plan::operations::candidate::CallOrigin;
use gadfly_plan::properties::{ListedEntry, is_private};
use gadfly_plan::select::Operation;
use gadfly_plan::stubs::{self, Definition};
use gadfly_plan::types::subst::has_unnameable;

/// Operations per file: files compile in parallel, and one line of an editor's worth is enough.
const PER_FILE: usize = 100;

/// A generated package's sources.
pub struct Rendered {
    /// File names below `src/` and their text.
    pub files: Vec<(String, String)>,
    /// The meaning of each line of each file, from line 1.
    pub lines: Vec<(String, Vec<GeneratedLine>)>,
}

/// The purpose of a generated line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GeneratedLine {
    /// Frame: no operation depends on it alone.
    Frame,
    /// The operation with this id.
    Operation(usize),
    /// The vtable of the type with this index.
    Type(usize),
}

/// Writes the operations whose ids are not in `dropped`, and vtables for their results. `krate` is the crate under test;
/// `definitions` are types that operations use.
pub fn render(
    krate: &str,
    operations: &[Operation],
    registered: Registered<'_>,
    definitions: &[Definition],
    dropped: &BTreeSet<usize>,
    dropped_types: &BTreeSet<usize>,
) -> Rendered {
    let mut rendered = Rendered { files: Vec::new(), lines: Vec::new() };
    let mut modules = vec!["types".to_owned()];
    rendered.add("types.rs", types(krate, operations, dropped_types));
    let ids: Vec<usize> = (0..operations.len()).filter(|id| !dropped.contains(id)).collect();
    for (number, chunk) in ids.chunks(PER_FILE).enumerate() {
        modules.push(format!("operations{number}"));
        let mut lines = header(chunk.iter().map(|id| format!("o{id}(t);")).collect());
        lines.extend(chunk.iter().map(|id| {
            (operation(*id, &operations[*id], registered), GeneratedLine::Operation(*id))
        }));
        rendered.add(&format!("operations{number}.rs"), lines);
    }
    let mut main: Vec<(String, GeneratedLine)> = Vec::new();
    main.push(("#![allow(warnings)]".to_owned(), GeneratedLine::Frame));
    main.push(("mod support;".to_owned(), GeneratedLine::Frame));
    main.extend(modules.iter().map(|module| (format!("mod {module};"), GeneratedLine::Frame)));
    let mut calls: Vec<String> =
        modules.iter().map(|module| format!("{module}::register(table);")).collect();
    if registered.is_linked {
        main.extend(
            registered
                .crates
                .iter()
                .map(|name| (format!("use {name} as _;"), GeneratedLine::Frame)),
        );
        calls.push("table.notes(support::take_notes);".to_owned());
    }
    main.push(("gadfly_engine::fixed_randomness!();".to_owned(), GeneratedLine::Frame));
    main.push((
        format!(
            "fn main() -> std::process::ExitCode {{ gadfly_engine::main(|table| {{ {} }}) }}",
            calls.join(" ")
        ),
        GeneratedLine::Frame,
    ));
    rendered.add("main.rs", main);
    let mut support = support();
    support.push_str(&stubs::module(definitions));
    if registered.is_linked {
        support.push_str(REGISTERED);
    }
    rendered.add(
        "support.rs",
        support.lines().map(|line| (line.to_owned(), GeneratedLine::Frame)).collect(),
    );
    rendered
}

/// The registered entries, and the crates to link for them.
#[derive(Clone, Copy, Default)]
pub struct Registered<'r> {
    /// `true` if anything is looked up.
    pub is_linked: bool,
    /// Names of what is registered, by number.
    pub entries: &'r [ListedEntry],
    /// Crates that are linked for what they register.
    pub crates: &'r [String],
}

impl Rendered {
    fn add(&mut self, name: &str, lines: Vec<(String, GeneratedLine)>) {
        let mut text = String::new();
        let mut owners = Vec::with_capacity(lines.len());
        for (line, owner) in lines {
            text.push_str(&line.replace('\n', " "));
            text.push('\n');
            owners.push(owner);
        }
        self.files.push((name.to_owned(), text));
        self.lines.push((name.to_owned(), owners));
    }

    /// The meaning of a line.
    pub fn owner(&self, file: &str, line: usize) -> Option<GeneratedLine> {
        let (_, owners) = self.lines.iter().find(|(name, _)| name == file)?;
        owners.get(line.checked_sub(1)?).copied()
    }
}

fn header(calls: Vec<String>) -> Vec<(String, GeneratedLine)> {
    vec![
        ("use gadfly_engine::generated::*;".to_owned(), GeneratedLine::Frame),
        ("use crate::support::*;".to_owned(), GeneratedLine::Frame),
        (format!("pub fn register(t: &mut Table) {{ {} }}", calls.join(" ")), GeneratedLine::Frame),
    ]
}

fn operation(id: usize, operation: &Operation, registered: Registered<'_>) -> String {
    let candidate = &operation.candidate;
    if let CallOrigin::Property(index) | CallOrigin::Invariant(index) | CallOrigin::Maker(index) =
        candidate.origin
    {
        let key = registered.entries.get(index as usize).map_or("", |entry| entry.key.as_str());
        return format!("fn o{id}(t: &mut Table) {{ registered(t, {id}, {key:?}); }}");
    }
    let call = format!(
        "{}(args::<{}>(), |{}| {{ {} }})",
        if candidate.is_partial { "try_call" } else { "call" },
        candidate.markers(),
        candidate.pattern(),
        candidate.body,
    );
    if has_unnameable(&operation.output) {
        format!(
            "fn o{id}(t: &mut Table) {{ let c = {call}; let v = vtable_of!(c); t.op_with({id}, c, v); }}"
        )
    } else {
        format!("fn o{id}(t: &mut Table) {{ t.op({id}, {call}); }}")
    }
}

/// The named types of all results, in order.
pub(super) fn result_types(operations: &[Operation]) -> Vec<Ty> {
    let types: BTreeSet<Ty> = operations
        .iter()
        .map(|operation| operation.output.clone())
        .filter(|ty| !has_unnameable(ty) && !is_private(ty))
        .collect();
    types.into_iter().collect()
}

fn types(
    krate: &str,
    operations: &[Operation],
    dropped: &BTreeSet<usize>,
) -> Vec<(String, GeneratedLine)> {
    let types = result_types(operations);
    let kept: Vec<usize> = (0..types.len()).filter(|index| !dropped.contains(index)).collect();
    let mut lines = header(kept.iter().map(|index| format!("t{index}(t);")).collect());
    for index in kept {
        let written = types[index].print(Lifetimes::Static);
        let shown = types[index].print(Lifetimes::Inferred);
        let probe = if is_judged(&types[index], krate) { "judged" } else { "vtable" };
        let line =
            format!("fn t{index}(t: &mut Table) {{ t.ty({shown:?}, {probe}!({written})); }}");
        lines.push((line, GeneratedLine::Type(index)));
    }
    lines
}

/// Returns whether the laws of a type are checked: it, or what it refers to, is of the crate under test.
fn is_judged(ty: &Ty, krate: &str) -> bool {
    match ty {
        Ty::Ref { inner, .. } => is_judged(inner, krate),
        Ty::Adt(path, _) => rust_path::first(path) == krate,
        _ => false,
    }
}

/// Code that operations may call besides the subject and the standard library.
pub fn support() -> String {
    [SUPPORT, laws::SUPPORT].concat()
}

const SUPPORT: &str = r#"
use std::fmt;
use std::future::Future;
use std::task::{Context, Poll, RawWaker, RawWakerVTable, Waker};
struct With<F>(F);
impl<F: Fn(&mut fmt::Formatter<'_>) -> fmt::Result> fmt::Display for With<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result { (self.0)(f) }
}
pub fn formatted<F: Fn(&mut fmt::Formatter<'_>) -> fmt::Result>(f: F) -> String { With(f).to_string() }
fn clone(_: *const ()) -> RawWaker { RawWaker::new(std::ptr::null(), &VTABLE) }
fn ignore(_: *const ()) {}
static VTABLE: RawWakerVTable = RawWakerVTable::new(clone, ignore, ignore, ignore);
pub fn block_on<F: Future>(future: F) -> F::Output {
    let mut future = Box::pin(future);
    // The waker does nothing: a future that is not ready is polled again.
    let waker = unsafe { Waker::from_raw(clone(std::ptr::null())) };
    let mut context = Context::from_waker(&waker);
    for _ in 0..10_000 {
        if let Poll::Ready(value) = future.as_mut().poll(&mut context) { return value; }
        std::thread::yield_now();
    }
    panic!("the future was polled 10,000 times and is not ready")
}
"#;

/// Code that puts registered entries into the table: found by name, converted to the engine's types.
const REGISTERED: &str = r#"
use gadfly::__private::check;
use gadfly_engine::generated::{ArgumentSpec, Passing, RawCall, Table, TypeIds, TypeInfo};
pub fn take_notes() -> (String, String) { let notes = check::take_notes(); (notes.label, notes.failure) }
pub fn registered(t: &mut Table, id: u32, key: &str) {
    let Some(entry) = check::find(key) else { return };
    let thunk = &entry.thunk;
    let args: Vec<ArgumentSpec> = thunk.parameters.iter().map(|parameter| {
        let own = TypeIds::Own(parameter.id);
        let all = TypeIds::WithReferences(parameter.ids);
        match parameter.passing {
            check::PassedBy::Value => ArgumentSpec { passing: Passing::Value, types: own },
            check::PassedBy::Shared => ArgumentSpec { passing: Passing::Shared, types: all },
            check::PassedBy::Exclusive => ArgumentSpec { passing: Passing::Exclusive, types: all },
            check::PassedBy::SharedDst => ArgumentSpec { passing: Passing::SharedDst, types: all },
            check::PassedBy::ExclusiveDst => ArgumentSpec { passing: Passing::ExclusiveDst, types: all },
        }
    }).collect();
    let output: &'static TypeInfo = Box::leak(Box::new(TypeInfo {
        id: thunk.output.id, name: thunk.output.type_name, size: thunk.output.size,
        align: thunk.output.align, drop: thunk.output.drop,
    }));
    t.raw(id, Box::leak(Box::new(RawCall { run: thunk.run, args: Box::leak(args.into_boxed_slice()), output })));
}
"#;

#[cfg(test)]
mod tests {
    use super::*;
    use gadfly_model::Prim;
    use gadfly_plan::operations::candidate::{Candidate, Input};

    #[test]
    fn laws_are_checked_on_types_of_the_subject_alone() {
        let operation =
            |output: Ty| Operation { candidate: Candidate::builtin(Vec::new(), "todo!()"), output };
        let own = Ty::adt("subject::Own", []);
        let all = [
            own.clone(),
            Ty::shared(own.clone()),
            Ty::adt("std::vec::Vec", [own]),
            Ty::adt("other::Foreign", []),
            Ty::Prim(Prim::U8),
        ];
        let all: Vec<Operation> = all.into_iter().map(operation).collect();
        let rendered =
            render("subject", &all, Registered::default(), &[], &BTreeSet::new(), &BTreeSet::new());
        let (_, text) = &rendered.files[0];
        assert_eq!(text.matches("judged!(").count(), 2, "{text}");
        assert_eq!(text.matches("vtable!(").count(), 3, "{text}");
    }

    #[test]
    fn every_operation_has_a_line_of_its_own() {
        let candidate = Candidate::builtin(vec![Input::val(Ty::Prim(Prim::U8))], "{\n x0\n}");
        let operation = Operation { candidate, output: Ty::Prim(Prim::U8) };
        let all = vec![operation.clone(), operation.clone(), operation];
        let rendered = render(
            "subject",
            &all,
            Registered::default(),
            &[],
            &BTreeSet::from([1]),
            &BTreeSet::new(),
        );
        let (_, text) = &rendered.files[1];
        let at = text.lines().position(|line| line.starts_with("fn o2(")).expect("operation 2") + 1;
        assert_eq!(rendered.owner("operations0.rs", at), Some(GeneratedLine::Operation(2)));
        assert!(!text.contains("fn o1("));
        for (_, text) in &rendered.files {
            syn::parse_file(text).expect("valid Rust");
        }
    }
}
