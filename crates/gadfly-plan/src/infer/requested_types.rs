//! Types that are wanted: by other functions, or by a person who writes one.

use std::collections::BTreeMap;

use gadfly_model::rust_path;
use gadfly_model::{Model, Name, Ty};

use crate::types::parse_type::parse_type;

/// The type that is meant by `SmallVec<[u8; 2]>`: modules may be left out.
pub fn requested_type(model: &Model, text: &str) -> Option<Ty> {
    let (head, parameters) = text.split_once('<')?;
    let head = head.trim();
    let ends = |path: &str| path == head || path.ends_with(&format!("::{head}"));
    let path = model.adts.keys().filter(|path| ends(path)).min_by_key(|path| path.len())?;
    let crates: Vec<String> =
        model.adts.keys().map(|path| rust_path::first(path).to_owned()).collect();
    match parse_type(model, &crates, &format!("{path}<{parameters}")) {
        Ty::Unnameable(_) => None,
        ty => Some(ty),
    }
}

/// Every type in these, by the path of its definition.
pub(crate) fn by_head(types: &[Ty]) -> BTreeMap<Name, Vec<Ty>> {
    let mut heads: BTreeMap<Name, Vec<Ty>> = BTreeMap::new();
    for ty in types {
        ty.walk(&mut |part| {
            if let Ty::Adt(path, _) = part {
                let known = heads.entry(path.clone()).or_default();
                if !known.contains(part) && known.len() < 40 {
                    known.push(part.clone());
                }
            }
            !matches!(part, Ty::FnPointer(_))
        });
    }
    heads
}
