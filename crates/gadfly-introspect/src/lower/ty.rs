//! Types.

use gadfly_model::{Arg, Bound, Const, FnPointer, Name, Param, ParamKind, Prim, Projection, Ty};

use super::context::{Context, Reason};
use super::docs::FoundItem;
use super::scope::TypeScope;
use super::substitute::Substitution;
use crate::rustdoc::{
    FunctionPointer, GenericArg, GenericArgs, GenericBound, GenericParam, GenericParamKind, Inner,
    RustdocGenerics, RustdocPath, Type,
};
use crate::std_items;

impl Context<'_> {
    pub(super) fn ty(&self, scope: &TypeScope<'_>, ty: &Type) -> Result<Ty, Reason> {
        Ok(match ty {
            Type::ResolvedPath(path) => self.nominal(scope, path)?,
            Type::DynTrait(dynamic) => {
                let mut bounds = Vec::new();
                for poly in &dynamic.traits {
                    let lifetimes = lifetime_names(&poly.generic_params);
                    bounds.push(self.trait_bound(scope, &poly.trait_, lifetimes, None)?);
                }
                bounds.extend(dynamic.lifetime.as_deref().map(|name| Bound::Lifetime(bare(name))));
                Ty::Dyn(bounds)
            }
            Type::Generic(name) if name == "Self" => {
                scope.self_ty.clone().unwrap_or_else(|| Ty::Param("Self".into()))
            }
            Type::Generic(name) => Ty::Param(name.as_str().into()),
            Type::Primitive(name) => Ty::Prim(
                Prim::from_name(name).ok_or_else(|| format!("unknown primitive type `{name}`"))?,
            ),
            Type::FunctionPointer(pointer) => self.fn_pointer(scope, pointer)?,
            Type::Tuple(items) => Ty::Tuple(self.tys(scope, items)?),
            Type::Slice(inner) => Ty::Slice(Box::new(self.ty(scope, inner)?)),
            Type::Array { ty, len } => {
                Ty::Array(Box::new(self.ty(scope, ty)?), constant(scope, len))
            }
            Type::ImplTrait(bounds) => self.impl_trait(scope, bounds)?,
            Type::RawPointer { is_mutable, ty } => {
                Ty::Ptr { mutable: *is_mutable, inner: Box::new(self.ty(scope, ty)?) }
            }
            Type::BorrowedRef { lifetime, is_mutable, ty } => Ty::Ref {
                mutable: *is_mutable,
                lifetime: lifetime.as_deref().map(bare),
                inner: Box::new(self.ty(scope, ty)?),
            },
            Type::QualifiedPath { name, args, self_type, trait_ } => {
                let self_ty = self.ty(scope, self_type)?;
                let trait_ = match trait_ {
                    Some(path) => Some(self.projection_trait(scope, path, self_type, &self_ty)?),
                    None => None,
                };
                if scope.self_ty.as_ref() == Some(&self_ty)
                    && trait_.as_ref().map(|trait_| &trait_.path)
                        == scope.self_trait.as_ref().map(|trait_| &trait_.path)
                    && let Some((_, known)) =
                        scope.self_assoc.iter().find(|(assoc, _)| **assoc == **name)
                {
                    return Ok(known.clone());
                }
                let args = self.given_args(scope, args.as_deref())?;
                Ty::Projection(Box::new(Projection {
                    self_ty,
                    trait_,
                    name: name.as_str().into(),
                    args,
                }))
            }
            Type::Pat(_) => return Err("a pattern type".to_owned()),
            Type::Infer => return Err("a type left to inference".to_owned()),
        })
    }

    pub(super) fn tys(&self, scope: &TypeScope<'_>, types: &[Type]) -> Result<Vec<Ty>, Reason> {
        types.iter().map(|ty| self.ty(scope, ty)).collect()
    }

    /// A struct, enum, union or alias with its arguments.
    fn nominal(&self, scope: &TypeScope<'_>, path: &RustdocPath) -> Result<Ty, Reason> {
        let key = self
            .docs
            .key(scope.doc, path.id)
            .ok_or_else(|| format!("type `{}` is not described", path.path))?;
        let given = self.given_args(scope, path.args.as_deref())?;
        let name = self.names.spelling(&key).name;
        self.mention(&key);
        if std_items::is_std(&key) {
            if let Some(alias) = std_items::alias(&name) {
                let mut substitution = Substitution::default();
                let types = given.into_iter().filter(|arg| !matches!(arg, Arg::Lifetime(_)));
                for (param, arg) in alias.params.iter().zip(types) {
                    substitution.insert((*param).into(), arg);
                }
                return Ok(substitution.ty(&alias.ty));
            }
            return Ok(Ty::Adt(name.clone(), complete_std(&name, given, None)));
        }
        match self.docs.find(&key) {
            Some(FoundItem { doc, item }) => {
                let Some(generics) = item.generics() else {
                    return Ok(Ty::Adt(name, given));
                };
                let args = self.complete(doc, generics, given, None)?;
                let Inner::TypeAlias(alias) = &item.inner else {
                    return Ok(Ty::Adt(name, args));
                };
                let body = self.ty(&TypeScope::item(doc, generics), &alias.ty)?;
                Ok(bind(generics, &args).ty(&body))
            }
            None => Ok(Ty::Adt(name, given)),
        }
    }

    /// Generic arguments as written.
    pub(super) fn given_args(
        &self,
        scope: &TypeScope<'_>,
        args: Option<&GenericArgs>,
    ) -> Result<Vec<Arg>, Reason> {
        let Some(GenericArgs::AngleBracketed { args, .. }) = args else { return Ok(Vec::new()) };
        args.iter()
            .map(|arg| {
                Ok(match arg {
                    GenericArg::Lifetime(name) => Arg::Lifetime(bare(name)),
                    GenericArg::Type(Type::Generic(name)) if scope.is_const_param(name) => {
                        Arg::Const(Const::Param(name.as_str().into()))
                    }
                    GenericArg::Type(ty) => Arg::Ty(self.ty(scope, ty)?),
                    GenericArg::Const(value) => Arg::Const(constant(scope, &value.expr)),
                    GenericArg::Infer => return Err("an argument left to inference".to_owned()),
                })
            })
            .collect()
    }

    /// Arguments completed with the omitted ones: lifetimes as `_`, types and constants by default.
    pub(super) fn complete(
        &self,
        doc: usize,
        generics: &RustdocGenerics,
        given: Vec<Arg>,
        self_ty: Option<&Ty>,
    ) -> Result<Vec<Arg>, Reason> {
        let (mut lifetimes, others): (Vec<Arg>, Vec<Arg>) =
            given.into_iter().partition(|arg| matches!(arg, Arg::Lifetime(_)));
        let wanted = generics.params.iter().filter(|param| is_lifetime(param)).count();
        lifetimes.resize(wanted.max(lifetimes.len()), Arg::Lifetime("_".into()));
        let mut others = others.into_iter();
        let mut lifetimes = lifetimes.into_iter();
        let mut substitution = Substitution::default();
        if let Some(self_ty) = self_ty {
            substitution.insert("Self".into(), Arg::Ty(self_ty.clone()));
        }
        let scope = TypeScope::item(doc, generics);
        let mut complete = Vec::new();
        for param in &generics.params {
            let arg = match &param.kind {
                GenericParamKind::Lifetime { .. } => lifetimes.next(),
                GenericParamKind::Type { is_synthetic: true, .. } => continue,
                GenericParamKind::Type { default, .. } => match (others.next(), default) {
                    (Some(arg), _) => Some(arg),
                    (None, Some(default)) => {
                        let default = substitution.ty(&self.ty(&scope, default)?);
                        // A default that callers cannot write is omitted, as in the source.
                        self.can_write(doc, &default).then_some(Arg::Ty(default))
                    }
                    (None, None) => None,
                },
                GenericParamKind::Const { default, .. } => match (others.next(), default) {
                    // A name alone may be read as a type.
                    (Some(Arg::Ty(Ty::Param(name))), _) => Some(Arg::Const(Const::Param(name))),
                    (Some(arg), _) => Some(arg),
                    (None, Some(default)) => Some(Arg::Const(Const::Expr(default.as_str().into()))),
                    (None, None) => None,
                },
            };
            let Some(arg) = arg else { break };
            substitution.insert(bare(&param.name), arg.clone());
            complete.push(arg);
        }
        Ok(complete)
    }

    /// Returns whether a caller can write a type that a definition in `doc` supplies.
    fn can_write(&self, doc: usize, ty: &Ty) -> bool {
        let is_hidden = |name: &Name| {
            let key = self.names.key(name);
            !self.names.spelling(key).is_nameable
        };
        doc == 0 || !ty.any(&mut |part| matches!(part, Ty::Adt(name, _) if is_hidden(name)))
    }

    /// `impl Trait`: a parameter in argument position, otherwise opaque.
    fn impl_trait(&self, scope: &TypeScope<'_>, bounds: &[GenericBound]) -> Result<Ty, Reason> {
        let Some(synthetic) = &scope.synthetic else {
            let opaque = Ty::Param("Self".into());
            return Ok(Ty::Impl(self.bounds(scope, bounds, &opaque)?));
        };
        let index = synthetic.borrow().len();
        let name = Name::from(format!("impl{index}"));
        let param = |bounds| Param {
            name: name.clone(),
            kind: ParamKind::Type { bounds, default: None, synthetic: true },
        };
        // The place is taken first: bounds may hold further parameters.
        synthetic.borrow_mut().push(param(Vec::new()));
        let ty = Ty::Param(name.clone());
        let bounds = self.bounds(scope, bounds, &ty)?;
        synthetic.borrow_mut()[index] = param(bounds);
        Ok(ty)
    }

    fn fn_pointer(&self, scope: &TypeScope<'_>, pointer: &FunctionPointer) -> Result<Ty, Reason> {
        if pointer.sig.is_c_variadic {
            return Err("a variadic function pointer".to_owned());
        }
        let output = match &pointer.sig.output {
            Some(output) => self.ty(scope, output)?,
            None => Ty::unit(),
        };
        Ok(Ty::FnPointer(Box::new(FnPointer {
            lifetimes: lifetime_names(&pointer.generic_params),
            inputs: pointer
                .sig
                .inputs
                .iter()
                .map(|(_, ty)| self.ty(scope, ty))
                .collect::<Result<_, _>>()?,
            output,
            is_unsafe: pointer.header.is_unsafe,
            abi: pointer.header.abi.name().map(Into::into),
        })))
    }
}

/// Arguments of a type or trait of the standard library, completed with the omitted ones.
pub(super) fn complete_std(path: &str, given: Vec<Arg>, self_ty: Option<&Ty>) -> Vec<Arg> {
    let (mut complete, others): (Vec<Arg>, Vec<Arg>) =
        given.into_iter().partition(|arg| matches!(arg, Arg::Lifetime(_)));
    let wanted = std_items::lifetimes(path).max(complete.len());
    complete.resize(wanted, Arg::Lifetime("_".into()));
    let defaults = std_items::default_args(path).into_iter().skip(others.len());
    complete.extend(others);
    for default in defaults {
        match (default, self_ty) {
            (Some(std_items::Default::Ty(ty)), _) => complete.push(Arg::Ty(ty)),
            (Some(std_items::Default::SelfTy), Some(ty)) => complete.push(Arg::Ty(ty.clone())),
            _ => break,
        }
    }
    complete
}

/// The arguments by parameter.
pub(super) fn bind(generics: &RustdocGenerics, args: &[Arg]) -> Substitution {
    let mut substitution = Substitution::default();
    let params = generics
        .params
        .iter()
        .filter(|param| !matches!(param.kind, GenericParamKind::Type { is_synthetic: true, .. }));
    for (param, arg) in params.zip(args) {
        substitution.insert(bare(&param.name), arg.clone());
    }
    substitution
}

pub(super) fn lifetime_names(params: &[GenericParam]) -> Vec<Name> {
    params.iter().filter(|param| is_lifetime(param)).map(|param| bare(&param.name)).collect()
}

/// A lifetime's name without the apostrophe; other names as they are.
pub(super) fn bare(name: &str) -> Name {
    name.trim_start_matches('\'').into()
}

pub(super) fn constant(scope: &TypeScope<'_>, source: &str) -> Const {
    let name = source.trim_start_matches('{').trim_end_matches('}').trim();
    if scope.is_const_param(name) { Const::Param(name.into()) } else { Const::Expr(source.into()) }
}

fn is_lifetime(param: &GenericParam) -> bool {
    matches!(param.kind, GenericParamKind::Lifetime { .. })
}
