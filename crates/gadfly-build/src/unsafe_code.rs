//! Search for `unsafe` in a crate's own code: only with it can values be freed twice, or used after they were freed.

use std::path::Path;

use proc_macro2::{TokenStream, TokenTree};

/// Returns whether any file below a folder has the keyword, comments and texts aside. A file that cannot be read has not.
pub(crate) fn uses_unsafe(folder: &Path) -> bool {
    let Ok(entries) = std::fs::read_dir(folder) else { return false };
    entries.filter_map(Result::ok).map(|entry| entry.path()).any(|path| {
        if path.is_dir() {
            return uses_unsafe(&path);
        }
        path.extension().is_some_and(|extension| extension == "rs")
            && std::fs::read_to_string(&path).is_ok_and(|text| is_in(&text))
    })
}

fn is_in(text: &str) -> bool {
    text.contains("unsafe") && text.parse::<TokenStream>().is_ok_and(has_keyword)
}

fn has_keyword(tokens: TokenStream) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Ident(ident) => ident == "unsafe",
        TokenTree::Group(group) => has_keyword(group.stream()),
        _ => false,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_keyword_counts_and_its_name_does_not() {
        assert!(is_in("fn f(x: &u8) -> u8 { unsafe { *(x as *const u8) } }"));
        assert!(is_in("macro_rules! m { () => { unsafe { f() } } }"));
        assert!(!is_in("#![forbid(unsafe_code)]\n/// Not unsafe.\nfn f() { g(\"unsafe\") }"));
    }
}
