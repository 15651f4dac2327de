//! Questions and answers on plain lines.

use std::io::{BufRead, BufReader};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::Duration;

use gadfly_walk::Answer;

use crate::console::Console;
use gadfly_session::pipeline::{Review, Reviewer, interrupt};

/// The interval at which a waiting question looks for an interrupt.
const PATIENCE: Duration = Duration::from_millis(50);

/// The answer in a line, if it is one.
fn answer(line: &str) -> Option<Answer> {
    Some(match line.trim() {
        "" | "y" | "Y" | "yes" => Answer::Right,
        "n" | "N" | "no" => Answer::Wrong,
        "a" | "A" => Answer::RightForAll,
        "s" | "S" => Answer::Skip,
        "q" | "Q" => Answer::Quit,
        _ => return None,
    })
}

/// Asks on standard error and reads lines from standard input.
pub(crate) struct Lines<'l> {
    console: &'l Console,
    /// Lines of standard input, read from the first question on.
    input: Option<Receiver<String>>,
}

impl<'l> Lines<'l> {
    /// Asks on this console; nothing is read yet.
    pub(crate) fn new(console: &'l Console) -> Self {
        Self { console, input: None }
    }

    /// The next line; `None` at the end of the input or after an interrupt.
    fn line(&mut self) -> Option<String> {
        let stdin = || read_ahead(BufReader::new(std::io::stdin()));
        let input = self.input.get_or_insert_with(stdin);
        loop {
            match input.recv_timeout(PATIENCE) {
                Ok(line) => return Some(line),
                Err(RecvTimeoutError::Timeout) if !interrupt::requested() => {}
                Err(_) => return None,
            }
        }
    }
}

/// Lines as they arrive, hardly more than are requested: the input may have no end.
fn read_ahead(input: impl BufRead + Send + 'static) -> Receiver<String> {
    let (sender, lines) = sync_channel(0);
    // A read cannot be cancelled, but its reader can go on.
    std::thread::spawn(move || {
        for line in input.lines() {
            let Ok(line) = line else { return };
            if sender.send(line).is_err() {
                return;
            }
        }
    });
    lines
}

impl Reviewer for Lines<'_> {
    fn review(&mut self, review: &Review<'_>) -> Answer {
        let mut text = format!("\n {}\n\n", review.heading());
        for line in &review.shown.sentence.before {
            text.push_str(&format!("    {line}\n"));
        }
        text.push_str(&format!("    {}\n", review.shown.sentence.last));
        text.push_str(&format!("    ==> {}\n", review.shown.outcome));
        for before in &review.before {
            text.push_str(&format!("    (right before: {before})\n"));
        }
        self.console.prompt(&text);
        loop {
            self.console.prompt("Confirm (y|n|a|s|q) ? : ");
            let Some(line) = self.line() else {
                self.console.prompt("\n");
                return Answer::Quit;
            };
            match answer(&line) {
                Some(answer) => return answer,
                None => self.console.prompt(
                    "y or Enter: right; n: wrong; a: all of this kind are right; s: later; q: stop\n",
                ),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};

    #[test]
    fn endless_input_is_read_as_needed() {
        struct Endless(Arc<AtomicUsize>);
        impl Read for Endless {
            fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
                // So many that a reader that does not wait is seen, and that it comes to an end.
                let is_over = self.0.fetch_add(1, Ordering::SeqCst) > 100_000;
                buffer[..2].copy_from_slice(b"y\n");
                Ok(if is_over { 0 } else { 2 })
            }
        }
        let reads = Arc::new(AtomicUsize::new(0));
        let lines = read_ahead(BufReader::with_capacity(2, Endless(Arc::clone(&reads))));
        for _ in 0..1000 {
            assert_eq!(lines.recv().as_deref(), Ok("y"));
        }
        assert!(reads.load(Ordering::SeqCst) <= 1001 + 1);
    }

    #[test]
    fn every_key_has_its_answer() {
        assert_eq!(answer(""), Some(Answer::Right));
        assert_eq!(answer("y"), Some(Answer::Right));
        assert_eq!(answer(" n "), Some(Answer::Wrong));
        assert_eq!(answer("a"), Some(Answer::RightForAll));
        assert_eq!(answer("s"), Some(Answer::Skip));
        assert_eq!(answer("q"), Some(Answer::Quit));
        assert_eq!(answer("what"), None);
    }
}
