//! The start of a confined program, which is the last one that its process starts.
//!
//! The filter of system calls is in force before the program starts, so it has to permit this one
//! start. It recognises it by the address of the program's name, which is meaningless once the program
//! runs, since its memory is replaced.

use std::ffi::{CString, OsStr};
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::process::Command;

/// A program, its arguments and its environment, as the kernel takes them.
pub(super) struct ProgramStart {
    program: CString,
    arguments: Pointers,
    environment: Pointers,
}

/// Texts, and pointers to them with a null pointer at the end.
struct Pointers {
    /// The owners of the pointers' targets.
    _texts: Vec<CString>,
    pointers: Vec<*const libc::c_char>,
}

// SAFETY: the pointers lead to text that the same value owns and never changes.
unsafe impl Send for Pointers {}
// SAFETY: as above; nothing here can be changed through a shared reference.
unsafe impl Sync for Pointers {}

impl ProgramStart {
    /// The start of a command whose environment was cleared, so that it has only the set variables.
    pub(super) fn of(program: &Path, command: &Command) -> io::Result<ProgramStart> {
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
        Ok(ProgramStart { program, arguments, environment })
    }

    /// The address of the program's name.
    pub(super) fn program_address(&self) -> u64 {
        self.program.as_ptr() as u64
    }

    /// Becomes the program. Returns only on failure, with the reason.
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
