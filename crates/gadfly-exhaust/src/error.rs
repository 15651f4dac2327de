//! Reasons why a search failed, for the author of the searched type.

use std::fmt;

/// An error in the domains, found before the first candidate.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PlanError {
    /// A field of a type without a default domain.
    NoDomain {
        /// `Type.field`.
        field: String,
        /// The type of the field.
        ty: String,
    },
    /// A pointer to a type for which no pool was declared.
    NoPool {
        /// `Type.field`.
        field: String,
        /// The type pointed to.
        ty: String,
    },
    /// A domain without values.
    Empty {
        /// `Type.field`.
        field: String,
    },
    /// Every value of the type contains another one.
    Endless {
        /// `Type.field`.
        field: String,
        /// The type that contains itself.
        ty: String,
    },
    /// More values or fields than the search can number.
    TooLarge {
        /// `Type.field`, or the type.
        field: String,
    },
    /// A bound of [`Bounds`](crate::Bounds) that no field uses.
    UnusedBound {
        /// The bound.
        bound: String,
    },
    /// A bound of the wrong type for its field.
    WrongBound {
        /// `Type.field`.
        field: String,
        /// The type of the field.
        ty: String,
    },
    /// Pointers to one type that the search cannot distinguish.
    MixedPointers {
        /// `Type.field`.
        field: String,
        /// The type pointed to.
        ty: String,
        /// The combination that is not supported.
        why: &'static str,
    },
}

impl fmt::Display for PlanError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoDomain { field, ty } => write!(
                formatter,
                "`{field}` has no bound: `{ty}` has too many values to try them all; give the \
                 field a domain, e.g. #[finitize(0..=3)] or #[finitize(values = [..])], give all \
                 fields of this type one with values({ty} = ..), or leave it out of the search \
                 with #[finitize(skip)]"
            ),
            Self::NoPool { field, ty } => write!(
                formatter,
                "`{field}` points to `{ty}`, but there is no bound on how many of them may exist; \
                 add pool({ty} = 5) to #[gadfly::exhaust(..)] or .pool::<{ty}>(5) to the bounds"
            ),
            Self::Empty { field } => {
                write!(formatter, "the domain of `{field}` is empty; give it at least one value")
            }
            Self::Endless { field, ty } => write!(
                formatter,
                "`{field}` has no finite default: every `{ty}` contains another `{ty}`; make the \
                 pointer an Option or give the type a variant without it"
            ),
            Self::TooLarge { field } => write!(
                formatter,
                "`{field}` is too large to search: at most 65,000 values per field and 60,000 \
                 fields are supported; lower a bound"
            ),
            Self::UnusedBound { bound } => write!(
                formatter,
                "the bound on `{bound}` was never used; check its spelling (`Type.field`, or a \
                 type that something points to)"
            ),
            Self::WrongBound { field, ty } => write!(
                formatter,
                "the bound set for `{field}` is not a domain of `{ty}`; write the values with \
                 that type"
            ),
            Self::MixedPointers { field, ty, why } => write!(
                formatter,
                "`{field}` points to `{ty}` in a way that cannot be combined with the other \
                 pointers to it: {why}"
            ),
        }
    }
}

/// Reasons for a search without a result.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SearchError {
    /// All errors in the domains.
    Plan(Vec<PlanError>),
    /// Reads of plain fields are not traced in this build.
    NotTraced {
        /// A field whose reads would be missed.
        field: String,
    },
    /// The predicate read a field without being traced.
    EscapedRead {
        /// `Type.field`.
        field: String,
        /// The candidate, as text.
        candidate: String,
    },
    /// The predicate changed its candidate.
    Wrote {
        /// `Type.field`.
        field: String,
        /// The candidate, as text.
        candidate: String,
    },
    /// The predicate gave two answers for one candidate.
    Unsteady {
        /// The candidate, as text.
        candidate: String,
    },
    /// The predicate read how many `Rc` or `Arc` point to an object.
    ReadCounts {
        /// The type of the object.
        ty: String,
        /// The candidate, as text.
        candidate: String,
    },
    /// A prefix or choice vector that does not belong to this search.
    BadVector {
        /// The problem.
        reason: String,
    },
    /// A valid structure that cannot exist outside of the search: two boxes own the same object.
    NotRebuildable {
        /// The type of the object.
        ty: String,
    },
}

impl fmt::Display for SearchError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Plan(errors) => {
                for (position, error) in errors.iter().enumerate() {
                    let separator = if position == 0 { "" } else { "\n" };
                    write!(formatter, "{separator}{error}")?;
                }
                Ok(())
            }
            Self::NotTraced { field } => write!(
                formatter,
                "reads of `{field}` cannot be seen: this program was built without tracing; run \
                 it through `cargo gadfly exhaust`, or wrap the fields in gadfly::Field"
            ),
            Self::EscapedRead { field, candidate } => write!(
                formatter,
                "the predicate read `{field}` unseen, so structures would be missed; the read \
                 happens in precompiled code (formatting an integer, String::clone, memchr) or \
                 inline assembly: avoid that call, announce the read with gadfly::read(&self.field) \
                 before it (for the elements of a vector \
                 gadfly::read(&self.field[..])), or make the field a gadfly::Field; candidate: {candidate}"
            ),
            Self::Wrote { field, candidate } => write!(
                formatter,
                "the predicate changed `{field}` of its candidate; a predicate must leave its \
                 argument as it was: work on a copy, or restore the field before returning; \
                 candidate: {candidate}"
            ),
            Self::Unsteady { candidate } => write!(
                formatter,
                "the predicate gave two answers for one candidate, so it depends on more than its \
                 argument: a static, a thread-local, a clock, a file; let it depend on its argument \
                 alone; candidate: {candidate}"
            ),
            Self::ReadCounts { ty, candidate } => write!(
                formatter,
                "the predicate read the reference counts of `{ty}` (strong_count, get_mut, try_unwrap); \
                 in a candidate they are not those of the structure: count the pointers instead; \
                 candidate: {candidate}"
            ),
            Self::BadVector { reason } => {
                write!(formatter, "the choice vector does not fit this search: {reason}")
            }
            Self::NotRebuildable { ty } => write!(
                formatter,
                "a structure passed as valid in which two boxes own the same `{ty}`; no program \
                 can hold it: let the predicate refuse it, or remove #[finitize(aliased)]"
            ),
        }
    }
}

impl std::error::Error for PlanError {}
impl std::error::Error for SearchError {}
