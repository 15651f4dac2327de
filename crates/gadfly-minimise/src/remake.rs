//! A value made anew in one go, from what it looks like: by a constructor over its parts, or as a collection of its elements.

use std::collections::BTreeSet;

use gadfly_wire::{Argument, Literal, LiteralType, Sequence, Statement, What};
use proc_macro2::{TokenStream, TokenTree};

use super::edit::{of, renumbered, without};
use super::producers::{Element, Producers};
use super::written::written;

/// The number of literals of the plan that are tried in a constructor.
const MOST_PLANNED: usize = 160;
/// The number of combinations that are tried in a constructor of several literals.
const MOST_COMBINED: usize = 100;
/// The number of elements of a collection that is made anew.
const MOST_ELEMENTS: usize = 24;

/// The literals to make a value from.
pub(super) struct Parts<'p> {
    /// Those of the sequence.
    pub(super) used: Vec<Literal>,
    /// Those of the plan.
    pub(super) planned: &'p [Literal],
    /// The forms of the value, as `Debug` shows it.
    pub(super) forms: Vec<String>,
}

impl Parts<'_> {
    /// The literals of a type that occur in a form of the value, in their order.
    fn shown(&self, ty: LiteralType) -> Vec<Literal> {
        let mut found = Vec::new();
        for form in &self.forms {
            let tokens: TokenStream = form.parse().unwrap_or_default();
            collect(tokens, ty, &mut found);
        }
        found
    }

    /// The literals of a type that are worth trying, the likeliest first.
    fn all(&self, ty: LiteralType) -> Vec<Literal> {
        let mut found: Vec<Literal> = Vec::new();
        let used = self.used.iter().filter(|it| it.ty == ty).cloned();
        let planned = self.planned.iter().rev().filter(|it| it.ty == ty).take(MOST_PLANNED);
        for literal in self.shown(ty).into_iter().chain(used).chain(planned.cloned()) {
            if found.iter().all(|known| known.value != literal.value) {
                found.push(literal);
            }
        }
        found
    }
}

/// Statements that make a value.
pub(super) struct Remade {
    way: Vec<Statement>,
    /// The variable among theirs that is the value.
    made: u32,
}

/// Ways to make a value of a type from its parts; `number` gives each literal a number.
pub(super) fn remade(
    producers: &Producers,
    ty: &str,
    parts: &Parts<'_>,
    number: &mut dyn FnMut(&Literal) -> u32,
) -> Vec<Remade> {
    let mut ways = Vec::new();
    for shape in producers.shapes(ty) {
        let leaves = producers.leaves(shape);
        let choices: Vec<Vec<Literal>> = leaves.iter().map(|(_, ty)| parts.all(*ty)).collect();
        for chosen in combinations(&choices) {
            let mut way = shape.clone();
            for ((at, _), literal) in leaves.iter().zip(&chosen) {
                way[*at].what = What::Literal(number(literal));
            }
            ways.push(Remade { made: way.len() as u32 - 1, way });
        }
    }
    for element in producers.elements(ty) {
        let shown = parts.shown(element.ty);
        if shown.len() <= MOST_ELEMENTS {
            ways.push(collection(element, &shown, number));
            ways.extend(begun(producers, ty, element, &shown, number));
        }
        let single = |it: &Literal| collection(element, std::slice::from_ref(it), number);
        ways.extend(parts.all(element.ty).iter().map(single));
    }
    ways
}

/// Every choice for a constructor of one literal, and the likeliest for several.
fn combinations(choices: &[Vec<Literal>]) -> Vec<Vec<Literal>> {
    let [first, rest @ ..] = choices else { return Vec::new() };
    if rest.is_empty() {
        return first.iter().map(|literal| vec![literal.clone()]).collect();
    }
    // As many of each as leave few combinations.
    let most = (1..).take_while(|most: &usize| most.pow(choices.len() as u32) <= MOST_COMBINED);
    let most = most.last().unwrap_or(1);
    choices.iter().fold(vec![Vec::new()], |all, next| {
        let longer = |chosen: &Vec<Literal>| {
            let chosen = chosen.clone();
            next.iter().take(most).map(move |it| [&chosen[..], std::slice::from_ref(it)].concat())
        };
        all.iter().flat_map(longer).collect()
    })
}

fn collection(
    element: &Element,
    items: &[Literal],
    number: &mut dyn FnMut(&Literal) -> u32,
) -> Remade {
    let mut way = element.empty.clone();
    let made = way.len() as u32 - 1;
    for item in items {
        way.push(Statement::literal(number(item)));
        let var = way.len() as u32 - 1;
        let args = element.args(made, var);
        way.push(Statement::operation(element.operation).with_args(args));
    }
    Remade { way, made }
}

/// Collections that a call makes of their first element.
fn begun(
    producers: &Producers,
    ty: &str,
    element: &Element,
    items: &[Literal],
    number: &mut dyn FnMut(&Literal) -> u32,
) -> Vec<Remade> {
    let [first, rest @ ..] = items else { return Vec::new() };
    let mut found = Vec::new();
    for shape in producers.shapes(ty) {
        let leaves = producers.leaves(shape);
        let [(at, leaf)] = leaves[..] else { continue };
        if leaf == element.ty {
            let mut empty = shape.clone();
            empty[at].what = What::Literal(number(first));
            found.push(collection(&Element { empty, ..element.clone() }, rest, number));
        }
    }
    found
}

/// The sequence in which the last statement takes a value made anew as this argument. What was only for the old one goes.
pub(super) fn with_new_argument(
    sequence: &Sequence,
    last: u32,
    nth: usize,
    new: &Remade,
) -> Sequence {
    let mut statements = sequence.statements[..last as usize].to_vec();
    statements.extend(new.way.iter().map(|part| renumbered(part, &|var| last + var)));
    let mut call = sequence.statements[last as usize].clone();
    call.args[nth] = Argument { var: last + new.made, ..call.args[nth] };
    statements.push(call);
    let whole = of(statements);
    let end = whole.statements.len() - 1;
    let mut needed = BTreeSet::from([end as u32]);
    for index in (0..=end as u32).rev() {
        let statement = &whole.statements[index as usize];
        let touches = statement.args.iter().any(|argument| needed.contains(&argument.var));
        if needed.contains(&index) || touches {
            needed.insert(index);
            needed.extend(statement.args.iter().map(|argument| argument.var));
        }
    }
    let unneeded = (0..=end as u32).filter(|index| !needed.contains(index)).collect();
    without(&whole, &unneeded)
}

/// Collects the literals of a type from a `Debug` form.
fn collect(tokens: TokenStream, ty: LiteralType, found: &mut Vec<Literal>) {
    let name = gadfly_plan::literals::literal_type_name(ty);
    let mut is_negative = false;
    for token in tokens {
        let text = match token {
            TokenTree::Group(group) => {
                collect(group.stream(), ty, found);
                String::new()
            }
            TokenTree::Literal(literal) => literal.to_string(),
            TokenTree::Ident(word) => word.to_string(),
            TokenTree::Punct(mark) => {
                is_negative = mark.as_char() == '-';
                continue;
            }
        };
        let text = if is_negative { format!("-{text}") } else { text };
        is_negative = false;
        found.extend(written(name, &text));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gadfly_wire::LiteralValue;

    fn shown(form: &str, ty: LiteralType) -> Vec<LiteralValue> {
        let parts = Parts { used: Vec::new(), planned: &[], forms: vec![form.to_owned()] };
        parts.shown(ty).into_iter().map(|literal| literal.value).collect()
    }

    #[test]
    fn parts_are_read_off_debug_forms() {
        let numbers = |form| shown(form, LiteralType::I32);
        let signed = |values: &[i128]| -> Vec<LiteralValue> {
            values.iter().map(|value| LiteralValue::Signed(*value)).collect()
        };
        assert_eq!(numbers("Dial { position: 42, name: \"7\" }"), signed(&[42]));
        assert_eq!(numbers("{-1: [2, -3]}"), signed(&[-1, 2, -3]));
        assert_eq!(numbers("not ) tokens"), []);
        let text = LiteralValue::Str("7".to_owned());
        assert_eq!(shown("Dial { position: 42, name: \"7\" }", LiteralType::Str), [text]);
        let truth = [LiteralValue::Bool(true), LiteralValue::Bool(false)];
        assert_eq!(shown("(true, false)", LiteralType::Bool), truth);
    }

    #[test]
    fn combinations_stay_few() {
        let literal = |value| Literal::new(LiteralType::U8, LiteralValue::Unsigned(value));
        let many: Vec<Literal> = (0..50).map(literal).collect();
        assert_eq!(combinations(std::slice::from_ref(&many)).len(), 50);
        assert_eq!(combinations(&[many.clone(), many.clone()]).len(), 100);
        assert_eq!(combinations(&[many.clone(), many.clone(), many]).len(), 64);
        assert!(combinations(&[]).is_empty());
    }
}
