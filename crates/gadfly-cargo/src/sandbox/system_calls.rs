//! Which system calls are refused, by seccomp: those that reach beyond files and memory.

use std::collections::BTreeMap;

use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter,
    SeccompRule, TargetArch,
};

use super::policy::Processes;

/// The flags of `clone` for a thread, and for a child that shares its parent's memory for a moment.
const THREAD: u64 = libc::CLONE_THREAD as u64;
const VFORK: u64 = libc::CLONE_VFORK as u64;

/// Networks, and with them the daemons that listen on sockets in the file system.
const SOCKETS: &[libc::c_long] = &[libc::SYS_socket];

/// Other processes, and ways out of the group by which a process and its children are ended.
const PROCESSES: &[libc::c_long] = &[
    libc::SYS_ptrace,
    libc::SYS_process_vm_readv,
    libc::SYS_process_vm_writev,
    libc::SYS_setsid,
    libc::SYS_setpgid,
    libc::SYS_unshare,
    libc::SYS_setns,
    libc::SYS_pidfd_getfd,
];

/// Signals to any process or group. What a process sends to its own threads, as `abort` does, goes
/// other ways.
const SIGNALS: &[libc::c_long] = &[
    libc::SYS_kill,
    libc::SYS_rt_sigqueueinfo,
    libc::SYS_rt_tgsigqueueinfo,
    libc::SYS_pidfd_send_signal,
];

/// Calls that change attributes of files, which Landlock does not guard.
const ATTRIBUTES: &[libc::c_long] = &[
    libc::SYS_fchmod,
    libc::SYS_fchmodat,
    libc::SYS_fchown,
    libc::SYS_fchownat,
    libc::SYS_setxattr,
    libc::SYS_lsetxattr,
    libc::SYS_fsetxattr,
    libc::SYS_removexattr,
    libc::SYS_lremovexattr,
    libc::SYS_fremovexattr,
    libc::SYS_utimensat,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_chmod,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_chown,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_lchown,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_utime,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_utimes,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_futimesat,
];

/// Calls whose effects outlive a process or concern the whole machine.
const MACHINE: &[libc::c_long] = &[
    libc::SYS_shmget,
    libc::SYS_msgget,
    libc::SYS_semget,
    libc::SYS_mq_open,
    libc::SYS_mount,
    libc::SYS_umount2,
    libc::SYS_pivot_root,
    libc::SYS_chroot,
    libc::SYS_bpf,
    libc::SYS_perf_event_open,
    libc::SYS_keyctl,
    libc::SYS_add_key,
    libc::SYS_request_key,
    libc::SYS_io_uring_setup,
    libc::SYS_userfaultfd,
    libc::SYS_fanotify_init,
    libc::SYS_open_by_handle_at,
    libc::SYS_init_module,
    libc::SYS_finit_module,
    libc::SYS_delete_module,
    libc::SYS_kexec_load,
    libc::SYS_reboot,
    libc::SYS_swapon,
    libc::SYS_swapoff,
    libc::SYS_settimeofday,
    libc::SYS_clock_settime,
    libc::SYS_adjtimex,
    libc::SYS_clock_adjtime,
    libc::SYS_sethostname,
    libc::SYS_setdomainname,
    libc::SYS_quotactl,
    libc::SYS_acct,
    libc::SYS_syslog,
    libc::SYS_setpriority,
    libc::SYS_ioprio_set,
];

/// The filters as the kernel takes them; nothing for a processor they are not known for. The one
/// program whose name stands at `start` may be started.
pub(super) fn filters(processes: Processes, start: u64) -> Option<Vec<BpfProgram>> {
    let mut refused: BTreeMap<i64, Vec<SeccompRule>> = [SOCKETS, PROCESSES, ATTRIBUTES, MACHINE]
        .concat()
        .into_iter()
        .map(|call| (call, Vec::new()))
        .collect();
    // Limits may be asked for, not changed; a process that runs as root could raise them. Sanitizers insist on setting the
    // one on core files.
    let core = u64::from(libc::RLIMIT_CORE);
    let other = |argument| (argument, SeccompCmpOp::Ne, core);
    refused.insert(libc::SYS_prlimit64, vec![when(&[other(1), (2, SeccompCmpOp::Ne, 0)])?]);
    #[cfg(target_arch = "x86_64")]
    refused.insert(libc::SYS_setrlimit, vec![when(&[other(0)])?]);
    if processes != Processes::Itself {
        refused.extend(SIGNALS.iter().map(|call| (*call, Vec::new())));
        refused.insert(libc::SYS_execve, vec![when(&[(0, SeccompCmpOp::Ne, start)])?]);
        refused.insert(libc::SYS_execveat, Vec::new());
    }
    // As if there were too many already. No thread, and...
    let is_process = (0, SeccompCmpOp::MaskedEq(THREAD), 0);
    let copies = match processes {
        Processes::None => when(&[is_process])?,
        Processes::Copies(pass) => when(&[is_process, (2, SeccompCmpOp::Ne, pass)])?,
        // ...what a program is started with.
        Processes::Itself => when(&[is_process, (0, SeccompCmpOp::MaskedEq(VFORK), 0)])?,
    };
    let mut forks: BTreeMap<i64, Vec<SeccompRule>> = BTreeMap::new();
    forks.insert(libc::SYS_clone, vec![copies]);
    #[cfg(target_arch = "x86_64")]
    {
        forks.insert(libc::SYS_fork, Vec::new());
        if processes != Processes::Itself {
            forks.insert(libc::SYS_vfork, Vec::new());
        }
    }
    // Its arguments stand in memory, where a filter cannot look; without it `clone` is used.
    let unknown = BTreeMap::from([(libc::SYS_clone3, Vec::new())]);
    Some(vec![
        filter(refused, libc::EPERM)?,
        filter(forks, libc::EAGAIN)?,
        filter(unknown, libc::ENOSYS)?,
    ])
}

/// Conditions on 64-bit arguments that must all hold.
fn when(conditions: &[(u8, SeccompCmpOp, u64)]) -> Option<SeccompRule> {
    let conditions = conditions.iter().map(|(argument, compare, value)| {
        SeccompCondition::new(*argument, SeccompCmpArgLen::Qword, compare.clone(), *value).ok()
    });
    SeccompRule::new(conditions.collect::<Option<_>>()?).ok()
}

fn filter(refused: BTreeMap<i64, Vec<SeccompRule>>, error: i32) -> Option<BpfProgram> {
    let arch = TargetArch::try_from(std::env::consts::ARCH).ok()?;
    let refuse = SeccompAction::Errno(error.cast_unsigned());
    SeccompFilter::new(refused, SeccompAction::Allow, refuse, arch).ok()?.try_into().ok()
}
