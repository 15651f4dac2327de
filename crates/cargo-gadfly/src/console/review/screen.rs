//! The review screen: one outcome at a time, with the states of the type beside it.
//!
//! Takes the terminal at the first question, and returns it when dropped.

use std::io::{self, IsTerminal, Stderr};
use std::time::Duration;

use gadfly_walk::{Answer, StateMachine};
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use ratatui::crossterm::terminal::{
    Clear, ClearType, EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use ratatui::crossterm::{cursor, execute};
use ratatui::layout::{Constraint, Layout};
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span, Text};
use ratatui::widgets::{Block, Borders, Paragraph, Wrap};
use ratatui::{Frame, Terminal};

use gadfly_session::pipeline::{Review, Reviewer, interrupt};

/// The interval at which a waiting screen looks for an interrupt.
const PATIENCE: Duration = Duration::from_millis(100);
/// Narrower screens have no room for the states.
const WIDE: u16 = 70;

/// The review screen.
#[derive(Default)]
pub(crate) struct Screen {
    terminal: Option<Terminal<CrosstermBackend<Stderr>>>,
}

impl Screen {
    fn open(&mut self) -> io::Result<&mut Terminal<CrosstermBackend<Stderr>>> {
        if self.terminal.is_none() {
            enable_raw_mode()?;
            execute!(io::stderr(), EnterAlternateScreen)?;
        }
        // Drawn from nothing, over anything that was written there since.
        execute!(io::stderr(), Clear(ClearType::All))?;
        self.terminal = Some(Terminal::new(CrosstermBackend::new(io::stderr()))?);
        self.terminal.as_mut().ok_or_else(|| io::Error::other("there is no terminal"))
    }

    fn wait(&mut self, review: &Review<'_>) -> io::Result<Answer> {
        let terminal = self.open()?;
        loop {
            terminal.draw(|frame| draw(frame, review))?;
            // Nothing else changes what is drawn.
            loop {
                if interrupt::requested() {
                    return Ok(Answer::Quit);
                }
                if !event::poll(PATIENCE)? {
                    // A terminal that was closed never says so, and keeps the processor busy.
                    if !io::stdin().is_terminal() {
                        return Err(io::Error::other("the terminal is gone"));
                    }
                    continue;
                }
                match event::read()? {
                    Event::Key(key) if key.kind != KeyEventKind::Release => {
                        if let Some(answer) = answer(key) {
                            return Ok(answer);
                        }
                    }
                    Event::Resize(..) => break,
                    _ => {}
                }
            }
        }
    }
}

impl Reviewer for Screen {
    fn review(&mut self, review: &Review<'_>) -> Answer {
        // No answer comes from a terminal that cannot be drawn to.
        self.wait(review).unwrap_or(Answer::Quit)
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        if self.terminal.take().is_some() {
            let _ = disable_raw_mode();
            let _ = execute!(io::stderr(), LeaveAlternateScreen, cursor::Show);
        }
    }
}

/// The answer of a key.
fn answer(key: KeyEvent) -> Option<Answer> {
    match key.code {
        KeyCode::Char('c') if key.modifiers.contains(KeyModifiers::CONTROL) => {
            interrupt::request();
            Some(Answer::Quit)
        }
        KeyCode::Enter | KeyCode::Char('y') => Some(Answer::Right),
        KeyCode::Char('n') => Some(Answer::Wrong),
        KeyCode::Char('a') => Some(Answer::RightForAll),
        KeyCode::Char('s') => Some(Answer::Skip),
        KeyCode::Char('q') | KeyCode::Esc => Some(Answer::Quit),
        _ => None,
    }
}

fn draw(frame: &mut Frame<'_>, review: &Review<'_>) {
    let machine = review.machine;
    let rows = Layout::vertical([Constraint::Length(1), Constraint::Min(3), Constraint::Length(1)]);
    let [top, middle, bottom] = rows.areas(frame.area());
    let strong = Style::new().add_modifier(Modifier::BOLD);
    frame.render_widget(Line::styled(format!(" {}", review.heading()), strong), top);
    let sequence = Paragraph::new(sequence(review))
        .wrap(Wrap { trim: false })
        .block(Block::new().borders(Borders::ALL).title(" Is this right? "));
    if frame.area().width >= WIDE && !machine.states.is_empty() {
        let columns = Layout::horizontal([Constraint::Percentage(64), Constraint::Percentage(36)]);
        let [left, right] = columns.areas(middle);
        frame.render_widget(sequence, left);
        let states = Paragraph::new(states(machine, review.shown.state.as_deref()))
            .block(Block::new().borders(Borders::ALL).title(" States so far "));
        frame.render_widget(states, right);
    } else {
        frame.render_widget(sequence, middle);
    }
    let keys = " [Enter] right  [n] wrong  [a] all of this kind are right  [s] later  [q] stop, keep answers";
    frame.render_widget(Line::styled(keys, Style::new().fg(Color::DarkGray)), bottom);
}

fn sequence<'t>(review: &Review<'_>) -> Text<'t> {
    let strong = Style::new().add_modifier(Modifier::BOLD);
    let mut lines = vec![Line::default()];
    for line in &review.shown.sentence.before {
        lines.push(Line::from(format!("  {line}")));
    }
    lines.push(Line::styled(format!("  {}", review.shown.sentence.last), strong));
    let colour = if review.shown.is_exceptional { Color::Red } else { Color::Green };
    lines.push(Line::from(vec![
        Span::raw("    ⇒  "),
        Span::styled(
            review.shown.outcome.clone(),
            Style::new().fg(colour).add_modifier(Modifier::BOLD),
        ),
    ]));
    if let Some(place) = &review.shown.location {
        lines.push(Line::styled(format!("       at {place}"), Style::new().fg(Color::DarkGray)));
    }
    lines.push(Line::default());
    for before in &review.before {
        lines.push(Line::styled(
            format!("  right before: {before}"),
            Style::new().fg(Color::Yellow),
        ));
    }
    let kind = format!("  [a] accepts every {}", review.kind().text());
    lines.push(Line::styled(kind, Style::new().fg(Color::DarkGray)));
    Text::from(lines)
}

fn states<'t>(machine: &StateMachine, current: Option<&str>) -> Text<'t> {
    let mut lines = Vec::new();
    let arrows = machine.arrows();
    for (index, state) in machine.states.iter().enumerate() {
        let is_here = current == Some(state.name.as_str());
        let mark = if is_here { "▶" } else { " " };
        let style = Style::new().add_modifier(Modifier::BOLD);
        lines.push(Line::styled(format!("{mark}({})", state.name), style));
        for ((from, to), calls) in &arrows {
            if *from != index || *to == Some(index) {
                continue;
            }
            let (end, colour) = match to {
                Some(to) => (format!("─▶ {}", machine.states[*to].name), Color::Reset),
                None => ("─✗ panic".to_owned(), Color::Red),
            };
            let line = format!("   {} {end}", calls.join(", "));
            lines.push(Line::styled(line, Style::new().fg(colour)));
        }
    }
    for warning in machine.warnings() {
        lines.push(Line::styled(format!(" {}", warning.text()), Style::new().fg(Color::Yellow)));
    }
    Text::from(lines)
}

#[cfg(test)]
mod tests {
    use super::*;
    use gadfly_session::report::{Sentence, ShownSequence};
    use gadfly_walk::{Call, Outcome, ProtocolMode, Role, Start, Step, Walk};
    use ratatui::backend::TestBackend;

    fn walk() -> Walk {
        let step = Step {
            parent: None,
            start: 0,
            call: 0,
            level: 0,
            outcome: Outcome::Panic("the stack is empty".to_owned()).into(),
            location: None,
            changed: false,
            merged: false,
        };
        let call = Call { name: "pop".to_owned(), role: Role::Procedure, args: Vec::new() };
        let start = Start { state: Some("Empty".to_owned()), calls: vec![0] };
        Walk {
            mode: ProtocolMode::States,
            depth: 1,
            calls: vec![call],
            methods: Vec::new(),
            starts: vec![start],
            steps: vec![step],
        }
    }

    fn drawn(width: u16) -> String {
        let mut machine = StateMachine::new(vec!["is_empty".to_owned()]);
        machine.found(1, vec![0]);
        machine.found(0, vec![0, 1]);
        machine.step(1, "push", Some(0));
        machine.step(1, "pop", None);
        let walk = walk();
        let shown = ShownSequence {
            state: Some("Empty".to_owned()),
            level: 1,
            sentence: Sentence {
                before: vec!["let mut stack = Stack::new();".to_owned()],
                last: "stack.pop()".to_owned(),
            },
            outcome: "the stack is empty *panic*".to_owned(),
            is_exceptional: true,
            location: Some("src/stack.rs:22".to_owned()),
        };
        let review = Review {
            walk: &walk,
            machine: &machine,
            step: 0,
            shown: &shown,
            number: 1,
            of: 4,
            before: vec!["()"],
            answered: 2,
        };
        let mut terminal = Terminal::new(TestBackend::new(width, 16)).expect("a terminal");
        terminal.draw(|frame| draw(frame, &review)).expect("drawn");
        terminal.backend().to_string()
    }

    #[test]
    fn the_screen_shows_sequence_outcome_and_states() {
        let screen = drawn(110);
        for text in [
            "states, length 1 from Empty · 2 answered · 1/4 to confirm",
            "let mut stack = Stack::new();",
            "stack.pop()",
            "⇒  the stack is empty *panic*",
            "at src/stack.rs:22",
            "right before: ()",
            "▶(Empty)",
            "push ─▶ Default",
            "pop ─✗ panic",
            "[Enter] right",
        ] {
            assert!(screen.contains(text), "{text} is missing in\n{screen}");
        }
    }

    #[test]
    fn a_narrow_screen_leaves_the_states_out() {
        let screen = drawn(60);
        assert!(screen.contains("stack.pop()") && !screen.contains("States so far"), "{screen}");
    }

    #[test]
    fn every_key_has_its_answer() {
        let key = |code| answer(KeyEvent::new(code, KeyModifiers::NONE));
        assert_eq!(key(KeyCode::Enter), Some(Answer::Right));
        assert_eq!(key(KeyCode::Char('y')), Some(Answer::Right));
        assert_eq!(key(KeyCode::Char('n')), Some(Answer::Wrong));
        assert_eq!(key(KeyCode::Char('a')), Some(Answer::RightForAll));
        assert_eq!(key(KeyCode::Char('s')), Some(Answer::Skip));
        assert_eq!(key(KeyCode::Esc), Some(Answer::Quit));
        assert_eq!(key(KeyCode::Char('z')), None);
    }
}
