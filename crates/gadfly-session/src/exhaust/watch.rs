//! Progress of a run, as stages of the observer.

use gadfly_wire::ExhaustMode;

use super::outcome;
use crate::pipeline::{Observer, StageProgress, ValidInput};
use crate::report::SearchedFunction;
use crate::text;

/// The observers of a run, and the stage that is under way.
pub(super) struct Watch<'a> {
    observer: &'a dyn Observer,
    inputs: &'a mut dyn FnMut(ValidInput),
    verb: &'static str,
    stage: Option<Box<dyn StageProgress + 'a>>,
}

/// The standing of a search.
pub(super) struct Standing {
    /// Candidates so far.
    pub(super) explored: u64,
    /// Valid ones.
    pub(super) valid: u64,
    /// Candidates per second.
    pub(super) rate: f64,
    /// About how many candidates there are, once that is known.
    pub(super) estimate: Option<u64>,
}

impl<'a> Watch<'a> {
    pub(super) fn new(
        mode: ExhaustMode,
        observer: &'a dyn Observer,
        inputs: &'a mut dyn FnMut(ValidInput),
    ) -> Self {
        let verb = match mode {
            ExhaustMode::Check => "Searching",
            ExhaustMode::Count => "Counting",
            ExhaustMode::Show => "Showing",
            ExhaustMode::Draw => "Drawing",
        };
        Self { observer, inputs, verb, stage: None }
    }

    /// The build begins.
    pub(super) fn building(&mut self, subject: &str) {
        self.stage = Some(self.observer.stage("Building", subject));
    }

    /// The build is done, and found so many functions.
    pub(super) fn built(&mut self, functions: usize) {
        let count = text::count(functions as u64, "function");
        self.finish(&format!("{count} to search"));
    }

    /// The search of a function begins; `known` of its parts were searched by an earlier run.
    pub(super) fn started(&mut self, function: &str, bounds: &str, parts: usize, known: usize) {
        if known > 0 {
            let known = text::count(known as u64, "part");
            self.observer.warn(&format!(
                "{function}: going on where an earlier run stopped, with {known} of {parts} done \
                 (--from-scratch starts anew)"
            ));
        }
        self.stage = Some(self.observer.stage(self.verb, ""));
        self.update(&format!("{function}   {bounds}"));
    }

    /// The search of a function has come so far.
    pub(super) fn progress(&self, function: &str, standing: &Standing) {
        if let (Some(stage), Some(estimate)) = (&self.stage, standing.estimate) {
            stage.progress(standing.explored, estimate.max(standing.explored));
        }
        self.update(&progress(function, standing));
    }

    /// Hands on a valid input, in the order of the search.
    pub(super) fn input(&mut self, function: &str, text: String, svg: String) {
        (self.inputs)(ValidInput { function: function.to_owned(), text, svg });
    }

    /// The search of a function is over.
    pub(super) fn searched(&mut self, function: &SearchedFunction) {
        if let Some(error) = &function.error {
            self.stage = None;
            self.observer.warn(&format!("{}: {error}", function.function));
            return;
        }
        let cut = if function.complete { "" } else { ", unfinished" };
        let name = text::cut(&function.function, 40);
        self.finish(&format!(
            "{name:<32} {} candidates, {} valid{cut}",
            text::magnitude(function.explored),
            text::magnitude(function.valid),
        ));
        if let Some(finding) = outcome::finding(function) {
            self.observer.finding(&finding);
        }
    }

    /// The proof of so many tests begins.
    pub(super) fn proving(&mut self, tests: usize) {
        self.stage = Some(self.observer.stage("Proving", ""));
        self.update(&text::count(tests as u64, "test"));
    }

    /// The proof is done.
    pub(super) fn proven(&mut self, functions: &[SearchedFunction]) {
        let cases = || functions.iter().filter_map(|function| function.case.as_ref());
        let (all, placed) = (cases().count(), cases().filter(|it| it.placed().is_some()).count());
        let all = text::count(all as u64, "test");
        self.finish(&format!("{placed} of {all} failing as predicted"));
    }

    fn update(&self, detail: &str) {
        if let Some(stage) = &self.stage {
            stage.update(detail);
        }
    }

    fn finish(&mut self, detail: &str) {
        if let Some(stage) = self.stage.take() {
            stage.finish(detail);
        }
    }
}

/// The numbers first: a narrow terminal cuts off the name.
fn progress(function: &str, standing: &Standing) -> String {
    let Standing { explored, valid, rate, estimate } = *standing;
    let of = estimate.map(|total| format!(" of about {}", text::magnitude(rounded(total))));
    format!(
        "{}{} candidates · {}/s · {} valid · {function}",
        text::magnitude(explored),
        of.unwrap_or_default(),
        text::rate(rate),
        text::magnitude(valid),
    )
}

/// The number with two figures: an estimate should not look exact.
fn rounded(number: u64) -> u64 {
    let unit = 10_u64.pow(number.checked_ilog10().unwrap_or(0).saturating_sub(1));
    number.div_ceil(unit) * unit
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn progress_shows_how_much_is_left() {
        let standing =
            Standing { explored: 1_200_000, valid: 1_430, rate: 14e6, estimate: Some(2_961_123) };
        assert_eq!(
            progress("insert", &standing),
            "1.20 M of about 3.00 M candidates · 14.0 M/s · 1,430 valid · insert"
        );
        let standing = Standing { explored: 12, valid: 3, rate: 100.0, estimate: None };
        assert_eq!(progress("insert", &standing), "12 candidates · 100/s · 3 valid · insert");
    }

    #[test]
    fn estimates_have_two_figures() {
        for (number, text) in [(0, 0), (7, 7), (99, 99), (101, 110), (2_961_123, 3_000_000)] {
            assert_eq!(rounded(number), text);
        }
    }
}
