//! What two sets have together, in common or apart contains what it should.

use gadfly_model::Ty;

use super::insertion::lookup;
use super::kin::{Kin, Lent, Method, Take, base, has, is_bool};
use super::statement::Statement;

/// A law about one item: whether it is there, over `a` and `b` for whether the sets contain it.
const OPERATIONS: [(&str, &str, &str); 4] = [
    ("union", "union_with", "a || b"),
    ("intersection", "intersect_with", "a && b"),
    ("difference", "difference_with", "a && !b"),
    ("symmetric_difference", "symmetric_difference_with", "a != b"),
];

/// States it of `union`, `intersection`, `difference` and `symmetric_difference`, which make another set or go through the
/// items, and of their likes that change a set.
pub(super) fn state<'k>(kin: &'k Kin<'k>) -> Vec<Statement<'k>> {
    let mut found = Vec::new();
    let (Some(item), false) = (item(kin), is_other(kin)) else { return found };
    let contains = lookup(kin, "contains", item).filter(|method| is_bool(&method.output));
    let Some(contains) = contains else { return found };
    let lent = kin.lend(item, 2);
    for (makes, changes, due) in OPERATIONS {
        let of_two = |method: &&Method<'k>, take: Take| {
            method.take == take && matches!(&method.inputs[..], [other] if base(other) == &kin.ty)
        };
        if let Some(making) = kin.named(makes).find(|method| of_two(method, Take::Ref)) {
            if making.output == kin.ty {
                found.push(of_set(kin, making, contains, &lent, due));
            } else {
                // Only one of them compiles: items are lent or given.
                found.push(of_items(kin, making, contains, &lent, (due, &lent.borrowed)));
                found.push(of_items(kin, making, contains, &lent, (due, &lent.owned)));
            }
        }
        let changing = kin.named(changes).find(|method| of_two(method, Take::Mut));
        if let Some(changing) = changing.filter(|method| method.output.is_unit()) {
            found.extend(kin.is_copied().then(|| of_change(kin, changing, contains, &lent, due)));
        }
    }
    found
}

/// The type of a set's items. What it is asked for can be put in, or it is no set: a rectangle contains points.
fn item<'k>(kin: &'k Kin<'k>) -> Option<&'k Ty> {
    let insert = kin.change("insert", 1)?;
    let item = &insert.inputs[0];
    // Whoever does not say whether an item is new may count them; sets of small numbers do neither.
    let is_set = is_bool(&insert.output)
        || (insert.output.is_unit() && matches!(item, Ty::Prim(prim) if prim.is_integer()));
    let is_item = base(item) != &kin.ty && !item.has_params();
    (is_set && is_item && has(kin.world, base(item), "std::cmp::Eq")).then_some(item)
}

/// Whether something only resembles a set: it counts items, or guesses whether they are there.
fn is_other(kin: &Kin<'_>) -> bool {
    let name = kin.short_name();
    ["multi", "bag", "counter", "bloom", "filter", "sketch"].iter().any(|word| name.contains(word))
}

fn of_set<'k>(
    kin: &Kin<'_>,
    making: &'k Method<'k>,
    contains: &'k Method<'k>,
    lent: &Lent,
    due: &str,
) -> Statement<'k> {
    let (item, said) = (lent.pass(&contains.inputs[0]), lent.say(&contains.inputs[0]));
    Statement {
        body: format!(
            "let made = {}; {} == {{ {} {due} }}",
            making.run(&["x0", kin.lent(1).pass(&making.inputs[0])]),
            contains.run(&["&made", item]),
            both(contains, item)
        ),
        assertion: format!(
            "let made = {}; {} assert_eq!({}, {due});",
            making.say(&["{0}", kin.lent(1).say(&making.inputs[0])]),
            both_said(contains, said),
            contains.say(&["made", said])
        ),
        ..about(kin, making, contains, lent)
    }
}

fn of_items<'k>(
    kin: &Kin<'_>,
    making: &'k Method<'k>,
    contains: &'k Method<'k>,
    lent: &Lent,
    (due, compared): (&str, &str),
) -> Statement<'k> {
    let (item, said) = (lent.pass(&contains.inputs[0]), lent.say(&contains.inputs[0]));
    let compared_said =
        if compared == lent.borrowed { &lent.borrowed_said } else { &lent.owned_said };
    Statement {
        body: format!(
            "{}.any(|item| item == {compared}) == {{ {} {due} }}",
            making.run(&["x0", kin.lent(1).pass(&making.inputs[0])]),
            both(contains, item)
        ),
        assertion: format!(
            "{} assert_eq!({}.any(|item| item == {compared_said}), {due});",
            both_said(contains, said),
            making.say(&["{0}", kin.lent(1).say(&making.inputs[0])]),
        ),
        ..about(kin, making, contains, lent)
    }
}

fn of_change<'k>(
    kin: &Kin<'_>,
    changing: &'k Method<'k>,
    contains: &'k Method<'k>,
    lent: &Lent,
    due: &str,
) -> Statement<'k> {
    let (item, said) = (lent.pass(&contains.inputs[0]), lent.say(&contains.inputs[0]));
    Statement {
        body: format!(
            "let mut made = x0.clone(); {}; {} == {{ {} {due} }}",
            changing.run(&["&mut made", kin.lent(1).pass(&changing.inputs[0])]),
            contains.run(&["&made", item]),
            both(contains, item)
        ),
        assertion: format!(
            "let mut made = {{0}}.clone(); {}; {} assert_eq!({}, {due});",
            changing.say(&["made", kin.lent(1).say(&changing.inputs[0])]),
            both_said(contains, said),
            contains.say(&["made", said])
        ),
        ..about(kin, changing, contains, lent)
    }
}

/// All but what it says.
fn about<'k>(
    kin: &Kin<'_>,
    method: &'k Method<'k>,
    contains: &'k Method<'k>,
    lent: &Lent,
) -> Statement<'k> {
    Statement {
        name: "set-operation",
        sentence: "what two sets have together, in common or apart is what they contain".to_owned(),
        body: String::new(),
        assertion: String::new(),
        // Where a set is not what it says it contains, all of them show it: one finding is enough.
        terms: vec![contains, method],
        inputs: vec![kin.lent(0).input, kin.lent(1).input, lent.input.clone()],
    }
}

/// Whether each of the sets contains the item.
fn both(contains: &Method<'_>, item: &str) -> String {
    let ask = |set| contains.run(&[set, item]);
    format!("let (a, b) = ({}, {});", ask("x0"), ask("x1"))
}

fn both_said(contains: &Method<'_>, item: &str) -> String {
    let ask = |set| contains.say(&[set, item]);
    format!("let (a, b) = ({}, {});", ask("{0}"), ask("{1}"))
}
