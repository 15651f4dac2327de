//! A file with inserted text.

use std::collections::{BTreeMap, BTreeSet};

use gadfly_learn::Function;
use syn::AttrStyle;
use syn::spanned::Spanned;

use super::body;
use super::callers::{self, Site};
use super::found::{FoundFunction, Seen, Unseen};
use super::insert::Edits;
use super::parse::{parse, start};
use super::visit::{self, FunctionItem};

/// The rewriting of a file.
#[derive(Clone, Debug, Default)]
pub struct Rewrite<'a> {
    /// The path of the file below the crate's folder.
    pub file: &'a str,
    /// The path of the file's module, crate first.
    pub module: &'a str,
    /// The number of its first function.
    pub first: u32,
    /// `true` if functions that are not public are traced too.
    pub with_private: bool,
    /// Functions that are left as they are, by the line of their name.
    pub left: Option<&'a BTreeMap<u32, Unseen>>,
    /// The number of its first expression that is logged, if they are wanted.
    pub first_site: Option<u32>,
    /// Lines whose expressions are left as they are; all if there is line 0.
    pub left_sites: Option<&'a BTreeSet<usize>>,
    /// `true` if the file is the root of a crate of the first edition, which has to name the tracer.
    pub needs_extern_crate: bool,
}

/// A rewritten file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rewritten {
    /// Its text.
    pub text: String,
    /// Its functions, traced or not, in order.
    pub functions: Vec<FoundFunction>,
    /// Functions in macros, which are not traced.
    pub in_macros: usize,
    /// Expressions whose values are logged, in order of their numbers.
    pub sites: Vec<Site>,
    /// Paths of types that share what they refer to with their clones.
    pub handles: Vec<String>,
}

/// Names of modules in other files that a text declares for tests alone, below the module that it is.
pub(crate) fn test_modules(text: &str, module: &str) -> Vec<String> {
    let file = parse(&text[start(text)..]);
    let modules = file.map(|file| visit::items(&file, module).test_modules).unwrap_or_default();
    proc_macro2::extra::invalidate_current_thread_spans();
    modules
}

impl Rewrite<'_> {
    /// Rewrites a text. Lines keep their numbers.
    ///
    /// # Errors
    ///
    /// Where it is no Rust.
    pub fn apply(&self, text: &str) -> Result<Rewritten, syn::Error> {
        let start = start(text);
        let source = &text[start..];
        let file = parse(source)?;
        let items = visit::items(&file, self.module);
        let mut edits = Edits::default();
        if self.needs_extern_crate {
            let at = file.items.first().map_or(source.len(), |item| item.span().byte_range().start);
            edits.insert(at, "extern crate gadfly_trace; ".to_owned());
        }
        let mut next = self.first;
        let mut functions = Vec::new();
        for item in items.functions.iter().filter(|item| self.with_private || item.is_shared) {
            let seen = match self.reason(item) {
                Some(reason) => Seen::Unseen(reason),
                None => {
                    self.edit(item, next, source, &mut edits);
                    next += 1;
                    Seen::Traced(next - 1)
                }
            };
            functions.push(FoundFunction {
                function: self.function(item),
                lines: item.lines.clone(),
                name: item.signature.ident.to_string(),
                seen,
            });
        }
        let sites = self.sites(&file, source, false, &mut edits);
        proc_macro2::extra::invalidate_current_thread_spans();
        let text = format!("{}{}", &text[..start], edits.apply(source));
        let (in_macros, handles) = (items.in_macros, items.handles);
        Ok(Rewritten { text, functions, in_macros, sites, handles })
    }

    /// Rewrites a text of a caller, whose functions are not traced. What is no Rust stays as it is.
    pub fn callers(&self, text: &str) -> (String, Vec<Site>) {
        let (start, mut edits) = (start(text), Edits::default());
        let Ok(file) = parse(&text[start..]) else {
            return (text.to_owned(), Vec::new());
        };
        let sites = self.sites(&file, &text[start..], true, &mut edits);
        proc_macro2::extra::invalidate_current_thread_spans();
        (format!("{}{}", &text[..start], edits.apply(&text[start..])), sites)
    }

    fn sites(
        &self,
        file: &syn::File,
        source: &str,
        is_program: bool,
        edits: &mut Edits,
    ) -> Vec<Site> {
        let is_left = |line: usize| {
            self.left_sites.is_some_and(|left| left.contains(&0) || left.contains(&line))
        };
        match self.first_site {
            Some(first) => {
                callers::wrap(file, source, self.file, (first, is_program), &is_left, edits)
            }
            None => Vec::new(),
        }
    }

    fn function(&self, item: &FunctionItem<'_>) -> Function {
        Function {
            path: item.path.clone(),
            file: self.file.to_owned(),
            line: line(item),
            is_public: item.is_public,
            parameters: body::parameters(item.signature),
        }
    }

    /// The reason to leave a function as it is.
    fn reason(&self, item: &FunctionItem<'_>) -> Option<Unseen> {
        let signature = item.signature;
        let is_fixed = |name: &str| item.attributes.iter().any(|it| it.path().is_ident(name));
        let has_inner = item.attributes.iter().any(|it| matches!(it.style, AttrStyle::Inner(_)));
        if signature.asyncness.is_some() {
            Some(Unseen::Async)
        } else if body::is_never(signature) {
            Some(Unseen::Never)
        } else if matches!(item.of_trait.as_deref(), Some("Drop" | "Debug" | "GlobalAlloc")) {
            Some(Unseen::Tracer)
        } else if has_inner
            || is_fixed("naked")
            || is_fixed("panic_handler")
            || signature.variadic.is_some()
        {
            Some(Unseen::Attribute)
        } else {
            self.left?.get(&line(item)).copied()
        }
    }

    fn edit(&self, item: &FunctionItem<'_>, number: u32, source: &str, edits: &mut Edits) {
        if let Some(word) = &item.signature.constness {
            edits.blank(word.span().byte_range());
        }
        let (front, back) = body::around(number, item.signature, source);
        let braces = item.block.brace_token.span;
        edits.insert(braces.open().byte_range().end, front);
        edits.insert(braces.close().byte_range().start, back);
    }
}

fn line(item: &FunctionItem<'_>) -> u32 {
    u32::try_from(item.signature.ident.span().start().line).unwrap_or(u32::MAX)
}
