//! The calls that are refused on purpose, or by their arguments. All others are refused because they are not allowed.

use libc::c_long;
use seccompiler::SeccompCmpOp::{self, MaskedEq, Ne};
use seccompiler::SeccompRule;

use super::super::policy::Processes;
use super::filters::{CallRules, when};

/// Calls that programs try although they do not need them. They get "not permitted" instead of "does not exist", so that
/// programs report the right error.
pub(super) const CALLS: &[c_long] = &[
    // Networks, and with them the daemons that listen on sockets in the file system.
    libc::SYS_socket,
    libc::SYS_bind,
    libc::SYS_connect,
    libc::SYS_listen,
    libc::SYS_accept,
    libc::SYS_accept4,
    // Other processes, and ways out of the group by which a process and its children are ended.
    libc::SYS_ptrace,
    libc::SYS_process_vm_readv,
    libc::SYS_process_vm_writev,
    libc::SYS_setsid,
    libc::SYS_setpgid,
    libc::SYS_unshare,
    libc::SYS_setns,
    libc::SYS_pidfd_getfd,
    libc::SYS_tkill,
    libc::SYS_kill,
    libc::SYS_rt_sigqueueinfo,
    libc::SYS_rt_tgsigqueueinfo,
    libc::SYS_pidfd_send_signal,
    libc::SYS_execveat,
    // Attributes of files, which Landlock does not guard, and locks on files that others use.
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
    libc::SYS_flock,
    // Special files, and watching what others do with theirs.
    libc::SYS_mknodat,
    libc::SYS_inotify_init1,
    libc::SYS_inotify_add_watch,
    libc::SYS_fanotify_init,
    // Identities and rights.
    libc::SYS_setuid,
    libc::SYS_setgid,
    libc::SYS_setreuid,
    libc::SYS_setregid,
    libc::SYS_setresuid,
    libc::SYS_setresgid,
    libc::SYS_setgroups,
    libc::SYS_capset,
    // Another filter could make other calls fail.
    libc::SYS_seccomp,
    // Objects that outlive a process or concern the whole machine.
    libc::SYS_shmget,
    libc::SYS_msgget,
    libc::SYS_semget,
    libc::SYS_mq_open,
    libc::SYS_mount,
    libc::SYS_umount2,
    libc::SYS_chroot,
    libc::SYS_bpf,
    libc::SYS_perf_event_open,
    libc::SYS_keyctl,
    libc::SYS_add_key,
    libc::SYS_request_key,
    libc::SYS_userfaultfd,
    libc::SYS_open_by_handle_at,
    libc::SYS_reboot,
    libc::SYS_settimeofday,
    libc::SYS_clock_settime,
    libc::SYS_sethostname,
    libc::SYS_setdomainname,
    libc::SYS_syslog,
    libc::SYS_setpriority,
    libc::SYS_ioprio_set,
    libc::SYS_sync,
    libc::SYS_syncfs,
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
    #[cfg(target_arch = "x86_64")]
    libc::SYS_mknod,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_inotify_init,
];

/// Of these, calls that a process may make which starts its own program: signals to what it started.
const FOR_ITSELF: &[c_long] = &[libc::SYS_kill, libc::SYS_tkill, libc::SYS_pidfd_send_signal];

/// The `ioctl`s of terminals and descriptors that ask, and those that concern the own descriptor alone. C libraries differ in
/// their types.
const IOCTLS: &[u64] = &[
    0x5401,      // TCGETS
    0x802c_542a, // TCGETS2
    0x5413,      // TIOCGWINSZ
    0x541b,      // FIONREAD
    0x5421,      // FIONBIO
    0x5450,      // FIONCLEX
    0x5451,      // FIOCLEX
];

/// The `fcntl`s without locks, leases and signals, which affect other processes.
const FCNTLS: &[libc::c_int] = &[
    libc::F_DUPFD,
    libc::F_DUPFD_CLOEXEC,
    libc::F_GETFD,
    libc::F_SETFD,
    libc::F_GETFL,
    libc::F_SETFL,
    libc::F_GETPIPE_SZ,
    libc::F_SETPIPE_SZ,
    libc::F_ADD_SEALS,
    libc::F_GET_SEALS,
];

/// The settings of a process that a `prctl` may ask for or change. The signal at the parent's end is among them because the
/// engine needs it for its copies; it cannot be given up.
const PRCTLS: &[libc::c_int] = &[
    libc::PR_SET_PDEATHSIG,
    libc::PR_GET_PDEATHSIG,
    libc::PR_GET_DUMPABLE,
    libc::PR_SET_NAME,
    libc::PR_GET_NAME,
    libc::PR_GET_SECCOMP,
    libc::PR_CAPBSET_READ,
    libc::PR_SET_TIMERSLACK,
    libc::PR_GET_TIMERSLACK,
    libc::PR_GET_NO_NEW_PRIVS,
    libc::PR_GET_TID_ADDRESS,
    libc::PR_SET_VMA,
];

/// Flags of `clone` by which a copy would leave its namespaces, or get another parent.
const LEAVING: &[libc::c_int] = &[
    libc::CLONE_NEWCGROUP,
    libc::CLONE_NEWIPC,
    libc::CLONE_NEWNET,
    libc::CLONE_NEWNS,
    libc::CLONE_NEWPID,
    libc::CLONE_NEWUSER,
    libc::CLONE_NEWUTS,
    libc::CLONE_PARENT,
];

/// The kinds of sockets but streams, in the bits of the type that name one.
const KIND: u64 = 0xf;

/// Every refused call, with rules where that depends on arguments.
pub(super) fn calls(processes: Processes, start: u64) -> Option<CallRules> {
    let mut calls: CallRules = CALLS.iter().map(|call| (*call, Vec::new())).collect();
    if processes == Processes::Itself {
        FOR_ITSELF.iter().for_each(|call| drop(calls.remove(call)));
    } else {
        calls.insert(libc::SYS_execve, vec![when(&[(0, Ne, start)])?]);
    }
    calls.insert(libc::SYS_ioctl, vec![none_of(1, IOCTLS.iter().copied())?]);
    calls.insert(libc::SYS_fcntl, vec![none_of(1, FCNTLS.iter().map(unsigned))?]);
    let is_own_choice = [
        (0, SeccompCmpOp::Eq, unsigned(&libc::PR_SET_PDEATHSIG)),
        (1, Ne, unsigned(&libc::SIGKILL)),
    ];
    let prctls = vec![none_of(0, PRCTLS.iter().map(unsigned))?, when(&is_own_choice)?];
    calls.insert(libc::SYS_prctl, prctls);
    let leaving = LEAVING.iter().map(|flag| has_bits(0, unsigned(flag)));
    calls.insert(libc::SYS_clone, leaving.collect::<Option<_>>()?);
    // Its own scheduling alone.
    for call in [
        libc::SYS_sched_setaffinity,
        libc::SYS_sched_setscheduler,
        libc::SYS_sched_setparam,
        libc::SYS_sched_setattr,
    ] {
        calls.insert(call, vec![when(&[(0, Ne, 0)])?]);
    }
    // Its own limits may be asked for, not changed. Sanitizers insist on setting the one on core files.
    let core = u64::from(libc::RLIMIT_CORE);
    let limits = vec![when(&[(0, Ne, 0)])?, when(&[(1, Ne, core), (2, Ne, 0)])?];
    calls.insert(libc::SYS_prlimit64, limits);
    // Connected streams, which need no address to send to.
    let unix = unsigned(&libc::AF_UNIX);
    let mut pairs = vec![when(&[(0, Ne, unix)])?];
    for kind in (0..=KIND).filter(|kind| *kind != unsigned(&libc::SOCK_STREAM)) {
        pairs.push(when(&[(1, MaskedEq(KIND), kind)])?);
    }
    calls.insert(libc::SYS_socketpair, pairs);
    calls.insert(libc::SYS_sendto, vec![when(&[(4, Ne, 0)])?]);
    // A descriptor for a path alone shows what Landlock does not let a process open.
    let path = unsigned(&libc::O_PATH);
    calls.insert(libc::SYS_openat, vec![has_bits(2, path)?]);
    #[cfg(target_arch = "x86_64")]
    {
        calls.insert(libc::SYS_open, vec![has_bits(1, path)?]);
        calls.insert(libc::SYS_setrlimit, vec![when(&[(0, Ne, core)])?]);
    }
    Some(calls)
}

fn has_bits(argument: u8, bits: u64) -> Option<SeccompRule> {
    when(&[(argument, MaskedEq(bits), bits)])
}

fn none_of(argument: u8, values: impl Iterator<Item = u64>) -> Option<SeccompRule> {
    let conditions: Vec<_> = values.map(|value| (argument, Ne, value)).collect();
    when(&conditions)
}

fn unsigned(number: &libc::c_int) -> u64 {
    u64::from(number.cast_unsigned())
}
