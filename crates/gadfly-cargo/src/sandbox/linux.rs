//! Linux: Landlock for files, networks and signals, seccomp for the rest, and resource limits.

use std::io;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::Command;

use landlock::RulesetStatus;

use super::policy::Processes;
use super::start::ProgramStart;
use super::{ProcessLimits, Sandbox, SandboxError, capabilities, files, system_calls};

/// Asks the kernel for the version of its Landlock instead of a ruleset.
const VERSION: libc::c_uint = 1;

pub(super) fn check() -> Result<(), SandboxError> {
    let missing = |reason: &str| Err(SandboxError { reason: reason.to_owned() });
    // SAFETY: with these arguments the call reads nothing and returns a number.
    let version = unsafe {
        libc::syscall(libc::SYS_landlock_create_ruleset, std::ptr::null::<u8>(), 0_usize, VERSION)
    };
    if version < 1 {
        return missing("the kernel has no Landlock, or it is switched off");
    }
    if system_calls::filters(Processes::None, 0).is_none() {
        return missing("it is not known for this processor");
    }
    Ok(())
}

pub(super) fn confine(sandbox: &Sandbox, command: &mut Command) -> io::Result<()> {
    let program = Path::new(command.get_program()).canonicalize()?;
    let mut rules = Some(files::rules(sandbox, &program).map_err(io::Error::other)?);
    let start = ProgramStart::of(&program, command)?;
    let filters = system_calls::filters(sandbox.processes, start.program_address())
        .ok_or_else(|| io::Error::other("no sandbox for this processor"))?;
    let limits = sandbox.limits;
    // SAFETY: the closure runs between fork and exec, in a process with one thread. It makes
    // system calls on what was prepared before the fork: the rules, the filters and the program. The little
    // memory that the libraries may allocate on their way is safe to ask for, because the
    // platform's fork leaves the allocator usable in the child.
    unsafe {
        command.pre_exec(move || {
            limit(limits)?;
            place_memory_alike();
            let rules = rules.take().ok_or_else(|| io::Error::from(io::ErrorKind::Other))?;
            let status =
                rules.restrict_self().map_err(|_| io::Error::from_raw_os_error(libc::EPERM))?;
            if status.ruleset == RulesetStatus::NotEnforced {
                return Err(io::Error::from_raw_os_error(libc::EPERM));
            }
            capabilities::drop_all()?;
            for filter in &filters {
                seccompiler::apply_filter(filter)
                    .map_err(|_| io::Error::from_raw_os_error(libc::EPERM))?;
            }
            Err(start.become_program())
        });
    }
    Ok(())
}

/// Has the program that this process becomes find its memory at the same addresses each time, as far as the kernel permits.
fn place_memory_alike() {
    // SAFETY: integers only. The second call keeps what the first has returned.
    unsafe {
        let now = libc::personality(0xffff_ffff);
        if now != -1 {
            libc::personality(now as libc::c_ulong | libc::ADDR_NO_RANDOMIZE as libc::c_ulong);
        }
    }
}

fn limit(limits: ProcessLimits) -> io::Result<()> {
    // A file that gets too large is an error for the process that writes it, as it is on a full disk.
    // SAFETY: integers only.
    unsafe {
        libc::signal(libc::SIGXFSZ, libc::SIG_IGN);
    }
    let set = |resource, most: u64| {
        let mut limit = libc::rlimit { rlim_cur: most, rlim_max: most };
        // SAFETY: the structure outlives the call, which only writes it.
        unsafe {
            libc::getrlimit(resource, &mut limit);
        }
        // A limit that is already lower cannot be raised.
        let most = most.min(limit.rlim_max);
        limit = libc::rlimit { rlim_cur: most, rlim_max: most };
        // SAFETY: the structure outlives the call, which only reads it.
        if unsafe { libc::setrlimit(resource, &limit) } == 0 {
            Ok(())
        } else {
            Err(io::Error::last_os_error())
        }
    };
    set(libc::RLIMIT_CORE, 0)?;
    set(libc::RLIMIT_FSIZE, limits.file)?;
    set(libc::RLIMIT_NOFILE, limits.files)?;
    if let Some(memory) = limits.memory {
        set(libc::RLIMIT_AS, memory)?;
    }
    if let Some(seconds) = limits.seconds {
        set(libc::RLIMIT_CPU, seconds)?;
    }
    Ok(())
}
