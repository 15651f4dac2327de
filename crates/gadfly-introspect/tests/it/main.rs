//! Small crates, written on the spot, described by the toolchain's own rustdoc and lowered.

mod dependencies;
mod functions;
mod generics;
mod names;
mod projects;
mod support;
mod types;
