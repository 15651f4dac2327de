//! Rust for a line of a table: no lifetimes, no paths, no repetitions.
//!
//! Works on text and never fails; what it does not understand stays as it is.

/// Every path cut to its last segment, and lifetimes left out.
pub(crate) fn brief(text: &str) -> String {
    let text = without_lifetimes(&shorten(text));
    let text =
        text.replace("(&self, &mut Formatter) -> Result<(), Error>", "(&self, &mut Formatter)");
    associated_types(&text.replace("__", ""))
}

/// A signature: `<Rope as PartialEq<Rope>>::eq(…)` as `<Rope as PartialEq>::eq(…)`.
pub(crate) fn signature(text: &str) -> String {
    let text = brief(text);
    let Some((self_type, rest)) = split_cast(&text) else { return text };
    let repeated = format!("<{self_type}>>::");
    match rest.split_once(&repeated) {
        Some((trait_, method)) if !trait_.contains('<') => {
            format!("<{self_type} as {trait_}>::{method}")
        }
        _ => text,
    }
}

/// The part of an instance beyond the function's name: `SmallVec<[i32; 1]>`, `<u8>`.
pub(crate) fn instance(text: &str) -> String {
    let text = brief(text);
    let (owner, function) = match top_level_colons(&text) {
        Some(at) => (&text[..at], &text[at + 2..]),
        None => ("", text.as_str()),
    };
    let parameters = function.split_once("::").map_or("", |(_, parameters)| parameters);
    let owner = owner.strip_prefix('<').and_then(|rest| rest.strip_suffix('>')).unwrap_or(owner);
    let owner = owner.split(" as ").next().unwrap_or(owner);
    match (owner.contains('<'), parameters.is_empty()) {
        (false, false) => parameters.to_owned(),
        (true, false) => format!("{owner}, {parameters}"),
        _ => owner.to_owned(),
    }
}

/// The reason for skipping a function, without the compiler's phrases.
pub(crate) fn reason(text: &str) -> String {
    let text = brief(text);
    let bound = text
        .strip_prefix("the trait bound `")
        .and_then(|rest| rest.strip_suffix("` is not satisfied"))
        .and_then(|bound| bound.split_once(": "));
    if let Some((ty, trait_)) = bound {
        return format!("{ty} does not implement {trait_}");
    }
    if let Some((_, bounds)) =
        text.strip_prefix("no type found for impl").and_then(|rest| rest.split_once(": "))
    {
        return format!("no type found for impl {bounds}");
    }
    // "the function or associated item `f` exists for struct `T`, but its trait bounds were not …"
    match text.split_once("` exists for ").and_then(|(_, rest)| rest.split('`').nth(1)) {
        Some(ty) if text.contains("trait bounds were not satisfied") => {
            format!("its bounds do not hold for {ty}")
        }
        _ => text,
    }
}

/// The path of a function without the trait it belongs to and without parameters:
/// `<ropey::Lines<'_> as Iterator>::next` as `ropey::Lines::next`.
pub(crate) fn plain_path(path: &str) -> String {
    // Only the brackets of parameters are counted below.
    let path = path.replace("->", "");
    let path = match split_cast(&path) {
        Some((self_type, rest)) => {
            let self_type = without_reference(self_type);
            let method = rest.rsplit("::").next().unwrap_or_default();
            let trait_ = rest.rsplit_once(">::").map_or(rest, |(trait_, _)| trait_);
            let named =
                if is_anybodys(self_type) && !is_anybodys(trait_) { trait_ } else { self_type };
            format!("{named}::{method}")
        }
        None => without_angles(&path).unwrap_or(path),
    };
    let mut depth = 0_usize;
    let mut plain = String::new();
    for c in path.chars() {
        match c {
            '<' => depth += 1,
            '>' => depth = depth.saturating_sub(1),
            '&' | ' ' | '\'' => {}
            _ if depth == 0 => plain.push(c),
            _ => {}
        }
    }
    // A type that is no path, such as `[T]`, has nothing left to show.
    if plain.starts_with("::") { path } else { plain }
}

/// Returns whether a type or trait is a parameter, a primitive or the standard library's.
pub(crate) fn is_anybodys(ty: &str) -> bool {
    // Slices and arrays of whatever it be are not the crate's.
    let ty = without_reference(ty).trim_start_matches(['*', '(']);
    let ty = ty.strip_prefix("mut ").or(ty.strip_prefix("const ")).unwrap_or(ty);
    !ty.contains("::") || ty.starts_with("std::") || ty.starts_with('[')
}

/// `T` and `k::Trait<U>>::f` of `<T as k::Trait<U>>::f`.
pub(crate) fn split_cast(path: &str) -> Option<(&str, &str)> {
    let inside = path.strip_prefix('<')?;
    let mut depth = 0_usize;
    for (at, c) in inside.char_indices() {
        match c {
            '<' | '[' | '(' => depth += 1,
            '>' | ']' | ')' => depth = depth.saturating_sub(1),
            ' ' if depth == 0 => {
                if let Some(rest) = inside[at..].strip_prefix(" as ") {
                    return Some((&inside[..at], rest));
                }
            }
            _ => {}
        }
    }
    None
}

/// `k::Grid<u8>::new` of `<k::Grid<u8>>::new`.
fn without_angles(path: &str) -> Option<String> {
    let end = closing(path).filter(|_| path.starts_with('<'))?;
    let (self_type, rest) = (&path[1..end - 1], &path[end..]);
    (!is_anybodys(self_type)).then(|| format!("{}{rest}", without_reference(self_type)))
}

/// `T` of `&'a mut T`.
fn without_reference(ty: &str) -> &str {
    let Some(mut ty) = ty.strip_prefix('&') else { return ty };
    if ty.starts_with('\'') {
        ty = ty.split_once(' ').map_or(ty, |(_, rest)| rest);
    }
    without_reference(ty.strip_prefix("mut ").unwrap_or(ty))
}

fn shorten(text: &str) -> String {
    let mut short = String::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let is_part = |c: char| c.is_alphanumeric() || c == '_';
        let end = rest.find(|c: char| !is_part(c)).unwrap_or(rest.len());
        let (word, after) = rest.split_at(end);
        if word.is_empty() {
            let length = if rest.starts_with("::") { 2 } else { first.len_utf8() };
            short.push_str(&rest[..length]);
            rest = &rest[length..];
            continue;
        }
        // A module is followed by another name; a function may be followed by its parameters.
        let is_module = word.starts_with(|c: char| c.is_lowercase() || c == '_')
            && after.strip_prefix("::").is_some_and(|after| after.starts_with(is_part));
        rest = if is_module {
            &after[2..]
        } else {
            short.push_str(word);
            after
        };
    }
    short
}

fn without_lifetimes(text: &str) -> String {
    let mut text = text.to_owned();
    for lifetime in ["'static", "'_"] {
        text = text
            .replace(&format!("<{lifetime}>"), "")
            .replace(&format!("{lifetime}, "), "")
            .replace(&format!("&{lifetime} "), "&")
            .replace(&format!(" + {lifetime}"), "");
    }
    text
}

/// `<A as Array>::Item` as `A::Item`, inside other types.
fn associated_types(text: &str) -> String {
    let mut text = text.to_owned();
    let mut from = 0;
    while let Some(at) = text[from..].find('<').map(|at| at + from) {
        let rest = &text[at + 1..];
        let name: String = rest.chars().take_while(|c| c.is_alphanumeric()).collect();
        let after = &rest[name.len()..];
        from = at + 1;
        // The whole text may be a call of a trait's method; only parts of it are types.
        if at == 0 || name.is_empty() || !after.starts_with(" as ") {
            continue;
        }
        let Some(end) = closing(&text[at..]) else { continue };
        if text[at + end..].starts_with("::") {
            text = format!("{}{name}{}", &text[..at], &text[at + end..]);
        }
    }
    text
}

/// The index after the bracket that closes the one at the start.
fn closing(text: &str) -> Option<usize> {
    let mut depth = 0_usize;
    let mut previous = ' ';
    for (at, c) in text.char_indices() {
        match c {
            '<' => depth += 1,
            '>' if previous != '-' => {
                depth -= 1;
                if depth == 0 {
                    return Some(at + 1);
                }
            }
            _ => {}
        }
        previous = c;
    }
    None
}

/// The `::` before the function's name, outside all brackets.
fn top_level_colons(text: &str) -> Option<usize> {
    let mut depth = 0_usize;
    let mut last = None;
    let bytes = text.as_bytes();
    for (at, byte) in bytes.iter().enumerate() {
        match byte {
            b'<' | b'[' | b'(' => depth += 1,
            b'>' | b']' | b')' => depth = depth.saturating_sub(1),
            b':' if depth == 0 && bytes.get(at + 1) == Some(&b':') => {
                let is_parameters = bytes.get(at + 2) == Some(&b'<');
                if !is_parameters {
                    last = Some(at);
                }
            }
            _ => {}
        }
    }
    last
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signatures_are_short() {
        for (long, short) in [
            (
                "<Version as PartialEq<Version>>::eq(&self, &Version) -> bool",
                "<Version as PartialEq>::eq(&self, &Version) -> bool",
            ),
            (
                "<Op as Debug>::fmt(&self, &mut Formatter<'_>) -> Result<(), Error>",
                "<Op as Debug>::fmt(&self, &mut Formatter)",
            ),
            ("<Op as Hash>::hash<__H>(&self, &mut __H)", "<Op as Hash>::hash<H>(&self, &mut H)"),
            (
                "<Drain<'_, T> as Iterator>::next(&mut self) -> Option<<T as Array>::Item>",
                "<Drain<T> as Iterator>::next(&mut self) -> Option<T::Item>",
            ),
            ("Rope::chunks(&self) -> Chunks<'_>", "Rope::chunks(&self) -> Chunks"),
            (
                "<VersionReq as FromIterator<Comparator>>::from_iter<I>(I) -> VersionReq",
                "<VersionReq as FromIterator<Comparator>>::from_iter<I>(I) -> VersionReq",
            ),
        ] {
            assert_eq!(signature(long), short);
        }
    }

    #[test]
    fn instances_say_which_types_were_chosen() {
        for (long, short) in [
            ("<smallvec::SmallVec<[i32; 0]>>::new", "SmallVec<[i32; 0]>"),
            ("<k::Drain<'_, [i32; 0]> as std::fmt::Debug>::fmt", "Drain<[i32; 0]>"),
            ("<k::Op as std::hash::Hash>::hash::<std::hash::DefaultHasher>", "<DefaultHasher>"),
            ("<k::Vec<i32>>::drain::<std::ops::Range<usize>>", "Vec<i32>, <Range<usize>>"),
            ("petgraph::algo::dijkstra::<&k::Graph<i32>, i32>", "<&Graph<i32>, i32>"),
        ] {
            assert_eq!(instance(long), short);
        }
    }

    #[test]
    fn reasons_speak_of_types_and_traits() {
        assert_eq!(
            reason("the trait bound `&'static url::Url: std::io::Read` is not satisfied"),
            "&Url does not implement Read"
        );
        assert_eq!(
            reason(
                "the function or associated item `f` exists for struct `k::Filter<u32>`, but its \
                 trait bounds were not satisfied"
            ),
            "its bounds do not hold for Filter<u32>"
        );
        assert_eq!(reason("no type found for impl0: k::Read"), "no type found for impl Read");
        assert_eq!(reason("no type found for T: k::Read"), "no type found for T: Read");
        assert_eq!(reason("unsafe fn"), "unsafe fn");
    }

    #[test]
    fn paths_are_plain() {
        for (long, short) in [
            ("<ropey::Lines<'_> as std::iter::Iterator>::next", "ropey::Lines::next"),
            ("<&k::Ring<T> as std::iter::IntoIterator>::into_iter", "k::Ring::into_iter"),
            ("url::Url::parse", "url::Url::parse"),
            ("<k::A as std::ops::Add<k::B<i32>>>::add", "k::A::add"),
            ("<std::vec::Vec<T> as k::Ext>::sorted", "k::Ext::sorted"),
            ("<&mut T as k::Ext>::sorted", "k::Ext::sorted"),
            ("<&'a mut k::Ring<T> as std::iter::IntoIterator>::into_iter", "k::Ring::into_iter"),
            ("<[<A as k::Array>::Item] as k::ToRing<A>>::to_ring", "k::ToRing::to_ring"),
            ("<u8 as std::convert::From<k::Thing>>::from", "u8::from"),
            ("k::By<fn(i32) -> bool, u8>::next", "k::By::next"),
            ("<k::Rotation<T, 3>>::from_matrix", "k::Rotation::from_matrix"),
            ("<k::Grid<T, <k::Heap as k::Rooms<C>>::Room<T>>>::of", "k::Grid::of"),
            ("<[T]>::sorted", "<[T]>::sorted"),
        ] {
            assert_eq!(plain_path(long), short);
        }
    }
}
