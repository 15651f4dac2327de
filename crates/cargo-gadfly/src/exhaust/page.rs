//! Drawings on a page to leaf through: one structure at a time, with the keyboard or the buttons.

use std::fmt::Write as _;

/// Structures beyond this are counted but not drawn: nobody leafs that far.
pub(super) const MOST_DRAWINGS: usize = 2_000;

/// A page under construction.
#[derive(Default)]
pub(super) struct Page {
    body: String,
    drawn: usize,
    seen: usize,
}

impl Page {
    /// Adds a structure.
    pub(super) fn add(&mut self, text: &str, svg: &str) {
        self.seen += 1;
        if self.drawn == MOST_DRAWINGS {
            return;
        }
        self.drawn += 1;
        let hidden = if self.drawn == 1 { "" } else { " hidden" };
        let number = self.seen;
        // Browsers do not draw arrowheads that are defined in a hidden figure: each has its own.
        let svg = svg.replace("\"tip\"", &format!("\"tip{number}\""));
        let svg = svg.replace("#tip)", &format!("#tip{number})"));
        let _ = write!(
            self.body,
            "<figure{hidden}><figcaption>{number}. <code>{}</code></figcaption>\n{svg}</figure>\n",
            escape(text)
        );
    }

    /// The whole page.
    pub(super) fn finish(&self, title: &str) -> String {
        let (title, drawn, seen, body) = (escape(title), self.drawn, self.seen, &self.body);
        let rest = if seen > drawn { format!(", the first {drawn} drawn") } else { String::new() };
        format!(
            "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<title>{title}</title>\n\
             <style>body{{font:16px system-ui;margin:2rem;color:#222;background:#fff}}\
             figure{{margin:1rem 0}}figcaption{{margin-bottom:1rem}}\
             button{{font:inherit;padding:.2rem .8rem}}</style>\n\
             <h1>{title}</h1>\n<p>{seen} structures{rest}. \
             <button id=\"back\">← previous</button> <button id=\"on\">next →</button> \
             <span id=\"at\"></span></p>\n{body}<script>\n\
             const all=[...document.querySelectorAll('figure')];let at=0;\n\
             function go(to){{if(!all.length)return;all[at].hidden=true;\
             at=Math.max(0,Math.min(all.length-1,to));all[at].hidden=false;\
             document.getElementById('at').textContent=(at+1)+' of '+all.length;}}\n\
             document.getElementById('back').onclick=()=>go(at-1);\n\
             document.getElementById('on').onclick=()=>go(at+1);\n\
             addEventListener('keydown',e=>{{if(e.key==='ArrowRight')go(at+1);\
             if(e.key==='ArrowLeft')go(at-1);if(e.key==='Home')go(0);if(e.key==='End')go(all.length);}});\n\
             go(0);\n</script>\n</html>\n"
        )
    }
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_structure_is_visible_and_the_others_wait() {
        let mut page = Page::default();
        page.add("a < b", "<svg></svg>");
        page.add("c", "<svg><marker id=\"tip\"/><path marker-end=\"url(#tip)\"/></svg>");
        let text = page.finish("trees");
        assert!(text.contains("<marker id=\"tip2\"/><path marker-end=\"url(#tip2)\"/>"), "{text}");
        assert_eq!(text.matches("<figure>").count(), 1);
        assert_eq!(text.matches("<figure hidden>").count(), 1);
        assert!(text.contains("a &lt; b"));
    }
}
