//! Conversions of standard types: their impls of `AsRef`, `AsMut` and `From`, by the trait's argument.
//!
//! Complete where it answers at all: a conversion that is not listed does not exist.

use gadfly_model::rust_path::last;
use gadfly_model::{Arg, Prim, TraitRef, Ty};

use super::std_traits::{self, first_type};

/// The arguments with which a standard type implements a conversion. Nothing for other traits,
/// and for types of which not all is known.
pub fn known(ty: &Ty, trait_: &TraitRef) -> Option<Vec<Ty>> {
    match &*trait_.path {
        "std::convert::AsRef" => views(ty, false),
        "std::convert::AsMut" => views(ty, true),
        "std::convert::From" => sources(ty),
        _ => None,
    }
}

fn views(ty: &Ty, is_mutable: bool) -> Option<Vec<Ty>> {
    let is_text = matches!(ty, Ty::Prim(Prim::Str));
    match ty {
        Ty::Ref { mutable, inner, .. } => {
            if is_mutable && !mutable {
                Some(Vec::new())
            } else {
                views(inner, is_mutable)
            }
        }
        _ if is_text && is_mutable => Some(vec![Ty::Prim(Prim::Str)]),
        _ if is_text => Some(text_views()),
        Ty::Prim(_) | Ty::Tuple(_) | Ty::FnPointer(_) => Some(Vec::new()),
        Ty::Slice(item) | Ty::Array(item, _) => Some(vec![slice(item)]),
        Ty::Adt(path, args) if path.starts_with("std::") => of_std(path, args, is_mutable),
        _ => None,
    }
}

fn of_std(path: &str, args: &[Arg], is_mutable: bool) -> Option<Vec<Ty>> {
    let this = || Ty::Adt(path.into(), args.to_vec());
    let std = |path: &str| Ty::adt(path, []);
    let item = first_type(args);
    let views = match (last(path), item) {
        ("String", _) if is_mutable => vec![Ty::Prim(Prim::Str)],
        ("String", _) => text_views(),
        ("Vec", Some(item)) => vec![slice(item), this()],
        ("Box", Some(inner)) => vec![inner.clone()],
        ("Option" | "Result" | "Cell" | "RefCell" | "VecDeque" | "BTreeMap" | "HashMap", _) => {
            Vec::new()
        }
        ("Duration" | "Ordering" | "BTreeSet" | "HashSet" | "Mutex" | "RwLock", _) => Vec::new(),
        _ if is_mutable => return None,
        ("Rc" | "Arc" | "Cow", Some(inner)) => vec![inner.clone()],
        ("Path" | "PathBuf" | "OsStr" | "OsString", _) => {
            vec![std("std::path::Path"), std("std::ffi::OsStr")]
        }
        ("CStr" | "CString", _) => vec![std("std::ffi::CStr")],
        _ => return None,
    };
    Some(views)
}

fn sources(ty: &Ty) -> Option<Vec<Ty>> {
    let text = || Ty::Prim(Prim::Str);
    match ty {
        Ty::Prim(to) => {
            let prims = std_traits::likely_types().into_iter().filter(|from| match from {
                Ty::Prim(from) => from == to || is_lossless(*from, *to),
                _ => false,
            });
            Some(prims.collect())
        }
        Ty::Adt(path, _) if **path == *"std::string::String" => Some(vec![
            Ty::shared(text()),
            ty.clone(),
            Ty::Prim(Prim::Char),
            Ty::shared(ty.clone()),
            Ty::adt("std::boxed::Box", [text()]),
            Ty::adt("std::borrow::Cow", [text()]),
            Ty::exclusive(text()),
        ]),
        _ => None,
    }
}

/// Returns whether every value of one primitive type is one of another, as `From` sees it.
fn is_lossless(from: Prim, to: Prim) -> bool {
    use Prim::*;
    match from {
        Bool => to.is_integer() || to.is_float(),
        Char => matches!(to, U32 | U64 | U128),
        U8 if to == Char => true,
        U8 => !matches!(to, I8) && (to.is_integer() || to.is_float()),
        U16 => matches!(to, U32 | U64 | U128 | Usize | I32 | I64 | I128 | F32 | F64),
        U32 => matches!(to, U64 | U128 | I64 | I128 | F64),
        U64 => matches!(to, U128 | I128),
        I8 => matches!(to, I16 | I32 | I64 | I128 | Isize | F32 | F64),
        I16 => matches!(to, I32 | I64 | I128 | Isize | F32 | F64),
        I32 => matches!(to, I64 | I128 | F64),
        I64 => matches!(to, I128),
        F32 => matches!(to, F64),
        _ => false,
    }
}

fn text_views() -> Vec<Ty> {
    let std = |path: &str| Ty::adt(path, []);
    let text = Ty::Prim(Prim::Str);
    let bytes = slice(&Ty::Prim(Prim::U8));
    vec![text, bytes, std("std::ffi::OsStr"), std("std::path::Path")]
}

fn slice(item: &Ty) -> Ty {
    Ty::Slice(Box::new(item.clone()))
}

#[cfg(test)]
mod tests {
    use super::*;

    const REF: &str = "std::convert::AsRef";
    const MUT: &str = "std::convert::AsMut";
    const FROM: &str = "std::convert::From";

    #[track_caller]
    fn check(ty: Ty, trait_: &str, expected: &[&str]) {
        let views = known(&ty, &TraitRef::plain(trait_)).expect("it is known");
        let printed: Vec<String> = views.iter().map(ToString::to_string).collect();
        assert_eq!(printed, expected, "{ty}: {trait_}");
    }

    #[test]
    fn views_go_through_references_and_are_mutable_only_through_mutable_ones() {
        let numbers = Ty::adt("std::vec::Vec", [Ty::Prim(Prim::I32)]);
        check(numbers.clone(), REF, &["[i32]", "std::vec::Vec<i32>"]);
        check(Ty::shared(numbers.clone()), REF, &["[i32]", "std::vec::Vec<i32>"]);
        check(Ty::exclusive(numbers.clone()), MUT, &["[i32]", "std::vec::Vec<i32>"]);
        check(Ty::shared(numbers), MUT, &[]);
        check(Ty::adt("std::string::String", []), MUT, &["str"]);
        check(
            Ty::adt("std::boxed::Box", [Ty::adt("std::ffi::CStr", [])]),
            MUT,
            &["std::ffi::CStr"],
        );
        check(Ty::Prim(Prim::I32), REF, &[]);
    }

    #[test]
    fn other_traits_and_unknown_types_are_left_to_others() {
        let text = Ty::Prim(Prim::Str);
        assert!(known(&text, &TraitRef::plain("std::borrow::Borrow")).is_none());
        let unknown = Ty::adt("std::net::TcpStream", []);
        assert!(known(&unknown, &TraitRef::plain(REF)).is_none());
    }

    #[test]
    fn numbers_are_made_from_smaller_ones_and_never_from_references() {
        check(Ty::Prim(Prim::I16), FROM, &["u8", "bool", "i8", "i16"]);
        check(Ty::Prim(Prim::Char), FROM, &["u8", "char"]);
        let strings = known(&Ty::adt("std::string::String", []), &TraitRef::plain(FROM));
        assert!(strings.is_some_and(|from| from.contains(&Ty::shared(Ty::Prim(Prim::Str)))));
    }
}
