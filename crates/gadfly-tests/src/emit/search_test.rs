//! A failing input of an exhaustive search as a test for the module of the function.

use gadfly_wire::FailingInput;

use super::test_text::TestText;

/// The ways to write the test, best first: with the input as an expression, if it has one, and by
/// its choices, which always works.
pub fn search_tests(
    name: &str,
    call: &str,
    ignored: Option<&'static str>,
    failed: &FailingInput,
) -> Vec<TestText> {
    let summary = summary(failed);
    let text = |body: String| TestText { summary: summary.clone(), ignored, body };
    let by_choices = text(format!("gadfly_run_{name}(Some(\"{}\"));", failed.choices));
    if failed.statements.is_empty() {
        return vec![by_choices];
    }
    let last = if failed.in_call {
        format!("{call};")
    } else {
        let arguments = call.strip_prefix(name).unwrap_or(call);
        let arguments = arguments.replace("&mut ", "").replace('&', "");
        format!("gadfly_check_{name}{arguments}.unwrap();")
    };
    let statements: Vec<&str> = failed.statements.lines().collect();
    // The check takes everything by value.
    let statements = statements.iter().map(|line| match failed.in_call {
        true => (*line).to_owned(),
        false => line.replacen("let mut ", "let ", 1),
    });
    let lines: Vec<String> = statements.chain([last]).collect();
    vec![text(lines.join("\n")), by_choices]
}

fn summary(failed: &FailingInput) -> String {
    let text = format!("{}: {}.", failed.arguments, failed.message);
    text.lines().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn failed(statements: &str, in_call: bool) -> FailingInput {
        FailingInput {
            choices: "1-2".parse().expect("choices"),
            arguments: "tree = Tree".into(),
            message: "panics: no".into(),
            statements: statements.into(),
            in_call,
            ..FailingInput::default()
        }
    }

    #[test]
    fn inputs_with_an_expression_are_written_out() {
        let call = "insert(&mut tree, key)";
        let failed = failed("let mut tree = Tree;\nlet key = 1;", true);
        let texts = search_tests("insert", call, None, &failed);
        let expected = "/// tree = Tree: panics: no.\n#[test]\nfn insert_1() {\n    let mut tree = Tree;\n    let key = 1;\n    insert(&mut tree, key);\n}\n";
        assert_eq!(texts[0].named("insert_1"), expected);
        assert_eq!(texts[1].body, "gadfly_run_insert(Some(\"1-2\"));");
    }

    #[test]
    fn conditions_are_checked_and_other_inputs_replayed() {
        let call = "insert(&mut tree, &key)";
        let check = failed("let mut tree = 1;", false);
        let texts = search_tests("insert", call, None, &check);
        assert_eq!(texts[0].body, "let tree = 1;\ngadfly_check_insert(tree, key).unwrap();");
        let texts = search_tests("insert", "insert(&mut tree)", None, &failed("", true));
        assert_eq!(texts.len(), 1);
    }

    #[test]
    fn ignored_tests_state_the_reason() {
        let texts =
            search_tests("insert", "insert(tree)", Some("ends the process"), &failed("", true));
        assert!(texts[0].named("a").contains("#[ignore = \"ends the process\"]"));
    }
}
