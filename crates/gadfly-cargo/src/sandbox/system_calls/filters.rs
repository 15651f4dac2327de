//! The programs of the filters, from the lists.

use std::collections::BTreeMap;

use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter,
    SeccompRule, TargetArch,
};

use super::super::policy::Processes;
use super::{allowed, refused};

/// Calls by number, each with its rules: it matches if one of them does, or if there are none.
pub(super) type CallRules = BTreeMap<i64, Vec<SeccompRule>>;

/// The flags of `clone` for a thread, and for a child that shares its parent's memory for a moment.
const THREAD: u64 = libc::CLONE_THREAD as u64;
const VFORK: u64 = libc::CLONE_VFORK as u64;

/// The filters as the kernel takes them, in the order in which they are installed; nothing for a processor they are not
/// known for. The one program whose name stands at `start` may be started.
pub(in super::super) fn filters(processes: Processes, start: u64) -> Option<Vec<BpfProgram>> {
    let existing = allowed::CALLS.iter().chain(refused::CALLS).map(|call| (*call, Vec::new()));
    let refused = refused::calls(processes, start)?;
    Some(vec![
        program(existing.collect(), error(libc::ENOSYS), SeccompAction::Allow)?,
        program(copies(processes)?, SeccompAction::Allow, error(libc::EAGAIN))?,
        program(refused, SeccompAction::Allow, error(libc::EPERM))?,
    ])
}

/// The calls that make processes which this one may not make.
fn copies(processes: Processes) -> Option<CallRules> {
    // No thread, and...
    let is_process = (0, SeccompCmpOp::MaskedEq(THREAD), 0);
    let copies = match processes {
        Processes::None => when(&[is_process])?,
        Processes::Copies(pass) => when(&[is_process, (2, SeccompCmpOp::Ne, pass)])?,
        // ...not what a program is started with.
        Processes::Itself => when(&[is_process, (0, SeccompCmpOp::MaskedEq(VFORK), 0)])?,
    };
    let mut calls = CallRules::from([(libc::SYS_clone, vec![copies])]);
    #[cfg(target_arch = "x86_64")]
    {
        calls.insert(libc::SYS_fork, Vec::new());
        if processes != Processes::Itself {
            calls.insert(libc::SYS_vfork, Vec::new());
        }
    }
    Some(calls)
}

/// A rule of conditions on 64-bit arguments that must all hold.
pub(super) fn when(conditions: &[(u8, SeccompCmpOp, u64)]) -> Option<SeccompRule> {
    let conditions = conditions.iter().map(|(argument, compare, value)| {
        SeccompCondition::new(*argument, SeccompCmpArgLen::Qword, compare.clone(), *value).ok()
    });
    SeccompRule::new(conditions.collect::<Option<_>>()?).ok()
}

fn error(number: i32) -> SeccompAction {
    SeccompAction::Errno(number.cast_unsigned())
}

fn program(calls: CallRules, otherwise: SeccompAction, then: SeccompAction) -> Option<BpfProgram> {
    let arch = TargetArch::try_from(std::env::consts::ARCH).ok()?;
    SeccompFilter::new(calls, otherwise, then, arch).ok()?.try_into().ok()
}
