//! Attempts of a confined process to access foreign objects, each with an object outside whose state is compared.

use std::ffi::CString;
use std::os::fd::AsRawFd;
use std::os::unix::net::UnixDatagram;
use std::path::Path;

use super::super::Sandbox;
use super::deeds::attempt;

/// The number of the x32 interface for `getpid`.
const X32_GETPID: libc::c_long = 0x4000_0000 | 39;
const FCHMODAT2: libc::c_long = 452;
const SETXATTRAT: libc::c_long = 463;
const MOUNT_SETATTR: libc::c_long = 442;
/// Sets the flags of a file in a file system that has some.
const SET_FLAGS: u64 = 0x4008_6602;

/// Tries an escape; `place` is its target. `None` if the deed is none of these.
pub(super) fn done(deed: &str, place: &str) -> Option<bool> {
    let number = || place.parse::<libc::c_int>().expect("a number");
    let path = || CString::new(place).expect("a path");
    let bytes = [7_u8; 16];
    // SAFETY: integers, and pointers to values that outlive each call, of the sizes that the calls expect.
    let is_done = unsafe {
        match deed {
            "attach shared memory" => libc::shmat(number(), std::ptr::null(), 0) as isize != -1,
            "remove shared memory" => {
                libc::shmctl(number(), libc::IPC_RMID, std::ptr::null_mut()) == 0
            }
            "send to a queue" => libc::msgsnd(number(), bytes.as_ptr().cast(), 8, 0) == 0,
            "set a semaphore" => libc::semctl(number(), 0, libc::SETVAL, 1) == 0,
            "unlink a queue" => libc::mq_unlink(path().as_ptr()) == 0,
            "send to a daemon" => {
                UnixDatagram::pair().is_ok_and(|(own, _)| own.send_to(b"hello", place).is_ok())
            }
            "connect to a daemon" => {
                UnixDatagram::unbound().is_ok_and(|own| own.connect(place).is_ok())
            }
            "change a mode anew" => {
                libc::syscall(FCHMODAT2, libc::AT_FDCWD, path().as_ptr(), 0o777, 0) == 0
            }
            "set an attribute anew" => {
                let name = c"user.x";
                let value = [bytes.as_ptr() as u64, 8];
                let target = path();
                let (file, here) = (target.as_ptr(), libc::AT_FDCWD);
                libc::syscall(SETXATTRAT, here, file, 0, name.as_ptr(), value.as_ptr(), 16) == 0
            }
            "set flags of a file" => std::fs::File::open("/etc/passwd").is_ok_and(|file| {
                let flags: libc::c_long = 0;
                let address = std::ptr::from_ref(&flags);
                libc::syscall(libc::SYS_ioctl, file.as_raw_fd(), SET_FLAGS, address) == 0
            }),
            "lock a file of others" => std::fs::File::open("/etc/passwd")
                .is_ok_and(|file| libc::flock(file.as_raw_fd(), libc::LOCK_SH) == 0),
            "bind others to a core" => {
                libc::syscall(libc::SYS_sched_setaffinity, libc::getppid(), 8, &1_u64) == 0
            }
            "reschedule others" => {
                let priority = libc::sched_param { sched_priority: 0 };
                libc::syscall(
                    libc::SYS_sched_setscheduler,
                    libc::getppid(),
                    libc::SCHED_IDLE,
                    &priority,
                ) == 0
            }
            "limit others" => {
                let limit = libc::rlimit { rlim_cur: 64, rlim_max: 64 };
                let none = std::ptr::null_mut();
                libc::prlimit(libc::getppid(), libc::RLIMIT_NOFILE, &limit, none) == 0
            }
            "survive the parent" => libc::prctl(libc::PR_SET_PDEATHSIG, 0, 0, 0, 0) == 0,
            "read the environment of others" => {
                let file = format!("/proc/{}/environ", libc::getppid());
                std::fs::read(file).is_ok_and(|found| !found.is_empty())
            }
            "open a path alone" => libc::open(path().as_ptr(), libc::O_PATH) >= 0,
            "watch a file" => {
                let watch = libc::inotify_init();
                libc::inotify_add_watch(watch, path().as_ptr(), libc::IN_OPEN) >= 0
            }
            "protect a mount" => {
                let read_only = [1_u64, 0, 0, 0];
                let target = path();
                let (file, flags) = (target.as_ptr(), read_only.as_ptr());
                libc::syscall(MOUNT_SETATTR, libc::AT_FDCWD, file, 0, flags, 32) == 0
            }
            "filter its own calls" => {
                libc::prctl(libc::PR_SET_SECCOMP, libc::SECCOMP_MODE_STRICT, 0, 0, 0) == 0
            }
            "call by another interface" => {
                let result = libc::syscall(X32_GETPID);
                result != -1 || *libc::__errno_location() != libc::ENOSYS
            }
            "have a capability" => {
                (0..64)
                    .any(|capability| libc::prctl(libc::PR_CAPBSET_READ, capability, 0, 0, 0) == 1)
                    && libc::getuid() == 0
            }
            _ => return None,
        }
    };
    Some(is_done)
}

/// Checks that a deed is tried and refused.
#[track_caller]
fn refused(deed: &str, target: &str) {
    let folder = tempfile::tempdir().expect("a folder");
    let finished = attempt(deed, Sandbox::new(folder.path()), folder.path(), Path::new(target));
    let output = String::from_utf8_lossy(&finished.stdout);
    assert!(output.contains("tried"), "{deed}: {output} {}", finished.stderr);
    assert!(output.contains("refused"), "{deed}: {output} {}", finished.stderr);
}

/// Removes System V objects at the end of a test.
struct Objects {
    memory: libc::c_int,
    queue: libc::c_int,
    semaphores: libc::c_int,
}

impl Drop for Objects {
    fn drop(&mut self) {
        // SAFETY: objects of this test alone, which nothing is attached to.
        unsafe {
            libc::shmctl(self.memory, libc::IPC_RMID, std::ptr::null_mut());
            libc::msgctl(self.queue, libc::IPC_RMID, std::ptr::null_mut());
            libc::semctl(self.semaphores, 0, libc::IPC_RMID);
        }
    }
}

#[test]
fn shared_memory_and_queues_of_others_stay() {
    let mode = 0o666 | libc::IPC_CREAT;
    // SAFETY: integers only.
    let objects = unsafe {
        Objects {
            memory: libc::shmget(libc::IPC_PRIVATE, 4096, mode),
            queue: libc::msgget(libc::IPC_PRIVATE, mode),
            semaphores: libc::semget(libc::IPC_PRIVATE, 1, mode),
        }
    };
    refused("attach shared memory", &objects.memory.to_string());
    refused("remove shared memory", &objects.memory.to_string());
    refused("send to a queue", &objects.queue.to_string());
    refused("set a semaphore", &objects.semaphores.to_string());
    // SAFETY: structures that the calls fill, for objects of this test.
    unsafe {
        let mut memory: libc::shmid_ds = std::mem::zeroed();
        assert_eq!(libc::shmctl(objects.memory, libc::IPC_STAT, &mut memory), 0);
        let mut queue: libc::msqid_ds = std::mem::zeroed();
        assert_eq!(libc::msgctl(objects.queue, libc::IPC_STAT, &mut queue), 0);
        assert_eq!(queue.msg_qnum, 0, "nothing was sent");
        assert_eq!(libc::semctl(objects.semaphores, 0, libc::GETVAL), 0);
    }
}

#[test]
fn named_queues_of_others_stay() {
    let name = format!("/gadfly-test-{}", std::process::id());
    let text = CString::new(name.clone()).expect("a name");
    let none = std::ptr::null_mut::<libc::mq_attr>();
    // SAFETY: a name that outlives the calls, and no attributes.
    let queue = unsafe { libc::mq_open(text.as_ptr(), libc::O_CREAT | libc::O_RDWR, 0o666, none) };
    refused("unlink a queue", &name);
    // SAFETY: the name outlives the call. Where the kernel has no such queues there is none to remove.
    let was_there = unsafe { libc::mq_unlink(text.as_ptr()) } == 0;
    assert_eq!(was_there, queue >= 0, "it stayed");
}

#[test]
fn daemons_get_no_messages() {
    let folder = tempfile::tempdir().expect("a folder");
    let place = folder.path().join("daemon");
    let daemon = UnixDatagram::bind(&place).expect("a socket");
    daemon.set_nonblocking(true).expect("it is open");
    refused("send to a daemon", &place.to_string_lossy());
    refused("connect to a daemon", &place.to_string_lossy());
    assert!(daemon.recv(&mut [0; 8]).is_err(), "nothing came");
}

#[test]
fn files_of_others_keep_their_attributes() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().expect("a folder");
    let place = folder.path().join("file");
    std::fs::write(&place, "text").expect("a file");
    let mode = || std::fs::metadata(&place).expect("it is there").permissions().mode();
    let before = mode();
    for deed in [
        "change a mode anew",
        "set an attribute anew",
        "set flags of a file",
        "lock a file of others",
        "open a path alone",
        "watch a file",
        "protect a mount",
    ] {
        refused(deed, &place.to_string_lossy());
    }
    assert_eq!(mode(), before);
}

#[test]
fn other_processes_keep_their_settings() {
    let state = || {
        // SAFETY: structures that the calls fill.
        unsafe {
            let mut cores = 0_u64;
            libc::syscall(libc::SYS_sched_getaffinity, 0, 8, &mut cores);
            let mut limit = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
            libc::getrlimit(libc::RLIMIT_NOFILE, &mut limit);
            (cores, libc::sched_getscheduler(0), limit.rlim_cur, limit.rlim_max)
        }
    };
    let before = state();
    for deed in [
        "bind others to a core",
        "reschedule others",
        "limit others",
        "read the environment of others",
    ] {
        refused(deed, "");
    }
    assert_eq!(state(), before);
}

#[test]
fn a_confined_process_cannot_free_itself() {
    for deed in [
        "survive the parent",
        "filter its own calls",
        "call by another interface",
        "have a capability",
    ] {
        refused(deed, "");
    }
}
