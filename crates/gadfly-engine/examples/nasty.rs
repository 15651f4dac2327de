//! A harness whose operations kill it, for the tests of containment. A generated harness looks just like this, except that
//! its plan is written by the tool; `nasty --plan FILE` writes this one's.

#[path = "../tests/support/nasty_table.rs"]
mod nasty_table;

fn main() -> std::process::ExitCode {
    let mut arguments = std::env::args().skip(1);
    if let (Some("--plan"), Some(path)) = (arguments.next().as_deref(), arguments.next()) {
        let written = std::fs::write(path, gadfly_wire::to_file_bytes(&nasty_table::plan()));
        return std::process::ExitCode::from(u8::from(written.is_err()));
    }
    gadfly_engine::main(nasty_table::register)
}
