//! Every flag of every command: it is read by its command, and refused by the others.

use std::collections::BTreeMap;

use clap::CommandFactory;

use super::tests::Pretend;
use crate::args::{COMMANDS, Cli};
use crate::exit_code::ExitCode;
use gadfly_session::report::{Class, Finding};

/// Flags of commands that need a crate.
const OF_CRATES: &[&str] = &[
    "package",
    "features",
    "all-features",
    "no-default-features",
    "format",
    "out",
    "quiet",
    "color",
    "help",
];

/// Flags of each command, in groups: those that it reads, and no others.
const READ: &[(&str, &[&[&str]])] = &[
    (
        "explore",
        &[
            OF_CRATES,
            &[
                "time",
                "calls",
                "seed",
                "until-plateau",
                "direction",
                "include",
                "exclude",
                "jobs",
                "no-sandbox",
                "all",
                "profile",
                "sanitize",
                "keep-going-after-panic",
                "learned",
                "no-learned",
                "resume",
                "no-tests",
                "no-write",
                "ignore-failing",
            ],
        ],
    ),
    (
        "check",
        &[
            OF_CRATES,
            &[
                "time",
                "calls",
                "seed",
                "include",
                "exclude",
                "jobs",
                "no-sandbox",
                "property",
                "cases",
                "discards",
                "allow-starved",
                "providers",
                "no-tests",
                "no-write",
            ],
        ],
    ),
    (
        "exhaust",
        &[
            OF_CRATES,
            &[
                "time",
                "include",
                "exclude",
                "jobs",
                "no-sandbox",
                "count",
                "show",
                "draw",
                "shard",
                "from-scratch",
                "patience",
                "share-after",
                "no-tests",
            ],
        ],
    ),
    (
        "walk",
        &[
            OF_CRATES,
            &[
                "time",
                "seed",
                "include",
                "exclude",
                "jobs",
                "no-sandbox",
                "mode",
                "depth",
                "merge-states",
                "errors-end",
                "state-depth",
                "all",
                "test",
                "ci",
                "inherit",
                "forget",
                "plain",
                "no-tests",
                "ignore-failing",
            ],
        ],
    ),
    (
        "learn",
        &[
            OF_CRATES,
            &[
                "from",
                "trace-time",
                "time",
                "calls",
                "seed",
                "values",
                "models-only",
                "jobs",
                "no-sandbox",
                "type",
                "show",
                "no-write",
            ],
        ],
    ),
    (
        "strengthen",
        &[OF_CRATES, &["include", "exclude", "missed", "jobs", "no-sandbox", "list", "fail-under"]],
    ),
    ("list", &[OF_CRATES, &["include", "exclude", "jobs"]]),
    ("replay", &[OF_CRATES, &["no-sandbox", "debugger", "backtrace"]]),
    ("explain", &[&["format", "color", "help"]]),
];

/// Values for flags that take one, different from every default.
const VALUES: &[(&str, &str)] = &[
    ("package", "core"),
    ("features", "serde"),
    ("format", "json"),
    ("color", "always"),
    ("time", "5m"),
    ("calls", "7"),
    ("seed", "9"),
    ("direction", "undirected"),
    ("include", "Rope"),
    ("exclude", "Rope"),
    ("jobs", "77"),
    ("profile", "release"),
    ("sanitize", "address"),
    ("property", "holds"),
    ("cases", "5"),
    ("discards", "3"),
    ("providers", "all"),
    ("shard", "1/4"),
    ("patience", "1s"),
    ("share-after", "1s"),
    ("mode", "states"),
    ("depth", "5"),
    ("state-depth", "5"),
    ("missed", "mutants.out/missed.txt"),
    ("fail-under", "90"),
    ("inherit", "Base"),
    ("forget", "push"),
    ("from", "tests"),
    ("trace-time", "5s"),
    ("type", "Rope"),
    ("show", "dot"),
    ("values", "nearby"),
];

/// The flags of each command, as it defines them.
fn defined() -> BTreeMap<String, Vec<String>> {
    let mut cli = Cli::command();
    cli.build();
    cli.get_subcommands()
        .map(|command| {
            let flags = command.get_arguments().filter_map(clap::Arg::get_long);
            (command.get_name().to_owned(), flags.map(str::to_owned).collect())
        })
        .collect()
}

/// A flag with a value, if it takes one.
fn typed(flag: &str) -> String {
    let value = VALUES.iter().find(|(name, _)| *name == flag);
    value.map_or(format!("--{flag}"), |(_, value)| format!("--{flag} {value}"))
}

/// The words before the flags: `replay` needs a finding.
fn line(command: &str) -> String {
    if command == "replay" { "replay k3f".to_owned() } else { command.to_owned() }
}

#[test]
fn commands_define_the_flags_they_read() {
    let defined = defined();
    for (command, read) in READ {
        let mut flags = defined[*command].clone();
        let mut expected = read.concat();
        flags.sort_unstable();
        expected.sort_unstable();
        assert_eq!(flags, expected, "{command}");
    }
    let listed: Vec<&str> = READ.iter().map(|(command, _)| *command).collect();
    assert_eq!(listed, COMMANDS);
}

/// Progress without the seconds that stages took.
fn without_times(progress: &str) -> String {
    let lines = progress.lines().map(|line| match line.rsplit_once("  (") {
        Some((start, time)) if time.ends_with("s)") => start,
        _ => line,
    });
    lines.collect::<Vec<_>>().join("\n")
}

#[test]
fn flags_change_the_job_or_the_output() {
    // Each needs more than a pipeline that pretends: a whole process without its sandbox, or a terminal.
    let is_exempt = |flag: &str| matches!(flag, "help" | "no-sandbox" | "plain");
    let mut pretend = Pretend::new();
    let documented = Finding { class: Class::Documented, ..Finding::example() };
    pretend.findings = vec![Finding::example(), documented];
    let elsewhere = pretend.dir.path().join("elsewhere");
    for (command, read) in READ {
        let mut outcome = |flag: &str| {
            pretend.jobs.clear();
            let (code, out, err) = pretend.run(&format!("{} {flag}", line(command)));
            assert_ne!(code, ExitCode::Usage, "{command} {flag}: {err}");
            (code, out, without_times(&err), pretend.jobs.clone())
        };
        let usual = outcome("");
        assert_eq!(outcome(""), usual, "{command} is not repeatable");
        for flag in read.concat().into_iter().filter(|flag| !is_exempt(flag)) {
            let typed = match flag {
                "out" => format!("--out {}", elsewhere.display()),
                flag => typed(flag),
            };
            assert_ne!(outcome(&typed), usual, "{command} does not read --{flag}");
        }
    }
}

#[test]
fn flags_of_other_commands_are_refused() {
    let defined = defined();
    for (command, flags) in &defined {
        let foreign = defined.values().flatten().filter(|flag| !flags.contains(flag));
        for flag in foreign {
            let (code, out, err) =
                Pretend::new().run(&format!("{} {}", line(command), typed(flag)));
            assert_eq!((code, out.as_str()), (ExitCode::Usage, ""), "{command} --{flag}: {err}");
            let message = format!("error: `--{flag}` is a flag of ");
            assert!(err.starts_with(&message), "{command} --{flag}: {err}");
            let owners = defined.iter().filter(|(_, flags)| flags.contains(flag));
            for (owner, _) in owners {
                assert!(err.lines().next().is_some_and(|line| line.contains(owner)), "{err}");
            }
            assert!(err.contains(&format!(", not of {command}\n")), "{command} --{flag}: {err}");
        }
    }
}

#[test]
fn refusals_of_foreign_flags_give_the_reason() {
    let (_, _, err) = Pretend::new().run("list --time 5s");
    assert_eq!(
        err,
        "error: `--time` is a flag of explore, check, exhaust, walk and learn, not of list\n  \
         help: list compiles the crate's functions and runs none of them\n"
    );
    let (code, _, err) = Pretend::new().run("replay k3f -j 2");
    assert_eq!(code, ExitCode::Usage);
    assert!(err.starts_with("error: `-j` is a flag of explore, "), "{err}");
    let (code, _, err) = Pretend::new().run("--depth 4");
    assert_eq!(code, ExitCode::Usage);
    assert_eq!(err, "error: `--depth` is a flag of walk, not of explore\n");
}

#[test]
fn file_settings_of_other_commands_are_ignored() {
    let text = "time = \"5m\"\ncalls = 7\nseed = 9\nprofile = \"release\"\n";
    for command in COMMANDS {
        let (code, _, err) = Pretend::with_settings(text).run(&line(command));
        assert_ne!(code, ExitCode::Usage, "{command}: {err}");
    }
}
