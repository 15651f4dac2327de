//! Walks of a stack that is only imagined: the rules by themselves, without a harness.

use gadfly_walk::{
    Answer, ArgumentTexts, Asker, Call, DecisionCounts, Judgement, Maker, Oracle, Outcome,
    ProtocolMode, Question, Role, Speller, Start, Step, Tally, Verdict, Walk, validate,
};

const NEW: usize = 0;
const POP: usize = 1;
const PUSH: usize = 2;
const TOP: usize = 3;
const IS_FULL: usize = 4;
const SIZE: usize = 5;
const IS_EMPTY: usize = 6;

/// Runs calls on an imagined stack: what the last one yields, and whether it changed anything.
fn run(calls: &[usize]) -> (Outcome, bool) {
    let (mut items, mut next, mut last) = (Vec::new(), 0, (Outcome::Unit, false));
    for call in calls {
        let empty = || (Outcome::panic("the stack is empty"), false);
        let value = |text: String| (Outcome::Value(text), false);
        last = match *call {
            NEW => value("Stack".to_owned()),
            POP => match items.pop() {
                Some(_) => (Outcome::Unit, true),
                None => empty(),
            },
            PUSH => {
                items.push(next);
                next += 1;
                (Outcome::Unit, true)
            }
            TOP => items.last().map_or_else(empty, |item| value(format!("Item({item})"))),
            IS_FULL => value((items.len() == 10).to_string()),
            SIZE => value(items.len().to_string()),
            IS_EMPTY => value(items.is_empty().to_string()),
            _ => unreachable!("there are no other calls"),
        };
    }
    last
}

fn walk(mode: ProtocolMode, depth: u32, starts: Vec<Start>) -> Walk {
    let call = |name: &str, role: Role, args: &[usize]| Call {
        name: name.to_owned(),
        role,
        args: args.to_vec(),
    };
    let calls = vec![
        call("new", Role::Construct, &[]),
        call("pop", Role::Procedure, &[]),
        call("push", Role::Procedure, &[0]),
        call("top", Role::Observe, &[]),
        call("is_full", Role::Observe, &[]),
        call("size", Role::Observe, &[]),
        call("is_empty", Role::Observe, &[]),
    ];
    let methods: Vec<usize> = (POP..=IS_EMPTY).collect();
    let mut walk = Walk { mode, depth, calls, methods, starts, steps: Vec::new() };
    let mut level: Vec<(Option<usize>, usize, usize)> =
        (0..walk.starts.len()).map(|start| (None, start, 0)).collect();
    for length in 0..=depth {
        let mut next = Vec::new();
        for (parent, start, call) in level {
            let mut calls = match parent {
                Some(parent) => walk.calls_of(parent),
                None => walk.starts[start].calls.clone(),
            };
            if parent.is_some() {
                calls.push(call);
            }
            let (outcome, changed) = run(&calls);
            let call = *calls.last().expect("there is a call");
            let grows =
                outcome.is_normal() && (parent.is_none() || changed || !mode.needs_change());
            walk.steps.push(Step {
                parent,
                start,
                call,
                level: length,
                outcome: outcome.into(),
                location: None,
                changed,
                merged: false,
            });
            if grows && length < depth {
                let this = walk.steps.len() - 1;
                next.extend(walk.methods.iter().map(|method| (Some(this), start, *method)));
            }
        }
        level = next;
    }
    walk
}

fn from_new() -> Vec<Start> {
    vec![Start { state: None, calls: vec![NEW] }]
}

fn from_states() -> Vec<Start> {
    [("Empty", 0), ("Default", 1), ("Full", 10)]
        .map(|(name, pushes)| Start {
            state: Some(name.to_owned()),
            calls: [NEW].into_iter().chain(std::iter::repeat_n(PUSH, pushes)).collect(),
        })
        .to_vec()
}

fn speller() -> Speller {
    let items = (0..64).map(|n| Maker { text: format!("Item({n})"), args: Vec::new() });
    Speller::new(vec![ArgumentTexts { makers: items.collect() }])
}

/// Gives prepared answers, the last one again and again; keeps the questions.
struct Script {
    answers: Vec<Answer>,
    asked: Vec<String>,
}

impl Asker for Script {
    fn expect(&mut self, _: &[usize]) {}

    fn ask(&mut self, question: &Question<'_>) -> Answer {
        self.asked.push(format!("{} => {}", question.key, question.outcome.text()));
        let at = (self.asked.len() - 1).min(self.answers.len() - 1);
        self.answers[at]
    }
}

fn judge(walk: &Walk, oracle: &mut Oracle, answers: &[Answer]) -> (Judgement, Vec<String>) {
    let mut script = Script { answers: answers.to_vec(), asked: Vec::new() };
    let judgement = validate(walk, &walk.purity(), &speller(), oracle, &mut script);
    (judgement, script.asked)
}

#[test]
fn explorations_add_up_as_published() {
    for (mode, starts, normal, exceptional, discarded, total) in [
        (ProtocolMode::Protocol, from_new(), 111, 28, 120, 259),
        (ProtocolMode::Algebra, from_new(), 21, 4, 234, 259),
        (ProtocolMode::States, from_states(), 601, 44, 132, 777),
    ] {
        let walk = walk(mode, 3, starts);
        let tally = Tally::of(&walk);
        assert_eq!(
            (tally.normal, tally.exceptional, tally.discarded(), tally.total()),
            (normal, exceptional, discarded, total),
            "{mode:?}"
        );
        let parts: u64 = (0..walk.starts.len()).map(|it| Tally::of_start(&walk, it).total()).sum();
        assert_eq!(parts, total);
    }
}

#[test]
fn cycles_ask_as_often_as_published() {
    let mut oracle = Oracle::default();
    for (mode, depth, manual, predicted) in [
        (ProtocolMode::Algebra, 1, 6, 1),
        (ProtocolMode::Algebra, 2, 4, 9),
        (ProtocolMode::Algebra, 3, 9, 16),
        (ProtocolMode::States, 1, 4, 17),
        (ProtocolMode::States, 2, 8, 109),
        (ProtocolMode::States, 3, 28, 617),
    ] {
        let starts = if mode == ProtocolMode::States { from_states() } else { from_new() };
        let (judgement, _) = judge(&walk(mode, depth, starts), &mut oracle, &[Answer::Right]);
        let counts = judgement.counts;
        assert_eq!((counts.manual(), counts.predicted()), (manual, predicted), "{mode:?} {depth}");
    }
    assert_eq!(oracle.len(), 59);
}

#[test]
fn calls_that_only_look_are_left_out_on_the_way() {
    let mut oracle = Oracle::default();
    judge(&walk(ProtocolMode::Algebra, 2, from_new()), &mut oracle, &[Answer::Right]);
    let (judgement, asked) =
        judge(&walk(ProtocolMode::Protocol, 2, from_new()), &mut oracle, &[Answer::Right]);
    assert_eq!(asked, Vec::<String>::new(), "everything comes to something that is known");
    assert_eq!(judgement.counts.manual(), 0);
}

#[test]
fn failures_are_remembered_and_repeated() {
    let mut oracle = Oracle::default();
    let walk = walk(ProtocolMode::Algebra, 1, from_new());
    let (first, asked) = judge(&walk, &mut oracle, &[Answer::Right, Answer::Wrong, Answer::Right]);
    assert_eq!(asked[1], "new(); pop() => panic: the stack is empty");
    assert_eq!(first.counts.failed_manually, 1);
    let (second, asked) = judge(&walk, &mut oracle, &[Answer::Quit]);
    assert!(asked.is_empty(), "{asked:?}");
    assert_eq!(second.counts.failed_automatically, 1);
    assert_eq!(second.failed, first.failed);
}

#[test]
fn a_result_without_content_passes_unless_something_else_is_known() {
    let walk = walk(ProtocolMode::Algebra, 1, from_new());
    let mut oracle = Oracle::default();
    let (_, asked) = judge(&walk, &mut oracle, &[Answer::Right]);
    assert!(!asked.iter().any(|it| it.contains("push")), "{asked:?}");
    let mut oracle = Oracle::default();
    oracle.remember("new(); push(Item(0))", "panic: full", Verdict::Right);
    let (_, asked) = judge(&walk, &mut oracle, &[Answer::Right]);
    assert!(asked.contains(&"new(); push(Item(0)) => ()".to_owned()), "{asked:?}");
}

#[test]
fn a_violated_invariant_is_wrong_without_asking() {
    let mut walk = walk(ProtocolMode::Algebra, 1, from_new());
    let push = walk.steps.iter().position(|step| step.call == PUSH).expect("it was called");
    walk.steps[push].outcome = Outcome::violated("Stack::is_sorted", "it is false").into();
    let mut oracle = Oracle::default();
    let (judgement, asked) = judge(&walk, &mut oracle, &[Answer::Right]);
    assert!(!asked.iter().any(|it| it.contains("push")), "{asked:?}");
    assert_eq!((judgement.failed, judgement.counts.failed_automatically), (vec![push], 1));
    // An earlier verdict of the person has priority.
    let mut oracle = Oracle::default();
    let text = walk.steps[push].outcome.text();
    oracle.remember("new(); push(Item(0))", &text, Verdict::Right);
    assert!(judge(&walk, &mut oracle, &[Answer::Right]).0.failed.is_empty());
}

#[test]
fn an_answer_for_all_settles_what_is_alike_and_nothing_else() {
    let mut oracle = Oracle::default();
    let walk = walk(ProtocolMode::States, 1, from_states());
    let (judgement, asked) = judge(&walk, &mut oracle, &[Answer::RightForAll]);
    let DecisionCounts { passed_manually, passed_alike, .. } = judgement.counts;
    assert_eq!(asked.len() as u64, passed_manually);
    assert!(passed_alike > 0);
    let sizes = asked.iter().filter(|it| it.contains("size()")).count();
    assert_eq!(sizes, 1, "{asked:?}");
    // One for the panic of `top`, one for its values.
    assert_eq!(asked.iter().filter(|it| it.contains("top()")).count(), 2, "{asked:?}");
}

#[test]
fn skipped_questions_return_and_quitting_ends_them() {
    let mut oracle = Oracle::default();
    let walk = walk(ProtocolMode::Algebra, 1, from_new());
    let (judgement, asked) =
        judge(&walk, &mut oracle, &[Answer::Skip, Answer::Right, Answer::Quit]);
    assert_eq!(asked.len(), 3);
    assert!(judgement.has_quit);
    assert_eq!((judgement.counts.manual(), judgement.counts.open), (1, 5));
    let (again, _) = judge(&walk, &mut oracle, &[Answer::Right]);
    assert_eq!((again.counts.manual(), again.counts.open), (5, 0));
}
