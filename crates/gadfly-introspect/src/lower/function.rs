//! Functions and methods.

use std::cell::RefCell;

use gadfly_model::{Function, Name, Owner, Receiver, Span, Ty};

use super::context::{Context, Reason};
use super::scope::TypeScope;
use crate::rustdoc::{Item, RustdocFunction, Type};

impl Context<'_> {
    /// Lowers a function written in `scope`, which holds the owner's generics.
    pub(super) fn function<'a>(
        &self,
        scope: &TypeScope<'a>,
        item: &Item,
        function: &'a RustdocFunction,
        path: Name,
        owner: Owner,
    ) -> Result<Function, Reason> {
        if function.sig.is_c_variadic {
            return Err("variadic function".to_owned());
        }
        let krate = self.docs.get(scope.doc).crate_name.as_str().into();
        let scope = scope.with(&function.generics);
        let mut generics = self.generics(&scope, &function.generics)?;
        let mut arguments = scope.with(&function.generics);
        arguments.synthetic = Some(RefCell::default());
        let mut inputs: Vec<(Name, Ty)> = Vec::new();
        for (name, ty) in &function.sig.inputs {
            inputs.push((name.as_str().into(), self.ty(&arguments, ty)?));
        }
        generics.params.extend(arguments.synthetic.take().unwrap_or_default().take());
        let output = match &function.sig.output {
            Some(output) => self.ty(&scope, output)?,
            None => Ty::unit(),
        };
        Ok(Function {
            path,
            name: item.name.as_deref().unwrap_or_default().into(),
            krate,
            owner,
            generics,
            inputs,
            output,
            receiver: receiver(&function.sig.inputs),
            is_unsafe: function.header.is_unsafe,
            is_async: function.header.is_async,
            is_const: function.header.is_const,
            track_caller: item.tracks_caller(),
            is_helper: false,
            is_deprecated: item.deprecation.is_some(),
            docs: item.docs.as_deref().map(Into::into),
            span: item
                .span
                .as_ref()
                .map(|span| Span { file: span.filename.as_str().into(), line: span.begin.0 }),
        })
    }
}

fn receiver(inputs: &[(String, Type)]) -> Option<Receiver> {
    let (name, ty) = inputs.first()?;
    if name != "self" {
        return None;
    }
    let is_self = |ty: &Type| matches!(ty, Type::Generic(name) if name == "Self");
    Some(match ty {
        ty if is_self(ty) => Receiver::Value,
        Type::BorrowedRef { is_mutable: false, ty, .. } if is_self(ty) => Receiver::Shared,
        Type::BorrowedRef { is_mutable: true, ty, .. } if is_self(ty) => Receiver::Exclusive,
        _ => Receiver::Other,
    })
}
