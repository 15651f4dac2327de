//! The arguments of the command line.

use super::USAGE;
use super::pinned::{Subject, Targets, pinned};

/// The packages to measure, and the options.
#[derive(Debug, PartialEq)]
pub(crate) struct Orders {
    /// The crates.
    pub(crate) subjects: Vec<Subject>,
    /// The time to search, in the form that the command understands.
    pub(crate) time: String,
    /// `true` if to reuse what an earlier run built.
    pub(crate) keep: bool,
}

/// Reads the arguments.
pub(crate) fn parse(arguments: &[String]) -> Result<Orders, String> {
    let mut orders = Orders { subjects: Vec::new(), time: "20s".to_owned(), keep: false };
    let mut arguments = arguments.iter();
    while let Some(argument) = arguments.next() {
        let mut value = || arguments.next().ok_or(format!("{argument} needs a value\n\n{USAGE}"));
        match argument.as_str() {
            "--keep" => orders.keep = true,
            "--time" => orders.time.clone_from(value()?),
            "--only" => {
                for name in value()?.split(',') {
                    let known = pinned().into_iter().find(|subject| subject.name == name);
                    let missing = || format!("{name} is not pinned; name it with --crate");
                    orders.subjects.push(known.ok_or_else(missing)?);
                }
            }
            "--crate" => {
                let (name, version) = value()?
                    .split_once('@')
                    .ok_or("--crate takes a name and a version: NAME@VERSION")?;
                orders.subjects.push(Subject {
                    name: name.to_owned(),
                    version: version.to_owned(),
                    targets: Targets::default(),
                });
            }
            _ => return Err(format!("unknown argument {argument}\n\n{USAGE}")),
        }
    }
    if orders.subjects.is_empty() {
        orders.subjects = pinned();
    }
    Ok(orders)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(line: &str) -> Vec<String> {
        line.split_whitespace().map(ToOwned::to_owned).collect()
    }

    #[test]
    fn without_arguments_everything_pinned_is_measured() {
        let orders = parse(&[]).expect("no arguments are fine");
        assert_eq!(orders.subjects.len(), 9);
        assert_eq!(orders.time, "20s");
    }

    #[test]
    fn crates_can_be_picked_and_added() {
        let orders = parse(&words("--only url,semver --crate either@1.15.0 --time 5s --keep"))
            .expect("good arguments");
        let names: Vec<&str> = orders.subjects.iter().map(|subject| &*subject.name).collect();
        assert_eq!(names, ["url", "semver", "either"]);
        assert_eq!(orders.subjects[2].targets, Targets::default());
        assert!(orders.keep && orders.time == "5s");
        for bad in ["--only serde", "--crate either", "--time", "-x"] {
            assert!(parse(&words(bad)).is_err(), "{bad}");
        }
    }
}
