//! Which functions can be traced: the compiler decides, round by round.

use std::collections::BTreeMap;
use std::path::PathBuf;

use gadfly_learn::Functions;
use gadfly_model::rust_path;

use crate::compile::{Checked, Complaint, Place, called_in_constant, check};
use crate::scratch::{Left, Request, Round, Scratch};
use crate::source::{FoundFunction, Seen, Site, Unseen};
use crate::{InstrumentError, runtime};

/// The most times that a copy is checked.
const MOST_ROUNDS: usize = 12;

/// A copy that logs its calls.
#[derive(Clone, Debug)]
pub struct Instrumented {
    /// Its folder.
    pub folder: PathBuf,
    /// Traced functions by their numbers.
    pub functions: Functions,
    /// Functions that are not traced, by reason.
    pub unseen: BTreeMap<Unseen, usize>,
    /// Paths of types that share what they refer to with their clones.
    pub handles: Vec<String>,
    /// `true` if examples are left out, because what they depend on cannot be built.
    pub has_no_examples: bool,
    /// Expressions of callers by their numbers.
    pub sites: Vec<Site>,
    /// Files of the library that are no Rust for this program's parser, and are left as they are.
    pub unparsed: Vec<String>,
    /// Number of times that the copy was checked.
    pub rounds: usize,
    left: Left,
}

/// Makes a copy whose library, tests and examples compile, with as many traced functions as possible.
///
/// # Errors
///
/// Where files cannot be copied, or the copy does not compile without inserted text either.
pub fn instrument(request: &Request<'_>) -> Result<Instrumented, InstrumentError> {
    judged(request, Left::default())
}

impl Instrumented {
    /// Leaves functions as they are that tests of the documentation use in constants; returns whether there are any in
    /// the output of such tests.
    ///
    /// # Errors
    ///
    /// As [`instrument`].
    pub fn restore_constants(
        &mut self,
        request: &Request<'_>,
        output: &str,
    ) -> Result<bool, InstrumentError> {
        let names: Vec<String> = output.lines().filter_map(called_in_constant).collect();
        let before = self.left.clone();
        for function in &self.functions.0 {
            let name = rust_path::last(&function.path);
            if names.iter().any(|it| it == name) {
                let of_file = self.left.functions.entry(function.file.clone()).or_default();
                of_file.insert(function.line, Unseen::Const);
            }
        }
        let has_more = self.left != before;
        if has_more {
            *self = judged(request, std::mem::take(&mut self.left))?;
        }
        Ok(has_more)
    }
}

fn judged(request: &Request<'_>, mut left: Left) -> Result<Instrumented, InstrumentError> {
    let tracer = runtime::write(&request.folder.join(".gadfly"))?;
    let mut scratch = Scratch::new(request, &tracer)?;
    if left.has_no_examples {
        scratch.leave_out_examples()?;
    }
    for rounds in 1..=MOST_ROUNDS {
        let round = scratch.rewrite(&left)?;
        let targets = ["--lib", "--tests", "--examples", "--keep-going"];
        let Checked { is_good, errors, output, .. } = check(request.cargo("check").args(targets))?;
        if is_good {
            return Ok(instrumented(request, &round, left, rounds));
        }
        let before = left.clone();
        if errors.is_empty() && !left.has_no_examples {
            // No code of the crate is to blame.
            left.has_no_examples = true;
            scratch.leave_out_examples()?;
        } else {
            leave(&round, &errors, &mut left, rounds);
        }
        if left == before {
            return Err(InstrumentError::Build { output });
        }
    }
    Err(InstrumentError::Build { output: "too many rounds".to_owned() })
}

fn instrumented(request: &Request<'_>, round: &Round, left: Left, rounds: usize) -> Instrumented {
    let mut unseen = BTreeMap::new();
    let mut functions = Vec::new();
    for found in &round.functions {
        match found.seen {
            Seen::Traced(_) => functions.push(found.function.clone()),
            Seen::Unseen(reason) => *unseen.entry(reason).or_default() += 1,
        }
    }
    if round.in_macros > 0 {
        unseen.insert(Unseen::Macro, round.in_macros);
    }
    Instrumented {
        folder: request.folder.clone(),
        functions: Functions(functions),
        unseen,
        handles: round.handles.clone(),
        sites: round.sites.clone(),
        unparsed: round.unparsed.clone(),
        has_no_examples: left.has_no_examples,
        rounds,
        left,
    }
}

/// Leaves as they are what errors are about: functions that constants call, functions around the places, expressions on their
/// lines.
fn leave(round: &Round, errors: &[Complaint], left: &mut Left, rounds: usize) {
    let before = left.clone();
    let functions = before.functions.clone();
    let is_free = |function: &&FoundFunction| {
        let of_file = functions.get(&function.function.file);
        function.is_traced() && of_file.is_none_or(|it| !it.contains_key(&function.function.line))
    };
    let traced: Vec<&FoundFunction> = round.functions.iter().filter(is_free).collect();
    let mut blame = |function: &FoundFunction, reason| {
        let of_file = left.functions.entry(function.function.file.clone()).or_default();
        of_file.insert(function.function.line, reason);
    };
    for error in errors {
        if let Some(name) = called_in_constant(&error.message) {
            traced.iter().filter(|it| it.name == name).for_each(|it| blame(it, Unseen::Const));
            continue;
        }
        for Place { file, line, .. } in &error.places {
            let around =
                |it: &&&FoundFunction| it.function.file == *file && it.lines.contains(line);
            if let Some(function) = traced.iter().find(around) {
                blame(function, Unseen::Uncompiled);
                break;
            }
            if round.sites.iter().any(|site| site.file == *file) {
                // The expressions on the line at first, and then all of the file.
                let of_file = left.sites.entry(file.clone()).or_default();
                let line = if rounds > 3 || !of_file.insert(*line) { 0 } else { *line };
                of_file.insert(line);
                break;
            }
        }
    }
    if *left != before {
        return;
    }
    // Nothing to go by: whole files, then everything.
    let files = errors.iter().flat_map(|error| &error.places).map(|place| &place.file);
    let files: Vec<&String> = files.collect();
    let is_meant = |it: &&&FoundFunction| rounds > 2 || files.contains(&&it.function.file);
    for function in traced.iter().filter(is_meant) {
        let of_file = left.functions.entry(function.function.file.clone()).or_default();
        of_file.insert(function.function.line, Unseen::Uncompiled);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_blame_the_function_around_them() {
        let rewrite = crate::Rewrite { file: "src/lib.rs", module: "demo", ..Default::default() };
        let text = "pub fn a() {\n}\npub fn b() {\n    x\n}\npub const fn c() {}\n";
        let functions = rewrite.apply(text).expect("a file").functions;
        let round = Round { functions, ..Round::default() };
        let place = |file: &str, line| Place { file: file.to_owned(), line, bytes: 0..0 };
        let failure = |message: &str, line| Complaint {
            message: message.to_owned(),
            places: vec![place("tests/a.rs", 1), place("src/lib.rs", line)],
        };
        let file = "src/lib.rs".to_owned();
        let blamed = |error| {
            let mut left = Left::default();
            leave(&round, &[error], &mut left, 1);
            left.functions.remove(&file).unwrap_or_default().into_iter().collect::<Vec<_>>()
        };
        assert_eq!(blamed(failure("mismatched types", 4)), [(3, Unseen::Uncompiled)]);
        let error = failure("cannot call non-const function `c` in statics", 99);
        assert_eq!(blamed(error), [(6, Unseen::Const)]);
        assert_eq!(blamed(failure("unknown", 99)).len(), 3);
    }
}
