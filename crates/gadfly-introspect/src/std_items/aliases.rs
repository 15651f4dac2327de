//! Type aliases of the standard library, which documents name but do not explain.

use gadfly_model::{Prim, Ty};

/// The target of an alias; its parameter, if any, is `T`.
pub(crate) struct Alias {
    pub(crate) params: &'static [&'static str],
    pub(crate) ty: Ty,
}

/// The alias with this public path.
pub(crate) fn alias(path: &str) -> Option<Alias> {
    let param = || Ty::Param("T".into());
    let guarded = || Ty::Param("Guard".into());
    let result = |ok: Ty, error: Ty| Ty::adt("std::result::Result", [ok, error]);
    let plain = |ty| Some(Alias { params: &[], ty });
    let generic = |ty| Some(Alias { params: &["T"], ty });
    match path {
        "std::fmt::Result" => plain(result(Ty::unit(), Ty::adt("std::fmt::Error", []))),
        "std::io::Result" => generic(result(param(), Ty::adt("std::io::Error", []))),
        "std::sync::LockResult" => Some(Alias {
            params: &["Guard"],
            ty: result(guarded(), Ty::adt("std::sync::PoisonError", [guarded()])),
        }),
        "std::sync::TryLockResult" => Some(Alias {
            params: &["Guard"],
            ty: result(guarded(), Ty::adt("std::sync::TryLockError", [guarded()])),
        }),
        "std::string::ParseError" => plain(Ty::adt("std::convert::Infallible", [])),
        "std::os::fd::RawFd" | "std::io::RawOsError" => plain(Ty::Prim(Prim::I32)),
        _ => {
            if let Some(name) = path.strip_prefix("std::num::NonZero") {
                let prim = Prim::from_name(&name.to_lowercase()).filter(|_| !name.is_empty())?;
                return plain(Ty::adt("std::num::NonZero", [Ty::Prim(prim)]));
            }
            let name =
                path.strip_prefix("std::ffi::").or_else(|| path.strip_prefix("std::os::raw::"))?;
            plain(Ty::Prim(c_type(name)?))
        }
    }
}

/// C's types as the platforms we run on define them.
fn c_type(name: &str) -> Option<Prim> {
    let long_is_64 = cfg!(all(target_pointer_width = "64", not(windows)));
    let char_is_signed =
        cfg!(any(target_arch = "x86", target_arch = "x86_64", target_vendor = "apple"));
    Some(match name {
        "c_char" if char_is_signed => Prim::I8,
        "c_char" | "c_uchar" => Prim::U8,
        "c_schar" => Prim::I8,
        "c_short" => Prim::I16,
        "c_ushort" => Prim::U16,
        "c_int" => Prim::I32,
        "c_uint" => Prim::U32,
        "c_long" if long_is_64 => Prim::I64,
        "c_long" => Prim::I32,
        "c_ulong" if long_is_64 => Prim::U64,
        "c_ulong" => Prim::U32,
        "c_longlong" => Prim::I64,
        "c_ulonglong" => Prim::U64,
        "c_float" => Prim::F32,
        "c_double" => Prim::F64,
        _ => return None,
    })
}
