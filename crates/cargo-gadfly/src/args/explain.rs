//! `cargo gadfly explain` as typed.

use clap::Args;

use super::{ColorChoice, OutputFormat};

const EXAMPLES: &str = "\
Examples:
  cargo gadfly explain                             all rules, in order
  cargo gadfly explain zero-divisor                one rule, with examples
  cargo gadfly explain --format json | jq -r '.rules[].id'";

/// Show the rules that decide who is responsible for a finding.
///
/// Every finding names its rule. Without RULE, lists all rules in the order of their priority, with the class that each
/// gives; with RULE, describes it, with examples, and how to overrule it in gadfly.toml. Needs no crate.
#[derive(Args, Clone, Debug)]
#[command(after_help = "--help has details and examples.", after_long_help = EXAMPLES)]
pub(crate) struct ExplainArgs {
    /// The rule, as findings name it
    #[arg(value_name = "RULE")]
    pub(crate) rule: Option<String>,

    /// How results are printed [default: human]
    ///
    /// With json, standard output carries one JSON document and nothing else.
    #[arg(long, value_name = "FORMAT", value_enum, help_heading = "Output")]
    pub(crate) format: Option<OutputFormat>,

    /// When to use colours [default: auto]
    #[arg(long, value_name = "WHEN", value_enum, hide_short_help = true, help_heading = "Output")]
    pub(crate) color: Option<ColorChoice>,
}
