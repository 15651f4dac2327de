//! Prints an event file, one event per line: what a harness said, for people.

use gadfly_wire::EventReader;
use std::io::Write;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args().nth(1).ok_or("usage: events FILE")?;
    let bytes = std::fs::read(path)?;
    let mut reader = EventReader::new(&bytes);
    while let Some(event) = reader.next_event()? {
        writeln!(std::io::stdout(), "{event:?}")?;
    }
    Ok(())
}
