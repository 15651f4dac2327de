//! The header of a file of tests of its own.

use gadfly_model::rust_path;

/// The kinds of such files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Header<'h> {
    /// Tests that fail.
    Failures {
        /// The seed of the run.
        seed: u64,
    },
    /// Tests that pass.
    Regression {
        /// The seed of the run.
        seed: u64,
    },
    /// Tests that pass, and follow models of the crate's own tests.
    Learned {
        /// The seed of the run.
        seed: u64,
    },
    /// Tests of judged outcomes of a type.
    Walk {
        /// The type.
        ty: &'h str,
    },
}

impl Header<'_> {
    /// Its lines, for a version of a package.
    pub fn lines(self, package: &str, version: &str) -> Vec<String> {
        let gadfly = env!("CARGO_PKG_VERSION");
        vec![match self {
            Header::Failures { seed } => format!(
                "Found by gadfly {gadfly} on {package} {version} (seed {seed}). Each test fails until its cause is fixed."
            ),
            Header::Regression { seed } => format!(
                "Written by gadfly {gadfly} for {package} {version} (seed {seed}). Each test passes until behaviour changes."
            ),
            Header::Learned { seed } => format!(
                "Written by gadfly {gadfly} for {package} {version} (seed {seed}), with calls in orders like those of its own tests. Each test passes until behaviour changes."
            ),
            Header::Walk { ty } => format!(
                "What `cargo gadfly walk` (gadfly {gadfly}) knows about {} of {package} {version}. Tests of what was called wrong fail until it is fixed.",
                rust_path::last(ty)
            ),
        }]
    }
}
