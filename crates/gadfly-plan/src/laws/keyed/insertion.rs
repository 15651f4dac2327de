//! Values inserted into a map are found under their key, and gone once removed.

use gadfly_model::Ty;

use crate::laws::statement::Statement;
use crate::laws::type_methods::{Method, Take, TypeMethods, arguments_of, base, has, is_bool};

/// Words in documentation of collections that do not keep everything that is inserted.
pub(in crate::laws) const FICKLE: &[&str] = &["silent", "ignor", "evict", "no-op", "oldest"];

/// A map by its `insert`: `insert(&mut self, K, V) -> Option<V>`, or a `Result` of it.
pub(in crate::laws) struct Map<'k> {
    /// `insert`.
    pub(in crate::laws) insert: &'k Method<'k>,
    /// The type of keys.
    pub(in crate::laws) key: Ty,
    /// The type of values.
    pub(in crate::laws) value: Ty,
    /// `true` if there may be no room.
    pub(in crate::laws) is_fallible: bool,
}

/// The type as a map, if it is one whose keys are compared by an equivalence.
pub(in crate::laws) fn map<'k>(type_methods: &'k TypeMethods<'k>) -> Option<Map<'k>> {
    let insert = type_methods.change("insert", 2).filter(|insert| !insert.is_hedged(FICKLE))?;
    let [key, value] = insert.inputs.as_slice() else { return None };
    let (replaced, is_fallible) = match arguments_of(&insert.output, "Result") {
        Some(args) => ((*args.first()?).clone(), true),
        None => (insert.output.clone(), false),
    };
    let is_map = arguments_of(&replaced, "Option")?.first() == Some(&value);
    let is_plain = [key, value]
        .iter()
        .all(|ty| !ty.has_params() && has(type_methods.solver, ty, "std::cmp::Eq"));
    (is_map && is_plain && type_methods.is_copied()).then(|| Map {
        insert,
        key: key.clone(),
        value: value.clone(),
        is_fallible,
    })
}

/// The method that looks a key up: `name(&self, &K)`, or by anything a key can be compared with.
pub(in crate::laws) fn lookup<'k>(
    type_methods: &'k TypeMethods<'k>,
    name: &'k str,
    key: &Ty,
) -> Option<&'k Method<'k>> {
    type_methods.named(name).find(|method| {
        method.take == Take::Ref
            && matches!(method.inputs.as_slice(), [parameter] if takes_key(parameter, key))
    })
}

/// Returns whether a key can be passed for a parameter.
pub(in crate::laws) fn takes_key(parameter: &Ty, key: &Ty) -> bool {
    let is_generic = matches!(parameter, Ty::Ref { inner, .. } if matches!(**inner, Ty::Param(_)));
    base(parameter) == key || is_generic
}

/// States it of `insert` against `get`, `contains_key`, `remove` and `len`.
pub(in crate::laws) fn state<'k>(type_methods: &'k TypeMethods<'k>) -> Vec<Statement<'k>> {
    let mut found = Vec::new();
    let Some(map) = map(type_methods) else { return found };
    let get = lookup(type_methods, "get", &map.key).filter(|method| {
        arguments_of(&method.output, "Option")
            .is_some_and(|args| args.first().is_some_and(|value| base(value) == &map.value))
    });
    let contains = ["contains_key", "contains"]
        .into_iter()
        .find_map(|name| lookup(type_methods, name, &map.key))
        .filter(|method| is_bool(&method.output));
    let (key, value) = (type_methods.lend(&map.key, 1), type_methods.lend(&map.value, 2));
    let inserted = format!(
        "let mut changed = x0.clone(); let done = {};",
        map.insert.run(&["&mut changed", &key.owned, &value.owned])
    );
    let guard = if map.is_fallible { "done.is_err() || " } else { "" };
    let inserted_said = format!(
        "let mut changed = {{0}}.clone(); {}{};",
        map.insert.say(&["changed", &key.owned_said, &value.owned_said]),
        if map.is_fallible { ".unwrap()" } else { "" }
    );
    let inputs = || {
        let value = type_methods.lend(&map.value, 2).input;
        vec![type_methods.lent(0).input, type_methods.lend(&map.key, 1).input, value]
    };
    if let Some(get) = get {
        let parameter = &get.inputs[0];
        found.push(Statement {
            name: "insert-get",
            sentence: "`get` finds an inserted value under its key".to_owned(),
            body: format!(
                "{inserted} {guard}{}.map_or(false, |found| *found == {})",
                get.run(&["&changed", key.pass(parameter)]),
                value.owned
            ),
            assertion: format!(
                "{inserted_said} assert!({} == Some(&{}));",
                get.say(&["changed", key.say(parameter)]),
                value.owned_said
            ),
            terms: vec![map.insert, get],
            inputs: inputs(),
        });
    }
    if let (Some(contains), Some(len), false) =
        (contains, type_methods.size("len"), is_bounded(type_methods))
    {
        let parameter = &contains.inputs[0];
        let had = contains.run(&["x0", key.pass(parameter)]);
        found.push(Statement {
            name: "insert-len",
            sentence: "inserting under a new key adds one entry, under a known key none".to_owned(),
            body: format!(
                "{inserted} {guard}{} == {} + (!{had} as u8) as {}",
                len.run(&["&changed"]),
                len.run(&["x0"]),
                len.output.print(gadfly_model::Lifetimes::Static)
            ),
            assertion: format!(
                "{inserted_said} let added = if {} {{ 0 }} else {{ 1 }}; \
                 assert_eq!({}, {} + added);",
                contains.say(&["{0}", key.say(parameter)]),
                len.say(&["changed"]),
                len.say(&["{0}"])
            ),
            terms: vec![map.insert, contains, len],
            inputs: inputs(),
        });
    }
    found.extend(removal(type_methods, &map.key, contains));
    found
}

/// Of maps and sets: what is removed is gone, and nothing else.
pub(in crate::laws) fn removal<'k>(
    type_methods: &'k TypeMethods<'k>,
    key: &Ty,
    contains: Option<&'k Method<'k>>,
) -> Option<Statement<'k>> {
    let contains = contains?;
    let remove = ["remove", "swap_remove", "shift_remove"].into_iter().find_map(|name| {
        type_methods.named(name).find(|method| {
            method.take == Take::Mut
                && !matches!(method.output, Ty::Tuple(_))
                && matches!(method.inputs.as_slice(), [parameter] if takes_key(parameter, key))
        })
    })?;
    let len = type_methods.size("len")?;
    let lent = type_methods.lend(key, 1);
    let had = contains.run(&["x0", lent.pass(&contains.inputs[0])]);
    let has = contains.run(&["&changed", lent.pass(&contains.inputs[0])]);
    Some(Statement {
        name: "remove-gone",
        sentence: "removing a key removes its entry and no other".to_owned(),
        body: format!(
            "let mut changed = x0.clone(); let _ = {}; !{has} && {} + ({had} as u8) as {} == {}",
            remove.run(&["&mut changed", lent.pass(&remove.inputs[0])]),
            len.run(&["&changed"]),
            len.output.print(gadfly_model::Lifetimes::Static),
            len.run(&["x0"])
        ),
        assertion: format!(
            "let mut changed = {{0}}.clone(); {}; assert!(!{}); \
             let removed = if {} {{ 1 }} else {{ 0 }}; assert_eq!({} + removed, {});",
            remove.say(&["changed", lent.say(&remove.inputs[0])]),
            contains.say(&["changed", lent.say(&contains.inputs[0])]),
            contains.say(&["{0}", lent.say(&contains.inputs[0])]),
            len.say(&["changed"]),
            len.say(&["{0}"])
        ),
        terms: vec![remove, contains, len],
        inputs: vec![type_methods.lent(0).input, lent.input],
    })
}

/// Returns whether the type may throw something out to make room.
pub(in crate::laws) fn is_bounded(type_methods: &TypeMethods<'_>) -> bool {
    let name = type_methods.short_name();
    ["cache", "lru", "ring", "circular", "bounded", "limit", "window", "history"]
        .iter()
        .any(|word| name.contains(word))
}
