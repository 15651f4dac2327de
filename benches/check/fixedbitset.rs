//! Properties of `FixedBitSet`, against a set of numbers.

use std::collections::BTreeSet;

use fixedbitset::FixedBitSet;

#[gadfly::check]
fn ones_are_as_many_as_are_counted(bits: &FixedBitSet) -> bool {
    bits.ones().count() == bits.count_ones(..) && bits.ones().all(|bit| bits.contains(bit))
}

#[gadfly::check]
fn a_union_is_that_of_sets(a: &FixedBitSet, b: &FixedBitSet) {
    let mut union = a.clone();
    union.union_with(b);
    let model: BTreeSet<usize> = a.ones().chain(b.ones()).collect();
    assert_eq!(union.ones().collect::<BTreeSet<usize>>(), model);
}
