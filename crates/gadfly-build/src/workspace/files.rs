//! Writing generated files so that nothing unchanged is rebuilt.

use std::path::Path;

use super::BuildError;

/// Writes a file unless it already has this content; whether it was written.
pub fn write_if_changed(path: &Path, content: &str) -> Result<bool, BuildError> {
    if std::fs::read(path).is_ok_and(|old| old == content.as_bytes()) {
        return Ok(false);
    }
    let failed = |source| BuildError::Write { path: path.to_owned(), source };
    if let Some(parent) = path.parent() {
        std::fs::create_dir_all(parent).map_err(failed)?;
    }
    std::fs::write(path, content).map_err(failed)?;
    Ok(true)
}
