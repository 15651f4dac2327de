//! A lexer for Rust that keeps comments and lines.
//!
//! A parser would drop comments and refuse fixtures that do not compile; these tokens are enough to measure sources.

/// A token of Rust source.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Token<'a> {
    pub(crate) kind: TokenKind,
    /// Its text: of comments and string literals without the delimiters.
    pub(crate) text: &'a str,
    /// The line it starts in, from 1.
    pub(crate) line: usize,
}

/// The kinds of tokens that measurements distinguish.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TokenKind {
    /// A name or a keyword.
    Word,
    /// A string literal, of bytes too.
    Text,
    /// `///` or `/**`.
    OuterDoc,
    /// `//!` or `/*!`.
    InnerDoc,
    /// A comment that documents nothing.
    Comment,
    /// A single character of punctuation.
    Sign(char),
    /// A number, a character or a lifetime.
    Other,
}

/// Splits source into tokens.
pub(crate) fn tokens(source: &str) -> Vec<Token<'_>> {
    let mut lexer = Lexer { source, at: 0, line: 1, tokens: Vec::new() };
    while let Some(next) = lexer.rest().chars().next() {
        lexer.take_token(next);
    }
    lexer.tokens
}

struct Lexer<'a> {
    source: &'a str,
    at: usize,
    line: usize,
    tokens: Vec<Token<'a>>,
}

impl<'a> Lexer<'a> {
    fn rest(&self) -> &'a str {
        &self.source[self.at..]
    }

    fn take_token(&mut self, next: char) {
        let rest = self.rest();
        if next.is_whitespace() {
            self.skip(next.len_utf8());
        } else if rest.starts_with("//") {
            self.take_line_comment();
        } else if rest.starts_with("/*") {
            self.take_block_comment();
        } else if let Some((start, end)) = string_literal(rest) {
            let length = start + end.0;
            self.push(TokenKind::Text, start, length, length + end.1);
        } else if next == '\'' {
            let length = quote_length(rest);
            self.push(TokenKind::Other, 0, length, length);
        } else if next.is_alphabetic() || next == '_' {
            let length = word_length(rest);
            self.push(TokenKind::Word, 0, length, length);
        } else if next.is_ascii_digit() {
            let length = word_length(rest);
            self.push(TokenKind::Other, 0, length, length);
        } else {
            let length = next.len_utf8();
            self.push(TokenKind::Sign(next), 0, length, length);
        }
    }

    fn take_line_comment(&mut self) {
        let rest = self.rest();
        let length = rest.find('\n').unwrap_or(rest.len());
        let (kind, start) = if rest.starts_with("//!") {
            (TokenKind::InnerDoc, 3)
        } else if rest.starts_with("///") && !rest.starts_with("////") {
            (TokenKind::OuterDoc, 3)
        } else {
            (TokenKind::Comment, 2)
        };
        self.push(kind, start, length, length);
    }

    fn take_block_comment(&mut self) {
        let rest = self.rest();
        let length = block_comment_length(rest);
        let (kind, start) = if rest.starts_with("/*!") {
            (TokenKind::InnerDoc, 3)
        } else if rest.starts_with("/**") && !rest.starts_with("/**/") {
            (TokenKind::OuterDoc, 3)
        } else {
            (TokenKind::Comment, 2)
        };
        let end = length.saturating_sub(2).max(start);
        self.push(kind, start, end.min(length), length);
    }

    /// Adds a token whose text lies from `start` to `end`, and goes on `length` bytes further.
    fn push(&mut self, kind: TokenKind, start: usize, end: usize, length: usize) {
        let text = &self.rest()[start.min(end)..end];
        self.tokens.push(Token { kind, text, line: self.line });
        self.skip(length);
    }

    fn skip(&mut self, length: usize) {
        self.line += self.rest()[..length].matches('\n').count();
        self.at += length;
    }
}

/// The start of the contents of the string literal at the beginning, their length, and the length of its end.
fn string_literal(rest: &str) -> Option<(usize, (usize, usize))> {
    let after_prefix = rest.strip_prefix(['b', 'c']).unwrap_or(rest);
    if let Some(raw) = after_prefix.strip_prefix('r') {
        let contents = raw.trim_start_matches('#');
        let hashes = &raw[..raw.len() - contents.len()];
        let contents = contents.strip_prefix('"')?;
        let end = format!("\"{hashes}");
        let length = contents.find(&end).unwrap_or(contents.len());
        let end = end.len().min(contents.len() - length);
        return Some((rest.len() - contents.len(), (length, end)));
    }
    let contents = after_prefix.strip_prefix('"')?;
    let mut escaped = false;
    let end = contents.char_indices().find(|(_, c)| {
        let is_end = *c == '"' && !escaped;
        escaped = *c == '\\' && !escaped;
        is_end
    });
    let length = end.map_or(contents.len(), |(at, _)| at);
    Some((rest.len() - contents.len(), (length, usize::from(end.is_some()))))
}

/// The length of the character literal or lifetime at the beginning.
fn quote_length(rest: &str) -> usize {
    let inside = &rest[1..];
    let Some(first) = inside.chars().next() else { return 1 };
    if first == '\\' {
        let escape = 1 + inside[1..].chars().next().map_or(0, char::len_utf8);
        let closing = inside[escape..].find('\'').map_or(0, |at| at + 1);
        return 1 + escape + closing;
    }
    if inside[first.len_utf8()..].starts_with('\'') {
        return 2 + first.len_utf8();
    }
    1 + word_length(inside)
}

fn word_length(rest: &str) -> usize {
    rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len())
}

/// The length of the comment at the beginning, with those inside it.
fn block_comment_length(rest: &str) -> usize {
    let (mut depth, mut at) = (0, 0);
    loop {
        let next = &rest[at..];
        match (next.find("/*"), next.find("*/")) {
            (Some(open), Some(close)) if open < close => (depth, at) = (depth + 1, at + open + 2),
            (_, Some(close)) => (depth, at) = (depth - 1, at + close + 2),
            (_, None) => return rest.len(),
        }
        if depth == 0 {
            return at;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(source: &str, expected: &[(TokenKind, &str, usize)]) {
        let found: Vec<_> =
            tokens(source).iter().map(|token| (token.kind, token.text, token.line)).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn comments_keep_text_and_line() {
        check(
            "//! a\n/// b\n// c\n//// d\n/* e /* f */\n*/\n/** g */",
            &[
                (TokenKind::InnerDoc, " a", 1),
                (TokenKind::OuterDoc, " b", 2),
                (TokenKind::Comment, " c", 3),
                (TokenKind::Comment, "// d", 4),
                (TokenKind::Comment, " e /* f */\n", 5),
                (TokenKind::OuterDoc, " g ", 7),
            ],
        );
    }

    #[test]
    fn strings_are_single_tokens() {
        check(
            r####"a"x\"y" r#"// "z"# br"q" b"\\" "1
2" end"####,
            &[
                (TokenKind::Word, "a", 1),
                (TokenKind::Text, "x\\\"y", 1),
                (TokenKind::Text, "// \"z", 1),
                (TokenKind::Text, "q", 1),
                (TokenKind::Text, "\\\\", 1),
                (TokenKind::Text, "1\n2", 1),
                (TokenKind::Word, "end", 2),
            ],
        );
    }

    #[test]
    fn characters_differ_from_lifetimes() {
        check(
            r"'a' '\'' '\u{1F}' 'a x",
            &[
                (TokenKind::Other, "'a'", 1),
                (TokenKind::Other, r"'\''", 1),
                (TokenKind::Other, r"'\u{1F}'", 1),
                (TokenKind::Other, "'a", 1),
                (TokenKind::Word, "x", 1),
            ],
        );
    }

    #[test]
    fn unfinished_source_ends_quietly() {
        for source in ["\"a", "r#\"a", "/* a", "/*", "'", "'\\", "//", "b'"] {
            assert!(!tokens(source).is_empty(), "{source}");
        }
    }
}
