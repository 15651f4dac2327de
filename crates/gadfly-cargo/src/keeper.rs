//! The keeper: a small process that outlives this one by a moment, and ends what this one has started.
//!
//! A child ends when its parent is killed, but the processes that it has made need not. The keeper knows the groups of all
//! children, which confined processes cannot leave, and is not confined itself. It notices the end of this process, however
//! that happens, by the end of a pipe whose other end is here.

/// Notes that the keeper has to end a child's group if this process ends before [`release`].
pub(crate) fn hold(group: u32) {
    platform::send(group.cast_signed());
}

/// Notes that a child is about to be reaped, after which its group may be another's.
pub(crate) fn release(group: u32) {
    platform::send(-group.cast_signed());
}

#[cfg(unix)]
mod platform {
    use std::fs::File;
    use std::io::Write;
    use std::os::fd::FromRawFd;
    use std::sync::OnceLock;

    /// The most groups at a time; there are as many as processor cores, more or less.
    const MOST: usize = 1024;
    const BYTES: usize = size_of::<i32>();

    /// The pipe to the keeper, if there is one.
    static PIPE: OnceLock<Option<File>> = OnceLock::new();

    /// Sends a group, negative when it is released. Without a keeper children still end with this process.
    pub(super) fn send(group: i32) {
        if let Some(mut pipe) = PIPE.get_or_init(start).as_ref() {
            let _ = pipe.write_all(&group.to_ne_bytes());
        }
    }

    fn start() -> Option<File> {
        let mut ends = [0; 2];
        // SAFETY: the array has room for both descriptors.
        if unsafe { libc::pipe(ends.as_mut_ptr()) } != 0 {
            return None;
        }
        let [reader, writer] = ends;
        // SAFETY: integers only; programs that are started from now on do not get the pipe.
        unsafe {
            for end in ends {
                libc::fcntl(end, libc::F_SETFD, libc::FD_CLOEXEC);
            }
        }
        // SAFETY: other threads do not exist in the child, which calls nothing that takes a lock or asks for memory.
        match unsafe { libc::fork() } {
            0 => keep(reader),
            child => {
                // SAFETY: both are open and owned by nothing else; the writer is owned by the file from now on.
                let file = unsafe {
                    libc::close(reader);
                    File::from_raw_fd(writer)
                };
                (child > 0).then_some(file)
            }
        }
    }

    /// Waits for the end of the pipe and ends the groups that are left. Only functions that are safe between fork and exec.
    fn keep(pipe: libc::c_int) -> ! {
        let mut groups = [0_i32; MOST];
        // SAFETY: integers, a text that ends with a zero, and a buffer of the size that is named; all outlive their calls.
        unsafe {
            // Away from the terminal's signals, from the folder, and from the descriptors of the command.
            libc::setsid();
            libc::chdir(c"/".as_ptr());
            let most = libc::sysconf(libc::_SC_OPEN_MAX).clamp(256, 65_536) as libc::c_int;
            (0..most).filter(|descriptor| *descriptor != pipe).for_each(|descriptor| {
                libc::close(descriptor);
            });
            loop {
                let mut bytes = [0_u8; BYTES];
                let read = libc::read(pipe, bytes.as_mut_ptr().cast(), BYTES);
                if read == BYTES.cast_signed() {
                    note(&mut groups, i32::from_ne_bytes(bytes));
                } else if read == 0 || !is_interrupted() {
                    break;
                }
            }
            for group in groups.iter().filter(|group| **group > 0) {
                libc::kill(-group, libc::SIGKILL);
            }
            libc::_exit(0)
        }
    }

    fn is_interrupted() -> bool {
        std::io::Error::last_os_error().raw_os_error() == Some(libc::EINTR)
    }

    /// Adds a group to the list, or removes it.
    fn note(groups: &mut [i32; MOST], group: i32) {
        let (old, new) = if group > 0 { (0, group) } else { (-group, 0) };
        if let Some(place) = groups.iter_mut().find(|place| **place == old) {
            *place = new;
        }
    }

    #[cfg(test)]
    mod tests {
        use super::*;

        #[test]
        fn groups_are_held_until_they_are_released() {
            let mut groups = [0; MOST];
            [7, 9, -7, 11, -5].iter().for_each(|group| note(&mut groups, *group));
            let held: Vec<i32> = groups.into_iter().filter(|group| *group != 0).collect();
            assert_eq!(held, [11, 9]);
            (0..2 * MOST as i32).for_each(|group| note(&mut groups, group + 100));
            assert!(groups.iter().all(|group| *group != 0), "the rest is not kept");
        }
    }
}

#[cfg(not(unix))]
mod platform {
    pub(super) fn send(_group: i32) {}
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::path::Path;
    use std::process::{Command, Stdio};
    use std::time::{Duration, Instant};

    use crate::Invocation;

    const PLACE: &str = "GADFLY_TEST_KEEPER";
    /// A program that leaves a process of its own in its group, which ignores that its parent ends.
    const SCRIPT: &str = "sleep 1000 & echo $! > left.new; mv left.new left; wait";

    /// The part of the command; not a test by itself.
    #[test]
    fn command() {
        if let Some(place) = std::env::var_os(PLACE) {
            let _ = Invocation::new("sh", Path::new(&place)).args(["-c", SCRIPT]).run();
        }
    }

    #[test]
    #[expect(clippy::disallowed_methods, reason = "a test is no part of the command")]
    fn nothing_outlives_a_killed_command() {
        let folder = tempfile::tempdir().expect("a folder");
        let program = std::env::current_exe().expect("a test has a program");
        let mut command = Command::new(program)
            .args(["keeper::tests::command", "--exact"])
            .env(PLACE, folder.path())
            .stdout(Stdio::null())
            .spawn()
            .expect("it starts");
        let patience = Instant::now() + Duration::from_secs(60);
        let left = loop {
            assert!(Instant::now() < patience, "the program never began");
            if let Ok(text) = std::fs::read_to_string(folder.path().join("left")) {
                break text.trim().to_owned();
            }
            std::thread::sleep(Duration::from_millis(5));
        };
        let process = Path::new("/proc").join(left);
        assert!(process.exists(), "it is there");
        command.kill().expect("it is killed");
        command.wait().expect("it ends");
        // One that is not reaped yet has no memory any more.
        let is_over =
            || std::fs::read(process.join("cmdline")).map_or(true, |line| line.is_empty());
        while !is_over() {
            assert!(Instant::now() < patience, "it outlives the command");
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}
