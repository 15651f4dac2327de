//! Drawings on a page to leaf through: one structure at a time, with the keyboard or the buttons.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use gadfly_wire::ExhaustMode;

use gadfly_session::artifacts::{self, ArtifactsError};
use gadfly_session::pipeline::ValidInput;
use gadfly_session::report::RunReport;

/// The most drawings of a page, evenly spread over all structures: more are not leafed through.
const MOST_DRAWINGS: usize = 2_000;

/// The pages of a run: of functions whose inputs are drawn, and of those that fail.
pub(crate) struct InputPages {
    /// `true` if all valid inputs are drawn.
    is_of_all: bool,
    /// By function.
    pages: BTreeMap<String, Page>,
}

impl InputPages {
    /// No page yet.
    pub(crate) fn new(mode: ExhaustMode) -> Self {
        Self { is_of_all: mode == ExhaustMode::Draw, pages: BTreeMap::new() }
    }

    /// Adds a valid input.
    pub(crate) fn add(&mut self, input: &ValidInput) {
        let page = self.pages.entry(input.function.clone()).or_default();
        page.add(&input.text, &input.svg);
    }

    /// Writes the pages into a folder, and their paths into the report.
    pub(crate) fn write(
        mut self,
        report: &mut RunReport,
        folder: &Path,
    ) -> Result<(), ArtifactsError> {
        std::fs::create_dir_all(folder)
            .map_err(|source| ArtifactsError::Create { path: folder.to_owned(), source })?;
        let functions = report.details.exhaust.iter_mut().flat_map(|it| &mut it.functions);
        for function in functions.filter(|function| function.error.is_none()) {
            if !self.is_of_all && function.case.is_none() {
                continue;
            }
            let mut page = self.pages.remove(&function.function).unwrap_or_default();
            if let Some(case) = &function.case {
                page.add(&format!("{}: {}", case.arguments, case.message), &case.svg);
            }
            let path = folder.join(format!("{}.html", function.function.replace("::", ".")));
            artifacts::write_atomically(&path, page.finish(&function.function).as_bytes())?;
            function.picture = Some(path.display().to_string());
        }
        Ok(())
    }
}

/// A page under construction.
struct Page {
    figures: Vec<Figure>,
    seen: usize,
    /// Of so many structures one is drawn.
    stride: usize,
}

struct Figure {
    number: usize,
    text: String,
    svg: String,
}

impl Default for Page {
    fn default() -> Self {
        Self { figures: Vec::new(), seen: 0, stride: 1 }
    }
}

impl Page {
    /// Adds a structure.
    fn add(&mut self, text: &str, svg: &str) {
        self.seen += 1;
        if !(self.seen - 1).is_multiple_of(self.stride) {
            return;
        }
        let (number, text, svg) = (self.seen, text.to_owned(), svg.to_owned());
        self.figures.push(Figure { number, text, svg });
        if self.figures.len() > MOST_DRAWINGS {
            self.stride *= 2;
            let stride = self.stride;
            self.figures.retain(|figure| (figure.number - 1).is_multiple_of(stride));
        }
    }

    fn body(&self) -> String {
        let mut body = String::new();
        for (index, Figure { number, text, svg }) in self.figures.iter().enumerate() {
            let hidden = if index == 0 { "" } else { " hidden" };
            // Browsers do not draw arrowheads that are defined in a hidden figure: each has its own.
            let svg = svg.replace("\"tip\"", &format!("\"tip{number}\""));
            let svg = svg.replace("#tip)", &format!("#tip{number})"));
            let _ = write!(
                body,
                "<figure{hidden}><figcaption>{number}. <code>{}</code></figcaption>\n{svg}</figure>\n",
                escape(text)
            );
        }
        body
    }

    /// The whole page.
    fn finish(&self, title: &str) -> String {
        let (title, seen, body) = (escape(title), self.seen, self.body());
        let things = if seen == 1 { "structure" } else { "structures" };
        let rest = match self.stride {
            1 => String::new(),
            stride => format!(", one in {stride} drawn"),
        };
        format!(
            "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<title>{title}</title>\n\
             <style>body{{font:16px system-ui;margin:2rem;color:#222;background:#fff}}\
             figure{{margin:1rem 0}}svg{{max-width:100%;height:auto}}figcaption{{margin-bottom:1rem}}\
             button{{font:inherit;padding:.2rem .8rem}}</style>\n\
             <h1>{title}</h1>\n<p>{seen} {things}{rest}. \
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

    #[test]
    fn drawings_are_spread_over_all_structures() {
        let mut page = Page::default();
        for number in 1..=3 * MOST_DRAWINGS {
            page.add(&number.to_string(), "<svg></svg>");
        }
        let numbers: Vec<usize> = page.figures.iter().map(|figure| figure.number).collect();
        assert_eq!(numbers.len(), 3 * MOST_DRAWINGS / 4);
        assert!(numbers.windows(2).all(|pair| pair[1] - pair[0] == 4), "{numbers:?}");
        assert!(page.finish("all").contains("6000 structures, one in 4 drawn."));
    }
}
