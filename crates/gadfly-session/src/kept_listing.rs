//! What was found out about every function, kept for the next `list` of an unchanged crate.

use gadfly_build::sealed::{seal, unseal};
use gadfly_cargo::read_regular;
use gadfly_plan::prepared::FunctionRecord;
use serde::{Deserialize, Serialize};

use crate::artifacts::{self, Artifacts, ArtifactsError};

const FILE: &str = "listing.json";
/// The most bytes of it.
const MOST: u64 = 1 << 28;

/// The functions, and what they were found out from.
#[derive(Deserialize, Serialize)]
struct KeptListing {
    fingerprint: String,
    functions: Vec<FunctionRecord>,
}

/// The functions kept under this fingerprint, if any.
pub(crate) fn load(artifacts: &Artifacts, fingerprint: &str) -> Option<Vec<FunctionRecord>> {
    let bytes = read_regular(&artifacts.dir().join(FILE), MOST).ok()?;
    let kept: KeptListing = serde_json::from_slice(unseal(&bytes)?).ok()?;
    (kept.fingerprint == fingerprint).then_some(kept.functions)
}

/// Keeps the functions.
pub(crate) fn store(
    artifacts: &Artifacts,
    fingerprint: &str,
    functions: &[FunctionRecord],
) -> Result<(), ArtifactsError> {
    let kept = KeptListing { fingerprint: fingerprint.to_owned(), functions: functions.to_owned() };
    let json = serde_json::to_vec(&kept).expect("plain data has a JSON form");
    artifacts::write_atomically(&artifacts.dir().join(FILE), &seal(&json))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_listing_is_kept_for_its_fingerprint_alone() {
        let dir = tempfile::tempdir().expect("a directory");
        let artifacts = Artifacts::open(dir.path().to_owned()).expect("opened");
        let function = FunctionRecord {
            path: "k::f".to_owned(),
            signature: "f()".to_owned(),
            callable: true,
            instances: Vec::new(),
            reason: None,
            panics: None,
            requirement: None,
            arguments: Vec::new(),
        };
        assert!(load(&artifacts, "a").is_none());
        store(&artifacts, "a", &[function]).expect("kept");
        assert_eq!(load(&artifacts, "a").expect("kept")[0].path, "k::f");
        assert!(load(&artifacts, "b").is_none());
    }
}
