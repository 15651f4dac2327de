//! Parsing of a file, with places that are those of its text.

/// Parses a text. What only the first edition has is replaced by something of its length, so that places stay: `try!`, and
/// methods without bodies that have parameters without names.
pub fn parse(source: &str) -> Result<syn::File, syn::Error> {
    let mut text = source.to_owned();
    let mut result = syn::parse_file(&text);
    if result.is_err() && text.contains("try!") {
        text = text.replace("try!", "tr_!");
        result = syn::parse_file(&text);
    }
    while let Err(error) = &result {
        let Some(range) = declaration_around(&text, error.span().byte_range().start) else { break };
        let blank = |c: char| if c == '\n' { "\n".to_owned() } else { " ".repeat(c.len_utf8()) };
        let rest: String = text[range.start + OTHER.len()..range.end].chars().map(blank).collect();
        text.replace_range(range, &format!("{OTHER}{rest}"));
        result = syn::parse_file(&text);
    }
    result
}

/// An item that may stand in place of a method without a body.
const OTHER: &str = "type A;";

/// The method without a body around a place.
fn declaration_around(text: &str, at: usize) -> Option<std::ops::Range<usize>> {
    let start = text.get(..at)?.rfind("fn ")?;
    let end = start + text[start..].find([';', '{', '}'])?;
    let is_around = end >= at && text[end..].starts_with(';');
    let has_room = start + OTHER.len() <= end + 1 && text.is_char_boundary(start + OTHER.len());
    (is_around && has_room).then_some(start..end + 1)
}

/// Where the text begins that the parser's places refer to: behind a mark of the byte order and an interpreter's name.
pub fn start(text: &str) -> usize {
    let mark = if text.starts_with('\u{feff}') { 3 } else { 0 };
    let rest = &text[mark..];
    let is_interpreter = rest.starts_with("#!") && !rest[2..].trim_start().starts_with('[');
    // The line's end stays, so that lines keep their numbers.
    mark + if is_interpreter { rest.find('\n').unwrap_or(rest.len()) } else { 0 }
}
