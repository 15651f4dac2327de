//! Writing the next call of a sequence, as models allow.
//!
//! Every argument whose model knows its part in the call must be in a state from which it can take that step (*join*), and
//! two arguments must have been in a call together before where they had been in all traced calls, and not where they had
//! been in none (*partners*).

use std::collections::BTreeMap;

use gadfly_learn::Literal;
use gadfly_learn::model::Label;
use gadfly_learn::trace::Position;
use gadfly_plan::prepared::{ParameterMode, ParameterRecord};
use gadfly_wire::{Access, Argument, LiteralType, Statement, What};

use super::dice::Dice;
use super::draft::Draft;
use super::guide::Guide;
use super::literals::Traced;
use crate::pipeline::TracedValues;
use crate::value_types::{literal_type, wanted};

/// The most statements of a sequence.
const LONGEST: usize = 40;
/// Values are made of values at most so deep.
const DEEPEST: u32 = 5;
/// The share of sequences that begin anew, in per cent.
const ANEW: usize = 30;
/// The share of arguments that are taken from the sequence where it has some, in per cent.
const REUSED: usize = 80;

/// Steps that are drawn before the one that was taken least is chosen.
const CHOICES: usize = 4;

/// Sequences that ran without failure, to be extended.
#[derive(Debug, Default)]
pub(super) struct Pool {
    drafts: Vec<Draft>,
    /// By type: sequences with a living value of it, and the value.
    by_type: BTreeMap<String, Vec<(usize, u32)>>,
    /// The same by the name under which a type has its model.
    by_key: BTreeMap<String, Vec<(usize, u32)>>,
    /// Number of sequences by the steps that objects in them took last.
    taken: BTreeMap<Label, usize>,
}

impl Pool {
    pub(super) fn add(&mut self, guide: &Guide<'_>, draft: Draft) {
        for (variable, facts) in draft.objects() {
            let key = guide.key(&facts.ty).filter(|key| guide.machine_of(key).is_some());
            if let Some(key) = key {
                let entry = (self.drafts.len(), variable);
                self.by_type.entry(facts.ty.to_string()).or_default().push(entry);
                self.by_key.entry(key.to_owned()).or_default().push(entry);
                if let Some(state) = facts.state {
                    *self.taken.entry(state).or_default() += 1;
                }
            }
        }
        self.drafts.push(draft);
    }

    fn taken(&self, label: Label) -> usize {
        self.taken.get(&label).copied().unwrap_or_default()
    }
}

/// Writes sequences.
pub(super) struct Writer<'g, 'h> {
    pub(super) guide: &'g Guide<'h>,
    pub(super) traced: &'g Traced,
    pub(super) values: TracedValues,
    pub(super) dice: Dice,
    /// Names of types that sequences can begin with.
    pub(super) types: Vec<String>,
}

/// The call that is being written.
struct Call<'c> {
    operation: u32,
    /// Values of a traced call, by argument.
    input: &'c [Option<Literal>],
    /// Arguments so far; none for literals.
    objects: Vec<Option<u32>>,
}

impl Writer<'_, '_> {
    /// A new sequence: one step of an object of some type, after a sequence that has such an object, or none.
    pub(super) fn next(&mut self, pool: &Pool) -> Option<Draft> {
        let key = &*self.dice.one(&self.types)?.clone();
        let known = pool.by_key.get(key).map(Vec::as_slice).unwrap_or_default();
        if known.is_empty() || self.dice.percent(ANEW) {
            let mut draft = Draft::default();
            self.start(&mut draft, key, pool, 0)?;
            return Some(draft);
        }
        let machine = self.guide.machine_of(key)?;
        let mut chosen = None;
        for _ in 0..CHOICES {
            let (base, variable) = *self.dice.one(known)?;
            let state = pool.drafts[base].variables[variable as usize].state;
            let labels = machine.next(state).into_iter().flatten();
            let labels: Vec<Label> = labels.copied().collect();
            let Some(label) = self.dice.one(&labels).copied() else { continue };
            let choice = (pool.taken(label), base, variable, label);
            chosen = Some(chosen.map_or(choice, |other| choice.min(other)));
        }
        let (_, base, variable, label) = chosen?;
        let mut draft = pool.drafts[base].clone();
        let Label::Call { position: Position::Argument(position), .. } = label else { return None };
        let operations = self.guide.operations(label);
        let operation = *self.dice.one(operations)?;
        let parameter = self.guide.record(operation).parameters.get(position)?;
        if !serves(&draft.variables[variable as usize].ty, parameter) {
            return None;
        }
        let input = inputs_of(machine.inputs(label), &mut self.dice);
        self.call(&mut draft, operation, input, Some((position, variable)), pool, 0)?;
        (draft.statements.len() <= LONGEST).then_some(draft)
    }

    /// Begins an object of a type.
    fn start(&mut self, draft: &mut Draft, key: &str, pool: &Pool, depth: u32) -> Option<u32> {
        let machine = self.guide.machine_of(key)?;
        let labels: Vec<Label> = machine.starts.iter().copied().collect();
        let label = *self.dice.one(&labels)?;
        if label == Label::Made {
            let types = self.guide.made_types(key);
            let ty = *self.dice.one(&types)?;
            return self.made(draft, ty, pool, depth);
        }
        let makes = |id: &&u32| self.guide.key(self.guide.yields(**id)) == Some(key);
        let operations: Vec<u32> =
            self.guide.operations(label).iter().filter(makes).copied().collect();
        let operation = *self.dice.one(&operations)?;
        let input = inputs_of(machine.inputs(label), &mut self.dice);
        self.call(draft, operation, input, None, pool, depth)
    }

    /// Writes a call with all that it needs; returns the variable of its value.
    fn call(
        &mut self,
        draft: &mut Draft,
        operation: u32,
        input: &[Option<Literal>],
        fixed: Option<(usize, u32)>,
        pool: &Pool,
        depth: u32,
    ) -> Option<u32> {
        if depth > DEEPEST || draft.statements.len() > LONGEST {
            return None;
        }
        let record = self.guide.record(operation);
        let mut call = Call { operation, input, objects: Vec::new() };
        let mut arguments = Vec::new();
        if let Some((position, variable)) = fixed {
            // The object itself is no candidate for the other arguments.
            call.objects = vec![None; position + 1];
            call.objects[position] = Some(variable);
        }
        for (index, parameter) in record.parameters.iter().enumerate() {
            let variable = match fixed.filter(|(position, _)| *position == index) {
                Some((_, variable)) => variable,
                None => self.argument(draft, &call, index, parameter, pool, depth)?,
            };
            if call.objects.len() <= index {
                call.objects.resize(index + 1, None);
            }
            let is_literal = matches!(draft.statements[variable as usize].what, What::Literal(_));
            call.objects[index] = (!is_literal).then_some(variable);
            arguments.push(Argument { var: variable, access: access(parameter) });
        }
        let statement = Statement { args: arguments, ..Statement::operation(operation) };
        Some(self.finish(draft, statement, operation, &call.objects))
    }

    /// Adds a call and what takes the value out of its result, and notes the steps of its objects.
    fn finish(
        &mut self,
        draft: &mut Draft,
        statement: Statement,
        operation: u32,
        objects: &[Option<u32>],
    ) -> u32 {
        let record = self.guide.record(operation);
        let mut result = draft.push(statement, &record.output);
        if let Some(unpacking) = self.guide.unpacking(&record.output) {
            let taken = Statement::operation(unpacking).with_args([(result, Access::Move)]);
            draft.variables[result as usize].is_alive = false;
            result = draft.push(taken, &self.guide.record(unpacking).output);
        }
        let mut replaced = None;
        for (index, variable) in objects.iter().enumerate() {
            let (Some(variable), Some(parameter)) = (variable, record.parameters.get(index)) else {
                continue;
            };
            let variable = &mut draft.variables[*variable as usize];
            let machine = self.guide.machine(&variable.ty);
            let label = self.guide.label(operation, Position::Argument(index));
            if let (Some(machine), Some(label)) = (machine, label)
                && machine.knows(label)
                && machine.allows(variable.state, label)
            {
                variable.state = Some(label);
            }
            if parameter.mode == ParameterMode::Value && !parameter.is_copy {
                variable.is_alive = false;
                replaced = replaced.or(Some((variable.ty.clone(), variable.state)));
            }
        }
        let mut present: Vec<u32> = objects.iter().flatten().copied().collect();
        present.push(result);
        draft.meet(&present);
        let variable = &mut draft.variables[result as usize];
        if let Some(machine) = self.guide.machine(&variable.ty) {
            let label = self.guide.label(operation, Position::Return);
            let made = Some(Label::Made).filter(|made| machine.knows(*made));
            let same = replaced.filter(|(ty, _)| *ty == variable.ty).and_then(|(_, state)| state);
            variable.state = label.filter(|label| machine.knows(*label)).or(same).or(made);
        }
        result
    }

    fn argument(
        &mut self,
        draft: &mut Draft,
        call: &Call<'_>,
        index: usize,
        parameter: &ParameterRecord,
        pool: &Pool,
        depth: u32,
    ) -> Option<u32> {
        let ty = wanted(parameter);
        let traced = call.input.get(index).and_then(Option::as_ref);
        if let Some(literal_type) = literal_type(&ty) {
            let literal = self.literal(literal_type, traced, call.operation)?;
            return Some(draft.push(Statement::literal(literal), &ty));
        }
        if let Some((maker, takes_text)) = traced.and_then(|it| self.guide.conversion(&ty, it)) {
            let mut statement = Statement::operation(maker);
            if takes_text {
                let literal = self.traced.find(LiteralType::Str, traced?)?;
                let text = draft.push(Statement::literal(literal), "&str");
                statement = statement.with_args([(text, Access::Copy)]);
            }
            return Some(draft.push(statement, &ty));
        }
        let candidates = self.candidates(draft, call, index, parameter);
        if !candidates.is_empty() && self.dice.percent(REUSED) {
            return self.dice.one(&candidates).copied();
        }
        let made = match self.guide.machine(&ty).is_some() {
            true => self.helper(draft, &ty, pool, depth),
            false => self.made(draft, &ty, pool, depth),
        };
        // Whatever was made must fit, too.
        let is_allowed = |it: &u32| self.is_allowed(draft, call, index, *it);
        made.filter(is_allowed).or_else(|| candidates.first().copied())
    }

    /// Living variables that may be an argument.
    fn candidates(
        &self,
        draft: &Draft,
        call: &Call<'_>,
        index: usize,
        parameter: &ParameterRecord,
    ) -> Vec<u32> {
        let serving = draft.objects().filter(|(_, it)| serves(&it.ty, parameter));
        let serving = serving.map(|(variable, _)| variable);
        serving.filter(|variable| self.is_allowed(draft, call, index, *variable)).collect()
    }

    /// Returns whether a variable may be an argument of a call, by its state and by those that it has met.
    fn is_allowed(&self, draft: &Draft, call: &Call<'_>, index: usize, variable: u32) -> bool {
        let facts = &draft.variables[variable as usize];
        let label = self.guide.label(call.operation, Position::Argument(index));
        let machine = self.guide.machine(&facts.ty);
        let can_step = match (machine, label) {
            (Some(machine), Some(label)) => machine.allows(facts.state, label),
            _ => true,
        };
        can_step
            && call.objects.iter().enumerate().all(|(other, object)| {
                let Some(object) = object else { return true };
                let pair = (other.min(index), other.max(index));
                *object != variable
                    && (other == index
                        || self.guide.allows_partners(
                            call.operation,
                            pair,
                            draft.have_met(*object, variable),
                        ))
            })
    }

    /// A value of a modelled type: of a sequence that ran, or begun here.
    fn helper(&mut self, draft: &mut Draft, ty: &str, pool: &Pool, depth: u32) -> Option<u32> {
        let kept = pool.by_type.get(ty).map(Vec::as_slice).unwrap_or_default();
        if !kept.is_empty() && self.dice.percent(50) {
            let (other, variable) = *self.dice.one(kept)?;
            return Some(draft.append(&pool.drafts[other]) + variable);
        }
        let key = self.guide.key(ty)?;
        let starts = &self.guide.machine_of(key)?.starts;
        if starts.contains(&Label::Made) && self.dice.percent(50) {
            return self.made(draft, ty, pool, depth);
        }
        let made = self.start(draft, key, pool, depth + 1)?;
        // Another instance of a generic type is of no use.
        (*draft.variables[made as usize].ty == *ty).then_some(made)
    }

    /// A value of a type without a model.
    fn made(&mut self, draft: &mut Draft, ty: &str, pool: &Pool, depth: u32) -> Option<u32> {
        let maker = *self.dice.one(self.guide.makers(ty))?;
        self.call(draft, maker, &[], None, pool, depth + 1)
    }

    /// A literal for an argument: that of the traced call, one close to it, or any, as far as these are allowed.
    fn literal(
        &mut self,
        ty: LiteralType,
        traced: Option<&Literal>,
        operation: u32,
    ) -> Option<u32> {
        let found = traced.and_then(|literal| self.traced.find(ty, literal));
        let is_modelled = self.guide.function(operation).is_some();
        let is_free = self.values == TracedValues::Any && self.dice.percent(25);
        match found.filter(|_| !is_free) {
            Some(found) if self.values != TracedValues::Traced && self.dice.percent(30) => {
                Some(self.dice.one(self.traced.near(found)).copied().unwrap_or(found))
            }
            Some(found) => Some(found),
            // Arguments of modelled calls are never invented, unless that is asked for.
            None if is_modelled && traced.is_some() && !is_free => None,
            None => self.dice.one(self.traced.of_type(ty)).copied(),
        }
    }
}

fn inputs_of<'i>(
    inputs: &'i [gadfly_learn::model::Input],
    dice: &mut Dice,
) -> &'i [Option<Literal>] {
    dice.one(inputs).map(|input| input.values.as_slice()).unwrap_or_default()
}

/// Returns whether a variable of a type may be passed for a parameter.
fn serves(ty: &str, parameter: &ParameterRecord) -> bool {
    let wanted = wanted(parameter);
    let behind = match parameter.mode {
        ParameterMode::Shared => ty.strip_prefix('&').map(|it| it.trim_start_matches("mut ")),
        ParameterMode::Exclusive => ty.strip_prefix("&mut "),
        _ => None,
    };
    ty == wanted || behind == Some(&wanted)
}

/// The way in which an argument is passed; the harness works it out again from the variable's type.
fn access(parameter: &ParameterRecord) -> Access {
    match parameter.mode {
        ParameterMode::Value if parameter.is_copy => Access::Copy,
        ParameterMode::Value => Access::Move,
        ParameterMode::Shared | ParameterMode::SharedUnsized => Access::Borrow,
        ParameterMode::Exclusive | ParameterMode::ExclusiveUnsized => Access::BorrowMut,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gadfly_learn::{Function, Learned, Parameter, Passing};
    use gadfly_model::Ty;
    use gadfly_plan::prepared::{FunctionRecord, OperationOrigin, OperationRecord, Prepared};
    use gadfly_wire::{OperationPlan, Plan};

    /// A door, which is opened before it is closed; a key, which has met its door before it locks it.
    const FUNCTIONS: [(&str, &[&str], &str); 4] = [
        ("k::Door::new", &[], "k::Door"),
        ("k::Door::open", &["k::Door"], "()"),
        ("k::Key::of", &["k::Door"], "k::Key"),
        ("k::Key::lock", &["k::Key", "k::Door"], "()"),
    ];

    fn harness() -> (Prepared, Plan) {
        let mut prepared = Prepared::new("print".to_owned(), "k", "1.0.0");
        let mut plan = Plan::default();
        for (number, (path, parameters, output)) in (0..).zip(FUNCTIONS) {
            prepared.functions.push(FunctionRecord {
                path: path.to_owned(),
                signature: String::new(),
                callable: true,
                instances: Vec::new(),
                reason: None,
                panics: None,
                requirement: None,
                arguments: Vec::new(),
            });
            let parameter = |ty: &&str| ParameterRecord {
                ty: (*ty).to_owned(),
                value_type: Ty::unit(),
                mode: ParameterMode::Shared,
                is_copy: false,
            };
            prepared.operations.push(OperationRecord {
                function: Some(number),
                body: String::new(),
                origin: OperationOrigin::Call,
                output: output.to_owned(),
                output_type: Ty::unit(),
                parameters: parameters.iter().map(parameter).collect(),
                is_method: false,
                is_partial: false,
                is_built: true,
            });
            plan.operations.push(OperationPlan::of_function(number));
        }
        (prepared, plan)
    }

    /// Models: a door is made and opened; a key is made of an open door, and locks doors that it has met.
    fn learned() -> Learned {
        let call = |function: usize, position: &str| {
            format!("{{\"call\":{{\"function\":{function},\"position\":{position}}}}}")
        };
        let (made, argument) = ("\"return\"", |index: usize| format!("{{\"argument\":{index}}}"));
        let node = |label: String, next: &[usize]| {
            let next: Vec<String> =
                next.iter().map(|to| format!("{{\"to\":{to},\"traced\":1}}")).collect();
            format!("{{\"label\":{label},\"inputs\":[],\"next\":[{}]}}", next.join(","))
        };
        let model = |name: &str, nodes: &[String]| {
            format!(
                "{{\"type_name\":\"{name}\",\"objects\":1,\"starts\":[{{\"to\":0,\"traced\":1}}],\"nodes\":[{}]}}",
                nodes.join(",")
            )
        };
        let door = model(
            "k::Door",
            &[
                node(call(0, made), &[1]),
                node(call(1, &argument(0)), &[2]),
                node(call(2, &argument(0)), &[2]),
            ],
        );
        let key = model("k::Key", &[node(call(2, made), &[1]), node(call(3, &argument(0)), &[1])]);
        let function = |(path, parameters, _): (&str, &[&str], &str)| Function {
            path: path.to_owned(),
            file: "src/lib.rs".to_owned(),
            line: 1,
            is_public: true,
            parameters: parameters
                .iter()
                .map(|_| Parameter { name: "x".to_owned(), passing: Passing::Shared })
                .collect(),
        };
        let functions: Vec<Function> = FUNCTIONS.into_iter().map(function).collect();
        let functions = serde_json::to_string(&functions).expect("JSON");
        let partners = "{\"function\":3,\"arguments\":[0,1],\"met\":2,\"strangers\":0,\"same\":0}";
        Learned::read(&format!(
            "{{\"format_version\":1,\"functions\":{functions},\"models\":[],\"folded\":[{door},{key}],\"partners\":[{partners}],\"plain_types\":[]}}"
        ))
        .expect("models")
    }

    /// Many sequences, each of which is taken for one that passed.
    fn written() -> Vec<Draft> {
        let ((prepared, plan), learned, traced) = (harness(), learned(), Traced::default());
        let guide = Guide::new(&learned, &prepared, &plan, "k");
        let (dice, types) = (Dice::new(3), guide.types());
        let values = TracedValues::Traced;
        let mut writer = Writer { guide: &guide, traced: &traced, values, dice, types };
        let (mut pool, mut all) = (Pool::default(), Vec::new());
        for _ in 0..600 {
            if let Some(draft) = writer.next(&pool) {
                pool.add(&guide, draft.clone());
                all.push(draft);
            }
        }
        all
    }

    #[test]
    fn objects_take_the_steps_of_their_models() {
        let all = written();
        let is = |statement: &Statement, id: u32| statement.what == What::Operation(id);
        let mut locks = 0;
        for draft in &all {
            for (at, statement) in draft.statements.iter().enumerate() {
                // A key is made of a door that was opened before.
                if is(statement, 2) {
                    let door = statement.args[0].var;
                    let before = &draft.statements[..at];
                    assert!(
                        before.iter().any(|it| is(it, 1) && it.args[0].var == door),
                        "{draft:?}"
                    );
                }
                // It locks the door that it was made of, and no other.
                if is(statement, 3) {
                    locks += 1;
                    let key = &draft.statements[statement.args[0].var as usize];
                    assert_eq!(key.args[0].var, statement.args[1].var, "{draft:?}");
                }
            }
        }
        assert!(locks > 10, "{locks}");
    }

    #[test]
    fn sequences_repeat_with_their_seed() {
        let words = |all: Vec<Draft>| all.iter().map(Draft::words).collect::<Vec<_>>();
        assert_eq!(words(written()), words(written()));
    }
}
