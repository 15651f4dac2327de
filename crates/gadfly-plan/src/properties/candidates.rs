//! Properties and makers as operations that need no judging: the crate itself has compiled them.

use gadfly_model::rust_path;
use gadfly_model::{Model, Ty};

use super::entry::{EntryKind, EntryParameter, ListedEntry};
use super::type_names::of_type_name;
use crate::compiler::Accepted;
use crate::operations::candidate::{CallOrigin, Candidate, Input};

/// The public path of an item of the standard library, by the path of its definition.
pub type Spell = fn(&str) -> String;

/// The operations that entries are: of each property and maker, in order.
pub fn given(model: &Model, spell: Spell, entries: &[ListedEntry]) -> Vec<Accepted> {
    let crates: Vec<String> = std::iter::once(&model.krate)
        .chain(model.adts.values().map(|adt| &adt.krate))
        .map(ToString::to_string)
        .collect();
    let read = |name: &str| of_type_name(model, &crates, spell, name);
    let mut accepted = Vec::new();
    for (index, entry) in entries.iter().enumerate() {
        let number = u32::try_from(index).expect("a crate has fewer properties");
        let (origin, output) = match entry.kind {
            EntryKind::Property | EntryKind::Values => (CallOrigin::Property(number), Ty::unit()),
            EntryKind::Maker => (CallOrigin::Maker(number), read(&entry.output)),
            EntryKind::Invariant => (CallOrigin::Invariant(number), Ty::unit()),
            EntryKind::Hook => continue,
        };
        let inputs: Option<Vec<Input>> =
            entry.parameters.iter().map(|parameter| input(parameter, &read)).collect();
        let Some(inputs) = inputs else { continue };
        let candidate =
            Candidate { flows: Vec::new(), ..Candidate::with_origin(origin, inputs, call(entry)) };
        accepted.push(Accepted {
            candidate,
            output,
            round: 0,
            is_inhabited: false,
            is_extra: true,
        });
    }
    accepted
}

fn input(parameter: &EntryParameter, read: &dyn Fn(&str) -> Ty) -> Option<Input> {
    let ty = read(&parameter.type_name);
    Some(match parameter.passing.as_str() {
        "Value" if matches!(ty, Ty::Ref { .. }) => Input::val(ty).unborrowed(),
        "Value" => Input::val(ty),
        "Shared" => Input::shared(ty),
        "Exclusive" => Input::exclusive(ty),
        "SharedDst" => Input::shared_dst(ty),
        "ExclusiveDst" => Input::exclusive_dst(ty),
        _ => return None,
    })
}

/// The call as a person writes it where the function stands.
fn call(entry: &ListedEntry) -> String {
    let mut names: Vec<String> =
        (0..entry.parameters.len()).map(|index| format!("x{index}")).collect();
    if let Some(at) = entry.monitor {
        names.insert(at.min(names.len()), "&mut gadfly::Monitor::default()".to_owned());
    }
    let ListedEntry { name, types, .. } = entry;
    let called = if entry.receiver {
        format!("x0.{name}{types}({})", names[1..].join(", "))
    } else {
        let owner = rust_path::last(&entry.owner);
        let separator = if owner.is_empty() { "" } else { "::" };
        format!("{owner}{separator}{name}{types}({})", names.join(", "))
    };
    if entry.is_async { format!("gadfly::block_on({called})") } else { called }
}
