//! Properties of `SmallVec`, against `Vec`.

use smallvec::SmallVec;

type Small = SmallVec<[u8; 4]>;

#[gadfly::check]
fn pushes_and_pops_are_those_of_a_vec(small: &mut Small, item: u8) {
    let mut model: Vec<u8> = small.to_vec();
    small.push(item);
    model.push(item);
    assert_eq!(small[..], model[..]);
    assert_eq!((small.pop(), small.len()), (model.pop(), model.len()));
}

#[gadfly::check]
fn inserting_and_removing_are_those_of_a_vec(small: &mut Small, at: usize, item: u8) {
    gadfly::assume!(at <= small.len());
    let mut model: Vec<u8> = small.to_vec();
    small.insert(at, item);
    model.insert(at, item);
    assert_eq!(small[..], model[..]);
    assert_eq!(small.remove(at), item);
}
