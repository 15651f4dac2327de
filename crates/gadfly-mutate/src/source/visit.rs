//! Collects the places of a file.

use gadfly_instrument::copy::is_test;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{Attribute, BinOp, Block, Expr, ExprLit, Lit, Signature, Stmt, Type, UnOp};

use super::plausible::{self, Defaults};
use super::sites::{Alternative, Form, Function, Place};
use super::wording;
use crate::Operator;

/// Attributes of functions whose bodies stay as they are.
const FIXED: &[&str] = &["naked", "panic_handler", "global_allocator"];

/// The places of a file, outer ones before those inside.
pub(super) struct Places<'a> {
    source: &'a str,
    defaults: &'a Defaults,
    /// The path of the item around, crate first.
    path: String,
    /// The name of the type of the impl around.
    this: Option<String>,
    is_deprecated: bool,
    /// The function around, by its number.
    function: Option<usize>,
    /// Lines of functions that are left as they are.
    is_left: &'a dyn Fn(usize) -> bool,
    pub(super) places: Vec<Place>,
    pub(super) functions: Vec<Function>,
}

impl<'a> Places<'a> {
    /// Collects the places of a file whose module has a path.
    pub(super) fn of(
        file: &syn::File,
        source: &'a str,
        module: &str,
        defaults: &'a Defaults,
        is_left: &'a dyn Fn(usize) -> bool,
    ) -> Self {
        let mut places = Self {
            source,
            defaults,
            path: module.to_owned(),
            this: None,
            is_deprecated: false,
            function: None,
            is_left,
            places: Vec::new(),
            functions: Vec::new(),
        };
        places.visit_file(file);
        places
    }

    fn text(&self, of: &impl Spanned) -> &'a str {
        self.source.get(of.span().byte_range()).unwrap_or_default()
    }

    fn add(&mut self, of: &impl Spanned, form: Form, alternatives: Vec<Alternative>) {
        let range = of.span().byte_range();
        self.add_at(of, range, form, alternatives);
    }

    fn add_at(
        &mut self,
        of: &impl Spanned,
        range: std::ops::Range<usize>,
        form: Form,
        alternatives: Vec<Alternative>,
    ) {
        let (Some(function), false) = (self.function, alternatives.is_empty()) else { return };
        let start = of.span().start();
        let (line, column) = (start.line, start.column + 1);
        self.places.push(Place { range, form, alternatives, function, line, column });
    }

    /// Visits what is inside of an item.
    fn within(
        &mut self,
        name: Option<String>,
        attributes: &[Attribute],
        visit: impl FnOnce(&mut Self),
    ) {
        let path = self.path.clone();
        let was_deprecated = self.is_deprecated;
        self.is_deprecated |= attributes.iter().any(|it| it.path().is_ident("deprecated"));
        if let Some(name) = name {
            self.path = format!("{path}::{name}");
        }
        visit(self);
        self.path = path;
        self.is_deprecated = was_deprecated;
    }

    fn function(
        &mut self,
        attributes: &[Attribute],
        signature: &Signature,
        block: &Block,
        whole: &impl Spanned,
    ) {
        let line = signature.ident.span().start().line;
        let is_fixed = |it: &Attribute| FIXED.iter().any(|name| it.path().is_ident(name));
        let is_left =
            signature.unsafety.is_some() || is_test(attributes) || attributes.iter().any(is_fixed);
        if is_left {
            return;
        }
        let name = signature.ident.to_string();
        self.within(Some(name.clone()), attributes, |this| {
            let outer = this.function.replace(this.functions.len());
            this.functions.push(Function {
                path: this.path.clone(),
                name,
                line,
                range: whole.span().byte_range(),
                constness: signature.constness.map(|word| word.span.byte_range()),
                is_deprecated: this.is_deprecated,
                is_left: (this.is_left)(line),
            });
            this.body(signature, block);
            visit::visit_block(this, block);
            this.function = outer;
        });
    }

    /// A value that is returned at once.
    fn body(&mut self, signature: &Signature, block: &Block) {
        let unit = Type::Tuple(syn::TypeTuple {
            paren_token: syn::token::Paren::default(),
            elems: syn::punctuated::Punctuated::new(),
        });
        let of_type = match &signature.output {
            syn::ReturnType::Default => &unit,
            syn::ReturnType::Type(_, of_type) => of_type,
        };
        let whole = match block.stmts.as_slice() {
            [] => return,
            [Stmt::Expr(only, None)] => self.text(only),
            _ => "",
        };
        let values = plausible::values(of_type, self.defaults, self.this.as_deref());
        // It would call itself.
        let is_default = signature.ident == "default";
        let is_other =
            |value: &String| value != whole && !(is_default && value.contains("default()"));
        let changes = values.into_iter().filter(is_other).map(|value| Alternative {
            operator: Operator::Body,
            change: wording::at_once(&value),
            text: value,
        });
        let at = block.brace_token.span.open().byte_range().end;
        self.add_at(&signature.ident, at..at, Form::Body, changes.collect());
    }

    fn binary(&mut self, whole: &Expr, left: &Expr, operator: &BinOp, right: &Expr) {
        let (left, right) = (self.text(left), self.text(right));
        let old = self.text(operator);
        let change = |new: &&str| Alternative {
            text: format!("({left}) {new} ({right})"),
            operator: Operator::Binary,
            change: wording::instead(new, old),
        };
        let changes = swaps(operator).iter().map(change).collect();
        self.add(whole, Form::Expression, changes);
    }

    /// A condition that is negated, unless a change of the condition itself is its negation.
    fn condition(&mut self, condition: &Expr) {
        let is_negated_elsewhere = match condition {
            Expr::Binary(binary) => is_comparison(&binary.op),
            Expr::Unary(unary) => matches!(unary.op, UnOp::Not(_)),
            Expr::Lit(_) => true,
            other => has_let(other),
        };
        if !is_negated_elsewhere && !has_let(condition) {
            let text = self.text(condition);
            let change = Alternative {
                text: format!("!({text})"),
                operator: Operator::Condition,
                change: wording::instead(&format!("!({text})"), text),
            };
            self.add(condition, Form::Expression, vec![change]);
        }
    }

    fn literal(&mut self, literal: &ExprLit, sign: Option<&Expr>) {
        let old = match sign {
            Some(whole) => self.text(whole),
            None => self.text(literal),
        };
        let mut changes: Vec<Alternative> = neighbours(&literal.lit, sign.is_some())
            .into_iter()
            .map(|text| Alternative {
                operator: Operator::Literal,
                change: wording::instead(&text, old),
                text,
            })
            .collect();
        match sign {
            Some(whole) => {
                let plain = self.text(literal);
                changes.push(Alternative {
                    text: plain.to_owned(),
                    operator: Operator::Unary,
                    change: wording::instead(plain, old),
                });
                self.add(whole, Form::Expression, changes);
            }
            None => self.add(literal, Form::Expression, changes),
        }
    }
}

impl<'ast> Visit<'ast> for Places<'_> {
    fn visit_item_fn(&mut self, item: &'ast syn::ItemFn) {
        self.function(&item.attrs, &item.sig, &item.block, item);
    }

    fn visit_impl_item_fn(&mut self, item: &'ast syn::ImplItemFn) {
        self.function(&item.attrs, &item.sig, &item.block, item);
    }

    fn visit_trait_item_fn(&mut self, item: &'ast syn::TraitItemFn) {
        if let Some(block) = &item.default {
            self.function(&item.attrs, &item.sig, block, item);
        }
    }

    fn visit_item_mod(&mut self, item: &'ast syn::ItemMod) {
        if !is_test(&item.attrs) {
            let name = Some(item.ident.to_string());
            self.within(name, &item.attrs, |this| visit::visit_item_mod(this, item));
        }
    }

    fn visit_item_impl(&mut self, item: &'ast syn::ItemImpl) {
        let of_trait = item.trait_.as_ref().and_then(|(_, path, _)| path.segments.last());
        // What it prints is for people who look for a mistake.
        if is_test(&item.attrs) || of_trait.is_some_and(|it| it.ident == "Debug") {
            return;
        }
        let name = type_name(&item.self_ty);
        let this = std::mem::replace(&mut self.this, name.clone());
        self.within(name, &item.attrs, |this| visit::visit_item_impl(this, item));
        self.this = this;
    }

    fn visit_item_trait(&mut self, item: &'ast syn::ItemTrait) {
        if !is_test(&item.attrs) {
            let name = Some(item.ident.to_string());
            self.within(name, &item.attrs, |this| visit::visit_item_trait(this, item));
        }
    }

    // Constants, patterns, types, lengths and what only a macro reads stay as they are.
    fn visit_item_const(&mut self, _: &'ast syn::ItemConst) {}
    fn visit_item_static(&mut self, _: &'ast syn::ItemStatic) {}
    fn visit_item_enum(&mut self, _: &'ast syn::ItemEnum) {}
    fn visit_item_struct(&mut self, _: &'ast syn::ItemStruct) {}
    fn visit_impl_item_const(&mut self, _: &'ast syn::ImplItemConst) {}
    fn visit_trait_item_const(&mut self, _: &'ast syn::TraitItemConst) {}
    fn visit_expr_const(&mut self, _: &'ast syn::ExprConst) {}
    fn visit_macro(&mut self, _: &'ast syn::Macro) {}
    fn visit_attribute(&mut self, _: &'ast Attribute) {}
    fn visit_pat(&mut self, _: &'ast syn::Pat) {}
    fn visit_path(&mut self, _: &'ast syn::Path) {}
    fn visit_type(&mut self, _: &'ast Type) {}
    fn visit_generics(&mut self, _: &'ast syn::Generics) {}
    fn visit_angle_bracketed_generic_arguments(
        &mut self,
        _: &'ast syn::AngleBracketedGenericArguments,
    ) {
    }

    fn visit_expr_repeat(&mut self, repeat: &'ast syn::ExprRepeat) {
        // Only a constant may be repeated where the type cannot be copied.
        if !matches!(&*repeat.expr, Expr::Path(_) | Expr::Const(_)) {
            self.visit_expr(&repeat.expr);
        }
    }

    fn visit_expr(&mut self, expression: &'ast Expr) {
        match expression {
            Expr::Binary(binary) => {
                if !has_let(expression) {
                    self.binary(expression, &binary.left, &binary.op, &binary.right);
                }
                visit::visit_expr(self, expression);
            }
            Expr::Unary(unary) => {
                let is_minus = matches!(unary.op, UnOp::Neg(_));
                match (&*unary.expr, is_minus) {
                    // A number and its sign are one: `128i8` is none.
                    (Expr::Lit(literal), true) => self.literal(literal, Some(expression)),
                    (inner, _) => {
                        if !matches!(unary.op, UnOp::Deref(_)) {
                            let text = self.text(inner);
                            let change = Alternative {
                                text: format!("({text})"),
                                operator: Operator::Unary,
                                change: wording::instead(text, self.text(expression)),
                            };
                            self.add(expression, Form::Expression, vec![change]);
                        }
                        visit::visit_expr(self, expression);
                    }
                }
            }
            Expr::Lit(literal) => self.literal(literal, None),
            Expr::If(conditional) => {
                self.condition(&conditional.cond);
                visit::visit_expr(self, expression);
            }
            Expr::While(conditional) => {
                self.condition(&conditional.cond);
                visit::visit_expr(self, expression);
            }
            Expr::Match(choice) => {
                self.visit_expr(&choice.expr);
                let has_rest = choice.arms.last().is_some_and(|last| is_rest(&last.pat));
                let count = choice.arms.len();
                for (index, arm) in choice.arms.iter().enumerate() {
                    match &arm.guard {
                        Some((_, guard)) if !has_let(guard) => self.guard(guard),
                        None if has_rest && index + 1 < count => self.arm(&arm.pat),
                        _ => {}
                    }
                    if let Some((_, guard)) = &arm.guard {
                        self.visit_expr(guard);
                    }
                    self.visit_expr(&arm.body);
                }
            }
            _ => visit::visit_expr(self, expression),
        }
    }

    fn visit_stmt(&mut self, statement: &'ast Stmt) {
        if let Stmt::Expr(expression, Some(_)) = statement
            && has_effect(expression)
        {
            let change = Alternative {
                text: String::new(),
                operator: Operator::Statement,
                change: wording::without(self.text(statement)),
            };
            self.add(statement, Form::Statement, vec![change]);
        }
        visit::visit_stmt(self, statement);
    }
}

impl Places<'_> {
    fn guard(&mut self, guard: &Expr) {
        let old = self.text(guard);
        let change = |value: &str| Alternative {
            text: value.to_owned(),
            operator: Operator::Guard,
            change: wording::instead(value, &format!("the guard {old}")),
        };
        self.add(guard, Form::Expression, vec![change("true"), change("false")]);
    }

    fn arm(&mut self, pattern: &syn::Pat) {
        let change = Alternative {
            text: String::new(),
            operator: Operator::Arm,
            change: wording::without(&format!("the arm {}", self.text(pattern))),
        };
        let at = pattern.span().byte_range().end;
        self.add_at(pattern, at..at, Form::Arm, vec![change]);
    }
}

/// Operators in the place of another.
fn swaps(operator: &BinOp) -> &'static [&'static str] {
    match operator {
        BinOp::Add(_) => &["-"],
        BinOp::Sub(_) => &["+"],
        BinOp::Mul(_) => &["+"],
        BinOp::Div(_) => &["*"],
        BinOp::Rem(_) => &["/"],
        BinOp::And(_) => &["||"],
        BinOp::Or(_) => &["&&"],
        BinOp::BitXor(_) => &["&"],
        BinOp::BitAnd(_) => &["|"],
        BinOp::BitOr(_) => &["&"],
        BinOp::Shl(_) => &[">>"],
        BinOp::Shr(_) => &["<<"],
        BinOp::Eq(_) => &["!="],
        BinOp::Ne(_) => &["=="],
        BinOp::Lt(_) => &["<=", ">="],
        BinOp::Le(_) => &["<", ">"],
        BinOp::Ge(_) => &[">", "<"],
        BinOp::Gt(_) => &[">=", "<="],
        BinOp::AddAssign(_) => &["-="],
        BinOp::SubAssign(_) => &["+="],
        BinOp::MulAssign(_) => &["+="],
        BinOp::DivAssign(_) => &["*="],
        BinOp::RemAssign(_) => &["/="],
        BinOp::BitXorAssign(_) => &["&="],
        BinOp::BitAndAssign(_) => &["|="],
        BinOp::BitOrAssign(_) => &["&="],
        BinOp::ShlAssign(_) => &[">>="],
        BinOp::ShrAssign(_) => &["<<="],
        _ => &[],
    }
}

fn is_comparison(operator: &BinOp) -> bool {
    matches!(
        operator,
        BinOp::Eq(_) | BinOp::Ne(_) | BinOp::Lt(_) | BinOp::Le(_) | BinOp::Ge(_) | BinOp::Gt(_)
    )
}

/// Returns whether an expression is, or is a chain with, a `let`.
fn has_let(expression: &Expr) -> bool {
    match expression {
        Expr::Let(_) => true,
        Expr::Binary(binary) => has_let(&binary.left) || has_let(&binary.right),
        _ => false,
    }
}

/// Literals beside another. A literal behind a minus is written with it.
fn neighbours(literal: &Lit, is_negative: bool) -> Vec<String> {
    let sign = if is_negative { "-" } else { "" };
    match literal {
        Lit::Int(number) => {
            let Ok(value) = number.base10_parse::<u128>() else { return Vec::new() };
            let suffix = number.suffix();
            let texts = [value.checked_add(1), value.checked_sub(1)];
            texts.into_iter().flatten().map(|value| format!("{sign}{value}{suffix}")).collect()
        }
        Lit::Float(number) => {
            let Ok(value) = number.base10_parse::<f64>() else { return Vec::new() };
            let suffix = number.suffix();
            let texts = [value + 1.0, value - 1.0].map(|it| if is_negative { -it } else { it });
            let is_other = |it: &f64| it.is_finite() && it.abs() != value;
            texts.into_iter().filter(is_other).map(|value| format!("{value:?}{suffix}")).collect()
        }
        Lit::Bool(value) => vec![(!value.value).to_string()],
        _ => Vec::new(),
    }
}

/// Returns whether a pattern takes everything.
fn is_rest(pattern: &syn::Pat) -> bool {
    match pattern {
        syn::Pat::Wild(_) => true,
        // A name in capitals is a constant or a variant.
        syn::Pat::Ident(name) => {
            name.subpat.is_none() && !name.ident.to_string().starts_with(char::is_uppercase)
        }
        _ => false,
    }
}

/// Returns whether an expression is a statement that may be left out.
fn has_effect(expression: &Expr) -> bool {
    match expression {
        Expr::Call(_) | Expr::MethodCall(_) | Expr::Assign(_) => true,
        Expr::Binary(binary) => {
            swaps(&binary.op).iter().all(|swap| swap.ends_with('=')) && !is_comparison(&binary.op)
        }
        Expr::Try(tried) => has_effect(&tried.expr),
        Expr::Await(awaited) => has_effect(&awaited.base),
        _ => false,
    }
}

fn type_name(of_type: &Type) -> Option<String> {
    match of_type {
        Type::Path(path) => path.path.segments.last().map(|it| it.ident.to_string()),
        Type::Reference(reference) => type_name(&reference.elem),
        Type::Paren(paren) => type_name(&paren.elem),
        Type::Group(group) => type_name(&group.elem),
        _ => None,
    }
}
