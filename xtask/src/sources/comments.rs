//! Comments of a file, with consecutive lines of documentation joined.

use super::tokens::{Token, TokenKind};

/// A comment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Comment {
    /// Its first line, from 1.
    pub(crate) line: usize,
    /// `true` if it documents an item or a file.
    pub(crate) is_doc: bool,
    /// The text of its lines, without the marks in front of them.
    pub(crate) lines: Vec<String>,
}

impl Comment {
    /// The first line that is not empty.
    pub(crate) fn summary(&self) -> &str {
        self.lines.iter().map(|line| line.trim()).find(|line| !line.is_empty()).unwrap_or_default()
    }
}

/// The comments among tokens. Lines of one kind that follow each other without code between them are one comment.
pub(crate) fn comments(tokens: &[Token<'_>]) -> Vec<Comment> {
    let mut comments: Vec<Comment> = Vec::new();
    let mut last: Option<(TokenKind, usize)> = None;
    for token in tokens {
        let is_doc = matches!(token.kind, TokenKind::OuterDoc | TokenKind::InnerDoc);
        if !is_doc && token.kind != TokenKind::Comment {
            last = None;
            continue;
        }
        let lines =
            token.text.split('\n').map(|line| line.trim_start_matches([' ', '*']).to_owned());
        match (last, comments.last_mut()) {
            (Some((kind, line)), Some(comment)) if kind == token.kind && line == token.line => {
                comment.lines.extend(lines);
            }
            _ => comments.push(Comment { line: token.line, is_doc, lines: lines.collect() }),
        }
        last = Some((token.kind, token.line + token.text.split('\n').count()));
    }
    comments
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sources::tokens;

    fn check(source: &str, expected: &[(usize, bool, &str)]) {
        let comments = comments(&tokens(source));
        let found: Vec<_> = comments
            .iter()
            .map(|comment| (comment.line, comment.is_doc, comment.lines.join("|")))
            .collect();
        let found: Vec<_> =
            found.iter().map(|(line, is_doc, text)| (*line, *is_doc, text.as_str())).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn consecutive_lines_are_one_comment() {
        check(
            "//! a\n//! b\n\n/// c\n///\n/// d\nfn f() {} // e\n// f",
            &[(1, true, "a|b"), (4, true, "c||d"), (7, false, "e|f")],
        );
    }

    #[test]
    fn kinds_are_not_joined() {
        check("//! a\n/// b\n// c", &[(1, true, "a"), (2, true, "b"), (3, false, "c")]);
    }

    #[test]
    fn summaries_skip_empty_lines() {
        let comments = comments(&tokens("///\n/// Text.\n/// More."));
        assert_eq!(comments[0].summary(), "Text.");
    }
}
