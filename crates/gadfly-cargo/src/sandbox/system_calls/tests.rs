//! The filters, run on the calls that a process could make by an interpreter of their programs.

use std::collections::BTreeSet;

use seccompiler::sock_filter;

use super::super::policy::Processes;
use super::{allowed, filters, refused};

/// A number with which a process may fork.
const PASS: u64 = 0x1234_5678_9abc_def0;
/// The address of the name of the program that may be started.
const START: u64 = 0x7f00_1234_5678;
/// The bit of the numbers of x32, another interface of the same kernel.
const X32: i64 = 1 << 30;
/// More numbers than any kernel has.
const NUMBERS: i64 = 1 << 11;

/// The answer of the filters to a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Answer {
    Passes,
    Fails(i32),
}

fn answer(processes: Processes, call: i64, arguments: [u64; 6]) -> Answer {
    let filters = filters(processes, START).expect("they are known for this processor");
    let answers: Vec<u32> = filters.iter().map(|filter| run(filter, call, arguments)).collect();
    // The kernel asks the last one first, and takes the first answer of the strictest kind.
    let strictest = answers.iter().rev().find(|answer| **answer != ALLOW);
    strictest.map_or(Answer::Passes, |answer| {
        assert_eq!(answer & 0xffff_0000, 0x0005_0000, "an error: {answer:#x}");
        Answer::Fails((answer & 0xffff) as i32)
    })
}

const ALLOW: u32 = 0x7fff_0000;

/// Runs one program as the kernel does, on the structure that it sees: number, processor, address, six arguments.
fn run(program: &[sock_filter], call: i64, arguments: [u64; 6]) -> u32 {
    let processor: u32 = if cfg!(target_arch = "x86_64") { 0xc000_003e } else { 0xc000_00b7 };
    let mut data = vec![call as u32, processor, 0, 0];
    data.extend(arguments.iter().flat_map(|argument| [*argument as u32, (argument >> 32) as u32]));
    let (mut at, mut word) = (0, 0_u32);
    loop {
        let step = &program[at];
        at += 1;
        let branch = |is_taken: bool| usize::from(if is_taken { step.jt } else { step.jf });
        match step.code {
            0x20 => word = data[step.k as usize / 4],
            0x54 => word &= step.k,
            0x05 => at += step.k as usize,
            0x15 => at += branch(word == step.k),
            0x25 => at += branch(word > step.k),
            0x35 => at += branch(word >= step.k),
            0x06 => return step.k,
            other => panic!("no such instruction: {other:#x}"),
        }
    }
}

#[test]
fn unlisted_calls_do_not_exist() {
    let known: BTreeSet<i64> = allowed::CALLS.iter().chain(refused::CALLS).copied().collect();
    for call in (0..NUMBERS).filter(|call| !known.contains(call)) {
        assert_eq!(answer(Processes::None, call, [0; 6]), Answer::Fails(libc::ENOSYS), "{call}");
    }
    for call in (0..NUMBERS).map(|call| call | X32) {
        assert_eq!(answer(Processes::None, call, [0; 6]), Answer::Fails(libc::ENOSYS), "{call}");
    }
}

/// The list is for reviewers: `UPDATE_SNAPSHOTS=1` writes it anew, and every line that is added has to be justified.
#[cfg(target_arch = "x86_64")]
#[test]
fn calls_that_reach_the_kernel_are_reviewed() {
    let source = include_str!("allowed.rs");
    let names: Vec<&str> = source
        .lines()
        .filter_map(|line| line.trim().strip_prefix("libc::SYS_")?.strip_suffix(','))
        .collect();
    assert_eq!(names.len(), allowed::CALLS.len());
    let kinds = [Processes::None, Processes::Copies(PASS), Processes::Itself];
    let mut calls: Vec<(i64, &str)> = allowed::CALLS.iter().copied().zip(names).collect();
    calls.sort_unstable();
    let mut list = String::from(
        "# number, name, and the answer without arguments: alone, of a harness, of a test\n",
    );
    for (call, name) in calls {
        let answers = kinds.map(|processes| match answer(processes, call, [0; 6]) {
            Answer::Passes => "passes",
            Answer::Fails(libc::EPERM) => "EPERM",
            Answer::Fails(libc::EAGAIN) => "EAGAIN",
            Answer::Fails(other) => panic!("{name}: {other}"),
        });
        list.push_str(&format!("{call:>4} {name:<24} {}\n", answers.join(" ")));
    }
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/src/sandbox/system_calls/reaching.txt");
    if std::env::var_os("UPDATE_SNAPSHOTS").is_some() {
        std::fs::write(path, &list).expect("written");
    }
    assert_eq!(std::fs::read_to_string(path).expect("a list"), list);
}

#[test]
fn refused_calls_are_not_permitted() {
    for call in refused::CALLS {
        for arguments in [[0; 6], [u64::MAX; 6]] {
            let answer = answer(Processes::None, *call, arguments);
            assert_eq!(answer, Answer::Fails(libc::EPERM), "{call}");
        }
    }
}

#[test]
fn lists_are_disjoint() {
    let allowed: BTreeSet<i64> = allowed::CALLS.iter().copied().collect();
    assert_eq!(allowed.len(), allowed::CALLS.len(), "each once");
    assert!(refused::CALLS.iter().all(|call| !allowed.contains(call)));
}

/// Calls, and whether they pass with these arguments.
#[track_caller]
fn check(processes: Processes, call: libc::c_long, cases: &[(&[u64], bool)]) {
    for (arguments, passes) in cases {
        let mut all = [0; 6];
        all[..arguments.len()].copy_from_slice(arguments);
        let found = answer(processes, call, all);
        assert_eq!(found == Answer::Passes, *passes, "{call} {arguments:x?}: {found:?}");
    }
}

fn bits(flags: libc::c_int) -> u64 {
    u64::from(flags.cast_unsigned())
}

#[test]
fn only_the_process_itself_is_changed() {
    let none = Processes::None;
    check(none, libc::SYS_sched_setaffinity, &[(&[0, 8, 1], true), (&[77, 8, 1], false)]);
    check(none, libc::SYS_sched_setscheduler, &[(&[0], true), (&[77], false)]);
    check(none, libc::SYS_sched_setattr, &[(&[0], true), (&[1 << 32], false)]);
    let files = u64::from(libc::RLIMIT_NOFILE);
    let core = u64::from(libc::RLIMIT_CORE);
    let limits: &[(&[u64], bool)] = &[
        (&[0, files, 0, 1], true),
        (&[0, core, 1, 0], true),
        (&[0, files, 1, 0], false),
        (&[77, core, 1, 0], false),
        (&[77, files, 0, 1], false),
    ];
    check(none, libc::SYS_prlimit64, limits);
    let death = bits(libc::PR_SET_PDEATHSIG);
    let settings: &[(&[u64], bool)] = &[
        (&[bits(libc::PR_SET_NAME)], true),
        (&[death, bits(libc::SIGKILL)], true),
        (&[death, 0], false),
        (&[bits(libc::PR_SET_SECCOMP), 2], false),
        (&[bits(libc::PR_SET_CHILD_SUBREAPER), 1], false),
    ];
    check(none, libc::SYS_prctl, settings);
}

#[test]
fn descriptors_reach_nothing_else() {
    let none = Processes::None;
    let path = bits(libc::O_PATH);
    check(none, libc::SYS_openat, &[(&[0, 0, bits(libc::O_RDWR)], true), (&[0, 0, path], false)]);
    let (unix, stream) = (bits(libc::AF_UNIX), bits(libc::SOCK_STREAM));
    let pairs: &[(&[u64], bool)] = &[
        (&[unix, stream], true),
        (&[unix, stream | bits(libc::SOCK_CLOEXEC | libc::SOCK_NONBLOCK)], true),
        (&[unix, bits(libc::SOCK_DGRAM)], false),
        (&[unix, bits(libc::SOCK_SEQPACKET)], false),
        (&[bits(libc::AF_INET), stream], false),
    ];
    check(none, libc::SYS_socketpair, pairs);
    check(none, libc::SYS_sendto, &[(&[3, 1, 1, 0, 0], true), (&[3, 1, 1, 0, 1], false)]);
    let controls: &[(&[u64], bool)] =
        &[(&[1, 0x5401], true), (&[1, 0x5413], true), (&[1, 0x4008_6602], false)];
    check(none, libc::SYS_ioctl, controls);
    let commands: &[(&[u64], bool)] = &[
        (&[1, bits(libc::F_GETFL)], true),
        (&[1, bits(libc::F_SETLK)], false),
        (&[1, bits(libc::F_SETLEASE)], false),
        (&[1, bits(libc::F_SETOWN)], false),
    ];
    check(none, libc::SYS_fcntl, commands);
}

#[test]
fn copies_need_the_number_and_stay() {
    let (thread, child) = (bits(libc::CLONE_THREAD | libc::CLONE_VM), bits(libc::SIGCHLD));
    let copies = Processes::Copies(PASS);
    check(Processes::None, libc::SYS_clone, &[(&[thread], true), (&[child, 0, PASS], false)]);
    let user = bits(libc::CLONE_NEWUSER);
    let cases: &[(&[u64], bool)] = &[
        (&[thread], true),
        (&[child, 0, PASS], true),
        (&[child, 0, PASS + 1], false),
        (&[child | user, 0, PASS], false),
        (&[child | bits(libc::CLONE_PARENT), 0, PASS], false),
    ];
    check(copies, libc::SYS_clone, cases);
    assert_eq!(
        answer(copies, libc::SYS_clone, [child, 0, 0, 0, 0, 0]),
        Answer::Fails(libc::EAGAIN)
    );
    let vfork = bits(libc::CLONE_VFORK | libc::CLONE_VM) | child;
    check(Processes::Itself, libc::SYS_clone, &[(&[vfork], true), (&[child], false)]);
}

#[test]
fn only_one_program_is_started() {
    for processes in [Processes::None, Processes::Copies(PASS)] {
        check(processes, libc::SYS_execve, &[(&[START], true), (&[START + 8], false)]);
        check(processes, libc::SYS_kill, &[(&[0, 9], false)]);
    }
    check(Processes::Itself, libc::SYS_execve, &[(&[START + 8], true)]);
    check(Processes::Itself, libc::SYS_kill, &[(&[77, 9], true)]);
}
