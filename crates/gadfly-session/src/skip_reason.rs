//! Why a function takes no part, for people.

use gadfly_plan::prepared::FunctionRecord;

use crate::pipeline::ItemFilter;
use crate::report;

/// The reason: the person's own wish before anything else.
pub(crate) fn skip_reason(filter: &ItemFilter, function: &FunctionRecord) -> Option<String> {
    let reason = function.reason.as_deref()?;
    if filter.admits(&function.path) {
        Some(report::reason(reason))
    } else {
        Some("left out by --include or --exclude".to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn excluded_items_are_not_blamed_on_types() {
        let function = |reason: Option<&str>| FunctionRecord {
            path: "k::f".to_owned(),
            signature: "f()".to_owned(),
            callable: reason.is_none(),
            instances: Vec::new(),
            reason: reason.map(str::to_owned),
            panics: None,
            requirement: None,
            arguments: Vec::new(),
        };
        let all = ItemFilter { include: Vec::new(), exclude: Vec::new() };
        let none = ItemFilter { exclude: vec!["f".parse().expect("a pattern")], ..all.clone() };
        assert_eq!(skip_reason(&all, &function(None)), None);
        assert_eq!(skip_reason(&all, &function(Some("unsafe fn"))).as_deref(), Some("unsafe fn"));
        assert_eq!(
            skip_reason(&none, &function(Some("nothing makes its arguments"))).as_deref(),
            Some("left out by --include or --exclude")
        );
    }
}
