//! Generic parameters and `where` clauses.

use gadfly_model::{Generics, Param, ParamKind, Predicate, Ty};

use super::context::{Context, Reason};
use super::scope::TypeScope;
use super::ty::{bare, lifetime_names};
use crate::rustdoc::{GenericParamKind, RustdocGenerics, Term, WherePredicate};

impl Context<'_> {
    /// Lowers generics in a scope that has them in sight. Synthetic parameters are left out:
    /// they are made where the arguments are lowered.
    pub(super) fn generics(
        &self,
        scope: &TypeScope<'_>,
        generics: &RustdocGenerics,
    ) -> Result<Generics, Reason> {
        let mut lowered = Generics::default();
        for param in &generics.params {
            let kind = match &param.kind {
                GenericParamKind::Lifetime { outlives } => ParamKind::Lifetime {
                    outlives: outlives.iter().map(|name| bare(name)).collect(),
                },
                GenericParamKind::Type { is_synthetic: true, .. } => continue,
                GenericParamKind::Type { bounds, default, .. } => {
                    let ty = Ty::Param(param.name.as_str().into());
                    let default = match default {
                        Some(default) => Some(self.ty(scope, default)?),
                        None => None,
                    };
                    let bounds = self.bounds(scope, bounds, &ty)?;
                    ParamKind::Type { bounds, default, synthetic: false }
                }
                GenericParamKind::Const { ty, default } => ParamKind::Const {
                    ty: self.ty(scope, ty)?,
                    default: default.as_deref().map(Into::into),
                },
            };
            lowered.params.push(Param { name: bare(&param.name), kind });
        }
        for predicate in &generics.where_predicates {
            lowered.predicates.push(match predicate {
                WherePredicate::Bound { ty, bounds, generic_params } => {
                    let ty = self.ty(scope, ty)?;
                    let bounds = self.bounds(scope, bounds, &ty)?;
                    Predicate::Bound { lifetimes: lifetime_names(generic_params), ty, bounds }
                }
                WherePredicate::Lifetime { lifetime, outlives } => Predicate::Outlives {
                    lifetime: bare(lifetime),
                    outlives: outlives.iter().map(|name| bare(name)).collect(),
                },
                WherePredicate::Equal { lhs, rhs: Term::Type(rhs) } => {
                    Predicate::Equal { left: self.ty(scope, lhs)?, right: self.ty(scope, rhs)? }
                }
                WherePredicate::Equal { rhs: Term::Constant(_), .. } => {
                    return Err("an associated constant in a bound".to_owned());
                }
            });
        }
        Ok(lowered)
    }
}
