//! The text of a report, taken apart.

/// The contents of a report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ErrorReport {
    /// The error, in the sanitizer's word for it: `heap-use-after-free`.
    pub error: String,
    /// The access and its place in words: `read of 4 bytes past the end of 40 allocated bytes`.
    pub detail: String,
    /// The stacks it shows, in its order.
    pub stacks: Vec<Stack>,
}

/// A stack in a report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stack {
    /// The event there.
    pub kind: StackKind,
    /// Addresses in the program, innermost first.
    pub addresses: Vec<u64>,
}

/// The event at a stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StackKind {
    /// The error itself.
    Access,
    /// The memory was freed before that.
    Freed,
    /// The memory was allocated before that.
    Allocated,
}

impl ErrorReport {
    /// Takes a report apart; nothing if the text is none. `program` is the file name of the program that wrote it: only
    /// addresses in it are kept.
    pub fn parse(text: &str, program: &str) -> Option<ErrorReport> {
        let (_, said) = text.split_once("AddressSanitizer: ")?;
        let headline = said.lines().next().unwrap_or_default();
        let error = error_of(headline);
        Some(ErrorReport {
            detail: detail(&error, headline, text),
            error,
            stacks: stacks(text, program),
        })
    }

    /// The report in one line.
    pub fn headline(&self) -> String {
        if self.detail.is_empty() {
            return self.error.clone();
        }
        format!("{}: {}", self.error, self.detail)
    }
}

fn error_of(headline: &str) -> String {
    if headline.starts_with("attempting free on address which was not malloc") {
        return "invalid-free".to_owned();
    }
    if headline.starts_with("requested allocation size") {
        return "allocation-size-too-big".to_owned();
    }
    let rest = headline.trim_start_matches("attempting ");
    rest.split([' ', ':']).next().unwrap_or(rest).to_owned()
}

/// The access, and its place.
fn detail(error: &str, headline: &str, text: &str) -> String {
    let mut parts: Vec<String> = Vec::new();
    parts.extend(access(text));
    if let Some((_, size)) = headline.split_once("(size=") {
        parts.push(format!("a size of {}", size.trim_end_matches(')')));
    }
    let place = text.lines().find_map(place);
    let was_freed = text.contains("\nfreed by thread");
    match place {
        Some(place) if was_freed => parts.push(format!("in {} freed bytes", place.size)),
        Some(place) => parts.push(place.in_words()),
        None if error == "SEGV" => {
            let address = headline.split_whitespace().find(|word| word.starts_with("0x"));
            let is_low = address.and_then(number).is_some_and(|address| address < 4096);
            parts.push(if is_low { "at a null pointer" } else { "at a wild address" }.to_owned());
        }
        None if text.contains("is located in stack of thread") => {
            parts.push("on the stack".to_owned());
        }
        None if text.contains("global variable") => parts.push("at a static".to_owned()),
        None => {}
    }
    parts.join(" ")
}

/// `READ of size 4 at 0x… thread T0` and `caused by a WRITE memory access` in words.
fn access(text: &str) -> Option<String> {
    let deed = |word: &str| match word {
        "READ" => Some("read"),
        "WRITE" => Some("write"),
        _ => None,
    };
    text.lines().find_map(|line| {
        if let Some((word, rest)) = line.split_once(" of size ") {
            let size = rest.split_whitespace().next()?;
            return Some(format!("{} of {}", deed(word.trim())?, bytes(size)));
        }
        let (_, rest) = line.split_once("The signal is caused by a ")?;
        deed(rest.split_whitespace().next()?).map(str::to_owned)
    })
}

/// The place of an address relative to a piece of memory.
struct AddressPlace<'t> {
    distance: &'t str,
    side: &'t str,
    size: &'t str,
}

/// `0x… is located 0 bytes after 40-byte region [0x…,0x…)`.
fn place(line: &str) -> Option<AddressPlace<'_>> {
    let (_, rest) = line.split_once(" is located ")?;
    let (distance, rest) = rest.split_once(" bytes ")?;
    let (size, _) = rest.split_once("-byte region")?;
    let (side, size) = size.rsplit_once(' ')?;
    Some(AddressPlace { distance, side, size })
}

impl AddressPlace<'_> {
    fn in_words(&self) -> String {
        let far = match self.distance {
            "0" => String::new(),
            some => format!("{} ", bytes(some)),
        };
        let side = match self.side {
            "after" | "to the right of" => "past the end of",
            "before" | "to the left of" => "before the start of",
            _ => return format!("inside of {} allocated bytes", self.size),
        };
        format!("{far}{side} {} allocated bytes", self.size)
    }
}

fn bytes(count: &str) -> String {
    if count == "1" { "1 byte".to_owned() } else { format!("{count} bytes") }
}

fn stacks(text: &str, program: &str) -> Vec<Stack> {
    let mut stacks: Vec<Stack> = Vec::new();
    let mut kind = Some(StackKind::Access);
    let mut is_open = false;
    for line in text.lines() {
        let line = line.trim();
        if line.starts_with("SUMMARY:") {
            break;
        }
        if !line.starts_with('#') {
            is_open = false;
            // Any other heading is about something else, such as where a thread was made.
            kind = match line {
                _ if line.starts_with("freed by") => Some(StackKind::Freed),
                _ if line.starts_with("previously allocated by") => Some(StackKind::Allocated),
                _ if line.starts_with("allocated by") => Some(StackKind::Allocated),
                _ if stacks.is_empty() => Some(StackKind::Access),
                _ => None,
            };
            continue;
        }
        let Some(kind) = kind else { continue };
        if !is_open {
            stacks.push(Stack { kind, addresses: Vec::new() });
            is_open = true;
        }
        if let Some(last) = stacks.last_mut() {
            last.addresses.extend(address(line, program));
        }
    }
    stacks
}

/// `#0 0x55d5a3b1c2d4  (/path/harness+0x1234) (BuildId: …)`.
fn address(line: &str, program: &str) -> Option<u64> {
    let (module, offset) = line.split_once('(')?.1.split_once(')')?.0.rsplit_once('+')?;
    let name = module.rsplit('/').next().unwrap_or(module);
    (name == program).then(|| number(offset)).flatten()
}

fn number(text: &str) -> Option<u64> {
    u64::from_str_radix(text.strip_prefix("0x")?, 16).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    const FREED: &str = "\
=================================================================
==7==ERROR: AddressSanitizer: heap-use-after-free on address 0x602000000014 at pc 0x55 bp 0x7f sp 0x7f
READ of size 4 at 0x602000000014 thread T0
    #0 0x55d5a3b1c2d4  (/w/harness+0x1234) (BuildId: 8)
    #1 0x7fd5a3b1c2d4  (/lib/libc.so.6+0x99) (BuildId: 9)
    #2 0x55d5a3b1c2d8  (/w/harness+0x2000) (BuildId: 8)

0x602000000014 is located 4 bytes inside of 40-byte region [0x602000000010,0x602000000038)
freed by thread T0 here:
    #0 0x55d5a3b1c2d4  (/w/harness+0x3000) (BuildId: 8)

previously allocated by thread T0 here:
    #0 0x55d5a3b1c2d4  (/w/harness+0x4000) (BuildId: 8)

SUMMARY: AddressSanitizer: heap-use-after-free (/w/harness+0x1234) (BuildId: 8)
";

    #[test]
    fn the_error_and_the_stacks_of_the_program_are_found() {
        let report = ErrorReport::parse(FREED, "harness").expect("a report");
        assert_eq!(report.headline(), "heap-use-after-free: read of 4 bytes in 40 freed bytes");
        let stack = |kind, addresses: &[u64]| Stack { kind, addresses: addresses.to_vec() };
        assert_eq!(
            report.stacks,
            [
                stack(StackKind::Access, &[0x1234, 0x2000]),
                stack(StackKind::Freed, &[0x3000]),
                stack(StackKind::Allocated, &[0x4000]),
            ]
        );
        assert_eq!(ErrorReport::parse("nothing of the kind", "harness"), None);
    }

    #[test]
    fn errors_are_put_into_words() {
        let check = |text: &str, expected: &str| {
            let report = ErrorReport::parse(text, "harness").expect("a report");
            assert_eq!(report.headline(), expected);
        };
        let start = "==7==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x6 at pc 0x5\n";
        check(
            &format!(
                "{start}WRITE of size 1 at 0x6 thread T0\n0x6 is located 0 bytes after 40-byte region [0x1,0x6)\n"
            ),
            "heap-buffer-overflow: write of 1 byte past the end of 40 allocated bytes",
        );
        check(
            &format!(
                "{start}READ of size 8 at 0x6 thread T0\n0x6 is located 16 bytes before 8-byte region [0x1,0x6)\n"
            ),
            "heap-buffer-overflow: read of 8 bytes 16 bytes before the start of 8 allocated bytes",
        );
        check(
            "==7==ERROR: AddressSanitizer: SEGV on unknown address 0xbebebebebebebebe (pc 0x5)\n\
             ==7==The signal is caused by a READ memory access.\n",
            "SEGV: read at a wild address",
        );
        check(
            "==7==ERROR: AddressSanitizer: negative-size-param: (size=-16)\n\
             0x6 is located 0 bytes after 50-byte region [0x1,0x6)\n",
            "negative-size-param: a size of -16 past the end of 50 allocated bytes",
        );
        check(
            "==7==ERROR: AddressSanitizer: attempting double-free on 0x6 in thread T0:\n",
            "double-free",
        );
        check(
            "==7==ERROR: AddressSanitizer: attempting free on address which was not malloc()-ed: 0x6\n",
            "invalid-free",
        );
    }
}
