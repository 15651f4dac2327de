//! The library entry points.

use std::marker::PhantomData;
use std::ops::ControlFlow;
use std::sync::{Mutex, PoisonError};

use super::engine::Engine;
use super::found::Found;
use super::pause::Pause;
use super::prefix::Prefix;
use super::summary::Summary;
use crate::bounds::Bounds;
use crate::describe::Picture;
use crate::error::SearchError;
use crate::finitize::Finitize;

/// The stack of a search; a predicate's budget of reads ends deep recursion long before its end.
const STACK: usize = 64 << 20;

/// Calls `visit` with every structure of type `T` within the bounds that satisfies the predicate,
/// once per isomorphism class.
///
/// # Errors
/// If the bounds do not fit the type, if reads are not traced in this build, or if the audit finds
/// untraced reads or writes of the candidate.
pub fn search<T: Finitize>(
    bounds: &Bounds,
    predicate: impl FnMut(&T) -> bool,
    mut visit: impl FnMut(&Found<'_, T>),
) -> Result<Summary, SearchError> {
    Search::<T>::new(bounds).run(predicate, |found| {
        visit(found);
        ControlFlow::Continue(())
    })
}

/// A search with options.
#[derive(Debug)]
pub struct Search<'a, T> {
    bounds: &'a Bounds,
    prefix: Prefix,
    last: Option<Prefix>,
    tried: u64,
    ty: PhantomData<fn() -> T>,
}

impl<'a, T: Finitize> Search<'a, T> {
    /// A search of the whole space.
    #[must_use]
    pub fn new(bounds: &'a Bounds) -> Self {
        Self { bounds, prefix: Prefix::default(), last: None, tried: 0, ty: PhantomData }
    }

    /// Searches only the part of the space that starts with `prefix`.
    #[must_use]
    pub fn within(mut self, prefix: Prefix) -> Self {
        self.prefix = prefix;
        self
    }

    /// Ends the search after the candidates that start with `last`, like one that has given the rest
    /// [away](Pause::give_away).
    #[must_use]
    pub fn until(mut self, last: Prefix) -> Self {
        self.last = Some(last);
        self
    }

    /// Sets the number of candidates in earlier parts: the audit covers mostly the first candidates of
    /// a search.
    #[must_use]
    pub fn tried_before(mut self, candidates: u64) -> Self {
        self.tried = candidates;
        self
    }

    /// Runs the search; `visit` may end it.
    ///
    /// # Errors
    /// As for [`search`].
    pub fn run(
        &self,
        predicate: impl FnMut(&T) -> bool,
        visit: impl FnMut(&Found<'_, T>) -> ControlFlow<()>,
    ) -> Result<Summary, SearchError> {
        self.run_with_progress(predicate, visit, |_| ControlFlow::Continue(()))
    }

    /// As [`run`](Self::run), with `tick` called every few thousand candidates and after each
    /// valid one.
    ///
    /// # Errors
    /// As for [`search`].
    pub fn run_with_progress(
        &self,
        mut predicate: impl FnMut(&T) -> bool,
        mut visit: impl FnMut(&Found<'_, T>) -> ControlFlow<()>,
        mut tick: impl FnMut(&mut Pause<'_>) -> ControlFlow<()>,
    ) -> Result<Summary, SearchError> {
        alone(|| {
            let mut engine = Engine::new::<T>(self.bounds)?;
            engine.enter(&self.prefix)?;
            self.go_on(&mut engine);
            let result = engine.run(
                &mut |engine| predicate(engine.root()),
                &mut |engine| visit(&Found::new(engine)),
                &mut tick,
            );
            match result {
                Ok(()) => {
                    engine.ground.leave();
                    Ok(engine.summary)
                }
                Err(error) => Err(readable::<T>(error, &engine)),
            }
        })
    }

    /// Finds the structures that satisfy `valid` and on whose rebuilt value `fails` returns `true`;
    /// of structures that differ only in fields that neither reads, one. `fails` should not read its
    /// argument in precompiled code: rebuilt values are not audited.
    ///
    /// # Errors
    /// As for [`search`].
    pub fn run_white_box(
        &self,
        mut valid: impl FnMut(&T) -> bool,
        mut fails: impl FnMut(T) -> bool,
        mut visit: impl FnMut(&Found<'_, T>) -> ControlFlow<()>,
        mut tick: impl FnMut(&mut Pause<'_>) -> ControlFlow<()>,
    ) -> Result<Summary, SearchError> {
        alone(|| {
            let mut engine = Engine::new::<T>(self.bounds)?;
            engine.enter(&self.prefix)?;
            self.go_on(&mut engine);
            let result = engine.run(
                &mut |engine| valid(engine.root()) && engine.on_rebuilt(&mut fails),
                &mut |engine| visit(&Found::new(engine)),
                &mut tick,
            );
            match result {
                Ok(()) => {
                    engine.ground.leave();
                    Ok(engine.summary)
                }
                Err(error) => Err(readable::<T>(error, &engine)),
            }
        })
    }

    /// Continues the audit of earlier parts.
    fn go_on(&self, engine: &mut Engine) {
        engine.tried = self.tried;
        engine.last.clone_from(&self.last);
        if self.tried > 0 {
            engine.ground.resume();
        }
    }

    /// Splits the space into at least `target` parts if it has that many, in the order of the
    /// search. Searching them one after the other finds what one search finds, in the same order.
    ///
    /// # Errors
    /// As for [`search`].
    pub fn split(
        &self,
        mut predicate: impl FnMut(&T) -> bool,
        target: usize,
    ) -> Result<Vec<Prefix>, SearchError> {
        alone(|| {
            let mut parts = vec![self.prefix.clone()];
            if target <= 1 {
                return Ok(parts);
            }
            for depth in self.prefix.0.len() + 1.. {
                let mut engine = Engine::new::<T>(self.bounds)?;
                engine.enter(&self.prefix)?;
                let most = target.saturating_mul(8).max(1024);
                let finer = engine.prefixes(&mut |engine| predicate(engine.root()), depth, most)?;
                if finer.len() > most {
                    break;
                }
                let exhausted = finer.iter().all(|prefix| prefix.0.len() < depth);
                parts = finer;
                if parts.len() >= target || exhausted {
                    break;
                }
            }
            Ok(parts)
        })
    }

    /// Estimates the number of candidates of each part by running the predicate on a few of them.
    ///
    /// # Errors
    /// As for [`search`].
    pub fn weigh(
        &self,
        mut predicate: impl FnMut(&T) -> bool,
        parts: &[Prefix],
    ) -> Result<Vec<f64>, SearchError> {
        alone(|| {
            let mut engine = Engine::new::<T>(self.bounds)?;
            engine.weigh(&mut |engine| predicate(engine.root()), parts)
        })
    }

    /// Rebuilds the candidate that `vector` names as a real value. Needs no tracing.
    ///
    /// # Errors
    /// If the vector does not belong to this type and these bounds.
    pub fn rebuild(&self, vector: &Prefix) -> Result<T, SearchError> {
        alone(|| {
            let mut engine = Engine::untraced::<T>(self.bounds)?;
            engine.enter(vector)?;
            Found::<T>::new(&engine).rebuild()
        })
    }

    /// The picture of the candidate that `vector` names. Needs no tracing.
    ///
    /// # Errors
    /// If the vector does not belong to this type and these bounds.
    pub fn picture(&self, vector: &Prefix) -> Result<Picture, SearchError> {
        alone(|| {
            let mut engine = Engine::untraced::<T>(self.bounds)?;
            engine.enter(vector)?;
            Ok(Found::<T>::new(&engine).picture())
        })
    }
}

/// Shows the candidate that an error is about.
fn readable<T: Finitize>(error: SearchError, engine: &Engine) -> SearchError {
    let candidate = Found::<T>::new(engine).picture().to_string();
    match error {
        SearchError::EscapedRead { field, .. } => SearchError::EscapedRead { field, candidate },
        SearchError::Wrote { field, .. } => SearchError::Wrote { field, candidate },
        SearchError::Unsteady { .. } => SearchError::Unsteady { candidate },
        SearchError::ReadCounts { ty, .. } => SearchError::ReadCounts { ty, candidate },
        other => other,
    }
}

/// One search at a time in a process (reads are reported to one place), on a thread with a large
/// stack.
fn alone<R>(body: impl FnOnce() -> R) -> R {
    let (mut body, mut result) = (Some(body), None);
    run_alone(&mut || {
        if let Some(body) = body.take() {
            result = Some(body());
        }
    });
    result.expect("the thread has run, or its panic went on")
}

/// The part of `alone` that is not generic.
fn run_alone(body: &mut dyn FnMut()) {
    static TURN: Mutex<()> = Mutex::new(());
    let _turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
    let task = Task(body);
    let run = std::thread::scope(|scope| {
        let builder = std::thread::Builder::new().stack_size(STACK).name("search".to_owned());
        let thread = builder.spawn_scoped(scope, move || (task.into_inner())());
        thread.map(std::thread::ScopedJoinHandle::join)
    });
    match run {
        Ok(Ok(())) => {}
        Ok(Err(panic)) => std::panic::resume_unwind(panic),
        Err(error) => panic!("failed to start the search thread: {error}"),
    }
}

/// A value that is moved to the search thread and back.
struct Task<T>(T);

impl<T> Task<T> {
    fn into_inner(self) -> T {
        self.0
    }
}

// SAFETY: the thread that hands the task over waits for the result and touches nothing of it in
// the meantime, so that its contents are used by one thread at a time, with the hand-over ordered
// by the start and the join of the thread.
unsafe impl<T> Send for Task<T> {}
