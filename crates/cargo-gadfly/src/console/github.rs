//! The GitHub workflow that the command runs in.

use std::ffi::OsString;
use std::fs::OpenOptions;
use std::io::Write as _;
use std::path::PathBuf;

/// The services of the runner of a workflow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct GithubWorkflow {
    /// The file that becomes the page of the job.
    summary: Option<PathBuf>,
}

impl GithubWorkflow {
    /// The workflow of this process, by the variables that its runner sets.
    pub(super) fn of_process() -> Option<Self> {
        Self::of_variables(&|name| std::env::var_os(name))
    }

    fn of_variables(variable: &dyn Fn(&str) -> Option<OsString>) -> Option<Self> {
        let is_run = variable("GITHUB_ACTIONS").is_some_and(|value| value == "true");
        let summary = variable("GITHUB_STEP_SUMMARY").filter(|path| !path.is_empty());
        is_run.then(|| Self { summary: summary.map(PathBuf::from) })
    }

    /// Appends to the page of the job.
    pub(crate) fn summarise(&self, markdown: &str) -> std::io::Result<()> {
        let Some(path) = &self.summary else { return Ok(()) };
        OpenOptions::new().create(true).append(true).open(path)?.write_all(markdown.as_bytes())
    }

    /// A workflow with this page.
    #[cfg(test)]
    pub(crate) fn with_summary(path: PathBuf) -> Self {
        Self { summary: Some(path) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn workflow(variables: &[(&str, &str)]) -> Option<GithubWorkflow> {
        GithubWorkflow::of_variables(&|name| {
            let found = variables.iter().find(|(key, _)| *key == name);
            found.map(|(_, value)| OsString::from(value))
        })
    }

    #[test]
    fn workflows_are_known_by_their_variables() {
        let page = GithubWorkflow { summary: Some(PathBuf::from("/page.md")) };
        let variables = [("GITHUB_ACTIONS", "true"), ("GITHUB_STEP_SUMMARY", "/page.md")];
        assert_eq!(workflow(&variables), Some(page));
        assert_eq!(workflow(&[("GITHUB_STEP_SUMMARY", "/page.md")]), None);
        assert_eq!(workflow(&[("GITHUB_ACTIONS", "false")]), None);
    }

    #[test]
    fn summaries_are_appended() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("page.md");
        let workflow = GithubWorkflow::with_summary(path.clone());
        workflow.summarise("a\n").expect("written");
        workflow.summarise("b\n").expect("written");
        assert_eq!(std::fs::read_to_string(path).expect("the page"), "a\nb\n");
        GithubWorkflow { summary: None }.summarise("a").expect("nothing to write");
    }
}
