//! Which type is meant by what was typed.

use super::surface::WalkableType;
use crate::error::CliError;
use crate::suggest;
use gadfly_model::rust_path::{self, head};

/// The type that was meant: by its whole path, by a part of it, and with its parameters or without.
pub(super) fn resolve<'c>(
    candidates: &'c [WalkableType],
    typed: &str,
) -> Result<&'c WalkableType, CliError> {
    let wanted = plain(typed);
    let fits: Vec<&WalkableType> =
        candidates.iter().filter(|candidate| is_meant(&candidate.ty, &wanted)).collect();
    // Of several instances of one type the one with the most methods comes first.
    if let Some(first) = fits.first() {
        let heads_agree = fits.iter().all(|other| head(&other.ty) == head(&first.ty));
        if heads_agree {
            return Ok(first);
        }
        let names: Vec<&str> = fits.iter().map(|candidate| candidate.ty.as_str()).collect();
        return Err(CliError::Usage {
            message: format!("{typed} may be any of {}", names.join(", ")),
            help: Some("name the modules too".to_owned()),
        });
    }
    let names: Vec<&str> = candidates.iter().map(|it| rust_path::last(head(&it.ty))).collect();
    let help = match suggest::nearest(typed, &names) {
        Some(near) => format!("did you mean {near}?"),
        None => "`cargo gadfly walk` without a type lists those that can be walked".to_owned(),
    };
    Err(CliError::Usage { message: format!("there is no type {typed} to walk"), help: Some(help) })
}

/// Whether a type, or the last segments of its path, are what was typed.
fn is_meant(ty: &str, wanted: &str) -> bool {
    let full = plain(ty);
    let bare = head(&full).to_owned();
    let ends = |whole: &str, parameters: &str| {
        let text = format!("{whole}{parameters}");
        text == wanted
            || whole
                .match_indices("::")
                .any(|(at, _)| format!("{}{parameters}", &whole[at + 2..]) == wanted)
    };
    ends(&bare, "") || ends(&bare, &full[bare.len()..])
}

/// A type without spaces and lifetimes.
fn plain(ty: &str) -> String {
    let text: String = ty.chars().filter(|c| !c.is_whitespace()).collect();
    text.replace("<'_>", "").replace("'_,", "")
}

/// A type as part of a file's name, without its crate: `smallvec::SmallVec<[u8; 2]>` as `SmallVec_u8_2`.
pub(super) fn file_stem(ty: &str) -> String {
    let crate_end = head(ty).find("::").map_or(0, |at| at + 2);
    let mut stem = String::new();
    for character in ty[crate_end..].chars() {
        match character.is_ascii_alphanumeric() {
            true => stem.push(character),
            false if stem.ends_with('_') => {}
            false => stem.push('_'),
        }
    }
    stem.trim_matches('_').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn candidate(ty: &str) -> WalkableType {
        WalkableType { ty: ty.to_owned(), constructors: 1, methods: 1, predicates: 0 }
    }

    #[test]
    fn a_type_is_known_by_any_end_of_its_path() {
        let all =
            [candidate("smallvec::SmallVec<[i32; 4]>"), candidate("smallvec::SmallVec<[u8; 2]>")];
        let found = |typed: &str| resolve(&all, typed).expect("found").ty.clone();
        assert_eq!(found("SmallVec"), "smallvec::SmallVec<[i32; 4]>");
        assert_eq!(found("SmallVec<[u8;2]>"), "smallvec::SmallVec<[u8; 2]>");
        assert_eq!(found("smallvec::SmallVec<[u8; 2]>"), "smallvec::SmallVec<[u8; 2]>");
    }

    #[test]
    fn unknown_types_get_a_suggestion() {
        let all = [candidate("k::a::Stack"), candidate("k::b::Stack"), candidate("k::Queue")];
        let error = resolve(&all, "Queu").expect_err("misspelt");
        assert_eq!(error.help().as_deref(), Some("did you mean Queue?"));
        let error = resolve(&all, "Stack").expect_err("several");
        assert!(error.to_string().contains("k::a::Stack, k::b::Stack"), "{error}");
        assert_eq!(resolve(&all, "b::Stack").expect("one").ty, "k::b::Stack");
    }

    #[test]
    fn files_are_named_after_the_type() {
        assert_eq!(file_stem("smallvec::SmallVec<[u8; 2]>"), "SmallVec_u8_2");
        assert_eq!(file_stem("k::Stack"), "Stack");
        assert_eq!(file_stem("k::a::Stack"), "a_Stack");
    }
}
