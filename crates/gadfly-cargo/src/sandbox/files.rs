//! The files that a process can access, by Landlock.

use std::path::{Path, PathBuf};

use landlock::{
    ABI, Access, AccessFs, AccessNet, CompatLevel, Compatible, Ruleset, RulesetAttr,
    RulesetCreated, RulesetCreatedAttr, RulesetError, Scope, path_beneath_rules,
};

use super::Sandbox;

/// The newest rules known here; an older kernel enforces those it knows.
const NEWEST: ABI = ABI::V6;

/// Files of the system that programs need: libraries, time zones, names, the kernel's own files.
const SYSTEM: &[&str] =
    &["/usr", "/lib", "/lib32", "/lib64", "/bin", "/etc", "/proc", "/sys", "/nix/store"];

/// Devices without data.
const DEVICES: &[&str] = &["/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"];

/// Folders where the kernel finds the loaders of programs and their libraries.
pub(super) const LOADERS: &[&str] = &[
    "/lib64/ld-linux-x86-64.so.2",
    "/lib/ld-linux-aarch64.so.1",
    "/lib/ld-musl-x86_64.so.1",
    "/lib/ld-musl-aarch64.so.1",
];

/// Rules for a process that is to become `program`.
pub(super) fn rules(sandbox: &Sandbox, program: &Path) -> Result<RulesetCreated, RulesetError> {
    let read = AccessFs::ReadFile | AccessFs::ReadDir;
    let execute = AccessFs::ReadFile | AccessFs::Execute;
    // No sockets, pipes or devices, and what is written cannot be run.
    let write = AccessFs::from_all(NEWEST)
        & !(AccessFs::Execute
            | AccessFs::MakeSock
            | AccessFs::MakeFifo
            | AccessFs::MakeBlock
            | AccessFs::MakeChar
            | AccessFs::IoctlDev);
    let device = AccessFs::ReadFile | AccessFs::WriteFile;
    let shown = SYSTEM.iter().map(PathBuf::from).chain(sandbox.readable.iter().cloned());
    let run = LOADERS.iter().map(PathBuf::from).chain([program.to_owned()]);
    Ruleset::default()
        .set_compatibility(CompatLevel::BestEffort)
        .handle_access(AccessFs::from_all(NEWEST))?
        .handle_access(AccessNet::from_all(NEWEST))?
        .scope(Scope::from_all(NEWEST))?
        .create()?
        .add_rules(path_beneath_rules(shown, read))?
        .add_rules(path_beneath_rules(DEVICES, device))?
        .add_rules(path_beneath_rules(run, execute))?
        .add_rules(path_beneath_rules(&sandbox.reports, AccessFs::WriteFile))?
        .add_rules(path_beneath_rules(&sandbox.pages, device))?
        .add_rules(path_beneath_rules(&sandbox.writable, write))
}
