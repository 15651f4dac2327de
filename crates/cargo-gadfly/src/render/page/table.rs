//! Tables, which scroll by themselves where the page is narrow.

use super::html::Html;

/// A table that scrolls within the page. Columns from `numbers` on are numbers.
pub(super) fn table<T>(
    html: &mut Html,
    columns: &[&str],
    numbers: usize,
    rows: &[T],
    row: impl Fn(&mut Html, &T),
) {
    html.tag("div", &[("class", "wide"), ("tabindex", "0")], |html| {
        html.tag("table", &[], |html| {
            html.tag("thead", &[], |html| {
                html.tag("tr", &[], |html| {
                    for (index, column) in columns.iter().enumerate() {
                        let class = if index < numbers { "" } else { "number" };
                        html.line("th", &[("scope", "col"), ("class", class)], column);
                    }
                });
            });
            html.tag("tbody", &[], |html| {
                for entry in rows {
                    html.tag("tr", &[], |html| row(html, entry));
                }
            });
        });
    });
}
