//! The summary of a replay: the verdict, and the sequence that ran.

use crate::console::{Painter, Tone};
use gadfly_session::report::ReplayResult;

/// The summary of a replay, with the line that starts its test in a debugger if `debugger` is set.
pub(crate) fn replay_summary(replay: &ReplayResult, debugger: bool, painter: Painter) -> String {
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
    if let Some(output) = &replay.output {
        text.push('\n');
        text.push_str(output.trim_end());
        text.push('\n');
    }
    if let Some(line) = replay.command_line.as_deref().filter(|_| debugger) {
        text.push_str(&format!("\n        {}\n", debugger_line(line)));
    }
    text
}

/// The line that starts a program in the debugger of the platform. Tests that have a process of their own start it themselves.
fn debugger_line(command_line: &[String]) -> String {
    let start = match cfg!(target_os = "macos") {
        true => "rust-lldb --",
        false => "rust-gdb -ex 'set follow-fork-mode child' --args",
    };
    let quoted = command_line.iter().map(|word| match word.contains(' ') {
        true => format!("'{word}'"),
        false => word.clone(),
    });
    format!("{start} {}", quoted.collect::<Vec<_>>().join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::ColorChoice;
    use gadfly_session::report::Finding;

    #[test]
    fn replays_show_their_verdict_and_their_source() {
        let message = "panics: index out of bounds".to_owned();
        let replay = ReplayResult::new(Finding::example(), true, message);
        let text = replay_summary(&replay, true, Painter::new(ColorChoice::Never, false));
        assert!(text.starts_with("\n fails  url::Url::path_segments_mut panics: index"), "{text}");
        assert!(text.contains("            let url = Url::parse"), "{text}");
        assert!(replay.to_json().contains("\"fails\": true"));
    }

    #[test]
    fn debuggers_get_the_program_and_its_test() {
        let replay = ReplayResult {
            command_line: Some(["/a b/test", "url_panics", "--exact"].map(str::to_owned).to_vec()),
            output: Some("stack backtrace:\n   0: url::parse\n".to_owned()),
            ..ReplayResult::new(Finding::example(), true, String::new())
        };
        let text =
            |debugger| replay_summary(&replay, debugger, Painter::new(ColorChoice::Never, false));
        assert!(text(true).contains(" '/a b/test' url_panics --exact\n"), "{}", text(true));
        assert!(text(true).contains("rust-"));
        assert!(!text(false).contains("rust-") && text(false).contains("0: url::parse\n"));
    }
}
