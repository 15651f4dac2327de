//! Texts that would like to be code: generated source holds them as literals and nothing else.

use std::collections::BTreeSet;

use gadfly_cargo::Invocation;
use gadfly_plan::literals::source;
use gadfly_plan::prepared::{
    OperationOrigin, OperationRecord, ParameterMode, ParameterRecord, Prepared,
};
use gadfly_tests::emit::{Containment, Draft, Naming, Prediction, Wording, write_file};
use gadfly_tests::print::{End, Expected, Form, Moment};
use gadfly_wire::{
    Access, Argument, Literal, LiteralType, LiteralValue, Sequence, Statement, What,
};

const NAMING: Naming<'static> = Naming { lib_name: "k", edition: "2021" };

/// Ends of literals and comments, control characters, and what changes how source is read.
const PARTS: &[&str] = &[
    "\"",
    "'",
    "\\",
    "\\\"",
    "\"#",
    "r#\"",
    "*/",
    "/*",
    "//",
    "\n",
    "\r",
    "\r\n",
    "\t",
    "\0",
    "{}",
    "{0}",
    "{{",
    "}",
    ");",
    "\"); std::process::exit(0); (\"",
    "]",
    "#![",
    "\u{7f}",
    "\u{85}",
    "\u{200d}",
    "\u{202e}",
    "\u{2066}",
    "\u{2028}",
    "\u{feff}",
    "\u{10ffff}",
    "\u{301}",
    "é",
    "\\u{41}",
    "\\x41",
    "\\\n",
    "$x",
    "x0",
    "x1",
    "\u{1b}[2J",
];

fn hostile() -> Vec<String> {
    let mut all: Vec<String> = PARTS.iter().map(|part| (*part).to_owned()).collect();
    let mut state = 1_u64;
    for _ in 0..100 {
        let mut text = String::new();
        for _ in 0..8 {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            text.push_str(PARTS[(state >> 33) as usize % PARTS.len()]);
        }
        all.push(text);
    }
    // Long enough to be written as a repetition.
    all.extend(PARTS.iter().map(|part| part.repeat(40)));
    all
}

fn literal(ty: LiteralType, value: LiteralValue) -> String {
    source(&Literal { ty, value, weight: 1 })
}

#[test]
fn literals_have_the_value_they_were_written_for() {
    let mut program = String::from(
        "fn same(found: &[u8], expected: &[u8]) { assert_eq!(found, expected) }\nfn main() {\n",
    );
    let mut line = |line: String| {
        program.push_str(&line);
        program.push('\n');
    };
    for text in hostile() {
        let bytes = text.as_bytes();
        let expected: Vec<String> = bytes.iter().map(|byte| format!("\\x{byte:02x}")).collect();
        let expected = expected.concat();
        let as_text = literal(LiteralType::Str, LiteralValue::Str(text.clone()));
        let as_bytes = literal(LiteralType::Bytes, LiteralValue::Bytes(bytes.to_vec()));
        line(format!("same(({as_text}).as_bytes(), b\"{expected}\");"));
        line(format!("same({as_bytes}, b\"{expected}\");"));
    }
    let chars: BTreeSet<char> = PARTS.iter().flat_map(|part| part.chars()).collect();
    for c in chars {
        let as_char = literal(LiteralType::Char, LiteralValue::Char(c));
        line(format!("assert!({as_char} as u32 == {});", u32::from(c)));
    }
    program.push_str("}\n");
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("main.rs"), program).expect("written");
    let built = Invocation::rustc(folder.path())
        .args(["main.rs", "--edition=2021", "-Cdebuginfo=0"])
        .run()
        .expect("it runs");
    assert!(built.status.success(), "{}", built.stderr);
    let run = Invocation::new(folder.path().join("main"), folder.path()).run().expect("it runs");
    assert!(run.status.success(), "{}", run.stderr);
}

/// A harness whose only operation takes a text.
fn prepared(text: &str) -> Prepared {
    let mut prepared = Prepared::new("print".to_owned(), "k", "1.0.0");
    prepared.operations.push(OperationRecord {
        function: None,
        body: "k::f(x0)".to_owned(),
        output: "std::string::String".to_owned(),
        parameters: vec![ParameterRecord {
            ty: "str".to_owned(),
            mode: ParameterMode::SharedUnsized,
            is_copy: false,
            value_type: gadfly_model::Ty::unit(),
        }],
        is_method: false,
        is_partial: false,
        is_built: true,
        origin: OperationOrigin::Call,
        output_type: gadfly_model::Ty::unit(),
    });
    prepared.literals.push(literal(LiteralType::Str, LiteralValue::Str(text.to_owned())));
    prepared
}

fn draft(prepared: &Prepared, text: &str) -> Draft {
    let statement = |what, args: &[u32]| Statement {
        what,
        args: args.iter().map(|var| Argument { var: *var, access: Access::CopyRef }).collect(),
        kills: Vec::new(),
        caught: false,
    };
    let statements = vec![statement(What::Literal(0), &[]), statement(What::Operation(0), &[0])];
    Draft {
        name: "f_panics".to_owned(),
        item: "k::f".to_owned(),
        section: None,
        doc: vec!["What it is about.".to_owned()],
        sequence: Sequence { statements, final_drops: vec![1], alive: vec![true, true] },
        literals: prepared.literals.clone(),
        end: End::Call,
        expected: vec![Expected {
            var: 1,
            moment: Moment::Made,
            form: Form::Shows(text.to_owned()),
        }],
        helpers: String::new(),
        containment: Containment::None,
        should_panic: Some(text.to_owned()),
        ignore: Some(text.to_owned()),
        prediction: Prediction::Passes,
    }
}

#[test]
fn texts_in_tests_do_not_leave_their_literals() {
    for text in hostile() {
        let prepared = prepared(&text);
        let draft = draft(&prepared, &text);
        for wording in [Wording::Lean, Wording::Full, Wording::Typed, Wording::Plain] {
            let file = write_file(&prepared, NAMING, &[], &[(&draft, wording)]);
            assert!(file.unwritten.is_empty());
            let parsed = syn::parse_file(&file.text)
                .unwrap_or_else(|error| panic!("{text:?}: {error}\n{}", file.text));
            let tests: Vec<&syn::ItemFn> = parsed
                .items
                .iter()
                .filter_map(|item| match item {
                    syn::Item::Fn(function) => Some(function),
                    _ => None,
                })
                .collect();
            assert!(matches!(tests[..], [only] if only.sig.ident == "f_panics"), "{}", file.text);
            let said = tests[0].attrs.iter().filter_map(|attribute| match &attribute.meta {
                syn::Meta::NameValue(pair) if pair.path.is_ident("ignore") => Some(&pair.value),
                _ => None,
            });
            let said: Vec<String> = said
                .filter_map(|value| match value {
                    syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(said), .. }) => {
                        Some(said.value())
                    }
                    _ => None,
                })
                .collect();
            assert_eq!(said, [text.as_str()], "{}", file.text);
        }
    }
}
