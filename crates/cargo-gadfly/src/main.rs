//! The `cargo gadfly` command: hands over to the library and ends with its exit code.

fn main() -> std::process::ExitCode {
    cargo_gadfly::main_impl()
}
