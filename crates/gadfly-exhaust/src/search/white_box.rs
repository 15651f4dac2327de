//! White-box search: the function runs on a rebuilt value inside the predicate, and reads of that
//! value count as reads of the candidate it was made from. Inputs that differ only in fields that
//! the function never reads are then tried once.

use super::engine::Engine;
use crate::audit::{self, unwatched};
use crate::finitize::Finitize;
use crate::rebuild::Rebuild;
use crate::trace::{self, Tables};

/// The largest span of heap with tables; beyond it, all fields count as read.
const WIDEST: usize = 4 << 20;

impl Engine {
    /// Rebuilds the candidate and runs `body` on it, with reads of the objects behind its pointers
    /// reported. Fields of the root itself count as read, since moving the value reads them.
    pub(super) fn on_rebuilt<T: Finitize>(&self, body: &mut dyn FnMut(T) -> bool) -> bool {
        trace::disarm();
        let mut objects = Vec::new();
        let real = unwatched(|| {
            let root = self.root::<T>();
            Rebuild::watched(root, &self.plan.bounds, &self.managers, &mut objects)
        });
        let Ok(real) = real else {
            trace::resume(self.tables());
            return false;
        };
        self.read_root();
        let low = objects.iter().map(|object| object.real).min().unwrap_or(0);
        let high = objects.iter().map(|object| object.real + object.size).max().unwrap_or(0);
        // The function gets no candidate, so precompiled code that it calls reads none.
        let mut aside = |real| {
            let before = audit::entered();
            let result = body(real);
            audit::put_back(before);
            result
        };
        if objects.is_empty() {
            let result = aside(real);
            trace::resume(self.tables());
            return result;
        }
        if high - low > WIDEST {
            for object in &objects {
                self.read_bytes(object.candidate, object.size);
            }
            let result = aside(real);
            trace::resume(self.tables());
            return result;
        }
        let mut ids: [Vec<u16>; 5] = std::array::from_fn(|_| vec![0; high - low]);
        for object in &objects {
            let from = object.candidate - self.plan.arena.base() as usize;
            let to = object.real - low;
            for (size, table) in ids.iter_mut().enumerate() {
                table[to..to + object.size]
                    .copy_from_slice(&self.ids()[size][from..from + object.size]);
            }
        }
        // Stay empty: there is no limit to the reads of a function under test.
        let mut left = vec![0; ids.len() * (high - low)];
        let tables = Tables {
            base: low,
            len: high - low,
            ids: std::array::from_fn(|size| ids[size].as_ptr()),
            left: left.as_mut_ptr(),
        };
        trace::divert(&tables);
        let result = aside(real);
        trace::resume(self.tables());
        result
    }
}
