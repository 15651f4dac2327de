//! Names for variables, after what they hold.

use std::collections::BTreeSet;

use gadfly_model::rust_path;
use gadfly_plan::names::snake_case;
use proc_macro2::{Ident, Span};

/// Hands out names, each once.
#[derive(Debug, Default)]
pub(super) struct Names {
    taken: BTreeSet<String>,
}

impl Names {
    /// A name for a value of this type, or one made by this function where the type says little.
    pub(super) fn name(&mut self, ty: &str, function: &str) -> Ident {
        self.named(&of_type(ty).unwrap_or_else(|| of_function(function)))
    }

    /// This name, or the same with a number.
    pub(super) fn named(&mut self, wanted: &str) -> Ident {
        let mut name = wanted.to_owned();
        let mut number = 2;
        while !self.taken.insert(name.clone()) {
            name = format!("{wanted}_{number}");
            number += 1;
        }
        Ident::new(&name, Span::call_site())
    }
}

/// `url::PathSegmentsMut<'_>` as `path_segments_mut`; nothing for types that everybody has.
fn of_type(ty: &str) -> Option<String> {
    let ty = ty.trim_start_matches(['&', '\'', '_', ' ']).trim_start_matches("mut ");
    let path = ty.split(['<', ' ', '(', '[', '{']).next().unwrap_or_default();
    let last = rust_path::last(path);
    match last {
        "String" | "str" | "Cow" => Some("text".to_owned()),
        "Vec" => Some("items".to_owned()),
        "Option" | "Result" | "Box" | "Rc" | "Arc" | "Self" => None,
        _ if last.starts_with(char::is_uppercase) => Some(snake_case(last)),
        _ => None,
    }
    .filter(|name| syn::parse_str::<Ident>(name).is_ok())
}

/// `size_hint` as it is, anything that is no name as `value`.
fn of_function(function: &str) -> String {
    let is_name = syn::parse_str::<Ident>(function).is_ok();
    let is_variable = function.starts_with(|c: char| c.is_lowercase());
    if is_name && is_variable && function != "new" { function } else { "value" }.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(ty: &str, function: &str, expected: &str) {
        assert_eq!(Names::default().name(ty, function).to_string(), expected);
    }

    #[test]
    fn values_are_named_after_their_types() {
        check("ring_buffer::RingBuffer<i32>", "with_capacity", "ring_buffer");
        check("&'_ url::PathSegmentsMut<'_>", "f", "path_segments_mut");
        check("std::string::String", "f", "text");
        check("URL", "f", "url");
    }

    #[test]
    fn values_of_plain_types_are_named_by_function() {
        check("usize", "len", "len");
        check("std::option::Option<&i32>", "next", "next");
        check("(usize, usize)", "{closure}", "value");
        check("&mut i32", "new", "value");
    }

    #[test]
    fn keywords_are_no_names() {
        check("k::Type", "build", "build");
        check("k::Match", "match", "value");
    }

    #[test]
    fn no_name_is_given_twice() {
        let mut names = Names::default();
        let given: Vec<String> = (0..3).map(|_| names.name("k::Node", "new").to_string()).collect();
        assert_eq!(given, ["node", "node_2", "node_3"]);
    }
}
