//! The table of `list`.

use std::collections::BTreeMap;

use crate::console::{Painter, Tone};
use gadfly_session::report::{ListedItem, Listing, instance, signature};
use gadfly_session::text;

/// The greatest start of the third column; longer entries push it out in their own line.
const WIDEST_NAME: usize = 56;
/// The most skipped functions that are listed without a summary of the reasons.
const FEW: usize = 5;
/// The number of reasons in the summary.
const MOST_REASONS: usize = 12;
/// Margin, status and the space after it.
const STATUS_WIDTH: usize = 12;

/// One line per function and the totals. Lines are cut to the terminal's width, if there is one.
pub(crate) fn listing_table(listing: &Listing, painter: Painter, width: Option<usize>) -> String {
    let column = listing
        .items
        .iter()
        .filter(|item| !note(item).is_empty())
        .map(|item| name(item).chars().count())
        .filter(|width| *width <= WIDEST_NAME)
        .max()
        .unwrap_or(0);
    let mut table = String::new();
    for item in &listing.items {
        let (tone, status) =
            if item.callable { (Tone::Good, "callable") } else { (Tone::Warning, "skipped") };
        let status = painter.paint(tone, &format!("{status:<8}"));
        let rest = format!("{:<column$}   {}", name(item), note(item));
        let rest = match width {
            Some(width) => text::cut(rest.trim_end(), width.saturating_sub(STATUS_WIDTH).max(20)),
            None => rest.trim_end().to_owned(),
        };
        table.push_str(&format!(" {status}   {rest}\n"));
    }
    table.push_str(&totals(listing, painter));
    table
}

fn name(item: &ListedItem) -> String {
    let text = if item.signature.is_empty() { &item.path } else { &item.signature };
    signature(text)
}

/// The third column: the reason for skipping, or the instances.
fn note(item: &ListedItem) -> String {
    match &item.reason {
        Some(reason) => reason.clone(),
        None if item.instances == [item.path.as_str()] => String::new(),
        None => {
            let chosen: Vec<String> = item.instances.iter().map(|text| instance(text)).collect();
            chosen.join(" | ")
        }
    }
}

fn totals(listing: &Listing, painter: Painter) -> String {
    let (public, callable) = (listing.public(), listing.callable());
    let total = match (callable, public) {
        (_, 0) => "There are no public functions".to_owned(),
        (1, 1) => "The only public function is callable".to_owned(),
        (callable, public) if callable == public => {
            format!("All {public} public functions are callable")
        }
        _ => format!("{callable} of {public} public functions are callable"),
    };
    let mut text = format!(" {}\n", painter.paint(Tone::Strong, &total));
    if public - callable <= FEW {
        return text;
    }
    let mut by_reason = BTreeMap::<&str, usize>::new();
    for item in listing.items.iter().filter(|item| !item.callable) {
        *by_reason.entry(item.reason.as_deref().unwrap_or("no reason given")).or_default() += 1;
    }
    let mut reasons: Vec<_> = by_reason.into_iter().collect();
    reasons.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    text.push_str(" The others:\n");
    for (reason, count) in reasons.iter().take(MOST_REASONS) {
        text.push_str(&format!(" {count:>8}   {reason}\n"));
    }
    if reasons.len() > MOST_REASONS {
        let count: usize = reasons[MOST_REASONS..].iter().map(|(_, count)| count).sum();
        text.push_str(&format!(
            " {count:>8}   for {} other reasons\n",
            reasons.len() - MOST_REASONS
        ));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::ColorChoice;

    fn table(listing: &Listing, width: Option<usize>) -> String {
        listing_table(listing, Painter::new(ColorChoice::Never, false), width)
    }

    #[test]
    fn columns_are_aligned_and_the_totals_come_last() {
        assert_eq!(
            table(&Listing::example(), None),
            " callable   Rope::insert(&mut self, usize, &str)
 callable   Rope::get<I>(&self, I) -> Option<I::Output>   <usize>
 skipped    Rope::raw                                     unsafe fn
 2 of 3 public functions are callable
"
        );
    }

    #[test]
    fn lines_are_cut_in_terminals_alone() {
        let cut = table(&Listing::example(), Some(60));
        assert!(cut.lines().all(|line| line.chars().count() <= 60), "{cut}");
        assert!(cut.contains('…'), "{cut}");
        assert!(!table(&Listing::example(), None).contains('…'));
    }

    #[test]
    fn instances_equal_to_their_path_are_omitted() {
        let mut listing = Listing::example();
        listing.items.truncate(1);
        listing.items[0].instances = vec![listing.items[0].path.clone()];
        assert!(!table(&listing, None).contains("ropey::"));
    }

    #[test]
    fn many_skipped_functions_are_summed_up_by_reason() {
        let mut listing = Listing::example();
        for number in 0..6 {
            let reason = if number < 4 { "unsafe fn" } else { "no type found for I" };
            listing.items.push(ListedItem {
                path: format!("ropey::f{number}"),
                reason: Some(reason.to_owned()),
                ..ListedItem::default()
            });
        }
        let table = table(&listing, None);
        let summary = " 2 of 9 public functions are callable
 The others:
        5   unsafe fn
        2   no type found for I
";
        assert!(table.ends_with(summary), "{table}");
    }

    #[test]
    fn a_crate_without_functions_says_so() {
        let listing = Listing { items: Vec::new(), ..Listing::example() };
        assert_eq!(table(&listing, None), " There are no public functions\n");
    }
}
