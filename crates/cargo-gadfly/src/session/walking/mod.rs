//! Walks: every protocol of a type up to a length, and the oracle that a person feeds.

mod arguments;
mod asking;
mod auditions;
mod judging;
mod oracles;
mod protocol;
mod running;
mod screen;
mod sentences;
mod spelling;
mod statements;
mod streams;
mod surface;
mod target;
mod testing;
mod tests_written;
mod walk;

pub(super) use walk::walk;
