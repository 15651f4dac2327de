//! Rust source with its kinds of words marked.

use super::html::Html;

/// Words of the language.
const KEYWORDS: &[&str] = &[
    "as", "async", "await", "break", "const", "continue", "crate", "dyn", "else", "enum", "false",
    "fn", "for", "if", "impl", "in", "let", "loop", "match", "mod", "move", "mut", "pub", "ref",
    "return", "self", "Self", "static", "struct", "super", "trait", "true", "type", "unsafe",
    "use", "where", "while",
];

/// A kind of word, and the class that the style sheet knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Token {
    Comment,
    Keyword,
    Number,
    Plain,
    Text,
    Type,
}

impl Token {
    fn class(self) -> Option<&'static str> {
        Some(match self {
            Self::Comment => "c",
            Self::Keyword => "k",
            Self::Number => "n",
            Self::Text => "s",
            Self::Type => "t",
            Self::Plain => return None,
        })
    }
}

/// Adds a block of Rust.
pub(super) fn rust(html: &mut Html, source: &str) {
    // A block that scrolls can be reached by keyboard.
    html.tag("pre", &[("tabindex", "0")], |html| {
        html.tag("code", &[], |html| {
            for (token, text) in tokens(source) {
                match token.class() {
                    Some(class) => html.tag("span", &[("class", class)], |html| html.text(text)),
                    None => html.text(text),
                }
            }
        });
    });
}

/// Cuts a source into tokens; together they are the source.
fn tokens(source: &str) -> Vec<(Token, &str)> {
    let mut tokens = Vec::new();
    let mut rest = source;
    while let Some(first) = rest.chars().next() {
        let (token, length) = token(rest, first);
        let (text, after) = rest.split_at(length);
        tokens.push((token, text));
        rest = after;
    }
    tokens
}

fn token(rest: &str, first: char) -> (Token, usize) {
    let until = |end: &dyn Fn(char) -> bool| rest.find(end).unwrap_or(rest.len());
    if rest.starts_with("//") {
        return (Token::Comment, until(&|c| c == '\n'));
    }
    if let Some(length) = literal(rest) {
        return (Token::Text, length);
    }
    if first.is_ascii_digit() {
        return (Token::Number, until(&|c| !(c.is_alphanumeric() || c == '_')));
    }
    if first.is_alphabetic() || first == '_' {
        let length = until(&|c| !(c.is_alphanumeric() || c == '_'));
        let token = match &rest[..length] {
            word if KEYWORDS.contains(&word) => Token::Keyword,
            word if is_type(word) => Token::Type,
            _ => Token::Plain,
        };
        return (token, length);
    }
    (Token::Plain, first.len_utf8())
}

fn is_type(word: &str) -> bool {
    word.starts_with(|c: char| c.is_uppercase())
}

/// The length of the string, byte string, character or raw string that a text starts with.
fn literal(text: &str) -> Option<usize> {
    let prefix = ["br", "cr", "b", "c", "r", ""].into_iter().find(|prefix| {
        text.starts_with(prefix) && text[prefix.len()..].starts_with(['"', '#', '\''])
    })?;
    let body = &text[prefix.len()..];
    if prefix.ends_with('r') {
        let hashes = body.bytes().take_while(|byte| *byte == b'#').count();
        let inner = body[hashes..].strip_prefix('"')?;
        let end = format!("\"{}", "#".repeat(hashes));
        let length = inner.find(&end).map_or(inner.len(), |at| at + end.len());
        return Some(prefix.len() + hashes + 1 + length);
    }
    let quote = body.chars().next().filter(|quote| matches!(quote, '"' | '\''))?;
    let mut is_escaped = false;
    for (at, c) in body.char_indices().skip(1) {
        match c {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            _ if c == quote => return Some(prefix.len() + at + 1),
            // A lifetime has no second quote.
            _ if quote == '\'' && at > 1 && !body[1..].starts_with('\\') => return None,
            _ => {}
        }
    }
    (quote == '"').then_some(text.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(source: &str) -> Vec<(Token, &str)> {
        let tokens = tokens(source);
        assert_eq!(tokens.iter().map(|(_, text)| *text).collect::<String>(), source);
        tokens.into_iter().filter(|(token, _)| *token != Token::Plain).collect()
    }

    #[test]
    fn kinds_of_words_are_distinguished() {
        use Token::{Comment, Keyword, Number, Text, Type};
        assert_eq!(
            kinds("let mut a: Vec<u8> = b\"x\\\"y\".to_vec(); // note"),
            [
                (Keyword, "let"),
                (Keyword, "mut"),
                (Type, "Vec"),
                (Text, "b\"x\\\"y\""),
                (Comment, "// note")
            ]
        );
        assert_eq!(
            kinds("f(0x1f_u8, 'a', '\\'')"),
            [(Number, "0x1f_u8"), (Text, "'a'"), (Text, "'\\''")]
        );
        assert_eq!(kinds("r#\"a\"b\"#"), [(Text, "r#\"a\"b\"#")]);
    }

    #[test]
    fn lifetimes_and_open_strings_lose_nothing() {
        assert_eq!(kinds("&'a str"), []);
        assert_eq!(kinds("f(\"ab"), [(Token::Text, "\"ab")]);
        assert_eq!(kinds("r#match(é)"), [(Token::Keyword, "match")]);
    }
}
