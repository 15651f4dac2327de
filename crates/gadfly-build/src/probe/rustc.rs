//! Asks the compiler: writes the questions, runs it, reads the answers.

use std::path::{Path, PathBuf};

use gadfly_cargo::{Invocation, RunError};
use gadfly_model::{Model, Ty};
use gadfly_plan::compiler::{Compiler, CompilerAnswer, NO_TYPE};
use gadfly_plan::operations::candidate::Candidate;
use gadfly_plan::types::parse_type::parse_type;
use gadfly_plan::types::subst::{erase, has_projection};

use super::diagnostics::Diagnostic;
use super::questions::{MARK, RESULT, write_questions};

/// Fewer candidates than this are not worth a second compiler process.
const WORTH_SPLITTING: usize = 80;

/// A crate that questions may use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExternCrate {
    /// Its name in paths.
    pub name: String,
    /// Its metadata.
    pub file: PathBuf,
}

/// Asks the compiler directly, without cargo in between: a round costs little more than the
/// compiler's own work, and unstable diagnostic flags touch nothing else.
pub struct RustcProbe<'m> {
    /// To read types back.
    pub model: &'m Model,
    /// The directory in which the compiler runs, so that toolchain overrides apply.
    pub toolchain_dir: PathBuf,
    /// The directory for questions.
    pub scratch: PathBuf,
    /// Crates the questions may use.
    pub externs: Vec<ExternCrate>,
    /// The directories of their dependencies.
    pub search_path: Vec<PathBuf>,
    /// Types that were made up, as source.
    pub definitions: String,
    /// Compiler processes at once.
    pub jobs: usize,
}

/// Why there are no answers.
#[derive(Debug, thiserror::Error)]
pub enum ProbeError {
    /// The compiler could not be run.
    #[error(transparent)]
    Run(#[from] RunError),
    /// Questions could not be written.
    #[error("failed to write {}", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// The compiler failed without naming a place.
    #[error("the compiler rejected the questions as a whole: {message}")]
    Unmapped {
        /// Its message.
        message: String,
    },
}

impl Compiler for RustcProbe<'_> {
    type Error = ProbeError;

    fn judge(&mut self, candidates: &[&Candidate]) -> Result<Vec<CompilerAnswer>, ProbeError> {
        let shards = if candidates.len() < WORTH_SPLITTING { 1 } else { self.jobs.max(1) };
        let size = candidates.len().div_ceil(shards).max(1);
        let results: Vec<Result<Vec<CompilerAnswer>, ProbeError>> = std::thread::scope(|scope| {
            let probe = &*self;
            let threads: Vec<_> = candidates
                .chunks(size)
                .enumerate()
                .map(|(shard, chunk)| scope.spawn(move || probe.ask(shard, chunk)))
                .collect();
            threads
                .into_iter()
                .map(|thread| thread.join().expect("asking does not panic"))
                .collect()
        });
        let mut answers = Vec::with_capacity(candidates.len());
        for result in results {
            answers.extend(result?);
        }
        Ok(answers)
    }
}

impl RustcProbe<'_> {
    fn ask(
        &self,
        shard: usize,
        candidates: &[&Candidate],
    ) -> Result<Vec<CompilerAnswer>, ProbeError> {
        let names: Vec<String> = self.externs.iter().map(|krate| krate.name.clone()).collect();
        let questions = write_questions(candidates, &names, &self.definitions);
        let path = self.scratch.join(format!("questions{shard}.rs"));
        let written = std::fs::create_dir_all(&self.scratch)
            .and_then(|()| std::fs::write(&path, &questions.source));
        written.map_err(|source| ProbeError::Write { path: path.clone(), source })?;
        let finished = self.command(shard, &path).run()?;
        let diagnostics: Vec<Diagnostic> =
            finished.stderr.lines().filter_map(Diagnostic::parse).collect();
        if diagnostics.is_empty() && !candidates.is_empty() {
            let message = finished.stderr.lines().next().unwrap_or("no error output").to_owned();
            return Err(ProbeError::Unmapped { message });
        }
        self.read(candidates, questions.first_line, &path, &diagnostics)
    }

    fn command(&self, shard: usize, path: &Path) -> Invocation {
        let mut command = Invocation::rustc(&self.toolchain_dir)
            .env("RUSTC_BOOTSTRAP", "1")
            .args(["--edition", "2021", "--crate-name", "gadfly_questions", "--crate-type", "lib"])
            .args(["--emit", "metadata", "--error-format", "json", "--cap-lints", "allow"])
            .args(["--diagnostic-width", "1000000", "-Ztrim-diagnostic-paths=no", "-Awarnings"])
            .arg("-o")
            .arg(self.scratch.join(format!("questions{shard}.rmeta")));
        for directory in &self.search_path {
            command = command.arg("-L").arg(format!("dependency={}", directory.display()));
        }
        for krate in &self.externs {
            command =
                command.arg("--extern").arg(format!("{}={}", krate.name, krate.file.display()));
        }
        command.arg(path)
    }

    fn read(
        &self,
        candidates: &[&Candidate],
        first_line: usize,
        path: &Path,
        diagnostics: &[Diagnostic],
    ) -> Result<Vec<CompilerAnswer>, ProbeError> {
        let path = path.to_string_lossy();
        let mut answers: Vec<Partial> = candidates.iter().map(|_| Partial::default()).collect();
        let mut unmapped = None;
        for diagnostic in diagnostics.iter().filter(|diagnostic| diagnostic.is_error()) {
            if diagnostic.is_summary() {
                continue;
            }
            let lines = diagnostic.lines(&|file| *file == *path);
            let marked =
                diagnostic.message.strip_prefix(MARK).filter(|_| diagnostic.has_code("E0277"));
            let mut is_mapped = false;
            for (_, line) in lines {
                let index = line.checked_sub(first_line).filter(|index| *index < answers.len());
                let Some(index) = index else { continue };
                is_mapped = true;
                match marked.and_then(parse_marked) {
                    Some((number, text)) => answers[index].types.push((number, text.to_owned())),
                    None => answers[index].complain(diagnostic),
                }
            }
            if !is_mapped {
                unmapped.get_or_insert_with(|| diagnostic.message.clone());
            }
        }
        let has_answer = answers.iter().any(|answer| !answer.types.is_empty());
        if let (Some(message), false) = (unmapped, has_answer) {
            return Err(ProbeError::Unmapped { message });
        }
        Ok(candidates
            .iter()
            .zip(answers)
            .map(|(candidate, answer)| self.answer(candidate, answer))
            .collect())
    }

    fn answer(&self, candidate: &Candidate, partial: Partial) -> CompilerAnswer {
        if let Some((reason, is_bound)) = partial.complaint {
            return CompilerAnswer::Rejected { reason, is_bound };
        }
        let names: Vec<String> = self.externs.iter().map(|krate| krate.name.clone()).collect();
        let type_of = |number: usize| {
            let (_, text) = partial.types.iter().find(|(known, _)| *known == number)?;
            Some(parse_type(self.model, &names, text))
        };
        let Some(output) = type_of(RESULT) else {
            let reason = NO_TYPE.to_owned();
            return CompilerAnswer::Rejected { reason, is_bound: false };
        };
        let inputs: Vec<Ty> = candidate
            .inputs
            .iter()
            .enumerate()
            .map(|(position, input)| {
                if has_projection(&input.ty) {
                    type_of(position + 1).unwrap_or_else(|| input.ty.clone())
                } else {
                    erase(&input.ty)
                }
            })
            .collect();
        CompilerAnswer::Accepted { output, inputs }
    }
}

#[derive(Default)]
struct Partial {
    /// Result and argument types by number, as the compiler prints them.
    types: Vec<(usize, String)>,
    complaint: Option<(String, bool)>,
}

impl Partial {
    fn complain(&mut self, diagnostic: &Diagnostic) {
        if self.complaint.is_none() {
            let is_bound = ["E0277", "E0271", "E0599"].iter().any(|code| diagnostic.has_code(code));
            self.complaint = Some((diagnostic.message.clone(), is_bound));
        }
    }
}

fn parse_marked(text: &str) -> Option<(usize, &str)> {
    let (number, rest) = text.split_once(MARK)?;
    Some((number.parse().ok()?, rest.strip_suffix(MARK)?))
}
