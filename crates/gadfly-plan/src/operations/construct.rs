//! Operations that make values of standard types on demand.

use gadfly_model::rust_path::last;
use gadfly_model::{Arg, Bound, Const, Lifetimes, Prim, Ty};

use super::call::input_for;
use super::candidate::{Candidate, Input};
use super::closures::{closure, variants};
use crate::solve::std_traits::{first_type, type_args};
use crate::solve::trait_solver::TraitSolver;
use crate::types::tracked;

/// Arrays longer than this are made by repeating one value.
const LONGEST_ARRAY: usize = 6;

/// Operations whose result has the wanted type. `implementors` are known types that may stand
/// behind a trait object.
pub fn builders(
    solver: &TraitSolver<'_>,
    wanted: &Ty,
    implementors: &dyn Fn(&[Bound]) -> Vec<Ty>,
) -> Vec<Candidate> {
    match wanted {
        Ty::Tuple(items) if !items.is_empty() => {
            let inputs = items.iter().map(|item| input_for(solver, item.clone())).collect();
            let names: Vec<String> = (0..items.len()).map(|index| format!("x{index},")).collect();
            vec![make(inputs, format!("({})", names.join(" ")))]
        }
        Ty::Array(element, length) => array(solver, element, length),
        Ty::Ref { mutable, inner, .. } => reference(solver, *mutable, inner, implementors),
        Ty::FnPointer(pointer) => {
            let bound = gadfly_model::FnBound {
                kind: gadfly_model::FnKind::Fn,
                lifetimes: pointer.lifetimes.clone(),
                inputs: pointer.inputs.clone(),
                output: pointer.output.clone(),
            };
            let ty = wanted.print(Lifetimes::Static);
            (0..variants(&bound).min(2))
                .map(|variant| {
                    make(vec![], format!("({}) as {ty}", closure(&bound, variant, false, 0).source))
                })
                .collect()
        }
        Ty::Adt(path, args) if path.starts_with("std::") => {
            let args: Vec<Ty> = type_args(args).into_iter().cloned().collect();
            let mut made = standard(solver, path, &args, wanted, implementors);
            if made.is_empty() {
                made.push(default_of(wanted));
            }
            made
        }
        Ty::Adt(path, _) if **path == *tracked::PATH => tracked::builders(),
        _ => vec![default_of(wanted)],
    }
}

fn default_of(wanted: &Ty) -> Candidate {
    let ty = wanted.print(Lifetimes::Static);
    Candidate::builtin(vec![], format!("<{ty} as ::std::default::Default>::default()"))
}

fn array(solver: &TraitSolver<'_>, element: &Ty, length: &Const) -> Vec<Candidate> {
    let Const::Expr(text) = length else { return Vec::new() };
    match text.trim_end_matches("usize").parse::<usize>() {
        Ok(length) if length <= LONGEST_ARRAY => {
            let inputs = (0..length).map(|_| input_for(solver, element.clone())).collect();
            let names: Vec<String> = (0..length).map(|index| format!("x{index}")).collect();
            let ty = Ty::Array(Box::new(element.clone()), Const::Expr(text.clone()));
            let ty = ty.print(Lifetimes::Static);
            vec![Candidate::builtin(
                inputs,
                format!("{{ let a: {ty} = [{}]; a }}", names.join(", ")),
            )]
        }
        _ => {
            let body = format!("::std::array::from_fn::<_, {{ {text} }}, _>(|_| x0.clone())");
            vec![Candidate::builtin(vec![Input::val(element.clone())], body)]
        }
    }
}

fn reference(
    solver: &TraitSolver<'_>,
    mutable: bool,
    inner: &Ty,
    implementors: &dyn Fn(&[Bound]) -> Vec<Ty>,
) -> Vec<Candidate> {
    let take = |ty: Ty| if mutable { Input::exclusive(ty) } else { Input::shared(ty) };
    match inner {
        Ty::Slice(element) => {
            let vec = Ty::adt("std::vec::Vec", [(**element).clone()]);
            let method = if mutable { "as_mut_slice" } else { "as_slice" };
            vec![make(vec![take(vec)], format!("x0.{method}()"))]
        }
        Ty::Prim(Prim::Str) => {
            let string = Ty::adt("std::string::String", []);
            let method = if mutable { "as_mut_str" } else { "as_str" };
            vec![make(vec![take(string)], format!("x0.{method}()"))]
        }
        Ty::Dyn(bounds) => {
            let printed = inner.print(Lifetimes::Static);
            let keyword = if mutable { "mut " } else { "" };
            implementors(bounds)
                .into_iter()
                .map(|ty| {
                    make(
                        vec![take(ty).unborrowed()],
                        format!("x0 as &'static {keyword}({printed})"),
                    )
                })
                .collect()
        }
        Ty::Adt(path, _) if solver.is_unsized(inner) => match &**path {
            "std::path::Path" | "std::ffi::OsStr" if !mutable => {
                vec![make(vec![Input::shared_dst(Ty::Prim(Prim::Str))], format!("{path}::new(x0)"))]
            }
            _ => Vec::new(),
        },
        _ => {
            let input = take(inner.clone());
            vec![make(vec![input], "x0")]
        }
    }
}

fn standard(
    solver: &TraitSolver<'_>,
    path: &str,
    args: &[Ty],
    wanted: &Ty,
    implementors: &dyn Fn(&[Bound]) -> Vec<Ty>,
) -> Vec<Candidate> {
    let value = |ty: &Ty| input_for(solver, ty.clone());
    let printed = wanted.print(Lifetimes::Static);
    let prim = |prim: Prim| Input::val(Ty::Prim(prim));
    let text = || Input::shared_dst(Ty::Prim(Prim::Str));
    let qualified = |method: &str| format!("<{printed}>::{method}");
    let vec_of = |ty: &Ty| Ty::adt("std::vec::Vec", [ty.clone()]);
    let first = args.first();
    match (last(path), first) {
        ("String", _) => vec![
            make(vec![text()], "::std::string::String::from(x0)"),
            make(vec![], "::std::string::String::new()"),
        ],
        ("Vec", Some(item)) => vec![
            make(vec![], qualified("new()")),
            make(vec![value(item)], "vec![x0]"),
            make(
                vec![Input::exclusive(wanted.clone()), value(item)],
                format!("{}(x0, x1)", qualified("push")),
            )
            .absorbing(0),
        ],
        ("VecDeque", Some(item)) => vec![
            make(vec![], qualified("new()")),
            make(
                vec![Input::exclusive(wanted.clone()), value(item)],
                format!("{}(x0, x1)", qualified("push_back")),
            )
            .absorbing(0),
        ],
        ("BTreeSet" | "HashSet" | "BinaryHeap" | "LinkedList", Some(item)) => {
            let add = match last(path) {
                "BinaryHeap" => "push",
                "LinkedList" => "push_back",
                _ => "insert",
            };
            vec![
                make(vec![], qualified("default()")),
                make(
                    vec![Input::exclusive(wanted.clone()), value(item)],
                    format!("{}(x0, x1)", qualified(add)),
                )
                .absorbing(0),
            ]
        }
        ("BTreeMap" | "HashMap", Some(key)) if args.len() > 1 => vec![
            make(vec![], qualified("default()")),
            make(
                vec![Input::exclusive(wanted.clone()), value(key), value(&args[1])],
                format!("{}(x0, x1, x2)", qualified("insert")),
            )
            .absorbing(0),
        ],
        ("Option", Some(item)) => vec![
            make(vec![value(item)], "::std::option::Option::Some(x0)"),
            make(
                vec![],
                format!("::std::option::Option::None::<{}>", item.print(Lifetimes::Static)),
            ),
        ],
        ("Result", Some(ok)) if args.len() == 2 => {
            let error = &args[1];
            let generics =
                format!("::<{}, {}>", ok.print(Lifetimes::Static), error.print(Lifetimes::Static));
            vec![
                make(vec![value(ok)], format!("::std::result::Result::Ok{generics}(x0)")),
                make(vec![value(error)], format!("::std::result::Result::Err{generics}(x0)")),
            ]
        }
        ("Box" | "Rc" | "Arc", Some(inner)) => pointer(solver, path, inner, implementors),
        ("Pin", Some(inner)) => match inner {
            Ty::Adt(pointer, args) if last(pointer) == "Box" => {
                let target = type_args(args).first().map(|ty| (*ty).clone());
                target
                    .map(|target| make(vec![value(&target)], "::std::boxed::Box::pin(x0)"))
                    .into_iter()
                    .collect()
            }
            _ => vec![make(vec![value(inner)], "::std::pin::Pin::new(x0)")],
        },
        ("Cow", Some(inner)) => match inner {
            Ty::Prim(Prim::Str) => vec![
                make(vec![text()], "::std::borrow::Cow::Borrowed(x0)"),
                make(
                    vec![Input::val(Ty::adt("std::string::String", []))],
                    "::std::borrow::Cow::<'static, str>::Owned(x0)",
                ),
            ],
            Ty::Slice(item) => vec![
                make(vec![Input::shared_dst(inner.clone())], "::std::borrow::Cow::Borrowed(x0)"),
                make(vec![Input::val(vec_of(item))], format!("{}(x0)", qualified("Owned"))),
            ],
            _ => vec![make(vec![Input::shared(inner.clone())], "::std::borrow::Cow::Borrowed(x0)")],
        },
        (
            "Cell" | "RefCell" | "Mutex" | "RwLock" | "OnceCell" | "ManuallyDrop"
            | "AssertUnwindSafe" | "Cursor" | "BufReader" | "BufWriter" | "LineWriter",
            Some(inner),
        ) => {
            let call = match last(path) {
                "AssertUnwindSafe" => format!("{path}(x0)"),
                "OnceCell" => format!("{path}::from(x0)"),
                _ => format!("{path}::new(x0)"),
            };
            vec![make(vec![value(inner)], call)]
        }
        ("Reverse" | "Wrapping" | "Saturating", Some(inner)) => {
            vec![make(vec![value(inner)], format!("{path}(x0)"))]
        }
        ("NonZero", Some(inner)) => {
            vec![make(vec![value(inner)], format!("{path}::new(x0)")).partial()]
        }
        ("Range", Some(item)) => vec![make(vec![value(item), value(item)], "x0..x1")],
        ("RangeInclusive", Some(item)) => vec![make(vec![value(item), value(item)], "x0..=x1")],
        ("RangeFrom", Some(item)) => vec![make(vec![value(item)], "x0..")],
        ("RangeTo", Some(item)) => vec![make(vec![value(item)], "..x0")],
        ("RangeToInclusive", Some(item)) => vec![make(vec![value(item)], "..=x0")],
        ("RangeFull", _) => vec![make(vec![], "..")],
        ("Bound", Some(item)) => vec![
            make(vec![value(item)], "::std::ops::Bound::Included(x0)"),
            make(vec![value(item)], "::std::ops::Bound::Excluded(x0)"),
            make(vec![], qualified("Unbounded")),
        ],
        ("Poll", Some(item)) => vec![
            make(vec![value(item)], "::std::task::Poll::Ready(x0)"),
            make(vec![], qualified("Pending")),
        ],
        ("ControlFlow", _) if args.len() == 2 => vec![
            make(vec![value(&args[0])], format!("{}(x0)", qualified("Break"))),
            make(vec![value(&args[1])], format!("{}(x0)", qualified("Continue"))),
        ],
        ("Ordering", None) if path.contains("cmp") => ["Less", "Equal", "Greater"]
            .iter()
            .map(|name| make(vec![], format!("{path}::{name}")))
            .collect(),
        ("Ordering", None) => vec![make(vec![], format!("{path}::SeqCst"))],
        ("Duration", _) => vec![
            make(
                vec![prim(Prim::U64), prim(Prim::U32)],
                "::std::time::Duration::from_secs(x0).saturating_add(::std::time::Duration::from_nanos(u64::from(x1)))",
            ),
            make(vec![prim(Prim::U32)], "::std::time::Duration::from_millis(u64::from(x0))"),
            make(vec![], "::std::time::Duration::MAX"),
        ],
        ("SystemTime", _) => vec![
            make(vec![], "::std::time::SystemTime::UNIX_EPOCH"),
            make(
                vec![Input::val(Ty::adt("std::time::Duration", []))],
                "::std::time::SystemTime::UNIX_EPOCH.checked_add(x0)",
            )
            .partial(),
            make(
                vec![Input::val(Ty::adt("std::time::Duration", []))],
                "::std::time::SystemTime::UNIX_EPOCH.checked_sub(x0)",
            )
            .partial(),
        ],
        ("Instant", _) => vec![make(vec![], "::std::time::Instant::now()")],
        ("PathBuf" | "OsString", _) => vec![make(vec![text()], format!("{path}::from(x0)"))],
        ("CString", _) => vec![make(vec![text()], "::std::ffi::CString::new(x0).ok()").partial()],
        ("Ipv4Addr", _) => vec![make(
            vec![prim(Prim::U8), prim(Prim::U8), prim(Prim::U8), prim(Prim::U8)],
            "::std::net::Ipv4Addr::new(x0, x1, x2, x3)",
        )],
        ("Ipv6Addr", _) => vec![make(vec![prim(Prim::U128)], "::std::net::Ipv6Addr::from(x0)")],
        ("IpAddr", _) => vec![
            make(vec![Input::val(Ty::adt("std::net::Ipv4Addr", []))], "::std::net::IpAddr::V4(x0)"),
            make(vec![Input::val(Ty::adt("std::net::Ipv6Addr", []))], "::std::net::IpAddr::V6(x0)"),
        ],
        ("SocketAddr", _) if path.starts_with("std::net") => vec![make(
            vec![Input::val(Ty::adt("std::net::IpAddr", [])), prim(Prim::U16)],
            "::std::net::SocketAddr::new(x0, x1)",
        )],
        ("SocketAddrV4", _) => vec![make(
            vec![Input::val(Ty::adt("std::net::Ipv4Addr", [])), prim(Prim::U16)],
            "::std::net::SocketAddrV4::new(x0, x1)",
        )],
        ("SocketAddrV6", _) => vec![make(
            vec![
                Input::val(Ty::adt("std::net::Ipv6Addr", [])),
                prim(Prim::U16),
                prim(Prim::U32),
                prim(Prim::U32),
            ],
            "::std::net::SocketAddrV6::new(x0, x1, x2, x3)",
        )],
        ("IntoIter", Some(item)) if path.starts_with("std::vec") => {
            vec![make(vec![Input::val(vec_of(item))], "x0.into_iter()")]
        }
        ("Filter", Some(Ty::Adt(items, of))) if &**items == "std::vec::IntoIter" => {
            let Some(item) = first_type(of) else { return Vec::new() };
            let item_ty = item.print(Lifetimes::Static);
            let predicate = match tracked::is_tracked(item) {
                true => "|item| item.is_there()",
                false => "|_| true",
            };
            vec![make(
                vec![Input::val(vec_of(item))],
                format!("x0.into_iter().filter(({predicate}) as fn(&{item_ty}) -> bool)"),
            )]
        }
        ("Map", Some(Ty::Adt(items, of))) if &**items == "std::vec::IntoIter" => {
            let Some(item) = first_type(of).filter(|item| tracked::is_tracked(item)) else {
                return Vec::new();
            };
            let ty = item.print(Lifetimes::Static);
            vec![make(
                vec![Input::val(vec_of(item))],
                format!("x0.into_iter().map((|item| item.passed_on()) as fn({ty}) -> {ty})"),
            )]
        }
        ("IntoIter", Some(item)) if path.starts_with("std::option") => vec![make(
            vec![Input::val(Ty::adt("std::option::Option", [item.clone()]))],
            "x0.into_iter()",
        )],
        ("Iter", Some(item)) if path.starts_with("std::slice") => {
            vec![make(vec![Input::shared(vec_of(item))], "x0.iter()")]
        }
        ("IterMut", Some(item)) if path.starts_with("std::slice") => {
            vec![make(vec![Input::exclusive(vec_of(item))], "x0.iter_mut()")]
        }
        ("Chars", _) => vec![make(vec![text()], "x0.chars()")],
        ("CharIndices", _) => vec![make(vec![text()], "x0.char_indices()")],
        ("Bytes", _) if path.starts_with("std::str") => vec![make(vec![text()], "x0.bytes()")],
        ("Ready", Some(item)) => vec![make(vec![value(item)], "::std::future::ready(x0)")],
        ("Once", Some(item)) if path.starts_with("std::iter") => {
            vec![make(vec![value(item)], "::std::iter::once(x0)")]
        }
        ("Empty", Some(item)) if path.starts_with("std::iter") => {
            vec![make(vec![], format!("::std::iter::empty::<{}>()", item.print(Lifetimes::Static)))]
        }
        ("DefaultHasher", _) => {
            vec![make(vec![], "::std::collections::hash_map::DefaultHasher::new()")]
        }
        ("PhantomData", _) => {
            vec![make(vec![], format!("{{ let p: {printed} = ::std::marker::PhantomData; p }}"))]
        }
        ("ParseIntError", _) => vec![make(vec![], "\"\".parse::<i32>().unwrap_err()")],
        ("ParseFloatError", _) => vec![make(vec![], "\"\".parse::<f64>().unwrap_err()")],
        ("Utf8Error", _) => vec![make(vec![], "::std::str::from_utf8(&[255]).unwrap_err()")],
        ("Error", None) if path == "std::fmt::Error" => vec![make(vec![], "::std::fmt::Error")],
        ("Error", None) if path.starts_with("std::io") => {
            vec![make(vec![text()], "::std::io::Error::other(x0.to_owned())")]
        }
        ("ErrorKind", _) => vec![
            make(vec![], "::std::io::ErrorKind::Other"),
            make(vec![], "::std::io::ErrorKind::NotFound"),
        ],
        ("SeekFrom", _) => vec![
            make(vec![prim(Prim::U64)], "::std::io::SeekFrom::Start(x0)"),
            make(vec![prim(Prim::I64)], "::std::io::SeekFrom::Current(x0)"),
        ],
        ("TypeId", _) => vec![make(vec![], "::std::any::TypeId::of::<i32>()")],
        ("Location", _) => vec![make(vec![], "::std::panic::Location::caller()")],
        _ if path.starts_with("std::sync::atomic::Atomic") => {
            let inner = path.trim_start_matches("std::sync::atomic::Atomic").to_lowercase();
            Prim::from_name(&inner)
                .map(|inner| make(vec![prim(inner)], format!("{path}::new(x0)")))
                .into_iter()
                .collect()
        }
        _ => Vec::new(),
    }
}

fn make(inputs: Vec<Input>, body: impl Into<String>) -> Candidate {
    Candidate::builtin(inputs, body)
}

/// `Box`, `Rc` and `Arc`, also of unsized types.
fn pointer(
    solver: &TraitSolver<'_>,
    path: &str,
    inner: &Ty,
    implementors: &dyn Fn(&[Bound]) -> Vec<Ty>,
) -> Vec<Candidate> {
    let printed = Ty::Adt(path.into(), vec![Arg::Ty(inner.clone())]).print(Lifetimes::Static);
    match inner {
        Ty::Prim(Prim::Str) => {
            vec![make(vec![Input::shared_dst(inner.clone())], format!("<{printed}>::from(x0)"))]
        }
        Ty::Slice(item) => {
            let vec = Ty::adt("std::vec::Vec", [(**item).clone()]);
            vec![make(vec![Input::val(vec)], format!("<{printed}>::from(x0)"))]
        }
        Ty::Dyn(bounds) => {
            let called = bounds.iter().find_map(|bound| match bound {
                Bound::Fn(bound) => Some(bound),
                _ => None,
            });
            match called {
                Some(bound) => (0..variants(bound).min(2))
                    .map(|variant| {
                        let source = closure(bound, variant, false, 0).source;
                        make(vec![], format!("{{ let b: {printed} = {path}::new({source}); b }}"))
                    })
                    .collect(),
                None => implementors(bounds)
                    .into_iter()
                    .map(|ty| {
                        let input = input_for(solver, ty).unborrowed();
                        make(vec![input], format!("{{ let b: {printed} = {path}::new(x0); b }}"))
                    })
                    .collect(),
            }
        }
        _ if solver.is_unsized(inner) => {
            vec![make(vec![Input::shared_dst(inner.clone())], format!("<{printed}>::from(x0)"))]
        }
        _ => vec![make(vec![input_for(solver, inner.clone())], format!("{path}::new(x0)"))],
    }
}
