//! Properties of `IndexMap`, against what a map is.

use heapless::{Entry, FnvIndexMap};

type Map = FnvIndexMap<u8, u8, 8>;

#[gadfly::check]
fn the_slot_of_a_new_entry_is_its_own(map: &mut Map, key: u8, value: u8) {
    gadfly::assume!(map.len() < 8 && !map.contains_key(&key));
    if let Entry::Vacant(entry) = map.entry(key) {
        if let Ok(slot) = entry.insert(value) {
            *slot = !value;
        }
    }
    assert_eq!(map.get(&key), Some(&!value));
}

#[gadfly::check]
fn what_was_inserted_is_there(map: &mut Map, key: u8, value: u8) {
    gadfly::assume!(map.insert(key, value).is_ok());
    assert_eq!(map.get(&key), Some(&value));
    assert_eq!(map.iter().count(), map.len());
}
