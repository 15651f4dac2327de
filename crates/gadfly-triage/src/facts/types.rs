//! Questions about types that rules ask.

use gadfly_model::{Bound, Prim, Ty};

/// Returns whether a type is a primitive, a parameter or the standard library's, whatever that holds. References and
/// pointers count as what they refer to, tuples that hold others' types as their first part, slices as the language's.
pub fn is_common(ty: &Ty) -> bool {
    let mut first = ty;
    while let Ty::Ref { inner, .. } = first {
        first = inner;
    }
    while let Ty::Tuple(parts) = first {
        let Some(part) = parts.first() else { break };
        first = part;
    }
    if let Ty::Ptr { inner, .. } = first {
        first = inner;
    }
    match first {
        Ty::Slice(_) | Ty::Array(..) => true,
        Ty::Adt(path, _) if path.starts_with("std::") => true,
        _ => !has_path(ty),
    }
}

/// Returns whether a path occurs in a type, so that it is not made of primitives alone.
fn has_path(ty: &Ty) -> bool {
    ty.any(&mut |part| match part {
        Ty::Adt(path, _) => path.contains("::"),
        Ty::Projection(_) => true,
        Ty::Param(name) | Ty::Unnameable(name) => name.contains("::"),
        Ty::Dyn(bounds) | Ty::Impl(bounds) => bounds.iter().any(|bound| match bound {
            Bound::Trait { trait_, .. } => trait_.path.contains("::"),
            Bound::Fn(_) | Bound::MaybeSized | Bound::Lifetime(_) => false,
        }),
        _ => false,
    })
}

/// Returns whether a type is a text.
pub(super) fn is_text(ty: &Ty) -> bool {
    match ty {
        Ty::Ref { mutable: false, inner, .. } => **inner == Ty::Prim(Prim::Str),
        Ty::Adt(path, args) => &**path == "std::string::String" && args.is_empty(),
        other => *other == Ty::Prim(Prim::Str),
    }
}

/// Returns whether a type is a list of bytes.
fn is_bytes(ty: &Ty) -> bool {
    let bytes = Ty::Slice(Box::new(Ty::Prim(Prim::U8)));
    match ty {
        Ty::Ref { mutable: false, inner, .. } => **inner == bytes,
        other => *other == bytes || *other == Ty::adt("std::vec::Vec", [Ty::Prim(Prim::U8)]),
    }
}

/// Returns whether a function only reads values of a type, so that they decide on no index.
pub(super) fn is_read_only(ty: &Ty, is_copy: bool, may_refuse: bool) -> bool {
    match ty {
        _ if is_text(ty) => true,
        Ty::Prim(Prim::Char | Prim::Bool | Prim::F32 | Prim::F64) => true,
        _ if is_bytes(ty) => may_refuse,
        _ => !is_common(ty) && !is_copy,
    }
}

/// Returns whether a type is `Option`.
pub fn is_option(ty: &Ty) -> bool {
    matches!(ty, Ty::Adt(path, _) if &**path == "std::option::Option")
}

/// Returns whether a type is `Result`.
pub fn is_result(ty: &Ty) -> bool {
    matches!(ty, Ty::Adt(path, _) if &**path == "std::result::Result")
}

/// Returns whether a type is a plain function pointer whose results hold sizes, which may be positions.
pub fn returns_sizes(ty: &Ty) -> bool {
    match ty {
        Ty::FnPointer(pointer) => {
            pointer.lifetimes.is_empty()
                && !pointer.is_unsafe
                && pointer.abi.is_none()
                && pointer.output.any(&mut |part| *part == Ty::Prim(Prim::Usize))
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use gadfly_model::FnPointer;

    use super::*;

    fn own() -> Ty {
        Ty::adt("k::Map", [])
    }

    fn text() -> Ty {
        Ty::adt("std::string::String", [])
    }

    #[test]
    fn common_types_belong_to_no_crate() {
        let number = Ty::Prim(Prim::U8);
        for ty in [
            number.clone(),
            Ty::shared(Ty::exclusive(text())),
            Ty::adt("std::vec::Vec", [own()]),
            Ty::Slice(Box::new(own())),
            Ty::Tuple(vec![number.clone(), number.clone()]),
            Ty::Tuple(vec![text(), own()]),
            Ty::Ptr { mutable: true, inner: Box::new(number.clone()) },
            Ty::Param("T".into()),
        ] {
            assert!(is_common(&ty), "{ty}");
        }
        for ty in [
            own(),
            Ty::shared(own()),
            Ty::Tuple(vec![own(), text()]),
            Ty::Tuple(vec![number, own()]),
            Ty::Ptr { mutable: false, inner: Box::new(own()) },
        ] {
            assert!(!is_common(&ty), "{ty}");
        }
    }

    #[test]
    fn functions_that_return_sizes_name_positions() {
        let function = |output: Ty| {
            Ty::FnPointer(Box::new(FnPointer {
                lifetimes: Vec::new(),
                inputs: vec![Ty::Prim(Prim::Usize)],
                output,
                is_unsafe: false,
                abi: None,
            }))
        };
        let sizes = Ty::adt("std::vec::Vec", [Ty::Prim(Prim::Usize)]);
        assert!(returns_sizes(&function(sizes.clone())));
        assert!(!returns_sizes(&function(Ty::Prim(Prim::Bool))));
        assert!(!returns_sizes(&sizes));
    }
}
