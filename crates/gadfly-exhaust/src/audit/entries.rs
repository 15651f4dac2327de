//! Calls from traced code into code that is not: the standard library and the C library. A traced build
//! links both dynamically, so that every such call takes its target from a table of the program, which
//! the loader has filled. Each target is replaced by a few instructions that record the call and go on
//! to it.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::OnceLock;

use super::dynamic::{Import, Program};

/// The function that was entered last since the begin of the run, from 1; 0 for none.
static ENTERED: AtomicU32 = AtomicU32::new(0);

/// The functions that are recorded; none if they are part of the program itself.
static RECORDED: OnceLock<Vec<String>> = OnceLock::new();

/// Functions that never read a value of their caller: they allocate, or end the run by a panic.
/// Copies and comparisons of memory report their reads by themselves.
const NEUTRAL: [&str; 12] = [
    "malloc",
    "calloc",
    "realloc",
    "free",
    "posix_memalign",
    "aligned_alloc",
    "memset",
    "__tls_get_addr",
    "_Unwind_Resume",
    "__cxa_finalize",
    "__cxa_thread_atexit_impl",
    "rust_eh_personality",
];
/// Parts of the names of such functions of the standard library.
const NEUTRAL_PARTS: [&str; 8] = [
    "___rust_alloc",
    "___rust_dealloc",
    "___rust_realloc",
    "___rust_no_alloc",
    "7raw_vec",
    "18handle_alloc_error",
    "9panicking",
    "9panic_count",
];

/// Forgets earlier calls.
#[inline(always)]
pub(crate) fn reset() {
    ENTERED.store(0, Ordering::Relaxed);
}

/// Forgets the calls since `entered` was asked, which are of no interest.
pub(crate) fn put_back(entered: u32) {
    ENTERED.store(entered, Ordering::Relaxed);
}

/// The last function that was entered since `reset`, if any.
#[inline(always)]
pub(crate) fn entered() -> u32 {
    ENTERED.load(Ordering::Relaxed)
}

/// The name of a function.
pub(crate) fn name(entered: u32) -> String {
    let names = RECORDED.get();
    let name = names.and_then(|names| names.get((entered as usize).checked_sub(1)?));
    name.map_or_else(|| "a function".to_owned(), |name| readable(name))
}

/// Has calls recorded from now on; returns whether all of them are.
pub(crate) fn record() -> bool {
    !RECORDED.get_or_init(install).is_empty()
}

fn install() -> Vec<String> {
    let Some(program) = Program::of_this_process() else { return Vec::new() };
    // Formatting of a number stands for the standard library: where is it?
    let known = <u64 as std::fmt::Display>::fmt as *const () as usize;
    if program.code.iter().any(|code| code.contains(&known)) {
        return Vec::new();
    }
    let mut names = Vec::new();
    let mut stubs = Stubs::new(&program);
    let mut replaced: BTreeMap<usize, usize> = BTreeMap::new();
    let mut changes = Vec::new();
    for Import { slot, name } in &program.imports {
        // SAFETY: a slot of the program's own tables, which is one aligned word.
        let target = unsafe { (*slot as *const usize).read() };
        let is_code = program.foreign_code.iter().any(|code| code.contains(&target));
        if !is_code || is_neutral(name) {
            continue;
        }
        let stub = match replaced.get(&target) {
            Some(stub) => *stub,
            None => {
                let Some(stub) = stubs.add(target, names.len() as u32 + 1) else { break };
                names.push(name.clone());
                replaced.insert(target, stub);
                stub
            }
        };
        changes.push((*slot, stub));
    }
    stubs.finish();
    program.write(&changes);
    names
}

fn is_neutral(name: &str) -> bool {
    NEUTRAL.contains(&name) || NEUTRAL_PARTS.iter().any(|part| name.contains(part))
}

/// Instructions that record a call and go on to its target.
struct Stubs {
    at: *mut u8,
    used: usize,
    size: usize,
}

impl Stubs {
    const SIZE: usize = 40;

    fn new(program: &Program) -> Self {
        let size = (program.imports.len() * Self::SIZE).next_multiple_of(4096).max(4096);
        // SAFETY: a new mapping at an address of the kernel's choice.
        let at = unsafe {
            let access = libc::PROT_READ | libc::PROT_WRITE;
            let flags = libc::MAP_PRIVATE | libc::MAP_ANON;
            libc::mmap(std::ptr::null_mut(), size, access, flags, -1, 0)
        };
        let size = if at == libc::MAP_FAILED { 0 } else { size };
        Self { at: at.cast(), used: 0, size }
    }

    fn add(&mut self, target: usize, number: u32) -> Option<usize> {
        if self.used + Self::SIZE > self.size {
            return None;
        }
        // mov r11, &ENTERED; mov dword [r11], number; jmp [rip]; the target. The register is free
        // between a call and its target: linkers use it there as well.
        let mut code = vec![0x49, 0xBB];
        code.extend((ENTERED.as_ptr() as u64).to_le_bytes());
        code.extend([0x41, 0xC7, 0x03]);
        code.extend(number.to_le_bytes());
        code.extend([0xFF, 0x25, 0, 0, 0, 0]);
        code.extend((target as u64).to_le_bytes());
        debug_assert!(code.len() <= Self::SIZE);
        let stub = self.at.wrapping_add(self.used);
        // SAFETY: inside the mapping, by the check above; nothing runs there yet.
        unsafe { std::ptr::copy_nonoverlapping(code.as_ptr(), stub, code.len()) };
        self.used += Self::SIZE;
        Some(stub as usize)
    }

    fn finish(&self) {
        if self.size > 0 {
            // SAFETY: the mapping of `new`, which stays for as long as the process.
            unsafe { libc::mprotect(self.at.cast(), self.size, libc::PROT_READ | libc::PROT_EXEC) };
        }
    }
}

/// The path in a mangled name: its identifiers in order.
fn readable(mangled: &str) -> String {
    let legacy = mangled.strip_prefix("_ZN");
    let Some(mut rest) = legacy.or_else(|| mangled.strip_prefix("_R")) else {
        return mangled.to_owned();
    };
    let mut parts = Vec::new();
    while let Some(first) = rest.chars().next() {
        if !first.is_ascii_digit() {
            // Numbers that distinguish crates and refer back end with an underscore.
            let is_number = legacy.is_none() && (first == 's' || first == 'B');
            let end = if is_number { rest.find('_') } else { None };
            rest = rest.get(end.map_or(first.len_utf8(), |end| end + 1)..).unwrap_or("");
            continue;
        }
        let digits = rest.len() - rest.trim_start_matches(|it: char| it.is_ascii_digit()).len();
        let length = rest[..digits].parse::<usize>().unwrap_or(0);
        let part = rest.get(digits..digits + length).unwrap_or("");
        parts.push(part.trim_start_matches('_').to_owned());
        rest = rest.get(digits + length..).unwrap_or("");
    }
    if legacy.is_some() {
        // The last part is a hash.
        parts.pop();
    }
    parts.join("::")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_are_named_by_their_paths() {
        for (mangled, path) in [
            ("_ZN4core3fmt5write17h0123456789abcdefE", "core::fmt::write"),
            ("_RNvNtCsgEmfK2I1SDS_4core3fmt5write", "core::fmt::write"),
            (
                "_RNvXse_NtNtCsgEmfK2I1SDS_4core3fmt3numhNtB7_8LowerHex3fmt",
                "core::fmt::num::LowerHex::fmt",
            ),
            ("strlen", "strlen"),
        ] {
            assert_eq!(readable(mangled), path);
        }
    }

    #[test]
    fn allocators_read_nothing_of_their_callers() {
        assert!(is_neutral("malloc") && is_neutral("_RNvCs1_7___rustc12___rust_alloc"));
        assert!(!is_neutral("strlen") && !is_neutral("_ZN4core3fmt5write17h01E"));
    }
}
