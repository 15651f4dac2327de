//! This crate's own sources, for a tool that writes them out beside a user's crate.

/// Path below the crate's folder, and text.
pub static FILES: &[(&str, &str)] = &[
    ("Cargo.toml", include_str!("../Cargo.toml")),
    ("src/coverage.rs", include_str!("coverage.rs")),
    ("src/entry.rs", include_str!("entry.rs")),
    ("src/events.rs", include_str!("events.rs")),
    ("src/generated/arguments.rs", include_str!("generated/arguments.rs")),
    ("src/generated/call.rs", include_str!("generated/call.rs")),
    ("src/generated/law_table.rs", include_str!("generated/law_table.rs")),
    ("src/generated/mod.rs", include_str!("generated/mod.rs")),
    ("src/generated/probe.rs", include_str!("generated/probe.rs")),
    ("src/generated/vtable.rs", include_str!("generated/vtable.rs")),
    ("src/judge/invariants.rs", include_str!("judge/invariants.rs")),
    ("src/judge/mod.rs", include_str!("judge/mod.rs")),
    ("src/judge/schedule.rs", include_str!("judge/schedule.rs")),
    ("src/judge/trait_laws.rs", include_str!("judge/trait_laws.rs")),
    ("src/judge/witnesses.rs", include_str!("judge/witnesses.rs")),
    ("src/laws/cloning/clone_alike.rs", include_str!("laws/cloning/clone_alike.rs")),
    ("src/laws/cloning/clone_equal.rs", include_str!("laws/cloning/clone_equal.rs")),
    ("src/laws/cloning/clone_from_agrees.rs", include_str!("laws/cloning/clone_from_agrees.rs")),
    ("src/laws/cloning/clone_independent.rs", include_str!("laws/cloning/clone_independent.rs")),
    ("src/laws/cloning/mod.rs", include_str!("laws/cloning/mod.rs")),
    ("src/laws/equality/eq_reflexive.rs", include_str!("laws/equality/eq_reflexive.rs")),
    ("src/laws/equality/eq_symmetric.rs", include_str!("laws/equality/eq_symmetric.rs")),
    ("src/laws/equality/eq_transitive.rs", include_str!("laws/equality/eq_transitive.rs")),
    (
        "src/laws/equality/hash_agrees_with_eq.rs",
        include_str!("laws/equality/hash_agrees_with_eq.rs"),
    ),
    ("src/laws/equality/mod.rs", include_str!("laws/equality/mod.rs")),
    ("src/laws/equality/ne_negates_eq.rs", include_str!("laws/equality/ne_negates_eq.rs")),
    ("src/laws/iteration/clone_midway.rs", include_str!("laws/iteration/clone_midway.rs")),
    ("src/laws/iteration/ends_agree.rs", include_str!("laws/iteration/ends_agree.rs")),
    ("src/laws/iteration/fused.rs", include_str!("laws/iteration/fused.rs")),
    ("src/laws/iteration/len_agrees.rs", include_str!("laws/iteration/len_agrees.rs")),
    ("src/laws/iteration/mod.rs", include_str!("laws/iteration/mod.rs")),
    ("src/laws/iteration/shortcuts_agree.rs", include_str!("laws/iteration/shortcuts_agree.rs")),
    ("src/laws/iteration/size_hint_bounds.rs", include_str!("laws/iteration/size_hint_bounds.rs")),
    ("src/laws/iteration/size_hint_count.rs", include_str!("laws/iteration/size_hint_count.rs")),
    (
        "src/laws/iteration/size_hint_drained.rs",
        include_str!("laws/iteration/size_hint_drained.rs"),
    ),
    ("src/laws/iteration/steps.rs", include_str!("laws/iteration/steps.rs")),
    ("src/laws/law.rs", include_str!("laws/law.rs")),
    ("src/laws/list.rs", include_str!("laws/list.rs")),
    ("src/laws/mod.rs", include_str!("laws/mod.rs")),
    (
        "src/laws/ordering/cmp_agrees_with_eq.rs",
        include_str!("laws/ordering/cmp_agrees_with_eq.rs"),
    ),
    (
        "src/laws/ordering/cmp_agrees_with_partial_cmp.rs",
        include_str!("laws/ordering/cmp_agrees_with_partial_cmp.rs"),
    ),
    ("src/laws/ordering/cmp_dual.rs", include_str!("laws/ordering/cmp_dual.rs")),
    ("src/laws/ordering/cmp_transitive.rs", include_str!("laws/ordering/cmp_transitive.rs")),
    ("src/laws/ordering/mod.rs", include_str!("laws/ordering/mod.rs")),
    ("src/laws/ordering/operators_agree.rs", include_str!("laws/ordering/operators_agree.rs")),
    (
        "src/laws/ordering/partial_cmp_agrees_with_eq.rs",
        include_str!("laws/ordering/partial_cmp_agrees_with_eq.rs"),
    ),
    ("src/laws/ordering/partial_cmp_dual.rs", include_str!("laws/ordering/partial_cmp_dual.rs")),
    (
        "src/laws/ordering/partial_cmp_transitive.rs",
        include_str!("laws/ordering/partial_cmp_transitive.rs"),
    ),
    ("src/laws/text/borrow_agrees.rs", include_str!("laws/text/borrow_agrees.rs")),
    ("src/laws/text/error_sources.rs", include_str!("laws/text/error_sources.rs")),
    ("src/laws/text/formats.rs", include_str!("laws/text/formats.rs")),
    ("src/laws/text/mod.rs", include_str!("laws/text/mod.rs")),
    ("src/laws/text/round_trip.rs", include_str!("laws/text/round_trip.rs")),
    ("src/laws/values.rs", include_str!("laws/values.rs")),
    ("src/lib.rs", include_str!("lib.rs")),
    ("src/link/mod.rs", include_str!("link/mod.rs")),
    ("src/link/registry.rs", include_str!("link/registry.rs")),
    ("src/link/table.rs", include_str!("link/table.rs")),
    ("src/machine.rs", include_str!("machine.rs")),
    ("src/number_set.rs", include_str!("number_set.rs")),
    ("src/probe/clone_input.rs", include_str!("probe/clone_input.rs")),
    ("src/probe/mod.rs", include_str!("probe/mod.rs")),
    ("src/probe/prepared_call.rs", include_str!("probe/prepared_call.rs")),
    ("src/probe/prober.rs", include_str!("probe/prober.rs")),
    ("src/process/allocator.rs", include_str!("process/allocator.rs")),
    ("src/process/changes.rs", include_str!("process/changes.rs")),
    ("src/process/mod.rs", include_str!("process/mod.rs")),
    ("src/process/output.rs", include_str!("process/output.rs")),
    ("src/process/panic.rs", include_str!("process/panic.rs")),
    ("src/process/randomness.rs", include_str!("process/randomness.rs")),
    ("src/process/state.rs", include_str!("process/state.rs")),
    ("src/rng.rs", include_str!("rng.rs")),
    ("src/run/borrow.rs", include_str!("run/borrow.rs")),
    ("src/run/executor.rs", include_str!("run/executor.rs")),
    ("src/run/failure.rs", include_str!("run/failure.rs")),
    ("src/run/frame.rs", include_str!("run/frame.rs")),
    ("src/run/lineage.rs", include_str!("run/lineage.rs")),
    ("src/run/live.rs", include_str!("run/live.rs")),
    ("src/run/mod.rs", include_str!("run/mod.rs")),
    ("src/run/observer.rs", include_str!("run/observer.rs")),
    ("src/run/outcome.rs", include_str!("run/outcome.rs")),
    ("src/run/program.rs", include_str!("run/program.rs")),
    ("src/run/property.rs", include_str!("run/property.rs")),
    ("src/run/reporter.rs", include_str!("run/reporter.rs")),
    ("src/search.rs", include_str!("search.rs")),
    ("src/snapshot/checkpoint.rs", include_str!("snapshot/checkpoint.rs")),
    ("src/snapshot/journal.rs", include_str!("snapshot/journal.rs")),
    ("src/snapshot/mod.rs", include_str!("snapshot/mod.rs")),
    ("src/snapshot/overseer.rs", include_str!("snapshot/overseer.rs")),
    ("src/snapshot/provenance.rs", include_str!("snapshot/provenance.rs")),
    ("src/snapshot/quarantine.rs", include_str!("snapshot/quarantine.rs")),
    ("src/snapshot/sanitizer.rs", include_str!("snapshot/sanitizer.rs")),
    ("src/snapshot/suspect.rs", include_str!("snapshot/suspect.rs")),
    ("src/snapshot/watchdog.rs", include_str!("snapshot/watchdog.rs")),
    ("src/sources.rs", include_str!("sources.rs")),
    ("src/strategy/baseline/bottom_up.rs", include_str!("strategy/baseline/bottom_up.rs")),
    ("src/strategy/baseline/mod.rs", include_str!("strategy/baseline/mod.rs")),
    ("src/strategy/baseline/random_walk.rs", include_str!("strategy/baseline/random_walk.rs")),
    ("src/strategy/baseline/top_down.rs", include_str!("strategy/baseline/top_down.rs")),
    ("src/strategy/baseline/value_counter.rs", include_str!("strategy/baseline/value_counter.rs")),
    ("src/strategy/check/attempts.rs", include_str!("strategy/check/attempts.rs")),
    ("src/strategy/check/batch.rs", include_str!("strategy/check/batch.rs")),
    ("src/strategy/check/input.rs", include_str!("strategy/check/input.rs")),
    ("src/strategy/check/mod.rs", include_str!("strategy/check/mod.rs")),
    ("src/strategy/check/property_targets.rs", include_str!("strategy/check/property_targets.rs")),
    ("src/strategy/check/trials.rs", include_str!("strategy/check/trials.rs")),
    ("src/strategy/chosen.rs", include_str!("strategy/chosen.rs")),
    ("src/strategy/explore/chooser.rs", include_str!("strategy/explore/chooser.rs")),
    ("src/strategy/explore/directed.rs", include_str!("strategy/explore/directed.rs")),
    ("src/strategy/explore/fresh.rs", include_str!("strategy/explore/fresh.rs")),
    ("src/strategy/explore/kept.rs", include_str!("strategy/explore/kept.rs")),
    ("src/strategy/explore/mod.rs", include_str!("strategy/explore/mod.rs")),
    ("src/strategy/explore/picks.rs", include_str!("strategy/explore/picks.rs")),
    ("src/strategy/explore/pool.rs", include_str!("strategy/explore/pool.rs")),
    ("src/strategy/explore/samples.rs", include_str!("strategy/explore/samples.rs")),
    ("src/strategy/explore/seeds.rs", include_str!("strategy/explore/seeds.rs")),
    ("src/strategy/explore/splices.rs", include_str!("strategy/explore/splices.rs")),
    ("src/strategy/mod.rs", include_str!("strategy/mod.rs")),
    ("src/strategy/replay.rs", include_str!("strategy/replay.rs")),
    ("src/strategy/walk/enumerate.rs", include_str!("strategy/walk/enumerate.rs")),
    ("src/strategy/walk/mod.rs", include_str!("strategy/walk/mod.rs")),
    ("src/strategy/walk/run_calls.rs", include_str!("strategy/walk/run_calls.rs")),
    ("src/strategy/walk/show.rs", include_str!("strategy/walk/show.rs")),
    ("src/strategy/walk/states.rs", include_str!("strategy/walk/states.rs")),
    ("src/sys/elsewhere.rs", include_str!("sys/elsewhere.rs")),
    ("src/sys/linux.rs", include_str!("sys/linux.rs")),
    ("src/sys/mod.rs", include_str!("sys/mod.rs")),
    ("src/sys/process.rs", include_str!("sys/process.rs")),
    ("src/sys/signals.rs", include_str!("sys/signals.rs")),
    ("src/sys/unix.rs", include_str!("sys/unix.rs")),
    ("src/values/drawn.rs", include_str!("values/drawn.rs")),
    ("src/values/fingerprint.rs", include_str!("values/fingerprint.rs")),
    ("src/values/formatted.rs", include_str!("values/formatted.rs")),
    ("src/values/literal.rs", include_str!("values/literal.rs")),
    ("src/values/mod.rs", include_str!("values/mod.rs")),
    ("src/values/spliced.rs", include_str!("values/spliced.rs")),
    ("src/values/tracked.rs", include_str!("values/tracked.rs")),
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
