//! Small crates, written on the spot, described by the toolchain's own rustdoc and lowered.

mod calls;
mod dependencies;
mod functions;
mod generics;
mod names;
mod projects;
mod support;
mod types;
#[path = "../../examples/verify/wrappers.rs"]
mod wrappers;
