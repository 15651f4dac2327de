//! Filters on logs that are written by hand, call by call.

use gadfly_learn::history::{Purity, PurityTable, Step, filtered, histories};
use gadfly_learn::model::{Learned, Model, folded};
use gadfly_learn::record::{Event, EventKind, Log, Object, Type, Value};
use gadfly_learn::trace::{Birth, Trace};
use gadfly_learn::{Function, Functions, Parameter, Passing};

/// A log of one thread.
#[derive(Default)]
struct Script {
    log: Log,
    functions: Functions,
}

/// An object at an address, with bytes.
fn object(address: u64, hash: u64) -> Value {
    let has_address = true;
    let (text_hash, text, id) = (None, None, None);
    Value::Object(Object {
        type_number: 0,
        address,
        size: 8,
        hash,
        has_address,
        text_hash,
        text,
        id,
    })
}

impl Script {
    /// A function with a receiver, and its number.
    fn function(&mut self, path: &str, is_public: bool, passing: Passing) -> u32 {
        let parameters = vec![Parameter { name: "self".to_owned(), passing }];
        let function = Function {
            path: format!("demo::Machine::{path}"),
            file: "src/lib.rs".to_owned(),
            line: 1,
            is_public,
            parameters,
        };
        self.functions.0.push(function);
        self.functions.0.len() as u32 - 1
    }

    fn event(&mut self, kind: EventKind) {
        let clock = self.log.events.len() as u64;
        self.log.events.push(Event { clock, kind });
    }

    /// A constructor.
    fn make(&mut self, function: u32) {
        self.event(EventKind::Enter { function, arguments: vec![] });
        self.event(EventKind::Exit { returned: object(1, 100), again: vec![] });
    }

    /// A method on the object at its usual place, whose bytes are the state.
    fn call(&mut self, function: u32, before: u64, after: u64, within: impl FnOnce(&mut Self)) {
        let arguments = vec![Value::Mutable(Box::new(object(8, before)))];
        self.event(EventKind::Enter { function, arguments });
        within(self);
        let again = vec![(0, object(8, after))];
        self.event(EventKind::Exit { returned: Value::Unit, again });
    }

    fn trace(mut self) -> (Trace, Functions) {
        self.log.types.push(Type { name: "demo::Machine".to_owned(), has_destructor: true });
        (Trace::of(vec![self.log]), self.functions)
    }
}

fn name(trace: &Trace, functions: &Functions, step: &Step) -> String {
    functions.path(trace.calls[step.call].function).replace("demo::Machine::", "")
}

fn text(trace: &Trace, functions: &Functions, steps: &[Step]) -> String {
    let step = |step: &Step| match step.steps.as_slice() {
        [] => name(trace, functions, step),
        within => {
            let path = name(trace, functions, step);
            format!("{path} {{{}}}", text(trace, functions, within))
        }
    };
    steps.iter().map(step).collect::<Vec<_>>().join(" ")
}

fn history(script: Script) -> String {
    let (trace, functions) = script.trace();
    assert_eq!(trace.objects.len(), 1);
    let purity = Purity::of(&trace, &functions, &PurityTable::new());
    let steps = histories(&trace).remove(&0).expect("a history");
    text(&trace, &functions, &filtered(&trace, &functions, &purity, 0, steps))
}

#[test]
fn public_calls_of_private_ones_move_up() {
    let mut script = Script::default();
    let new = script.function("new", true, Passing::Owned);
    let run = script.function("run", true, Passing::Mutable);
    let inner = script.function("inner", false, Passing::Mutable);
    let step = script.function("step", true, Passing::Mutable);
    script.make(new);
    script.call(run, 100, 102, |script| {
        script.call(inner, 100, 101, |script| script.call(step, 100, 101, |_| {}));
        script.call(step, 101, 102, |_| {});
    });
    assert_eq!(history(script), "new run {step step}");
}

#[test]
fn calls_after_private_changes_are_removed() {
    let mut script = Script::default();
    let new = script.function("new", true, Passing::Owned);
    let run = script.function("run", true, Passing::Mutable);
    let set = script.function("set", false, Passing::Mutable);
    let step = script.function("step", true, Passing::Mutable);
    script.make(new);
    script.call(run, 100, 103, |script| {
        script.call(step, 100, 101, |_| {});
        script.call(set, 101, 102, |_| {});
        script.call(step, 102, 103, |_| {});
    });
    // What `run` did as a whole can be done again.
    script.call(step, 103, 104, |_| {});
    assert_eq!(history(script), "new run {step} step");
}

#[test]
fn private_changes_between_calls_end_a_history() {
    let mut script = Script::default();
    let new = script.function("new", true, Passing::Owned);
    let set = script.function("set", false, Passing::Mutable);
    let step = script.function("step", true, Passing::Mutable);
    script.make(new);
    script.call(step, 100, 101, |_| {});
    script.call(set, 101, 102, |_| {});
    script.call(step, 102, 103, |_| {});
    assert_eq!(history(script), "new step");
}

#[test]
fn shared_receivers_that_stay_the_same_are_removed() {
    let mut script = Script::default();
    let new = script.function("new", true, Passing::Owned);
    let look = script.function("look", true, Passing::Shared);
    let touch = script.function("touch", true, Passing::Shared);
    script.make(new);
    script.call(look, 100, 100, |_| {});
    // Its bytes change behind a shared reference, in one of its calls.
    script.call(touch, 100, 100, |_| {});
    script.call(touch, 100, 101, |_| {});
    assert_eq!(history(script), "new touch touch");
}

#[test]
fn types_of_other_crates_have_no_model() {
    let mut script = Script::default();
    let step = script.function("step", true, Passing::Mutable);
    script.call(step, 100, 101, |_| {});
    let (mut trace, functions) = script.trace();
    trace.types[0].name = "alloc::vec::Vec<demo::Machine>".to_owned();
    let learned = Learned::of(&trace, &functions, &PurityTable::new());
    assert!(learned.models.is_empty());
}

#[test]
fn objects_of_unknown_birth_are_made_elsewhere() {
    let mut script = Script::default();
    let step = script.function("step", true, Passing::Mutable);
    script.call(step, 100, 101, |_| {});
    let (trace, functions) = script.trace();
    assert_eq!(trace.objects[0].birth, Birth::Unknown);
    let learned = Learned::of(&trace, &functions, &PurityTable::new());
    let model = learned.model("demo::Machine").expect("a model");
    assert_eq!((model.nodes.len(), model.starts.len(), model.edges()), (2, 1, 1));
}

/// Models of objects that are stepped and reset in all kinds of order.
fn looping(objects: u64) -> Learned {
    let mut script = Script::default();
    let new = script.function("new", true, Passing::Owned);
    let names = ["reset", "run", "step"];
    let methods = names.map(|name| script.function(name, true, Passing::Mutable));
    for object in 0..objects {
        script.make(new);
        for round in 0..object % 80 {
            let (method, state) = (methods[(round * object / 3 % 3) as usize], 100 + round);
            // A method calls another one now and then.
            script.call(method, state, state + 1, |script| {
                if round % 5 == 0 {
                    script.call(methods[(object % 3) as usize], state, state + 1, |_| {});
                }
            });
        }
    }
    let (trace, functions) = script.trace();
    assert_eq!(trace.objects.len() as u64, objects);
    Learned::of(&trace, &functions, &PurityTable::new())
}

/// Returns whether some step leads back to itself.
fn has_cycle(model: &Model) -> bool {
    let mut left: Vec<usize> = vec![0; model.nodes.len()];
    model.nodes.iter().flat_map(|node| &node.next).for_each(|edge| left[edge.to] += 1);
    let mut open: Vec<usize> = (0..left.len()).filter(|node| left[*node] == 0).collect();
    let mut seen = 0;
    while let Some(node) = open.pop() {
        seen += 1;
        for edge in &model.nodes[node].next {
            left[edge.to] -= 1;
            if left[edge.to] == 0 {
                open.push(edge.to);
            }
        }
    }
    seen < model.nodes.len()
}

#[test]
fn models_have_cycles_only_when_folded() {
    let learned = looping(240);
    let model = learned.model("demo::Machine").expect("a model");
    assert_eq!((model.nodes.len(), has_cycle(model)), (400, false));
    assert!(model.left_out > 100, "{}", model.left_out);
    // The search gets all of it, with one step per call.
    assert_eq!((learned.folded[0].nodes.len(), learned.folded[0].left_out), (4, 0));

    let one = folded(model, 1);
    assert_eq!(one.nodes.len(), 4);
    assert!(has_cycle(&one));
    let two = folded(model, 2);
    assert!((8..17).contains(&two.nodes.len()), "{}", two.nodes.len());
    for model in [one, two] {
        let mut without = model.clone();
        without.nodes.iter_mut().for_each(|node| node.next.retain(|edge| !edge.is_back));
        assert!(!has_cycle(&without));
        // Every step of the tree is in the folded model, and no other.
        let of_tree = learned.models[0].nodes.iter().flat_map(|node| &node.next);
        assert!(
            of_tree.map(|edge| edge.traced).sum::<u32>()
                <= model.nodes.iter().flat_map(|node| &node.next).map(|edge| edge.traced).sum()
        );
    }
}
