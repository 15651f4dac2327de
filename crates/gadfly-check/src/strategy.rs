//! Stored values as a strategy of proptest.

use crate::values::stored;
use proptest::strategy::Strategy;
use std::fmt::Debug;

/// Values of a type that the crate's own functions make; they shrink towards those that take the fewest calls.
///
/// Say `gadfly::values!(Type);` once, where the type is in scope, and run `cargo gadfly check`: it writes functions that make
/// values to `tests/gadfly_values/`. From then on nothing but those files is needed.
///
/// # Panics
/// Panics if nothing is stored for the type.
pub fn values<T: Debug + 'static>() -> impl Strategy<Value = T> {
    let makers = stored::<T>();
    let name = std::any::type_name::<T>();
    assert!(
        !makers.is_empty(),
        "no values of {name} are stored: write `gadfly::values!({name});` and run `cargo gadfly check`"
    );
    (0..makers.len()).prop_map(move |at| makers[at]())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::values::{Stored, STORED};
    use linkme::distributed_slice;
    use proptest::strategy::ValueTree;
    use proptest::test_runner::TestRunner;

    #[distributed_slice(STORED)]
    static NUMBERS: fn() -> Stored =
        || Stored::of::<[u16; 1]>(&[|| [0], || [10], || [200], || [3000], || [40]]);

    #[test]
    fn values_shrink_towards_the_first() {
        let mut runner = TestRunner::deterministic();
        let mut seen = std::collections::BTreeSet::new();
        for _ in 0..100 {
            let mut tree = values::<[u16; 1]>().new_tree(&mut runner).expect("a value");
            seen.insert(tree.current());
            while tree.simplify() {}
            assert_eq!(tree.current(), [0]);
        }
        assert_eq!(seen.len(), 5);
    }

    #[test]
    #[should_panic(expected = "gadfly::values!(u128);` and run `cargo gadfly check`")]
    fn missing_values_fail_with_the_command_to_run() {
        let _ = values::<u128>();
    }
}
