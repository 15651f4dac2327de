//! The journal: the current action of the search, in memory that outlives its process.
//!
//! A block of words, shared between the search and the snapshots that wait for it. The search writes the statement it is
//! about to run; the surviving process reads it. Counts are kept here too, so that a crash loses none. Nothing in it is a
//! pointer, and everything read from it is taken as possibly torn.
//!
//! Code under test can write to it. A process that says that it came to its end does so with a number that is nowhere in the
//! block, and the same number stands between the fields: a block in which it was written over is put back to what it was when
//! the process began.

use crate::run::lineage::Lineage;
use crate::sys;
use gadfly_wire::{During, Fnv, OperationCounts};
use std::hash::Hasher;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};

/// The number of words of statements that fit.
const STATEMENT_WORDS: usize = 2048;
const NOTE_BYTES: usize = 1024;
/// The number of distinct panics.
pub const MAX_BUCKETS: usize = 4096;
/// The number of given sequences whose crashes are recorded.
const MAX_DIED: usize = 512;
/// Exit code of a process whose block was written over.
const EXIT_OVERWRITTEN: i32 = 14;
/// The last call where no file has it.
static UNREAD: AtomicU32 = AtomicU32::new(0);
const BUCKET_SLOTS: usize = MAX_BUCKETS * 4;

/// The fixed part of the shared block.
#[repr(C)]
pub struct SharedBlock {
    /// The seal, while nothing was written over it, here and at other places.
    first_guard: AtomicU64,
    /// Raised with everything the search does; standing still means that it hangs.
    pub ticks: AtomicU64,
    /// The tick at which the allocator refused a request or gave up, plus one.
    refused_at: AtomicU64,
    /// The reason for which the engine itself ends its process, with the seal.
    own_end: AtomicU64,
    /// Set before a process is ended because its call does not return.
    pub hung: AtomicU32,
    /// The process that searches.
    pub searcher: AtomicU32,
    /// Set while the searching process does slow work of its own.
    pub paused: AtomicU32,
    /// The time at which the last crash was noticed; zero once it is handled.
    pub noticed: AtomicU64,
    /// Microseconds that the longest recovery took, from noticing a death to going on.
    pub recovery_longest: AtomicU64,
    /// Sequences of an earlier run that were run again.
    pub seeded: AtomicU32,
    /// The present activity, see [`Journal::set_during`].
    during: AtomicU64,
    /// The largest integer, or length of a text, in the arguments of the running call.
    pub magnitude: AtomicU64,
    /// The most calls that built on one another in the arguments of the running call.
    pub depth: AtomicU32,
    /// Words of `statements` in use.
    words: AtomicU32,
    /// The index of the first word of the last statement.
    last: AtomicU32,
    statements: [AtomicU32; STATEMENT_WORDS],
    middle_guard: AtomicU64,
    note_length: AtomicU32,
    note: [AtomicU32; NOTE_BYTES],
    /// Calls made.
    pub calls: AtomicU64,
    /// Sequences finished.
    pub sequences: AtomicU64,
    /// Distinct values seen.
    pub states: AtomicU64,
    /// Sequences sent as samples.
    pub samples: AtomicU32,
    /// Sequences replayed.
    pub replayed: AtomicU32,
    /// The numbers of the sequences that died, as far as there is room.
    died: [AtomicU32; MAX_DIED],
    /// The number of witnesses.
    pub died_count: AtomicU32,
    /// Deaths.
    pub crashes: AtomicU32,
    /// Microseconds lost to deaths.
    pub recovery_micros: AtomicU64,
    /// The millisecond of the last progress report.
    pub reported: AtomicU64,
    buckets: AtomicU32,
    bucket_keys: [AtomicU64; BUCKET_SLOTS],
    bucket_numbers: [AtomicU32; BUCKET_SLOTS],
    bucket_seen: [AtomicU64; MAX_BUCKETS],
    last_guard: AtomicU64,
}

/// The reason for which the engine itself ends its process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OwnEnd {
    /// The search is over.
    Finished,
    /// The code under test has leaked too much memory, or left too much behind.
    Spent,
    /// Events cannot be written, or not be read.
    Speechless,
    /// A call of this operation has written over the block.
    Overwritten(u32),
}

impl OwnEnd {
    fn number(self) -> u64 {
        match self {
            Self::Finished => 1,
            Self::Spent => 2,
            Self::Speechless => 3,
            Self::Overwritten(operation) => 4 | u64::from(operation) << 8,
        }
    }

    fn of_number(number: u64) -> Option<Self> {
        match number {
            1 => Some(Self::Finished),
            2 => Some(Self::Spent),
            3 => Some(Self::Speechless),
            _ if number & 0xff == 4 => u32::try_from(number >> 8).ok().map(Self::Overwritten),
            _ => None,
        }
    }
}

/// The contents of a block at some time.
#[derive(Clone, Debug)]
pub struct SavedBlock {
    bytes: Vec<u8>,
    calls: u64,
}

#[repr(C)]
struct SharedCounts {
    called: AtomicU64,
    returned: AtomicU64,
    panicked: AtomicU64,
    illegal: AtomicU64,
    crashed: AtomicU64,
}

impl SharedCounts {
    #[inline]
    fn read(&self) -> OperationCounts {
        OperationCounts {
            called: self.called.load(Relaxed),
            returned: self.returned.load(Relaxed),
            panicked: self.panicked.load(Relaxed),
            illegal: self.illegal.load(Relaxed),
            crashed: self.crashed.load(Relaxed),
        }
    }
}

/// Access to the shared block.
#[derive(Clone, Copy)]
pub struct Journal {
    shared: &'static SharedBlock,
    counts: &'static [SharedCounts],
    seal: u64,
    /// The operation that was called last plus one, where others may read it.
    last_call: &'static AtomicU32,
}

/// A count of an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Count {
    /// A call was begun.
    Called,
    /// It returned.
    Returned,
    /// It panicked.
    Panicked,
    /// It had nothing to yield.
    Illegal,
    /// It killed the process.
    Crashed,
}

impl std::ops::Deref for Journal {
    type Target = SharedBlock;
    #[inline]
    fn deref(&self) -> &SharedBlock {
        self.shared
    }
}

impl Journal {
    /// A fresh journal for this many operations, kept until the process ends.
    pub fn new(operations: usize) -> Self {
        let fixed = std::mem::size_of::<SharedBlock>();
        let total = fixed + operations * std::mem::size_of::<SharedCounts>();
        let block = sys::shared_zeroed(total);
        // Nothing that is reported depends on it.
        let seal = Fnv::seeded(sys::now_nanos()).of(&(block as usize).to_le_bytes()).finish() | 1;
        // SAFETY: the block is zeroed, aligned to a page or at least to 16 bytes, large enough, and never freed. Every
        // field is an atomic integer, for which zero is valid, so other processes may write at any time.
        let journal = unsafe {
            Self {
                seal,
                last_call: &UNREAD,
                shared: &*block.cast::<SharedBlock>(),
                counts: std::slice::from_raw_parts(
                    block.add(fixed).cast::<SharedCounts>(),
                    operations,
                ),
            }
        };
        journal.guards().iter().for_each(|guard| guard.store(seal, Relaxed));
        journal
    }

    /// The same journal, with the last call also in a file, which has to be a page long.
    #[must_use]
    pub fn with_last_call(self, path: &str) -> Self {
        let Some(page) = sys::shared_page(path) else { return self };
        // SAFETY: the page is mapped until the process ends and aligned; every number is a valid value.
        Self { last_call: unsafe { &*page.cast::<AtomicU32>() }, ..self }
    }

    /// Says why this process is about to be ended by the engine.
    pub fn end(&self, why: OwnEnd) {
        self.own_end.store(self.seal ^ why.number(), Relaxed);
    }

    /// Ends this process because a call has written over the block: none of its counts can be relied on.
    #[cold]
    pub fn end_overwritten(&self, operation: u32) -> ! {
        self.end(OwnEnd::Overwritten(operation));
        sys::exit_at_once(EXIT_OVERWRITTEN)
    }

    /// The reason for which the engine has ended a process, once; nothing if it has not.
    pub fn take_end(&self) -> Option<OwnEnd> {
        OwnEnd::of_number(self.own_end.swap(0, Relaxed) ^ self.seal)
    }

    /// Returns whether nothing was written over the guards.
    #[inline]
    pub fn is_intact(&self) -> bool {
        self.guards().iter().all(|guard| guard.load(Relaxed) == self.seal)
    }

    /// Returns whether a process can have left the block like this, that began with a saved one so many nanoseconds ago.
    pub fn is_plausible(&self, before: &SavedBlock, nanos: u64) -> bool {
        let calls = self.calls.load(Relaxed);
        self.is_intact() && calls >= before.calls && calls - before.calls <= nanos.max(1_000_000)
    }

    /// The contents as they are, while no other process writes.
    pub fn save(&self) -> SavedBlock {
        let (start, length) = self.extent();
        let mut bytes = vec![0_u8; length];
        // SAFETY: the block is this long and mapped; the vector is another piece of memory of that length.
        unsafe { std::ptr::copy_nonoverlapping(start, bytes.as_mut_ptr(), length) };
        SavedBlock { bytes, calls: self.calls.load(Relaxed) }
    }

    /// Puts saved contents back, while no other process writes.
    pub fn restore(&self, saved: &SavedBlock) {
        let (start, length) = self.extent();
        assert_eq!(saved.bytes.len(), length, "it was saved from this block");
        // SAFETY: the block is this long, mapped for writing, and made of atomic numbers, which may change at any time through
        // a shared reference; every bit pattern is valid for them. No other process uses it.
        unsafe { std::ptr::copy_nonoverlapping(saved.bytes.as_ptr(), start.cast_mut(), length) };
    }

    fn guards(&self) -> [&AtomicU64; 3] {
        [&self.shared.first_guard, &self.shared.middle_guard, &self.shared.last_guard]
    }

    /// The address and the length of the block.
    fn extent(&self) -> (*const u8, usize) {
        let start: *const SharedBlock = self.shared;
        (start.cast(), std::mem::size_of::<SharedBlock>() + std::mem::size_of_val(self.counts))
    }

    /// Starts a new sequence.
    #[inline]
    pub fn begin(&self) {
        self.words.store(0, Relaxed);
        self.set_during(During::Engine);
    }

    /// Writes the next statement.
    #[inline]
    pub fn statement(&self, code: u32, args: &[crate::run::borrow::CallArg]) {
        let at = self.words.load(Relaxed) as usize;
        if at + 2 + args.len() > STATEMENT_WORDS {
            return;
        }
        self.statements[at].store(code, Relaxed);
        self.statements[at + 1].store(args.len() as u32, Relaxed);
        for (offset, arg) in args.iter().enumerate() {
            self.statements[at + 2 + offset].store(crate::run::program::pack(*arg), Relaxed);
        }
        self.words.store((at + 2 + args.len()) as u32, Relaxed);
        self.last.store(at as u32, Relaxed);
    }

    /// Writes some statements as they are read from it, of which the last begins at the word with that number.
    #[inline]
    pub fn statements(&self, words: &[u32], last: usize) {
        let at = self.words.load(Relaxed) as usize;
        if at + words.len() > STATEMENT_WORDS {
            return;
        }
        // Pairs of iterators are made by a function that is not always inlined.
        let room = &self.statements[at..][..words.len()];
        for index in 0..words.len() {
            room[index].store(words[index], Relaxed);
        }
        self.words.store((at + words.len()) as u32, Relaxed);
        self.last.store((at + last) as u32, Relaxed);
    }

    /// Announces a call with arguments of this lineage, and counts it.
    #[inline]
    pub(crate) fn begin_call(&self, lineage: Lineage) {
        self.magnitude.store(lineage.magnitude, Relaxed);
        self.depth.store(lineage.depth, Relaxed);
        self.set_during(During::Call);
        add(&self.calls, 1);
    }

    /// The number of words written for the current sequence.
    #[inline]
    pub fn mark(&self) -> u32 {
        self.words.load(Relaxed)
    }

    /// Discards the entries since a mark.
    #[inline]
    pub fn rewind(&self, mark: u32) {
        self.words.store(mark, Relaxed);
    }

    /// Records that the last statement panicked and the sequence continues.
    pub fn caught(&self) {
        let last = &self.statements[self.last.load(Relaxed) as usize % STATEMENT_WORDS];
        last.store(last.load(Relaxed) | crate::run::program::CAUGHT, Relaxed);
    }

    /// The words of the current sequence.
    pub fn words(&self) -> Vec<u32> {
        let count = (self.words.load(Relaxed) as usize).min(STATEMENT_WORDS);
        self.statements[..count].iter().map(|word| word.load(Relaxed)).collect()
    }

    /// Says what is going on, and that something is.
    #[inline]
    pub fn set_during(&self, during: During) {
        let (tag, rest) = match during {
            During::Engine => (0, 0),
            During::Call => (1, 0),
            During::Drop(var) => (2, u64::from(var)),
            During::Debug(var) => (3, u64::from(var)),
            During::Hash(var) => (4, u64::from(var)),
            // A sequence has fewer than 255 variables.
            During::Law { law, vars } => {
                let vars = vars.iter().fold(0, |rest, var| rest << 8 | u64::from(*var.min(&255)));
                (5, u64::from(law) << 24 | vars)
            }
        };
        self.during.store(tag << 56 | rest, Relaxed);
        self.ticks.store(self.ticks.load(Relaxed).wrapping_add(1), Relaxed);
    }

    /// The present activity.
    pub fn during(&self) -> During {
        let word = self.during.load(Relaxed);
        let var = word as u32;
        match word >> 56 {
            1 => During::Call,
            2 => During::Drop(var),
            3 => During::Debug(var),
            4 => During::Hash(var),
            5 => {
                let vars = [16, 8, 0].map(|shift| match (var >> shift) & 255 {
                    255 => u32::MAX,
                    var => var,
                });
                During::Law { law: (word >> 24) as u16, vars }
            }
            _ => During::Engine,
        }
    }

    /// Says that the allocator refused a request, or is about to give up.
    pub fn note_refusal(&self) {
        self.refused_at.store(self.ticks.load(Relaxed).wrapping_add(1), Relaxed);
    }

    /// Returns whether the allocator refused a request of the current action.
    pub fn was_refused(&self) -> bool {
        self.refused_at.load(Relaxed) == self.ticks.load(Relaxed).wrapping_add(1)
    }

    /// Leaves a note for the crash report; an empty one clears it.
    pub fn set_note(&self, note: &str) {
        let bytes = note.as_bytes();
        let length = bytes.len().min(NOTE_BYTES);
        for (place, byte) in self.note.iter().zip(&bytes[..length]) {
            place.store(u32::from(*byte), Relaxed);
        }
        self.note_length.store(length as u32, Relaxed);
    }

    /// The last remark.
    pub fn note(&self) -> String {
        let length = (self.note_length.load(Relaxed) as usize).min(NOTE_BYTES);
        let bytes: Vec<u8> =
            self.note[..length].iter().map(|byte| byte.load(Relaxed) as u8).collect();
        String::from_utf8_lossy(&bytes).into_owned()
    }

    /// Raises a count of an operation.
    #[inline]
    pub fn count(&self, operation: u32, what: Count) {
        let Some(counts) = self.counts.get(operation as usize) else { return };
        let cell = match what {
            Count::Called => &counts.called,
            Count::Returned => &counts.returned,
            Count::Panicked => &counts.panicked,
            Count::Illegal => &counts.illegal,
            Count::Crashed => &counts.crashed,
        };
        add(cell, 1);
    }

    /// Counts a call of an operation that begins; the how manieth it is.
    #[inline]
    pub fn count_call(&self, operation: u32) -> u64 {
        let Some(counts) = self.counts.get(operation as usize) else { return 0 };
        let number = counts.called.load(Relaxed).wrapping_add(1);
        counts.called.store(number, Relaxed);
        self.last_call.store(operation.wrapping_add(1), Relaxed);
        number
    }

    /// The counts of every operation.
    pub fn counts(&self) -> Vec<OperationCounts> {
        self.counts.iter().map(SharedCounts::read).collect()
    }

    /// The counts of one operation.
    #[inline]
    pub fn counts_of(&self, operation: u32) -> OperationCounts {
        self.counts
            .get(operation as usize)
            .map_or_else(OperationCounts::default, SharedCounts::read)
    }

    /// Notes that a sequence of a given list has died.
    pub fn note_death(&self, index: u32) {
        let count = self.died_count.load(Relaxed);
        if let Some(place) = self.died.get(count as usize) {
            place.store(index, Relaxed);
        }
        self.died_count.store(count.saturating_add(1), Relaxed);
    }

    /// Returns whether a sequence of a given list has died.
    pub fn has_died(&self, index: u32) -> bool {
        let count = (self.died_count.load(Relaxed) as usize).min(MAX_DIED);
        self.died[..count].iter().any(|died| died.load(Relaxed) == index)
    }

    /// Returns whether more have crashed than are recorded by number.
    pub fn died_too_often(&self) -> bool {
        self.died_count.load(Relaxed) as usize >= MAX_DIED
    }

    /// Returns whether a panic has been counted before.
    pub fn knows(&self, key: u64) -> bool {
        self.bucket_keys[self.bucket_slot(key.max(1))].load(Relaxed) != 0
    }

    /// Counts a panic; returns its bucket and whether it is new. `None` when there is no room for more.
    pub fn bucket(&self, key: u64) -> Option<(u32, bool)> {
        let key = key.max(1);
        let at = self.bucket_slot(key);
        if self.bucket_keys[at].load(Relaxed) == key {
            let number = self.bucket_numbers[at].load(Relaxed);
            add(self.bucket_seen.get(number as usize)?, 1);
            return Some((number, false));
        }
        let number = self.buckets.load(Relaxed);
        let seen = self.bucket_seen.get(number as usize)?;
        self.bucket_numbers[at].store(number, Relaxed);
        self.bucket_keys[at].store(key, Relaxed);
        seen.store(1, Relaxed);
        self.buckets.store(number + 1, Relaxed);
        Some((number, true))
    }

    /// The slot of a key, used or free. There are more slots than buckets, so some are always free.
    fn bucket_slot(&self, key: u64) -> usize {
        let mut at = key as usize % BUCKET_SLOTS;
        loop {
            let found = self.bucket_keys[at].load(Relaxed);
            if found == 0 || found == key {
                return at;
            }
            at = (at + 1) % BUCKET_SLOTS;
        }
    }

    /// The number of times that each panic was seen.
    pub fn buckets(&self) -> Vec<u64> {
        let count = (self.buckets.load(Relaxed) as usize).min(MAX_BUCKETS);
        self.bucket_seen[..count].iter().map(|seen| seen.load(Relaxed)).collect()
    }
}

/// Adds to a counter that has one writer at a time, which is much cheaper than an atomic addition.
#[inline]
pub fn add(counter: &AtomicU64, amount: u64) {
    counter.store(counter.load(Relaxed).wrapping_add(amount), Relaxed);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_engine_can_say_how_it_ends() {
        let journal = Journal::new(2);
        assert_eq!(journal.take_end(), None);
        let all = [OwnEnd::Finished, OwnEnd::Spent, OwnEnd::Speechless];
        for why in all.into_iter().chain([0, 7, u32::MAX].map(OwnEnd::Overwritten)) {
            journal.end(why);
            assert_eq!(journal.take_end(), Some(why));
            assert_eq!(journal.take_end(), None, "it is taken once");
        }
        for forged in [1, 2, 3, u64::MAX] {
            journal.own_end.store(forged, Relaxed);
            assert_eq!(journal.take_end(), None);
        }
    }

    #[test]
    fn blocks_that_were_written_over_are_restored() {
        let journal = Journal::new(2);
        journal.count(1, Count::Called);
        add(&journal.calls, 5);
        let saved = journal.save();
        add(&journal.calls, 1000);
        journal.count(1, Count::Called);
        assert!(journal.is_plausible(&saved, 0), "so many calls take no time");
        let (start, length) = journal.extent();
        for byte in [0, 0xff] {
            // SAFETY: the block is this long and made of atomic numbers; this thread alone uses it.
            unsafe { std::ptr::write_bytes(start.cast_mut(), byte, length) };
            assert!(!journal.is_intact() && !journal.is_plausible(&saved, u64::MAX));
            journal.restore(&saved);
            assert!(journal.is_intact());
            assert_eq!(journal.calls.load(Relaxed), 5);
            assert_eq!(journal.counts_of(1).called, 1);
        }
        journal.calls.store(u64::MAX, Relaxed);
        assert!(!journal.is_plausible(&saved, 60_000_000_000), "more calls than nanoseconds");
        journal.calls.store(4, Relaxed);
        assert!(!journal.is_plausible(&saved, 60_000_000_000), "fewer calls than before");
    }
}
