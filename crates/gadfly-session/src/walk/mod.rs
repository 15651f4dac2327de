//! Walks: every protocol of a type up to a length, and the oracle that a person feeds.

mod arguments;
mod judging;
mod named;
mod oracles;
mod parser_inputs;
mod protocol;
mod running;
mod sentences;
mod session;
mod spelling;
mod statements;
mod streams;
mod surface;
mod target;
mod testing;
mod tests_written;

pub(super) use session::walk;
