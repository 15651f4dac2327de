//! Flags that choose the crate under test and its features.

use std::path::PathBuf;

use clap::Args;

use gadfly_session::pipeline::Features;

/// The crate under test.
#[derive(Args, Clone, Debug)]
pub(crate) struct SubjectArgs {
    /// The crate: its directory or its Cargo.toml
    #[arg(value_name = "PATH", default_value = ".", hide_default_value = true)]
    pub(crate) path: PathBuf,

    /// The package, if PATH is a workspace
    #[arg(short, long, value_name = "NAME")]
    pub(crate) package: Option<String>,

    /// Its features.
    #[command(flatten)]
    pub(crate) features: FeatureArgs,
}

/// Features of the crate under test.
#[derive(Args, Clone, Debug)]
pub(crate) struct FeatureArgs {
    /// Features to switch on, separated by commas or spaces
    #[arg(short = 'F', long, value_name = "FEATURES", help_heading = "Features")]
    features: Vec<String>,

    /// Switch on all features
    #[arg(long, hide_short_help = true, help_heading = "Features")]
    all_features: bool,

    /// Switch off the default features
    #[arg(long, hide_short_help = true, help_heading = "Features")]
    no_default_features: bool,
}

impl FeatureArgs {
    /// The features as typed.
    pub(crate) fn typed(&self) -> Features {
        let names = self.features.iter().flat_map(|list| list.split([',', ' ']));
        Features {
            names: names.filter(|name| !name.is_empty()).map(str::to_owned).collect(),
            all: self.all_features,
            no_default: self.no_default_features,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn feature_lists_split_at_commas_and_spaces() {
        let features = ["a,b".to_owned(), "c d".to_owned()].to_vec();
        let typed = FeatureArgs { features, all_features: false, no_default_features: true };
        let expected = Features {
            names: ["a", "b", "c", "d"].map(str::to_owned).to_vec(),
            all: false,
            no_default: true,
        };
        assert_eq!(typed.typed(), expected);
    }
}
