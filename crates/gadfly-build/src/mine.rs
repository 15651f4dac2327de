//! Literals that the subject's own text mentions: sources, documentation, tests.
//!
//! Text in the right form is what parsers need and chance does not give.

use std::collections::BTreeSet;
use std::path::Path;

use gadfly_plan::literals::Mined;
use proc_macro2::{TokenStream, TokenTree};

use crate::fingerprint::is_written_by_us;

/// At most this many of a kind.
const MOST: usize = 300;

/// Longer texts are not taken.
const LONGEST: usize = 80;

/// Files larger than this are data, not code.
const LARGEST_FILE: u64 = 1 << 20;

/// Reads the sources below a package's directory.
pub fn mine(package_root: &Path) -> Mined {
    let mut found = LiteralSets::default();
    for folder in ["src", "tests", "examples", "benches"] {
        visit(&package_root.join(folder), &mut found, 0);
    }
    if let Ok(text) = std::fs::read_to_string(package_root.join("README.md")) {
        found.documentation(&text);
    }
    Mined {
        strings: spread(found.strings),
        floats: found.floats.into_iter().take(MOST / 10).map(f64::from_bits).collect(),
        bytes: found.bytes.into_iter().take(MOST / 4).collect(),
        integers: found.integers.into_iter().take(MOST / 6).collect(),
        chars: found.chars.into_iter().take(MOST / 6).collect(),
    }
}

/// At most so many texts, of all lengths.
fn spread(texts: BTreeSet<String>) -> Vec<String> {
    let mut texts: Vec<String> = texts.into_iter().collect();
    texts.sort_by_key(String::len);
    let total = texts.len();
    let is_taken = |index: usize| (index + 1) * MOST / total != index * MOST / total;
    let taken = texts.into_iter().enumerate();
    taken.filter(|(index, _)| total <= MOST || is_taken(*index)).map(|(_, text)| text).collect()
}

#[derive(Default)]
struct LiteralSets {
    strings: BTreeSet<String>,
    bytes: BTreeSet<Vec<u8>>,
    integers: BTreeSet<u128>,
    /// Their bits: a set needs an order.
    floats: BTreeSet<u64>,
    chars: BTreeSet<char>,
}

fn visit(folder: &Path, found: &mut LiteralSets, depth: usize) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    let mut paths: Vec<_> = entries.filter_map(Result::ok).map(|entry| entry.path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() && depth < 8 {
            visit(&path, found, depth + 1);
        } else if is_written_by_us(&path) {
            // A result of gadfly's must not change what it does next.
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let is_small = path.metadata().is_ok_and(|data| data.len() <= LARGEST_FILE);
            if let (true, Ok(text)) = (is_small, std::fs::read_to_string(&path)) {
                found.code(&text);
            }
        }
    }
}

impl LiteralSets {
    /// Takes the literals of a piece of code, and those of the code in its documentation.
    fn code(&mut self, text: &str) {
        if let Ok(tokens) = text.parse::<TokenStream>() {
            let mut documentation = String::new();
            self.tokens(tokens, &mut documentation);
            self.documentation(&documentation);
        }
    }

    /// Takes the literals of the code in a text.
    fn documentation(&mut self, text: &str) {
        for block in code_blocks(text) {
            if let Ok(tokens) = block.parse::<TokenStream>() {
                self.tokens(tokens, &mut String::new());
            }
        }
    }

    fn tokens(&mut self, tokens: TokenStream, documentation: &mut String) {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        for (index, token) in tokens.iter().enumerate() {
            match token {
                TokenTree::Group(group) => {
                    if let Some(line) = doc_line(group) {
                        documentation.push_str(&line);
                        documentation.push('\n');
                    } else if !is_attribute(&tokens, index) {
                        self.tokens(group.stream(), documentation);
                    }
                }
                TokenTree::Literal(literal) => self.literal(&syn::Lit::new(literal.clone())),
                _ => {}
            }
        }
    }

    fn literal(&mut self, literal: &syn::Lit) {
        match literal {
            syn::Lit::Str(text) => {
                let text = text.value();
                if text.len() <= LONGEST && !text.contains('{') {
                    self.strings.insert(text);
                }
            }
            syn::Lit::ByteStr(bytes) if bytes.value().len() <= LONGEST => {
                self.bytes.insert(bytes.value());
            }
            syn::Lit::Byte(byte) => {
                self.integers.insert(u128::from(byte.value()));
            }
            syn::Lit::Int(number) => {
                if let Ok(number) = number.base10_parse::<u128>() {
                    self.integers.insert(number);
                }
            }
            syn::Lit::Float(number) => {
                if let Ok(number) = number.base10_parse::<f64>() {
                    self.floats.insert(number.to_bits());
                }
            }
            syn::Lit::Char(character) => {
                self.chars.insert(character.value());
            }
            _ => {}
        }
    }
}

/// The text of `#[doc = "…"]`, which is what a documentation comment becomes.
fn doc_line(group: &proc_macro2::Group) -> Option<String> {
    let mut tokens = group.stream().into_iter();
    match tokens.next()? {
        TokenTree::Ident(ident) if ident == "doc" => {}
        _ => return None,
    }
    match (tokens.next()?, tokens.next()?) {
        (TokenTree::Punct(punct), TokenTree::Literal(literal)) if punct.as_char() == '=' => {
            match syn::Lit::new(literal) {
                syn::Lit::Str(text) => Some(text.value()),
                _ => None,
            }
        }
        _ => None,
    }
}

fn is_attribute(tokens: &[TokenTree], index: usize) -> bool {
    index > 0 && matches!(&tokens[index - 1], TokenTree::Punct(punct) if punct.as_char() == '#')
}

/// The fenced code in documentation, its hidden lines included.
fn code_blocks(documentation: &str) -> Vec<String> {
    let mut blocks = Vec::new();
    let mut block: Option<String> = None;
    for line in documentation.lines() {
        let trimmed = line.trim_start();
        if trimmed.starts_with("```") {
            match block.take() {
                Some(done) => blocks.push(done),
                None => block = Some(String::new()),
            }
        } else if let Some(block) = &mut block {
            block.push_str(trimmed.strip_prefix("# ").unwrap_or(trimmed));
            block.push('\n');
        }
    }
    blocks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_and_documented_code_are_read_but_attributes_are_not() {
        let mut found = LiteralSets::default();
        found.code(
            r##"
/// Parses.
///
/// ```
/// assert!(parse("1.2.3").is_ok());
/// ```
#[deprecated = "use other"]
fn f() { let x = ["a-b", "c"]; let y = 0x10u8; let z = 'q'; let b = b"raw"; let c = [b'!' as f32, 2.5e3]; panic!("got {}", 7); }
"##,
        );
        let strings: Vec<&str> = found.strings.iter().map(String::as_str).collect();
        assert_eq!(strings, ["1.2.3", "a-b", "c"]);
        assert!(found.integers.contains(&16) && found.integers.contains(&7));
        assert!(found.floats.contains(&2500.0_f64.to_bits()) && found.integers.contains(&33));
        assert!(found.chars.contains(&'q') && found.bytes.contains(b"raw".as_slice()));
    }

    #[test]
    fn too_many_texts_are_thinned_out_evenly() {
        let texts: BTreeSet<String> = (0..2 * MOST).map(|length| "x".repeat(length)).collect();
        let kept = spread(texts);
        assert_eq!(kept.len(), MOST);
        assert!(kept.first().is_some_and(|text| text.len() < 3));
        assert!(kept.last().is_some_and(|text| text.len() > 2 * MOST - 3));
        let few: BTreeSet<String> = ["a".to_owned(), "b".to_owned()].into();
        assert_eq!(spread(few).len(), 2);
    }

    #[test]
    fn the_readme_is_documentation() {
        let folder = tempfile::tempdir().expect("a folder");
        let readme = "# It\n\n```rust\nlet v = parse(\"7/8\");\n```\n";
        std::fs::write(folder.path().join("README.md"), readme).expect("it is written");
        assert_eq!(mine(folder.path()).strings, ["7/8"]);
    }
}
