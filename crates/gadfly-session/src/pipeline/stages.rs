//! The trait behind which a session runs the stages, so that tests of the command need no cargo.

use super::{
    CheckOrders, ExhaustOrders, Job, LearnOrders, LocatedCrate, Observer, ReplayRequest, Request,
    Reviewer, StrengthenOrders, ValidInput, WalkRequest,
};
use crate::error::SessionError;
use crate::report::{Learning, Listing, ReplayResult, RunReport, WalkReport};

/// The stages behind the command. They report progress and return plain data.
pub trait Pipeline {
    /// Finds the requested crate; builds nothing.
    fn locate(&mut self, request: &Request) -> Result<LocatedCrate, SessionError>;

    /// Lists the public functions, and whether each can be called.
    fn list(&mut self, job: &Job, progress: &dyn Observer) -> Result<Listing, SessionError>;

    /// Searches until the budget is spent, announcing findings on the way.
    fn explore(&mut self, job: &Job, progress: &dyn Observer) -> Result<RunReport, SessionError>;

    /// Tries properties on inputs made by the crate's functions.
    fn check(
        &mut self,
        job: &Job,
        orders: &CheckOrders,
        progress: &dyn Observer,
    ) -> Result<RunReport, SessionError>;

    /// Runs marked functions on every valid input up to their bounds. Inputs are handed on as they are found, if
    /// the orders ask for them.
    fn exhaust(
        &mut self,
        job: &Job,
        orders: &ExhaustOrders,
        progress: &dyn Observer,
        inputs: &mut dyn FnMut(ValidInput),
    ) -> Result<RunReport, SessionError>;

    /// Runs the crate's own tests and examples with tracing, and learns how its types are used.
    fn learn(
        &mut self,
        job: &Job,
        orders: &LearnOrders,
        progress: &dyn Observer,
    ) -> Result<Learning, SessionError>;

    /// Runs the crate's tests against small changes to it.
    fn strengthen(
        &mut self,
        job: &Job,
        orders: &StrengthenOrders,
        progress: &dyn Observer,
    ) -> Result<RunReport, SessionError>;

    /// Runs the test of a finding of the last search again.
    fn replay(
        &mut self,
        job: &Job,
        request: &ReplayRequest,
        progress: &dyn Observer,
    ) -> Result<ReplayResult, SessionError>;

    /// Runs the protocols of a type, or lists the types that have some. The reviewer judges
    /// outcomes where the request asks for a person.
    fn walk(
        &mut self,
        job: &Job,
        request: &WalkRequest,
        progress: &dyn Observer,
        reviewer: &mut dyn Reviewer,
    ) -> Result<WalkReport, SessionError>;
}
