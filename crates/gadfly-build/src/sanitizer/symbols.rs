//! Names and places of addresses in a harness, from its debug information.

use std::path::{Path, PathBuf};

use gadfly_model::rust_path;
use gadfly_wire::Location;

/// The number of frames of the subject to which a stack is reduced.
const MOST_FRAMES: usize = 3;

/// A program whose debug information can be asked.
pub struct Symbols {
    loader: addr2line::Loader,
    sources: PathBuf,
}

/// A frame in the subject's code.
#[derive(Clone, Debug, PartialEq)]
pub struct StackFrame {
    /// The function, as its path.
    pub function: String,
    /// The location in it.
    pub location: Location,
}

impl Symbols {
    /// Reads a program; the subject's code is what stands in files below `sources`. Nothing if it cannot be read.
    pub fn read(program: &Path, sources: &Path) -> Option<Symbols> {
        let loader = addr2line::Loader::new(program).ok()?;
        Some(Symbols { loader, sources: sources.to_owned() })
    }

    /// The subject's frames among addresses of a stack, innermost first; a few are enough.
    pub fn frames(&self, addresses: &[u64]) -> Vec<StackFrame> {
        let mut found: Vec<StackFrame> = Vec::new();
        for address in addresses {
            let Ok(mut frames) = self.loader.find_frames(*address) else { continue };
            let mut frame = frames.next();
            while let Ok(Some(current)) = frame {
                frame = frames.next();
                // Only the function that was not inlined has a symbol, with its whole path.
                let is_whole = matches!(frame, Ok(None));
                let symbol = self.loader.find_symbol(*address).filter(|_| is_whole);
                let frame = current;
                let Some(place) = frame.location else { continue };
                let Some(file) =
                    place.file.filter(|file| Path::new(file).starts_with(&self.sources))
                else {
                    continue;
                };
                let inlined = frame.function.as_ref().and_then(|name| name.demangle().ok());
                let name = match symbol {
                    Some(symbol) => format!("{:#}", rustc_demangle::demangle(symbol)),
                    None => inlined.map(std::borrow::Cow::into_owned).unwrap_or_default(),
                };
                let name = plain(&name);
                let (line, column) = (place.line.unwrap_or(0), place.column.unwrap_or(0));
                let location = Location { file: file.to_owned(), line, column };
                found.push(StackFrame { function: name, location });
                if found.len() == MOST_FRAMES {
                    return found;
                }
            }
        }
        found
    }
}

/// A function's path without what compilers add: type arguments and hashes.
fn plain(name: &str) -> String {
    let mut text = String::new();
    let mut depth = 0_usize;
    // `<k::A<T> as k::B>::f` starts with what matters.
    let name = name.strip_prefix('<').unwrap_or(name);
    for c in name.chars() {
        match c {
            '<' => depth += 1,
            '>' => depth = depth.saturating_sub(1),
            _ if depth == 0 => text.push(c),
            _ => {}
        }
    }
    let text = match text.split_once(" as ") {
        Some((ty, rest)) => format!("{ty}::{}", rust_path::last(rest)),
        None => text,
    };
    let segments = text.split("::").filter(|part| !part.is_empty() && !is_hash(part));
    segments.collect::<Vec<_>>().join("::")
}

fn is_hash(segment: &str) -> bool {
    segment.len() == 17
        && segment.starts_with('h')
        && segment[1..].bytes().all(|byte| byte.is_ascii_hexdigit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_have_the_names_that_people_use() {
        assert_eq!(plain("slab::Slab<T>::get"), "slab::Slab::get");
        assert_eq!(
            plain("slab::Slab$LT$T$GT$::get::h0123456789abcdef"),
            "slab::Slab$LT$T$GT$::get"
        );
        assert_eq!(plain("k::f::h0123456789abcdef"), "k::f");
        assert_eq!(plain("<k::A<T> as core::ops::Drop>::drop"), "k::A::drop");
        assert_eq!(plain("k::A::<i32>::get"), "k::A::get");
    }

    #[test]
    fn frames_of_this_program_are_found_by_address() {
        let program = std::env::current_exe().expect("a test has a program");
        let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
        let symbols = Symbols::read(&program, &sources);
        // A test program that is built without line tables has no names to give.
        let Some(symbols) = symbols else { return };
        assert_eq!(symbols.frames(&[0]), []);
    }
}
