//! A law about one concrete type: an expression for the harness, and an assertion for people.

use gadfly_wire::Law;

use super::type_methods::Method;
use crate::operations::candidate::{CallOrigin, Candidate, Input, PassingMode};

/// A law as it applies to one type.
pub struct Statement<'k> {
    /// The law's name.
    pub name: &'static str,
    /// The requirement, without a full stop.
    pub sentence: String,
    /// The functions it is about; the first is at fault when it is broken.
    pub terms: Vec<&'k Method<'k>>,
    /// The arguments it is about.
    pub inputs: Vec<Input>,
    /// `true` if it holds: an expression over `x0`, `x1`, …. One that panics says nothing.
    pub body: String,
    /// Statements that fail where it does not hold, over `{0}`, `{1}`, … for the arguments: values
    /// of the argument's type, references where that type has no size.
    pub assertion: String,
}

impl Statement<'_> {
    /// The law in words and as source.
    pub fn law(&self) -> Law {
        let mut imports: Vec<String> = self.terms.iter().filter_map(|term| term.import()).collect();
        imports.sort();
        imports.dedup();
        imports.push(self.assertion.clone());
        Law {
            name: self.name.to_owned(),
            sentence: self.sentence.clone(),
            method: self.terms.first().map_or("", |term| &*term.function.name).to_owned(),
            assertion: imports.join(" "),
            helpers: String::new(),
        }
    }

    /// The operation that states law number `index`.
    pub fn candidate(&self, index: u32) -> Candidate {
        let body = format!("lawful(&mut || {{ {} }})", self.body);
        let mut candidate =
            Candidate::with_origin(CallOrigin::Law(index), self.inputs.clone(), body);
        // A yes or a no holds no borrows.
        candidate.flows.clear();
        candidate
    }
}

/// An operation that runs a law's assertion as a test would, to see whether it compiles.
pub fn asserting(law: &Law, stating: &Candidate) -> Candidate {
    let mut assertion = law.assertion.clone();
    for (index, input) in stating.inputs.iter().enumerate() {
        let place = if input.mode == PassingMode::Ref {
            format!("(*x{index})")
        } else {
            format!("x{index}")
        };
        assertion = assertion.replace(&format!("{{{index}}}"), &place);
    }
    Candidate { body: format!("{{ {assertion} }}"), ..stating.clone() }
}
