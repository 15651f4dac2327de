//! Rust for a line of a table: no lifetimes, no paths, no repetitions.
//!
//! Works on text and never fails; what it does not understand stays as it is.

use gadfly_model::rust_path;

/// A signature: `<Rope as PartialEq<Rope>>::eq(…)` as `<Rope as PartialEq>::eq(…)`.
pub fn signature(text: &str) -> String {
    let text = rust_path::brief(text);
    let Some((self_type, rest)) = rust_path::split_cast(&text) else { return text };
    let repeated = format!("<{self_type}>>::");
    match rest.split_once(&repeated) {
        Some((trait_, method)) if !trait_.contains('<') => {
            format!("<{self_type} as {trait_}>::{method}")
        }
        _ => text,
    }
}

/// The part of an instance beyond the function's name: `SmallVec<[i32; 1]>`, `<u8>`.
pub fn instance(text: &str) -> String {
    let text = rust_path::brief(text);
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
pub fn reason(text: &str) -> String {
    let text = rust_path::brief(text);
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
}
