//! HTML under construction: tags that are closed, and text that cannot become markup.

/// A piece of a page.
#[derive(Default)]
pub(super) struct Html {
    text: String,
}

/// Attributes of a tag, as name and value.
pub(super) type Attributes<'a> = &'a [(&'a str, &'a str)];

impl Html {
    /// The markup so far.
    pub(super) fn finish(self) -> String {
        self.text
    }

    /// Adds a tag around more. Names of tags and attributes are the page's own.
    pub(super) fn tag(
        &mut self,
        name: &str,
        attributes: Attributes<'_>,
        inner: impl FnOnce(&mut Self),
    ) {
        self.open(name, attributes);
        inner(self);
        self.text.push_str(&format!("</{name}>"));
    }

    /// Adds a tag around text.
    pub(super) fn line(&mut self, name: &str, attributes: Attributes<'_>, text: &str) {
        self.tag(name, attributes, |html| html.text(text));
        self.text.push('\n');
    }

    /// Adds a tag that has no end, such as `meta`.
    pub(super) fn open(&mut self, name: &str, attributes: Attributes<'_>) {
        self.text.push_str(&format!("<{name}"));
        for (key, value) in attributes {
            self.text.push_str(&format!(" {key}=\""));
            self.text(value);
            self.text.push('"');
        }
        self.text.push('>');
    }

    /// Adds text.
    pub(super) fn text(&mut self, text: &str) {
        for c in text.chars() {
            match c {
                '&' => self.text.push_str("&amp;"),
                '<' => self.text.push_str("&lt;"),
                '>' => self.text.push_str("&gt;"),
                '"' => self.text.push_str("&quot;"),
                '\n' | '\t' => self.text.push(c),
                _ if is_invisible(c) => self.text.push_str(&c.escape_unicode().to_string()),
                _ => self.text.push(c),
            }
        }
    }

    /// Adds a piece that was finished before.
    pub(super) fn nested(&mut self, finished: &str) {
        self.text.push_str(finished);
    }

    /// Adds markup of this program, such as a style sheet.
    pub(super) fn markup(&mut self, markup: &'static str) {
        self.text.push_str(markup);
    }
}

/// Returns whether a character is not shown, or changes the order in which others are shown.
fn is_invisible(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}')
}

/// A name that is fit for an `id` and a link to it.
pub(super) fn anchor(kind: &str, name: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '-' };
    format!("{kind}-{}", name.chars().map(plain).collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn built(build: impl FnOnce(&mut Html)) -> String {
        let mut html = Html::default();
        build(&mut html);
        html.finish()
    }

    #[test]
    fn text_cannot_become_markup() {
        let text = built(|html| html.line("p", &[("title", "\"><script>")], "</p><script>&"));
        assert_eq!(
            text,
            "<p title=\"&quot;&gt;&lt;script&gt;\">&lt;/p&gt;&lt;script&gt;&amp;</p>\n"
        );
    }

    #[test]
    fn invisible_characters_are_spelled() {
        assert_eq!(
            built(|html| html.text("a\u{202e}b\u{1b}[0m\u{9b}")),
            "a\\u{202e}b\\u{1b}[0m\\u{9b}"
        );
        assert_eq!(built(|html| html.text("añb\n\tß")), "añb\n\tß");
    }

    #[test]
    fn anchors_are_plain() {
        assert_eq!(anchor("finding", "k3f"), "finding-k3f");
        assert_eq!(anchor("rule", "a b\"c"), "rule-a-b-c");
    }
}
