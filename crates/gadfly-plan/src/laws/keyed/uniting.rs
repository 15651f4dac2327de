//! Set operations contain exactly the right items.

use gadfly_model::Ty;

use super::insertion::lookup;
use crate::laws::statement::Statement;
use crate::laws::type_methods::{Lent, Method, Take, TypeMethods, base, has, is_bool};

/// Operations of sets: a new set or an iterator, the same in place, and the expected membership, over `a` and `b` for
/// whether the sets contain the item.
const OPERATIONS: [(&str, &str, &str); 4] = [
    ("union", "union_with", "a || b"),
    ("intersection", "intersect_with", "a && b"),
    ("difference", "difference_with", "a && !b"),
    ("symmetric_difference", "symmetric_difference_with", "a != b"),
];

/// The membership test of an item in the result of a set operation, in the harness and in a test: statements, and an
/// expression.
struct Membership {
    made: String,
    made_said: String,
    is_there: String,
    is_there_said: String,
}

/// States it of `union`, `intersection`, `difference` and `symmetric_difference`, and of their likes that change a set.
pub(in crate::laws) fn state<'k>(type_methods: &'k TypeMethods<'k>) -> Vec<Statement<'k>> {
    let mut stated = Vec::new();
    let (Some(item), false) = (item(type_methods), is_other(type_methods)) else { return stated };
    let contains = lookup(type_methods, "contains", item).filter(|method| is_bool(&method.output));
    let Some(contains) = contains else { return stated };
    let lent = type_methods.lend(item, 2);
    for (makes, changes, due) in OPERATIONS {
        let of_two = |method: &&Method<'k>, take: Take| {
            method.take == take
                && matches!(&method.inputs[..], [other] if base(other) == &type_methods.ty)
        };
        let mut state = |method, found| {
            stated.push(statement(type_methods, method, contains, (&lent, due), &found));
        };
        if let Some(making) = type_methods.named(makes).find(|method| of_two(method, Take::Ref)) {
            if making.output == type_methods.ty {
                state(making, in_set(type_methods, making, contains, &lent));
            } else {
                // Only one of them compiles: items are lent or given.
                state(making, among(type_methods, making, (&lent.borrowed, &lent.borrowed_said)));
                state(making, among(type_methods, making, (&lent.owned, &lent.owned_said)));
            }
        }
        let changing = type_methods.named(changes).find(|method| of_two(method, Take::Mut));
        if let Some(changing) =
            changing.filter(|it| it.output.is_unit() && type_methods.is_copied())
        {
            state(changing, in_changed(type_methods, changing, contains, &lent));
        }
    }
    stated
}

/// The type of a set's items. What it is asked for can be put in, or it is no set: a rectangle contains points.
fn item<'k>(type_methods: &'k TypeMethods<'k>) -> Option<&'k Ty> {
    let insert = type_methods.change("insert", 1)?;
    let item = &insert.inputs[0];
    // A collection that does not report whether an item is new may count items; sets of small numbers do neither.
    let is_set = is_bool(&insert.output)
        || (insert.output.is_unit() && matches!(item, Ty::Prim(prim) if prim.is_integer()));
    let is_item = base(item) != &type_methods.ty && !item.has_params();
    (is_set && is_item && has(type_methods.solver, base(item), "std::cmp::Eq")).then_some(item)
}

/// Returns whether something only resembles a set: it counts items, or guesses whether they are there.
fn is_other(type_methods: &TypeMethods<'_>) -> bool {
    let name = type_methods.short_name();
    ["multi", "bag", "counter", "bloom", "filter", "sketch"].iter().any(|word| name.contains(word))
}

/// In a set that is made.
fn in_set(
    type_methods: &TypeMethods<'_>,
    making: &Method<'_>,
    contains: &Method<'_>,
    lent: &Lent,
) -> Membership {
    let other = type_methods.lent(1);
    Membership {
        made: format!("let made = {};", making.run(&["x0", other.pass(&making.inputs[0])])),
        made_said: format!("let made = {};", making.say(&["{0}", other.say(&making.inputs[0])])),
        is_there: contains.run(&["&made", lent.pass(&contains.inputs[0])]),
        is_there_said: contains.say(&["made", lent.say(&contains.inputs[0])]),
    }
}

/// Among items that are gone through.
fn among(
    type_methods: &TypeMethods<'_>,
    making: &Method<'_>,
    (item, said): (&str, &str),
) -> Membership {
    let other = type_methods.lent(1);
    let is_it = |item: &str| format!(".any(|item| item == {item})");
    Membership {
        made: String::new(),
        made_said: String::new(),
        is_there: making.run(&["x0", other.pass(&making.inputs[0])]) + &is_it(item),
        is_there_said: making.say(&["{0}", other.say(&making.inputs[0])]) + &is_it(said),
    }
}

/// In a set that is changed.
fn in_changed(
    type_methods: &TypeMethods<'_>,
    changing: &Method<'_>,
    contains: &Method<'_>,
    lent: &Lent,
) -> Membership {
    let other = type_methods.lent(1);
    let change = changing.run(&["&mut made", other.pass(&changing.inputs[0])]);
    let change_said = changing.say(&["made", other.say(&changing.inputs[0])]);
    Membership {
        made: format!("let mut made = x0.clone(); {change};"),
        made_said: format!("let mut made = {{0}}.clone(); {change_said};"),
        is_there: contains.run(&["&made", lent.pass(&contains.inputs[0])]),
        is_there_said: contains.say(&["made", lent.say(&contains.inputs[0])]),
    }
}

fn statement<'k>(
    type_methods: &TypeMethods<'_>,
    method: &'k Method<'k>,
    contains: &'k Method<'k>,
    (lent, due): (&Lent, &str),
    found: &Membership,
) -> Statement<'k> {
    let parameter = &contains.inputs[0];
    let ask = |set| contains.run(&[set, lent.pass(parameter)]);
    let ask_said = |set| contains.say(&[set, lent.say(parameter)]);
    Statement {
        name: "set-operation",
        sentence: "set operations contain exactly the right items".to_owned(),
        body: format!(
            "{} let (a, b) = ({}, {}); ({}) == ({due})",
            found.made,
            ask("x0"),
            ask("x1"),
            found.is_there
        ),
        assertion: format!(
            "{} let (a, b) = ({}, {}); assert_eq!({}, {due});",
            found.made_said,
            ask_said("{0}"),
            ask_said("{1}"),
            found.is_there_said
        ),
        // Where a set is not what it says it contains, all of them show it: one finding is enough.
        terms: vec![contains, method],
        inputs: vec![type_methods.lent(0).input, type_methods.lent(1).input, lent.input.clone()],
    }
}
