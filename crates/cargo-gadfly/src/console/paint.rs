//! Colours: what they mean, and whether they are used.

use anstyle::{AnsiColor, Style};

use crate::args::ColorChoice;

/// The meaning of a colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tone {
    /// A stage or a status that is fine.
    Good,
    /// A problem that deserves attention.
    Warning,
    /// A finding or an error.
    Bad,
    /// The most important part of a line.
    Strong,
    /// The least important part of a line.
    Faint,
}

/// Paints for one stream.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Painter {
    on: bool,
}

impl Painter {
    /// A painter for a stream that is a terminal or is not.
    pub(crate) fn new(choice: ColorChoice, is_terminal: bool) -> Self {
        Self {
            on: match choice {
                ColorChoice::Always => true,
                ColorChoice::Never => false,
                ColorChoice::Auto => is_terminal && environment_agrees(),
            },
        }
    }

    /// Returns whether it paints at all.
    pub(crate) fn is_on(self) -> bool {
        self.on
    }

    /// The text in its tone.
    pub(crate) fn paint(self, tone: Tone, text: &str) -> String {
        if !self.on || text.is_empty() {
            return text.to_owned();
        }
        let style = match tone {
            Tone::Good => AnsiColor::Green.on_default().bold(),
            Tone::Warning => AnsiColor::Yellow.on_default().bold(),
            Tone::Bad => AnsiColor::Red.on_default().bold(),
            Tone::Strong => Style::new().bold(),
            Tone::Faint => Style::new().dimmed(),
        };
        format!("{style}{text}{style:#}")
    }
}

/// `NO_COLOR` and terminals that cannot.
fn environment_agrees() -> bool {
    let refused = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
    !refused && !dumb
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escape_codes_need_a_terminal_or_a_flag() {
        let plain = Painter::new(ColorChoice::Auto, false);
        assert_eq!(plain.paint(Tone::Bad, "x"), "x");
        let never = Painter::new(ColorChoice::Never, true);
        assert_eq!(never.paint(Tone::Bad, "x"), "x");
        let always = Painter::new(ColorChoice::Always, false);
        assert_eq!(always.paint(Tone::Bad, "x"), "\u{1b}[1m\u{1b}[31mx\u{1b}[0m");
    }
}
