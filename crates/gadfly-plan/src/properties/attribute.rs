//! Search for the attribute of invariants in sources. They are read token by token: line ends mean nothing, and comments and
//! texts are not code.

use proc_macro2::{Delimiter, TokenStream, TokenTree};

/// The crate that the attribute is of.
const LIBRARY: &str = "gadfly";

/// The attribute.
const ATTRIBUTE: &str = "invariant";

/// Returns whether any of these sources has the attribute, by its path or imported. A source that is no Rust has not.
pub fn has_invariants<'s>(sources: impl IntoIterator<Item = &'s str>) -> bool {
    let mut seen = AttributeScan::default();
    for source in sources {
        let may_matter = source.contains(LIBRARY) || source.contains(ATTRIBUTE);
        if let (true, Ok(tokens)) = (may_matter, source.parse()) {
            seen.read(tokens);
        }
    }
    seen.library && (seen.attribute || seen.renamed)
}

#[derive(Default)]
struct AttributeScan {
    /// `true` if the library is named.
    library: bool,
    /// `true` if an attribute is called like ours.
    attribute: bool,
    /// `true` if ours is imported under another name.
    renamed: bool,
}

impl AttributeScan {
    fn read(&mut self, tokens: TokenStream) {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        for (at, token) in tokens.iter().enumerate() {
            match token {
                TokenTree::Ident(ident) if ident == LIBRARY => self.library = true,
                TokenTree::Ident(ident) if ident == "use" => {
                    let is_end = |token: &&TokenTree| !is_mark(Some(*token), ';');
                    let import: TokenStream =
                        tokens[at..].iter().take_while(is_end).cloned().collect();
                    self.renamed |=
                        [LIBRARY, ATTRIBUTE, "as"].iter().all(|word| mentions(&import, word));
                }
                TokenTree::Group(group) => {
                    let is_attribute = group.delimiter() == Delimiter::Bracket
                        && is_mark(at.checked_sub(1).map(|before| &tokens[before]), '#');
                    self.attribute |= is_attribute && names_it(group.stream());
                    self.read(group.stream());
                }
                _ => {}
            }
        }
    }
}

/// Returns whether what stands in an attribute is ours, by itself or under a condition.
fn names_it(tokens: TokenStream) -> bool {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    if let [TokenTree::Ident(ident), TokenTree::Group(group)] = &tokens[..]
        && ident == "cfg_attr"
    {
        let parts: Vec<TokenTree> = group.stream().into_iter().collect();
        let mut attributes = parts.split(|token| is_mark(Some(token), ',')).skip(1);
        return attributes.any(|attribute| names_it(attribute.iter().cloned().collect()));
    }
    let is_path =
        |token: &&TokenTree| matches!(token, TokenTree::Ident(_)) || is_mark(Some(*token), ':');
    let path = tokens.iter().take_while(is_path);
    matches!(path.last(), Some(TokenTree::Ident(last)) if last == ATTRIBUTE)
}

fn is_mark(token: Option<&TokenTree>, mark: char) -> bool {
    matches!(token, Some(TokenTree::Punct(punct)) if punct.as_char() == mark)
}

fn mentions(tokens: &TokenStream, word: &str) -> bool {
    tokens.clone().into_iter().any(|token| match token {
        TokenTree::Ident(ident) => ident == word,
        TokenTree::Group(group) => mentions(&group.stream(), word),
        _ => false,
    })
}

#[cfg(test)]
mod tests {
    use super::has_invariants;

    #[test]
    fn invariants_are_known_by_their_attribute_wherever_it_stands() {
        for source in [
            "impl A {\n    #[gadfly::invariant]\n    fn f(&self) -> bool { true }\n}",
            "impl A { #[gadfly::invariant] fn f(&self) -> bool { true } }",
            "impl A { #[must_use] # [ ::gadfly :: invariant ] fn f(&self) -> bool { true } }",
            "impl A { #[cfg_attr(test, gadfly::invariant)] fn f(&self) -> bool { true } }",
            "macro_rules! m { () => { #[gadfly::invariant(Self = A)] fn f(&self) {} } }",
            "use gadfly::invariant; impl A { #[invariant] fn f(&self) {} }",
            "use gadfly::{check, invariant as holds}; impl A { #[holds] fn f(&self) {} }",
        ] {
            assert!(has_invariants([source]), "{source}");
        }
        assert!(has_invariants(["pub(crate) use gadfly::*;", "#[invariant] fn f(&self) {}"]));
    }

    #[test]
    fn lookalikes_of_the_attribute_are_ignored() {
        for source in [
            "// #[gadfly::invariant]\nfn f() {}",
            "/// ```\n/// #[gadfly::invariant]\n/// ```\nfn f() {}",
            "fn f() -> &'static str { \"\n#[gadfly::invariant]\n\" }",
            "#[gadfly::check] fn invariant(invariant: u8) {}",
            "#[invariant] fn f(&self) {}",
            "#[gadfly::invariants] fn f(&self) {}",
            "#[gadfly::check] #[doc(alias = \"invariant\")] fn f(&self) {}",
        ] {
            assert!(!has_invariants([source]), "{source}");
        }
    }
}
