//! Functions, types, defined names and test code of a file.

use super::tokens::{Token, TokenKind};

/// A function with a body.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct OutlinedFunction {
    pub(crate) name: String,
    /// The line of its name.
    pub(crate) line: usize,
    /// Lines from the name to the closing brace.
    pub(crate) length: usize,
    /// `true` if it carries `#[test]`.
    pub(crate) is_test: bool,
    /// `true` if it stands in code for tests.
    pub(crate) in_tests: bool,
}

/// A struct, enum, union, trait or type alias; associated types are none.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct TypeItem {
    pub(crate) name: String,
    pub(crate) line: usize,
    pub(crate) in_tests: bool,
}

/// The definitions in a file.
#[derive(Debug, Default)]
pub(crate) struct Outline {
    pub(crate) functions: Vec<OutlinedFunction>,
    pub(crate) types: Vec<TypeItem>,
    /// Every name that the file gives to an item, a field, a parameter or a variable, with its line.
    pub(crate) names: Vec<(String, usize)>,
    /// First and last lines of modules for tests.
    pub(crate) test_modules: Vec<(usize, usize)>,
}

impl Outline {
    /// Reads the outline of a file from its tokens. `in_tests` holds for files that are all tests.
    pub(crate) fn new(tokens: &[Token<'_>], in_tests: bool) -> Self {
        let code: Vec<Token<'_>> = tokens
            .iter()
            .copied()
            .filter(|token| {
                use TokenKind::{Comment, InnerDoc, OuterDoc};
                !matches!(token.kind, Comment | InnerDoc | OuterDoc)
            })
            .collect();
        let mut reader = OutlineReader {
            code: &code,
            in_tests,
            scopes: Vec::new(),
            pending: None,
            attributes: Attributes::default(),
            outline: Self::default(),
        };
        let mut at = 0;
        while at < code.len() {
            at = reader.step(at);
        }
        reader.outline
    }
}

/// Facts from the attributes in front of an item.
#[derive(Debug, Default, Clone, Copy)]
struct Attributes {
    is_test: bool,
    is_for_tests: bool,
    /// The line of the first one.
    line: Option<usize>,
}

/// Keywords in front of an expression, where `!` negates.
const BEFORE_NOT: [&str; 8] = ["break", "else", "if", "in", "match", "move", "return", "while"];

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ScopeKind {
    Module,
    /// An impl or a trait, whose `type`s are associated ones.
    Associated,
    /// Index of the function.
    Function(usize),
    /// Arguments of a macro: what they define is unknown.
    Macro,
    Other,
}

#[derive(Debug, Clone, Copy)]
struct OpenScope {
    kind: ScopeKind,
    in_tests: bool,
    line: usize,
    /// The number of scopes that were open where it was announced.
    depth: usize,
}

struct OutlineReader<'a> {
    code: &'a [Token<'a>],
    in_tests: bool,
    scopes: Vec<OpenScope>,
    /// A scope whose brace is still to come.
    pending: Option<OpenScope>,
    attributes: Attributes,
    outline: Outline,
}

impl OutlineReader<'_> {
    /// Reads one token and returns the position of the next.
    fn step(&mut self, at: usize) -> usize {
        let token = self.code[at];
        match token.kind {
            TokenKind::Sign('#') => return self.attribute(at),
            TokenKind::Sign('{') => self.open(token.line),
            TokenKind::Sign('(' | '[') => self.push(ScopeKind::Other, token.line),
            TokenKind::Sign('}' | ')' | ']') => self.close(token.line),
            TokenKind::Sign(';') => {
                if self.pending.is_some_and(|pending| pending.depth == self.scopes.len()) {
                    self.forget_announced();
                }
                self.attributes = Attributes::default();
            }
            TokenKind::Sign(',') => self.attributes = Attributes::default(),
            TokenKind::Word => return self.word(at),
            _ => {}
        }
        at + 1
    }

    /// An announced item ended without a body.
    fn forget_announced(&mut self) {
        if let Some(OpenScope { kind: ScopeKind::Function(index), .. }) = self.pending.take() {
            self.outline.functions.truncate(index);
        }
    }

    fn in_tests(&self) -> bool {
        self.in_tests
            || self.attributes.is_for_tests
            || self.scopes.last().is_some_and(|scope| scope.in_tests)
    }

    fn in_macro(&self) -> bool {
        self.scopes.iter().any(|scope| scope.kind == ScopeKind::Macro)
    }

    fn push(&mut self, kind: ScopeKind, line: usize) {
        let in_tests = self.in_tests();
        self.scopes.push(OpenScope { kind, in_tests, line, depth: self.scopes.len() });
    }

    fn open(&mut self, line: usize) {
        match self.pending.take() {
            Some(scope) => self.scopes.push(scope),
            None => self.push(ScopeKind::Other, line),
        }
        self.attributes = Attributes::default();
    }

    fn close(&mut self, line: usize) {
        let Some(scope) = self.scopes.pop() else { return };
        match scope.kind {
            ScopeKind::Function(index) => {
                let function = &mut self.outline.functions[index];
                function.length = line + 1 - function.line;
            }
            ScopeKind::Module if scope.in_tests && !self.in_tests() => {
                self.outline.test_modules.push((scope.line, line));
            }
            _ => {}
        }
        self.attributes = Attributes::default();
    }

    /// Reads an attribute and returns the position behind it.
    fn attribute(&mut self, at: usize) -> usize {
        let bang = usize::from(self.sign(at + 1, '!'));
        if !self.sign(at + 1 + bang, '[') {
            return at + 1;
        }
        let (mut depth, mut end, mut words) = (0, at + 1 + bang, Vec::new());
        while let Some(token) = self.code.get(end) {
            match token.kind {
                TokenKind::Sign('[' | '(') => depth += 1,
                TokenKind::Sign(']' | ')') => depth -= 1,
                TokenKind::Word => words.push(token.text),
                _ => {}
            }
            end += 1;
            if depth == 0 {
                break;
            }
        }
        if bang == 0 {
            self.attributes.line.get_or_insert(self.code[at].line);
            self.attributes.is_test |= words == ["test"];
            self.attributes.is_for_tests |=
                matches!(words[..], ["cfg", "test", ..] | ["cfg", "all" | "any", "test", ..]);
        }
        end
    }

    fn sign(&self, at: usize, sign: char) -> bool {
        self.code.get(at).is_some_and(|token| token.kind == TokenKind::Sign(sign))
    }

    /// Reads a keyword or a name and returns the position of the next token.
    fn word(&mut self, at: usize) -> usize {
        let Token { text, line, .. } = self.code[at];
        if self.sign(at + 1, '!') && !self.sign(at + 2, '=') && !BEFORE_NOT.contains(&text) {
            return self.macro_call(at, line);
        }
        if self.in_macro() {
            return at + 1;
        }
        let next = self.code.get(at + 1).filter(|token| token.kind == TokenKind::Word);
        let next = next.map(|token| token.text.to_owned());
        match (text, next) {
            ("fn", Some(name)) => {
                self.names(&name, line);
                let is_test = self.attributes.is_test;
                let in_tests = self.in_tests() || is_test;
                self.announce(ScopeKind::Function(self.outline.functions.len()), line);
                let function = OutlinedFunction { name, line, length: 1, is_test, in_tests };
                self.outline.functions.push(function);
                return at + 2;
            }
            ("struct" | "enum" | "trait" | "union" | "type", Some(name)) => {
                let parent = self.scopes.last().map(|scope| scope.kind);
                if text != "type" || parent != Some(ScopeKind::Associated) {
                    self.names(&name, line);
                    let in_tests = self.in_tests();
                    self.outline.types.push(TypeItem { name, line, in_tests });
                }
                let is_trait = text == "trait";
                self.announce(
                    if is_trait { ScopeKind::Associated } else { ScopeKind::Other },
                    line,
                );
                return at + 2;
            }
            ("mod", Some(name)) => {
                self.names(&name, line);
                self.announce(ScopeKind::Module, line);
                return at + 2;
            }
            ("impl", _) => self.announce(ScopeKind::Associated, line),
            ("const" | "static" | "let" | "mut", Some(name)) if is_new_name(&name) => {
                self.names(&name, line);
            }
            _ if self.sign(at + 1, ':') && !self.sign(at + 2, ':') => {
                let is_path = at > 0 && self.sign(at - 1, ':');
                if !is_path {
                    self.names(text, line);
                }
            }
            _ => {}
        }
        at + 1
    }

    /// Enters the arguments of a macro.
    fn macro_call(&mut self, at: usize, line: usize) -> usize {
        let open = at + 2 + usize::from(self.code[at].text == "macro_rules");
        if ['(', '[', '{'].iter().any(|sign| self.sign(open, *sign)) {
            self.push(ScopeKind::Macro, line);
            return open + 1;
        }
        at + 1
    }

    /// Remembers which scope the next brace opens.
    fn announce(&mut self, kind: ScopeKind, line: usize) {
        if self.pending.is_none() {
            let line = self.attributes.line.unwrap_or(line);
            let in_tests = self.in_tests() || self.attributes.is_test;
            self.pending = Some(OpenScope { kind, in_tests, line, depth: self.scopes.len() });
        }
        self.attributes = Attributes::default();
    }

    fn names(&mut self, name: &str, line: usize) {
        self.outline.names.push((name.to_owned(), line));
    }
}

/// Returns whether a word behind `let` or `const` is a name, and neither a keyword nor a pattern's type.
fn is_new_name(word: &str) -> bool {
    let is_type = word.starts_with(char::is_uppercase) && word.contains(char::is_lowercase);
    !matches!(word, "mut" | "fn" | "unsafe" | "async" | "self") && !is_type
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sources::tokens;

    fn outline(source: &str) -> Outline {
        Outline::new(&tokens(source), false)
    }

    #[test]
    fn functions_have_lengths() {
        let source = "trait T { fn a(); }\npub fn b(x: [u8; 2])\n-> impl Fn() {\n  let c = || { };\n}\nfn d() {}";
        let functions = outline(source).functions;
        let found: Vec<_> =
            functions.iter().map(|item| (item.name.as_str(), item.line, item.length)).collect();
        assert_eq!(found, [("b", 2, 4), ("d", 6, 1)]);
    }

    #[test]
    fn tests_are_recognised() {
        let source = "fn a() {}\n#[cfg(test)]\nmod tests {\n  fn b() {}\n  #[test]\n  fn c() {}\n}\nfn d() {}";
        let outline = outline(source);
        let found: Vec<_> = outline
            .functions
            .iter()
            .map(|item| (item.name.as_str(), item.is_test, item.in_tests))
            .collect();
        let expected =
            [("a", false, false), ("b", false, true), ("c", true, true), ("d", false, false)];
        assert_eq!(found, expected);
        assert_eq!(outline.test_modules, [(2, 7)]);
    }

    #[test]
    fn associated_types_are_not_types() {
        let source = "struct A;\nimpl I for A { type B = u8; fn f() { struct C { d: u8 } } }\ntype D<'a> = &'a A;\nenum E { F { g: u8 } }";
        let types = outline(source).types;
        let found: Vec<_> = types.iter().map(|item| (item.name.as_str(), item.line)).collect();
        assert_eq!(found, [("A", 1), ("C", 2), ("D", 3), ("E", 4)]);
    }

    #[test]
    fn macro_arguments_define_nothing() {
        let source = "macro_rules! m { () => { struct A; fn b() {} } }\nquote! { struct C; }\nfn d() { vec![x! { fn e() {} }]; }";
        let outline = outline(source);
        assert!(outline.types.is_empty());
        assert_eq!(outline.functions.len(), 1);
    }

    #[test]
    fn negations_are_not_macros() {
        let outline = outline("fn a() { if !b { fn c() {} } }");
        assert_eq!(outline.functions.len(), 2);
    }

    #[test]
    fn names_are_where_they_are_defined() {
        let source = "fn f(a: u8) { let mut b = a; g(c::d); for e in b {} }\nstruct S { h: T }";
        let outline = outline(source);
        let names: Vec<_> = outline.names.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["f", "a", "b", "S", "h"]);
    }
}
