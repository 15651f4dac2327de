//! Classes of deaths, and what the smallest sequence and its test change.

use gadfly_triage::examples::{IN_PANIC, NONE, TWICE, death, panic};
use gadfly_triage::facts::{Death, DeathCause, Failure};
use gadfly_triage::{Class, Conclusion, Facts, decide};

fn conclusion(facts: &Facts) -> Conclusion {
    decide(facts).conclusion
}

fn class(facts: &Facts) -> Class {
    conclusion(facts).class().expect("it is reported")
}

#[test]
fn large_arguments_explain_hangs_memory_and_recursion() {
    let class = |end: DeathCause, magnitude| class(&death("nested", end, magnitude));
    assert_eq!(class(DeathCause::Hang, 3), Class::Bug);
    assert_eq!(class(DeathCause::Hang, 30_000), Class::Resource);
    assert_eq!(class(DeathCause::OutOfMemory, 5000), Class::Resource);
    assert_eq!(class(DeathCause::OutOfMemory, 500), Class::Bug);
    assert_eq!(class(DeathCause::Signal(Death::SEGFAULT), 3), Class::Bug);
    assert_eq!(class(DeathCause::Signal(Death::SEGFAULT), u64::MAX), Class::Resource);
    assert_eq!(class(DeathCause::Exit(0), u64::MAX), Class::Bug);
    let note = "unsafe precondition(s) violated: slice::get_unchecked requires …";
    let undefined = death("get", DeathCause::Signal(Death::ABORTED), u64::MAX).noting(note);
    assert_eq!(decide(&undefined).id, "undefined-behaviour");
}

#[test]
fn reports_of_sanitizers_are_bugs_unless_about_size() {
    let class = |error: &str, magnitude| {
        class(&death("get", DeathCause::Sanitizer { error: error.to_owned() }, magnitude))
    };
    assert_eq!(class("heap-buffer-overflow", u64::MAX), Class::Bug);
    assert_eq!(class("stack-overflow", 3), Class::Bug);
    assert_eq!(class("stack-overflow", u64::MAX), Class::Resource);
    assert_eq!(class("allocation-size-too-big", 3), Class::Resource);
}

#[test]
fn interrupted_calls_may_give_up_but_not_crash() {
    let ended = |end: DeathCause, note: &str| {
        let facts = death("retain", end, 3).noting(note);
        decide(&facts.with(|it| it.sequence.has_panicking_value = true)).id
    };
    let excused = "gives-up-after-panic";
    assert_eq!(ended(DeathCause::Signal(Death::ABORTED), ""), excused);
    assert_eq!(ended(DeathCause::Signal(Death::ABORTED), "panicked at a.rs:1"), excused);
    assert_eq!(ended(DeathCause::Hang, ""), excused);
    assert_ne!(ended(DeathCause::Signal(Death::SEGFAULT), ""), excused);
    assert_ne!(
        ended(DeathCause::Signal(Death::ABORTED), "unsafe precondition(s) violated"),
        excused
    );
    assert_ne!(decide(&death("retain", DeathCause::Signal(Death::ABORTED), 3)).id, excused);
}

#[test]
fn misuse_in_a_panic_outside_of_calls_is_not_reported() {
    let outside = panic("retain", IN_PANIC).misusing();
    assert_eq!(conclusion(&outside), Conclusion::Unproven);
    let after = outside.with(|it| it.sequence.has_caught_panic = true);
    assert_eq!(conclusion(&after), Conclusion::Class(Class::Bug));
    let plain = panic("retain", TWICE).misusing();
    assert_eq!(class(&plain), Class::Bug, "there need be no panic for that");
}

#[test]
fn misuse_that_shows_late_is_reported_only_with_a_test() {
    let after = panic("retain", IN_PANIC).misusing();
    let after = after.with(|it| it.sequence.has_caught_panic = true);
    assert_eq!(class(&after.clone().proven(true)), Class::Bug);
    assert_eq!(conclusion(&after.proven(false)), Conclusion::Unproven);
    let plain = panic("retain", TWICE).misusing().proven(false);
    assert_eq!(class(&plain), Class::Bug);
    let late = plain.with(|it| it.proof.get_or_insert_default().after_panics = 1);
    assert_eq!(conclusion(&late), Conclusion::Unproven);
}

#[test]
fn slowness_and_memory_need_a_test_to_be_bugs() {
    let judged = |method: &str, end: DeathCause, has_test| {
        class(&death(method, end, 3).minimised().proven(has_test))
    };
    assert_eq!(judged("hash", DeathCause::Hang, false), Class::Resource);
    assert_eq!(judged("hash", DeathCause::Hang, true), Class::Bug);
    assert_eq!(judged("grow", DeathCause::Hang, false), Class::Bug);
    assert_eq!(judged("drop", DeathCause::Signal(Death::SEGFAULT), false), Class::Bug);
    assert_eq!(judged("grow", DeathCause::OutOfMemory, false), Class::Resource);
    assert_eq!(judged("grow", DeathCause::OutOfMemory, true), Class::Bug);
}

#[test]
fn unchecked_calls_excuse_all_but_crashes() {
    let after =
        |facts: Facts| class(&facts.minimised_with(|it| it.has_unchecked_call_before = true));
    assert_eq!(after(panic("pop", NONE)), Class::Precondition);
    assert_eq!(after(Facts::stated(Failure::Law, "k::Key::hash", "equal")), Class::Precondition);
    assert_eq!(after(death("pop", DeathCause::Signal(Death::SEGFAULT), 3)), Class::Bug);
    assert_eq!(class(&panic("pop", NONE).minimised()), Class::Bug);
}

#[test]
fn stubs_excuse_panics_and_laws() {
    let answered = |facts: Facts| class(&facts.minimised_with(|it| it.has_stub_with_values = true));
    assert_eq!(answered(panic("read", NONE)), Class::Precondition);
    assert_eq!(answered(Facts::stated(Failure::Law, "k::Key::eq", "equal")), Class::Precondition);
    assert_eq!(answered(death("read", DeathCause::Signal(Death::SEGFAULT), 3)), Class::Bug);
}
