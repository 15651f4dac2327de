//! `cargo gadfly explain`.

use gadfly_triage::{RULES, find};

use crate::args::{ExplainArgs, OutputFormat};
use crate::command_error::CommandError;
use crate::console::Console;
use crate::exit_code::ExitCode;
use crate::render;
use gadfly_session::error::SessionError;
use gadfly_session::pipeline::unknown_rule;
use gadfly_session::report::POLICY;

/// Prints all rules, or one of them in full.
pub(crate) fn explain(console: &Console, typed: &ExplainArgs) -> Result<ExitCode, CommandError> {
    let is_json = typed.format == Some(OutputFormat::Json);
    let painter = console.painter();
    let text = match typed.rule.as_deref() {
        None if is_json => render::rules_json(RULES),
        None => render::rules_table(painter),
        Some(POLICY) if !is_json => render::policy_text(painter),
        Some(id) => {
            let rule = find(id).ok_or_else(|| SessionError::Usage {
                message: unknown_rule(id),
                help: Some("`cargo gadfly explain` lists all rules".to_owned()),
            })?;
            if is_json {
                render::rules_json(std::slice::from_ref(rule))
            } else {
                render::rule_text(rule, painter, console.width())
            }
        }
    };
    console.result(&text)?;
    Ok(ExitCode::Clean)
}
