//! The start of a confined program, which is the last one that its process starts.
//!
//! The filter of system calls is in force before the program is, so it has to let this one start
//! pass. It knows it by the address at which the name of the program stands, which means nothing any
//! more once the program runs: its memory is another then.

use std::ffi::{CString, OsStr};
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::process::Command;

/// A program, its arguments and its environment, as the kernel takes them.
pub(super) struct Start {
    program: CString,
    arguments: Pointers,
    environment: Pointers,
}

/// Texts, and pointers to them with a null pointer at the end.
struct Pointers {
    /// Owns what the pointers point to.
    _texts: Vec<CString>,
    pointers: Vec<*const libc::c_char>,
}

// SAFETY: the pointers lead to text that the same value owns and never changes.
unsafe impl Send for Pointers {}
// SAFETY: as above; nothing here can be changed through a shared reference.
unsafe impl Sync for Pointers {}

impl Start {
    /// The start of a command whose environment was cleared, so that what was set is all of it.
    pub(super) fn of(program: &Path, command: &Command) -> io::Result<Start> {
        let program = text(program.as_os_str())?;
        let arguments = [Ok(program.clone())].into_iter().chain(command.get_args().map(text));
        let environment = command.get_envs().filter_map(|(name, value)| {
            let value = value?;
            let mut line = name.as_bytes().to_vec();
            line.push(b'=');
            line.extend_from_slice(value.as_bytes());
            Some(text(OsStr::from_bytes(&line)))
        });
        let arguments = Pointers::to(arguments.collect::<io::Result<_>>()?);
        let environment = Pointers::to(environment.collect::<io::Result<_>>()?);
        Ok(Start { program, arguments, environment })
    }

    /// The address of the program's name.
    pub(super) fn program_address(&self) -> u64 {
        self.program.as_ptr() as u64
    }

    /// Becomes the program. Returns only why that failed.
    pub(super) fn become_program(&self) -> io::Error {
        let (arguments, environment) = (&self.arguments.pointers, &self.environment.pointers);
        // SAFETY: text that ends with a zero, and two lists of such that end with a null pointer;
        // all of them live in `self`.
        unsafe {
            libc::execve(self.program.as_ptr(), arguments.as_ptr(), environment.as_ptr());
        }
        io::Error::last_os_error()
    }
}

impl Pointers {
    fn to(texts: Vec<CString>) -> Pointers {
        // A `CString` keeps its bytes in one place however it is moved.
        let mut pointers: Vec<_> = texts.iter().map(|text| text.as_ptr()).collect();
        pointers.push(std::ptr::null());
        Pointers { _texts: texts, pointers }
    }
}

fn text(text: &OsStr) -> io::Result<CString> {
    CString::new(text.as_bytes()).map_err(|_| io::Error::from(io::ErrorKind::InvalidInput))
}
