//! Texts that occur nowhere in the sources, made step by step from those that do.

use serde_json::Value;

use crate::{fresh_place, library, sharing_gadfly};

#[test]
fn a_text_is_put_together_from_parts_and_shown_as_it_is() {
    let source = r#"
        /// Reads a list.
        pub fn read(text: &str) -> Result<u32, String> {
            let list = text.strip_prefix("list=").ok_or("no list")?;
            let inside = list.strip_prefix("<").ok_or("not opened")?;
            let rest = inside.strip_prefix(">").ok_or("not empty")?;
            let rest = rest.strip_prefix(";").ok_or("not ended")?;
            Ok(rest.len() as u32 - 100)
        }
    "#;
    fresh_place("texts");
    let arguments = "explore --format json --no-write --calls 300000 --seed 0";
    let run = sharing_gadfly().run(&library("texts", source), arguments).expect_code(1);
    let report: Value = serde_json::from_str(&run.stdout).expect("JSON");
    let findings = report["findings"].as_array().expect("findings");
    let found = findings.iter().find(|it| it["item"] == "texts::read").expect("it overflows");
    assert_eq!(found["class"], "bug");
    let shown = found["source"].as_str().expect("a test");
    assert!(shown.contains("read(\"list=<>;"), "{shown}");
    assert_eq!(found["calls"], 1);
    assert!(!run.stdout.contains("spliced("), "{}", run.stdout);
}
