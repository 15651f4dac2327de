//! Parses a documented crate.
//!
//! A document is read in one go; when that fails, item by item, so that an item of a shape that
//! is not known costs that item only.

use serde::Deserialize;
use serde_json::Value;

use super::format::{Crate, FORMATS, Item};

/// A document, and the items in it that could not be read: (name, reason).
#[derive(Debug)]
pub(crate) struct RustdocDocument {
    pub(crate) krate: Crate,
    pub(crate) unread: Vec<(String, String)>,
}

/// Reasons why a document cannot be read.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum ReadError {
    /// A format outside the range.
    Format(u32),
    /// Not a rustdoc document.
    Malformed(String),
}

#[derive(Deserialize)]
struct Version {
    format_version: u32,
}

/// Enough for types nested some ten thousand levels deep. Only what is used is ever occupied.
const STACK: usize = 512 << 20;

/// Reads a document, on a stack of its own: types may nest deeply.
pub(crate) fn read(bytes: &[u8]) -> Result<RustdocDocument, ReadError> {
    std::thread::scope(|scope| {
        std::thread::Builder::new()
            .stack_size(STACK)
            .spawn_scoped(scope, || read_here(bytes))
            .map_err(|error| ReadError::Malformed(format!("no thread to read it: {error}")))?
            .join()
            .unwrap_or_else(|_| Err(ReadError::Malformed("reading it panicked".to_owned())))
    })
}

fn read_here(bytes: &[u8]) -> Result<RustdocDocument, ReadError> {
    match parse::<Crate>(bytes) {
        Ok(krate) => {
            check_version(bytes)?;
            Ok(RustdocDocument { krate, unread: Vec::new() })
        }
        Err(error) => {
            check_version(bytes)?;
            read_by_item(bytes).map_err(|_| ReadError::Malformed(error.to_string()))
        }
    }
}

fn check_version(bytes: &[u8]) -> Result<(), ReadError> {
    let version = version_at_end(bytes).map_or_else(
        || {
            parse::<Version>(bytes)
                .map(|version| version.format_version)
                .map_err(|error| ReadError::Malformed(error.to_string()))
        },
        Ok,
    )?;
    if FORMATS.contains(&version) { Ok(()) } else { Err(ReadError::Format(version)) }
}

/// rustdoc writes the version last: reading it there saves a pass over the document.
fn version_at_end(bytes: &[u8]) -> Option<u32> {
    let tail = &bytes[bytes.len().saturating_sub(64)..];
    let tail = std::str::from_utf8(tail).ok()?;
    let (_, number) = tail.rsplit_once("\"format_version\":")?;
    number.trim().strip_suffix('}')?.trim().parse().ok()
}

/// Parses without serde_json's limit on nesting.
fn parse<'de, T: Deserialize<'de>>(bytes: &'de [u8]) -> Result<T, serde_json::Error> {
    let mut deserializer = serde_json::Deserializer::from_slice(bytes);
    deserializer.disable_recursion_limit();
    T::deserialize(&mut deserializer)
}

fn read_by_item(bytes: &[u8]) -> Result<RustdocDocument, serde_json::Error> {
    let mut value: Value = parse(bytes)?;
    let items = value.get_mut("index").map(Value::take);
    value["index"] = Value::Object(serde_json::Map::new());
    let mut krate: Crate = serde_json::from_value(value)?;
    let mut unread = Vec::new();
    if let Some(Value::Object(items)) = items {
        for (id, item) in items {
            let name = item.get("name").and_then(Value::as_str).unwrap_or(&id).to_owned();
            let kind = kind_of(&item);
            match (id.parse(), serde_json::from_value::<Item>(item)) {
                (Ok(id), Ok(item)) => {
                    krate.index.insert(id, item);
                }
                (_, Err(error)) => unread.push((name, format!("unknown {kind}: {error}"))),
                (Err(_), _) => unread.push((name, format!("{kind} with an odd identifier"))),
            }
        }
    }
    Ok(RustdocDocument { krate, unread })
}

fn kind_of(item: &Value) -> String {
    item.get("inner")
        .and_then(Value::as_object)
        .and_then(|inner| inner.keys().next().cloned())
        .unwrap_or_else(|| "item".to_owned())
        .replace('_', " ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn document(version: u32, item: &str) -> String {
        format!(
            r#"{{"root":0,"crate_version":"0.1.0","includes_private":true,"index":{{{item}}},
               "paths":{{}},"external_crates":{{}},"target":{{}},"format_version":{version}}}"#
        )
    }

    /// Items as the formats write them: 57 knows no stability, 58 adds it, 59 that of constness,
    /// 60 that of default bodies, 61 writes the level in another way.
    const ITEMS: [(u32, &str); 5] = [
        (57, ""),
        (58, r#""stability":{"feature":"f","level":"unstable"},"#),
        (59, r#""stability":null,"const_stability":{"feature":"f","level":"stable","since":"1"},"#),
        (
            60,
            r#""stability":{"feature":"f","level":"stable","since":null},"const_stability":null,"#,
        ),
        (61, r#""stability":{"feature":"f","level":{"stable":{"since":null}}},"#),
    ];

    #[test]
    fn every_supported_format_is_read() {
        for (version, extra) in ITEMS {
            let default_unstable =
                if version >= 60 { r#","default_unstable":{"feature":"f"}"# } else { "" };
            let item = format!(
                r##""1":{{"id":1,"crate_id":0,"name":"f","span":null,"visibility":"public",
                "docs":null,"links":{{}},"attrs":["non_exhaustive",{{"must_use":{{"reason":null}}}},
                {{"other":"#[doc(hidden)]"}}],"deprecation":null,{extra}"inner":{{"function":{{
                "sig":{{"inputs":[],"output":null,"is_c_variadic":false}},
                "generics":{{"params":[],"where_predicates":[]}},
                "header":{{"is_const":false,"is_unsafe":false,"is_async":false,"abi":"Rust"}},
                "has_body":true{default_unstable}}}}}}}"##
            );
            let read = read(document(version, &item).as_bytes()).expect("a known format");
            assert!(read.unread.is_empty(), "format {version}: {:?}", read.unread);
            assert!(read.krate.index[&1].is_hidden() && read.krate.index[&1].is_non_exhaustive());
        }
    }

    #[test]
    fn a_format_outside_the_range_is_named() {
        for version in [56, 62] {
            let error = read(document(version, "").as_bytes()).map(|_| ());
            assert_eq!(error, Err(ReadError::Format(version)));
        }
    }

    #[test]
    fn deeply_nested_types_are_read() {
        let depth = 2000;
        let ty = format!(
            "{}{}{}",
            r#"{"slice":"#.repeat(depth),
            r#"{"primitive":"u8"}"#,
            "}".repeat(depth)
        );
        let item = format!(
            r#""1":{{"id":1,"crate_id":0,"name":"f","span":null,"visibility":"public",
            "docs":null,"links":{{}},"attrs":[],"deprecation":null,
            "inner":{{"struct_field":{ty}}}}}"#
        );
        let read = read(document(57, &item).as_bytes()).expect("deep but valid");
        assert_eq!(read.krate.index.len(), 1);
    }

    #[test]
    fn an_item_of_an_unknown_kind_costs_that_item_only() {
        let item = |id: u32, inner: &str| {
            format!(
                r#""{id}":{{"id":{id},"crate_id":0,"name":"i{id}","span":null,
                "visibility":"public","docs":null,"links":{{}},"attrs":[],"deprecation":null,
                "inner":{inner}}}"#
            )
        };
        let items = format!(
            "{},{}",
            item(1, r#"{"hologram":{"depth":3}}"#),
            item(2, r#"{"module":{"is_crate":true,"items":[],"is_stripped":false}}"#)
        );
        let read = read(document(57, &items).as_bytes()).expect("the rest is readable");
        assert_eq!(read.krate.index.keys().copied().collect::<Vec<_>>(), [2]);
        assert_eq!(read.unread.len(), 1);
        assert!(read.unread[0].1.starts_with("unknown hologram"), "{:?}", read.unread);
    }
}
