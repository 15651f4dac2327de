//! Candidates as a source file full of questions.
//!
//! Each candidate is one line: a call whose result is handed to a function that asks for an
//! unimplemented trait. The compiler's complaint names the result's type. Any other complaint
//! on the line means that the candidate does not compile.

use std::fmt::Write as _;

use gadfly_model::Lifetimes;
use gadfly_plan::laws;
use gadfly_plan::operations::candidate::Candidate;
use gadfly_plan::types::subst::has_projection;
use gadfly_plan::types::tracked;

/// Marks an answer in a diagnostic.
pub(super) const MARK: &str = "@@";

/// The question number of a result; argument `k` has number `k + 1`.
pub(super) const RESULT: usize = 0;

/// A file of questions.
pub(super) struct Questions {
    /// The source.
    pub source: String,
    /// The line of the first candidate, from 1; every candidate has one line.
    pub first_line: usize,
}

/// Writes the questions for some candidates. `crates` are loaded so that the compiler prints
/// their public paths. `definitions` are types that candidates may use.
pub(super) fn write_questions(
    candidates: &[&Candidate],
    crates: &[String],
    definitions: &str,
) -> Questions {
    let mut source = String::from(PRELUDE);
    source.push_str(laws::SUPPORT);
    source.push_str(&tracked::definition());
    source.push_str(definitions);
    for krate in crates {
        writeln!(source, "use {krate} as _;").expect("writing to a string");
    }
    let first_line = source.lines().count() + 1;
    for (index, candidate) in candidates.iter().enumerate() {
        write!(
            source,
            "pub fn q{index}() {{ reveal::<{RESULT}, _>({}(args::<{}>(), |{}| {{ {} }}));",
            if candidate.is_partial { "try_call" } else { "call" },
            candidate.markers(),
            candidate.pattern(),
            one_line(&candidate.body),
        )
        .expect("writing to a string");
        for (position, input) in candidate.inputs.iter().enumerate() {
            if has_projection(&input.ty) {
                let ty = input.ty.print(Lifetimes::Static);
                write!(source, " reveal::<{}, _>(P::<{ty}>(PhantomData));", position + 1)
                    .expect("writing to a string");
            }
        }
        source.push_str(" }\n");
    }
    Questions { source, first_line }
}

fn one_line(body: &str) -> String {
    body.replace('\n', " ")
}

const PRELUDE: &str = r#"use std::marker::PhantomData;
pub struct Val<T>(PhantomData<T>);
pub struct Ref<T>(PhantomData<T>);
pub struct Mut<T>(PhantomData<T>);
pub struct RefDst<T: ?Sized>(PhantomData<T>);
pub struct MutDst<T: ?Sized>(PhantomData<T>);
pub trait Arg { type X; }
impl<T: 'static> Arg for Val<T> { type X = T; }
impl<T: 'static> Arg for Ref<T> { type X = &'static T; }
impl<T: 'static> Arg for Mut<T> { type X = &'static mut T; }
impl<T: ?Sized + 'static> Arg for RefDst<T> { type X = &'static T; }
impl<T: ?Sized + 'static> Arg for MutDst<T> { type X = &'static mut T; }
pub trait Args { type X; }
impl Args for () { type X = (); }
macro_rules! tuples { ($($name:ident)+) => { impl<$($name: Arg),+> Args for ($($name,)+) { type X = ($($name::X,)+); } } }
tuples!(A); tuples!(A B); tuples!(A B C); tuples!(A B C D); tuples!(A B C D E); tuples!(A B C D E F);
tuples!(A B C D E F G); tuples!(A B C D E F G H); tuples!(A B C D E F G H I); tuples!(A B C D E F G H I J);
tuples!(A B C D E F G H I J K); tuples!(A B C D E F G H I J K L);
pub struct Given<T>(PhantomData<T>);
pub struct P<T>(PhantomData<T>);
pub fn args<T: Args>() -> Given<T> { Given(PhantomData) }
pub fn call<T: Args, R: 'static, F: Fn(T::X) -> R + Copy>(_: Given<T>, _: F) -> P<R> { P(PhantomData) }
pub fn try_call<T: Args, R: 'static, F: Fn(T::X) -> Option<R> + Copy>(_: Given<T>, _: F) -> P<R> { P(PhantomData) }
pub fn formatted<F: Fn(&mut std::fmt::Formatter<'_>) -> std::fmt::Result>(f: F) -> String { String::new() }
pub fn block_on<F: std::future::Future>(future: F) -> F::Output { loop {} }
#[diagnostic::on_unimplemented(message = "@@{N}@@{Self}@@", label = "", note = "")]
pub trait Reveal<const N: usize> {}
pub fn reveal<const N: usize, T: Reveal<N>>(_: P<T>) {}
"#;

#[cfg(test)]
mod tests {
    use super::*;
    use gadfly_model::{Prim, Ty};
    use gadfly_plan::operations::candidate::Input;

    #[test]
    fn every_candidate_is_one_line() {
        let candidate = Candidate::builtin(vec![Input::val(Ty::Prim(Prim::U8))], "{\n x0\n}");
        let questions = write_questions(&[&candidate, &candidate], &["semver".to_owned()], "");
        let lines: Vec<&str> = questions.source.lines().skip(questions.first_line - 1).collect();
        assert_eq!(lines.len(), 2);
        assert_eq!(
            lines[1],
            "pub fn q1() { reveal::<0, _>(call(args::<(Val<u8>,)>(), |(x0,)| { {  x0 } })); }"
        );
    }
}
