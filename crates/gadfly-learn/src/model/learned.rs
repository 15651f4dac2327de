//! Everything that was learned from a run, and its file.

use std::collections::{BTreeMap, BTreeSet};

use gadfly_model::rust_path;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::build::{self, Path};
use super::fold::folded;
use super::graph::{Label, Model, find};
use super::partners::{self, Partners};
use super::prune::{MOST_NODES, pruned};
use crate::function::{Function, Functions};
use crate::history::{self, Purity, PurityTable, Step};
use crate::trace::{Position, Trace};

/// The layout of the file.
pub const FORMAT_VERSION: u32 = 1;

/// Everything that was learned from a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Learned {
    /// The layout of the file.
    pub format_version: u32,
    /// Functions that models mention, by path.
    pub functions: Vec<Function>,
    /// Models of types by name: what objects did from the start on, as a tree whose alternatives rejoin. For people; the steps
    /// that are nearest to the start if there are many.
    pub models: Vec<Model>,
    /// The same models with one step per call, whatever came before. For a search.
    pub folded: Vec<Model>,
    /// Meetings of arguments.
    pub partners: Vec<Partners>,
    /// Types whose values have no identity, by name.
    pub plain_types: Vec<String>,
}

/// A file that cannot be used.
#[derive(Debug, Error)]
pub enum LearnedError {
    /// It is not JSON of this form.
    #[error("not a file of models: {0}")]
    Form(#[from] serde_json::Error),
    /// It has another layout.
    #[error("layout {0} of models is unknown")]
    Version(u32),
    /// It refers to something that is not in it.
    #[error("model of `{0}` refers to a step or function that does not exist")]
    Reference(String),
}

/// The part of a file that all layouts have.
#[derive(Deserialize)]
struct Head {
    format_version: u32,
}

impl Learned {
    /// Learns from a run: models of the crate's own types.
    pub fn of(trace: &Trace, functions: &Functions, table: &PurityTable) -> Self {
        let purity = Purity::of(trace, functions, table);
        // Types of other crates follow their own rules, of which only a part was traced.
        let own: BTreeSet<&str> =
            functions.0.iter().map(|function| rust_path::first(&function.path)).collect();
        let is_own = |object: usize| {
            let facts = &trace.types[trace.objects[object].type_number];
            own.contains(rust_path::first(&facts.name))
        };
        let histories: Vec<(usize, Vec<Step>)> = history::histories(trace)
            .into_iter()
            .filter(|(object, _)| is_own(*object))
            .map(|(object, steps)| {
                let steps = history::filtered(trace, functions, &purity, object, steps);
                (trace.objects[object].type_number, steps)
            })
            .filter(|(_, steps)| !steps.is_empty())
            .collect();
        let partners = partners::count(trace, functions, &purity);
        let mut used: BTreeSet<u32> = BTreeSet::new();
        for (_, steps) in &histories {
            add_functions(trace, steps, &mut used);
        }
        used.extend(partners.iter().filter_map(|it| u32::try_from(it.function).ok()));
        let (functions, indices) = table_of(functions, &used);

        let mut by_type: BTreeMap<&str, Vec<Vec<Path>>> = BTreeMap::new();
        for (type_number, steps) in &histories {
            let paths = build::paths(trace, &indices, steps, true);
            by_type.entry(&trace.types[*type_number].name).or_default().push(paths);
        }
        let models = by_type.into_iter().map(|(name, histories)| build::build(name, histories));
        let (models, folded) = models.map(|it| (pruned(&it, MOST_NODES), folded(&it, 1))).unzip();
        let partners = partners.into_iter().filter_map(|it| {
            let function = *indices.get(&u32::try_from(it.function).ok()?)?;
            Some(Partners { function, ..it })
        });
        let mut partners: Vec<Partners> = partners.collect();
        partners.sort_by_key(|it| (it.function, it.arguments));
        let plain = trace.types.iter().filter(|it| it.is_plain).map(|it| it.name.clone());
        let plain_types: BTreeSet<String> = plain.collect();
        Self {
            format_version: FORMAT_VERSION,
            functions,
            models,
            folded,
            partners,
            plain_types: plain_types.into_iter().collect(),
        }
    }

    /// The model of a type.
    pub fn model(&self, type_name: &str) -> Option<&Model> {
        find(&self.models, type_name)
    }

    /// The index of a function.
    pub fn function(&self, path: &str) -> Option<usize> {
        self.functions.iter().position(|function| function.path == path)
    }

    /// The meetings of two arguments.
    pub fn partners(&self, function: usize, arguments: (usize, usize)) -> Option<&Partners> {
        let key = (function, arguments);
        let at = self.partners.binary_search_by_key(&key, |it| (it.function, it.arguments));
        at.ok().map(|at| &self.partners[at])
    }

    /// The text of the file: the same for the same calls, in whatever order threads made them.
    pub fn json(&self) -> String {
        let text = serde_json::to_string_pretty(self);
        text.map(|text| text + "\n").unwrap_or_default()
    }

    /// Reads a file.
    ///
    /// # Errors
    ///
    /// Where it is none, has another layout, or refers to what is not in it.
    pub fn read(text: &str) -> Result<Self, LearnedError> {
        let head: Head = serde_json::from_str(text)?;
        if head.format_version != FORMAT_VERSION {
            return Err(LearnedError::Version(head.format_version));
        }
        let mut learned: Self = serde_json::from_str(text)?;
        for model in learned.models.iter().chain(&learned.folded) {
            if !model.is_within(&learned.functions) {
                return Err(LearnedError::Reference(model.type_name.clone()));
            }
        }
        if learned.partners.iter().any(|it| it.function >= learned.functions.len()) {
            return Err(LearnedError::Reference("partners".to_owned()));
        }
        for models in [&mut learned.models, &mut learned.folded] {
            models.sort_by(|left, right| left.type_name.cmp(&right.type_name));
        }
        learned.partners.sort_by_key(|it| (it.function, it.arguments));
        Ok(learned)
    }
}

impl Model {
    /// Returns whether all steps and functions that it refers to exist.
    fn is_within(&self, functions: &[Function]) -> bool {
        let next = self.nodes.iter().flat_map(|node| &node.next);
        let mut edges = self.starts.iter().chain(next);
        let has_function = |label: Label| {
            match label {
            Label::Made => true,
            Label::Call { function, position } => functions.get(function).is_some_and(|function| {
                !matches!(position, Position::Argument(index) if index >= function.parameters.len())
            }),
        }
        };
        edges.all(|edge| edge.to < self.nodes.len())
            && self.nodes.iter().all(|node| has_function(node.label))
    }
}

fn add_functions(trace: &Trace, steps: &[Step], used: &mut BTreeSet<u32>) {
    for step in steps {
        used.insert(trace.calls[step.call].function);
        add_functions(trace, &step.steps, used);
    }
}

/// The used functions in the order of their paths, and the index of each by number.
fn table_of(functions: &Functions, used: &BTreeSet<u32>) -> (Vec<Function>, BTreeMap<u32, usize>) {
    let known = used.iter().filter_map(|number| Some((*number, functions.get(*number)?)));
    let mut known: Vec<(u32, &Function)> = known.collect();
    known.sort_by(|(_, left), (_, right)| {
        (&left.path, &left.file, left.line).cmp(&(&right.path, &right.file, right.line))
    });
    let indices = known.iter().enumerate().map(|(index, (number, _))| (*number, index)).collect();
    (known.into_iter().map(|(_, function)| function.clone()).collect(), indices)
}
