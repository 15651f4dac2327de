//! The JSON of `list --format json`.

use serde::Serialize;

use gadfly_session::report::Listing;

/// The listing as one JSON document, with a line break at its end.
pub(crate) fn listing_json(listing: &Listing) -> String {
    let document = ListingDocument {
        format_version: 1,
        functions: ListedCounts { public: listing.public(), callable: listing.callable() },
        items: listing
            .items
            .iter()
            .map(|item| ListingItem {
                path: &item.path,
                callable: item.callable,
                instances: &item.instances,
                reason: item.reason.as_deref(),
            })
            .collect(),
    };
    let mut text = serde_json::to_string_pretty(&document).expect("plain data has a JSON form");
    text.push('\n');
    gadfly_wire::visible_json(&text)
}

#[derive(Serialize)]
struct ListingDocument<'a> {
    format_version: u32,
    functions: ListedCounts,
    items: Vec<ListingItem<'a>>,
}

#[derive(Serialize)]
struct ListedCounts {
    public: usize,
    callable: usize,
}

#[derive(Serialize)]
struct ListingItem<'a> {
    path: &'a str,
    callable: bool,
    instances: &'a [String],
    reason: Option<&'a str>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_document_has_exactly_the_promised_fields() {
        let text = listing_json(&Listing::example());
        let value: serde_json::Value = serde_json::from_str(&text).expect("JSON");
        assert_eq!(
            value,
            serde_json::json!({
                "format_version": 1,
                "functions": { "public": 3, "callable": 2 },
                "items": [
                    { "path": "ropey::Rope::insert", "callable": true, "instances": [], "reason": null },
                    { "path": "ropey::Rope::get", "callable": true,
                      "instances": ["ropey::Rope::get::<usize>"], "reason": null },
                    { "path": "ropey::Rope::raw", "callable": false, "instances": [],
                      "reason": "unsafe fn" },
                ],
            })
        );
        assert!(text.ends_with("}\n"));
    }
}
