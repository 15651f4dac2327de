//! The program as the dynamic loader sees it: where its code is, and which words of it hold the
//! addresses of functions of other objects.

use std::ffi::{c_int, c_void, CStr};
use std::ops::Range;

/// A word of the program that the loader has filled with the address of a function elsewhere.
#[derive(Debug)]
pub(super) struct Import {
    /// Address of the word.
    pub(super) slot: usize,
    /// The function's symbol.
    pub(super) name: String,
}

/// The running program.
#[derive(Debug, Default)]
pub(super) struct Program {
    /// Its own code.
    pub(super) code: Vec<Range<usize>>,
    /// The code of the libraries it has loaded.
    pub(super) foreign_code: Vec<Range<usize>>,
    /// What it takes from them.
    pub(super) imports: Vec<Import>,
    /// Memory that is read-only since the loader has finished.
    read_only: Range<usize>,
}

/// An entry of the dynamic section.
#[repr(C)]
struct Dynamic {
    tag: i64,
    value: usize,
}

/// An entry of the symbol table.
#[repr(C)]
struct Symbol {
    name: u32,
    info: u8,
    other: u8,
    section: u16,
    value: u64,
    size: u64,
}

/// A word for the loader to fill.
#[repr(C)]
struct Relocation {
    offset: u64,
    info: u64,
    addend: i64,
}

const STRINGS: i64 = 5;
const SYMBOLS: i64 = 6;
const RELOCATIONS: i64 = 7;
const RELOCATIONS_SIZE: i64 = 8;
const JUMPS: i64 = 23;
const JUMPS_SIZE: i64 = 2;
/// Kinds of relocation that are the address of a symbol: a word, an entry of the table of addresses, and one
/// of the table of jumps.
const ADDRESSES: [u64; 3] = [1, 6, 7];

impl Program {
    /// The program of this process; `None` if it has no dynamic section.
    pub(super) fn of_this_process() -> Option<Self> {
        let mut seen = Seen { program: Self::default(), dynamic: None };
        // SAFETY: the callback gets `seen`, which outlives the call.
        unsafe { libc::dl_iterate_phdr(Some(visit), std::ptr::from_mut(&mut seen).cast()) };
        let Seen { mut program, dynamic } = seen;
        let (base, dynamic) = dynamic?;
        // SAFETY: the loader has given the addresses of the program's own tables, which stay.
        unsafe { program.read_imports(base, dynamic) };
        Some(program)
    }

    /// # Safety
    /// `dynamic` is the dynamic section of the object that is loaded at `base`.
    unsafe fn read_imports(&mut self, base: usize, dynamic: *const Dynamic) {
        // SAFETY: the caller's promise; the section ends with a tag of 0, and the tables it names are
        // mapped for as long as the object.
        unsafe {
            let entry = |tag: i64| {
                let mut entry = dynamic;
                while (*entry).tag != 0 && (*entry).tag != tag {
                    entry = entry.add(1);
                }
                ((*entry).tag == tag).then_some((*entry).value)
            };
            // The loader may have added the base already.
            let address = |tag| entry(tag).map(|at| if at < base { at + base } else { at });
            let (Some(strings), Some(symbols)) = (address(STRINGS), address(SYMBOLS)) else {
                return;
            };
            for (table, size) in [(RELOCATIONS, RELOCATIONS_SIZE), (JUMPS, JUMPS_SIZE)] {
                let (Some(table), Some(size)) = (address(table), entry(size)) else { continue };
                let table = table as *const Relocation;
                for index in 0..size / std::mem::size_of::<Relocation>() {
                    let Relocation { offset, info, addend } = &*table.add(index);
                    let symbol = &*(symbols as *const Symbol).add((info >> 32) as usize);
                    let is_import = info >> 32 != 0 && symbol.section == 0 && *addend == 0;
                    if !is_import || !ADDRESSES.contains(&(info & 0xFFFF_FFFF)) {
                        continue;
                    }
                    let name = CStr::from_ptr((strings + symbol.name as usize) as *const _);
                    let name = name.to_string_lossy().into_owned();
                    self.imports.push(Import { slot: base + *offset as usize, name });
                }
            }
        }
    }

    /// Writes words of the program: address and value.
    pub(super) fn write(&self, changes: &[(usize, usize)]) {
        for (slot, value) in changes {
            let page = slot & !0xFFF;
            let is_read_only = self.read_only.contains(slot);
            // SAFETY: the word is one that the loader filled with the address of a function; the new
            // value is the address of a function that does the same. The page is mapped and gets back
            // its protection.
            unsafe {
                let page = page as *mut c_void;
                if is_read_only {
                    libc::mprotect(page, 4096, libc::PROT_READ | libc::PROT_WRITE);
                }
                (*slot as *mut usize).write_volatile(*value);
                if is_read_only {
                    libc::mprotect(page, 4096, libc::PROT_READ);
                }
            }
        }
    }
}

struct Seen {
    program: Program,
    dynamic: Option<(usize, *const Dynamic)>,
}

unsafe extern "C" fn visit(info: *mut libc::dl_phdr_info, _: usize, seen: *mut c_void) -> c_int {
    // SAFETY: the loader passes valid descriptions, and the pointer that `of_this_process` gave it.
    unsafe {
        let (info, seen) = (&*info, &mut *seen.cast::<Seen>());
        // The program is the first object.
        let is_program = seen.dynamic.is_none() && seen.program.code.is_empty();
        let base = info.dlpi_addr as usize;
        for index in 0..info.dlpi_phnum as usize {
            let header = &*info.dlpi_phdr.add(index);
            let start = base + header.p_vaddr as usize;
            let range = start..start + header.p_memsz as usize;
            match header.p_type {
                libc::PT_LOAD if header.p_flags & libc::PF_X != 0 && is_program => {
                    seen.program.code.push(range);
                }
                libc::PT_LOAD if header.p_flags & libc::PF_X != 0 => {
                    seen.program.foreign_code.push(range);
                }
                libc::PT_DYNAMIC if is_program => {
                    seen.dynamic = Some((base, start as *const Dynamic));
                }
                libc::PT_GNU_RELRO if is_program => seen.program.read_only = range,
                _ => {}
            }
        }
    }
    0
}
