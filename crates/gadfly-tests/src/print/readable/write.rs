//! Writes the statements that are needed, with names for what they bind.

use std::collections::BTreeSet;

use gadfly_plan::prepared::{OperationRecord, Prepared};
use gadfly_wire::{Access, Statement, What};
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};

use super::body::{Body, End, Form, Moment};
use super::brief::{brief, brief_type};
use super::imports::{Imports, Style};
use super::lints::{without_clones, without_oddities, wrapped};
use super::names::Names;
use super::tokens::{
    Passed, closure_names, fill, format, is_postfix, literal_tokens, without_suffix,
};
use crate::print::plain::caught;

/// An expression of at most this many characters is written where it is used, if that is once.
const LONGEST_INLINE: usize = 28;

pub(super) struct BodyWriter<'a> {
    prepared: &'a Prepared,
    body: Body<'a>,
    statements: &'a [Statement],
    owners: Vec<BTreeSet<u32>>,
    is_needed: Vec<bool>,
    /// Variables that must have a name.
    bound: BTreeSet<u32>,
    style: Style,
    imports: &'a mut Imports,
    names: Names,
    /// By variable: what to write where it is used; nothing if it is not.
    values: Vec<Value>,
}

/// How a variable is written.
#[derive(Clone, Debug)]
enum Value {
    Unused,
    Bound(Ident),
    Inline(TokenStream),
}

impl<'a> BodyWriter<'a> {
    pub(super) fn new(
        prepared: &'a Prepared,
        body: Body<'a>,
        owners: Vec<BTreeSet<u32>>,
        is_needed: Vec<bool>,
        bound: BTreeSet<u32>,
        style: Style,
        imports: &'a mut Imports,
    ) -> Self {
        BodyWriter {
            prepared,
            statements: &body.sequence.statements,
            body,
            owners,
            is_needed,
            bound,
            style,
            imports,
            names: Names::default(),
            values: Vec::new(),
        }
    }

    pub(super) fn write(mut self) -> Option<String> {
        let mut lines = TokenStream::new();
        for index in 0..self.statements.len() {
            if self.is_needed[index] {
                lines.extend(self.drops(index));
                lines.extend(self.statement(index)?);
                lines.extend(self.values_at(Moment::After(index as u32)));
            } else {
                self.values.push(Value::Unused);
            }
        }
        lines.extend(self.end()?);
        lines.extend(self.values_at(Moment::End));
        format(lines)
    }

    /// What was dropped before a statement, where that could have changed something.
    fn drops(&self, index: usize) -> TokenStream {
        let mut lines = TokenStream::new();
        for killed in &self.statements[index].kills {
            if let Value::Bound(name) = &self.values[*killed as usize]
                && !self.owners[*killed as usize].is_empty()
                && self.output(*killed as usize).starts_with(char::is_alphabetic)
            {
                lines.extend(quote!(drop(#name);));
            }
        }
        lines
    }

    fn statement(&mut self, index: usize) -> Option<TokenStream> {
        let uses = self.uses(index);
        let is_changed = uses.contains(&Access::BorrowMut);
        let is_bound = self.bound.contains(&(index as u32));
        let expression = match self.statements[index].what {
            What::Literal(literal) => literal_tokens(self.body.literals.get(literal as usize)?)?,
            What::Operation(_) => self.call(index)?,
        };
        if self.statements[index].caught {
            self.values.push(Value::Unused);
            let is_unit = self.output(index) == "()";
            return caught(&expression.to_string(), is_unit).parse().ok();
        }
        let (expression, ascribed) = ascribed(expression);
        let expected = self.expected(index);
        let is_last = index + 1 == self.statements.len() && *self.body.end == End::Call;
        if is_last && expected.is_none() && !is_bound {
            self.values.push(Value::Unused);
            let is_unit = self.output(index) == "()";
            return Some(if is_unit { quote!(#expression;) } else { quote!(let _ = #expression;) });
        }
        let is_plain = !is_changed && !is_bound && expected.is_none() && ascribed.is_none();
        if is_plain && self.is_inlined(index, &uses, &expression) {
            self.values.push(Value::Inline(expression));
            return Some(TokenStream::new());
        }
        if uses.is_empty() && !is_bound {
            self.values.push(Value::Unused);
            return Some(match expected {
                Some(form) => assertion(&expression, &form),
                None if self.is_for_its_effect(index) => quote!(#expression;),
                None => quote!(let _ = #expression;),
            });
        }
        let (output, function) = (self.output(index).to_owned(), self.function(index));
        let name = match self.getter(index) {
            Some(getter) => self.names.named(&getter),
            None => self.names.name(&output, &function),
        };
        let mutable = is_changed.then(|| quote!(mut));
        self.values.push(Value::Bound(name.clone()));
        let checked = expected.map(|form| assertion(&name.to_token_stream(), &form));
        let ty = ascribed.or_else(|| self.unclear_type(index)).map(|ty| quote!(: #ty));
        Some(quote!(let #mutable #name #ty = #expression; #checked))
    }

    /// The type of a result that a trait's implementations decide on, where types are to be said.
    fn unclear_type(&mut self, index: usize) -> Option<syn::Type> {
        let operation = self.operation(index).filter(|it| !it.is_partial)?;
        let is_of_trait = operation.body.starts_with('<') && operation.body.contains(" as ");
        let output = operation.output.clone();
        let is_said = self.style == Style::Typed && is_of_trait && !output.contains("impl ");
        if is_said { brief_type(&output.replace("'static", "'_"), self.imports) } else { None }
    }

    /// What the result of a statement should look like.
    fn expected(&self, index: usize) -> Option<Form> {
        let mut expected = self.body.expected.iter();
        let found =
            expected.find(|value| value.var as usize == index && value.moment == Moment::Made)?;
        Some(found.form.clone())
    }

    /// Whether people call it without looking at what it returns.
    fn is_for_its_effect(&self, index: usize) -> bool {
        let Some(operation) = self.operation(index) else { return false };
        let changes = self.statements[index]
            .args
            .iter()
            .any(|argument| matches!(argument.access, Access::BorrowMut | Access::ReborrowMut));
        let must_be_used = operation.output.contains("result::Result");
        operation.output == "()" || (changes && !must_be_used && !operation.is_partial)
    }

    /// What comes after the last statement, where that is what fails.
    fn end(&mut self) -> Option<TokenStream> {
        let name = |var: &u32| match self.values.get(*var as usize) {
            Some(Value::Bound(name)) => Some(name.clone()),
            _ => None,
        };
        Some(match self.body.end {
            End::Call => TokenStream::new(),
            End::Drop(var) => name(var).map_or_else(TokenStream::new, |name| quote!(drop(#name);)),
            End::Debug(var) => {
                let text = format!("{{{}:?}}", name(var)?);
                quote!(let _ = format!(#text);)
            }
            End::Hash(var) => {
                let name = name(var)?;
                self.imports.bring_trait("std::hash::Hash");
                let is_short = self.imports.bring("std::collections::hash_map::DefaultHasher");
                let hasher = if is_short {
                    quote!(DefaultHasher)
                } else {
                    quote!(std::collections::hash_map::DefaultHasher)
                };
                quote!(#name.hash(&mut #hasher::new());)
            }
            End::Law { assertion, vars } => {
                let mut text = assertion.clone();
                for (number, var) in vars.iter().enumerate() {
                    text = text.replace(&format!("{{{number}}}"), &name(var)?.to_string());
                }
                text.parse().ok()?
            }
        })
    }

    /// What variables should look like at a moment.
    fn values_at(&self, moment: Moment) -> TokenStream {
        let mut lines = TokenStream::new();
        for value in self.body.expected.iter().filter(|value| value.moment == moment) {
            if let Some(Value::Bound(name)) = self.values.get(value.var as usize) {
                lines.extend(assertion(&name.to_token_stream(), &value.form));
            }
        }
        lines
    }

    /// How later statements that are needed take the variable.
    fn uses(&self, index: usize) -> Vec<Access> {
        self.statements
            .iter()
            .zip(&self.is_needed)
            .filter(|(_, is_needed)| **is_needed)
            .flat_map(|(statement, _)| &statement.args)
            .filter(|argument| argument.var as usize == index)
            .map(|argument| argument.access)
            .collect()
    }

    fn is_inlined(&self, index: usize, uses: &[Access], expression: &TokenStream) -> bool {
        match self.statements[index].what {
            What::Literal(_) => true,
            What::Operation(_) => {
                let text = expression.to_string();
                let is_short = text.chars().count() <= LONGEST_INLINE && !text.contains('{');
                let is_independent = self.statements[index].args.iter().all(|argument| {
                    matches!(self.values[argument.var as usize], Value::Inline(_))
                        && argument.access != Access::BorrowMut
                });
                let is_given_away = |access: &Access| matches!(access, Access::Move | Access::Copy);
                // What is wrapped only to be unwrapped is not worth a name, however often.
                if self.is_unwrapped(index, uses) && self.follows(index) {
                    return true;
                }
                let is_worth_no_name = !uses.is_empty()
                    && (uses.len() == 1 && is_short || wrapped(expression).is_some());
                is_worth_no_name && is_independent && uses.iter().all(is_given_away)
            }
        }
    }

    /// Returns whether a statement is used by the next that is written.
    fn follows(&self, index: usize) -> bool {
        let mut later = (index + 1..self.statements.len()).filter(|later| self.is_needed[*later]);
        let next = later.find(|later| matches!(self.statements[*later].what, What::Operation(_)));
        next.is_some_and(|next| {
            self.statements[next].kills.is_empty()
                && self.statements[next].args.iter().any(|it| it.var as usize == index)
        })
    }

    fn call(&mut self, index: usize) -> Option<TokenStream> {
        let operation = self.operation(index)?;
        let (body, is_method) = (operation.body.clone(), operation.is_method);
        let is_partial = operation.is_partial;
        let copies: Vec<bool> = operation.parameters.iter().map(|it| it.is_copy).collect();
        let body = brief(&body.replace("'static", "'_"), is_method, self.style, self.imports)?;
        let arguments: Vec<Passed> =
            self.statements[index].args.iter().map(|argument| self.passed(argument)).collect();
        let body = without_clones(body, &|index| copies.get(index).copied().unwrap_or(false));
        let filled = without_oddities(fill(closure_names(body), &arguments), self.imports);
        if !is_partial {
            return Some(filled);
        }
        if let Some(inner) = wrapped(&filled) {
            return Some(inner);
        }
        let filled = self.without_ok(filled);
        let needs_parentheses = !is_postfix(&filled);
        Some(if needs_parentheses { quote!((#filled).unwrap()) } else { quote!(#filled.unwrap()) })
    }

    /// `parse(text)` of `parse(text).ok()`, which is unwrapped next. Only where errors can be written does that compile.
    fn without_ok(&self, expression: TokenStream) -> TokenStream {
        match syn::parse2(expression.clone()) {
            Ok(syn::Expr::MethodCall(call))
                if self.style == Style::Lean && call.method == "ok" && call.args.is_empty() =>
            {
                call.receiver.to_token_stream()
            }
            _ => expression,
        }
    }

    /// Returns whether the result of a statement is unwrapped by the only one that uses it.
    fn is_unwrapped(&self, index: usize, uses: &[Access]) -> bool {
        let takes = |statement: &Statement| {
            statement.args.iter().any(|argument| argument.var as usize == index)
        };
        let user = self.statements.iter().position(takes);
        let unwraps = user.and_then(|user| self.operation(user)).is_some_and(|operation| {
            operation.is_partial && ["x0", "x0.ok()"].contains(&operation.body.as_str())
        });
        unwraps && uses == [Access::Move]
    }

    fn passed(&self, argument: &gadfly_wire::Argument) -> Passed {
        let value = match &self.values[argument.var as usize] {
            Value::Bound(name) => name.to_token_stream(),
            Value::Inline(expression) => expression.clone(),
            Value::Unused => quote!(unknown),
        };
        let as_left = match argument.access {
            Access::Borrow => quote!(&#value),
            Access::BorrowMut => quote!(&mut #value),
            Access::Move
            | Access::Copy
            | Access::CopyRef
            | Access::Reborrow
            | Access::ReborrowMut => value.clone(),
        };
        let as_argument = match self.style {
            Style::Typed => as_left.clone(),
            Style::Lean | Style::Full => without_suffix(as_left.clone()),
        };
        let as_receiver = if is_postfix(&value) { value } else { quote!((#value)) };
        Passed { as_argument, as_left, as_receiver }
    }

    fn operation(&self, index: usize) -> Option<&OperationRecord> {
        match self.statements[index].what {
            What::Operation(id) => self.prepared.operations.get(id as usize),
            What::Literal(_) => None,
        }
    }

    /// The type of what a statement yields.
    fn output(&self, index: usize) -> &str {
        self.operation(index).map_or("", |operation| &operation.output)
    }

    /// What a getter hands out a reference to, by the getter's name, where the type says little.
    fn getter(&self, index: usize) -> Option<String> {
        let operation = self.operation(index)?;
        let is_plain = operation.output.starts_with('&') && operation.output.contains("std::");
        let is_getter = operation.is_method && operation.parameters.len() == 1;
        let function = self.function(index);
        let name = function.strip_prefix("get_").unwrap_or(&function);
        let name = name.strip_suffix("_mut").unwrap_or(name);
        let is_name = syn::parse_str::<Ident>(name).is_ok() && operation.function.is_some();
        (is_plain && is_getter && is_name).then(|| name.to_owned())
    }

    /// The last name in what a statement calls.
    fn function(&self, index: usize) -> String {
        let body = self.operation(index).map_or("", |operation| &operation.body);
        let called = body.split('(').next().unwrap_or_default();
        called.rsplit(['.', ':']).next().unwrap_or_default().to_owned()
    }
}

/// `{ let value: T = expression; value }` as the expression and its type.
fn ascribed(block: TokenStream) -> (TokenStream, Option<syn::Type>) {
    let parts = || {
        let syn::Expr::Block(block) = syn::parse2(block.clone()).ok()? else { return None };
        let [syn::Stmt::Local(local), syn::Stmt::Expr(syn::Expr::Path(result), None)] =
            &block.block.stmts[..]
        else {
            return None;
        };
        let syn::Pat::Type(pattern) = &local.pat else { return None };
        let syn::Pat::Ident(name) = &*pattern.pat else { return None };
        let value = &local.init.as_ref().filter(|init| init.diverge.is_none())?.expr;
        let is_same = result.path.is_ident(&name.ident) && name.mutability.is_none();
        is_same.then(|| (value.to_token_stream(), (*pattern.ty).clone()))
    };
    match parts() {
        Some((value, ty)) => (value, Some(ty)),
        None => (block, None),
    }
}

/// A statement that holds if an expression has the expected value.
fn assertion(expression: &TokenStream, form: &Form) -> TokenStream {
    form.assertion(&expression.to_string()).parse().unwrap_or_default()
}
