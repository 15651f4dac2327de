//! What a replay hands over: one finding, and whether it still shows.

use serde::Serialize;

use super::Finding;
use crate::console::{Painter, Tone};

/// A finding that was run again.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Replay {
    /// The version of the report's format.
    pub(crate) format_version: u32,
    /// The subcommand.
    pub(crate) command: &'static str,
    /// The finding as it was reported.
    pub(crate) finding: Finding,
    /// Whether its test still fails.
    pub(crate) fails: bool,
    /// How it ended now.
    pub(crate) message: String,
}

impl Replay {
    /// The replay as one JSON document, with a line break at its end.
    pub(crate) fn to_json(&self) -> String {
        let mut text = serde_json::to_string_pretty(self).expect("plain data has a JSON form");
        text.push('\n');
        text
    }
}

/// The end of a replay for people.
pub(crate) fn replay_summary(replay: &Replay, painter: Painter) -> String {
    let finding = &replay.finding;
    let (tone, verdict) = if replay.fails { (Tone::Bad, "fails") } else { (Tone::Good, "passes") };
    let mut text = format!(
        "\n {}  {} {}\n\n",
        painter.paint(tone, verdict),
        painter.paint(Tone::Strong, &finding.item),
        replay.message.lines().next().unwrap_or_default()
    );
    for line in finding.source.lines() {
        text.push_str(format!("            {line}").trim_end());
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::ColorChoice;

    #[test]
    fn a_replay_says_how_it_ended_and_shows_what_ran() {
        let replay = Replay {
            format_version: 1,
            command: "replay",
            finding: Finding::example(),
            fails: true,
            message: "panics: index out of bounds".to_owned(),
        };
        let text = replay_summary(&replay, Painter::new(ColorChoice::Never, false));
        assert!(text.starts_with("\n fails  url::Url::path_segments_mut panics: index"), "{text}");
        assert!(text.contains("            let url = Url::parse"), "{text}");
        assert!(replay.to_json().contains("\"fails\": true"));
    }
}
