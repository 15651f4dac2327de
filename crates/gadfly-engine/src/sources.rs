//! This crate's own sources, for a tool that writes them out beside a user's crate.

/// Path below the crate's folder, and text.
pub static FILES: &[(&str, &str)] = &[
    ("Cargo.toml", include_str!("../Cargo.toml")),
    ("src/allocator.rs", include_str!("allocator.rs")),
    ("src/borrow.rs", include_str!("borrow.rs")),
    ("src/checkpoint.rs", include_str!("checkpoint.rs")),
    ("src/clone_input.rs", include_str!("clone_input.rs")),
    ("src/coverage.rs", include_str!("coverage.rs")),
    ("src/entry.rs", include_str!("entry.rs")),
    ("src/events.rs", include_str!("events.rs")),
    ("src/execute.rs", include_str!("execute.rs")),
    ("src/failure.rs", include_str!("failure.rs")),
    ("src/fingerprint.rs", include_str!("fingerprint.rs")),
    ("src/formatted.rs", include_str!("formatted.rs")),
    ("src/frame.rs", include_str!("frame.rs")),
    ("src/generated/arguments.rs", include_str!("generated/arguments.rs")),
    ("src/generated/call.rs", include_str!("generated/call.rs")),
    ("src/generated/law_table.rs", include_str!("generated/law_table.rs")),
    ("src/generated/mod.rs", include_str!("generated/mod.rs")),
    ("src/generated/probe.rs", include_str!("generated/probe.rs")),
    ("src/generated/vtable.rs", include_str!("generated/vtable.rs")),
    ("src/journal.rs", include_str!("journal.rs")),
    ("src/laws/borrow_agrees.rs", include_str!("laws/borrow_agrees.rs")),
    ("src/laws/check.rs", include_str!("laws/check.rs")),
    ("src/laws/clone_alike.rs", include_str!("laws/clone_alike.rs")),
    ("src/laws/clone_equal.rs", include_str!("laws/clone_equal.rs")),
    ("src/laws/clone_from_agrees.rs", include_str!("laws/clone_from_agrees.rs")),
    ("src/laws/clone_independent.rs", include_str!("laws/clone_independent.rs")),
    ("src/laws/clone_midway.rs", include_str!("laws/clone_midway.rs")),
    ("src/laws/cmp_agrees_with_eq.rs", include_str!("laws/cmp_agrees_with_eq.rs")),
    (
        "src/laws/cmp_agrees_with_partial_cmp.rs",
        include_str!("laws/cmp_agrees_with_partial_cmp.rs"),
    ),
    ("src/laws/cmp_dual.rs", include_str!("laws/cmp_dual.rs")),
    ("src/laws/cmp_transitive.rs", include_str!("laws/cmp_transitive.rs")),
    ("src/laws/ends_agree.rs", include_str!("laws/ends_agree.rs")),
    ("src/laws/eq_reflexive.rs", include_str!("laws/eq_reflexive.rs")),
    ("src/laws/eq_symmetric.rs", include_str!("laws/eq_symmetric.rs")),
    ("src/laws/eq_transitive.rs", include_str!("laws/eq_transitive.rs")),
    ("src/laws/error_sources.rs", include_str!("laws/error_sources.rs")),
    ("src/laws/formats.rs", include_str!("laws/formats.rs")),
    ("src/laws/fused.rs", include_str!("laws/fused.rs")),
    ("src/laws/hash_agrees_with_eq.rs", include_str!("laws/hash_agrees_with_eq.rs")),
    ("src/laws/iterators.rs", include_str!("laws/iterators.rs")),
    ("src/laws/law.rs", include_str!("laws/law.rs")),
    ("src/laws/len_agrees.rs", include_str!("laws/len_agrees.rs")),
    ("src/laws/list.rs", include_str!("laws/list.rs")),
    ("src/laws/mod.rs", include_str!("laws/mod.rs")),
    ("src/laws/ne_negates_eq.rs", include_str!("laws/ne_negates_eq.rs")),
    ("src/laws/operators_agree.rs", include_str!("laws/operators_agree.rs")),
    ("src/laws/partial_cmp_agrees_with_eq.rs", include_str!("laws/partial_cmp_agrees_with_eq.rs")),
    ("src/laws/partial_cmp_dual.rs", include_str!("laws/partial_cmp_dual.rs")),
    ("src/laws/partial_cmp_transitive.rs", include_str!("laws/partial_cmp_transitive.rs")),
    ("src/laws/report.rs", include_str!("laws/report.rs")),
    ("src/laws/round_trip.rs", include_str!("laws/round_trip.rs")),
    ("src/laws/schedule.rs", include_str!("laws/schedule.rs")),
    ("src/laws/shortcuts_agree.rs", include_str!("laws/shortcuts_agree.rs")),
    ("src/laws/size_hint_bounds.rs", include_str!("laws/size_hint_bounds.rs")),
    ("src/laws/size_hint_count.rs", include_str!("laws/size_hint_count.rs")),
    ("src/laws/size_hint_drained.rs", include_str!("laws/size_hint_drained.rs")),
    ("src/laws/values.rs", include_str!("laws/values.rs")),
    ("src/laws/witnesses.rs", include_str!("laws/witnesses.rs")),
    ("src/lib.rs", include_str!("lib.rs")),
    ("src/literal.rs", include_str!("literal.rs")),
    ("src/observe.rs", include_str!("observe.rs")),
    ("src/output.rs", include_str!("output.rs")),
    ("src/overseer.rs", include_str!("overseer.rs")),
    ("src/panic.rs", include_str!("panic.rs")),
    ("src/pool.rs", include_str!("pool.rs")),
    ("src/prepared_call.rs", include_str!("prepared_call.rs")),
    ("src/probe_call.rs", include_str!("probe_call.rs")),
    ("src/process_changes.rs", include_str!("process_changes.rs")),
    ("src/process_state.rs", include_str!("process_state.rs")),
    ("src/program.rs", include_str!("program.rs")),
    ("src/property.rs", include_str!("property.rs")),
    ("src/provenance.rs", include_str!("provenance.rs")),
    ("src/quarantine.rs", include_str!("quarantine.rs")),
    ("src/registry.rs", include_str!("registry.rs")),
    ("src/report_panic.rs", include_str!("report_panic.rs")),
    ("src/rng.rs", include_str!("rng.rs")),
    ("src/sanitizer.rs", include_str!("sanitizer.rs")),
    ("src/search.rs", include_str!("search.rs")),
    ("src/seen.rs", include_str!("seen.rs")),
    ("src/slicing.rs", include_str!("slicing.rs")),
    ("src/sources.rs", include_str!("sources.rs")),
    ("src/spliced.rs", include_str!("spliced.rs")),
    ("src/strategy/attempts.rs", include_str!("strategy/attempts.rs")),
    ("src/strategy/baseline/bottom_up.rs", include_str!("strategy/baseline/bottom_up.rs")),
    ("src/strategy/baseline/mod.rs", include_str!("strategy/baseline/mod.rs")),
    ("src/strategy/baseline/random_walk.rs", include_str!("strategy/baseline/random_walk.rs")),
    ("src/strategy/baseline/top_down.rs", include_str!("strategy/baseline/top_down.rs")),
    ("src/strategy/baseline/witness.rs", include_str!("strategy/baseline/witness.rs")),
    ("src/strategy/batch.rs", include_str!("strategy/batch.rs")),
    ("src/strategy/check.rs", include_str!("strategy/check.rs")),
    ("src/strategy/choice.rs", include_str!("strategy/choice.rs")),
    ("src/strategy/chosen.rs", include_str!("strategy/chosen.rs")),
    ("src/strategy/explore.rs", include_str!("strategy/explore.rs")),
    ("src/strategy/input.rs", include_str!("strategy/input.rs")),
    ("src/strategy/kept.rs", include_str!("strategy/kept.rs")),
    ("src/strategy/mod.rs", include_str!("strategy/mod.rs")),
    ("src/strategy/picks.rs", include_str!("strategy/picks.rs")),
    ("src/strategy/property_targets.rs", include_str!("strategy/property_targets.rs")),
    ("src/strategy/replay.rs", include_str!("strategy/replay.rs")),
    ("src/strategy/seeds.rs", include_str!("strategy/seeds.rs")),
    ("src/strategy/splices.rs", include_str!("strategy/splices.rs")),
    ("src/strategy/walk/enumerate.rs", include_str!("strategy/walk/enumerate.rs")),
    ("src/strategy/walk/mod.rs", include_str!("strategy/walk/mod.rs")),
    ("src/strategy/walk/run_calls.rs", include_str!("strategy/walk/run_calls.rs")),
    ("src/strategy/walk/show.rs", include_str!("strategy/walk/show.rs")),
    ("src/strategy/walk/states.rs", include_str!("strategy/walk/states.rs")),
    ("src/suspect.rs", include_str!("suspect.rs")),
    ("src/sys/elsewhere.rs", include_str!("sys/elsewhere.rs")),
    ("src/sys/mod.rs", include_str!("sys/mod.rs")),
    ("src/sys/process.rs", include_str!("sys/process.rs")),
    ("src/sys/signals.rs", include_str!("sys/signals.rs")),
    ("src/sys/unix.rs", include_str!("sys/unix.rs")),
    ("src/table.rs", include_str!("table.rs")),
    ("src/tracked.rs", include_str!("tracked.rs")),
    ("src/watchdog.rs", include_str!("watchdog.rs")),
];

#[cfg(test)]
mod tests {
    use super::FILES;
    use std::path::Path;

    #[test]
    fn every_source_file_is_embedded() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let mut found = vec!["Cargo.toml".to_owned()];
        collect(root, "src", &mut found);
        found.sort();
        let embedded: Vec<&str> = FILES.iter().map(|(path, _)| *path).collect();
        assert_eq!(embedded, found);
    }

    fn collect(root: &Path, folder: &str, found: &mut Vec<String>) {
        for entry in std::fs::read_dir(root.join(folder)).expect("the folder is readable") {
            let entry = entry.expect("the entry is readable");
            let path = format!("{folder}/{}", entry.file_name().to_string_lossy());
            if entry.path().is_dir() {
                collect(root, &path, found);
            } else {
                found.push(path);
            }
        }
    }
}
