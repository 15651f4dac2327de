//! The summary of a replay: the verdict, and the sequence that ran.

use crate::console::{Painter, Tone};
use gadfly_session::report::ReplayResult;

/// The summary of a replay.
pub(crate) fn replay_summary(replay: &ReplayResult, painter: Painter) -> String {
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
    use gadfly_session::report::Finding;

    #[test]
    fn replays_show_their_verdict_and_their_source() {
        let replay = ReplayResult {
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
