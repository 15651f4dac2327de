//! The counterexample as a `#[test]` for the module of the function.

use super::message::Failed;

/// The test: the input as an expression where it has one, by its choices where not.
pub(super) fn test(function: &str, call: &str, number: usize, failed: &Failed) -> (String, String) {
    let name = function.rsplit("::").next().unwrap_or(function);
    let test_name = format!("{name}_{number}");
    let mut lines = vec![format!("/// {}: {}.", failed.arguments, failed.message)];
    lines.push("#[test]".to_owned());
    lines.push(format!("fn {test_name}() {{"));
    if failed.statements.is_empty() {
        lines.push(format!("    gadfly_run_{name}(Some(\"{}\"));", failed.vector));
    } else {
        lines.extend(failed.statements.lines().map(|line| format!("    {line}")));
        if failed.in_call {
            lines.push(format!("    {call};"));
        } else {
            let arguments = call.strip_prefix(name).unwrap_or(call);
            let arguments = arguments.replace("&mut ", "").replace('&', "");
            lines.push(format!("    gadfly_check_{name}{arguments}.unwrap();"));
        }
    }
    lines.push("}".to_owned());
    (test_name, lines.join("\n") + "\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn failed(statements: &str, in_call: bool) -> Failed {
        Failed {
            vector: "1-2".into(),
            arguments: "tree = Tree".into(),
            message: "panics: no".into(),
            statements: statements.into(),
            in_call,
            ..Failed::default()
        }
    }

    #[test]
    fn inputs_with_an_expression_are_written_out() {
        let call = "insert(&mut tree, key)";
        let failed = failed("let mut tree = Tree;\nlet key = 1;", true);
        let (name, text) = test("tests::insert", call, 1, &failed);
        assert_eq!(name, "insert_1");
        let expected = "/// tree = Tree: panics: no.\n#[test]\nfn insert_1() {\n    let mut tree = Tree;\n    let key = 1;\n    insert(&mut tree, key);\n}\n";
        assert_eq!(text, expected);
    }

    #[test]
    fn conditions_are_checked_and_other_inputs_replayed() {
        let (_, text) =
            test("insert", "insert(&mut tree, &key)", 1, &failed("let tree = 1;", false));
        assert!(text.contains("gadfly_check_insert(tree, key).unwrap();"), "{text}");
        let (_, text) = test("insert", "insert(&mut tree)", 2, &failed("", true));
        assert!(text.contains("gadfly_run_insert(Some(\"1-2\"));"), "{text}");
    }
}
