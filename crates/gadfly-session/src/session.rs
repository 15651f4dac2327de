//! The real stages behind the command.

use gadfly_cargo::{Subject, SubjectRequest};

use super::{check, exhaust, explore, harness, learn, replaying, strengthen, walk};
use crate::error::CliError;
use crate::pipeline::{
    CheckOrders, ExhaustOrders, Job, LearnOrders, LocatedCrate, Observer, Pipeline, ReplayRequest,
    Request, Reviewer, StrengthenOrders, ValidInput, WalkRequest,
};
use crate::report::{Learning, ListedItem, Listing, ReplayResult, RunReport, WalkReport};
use crate::skip_reason::skip_reason;

/// The real stages.
#[derive(Debug, Default)]
pub struct Session {
    subject: Option<Subject>,
}

impl Pipeline for Session {
    fn locate(&mut self, request: &Request) -> Result<LocatedCrate, CliError> {
        let subject = gadfly_cargo::locate(&subject_request(request))?;
        let place = LocatedCrate {
            package: subject.package.clone(),
            manifest_dir: subject.package_root.clone(),
            target_dir: subject.target_directory.clone(),
        };
        self.subject = Some(subject);
        Ok(place)
    }

    fn list(&mut self, job: &Job, console: &dyn Observer) -> Result<Listing, CliError> {
        let subject = self.subject(job)?;
        let functions = harness::functions(&subject, job, console)?;
        let items = functions
            .into_iter()
            .map(|function| ListedItem {
                reason: skip_reason(&job.settings.filter, &function),
                path: function.path,
                signature: function.signature,
                callable: function.callable,
                instances: function.instances,
            })
            .collect();
        Ok(Listing { package: subject.package.clone(), version: subject.version.clone(), items })
    }

    fn explore(&mut self, job: &Job, console: &dyn Observer) -> Result<RunReport, CliError> {
        let subject = self.subject(job)?;
        explore::explore(&subject, job, console)
    }

    fn check(
        &mut self,
        job: &Job,
        orders: &CheckOrders,
        console: &dyn Observer,
    ) -> Result<RunReport, CliError> {
        let subject = self.subject(job)?;
        check::check(&subject, job, orders, console)
    }

    fn exhaust(
        &mut self,
        job: &Job,
        orders: &ExhaustOrders,
        console: &dyn Observer,
        inputs: &mut dyn FnMut(ValidInput),
    ) -> Result<RunReport, CliError> {
        let subject = self.subject(job)?;
        exhaust::exhaust(&subject, job, orders, console, inputs)
    }

    fn learn(
        &mut self,
        job: &Job,
        orders: &LearnOrders,
        console: &dyn Observer,
    ) -> Result<Learning, CliError> {
        let subject = self.subject(job)?;
        learn::learn(&subject, job, orders, console)
    }

    fn strengthen(
        &mut self,
        job: &Job,
        orders: &StrengthenOrders,
        console: &dyn Observer,
    ) -> Result<RunReport, CliError> {
        let subject = self.subject(job)?;
        strengthen::strengthen(&subject, job, orders, console)
    }

    fn replay(
        &mut self,
        job: &Job,
        request: &ReplayRequest,
        console: &dyn Observer,
    ) -> Result<ReplayResult, CliError> {
        let subject = self.subject(job)?;
        let stage = console.stage("Building", "test");
        let replay = replaying::replay(&subject, job, request)?;
        stage.finish(&request.id);
        Ok(replay)
    }

    fn walk(
        &mut self,
        job: &Job,
        request: &WalkRequest,
        console: &dyn Observer,
        reviewer: &mut dyn Reviewer,
    ) -> Result<WalkReport, CliError> {
        let subject = self.subject(job)?;
        walk::walk(&subject, job, request, console, reviewer)
    }
}

impl Session {
    /// The crate with the features that settings ask for: those of `gadfly.toml` are known only
    /// after the crate was found.
    fn subject(&mut self, job: &Job) -> Result<Subject, CliError> {
        let request = subject_request(&job.request);
        if let Some(subject) = self.subject.take() {
            let is_same = subject.features == request.features
                && subject.all_features == request.all_features
                && subject.no_default_features == request.no_default_features;
            if is_same {
                return Ok(subject);
            }
        }
        Ok(gadfly_cargo::locate(&request)?)
    }
}

fn subject_request(request: &Request) -> SubjectRequest {
    SubjectRequest {
        path: request.path.clone(),
        package: request.package.clone(),
        features: request.features.names.clone(),
        all_features: request.features.all,
        no_default_features: request.features.no_default,
    }
}
