//! The journal: the current action of the search, in memory that outlives its process.
//!
//! A block of words, shared between the search and the snapshots that wait for it. The search writes the statement it is
//! about to run; the surviving process reads it. Counts are kept here too, so that a crash loses none. Nothing in it is a
//! pointer, and everything read from it is taken as possibly torn.

use crate::run::lineage::Lineage;
use crate::sys;
use gadfly_wire::{During, OperationCounts};
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};

/// The number of words of statements that fit.
const STATEMENT_WORDS: usize = 2048;
const NOTE_BYTES: usize = 1024;
/// The number of distinct panics.
pub const MAX_BUCKETS: usize = 4096;
/// The number of given sequences whose crashes are recorded.
const MAX_DIED: usize = 512;
const BUCKET_SLOTS: usize = MAX_BUCKETS * 4;

/// The fixed part of the shared block.
#[repr(C)]
pub struct SharedBlock {
    /// Raised with everything the search does; standing still means that it hangs.
    pub ticks: AtomicU64,
    /// Set when the search is over, to distinguish it from an early exit.
    pub finished: AtomicU32,
    /// The tick at which the allocator refused a request or gave up, plus one.
    refused_at: AtomicU64,
    /// Set by a process that exits because of leaked memory.
    pub leaked: AtomicU32,
    /// Set before a process is ended because its call does not return.
    pub hung: AtomicU32,
    /// The process that searches.
    pub searcher: AtomicU32,
    /// Set while the searching process does slow work of its own.
    pub paused: AtomicU32,
    /// The end of the last whole event in the file; zero if unknown.
    pub events_end: AtomicU64,
    /// The end of the event that is written next, once it is whole.
    pub events_next: AtomicU64,
    /// Set when events cannot be written.
    pub unwritable: AtomicU32,
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
        // SAFETY: the block is zeroed, aligned to a page or at least to 16 bytes, large enough, and never freed. Every
        // field is an atomic integer, for which zero is valid, so other processes may write at any time.
        unsafe {
            Self {
                shared: &*block.cast::<SharedBlock>(),
                counts: std::slice::from_raw_parts(
                    block.add(fixed).cast::<SharedCounts>(),
                    operations,
                ),
            }
        }
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
