//! Traits that are for callers to implement: types are made up for them.

use std::process::Output;

use gadfly_testkit::Project;

use crate::{gadfly, library, sharing_gadfly};

#[test]
fn functions_with_visitors_are_callable() {
    let source = "
        use std::fmt::{Debug, Display};
        /// All of it has a body.
        pub trait Listen { fn hear(&mut self, _word: &str) {} }
        /// Nothing has.
        pub trait Visit<'a>: Clone + Debug {
            type Output;
            const LIMIT: usize;
            fn begin() -> Self;
            fn visit(&mut self, node: &Node) -> Result<bool, Stop>;
            fn name(&'a self) -> &'a str;
            fn each(&mut self, of: impl Iterator<Item = u8>) -> Option<Self::Output>;
            fn end(self) -> Self::Output;
        }
        pub trait Fold<T> { fn fold(&mut self, value: T) -> T; }
        pub trait Base { fn base(&self) -> Vec<u8>; }
        pub trait Above: Base { fn above(&self) -> Flow; }
        pub enum Flow { Stop(Node), Go }
        pub enum Stop { Now }
        pub struct Node(u8);
        pub fn listen<L: Listen + Default + PartialEq>(listener: &mut L) { listener.hear(\"a\") }
        pub fn walk<V: for<'a> Visit<'a> + 'static>(visitor: V, depth: u8) { let mut v = visitor; let _ = v.visit(&Node(depth)); }
        pub fn folded(mut fold: impl Fold<u8>) -> u8 { fold.fold(1) }
        pub fn object(above: &mut dyn Above) -> usize { above.base().len() }
        pub fn boxed(above: Box<dyn Above>) -> usize { above.base().len() }
        pub trait Shown: Display { fn show(&self) {} }
        pub fn show(shown: impl Shown) -> String { shown.to_string() }
        pub unsafe trait Careful {}
        pub fn care(_: impl Careful) {}
        mod private { pub trait Sealed {} }
        pub trait Closed: private::Sealed { fn close(&self); }
        pub fn close(closed: impl Closed) { closed.close() }
        pub trait Make { fn make(&self) -> Node; }
        pub fn make(make: impl Make) -> Node { make.make() }
    ";
    let run = gadfly().run(&library("visitors", source), "list").expect_code(0);
    assert_eq!(
        run.stdout,
        " callable   Listen::hear(&mut self, &str)   QuietListen
 skipped    Shown::show(&self)              no type found for Self: Shown: it would have to be Display
 callable   boxed(Box<dyn Above>) -> usize
 skipped    care(impl Careful)              no type found for impl Careful: Careful is unsafe to implement
 skipped    close(impl Closed)              no type found for impl Closed: Sealed has no public path
 callable   folded(impl Fold<u8>) -> u8
 callable   listen<L>(&mut L)               <QuietListen>
 skipped    make(impl Make) -> Node         no type found for impl Make: Make::make would have to make a Node
 callable   object(&mut dyn Above) -> usize
 skipped    show(impl Shown) -> String      no type found for impl Shown: it would have to be Display
 callable   walk<V>(V, u8)                  <QuietVisit>
 6 of 11 public functions are callable
"
    );
}

/// A parser that calls back, and does not stand every text.
const PARSER: &str = "
/// Receives the parts of a text.
pub trait Handler {
    /// Returns whether to go on.
    fn word(&mut self, word: &str) -> bool;

    /// At the end of every line.
    fn line(&mut self) {}
}

/// Reads texts.
#[derive(Debug, Default)]
pub struct Reader {
    lines: usize,
}

impl Reader {
    /// Reads a text.
    pub fn read<H: Handler>(&mut self, handler: &mut H, text: &str) {
        for word in text.split(' ') {
            handler.word(&word[1..]);
        }
        handler.line();
        self.lines += 1;
    }

    /// How many lines were read.
    pub fn lines(&self) -> usize {
        self.lines
    }
}

/// Ends a line.
pub fn end(handler: &mut dyn Handler) {
    handler.line();
}
";

#[test]
fn tests_define_the_types_that_were_made_up() {
    let line = "explore --calls 5000 --seed 1";
    let files = ["tests/gadfly_failures.rs", "tests/gadfly_regression.rs"];
    let project = library("called-back", PARSER);
    let run = sharing_gadfly().run(&project, line).expect_code(1);
    assert!(run.stdout.contains("Called 6 of 6 public functions"), "{}", run.stdout);
    let [failures, regression] = files.map(|file| project.read(file));
    let definition = "
mod implementors {
    pub struct QuietHandler;

    impl called_back::Handler for QuietHandler {
        fn word(&mut self, _word: &str) -> bool {
            false
        }
    }
}
";
    assert!(failures.ends_with(definition), "{failures}");
    assert!(failures.contains("use implementors::QuietHandler;"), "{failures}");
    assert!(regression.contains(definition), "{regression}");
    let failing = cargo_test(&project, "gadfly_failures");
    assert!(failing.contains("panicked at src/lib.rs:21"), "{failures}\n{failing}");
    assert!(!failing.contains("warning:"), "{failing}");
    let passing = cargo_test(&project, "gadfly_regression");
    assert!(passing.contains("test result: ok") && !passing.contains("warning:"), "{passing}");

    let again = library("called-back", PARSER);
    sharing_gadfly().run(&again, line).expect_code(1);
    assert_eq!(files.map(|file| again.read(file)), [failures, regression]);
}

/// Only a visitor gets to see what was read, and what it sees says more of itself than it has.
const LENDER: &str = "
/// Receives the parts of a text.
pub trait Visit {
    /// Everything between two commas.
    fn parts(&mut self, _parts: &Parts) {}
}

/// Parts of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parts(Vec<String>);

impl Parts {
    /// Its items.
    pub fn items(&self) -> Items<'_> {
        Items(self, 0)
    }
}

/// Items of parts, but for the last.
#[derive(Clone, Debug)]
pub struct Items<'a>(&'a Parts, usize);

impl<'a> Iterator for Items<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        self.1 += 1;
        self.0.0[..self.0.0.len() - 1].get(self.1 - 1).map(String::as_str)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.0.0.len().saturating_sub(self.1);
        (left, Some(left))
    }
}

/// Reads a text.
pub fn read<V: Visit>(visitor: &mut V, text: &str) {
    visitor.parts(&Parts(text.split(',').map(str::to_owned).collect()));
}
";

#[test]
fn observations_of_implementors_are_recorded_and_judged() {
    let project = library("lent-out", LENDER);
    let run = sharing_gadfly().run(&project, "explore --calls 20000 --seed 1").expect_code(1);
    assert!(run.stdout.contains("size_hint"), "{}", run.stdout);
    let failures = project.read("tests/gadfly_failures.rs");
    let definition = "
mod implementors {
    #[derive(Debug, Default)]
    pub struct KeepingVisit {
        pub seen: Vec<lent_out::Parts>,
    }

    impl lent_out::Visit for KeepingVisit {
        fn parts(&mut self, parts: &lent_out::Parts) {
            self.seen.push(parts.clone());
        }
    }
}
";
    assert!(failures.ends_with(definition), "{failures}");
    let failing = cargo_test(&project, "gadfly_failures");
    assert!(failing.contains("test result: FAILED. 0 passed"), "{failures}\n{failing}");
    assert!(!failing.contains("warning:"), "{failing}");
}

/// `cargo test` on one file, as a person would run it.
#[expect(clippy::disallowed_methods, reason = "a test is no part of the command")]
fn cargo_test(project: &Project, file: &str) -> String {
    let Output { stdout, stderr, .. } = std::process::Command::new("cargo")
        .args(["test", "--offline", "--no-fail-fast", "--test", file])
        .current_dir(project.path())
        .env("CARGO_TARGET_DIR", gadfly_testkit::shared_target_dir().join("implementors"))
        .env("RUST_BACKTRACE", "0")
        .output()
        .expect("cargo runs");
    String::from_utf8_lossy(&stdout).into_owned() + &String::from_utf8_lossy(&stderr)
}
