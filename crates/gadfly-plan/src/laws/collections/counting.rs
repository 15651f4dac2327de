//! Counters agree with iterators: `len` with `iter`, `edge_count` with `edge_references`.

use crate::laws::statement::Statement;
use crate::laws::type_methods::{Method, TypeMethods};

/// Lengths that count something smaller than items.
const UNITS: &[&str] = &["in bytes", "number of bytes", "byte length", "length in", "capacity"];

/// States it of `len`, and of counters by the noun in their names.
pub(in crate::laws) fn state<'k>(type_methods: &'k TypeMethods<'k>) -> Vec<Statement<'k>> {
    let mut found = Vec::new();
    if let (Some(len), Some(iter)) = (type_methods.size("len"), type_methods.getter("iter"))
        && !len.is_hedged(UNITS)
    {
        found.push(statement(type_methods, "len-iter", len, iter));
    }
    // Of what has one value per key, there are as many keys and values as entries.
    if let (Some(len), Some(_)) =
        (type_methods.size("len"), crate::laws::keyed::insertion::map(type_methods))
    {
        for name in ["keys", "values"] {
            if let Some(iter) = type_methods.getter(name) {
                found.push(statement(type_methods, "len-iter", len, iter));
            }
        }
    }
    for counter in type_methods.methods() {
        let Some(noun) = noun(&counter.function.name) else { continue };
        if type_methods.size(&counter.function.name).is_none_or(|size| !std::ptr::eq(size, counter))
        {
            continue;
        }
        let iterators = iterators(noun);
        if let Some(iter) = iterators.iter().find_map(|name| type_methods.getter(name)) {
            found.push(statement(type_methods, "count-iter", counter, iter));
        }
    }
    found
}

fn statement<'k>(
    type_methods: &TypeMethods<'_>,
    name: &'static str,
    counter: &'k Method<'k>,
    iter: &'k Method<'k>,
) -> Statement<'k> {
    Statement {
        name,
        sentence: format!(
            "`{}` equals the number of items of `{}`",
            counter.function.name, iter.function.name
        ),
        terms: vec![counter, iter],
        inputs: vec![type_methods.lent(0).input],
        body: format!(
            "counted({}).map_or(true, |n| n as u128 == {} as u128)",
            iter.run(&["x0"]),
            counter.run(&["x0"])
        ),
        assertion: format!(
            "assert_eq!({} as usize, {}.count());",
            counter.say(&["{0}"]),
            iter.say(&["{0}"])
        )
        .replace(" as usize", if is_usize(counter) { "" } else { " as usize" }),
    }
}

fn is_usize(counter: &Method<'_>) -> bool {
    matches!(counter.output, gadfly_model::Ty::Prim(gadfly_model::Prim::Usize))
}

/// The noun of a counter: `edge` for `edge_count`, `num_edges` and `len_edges`.
fn noun(name: &str) -> Option<&str> {
    let noun =
        ["_count", "_len"].iter().find_map(|suffix| name.strip_suffix(suffix)).or_else(|| {
            ["count_", "num_", "n_", "len_"].iter().find_map(|prefix| name.strip_prefix(prefix))
        })?;
    let is_word = !noun.is_empty() && !noun.contains('_');
    is_word.then(|| noun.strip_suffix('s').unwrap_or(noun))
}

/// Names under which they could be iterated over, the most telling first.
fn iterators(noun: &str) -> Vec<String> {
    let plural = plural(noun);
    vec![
        format!("{noun}_references"),
        format!("{noun}_indices"),
        plural.clone(),
        format!("iter_{plural}"),
        format!("{noun}_iter"),
        format!("{plural}_iter"),
    ]
}

fn plural(noun: &str) -> String {
    match noun {
        "vertex" => "vertices".to_owned(),
        "index" => "indices".to_owned(),
        _ => match noun.strip_suffix('y') {
            Some(stem) => format!("{stem}ies"),
            None if noun.ends_with(['x', 'h']) => format!("{noun}es"),
            None => format!("{noun}s"),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counters_are_known_by_their_nouns() {
        for name in ["edge_count", "num_edges", "len_edges", "edges_len", "count_edges"] {
            assert_eq!(noun(name), Some("edge"), "{name}");
        }
        for name in ["count", "ref_count_of", "strong_ref_count", "len"] {
            assert_eq!(noun(name), None, "{name}");
        }
        assert_eq!(plural("entry"), "entries");
        assert!(iterators("edge").contains(&"edges".to_owned()));
    }
}
