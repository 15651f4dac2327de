//! A file of tests in parts: its head, and functions with their comments and attributes.
//!
//! Works on lines: generated files are formatted, so every function ends with a brace at the margin.

/// A file in parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Blocks<'t> {
    /// Everything before the first function.
    pub head: &'t str,
    /// The functions.
    pub blocks: Vec<Block<'t>>,
}

/// A function with its comments and attributes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Block<'t> {
    /// Its name.
    pub name: &'t str,
    /// Its text.
    pub text: &'t str,
}

impl Block<'_> {
    /// Returns whether it is a test.
    pub fn is_test(&self) -> bool {
        self.text.contains("#[test]")
    }
}

impl<'t> Blocks<'t> {
    /// Takes a file apart.
    pub fn read(text: &'t str) -> Blocks<'t> {
        let mut offset = 0;
        let mut head_end = None;
        let mut start = 0;
        let mut name = None;
        let mut blocks: Vec<Block<'t>> = Vec::new();
        let mut was_blank = true;
        for line in text.split_inclusive('\n') {
            let content = line.trim_end();
            if head_end.is_none() && was_blank && begins_a_block(content) {
                head_end = Some(offset);
                start = offset;
            }
            if head_end.is_some() && name.is_none() {
                name = function_name(content);
            }
            offset += line.len();
            if content == "}" {
                if let Some(name) = name.take() {
                    blocks.push(Block { name, text: text[start..offset].trim_matches('\n') });
                    start = offset;
                }
            }
            was_blank = content.is_empty();
        }
        if start < text.len() {
            if let Some(last) = blocks.last_mut() {
                // What follows the last function stays with it.
                let from = last.text.as_ptr() as usize - text.as_ptr() as usize;
                last.text = text[from..].trim_end_matches('\n');
            }
        }
        Blocks { head: &text[..head_end.unwrap_or(text.len())], blocks }
    }
}

fn begins_a_block(line: &str) -> bool {
    ["///", "#[", "// ", "fn "].iter().any(|start| line.starts_with(start))
}

/// The name of the function that a line begins.
fn function_name(line: &str) -> Option<&str> {
    line.strip_prefix("fn ")?.split(['(', '<']).next()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_fall_into_head_and_functions() {
        let text = "//! Header.\n\nuse k::A;\n\n/// First.\n#[test]\nfn a() {\n    one();\n}\n\nfn b<T>() {\n}\n// End.\n";
        let read = Blocks::read(text);
        assert_eq!(read.head, "//! Header.\n\nuse k::A;\n\n");
        let names: Vec<&str> = read.blocks.iter().map(|block| block.name).collect();
        assert_eq!(names, ["a", "b"]);
        assert!(read.blocks[0].is_test() && !read.blocks[1].is_test());
        assert_eq!(read.blocks[1].text, "fn b<T>() {\n}\n// End.");
    }
}
