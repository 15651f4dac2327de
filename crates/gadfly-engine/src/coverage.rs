//! Coverage: which edges of the subject's code were taken.
//!
//! The compiler puts a counter on every edge and hands the block of counters over before `main`. Only counters that the tool
//! says are the subject's are looked at, and of those only the ones that nothing has reached yet: they are zero until then, so
//! looking costs little and nothing need be reset. Where the edges of each call or sequence are asked for, all counters are
//! taken and reset. Each process knows what itself has reached; a block shared with the
//! snapshots knows what any has.

use crate::rng::mix;
use crate::sys;
use gadfly_wire::{EdgeCounts, EdgeHits, SubjectEdges};
use std::sync::atomic::{AtomicPtr, AtomicU32, AtomicU64, AtomicUsize, Ordering::Relaxed};

/// Looking at so many words takes no longer than a cheap call.
const CHEAP: usize = 256;

static COUNTERS: AtomicPtr<u8> = AtomicPtr::new(std::ptr::null_mut());
static LENGTH: AtomicUsize = AtomicUsize::new(0);

/// Called by instrumented code before `main`, once per object file that was linked, with the same block each time.
#[no_mangle]
pub extern "C" fn __sanitizer_cov_8bit_counters_init(start: *mut u8, end: *mut u8) {
    COUNTERS.store(start, Relaxed);
    LENGTH.store((end as usize).saturating_sub(start as usize), Relaxed);
}

/// Called by instrumented code before `main`. The tool reads the table from the file; it is not needed here.
#[no_mangle]
pub extern "C" fn __sanitizer_cov_pcs_init(_start: *const usize, _end: *const usize) {}

/// The edges of the subject that have been reached.
#[derive(Debug)]
pub struct EdgeCoverage {
    /// Words of counters of which some are the subject's and not reached yet by this process.
    cold: Vec<Word>,
    /// All words of counters of which some are the subject's.
    whole: Vec<Word>,
    block: Option<CounterBlock>,
}

/// Eight counters.
#[derive(Clone, Copy, Debug)]
struct Word {
    index: u32,
    /// All ones at each counter that is the subject's and not reached yet.
    mask: u64,
}

/// The edges that all processes together have reached.
#[derive(Clone, Copy, Debug)]
struct CounterBlock {
    counters: *mut u8,
    length: usize,
    all: u32,
    hit: &'static AtomicU32,
    /// A bit per counter.
    bits: &'static [AtomicU64],
}

/// The edges that were reached for the first time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NewEdges {
    /// By this process, as far as it remembers.
    pub here: u32,
    /// By any.
    pub anywhere: u32,
}

impl EdgeCoverage {
    /// Coverage that knows of nothing.
    pub fn none() -> Self {
        Self { cold: Vec::new(), whole: Vec::new(), block: None }
    }

    /// Coverage of the subject's edges among the counters of this program; the error is the reason why there is none.
    pub fn of_program(edges: &SubjectEdges) -> Result<Self, String> {
        let (counters, length) = (COUNTERS.load(Relaxed), LENGTH.load(Relaxed));
        if length != edges.counters as usize {
            return Err(format!("{length} counters instead of {}", edges.counters));
        }
        // SAFETY: the compiler vouches for the block, which lives as long as the program.
        Ok(unsafe { Self::over(counters, edges) })
    }

    /// Coverage over a block of counters.
    ///
    /// # Safety
    /// `counters` must point at `edges.counters` bytes that stay readable and writable for good.
    unsafe fn over(counters: *mut u8, edges: &SubjectEdges) -> Self {
        let mut words: Vec<Word> = Vec::new();
        let mut all = 0;
        for range in &edges.ranges {
            let end = range.first.saturating_add(range.count).min(edges.counters);
            for counter in range.first..end {
                all += 1;
                let (index, mask) = (counter / 8, 0xff << (counter % 8 * 8));
                match words.last_mut() {
                    Some(last) if last.index == index => last.mask |= mask,
                    _ => words.push(Word { index, mask }),
                }
            }
        }
        let count = edges.counters as usize / 64 + 1;
        let shared = sys::shared_zeroed((count + 1) * 8);
        // SAFETY: zeroed, aligned to eight bytes at least, large enough, never freed, and only ever used as atomics, for
        // which zero is valid, so other processes may write at any time.
        let (hit, bits) = unsafe {
            let bits = std::slice::from_raw_parts(shared.add(8).cast::<AtomicU64>(), count);
            (&*shared.cast::<AtomicU32>(), bits)
        };
        Self {
            cold: words.clone(),
            whole: words,
            block: Some(CounterBlock { counters, length: edges.counters as usize, all, hit, bits }),
        }
    }

    /// Returns whether it knows anything at all.
    pub fn is_known(&self) -> bool {
        self.block.is_some()
    }

    /// Returns whether a look costs so little that there may be one after every call.
    pub fn is_cheap(&self) -> bool {
        self.cold.len() <= CHEAP
    }

    /// The number of edges that any process has reached.
    pub fn counts(&self) -> Option<EdgeCounts> {
        let block = self.block?;
        Some(EdgeCounts { hit: block.hit.load(Relaxed), all: block.all })
    }

    /// The counters that any process has reached, a bit each.
    pub fn reached(&self) -> Vec<u64> {
        let bits = self.block.map_or(&[][..], |block| block.bits);
        bits.iter().map(|bits| bits.load(Relaxed)).collect()
    }

    /// Looks for counters that have been reached since the last look.
    pub fn look(&mut self) -> NewEdges {
        let mut fresh = NewEdges::default();
        let Some(block) = self.block else { return fresh };
        let mut at = 0;
        while let Some(word) = self.cold.get_mut(at) {
            let reached = block.read(word.index) & word.mask;
            if reached == 0 {
                at += 1;
                continue;
            }
            let bytes = spread(reached);
            word.mask &= !bytes;
            fresh.here += bytes.count_ones() / 8;
            fresh.anywhere += block.note(word.index, bytes);
            if word.mask == 0 {
                // The order does not matter.
                self.cold.swap_remove(at);
            }
        }
        fresh
    }
}

impl EdgeCoverage {
    /// The edges that were taken since the last call, whose counters are reset.
    pub fn take_hits(&mut self) -> Vec<EdgeHits> {
        let mut hits = Vec::new();
        self.take(&mut |edge, times| hits.push(EdgeHits { edge, times }));
        hits
    }

    /// A hash of the edges that were taken since the last call, and of whether each was once, twice or more often; resets their
    /// counters. Nothing where edges are not known.
    pub fn take_way(&mut self) -> Option<u64> {
        self.block?;
        let mut way = 0;
        self.take(&mut |edge, times| {
            way = mix(way ^ (u64::from(edge) << 2 | u64::from(times.min(3))));
        });
        Some(way)
    }

    fn take(&mut self, visit: &mut dyn FnMut(u32, u8)) {
        let Some(block) = self.block else { return };
        for word in &self.whole {
            let reached = block.read(word.index) & word.mask;
            if reached == 0 {
                continue;
            }
            for (offset, times) in (0..).zip(reached.to_le_bytes()).filter(|(_, times)| *times > 0)
            {
                let edge = word.index * 8 + offset;
                visit(edge, times);
                block.reset(edge);
            }
        }
    }
}

impl CounterBlock {
    /// Sets a counter of the subject to zero.
    fn reset(&self, counter: u32) {
        debug_assert!((counter as usize) < self.length);
        // SAFETY: the counter lies in the block, which instrumented code writes all the time. The subject's threads may write
        // it at the same time; whichever of the values stays, zero or not, is a count.
        unsafe { self.counters.add(counter as usize).write_volatile(0) }
    }

    /// Eight counters, those past the end of the block as zero.
    fn read(&self, index: u32) -> u64 {
        let first = index as usize * 8;
        let mut bytes = [0; 8];
        if first + 8 <= self.length {
            // SAFETY: eight bytes that lie in the block. The subject's threads may write them at the same time; whichever of
            // the values is read, reached or not, is right.
            bytes = unsafe { self.counters.add(first).cast::<[u8; 8]>().read_volatile() };
        } else {
            for (offset, byte) in bytes.iter_mut().enumerate().take(self.length - first) {
                // SAFETY: the block has this many bytes left; for the rest see above.
                *byte = unsafe { self.counters.add(first + offset).read_volatile() };
            }
        }
        u64::from_le_bytes(bytes)
    }

    /// Notes counters as reached; how many were not before.
    fn note(&self, index: u32, bytes: u64) -> u32 {
        let mut fresh = 0;
        for byte in 0..8 {
            if bytes >> (byte * 8) & 1 == 0 {
                continue;
            }
            let counter = index as usize * 8 + byte;
            let Some(word) = self.bits.get(counter / 64) else { continue };
            let bit = 1 << (counter % 64);
            if word.fetch_or(bit, Relaxed) & bit == 0 {
                fresh += 1;
            }
        }
        self.hit.fetch_add(fresh, Relaxed);
        fresh
    }
}

/// All ones in every byte that is not zero.
fn spread(word: u64) -> u64 {
    let mut bytes = word;
    bytes |= bytes >> 4 & 0x0f0f_0f0f_0f0f_0f0f;
    bytes |= bytes >> 2 & 0x3333_3333_3333_3333;
    bytes |= bytes >> 1 & 0x5555_5555_5555_5555;
    (bytes & 0x0101_0101_0101_0101).wrapping_mul(0xff)
}

#[cfg(test)]
mod tests {
    use super::*;
    use gadfly_wire::EdgeRange;

    fn edges(counters: u32, ranges: &[(u32, u32)]) -> SubjectEdges {
        let ranges = ranges.iter().map(|(first, count)| EdgeRange { first: *first, count: *count });
        SubjectEdges { counters, ranges: ranges.collect(), places: Vec::new() }
    }

    fn over(counters: &'static [AtomicU8], ranges: &[(u32, u32)]) -> EdgeCoverage {
        // SAFETY: the counters are as many as said and are never freed.
        unsafe {
            EdgeCoverage::over(
                counters.as_ptr().cast_mut().cast(),
                &edges(counters.len() as u32, ranges),
            )
        }
    }

    fn counters(count: usize) -> &'static [AtomicU8] {
        Box::leak((0..count).map(|_| AtomicU8::new(0)).collect())
    }

    use std::sync::atomic::AtomicU8;

    #[test]
    fn edges_of_the_subject_count_once() {
        let block = counters(21);
        let mut coverage = over(block, &[(3, 2), (12, 9)]);
        assert_eq!(coverage.counts(), Some(EdgeCounts { hit: 0, all: 11 }));
        assert_eq!(coverage.look(), NewEdges::default());
        for reached in [0, 4, 11, 12, 20] {
            block[reached].store(128, Relaxed);
        }
        assert_eq!(coverage.look(), NewEdges { here: 3, anywhere: 3 });
        block[4].store(129, Relaxed);
        block[13].store(1, Relaxed);
        assert_eq!(coverage.look(), NewEdges { here: 1, anywhere: 1 });
        assert_eq!(coverage.counts(), Some(EdgeCounts { hit: 4, all: 11 }));
        assert_eq!(coverage.reached(), [1 << 4 | 1 << 12 | 1 << 13 | 1 << 20]);
        assert!(EdgeCoverage::none().reached().is_empty());
    }

    #[test]
    fn edges_of_crashed_processes_are_new_to_snapshots() {
        let block = counters(8);
        let mut coverage = over(block, &[(0, 8)]);
        let (cold, whole) = (coverage.cold.clone(), coverage.whole.clone());
        let mut snapshot = EdgeCoverage { cold, whole, block: coverage.block };
        block[1].store(1, Relaxed);
        assert_eq!(coverage.look(), NewEdges { here: 1, anywhere: 1 });
        block[2].store(1, Relaxed);
        assert_eq!(snapshot.look(), NewEdges { here: 2, anywhere: 1 });
        assert_eq!(snapshot.counts(), Some(EdgeCounts { hit: 2, all: 8 }));
    }

    #[test]
    fn taken_edges_are_counted_anew() {
        let block = counters(12);
        let mut coverage = over(block, &[(1, 3), (9, 3)]);
        let hit = |edge, times| EdgeHits { edge, times };
        for (counter, times) in [(0, 9), (1, 1), (3, 7), (9, 2)] {
            block[counter].store(times, Relaxed);
        }
        let way = coverage.take_way();
        assert_eq!(coverage.take_hits(), [], "reset by the first look");
        assert_eq!(block[0].load(Relaxed), 9, "a counter of others");
        for (counter, times) in [(1, 1), (3, 8), (9, 2)] {
            block[counter].store(times, Relaxed);
        }
        assert_eq!(coverage.take_way(), way, "many times are many times");
        block[3].store(2, Relaxed);
        assert_ne!(coverage.take_way(), way);
        block[11].store(5, Relaxed);
        assert_eq!(coverage.take_hits(), [hit(11, 5)]);
        assert_eq!(EdgeCoverage::none().take_way(), None);
    }

    #[test]
    fn edge_lists_of_other_programs_are_refused() {
        assert!(EdgeCoverage::of_program(&edges(u32::MAX, &[])).is_err());
        assert!(!EdgeCoverage::none().is_known());
    }

    #[test]
    fn every_byte_that_is_not_zero_is_spread() {
        assert_eq!(spread(0x8000_0100_7f00_0010), 0xff00_ff00_ff00_00ff);
    }
}
