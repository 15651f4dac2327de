//! The `cargo gadfly` command.

fn main() {}
