//! Paths and types as text: their parts, and shorter forms of them.
//!
//! The functions take a path as a caller would write it (`k::Stack::push`), a qualified one (`<k::Stack<T> as k::Pop>::pop`),
//! or a text that has such paths in it, and never fail: what they do not understand stays as it is.

/// The last segment: `push` of `k::Stack::push`.
pub fn last(path: &str) -> &str {
    split_last(path).map_or(path, |(_, last)| last)
}

/// The path before the last segment: `k::Stack` of `k::Stack::push`; empty if there is none.
pub fn owner(path: &str) -> &str {
    split_last(path).map_or("", |(owner, _)| owner)
}

/// `k::Stack` and `push` of `k::Stack::push`; nothing for a single segment.
pub fn split_last(path: &str) -> Option<(&str, &str)> {
    path.rsplit_once("::")
}

/// The first segment, which is the crate in a full path: `k` of `k::Stack::push`.
pub fn first(path: &str) -> &str {
    path.split_once("::").map_or(path, |(first, _)| first)
}

/// A type without its parameters: `k::Stack` of `k::Stack<u8>`.
pub fn head(ty: &str) -> &str {
    ty.split_once('<').map_or(ty, |(head, _)| head)
}

/// From the first type on: `Lines::next` of `ropey::iter::Lines::next`; the last segment of a path without a type.
pub fn from_type(path: &str) -> &str {
    let mut starts = path.match_indices("::").map(|(at, _)| &path[at + 2..]);
    starts.find(|rest| rest.starts_with(char::is_uppercase)).unwrap_or_else(|| last(path))
}

/// A text with every path in it cut to its last segment: `Option<Stack<u8>>` of `std::option::Option<k::Stack<u8>>`.
pub fn last_segments(text: &str) -> String {
    without_segments(text, |_| true)
}

/// A text with the modules left out of every path in it: `Stack::push(Vec<u8>)` of `k::Stack::push(std::vec::Vec<u8>)`.
pub fn without_modules(text: &str) -> String {
    without_segments(text, |name| name.starts_with(|c: char| c.is_lowercase() || c == '_'))
}

/// A text without those names before another name that are not wanted.
fn without_segments(text: &str, is_unwanted: impl Fn(&str) -> bool) -> String {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let mut short = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let end = rest.find(|c| !is_part(c)).unwrap_or(rest.len());
        let (name, after) = rest.split_at(end);
        // A module is followed by another name; a function may be followed by its parameters.
        let next = after.strip_prefix("::").filter(|next| next.starts_with(is_part));
        rest = match next {
            _ if name.is_empty() => {
                short.push(first);
                &rest[first.len_utf8()..]
            }
            Some(next) if is_unwanted(name) => {
                // An absolute path loses what it starts with, too.
                let before = short.strip_suffix("::");
                let before = before.filter(|it| !it.ends_with(|c| is_part(c) || c == '>'));
                short.truncate(before.map_or(short.len(), str::len));
                next
            }
            _ => {
                short.push_str(name);
                after
            }
        };
    }
    short
}

/// Rust for a line of a table: no modules, no lifetimes, no repetitions.
pub fn brief(text: &str) -> String {
    let text = without_lifetimes(&without_modules(text));
    let text =
        text.replace("(&self, &mut Formatter) -> Result<(), Error>", "(&self, &mut Formatter)");
    associated_types(&text.replace("__", ""))
}

/// The path of a function without the trait it belongs to and without parameters:
/// `<ropey::Lines<'_> as Iterator>::next` as `ropey::Lines::next`.
pub fn plain(path: &str) -> String {
    // Only the brackets of parameters are counted below.
    let path = path.replace("->", "");
    let path = match split_cast(&path) {
        Some((self_type, rest)) => {
            let self_type = without_reference(self_type);
            let trait_ = rest.rsplit_once(">::").map_or(rest, |(trait_, _)| trait_);
            let named =
                if is_universal(self_type) && !is_universal(trait_) { trait_ } else { self_type };
            format!("{named}::{}", last(rest))
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

/// The path of the trait whose method a qualified path names: `std::ops::Add` of `<k::A as std::ops::Add<k::B>>::add`.
pub fn trait_of(path: &str) -> Option<&str> {
    let (_, rest) = split_cast(path)?;
    rest.split(['<', '>']).next()
}

/// Returns whether a type or trait is a parameter, a primitive or the standard library's.
pub fn is_universal(ty: &str) -> bool {
    // Slices and arrays of any type are not the crate's.
    let ty = without_reference(ty).trim_start_matches(['*', '(']);
    let ty = ty.strip_prefix("mut ").or(ty.strip_prefix("const ")).unwrap_or(ty);
    !ty.contains("::") || ty.starts_with("std::") || ty.starts_with('[')
}

/// `T` and `k::Trait<U>>::f` of `<T as k::Trait<U>>::f`.
pub fn split_cast(path: &str) -> Option<(&str, &str)> {
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
    (!is_universal(self_type)).then(|| format!("{}{rest}", without_reference(self_type)))
}

/// `T` of `&'a mut T`.
fn without_reference(ty: &str) -> &str {
    let Some(mut ty) = ty.strip_prefix('&') else { return ty };
    if ty.starts_with('\'') {
        ty = ty.split_once(' ').map_or(ty, |(_, rest)| rest);
    }
    without_reference(ty.strip_prefix("mut ").unwrap_or(ty))
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
#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_have_a_first_and_a_last_segment() {
        for (path, parts) in [
            ("k::Stack::push", ("k", "k::Stack", "push")),
            ("k::max", ("k", "k", "max")),
            ("max", ("max", "", "max")),
            ("", ("", "", "")),
        ] {
            assert_eq!((first(path), owner(path), last(path)), parts);
        }
        assert_eq!(split_last("k::Stack::push"), Some(("k::Stack", "push")));
        assert_eq!(split_last("max"), None);
        assert_eq!((head("k::Stack<a::B<u8>>"), head("[u8]")), ("k::Stack", "[u8]"));
    }

    #[test]
    fn names_begin_with_the_first_type() {
        for (path, short) in [
            ("ropey::iter::Lines::size_hint", "Lines::size_hint"),
            ("k::a::max", "max"),
            ("max", "max"),
        ] {
            assert_eq!(from_type(path), short);
        }
    }

    #[test]
    fn paths_are_cut_and_the_rest_stays() {
        for (long, segments, types) in [
            (
                "std::option::Option<&smallvec::SmallVec<[i32; 4]>>",
                "Option<&SmallVec<[i32; 4]>>",
                "Option<&SmallVec<[i32; 4]>>",
            ),
            ("<T as k::Array>::Item", "<T as Array>::Item", "<T as Array>::Item"),
            ("k::Rope::new(x: T::Item)", "new(x: Item)", "Rope::new(x: T::Item)"),
            ("k::max::<u8>(k::é::x)", "max::<u8>(x)", "max::<u8>(x)"),
            ("(::std::vec::Vec::new())", "(new())", "(Vec::new())"),
            ("::std::vec::Vec", "Vec", "Vec"),
            ("a:: b", "a:: b", "a:: b"),
        ] {
            assert_eq!((&*last_segments(long), &*without_modules(long)), (segments, types));
        }
    }

    #[test]
    fn traits_of_methods_are_found() {
        assert_eq!(trait_of("<k::A as std::ops::Add<k::B>>::add"), Some("std::ops::Add"));
        assert_eq!(trait_of("<url::Url as std::fmt::Debug>::fmt"), Some("std::fmt::Debug"));
        assert_eq!(trait_of("k::A::add"), None);
    }

    #[test]
    fn paths_of_functions_are_plain() {
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
            assert_eq!(plain(long), short);
        }
    }
}
