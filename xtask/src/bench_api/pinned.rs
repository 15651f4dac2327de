//! The crates that are measured every time, and what must come out.

/// A crate to measure.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Subject {
    /// Its name.
    pub(crate) name: String,
    /// Its exact version.
    pub(crate) version: String,
    /// The results to reach.
    pub(crate) targets: Targets,
}

/// Results to reach, at least or at most.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Targets {
    /// Percentage of the public functions that can be called.
    pub(crate) callable: Option<f64>,
    /// `true` if functions that are unsafe to call are left out of that.
    pub(crate) only_safe: bool,
    /// Percentage of the callable functions that returned.
    pub(crate) returned: Option<f64>,
    /// Calls per second.
    pub(crate) speed: Option<f64>,
    /// Seconds from the command to the first sequence, nothing cached.
    pub(crate) first: Option<f64>,
}

/// Seconds a small crate may take from the command to the first sequence.
const SOON: Option<f64> = Some(25.0);

/// The pinned crates.
pub(crate) fn pinned() -> Vec<Subject> {
    let targets = |callable: f64, returned: f64| Targets {
        callable: Some(callable),
        returned: Some(returned),
        ..Targets::default()
    };
    let semver = Targets { speed: Some(500_000.0), first: SOON, ..targets(100.0, 100.0) };
    let smallvec = Targets { speed: Some(200_000.0), first: SOON, ..targets(96.0, 97.0) };
    let fixedbitset = Targets { only_safe: true, first: SOON, ..targets(100.0, 97.0) };
    [
        ("semver", "1.0.28", semver),
        ("smallvec", "1.16.4", smallvec),
        ("indexmap", "2.14.2", targets(100.0, 97.0)),
        ("num-rational", "0.4.2", targets(99.0, 97.0)),
        ("petgraph", "0.8.3", targets(98.0, 90.0)),
        ("bit-set", "0.8.0", Targets { first: SOON, ..targets(100.0, 100.0) }),
        ("fixedbitset", "0.5.7", fixedbitset),
        ("url", "2.5.8", targets(98.0, 95.0)),
        ("chrono", "0.4.45", targets(99.0, 97.0)),
    ]
    .into_iter()
    .map(|(name, version, targets)| Subject {
        name: name.to_owned(),
        version: version.to_owned(),
        targets,
    })
    .collect()
}
