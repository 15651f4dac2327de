//! Pictures of models, one file per type.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use gadfly_learn::Learned;
use gadfly_learn::draw::{dot, svg};
use gadfly_learn::model::Model;
use gadfly_model::rust_path;

use crate::artifacts::{ArtifactsError, write_atomically};
use crate::pipeline::{ItemFilter, PictureForm};

/// The most steps of a picture that keeps apart what came before; with more, there is one step per call.
const MOST_STEPS: usize = 40;

/// The model of a type as it is drawn.
fn drawn<'l>(learned: &'l Learned, folded: &'l Model) -> &'l Model {
    let whole = learned.model(&folded.type_name);
    whole.filter(|it| it.left_out == 0 && it.nodes.len() <= MOST_STEPS).unwrap_or(folded)
}

/// Returns whether a model is of a type that is to be shown.
pub(super) fn is_shown(model: &Model, types: &ItemFilter) -> bool {
    types.admits(&rust_path::plain(&model.type_name))
}

/// Models as text, one after the other.
pub(super) fn text(learned: &Learned, types: &ItemFilter, form: PictureForm) -> String {
    let shown = learned.folded.iter().filter(|model| is_shown(model, types));
    shown.map(|model| draw(learned, drawn(learned, model), form)).collect()
}

fn draw(learned: &Learned, model: &Model, form: PictureForm) -> String {
    match form {
        PictureForm::Dot => dot(learned, model),
        PictureForm::Svg => svg(learned, model),
    }
}

/// Writes an image for each type that is to be shown, in place of those of earlier runs; returns the files by type.
pub(super) fn write<'l>(
    learned: &'l Learned,
    types: &ItemFilter,
    folder: &Path,
) -> Result<BTreeMap<&'l str, PathBuf>, ArtifactsError> {
    std::fs::create_dir_all(folder)
        .map_err(|source| ArtifactsError::Create { path: folder.to_owned(), source })?;
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.extension().is_some_and(|it| it == "svg") {
            // One that stays is only out of date.
            let _ = std::fs::remove_file(path);
        }
    }
    let mut names = FileNames::default();
    let mut written = BTreeMap::new();
    for model in learned.folded.iter().filter(|model| is_shown(model, types)) {
        let path = folder.join(format!("{}.svg", names.of(&model.type_name)));
        let image = draw(learned, drawn(learned, model), PictureForm::Svg);
        write_atomically(&path, image.as_bytes())?;
        written.insert(model.type_name.as_str(), path);
    }
    Ok(written)
}

/// Names of files, each given once.
#[derive(Default)]
struct FileNames(BTreeMap<String, usize>);

impl FileNames {
    /// The name of a type without path and parameters, with a number if there are several.
    fn of(&mut self, type_name: &str) -> String {
        let last = rust_path::last(rust_path::head(type_name));
        let plain: String = last.chars().filter(|c| c.is_alphanumeric() || *c == '_').collect();
        let plain = if plain.is_empty() { "type".to_owned() } else { plain };
        // File systems may ignore the case of letters.
        let count = self.0.entry(plain.to_lowercase()).or_default();
        *count += 1;
        if *count == 1 { plain } else { format!("{plain}-{count}") }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_have_names_of_their_types() {
        let mut names = FileNames::default();
        let types =
            ["hound::WavWriter<a::B>", "hound::WavWriter<c::D>", "hound::wavwriter", "&[u8]"];
        let names: Vec<String> = types.iter().map(|it| names.of(it)).collect();
        assert_eq!(names, ["WavWriter", "WavWriter-2", "wavwriter-3", "u8"]);
    }
}
