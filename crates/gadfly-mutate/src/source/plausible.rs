//! Values that a function might return at once.

use std::collections::BTreeSet;

use syn::{GenericArgument, PathArguments, Type, TypePath};

/// Names of types of the crate that have a default value.
#[derive(Clone, Debug, Default)]
pub(crate) struct Defaults(pub(crate) BTreeSet<String>);

/// Types of the standard library that have an empty value.
const EMPTY: &[&str] = &[
    "String",
    "Vec",
    "VecDeque",
    "HashMap",
    "HashSet",
    "BTreeMap",
    "BTreeSet",
    "BinaryHeap",
    "LinkedList",
    "PhantomData",
];

/// Values of a type, as expressions; none where none is known to compile. `this` is the name of the type `Self`.
pub(super) fn values(of_type: &Type, defaults: &Defaults, this: Option<&str>) -> Vec<String> {
    let owned = |values: &[&str]| values.iter().map(|&it| it.to_owned()).collect();
    match of_type {
        Type::Tuple(tuple) if tuple.elems.is_empty() => owned(&["()"]),
        Type::Tuple(tuple) => {
            let first = |part| values(part, defaults, this).into_iter().next();
            let parts: Option<Vec<String>> = tuple.elems.iter().map(first).collect();
            parts.map(|parts| format!("({},)", parts.join(", "))).into_iter().collect()
        }
        Type::Reference(reference) => match &*reference.elem {
            Type::Path(path) if path.path.is_ident("str") && reference.mutability.is_none() => {
                owned(&["\"\"", "\"gadfly\""])
            }
            Type::Slice(_) if reference.mutability.is_some() => owned(&["&mut []"]),
            Type::Slice(_) => owned(&["&[]"]),
            _ => Vec::new(),
        },
        Type::Paren(paren) => values(&paren.elem, defaults, this),
        Type::Group(group) => values(&group.elem, defaults, this),
        Type::Path(path) if path.qself.is_none() => of_path(path, defaults, this),
        _ => Vec::new(),
    }
}

fn of_path(path: &TypePath, defaults: &Defaults, this: Option<&str>) -> Vec<String> {
    let Some(last) = path.path.segments.last() else { return Vec::new() };
    let name = last.ident.to_string();
    let count = path.path.segments.len();
    let inner = argument(&last.arguments);
    let first = |of_type: &Type| values(of_type, defaults, this).into_iter().next();
    let list = |values: &[&str]| values.iter().map(|&it| it.to_owned()).collect::<Vec<_>>();
    match (name.as_str(), inner) {
        ("bool", _) => list(&["true", "false"]),
        ("u8" | "u16" | "u32" | "u64" | "u128" | "usize", _) => list(&["0", "1"]),
        ("i8" | "i16" | "i32" | "i64" | "i128" | "isize", _) => list(&["0", "1", "-1"]),
        ("f32" | "f64", _) => list(&["0.0", "1.0", "-1.0"]),
        ("char", _) => list(&["'\\0'"]),
        ("Option", Some(inner)) => {
            let some = first(inner).map(|value| format!("Some({value})"));
            [Some("None".to_owned()), some].into_iter().flatten().collect()
        }
        ("Result", Some(inner)) => {
            first(inner).map(|value| format!("Ok({value})")).into_iter().collect()
        }
        // `fmt::Result`.
        ("Result", None) if count > 1 => list(&["Ok(())"]),
        ("Box", Some(inner)) => {
            first(inner).map(|value| format!("Box::new({value})")).into_iter().collect()
        }
        ("Ordering", None) => {
            ["Less", "Equal", "Greater"].map(|value| format!("{}::{value}", written(path))).into()
        }
        ("Self", None) if count == 1 && this.is_some_and(|it| defaults.0.contains(it)) => {
            list(&["Default::default()"])
        }
        (name, _) if EMPTY.contains(&name) || (count == 1 && defaults.0.contains(name)) => {
            list(&["Default::default()"])
        }
        _ => Vec::new(),
    }
}

/// The first type that is passed to a type.
fn argument(arguments: &PathArguments) -> Option<&Type> {
    let PathArguments::AngleBracketed(arguments) = arguments else { return None };
    arguments.args.iter().find_map(|argument| match argument {
        GenericArgument::Type(of_type) => Some(of_type),
        _ => None,
    })
}

fn written(path: &TypePath) -> String {
    let segments: Vec<String> =
        path.path.segments.iter().map(|segment| segment.ident.to_string()).collect();
    let lead = if path.path.leading_colon.is_some() { "::" } else { "" };
    format!("{lead}{}", segments.join("::"))
}

impl Defaults {
    /// Adds the types of a file that derive or implement `Default`.
    pub(crate) fn add(&mut self, file: &syn::File) {
        self.add_items(&file.items);
    }

    fn add_items(&mut self, items: &[syn::Item]) {
        for item in items {
            match item {
                syn::Item::Struct(item) => self.add_if(&item.attrs, &item.ident, &item.generics),
                syn::Item::Enum(item) => self.add_if(&item.attrs, &item.ident, &item.generics),
                syn::Item::Mod(item) => {
                    let content = item.content.as_ref();
                    content.into_iter().for_each(|(_, items)| self.add_items(items));
                }
                syn::Item::Impl(item) => {
                    let name = item.trait_.as_ref().and_then(|(_, path, _)| path.segments.last());
                    if let (true, Type::Path(of)) =
                        (name.is_some_and(|it| it.ident == "Default"), &*item.self_ty)
                    {
                        let name = of.path.segments.last().map(|it| it.ident.to_string());
                        self.0.extend(name);
                    }
                }
                _ => {}
            }
        }
    }

    /// Deriving asks for the default values of type parameters, which a function may not have.
    fn add_if(
        &mut self,
        attributes: &[syn::Attribute],
        name: &syn::Ident,
        generics: &syn::Generics,
    ) {
        let mut is_derived = false;
        for attribute in attributes.iter().filter(|it| it.path().is_ident("derive")) {
            // What else an attribute holds is of no interest.
            let _ = attribute.parse_nested_meta(|meta| {
                is_derived |= meta.path.segments.last().is_some_and(|it| it.ident == "Default");
                Ok(())
            });
        }
        if is_derived && generics.type_params().next().is_none() {
            self.0.insert(name.to_string());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> Vec<String> {
        let defaults = Defaults(["Bag".to_owned()].into());
        values(&syn::parse_str(text).expect("a type"), &defaults, Some("Bag"))
    }

    #[test]
    fn values_fit_their_types() {
        assert_eq!(of("bool"), ["true", "false"]);
        assert_eq!(of("i8"), ["0", "1", "-1"]);
        assert_eq!(of("()"), ["()"]);
        assert_eq!(of("Option<usize>"), ["None", "Some(0)"]);
        assert_eq!(of("Result<Vec<T>, Error>"), ["Ok(Default::default())"]);
        assert_eq!(of("fmt::Result"), ["Ok(())"]);
        assert_eq!(of("(bool, Option<T>)"), ["(true, None,)"]);
        assert_eq!(
            of("cmp::Ordering"),
            ["cmp::Ordering::Less", "cmp::Ordering::Equal", "cmp::Ordering::Greater"]
        );
        assert_eq!(of("&'static str"), ["\"\"", "\"gadfly\""]);
        assert_eq!(of("&mut [T]"), ["&mut []"]);
        assert_eq!(of("Self"), ["Default::default()"]);
    }

    #[test]
    fn types_without_known_default_have_no_values() {
        for text in ["T", "Self::Item", "Rope", "other::Bag", "&T", "impl Iterator", "Result<T, E>"]
        {
            assert_eq!(of(text), [""; 0], "{text}");
        }
        assert_eq!(of("Option<Self::Item>"), ["None"]);
    }

    #[test]
    fn defaults_are_derived_or_implemented() {
        let file = syn::parse_str(
            "#[derive(Clone, Default)] struct A; #[derive(Default)] struct B<T>(T); struct C; \
             mod m { impl<T> Default for D<T> { } impl Clone for C {} }",
        );
        let mut defaults = Defaults::default();
        defaults.add(&file.expect("a file"));
        assert_eq!(defaults.0.into_iter().collect::<Vec<_>>(), ["A", "D"]);
    }
}
