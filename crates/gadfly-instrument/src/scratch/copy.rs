//! Rounds of rewriting a copy.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use gadfly_cargo::{Invocation, Subject};

use super::package::{PackageCopy, cargo_in_copy};
use crate::InstrumentError;
use crate::source::{FoundFunction, Rewrite, Site, Unseen};

/// A crate to be traced.
#[derive(Clone, Debug)]
pub struct Request<'a> {
    /// The crate.
    pub subject: &'a Subject,
    /// The folder of the copy.
    pub folder: PathBuf,
    /// The folder that it is built into.
    pub target: PathBuf,
    /// `true` if functions that are not public are traced too.
    pub with_private: bool,
    /// `true` if values that tests and examples make are logged too.
    pub with_callers: bool,
}

impl Request<'_> {
    /// Cargo in the copy, with the features that were asked for.
    pub fn cargo(&self, command: &str) -> Invocation {
        cargo_in_copy(self.subject, &self.folder, &self.target, command)
    }
}

/// What is left as it is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Left {
    /// Functions by file and line of their name.
    pub(crate) functions: BTreeMap<String, BTreeMap<u32, Unseen>>,
    /// Lines by file whose expressions are not logged; all of them if there is line 0.
    pub(crate) sites: BTreeMap<String, BTreeSet<usize>>,
    /// `true` if there are no examples, because what they need cannot be built.
    pub(crate) has_no_examples: bool,
}

/// The copy of a package that is traced.
pub(crate) struct Scratch<'a> {
    request: &'a Request<'a>,
    copy: PackageCopy<'a>,
}

/// A round of rewriting.
#[derive(Default)]
pub(crate) struct Round {
    pub(crate) functions: Vec<FoundFunction>,
    pub(crate) in_macros: usize,
    pub(crate) handles: Vec<String>,
    pub(crate) sites: Vec<Site>,
    /// Files of the library that are no Rust.
    pub(crate) unparsed: Vec<String>,
}

impl<'a> Scratch<'a> {
    /// Copies everything but Rust files.
    pub(crate) fn new(request: &'a Request<'a>, tracer: &Path) -> Result<Self, InstrumentError> {
        let copy = PackageCopy::new(request.subject, &request.folder, Some(tracer))?;
        Ok(Self { request, copy })
    }

    /// Leaves out examples and the dependencies that nothing else names.
    pub(crate) fn leave_out_examples(&mut self) -> Result<(), InstrumentError> {
        self.copy.leave_out_examples()
    }

    /// Crates of the first edition would have to name the tracer in every file of theirs.
    fn wants_callers(&self) -> bool {
        self.request.with_callers && !self.copy.is_first_edition
    }

    /// Writes the sources of the library with inserted text.
    pub(crate) fn rewrite(&self, left: &Left) -> Result<Round, InstrumentError> {
        let mut round = Round::default();
        let mut next = 0;
        for (file, text) in &self.copy.sources {
            let module = self.copy.module_of(file);
            let rewrite = Rewrite {
                file,
                module: &module,
                first: next,
                with_private: self.request.with_private,
                left: left.functions.get(file),
                first_site: self.wants_callers().then(|| number_of(&round.sites)),
                left_sites: left.sites.get(file),
                needs_extern_crate: self.copy.is_first_edition
                    && Path::new(file) == self.copy.library(),
            };
            match rewrite.apply(text) {
                Ok(rewritten) => {
                    self.copy.write(file, &rewritten.text)?;
                    let traced = rewritten.functions.iter().filter(|it| it.is_traced()).count();
                    next += u32::try_from(traced).unwrap_or(u32::MAX);
                    round.functions.extend(rewritten.functions);
                    round.in_macros += rewritten.in_macros;
                    round.handles.extend(rewritten.handles);
                    round.sites.extend(rewritten.sites);
                }
                Err(_) => {
                    self.copy.write(file, text)?;
                    round.unparsed.push(file.clone());
                }
            }
        }
        for (file, text) in &self.copy.callers {
            let rewrite = Rewrite {
                file,
                first_site: self.wants_callers().then(|| number_of(&round.sites)),
                left_sites: left.sites.get(file),
                ..Rewrite::default()
            };
            let rewritten = rewrite.callers(text);
            self.copy.write(file, &rewritten.0)?;
            round.sites.extend(rewritten.1);
        }
        Ok(round)
    }
}

fn number_of(sites: &[Site]) -> u32 {
    u32::try_from(sites.len()).unwrap_or(u32::MAX)
}
