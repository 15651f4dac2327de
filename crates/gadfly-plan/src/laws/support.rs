//! Functions that statements of laws call in the harness.

/// Source of the functions, to stand beside the operations.
pub const SUPPORT: &str = r#"
/// Returns whether a law holds. Where the subject panics, it says nothing about its law.
pub fn lawful(law: &mut dyn FnMut() -> bool) -> bool {
    match std::panic::catch_unwind(std::panic::AssertUnwindSafe(law)) {
        Ok(holds) => holds,
        // Its drop may panic in turn.
        Err(payload) => { std::mem::forget(payload); true }
    }
}
/// Returns whether a check returns. Where it panics, it has found a mistake.
pub fn completes(check: impl FnOnce()) -> bool {
    match std::panic::catch_unwind(std::panic::AssertUnwindSafe(check)) {
        Ok(()) => true,
        Err(payload) => { std::mem::forget(payload); false }
    }
}
/// Equality where it is an equivalence.
pub fn same<T: Eq>(left: T, right: T) -> bool { left == right }
/// Equality where a value may differ from itself: then both must.
pub fn alike<T: PartialEq>(left: &T, right: &T) -> bool {
    left == right || (!(left == left) && !(right == right))
}
/// How many items there are, unless there is no end of them.
pub fn counted<I: Iterator>(items: I) -> Option<usize> {
    let count = items.take(65_536).count();
    if count < 65_536 { Some(count) } else { None }
}
/// Returns whether there are as many items, and each is among the others. Many items are only counted.
pub fn same_items<T: Eq, I: Iterator<Item = T>>(left: impl Fn() -> I, right: impl Fn() -> I) -> bool {
    let count = counted(left());
    count == counted(right())
        && (count.map_or(true, |count| count > 64) || left().all(|item| right().any(|other| other == item)))
}
"#;
