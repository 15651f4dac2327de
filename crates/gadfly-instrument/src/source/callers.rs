//! Expressions of callers whose values no traced function may return.

use proc_macro2::Span;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{Expr, File};

use super::insert::Edits;

/// An expression whose value is logged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Site {
    /// The file, below the package's folder.
    pub file: String,
    /// The line on which the expression begins.
    pub line: usize,
    /// The expression.
    pub text: String,
}

/// Wraps expressions of a file, with numbers from the first on; returns them. All of a program calls the library, and the tests of
/// any other file.
pub(super) fn wrap(
    file: &File,
    source: &str,
    name: &str,
    (first, is_program): (u32, bool),
    is_left: &dyn Fn(usize) -> bool,
    edits: &mut Edits,
) -> Vec<Site> {
    let mut wanted = Wanted { spans: Vec::new(), in_test: 0, is_program };
    wanted.visit_file(file);
    let mut sites = Vec::new();
    for span in wanted.spans {
        let (line, range) = (span.start().line, span.byte_range());
        if is_left(line) {
            continue;
        }
        let number = first as usize + sites.len();
        edits.insert(range.start, format!("::gadfly_trace::l({number}, "));
        edits.insert(range.end, ")".to_owned());
        let text = source.get(range).unwrap_or_default().to_owned();
        sites.push(Site { file: name.to_owned(), line, text });
    }
    sites
}

/// Collects expressions in code that calls the library from outside.
struct Wanted {
    spans: Vec<Span>,
    /// Number of open items that are built for tests alone.
    in_test: u32,
    /// `true` if all of the file is such code.
    is_program: bool,
}

impl Wanted {
    fn add(&mut self, expression: &Expr) {
        if self.is_program || self.in_test > 0 {
            self.spans.push(expression.span());
        }
    }

    fn within(&mut self, is_test: bool, visit: impl FnOnce(&mut Self)) {
        self.in_test += u32::from(is_test);
        visit(self);
        self.in_test -= u32::from(is_test);
    }
}

impl<'ast> Visit<'ast> for Wanted {
    fn visit_item_mod(&mut self, item: &'ast syn::ItemMod) {
        let is_test = super::visit::is_test(&item.attrs);
        self.within(is_test, |it| visit::visit_item_mod(it, item));
    }

    fn visit_item_fn(&mut self, item: &'ast syn::ItemFn) {
        let is_test = super::visit::is_test(&item.attrs);
        if item.sig.constness.is_none() {
            self.within(is_test, |it| visit::visit_item_fn(it, item));
        }
    }

    // Nothing can be called in a constant.
    fn visit_impl_item_fn(&mut self, item: &'ast syn::ImplItemFn) {
        if item.sig.constness.is_none() {
            visit::visit_impl_item_fn(self, item);
        }
    }
    fn visit_item_const(&mut self, _: &'ast syn::ItemConst) {}
    fn visit_item_static(&mut self, _: &'ast syn::ItemStatic) {}
    fn visit_impl_item_const(&mut self, _: &'ast syn::ImplItemConst) {}
    fn visit_trait_item_const(&mut self, _: &'ast syn::TraitItemConst) {}
    fn visit_expr_const(&mut self, _: &'ast syn::ExprConst) {}
    fn visit_type(&mut self, _: &'ast syn::Type) {}
    fn visit_expr_repeat(&mut self, _: &'ast syn::ExprRepeat) {}

    fn visit_expr_call(&mut self, call: &'ast syn::ExprCall) {
        call.args.iter().filter(|it| is_made_here(it)).for_each(|it| self.add(it));
        visit::visit_expr_call(self, call);
    }

    fn visit_expr_method_call(&mut self, call: &'ast syn::ExprMethodCall) {
        call.args.iter().filter(|it| is_made_here(it)).for_each(|it| self.add(it));
        visit::visit_expr_method_call(self, call);
    }

    fn visit_local(&mut self, local: &'ast syn::Local) {
        if let Some(init) = local.init.as_ref().filter(|init| init.diverge.is_none()) {
            // What is borrowed in an initialiser lives on, but not in an argument.
            let mut borrows = Borrows(false);
            borrows.visit_expr(&init.expr);
            if is_made_here(&init.expr) && !borrows.0 {
                self.add(&init.expr);
            }
        }
        visit::visit_local(self, local);
    }
}

/// Returns whether an expression makes a value, other than a plain one.
fn is_made_here(expression: &Expr) -> bool {
    match expression {
        Expr::Call(_) | Expr::MethodCall(_) | Expr::Struct(_) | Expr::Array(_) | Expr::Range(_) => {
            true
        }
        Expr::Tuple(tuple) => !tuple.elems.is_empty(),
        Expr::Macro(call) => call.mac.path.is_ident("vec") || call.mac.path.is_ident("format"),
        _ => false,
    }
}

/// Whether an expression borrows.
struct Borrows(bool);

impl<'ast> Visit<'ast> for Borrows {
    fn visit_expr_reference(&mut self, _: &'ast syn::ExprReference) {
        self.0 = true;
    }
}
