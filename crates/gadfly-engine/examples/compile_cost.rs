//! The compile time of generated operations: writes a crate of operations over std types into the target folder, builds
//! it without and with optimisation, and prints milliseconds per operation, the fixed cost of an almost empty harness
//! taken off: `cargo run --package gadfly-engine --example compile_cost [OPERATIONS]`.

use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

type Result<T> = std::result::Result<T, Box<dyn std::error::Error>>;

const ELEMENTS: [&str; 8] =
    ["i32", "u8", "u64", "String", "char", "Option<i32>", "(i32, u8)", "Vec<i32>"];
const CONTAINERS: [&str; 5] = [
    "Vec<@>",
    "std::collections::BTreeMap<i32, @>",
    "std::collections::VecDeque<@>",
    "Box<@>",
    "Option<@>",
];
/// Arguments and body; `$` is the type.
const SHAPES: [(&str, &str); 20] = [
    ("Ref<$>", "<$ as Clone>::clone(x0)"),
    ("Ref<$>, Ref<$>", "<$ as PartialEq>::eq(x0, x1)"),
    ("Val<$>", "Box::new(x0)"),
    ("Val<$>", "Some(x0)"),
    ("Mut<Option<$>>", "Option::take(x0)"),
    ("Ref<$>", "format!(\"{x0:?}\")"),
    ("Mut<$>, Val<$>", "std::mem::replace(x0, x1)"),
    ("Val<$>", "drop(x0)"),
    ("Val<$>, Val<i32>", "(x0, x1)"),
    ("Val<($, i32)>", "x0.0"),
    ("Val<Option<$>>", "x0.unwrap()"),
    ("Val<$>", "Ok::<_, String>(x0)"),
    ("Ref<$>", "x0 as &$"),
    ("Ref<Option<$>>", "x0.as_ref()"),
    ("Val<$>", "x0"),
    ("Val<$>", "vec![x0]"),
    ("Mut<$>", "x0 as &mut $"),
    ("Mut<$>, Mut<$>", "std::mem::swap(x0, x1)"),
    ("Val<Vec<$>>", "x0.into_iter()"),
    ("Mut<Vec<$>>, Val<$>", "x0.push(x1)"),
];

fn main() -> Result<()> {
    let wanted = std::env::args().nth(1).map_or(Ok(1000), |argument| argument.parse())?;
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/compile-cost");
    for profile in ["dev", "o1"] {
        let few = build(&folder, profile, 1)?;
        let many = build(&folder, profile, wanted)?;
        let each = (many - few).max(0.0) / wanted as f64;
        writeln!(
            std::io::stdout(),
            "profile {profile}: {each:.2} ms per operation ({many:.0} ms for {wanted}, {few:.0} ms for one)"
        )?;
    }
    Ok(())
}

/// Milliseconds of wall-clock time for the harness alone; the engine is built before.
#[expect(clippy::disallowed_methods, reason = "an example is no part of the command")]
fn build(folder: &PathBuf, profile: &str, operations: usize) -> Result<f64> {
    write_crate(folder, operations)?;
    let cargo = |package: &str| -> Result<f64> {
        let begun = Instant::now();
        let status = Command::new(std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned()))
            .args(["build", "--quiet", "--profile", profile, "--package", package])
            .env("CARGO_INCREMENTAL", "0")
            .env("RUSTFLAGS", "-Awarnings")
            .current_dir(folder)
            .status()?;
        if !status.success() {
            return Err("the generated crate does not build".into());
        }
        Ok(begun.elapsed().as_secs_f64() * 1000.0)
    };
    cargo("gadfly-engine")?;
    cargo("compile-cost")
}

fn write_crate(folder: &Path, operations: usize) -> Result<()> {
    fs::create_dir_all(folder.join("src"))?;
    let engine = env!("CARGO_MANIFEST_DIR");
    let manifest = format!(
        "[package]\nname = \"compile-cost\"\nversion = \"0.0.0\"\nedition = \"2021\"\n\
         [dependencies]\ngadfly-engine = {{ path = {engine:?} }}\n[workspace]\n\
         [profile.dev]\ndebug = 0\n[profile.dev.package.\"*\"]\nopt-level = 2\n\
         [profile.o1]\ninherits = \"dev\"\nopt-level = 1\n"
    );
    fs::write(folder.join("Cargo.toml"), manifest)?;
    let types: Vec<String> = CONTAINERS
        .iter()
        .flat_map(|container| ELEMENTS.map(|element| container.replace('@', element)))
        .collect();
    let mut source = String::from("use gadfly_engine::generated::*;\n");
    let mut register = String::new();
    for (id, ty) in types.iter().enumerate().take(operations) {
        writeln!(source, "fn t{id}(t: &mut Table) {{ t.ty({ty:?}, vtable!({ty})); }}")?;
        write!(register, "t{id}(t);")?;
    }
    for id in 0..operations {
        let ty = &types[id % types.len()];
        let (markers, body) = SHAPES[id / types.len() % SHAPES.len()];
        let (markers, body) = (markers.replace('$', ty), body.replace('$', ty));
        let names = if body.contains("x1") { "x0, x1," } else { "x0," };
        writeln!(
            source,
            "fn op{id}(t: &mut Table) {{ t.op({id}, call(args::<({markers},)>(), |({names})| {{ {body} }})); }}"
        )?;
        write!(register, "op{id}(t);")?;
    }
    writeln!(
        source,
        "fn main() -> std::process::ExitCode {{ gadfly_engine::main(|t| {{ {register} }}) }}"
    )?;
    fs::write(folder.join("src/main.rs"), source)?;
    Ok(())
}
