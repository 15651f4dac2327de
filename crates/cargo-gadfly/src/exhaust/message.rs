//! Messages of a child process: marked lines, fields separated by tabs.

/// One message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Message {
    Ready {
        file: String,
        line: u32,
        call: String,
        bounds: String,
    },
    Part {
        prefix: String,
        weight: Bits,
    },
    End,
    /// What the part under way will end with, and what comes after that.
    Given {
        last: String,
        parts: Vec<String>,
    },
    Tick {
        explored: u64,
        valid: u64,
        fraction: Bits,
    },
    Found {
        text: String,
        svg: String,
    },
    Falsified,
    Failures(u64),
    Failed(Failed),
    Replayed(String),
    Done {
        counts: [u64; 8],
        unread: Vec<String>,
    },
    Error(String),
}

/// A fraction as its bits, so that messages can be compared.
pub(super) type Bits = u64;

/// A failing input, as the child describes it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Failed {
    pub(super) vector: String,
    pub(super) arguments: String,
    pub(super) message: String,
    pub(super) location: String,
    /// Statements that bind the arguments; empty if they have no expression.
    pub(super) statements: String,
    /// Objects, then length of the text: small is better.
    pub(super) weight: (u64, u64),
    /// The call itself failed, not a condition afterwards.
    pub(super) in_call: bool,
    pub(super) svg: String,
}

/// Parses a line; anything that is no message is output of the subject.
pub(super) fn parse(line: &str) -> Option<Message> {
    let mut fields = line.strip_prefix("\u{1e}gadfly\t")?.split('\t').map(unescape);
    let kind = fields.next()?;
    let mut next = || fields.next().unwrap_or_default();
    let number = |text: String| text.parse::<u64>().unwrap_or(0);
    Some(match kind.as_str() {
        "ready" => {
            let (_, _, file, line, call, bounds) = (next(), next(), next(), next(), next(), next());
            Message::Ready { file, line: number(line) as u32, call, bounds }
        }
        "part" => {
            let (prefix, weight) = (next(), next().parse::<f64>().unwrap_or(1.0));
            Message::Part { prefix, weight: weight.to_bits() }
        }
        "end" => Message::End,
        "given" => Message::Given { last: next(), parts: fields.collect() },
        "tick" => {
            let (explored, valid) = (number(next()), number(next()));
            let fraction = next().parse::<f64>().unwrap_or(0.0).to_bits();
            Message::Tick { explored, valid, fraction }
        }
        "found" => {
            let _vector = next();
            Message::Found { text: next(), svg: next() }
        }
        "falsified" => Message::Falsified,
        "failures" => Message::Failures(number(next())),
        "failed" => {
            let (vector, arguments, message, location) = (next(), next(), next(), next());
            let (statements, weight, place, svg) = (next(), next(), next(), next());
            let (objects, length) = weight.split_once(' ').unwrap_or(("0", "0"));
            let weight = (number(objects.to_owned()), number(length.to_owned()));
            let in_call = place == "call";
            Message::Failed(Failed {
                vector,
                arguments,
                message,
                location,
                statements,
                weight,
                in_call,
                svg,
            })
        }
        "replayed" => Message::Replayed(next()),
        "done" => {
            let counts = std::array::from_fn(|_| number(next()));
            let unread = next();
            let unread = unread.split(", ").filter(|field| !field.is_empty());
            Message::Done { counts, unread: unread.map(str::to_owned).collect() }
        }
        "error" => Message::Error(next()),
        _ => return None,
    })
}

fn unescape(field: &str) -> String {
    let mut text = String::new();
    let mut characters = field.chars();
    while let Some(character) = characters.next() {
        match character {
            '\\' => match characters.next() {
                Some('n') => text.push('\n'),
                Some('t') => text.push('\t'),
                Some('r') => text.push('\r'),
                Some(other) => text.push(other),
                None => text.push('\\'),
            },
            other => text.push(other),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_unescaped() {
        let line = "\u{1e}gadfly\terror\tone\\ntwo\\\\";
        assert_eq!(parse(line), Some(Message::Error("one\ntwo\\".into())));
    }

    #[test]
    fn other_output_is_no_message() {
        assert_eq!(parse("gadfly\terror\tx"), None);
        assert_eq!(parse("running 1 test"), None);
    }
}
