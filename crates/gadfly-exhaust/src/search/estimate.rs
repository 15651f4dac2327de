//! Estimates of the size of a part without searching it: the mean over descents that take a random
//! alternative of each choice, as if all alternatives had equally many candidates (Knuth 1975). The
//! descents are the same every time.

use super::engine::Engine;
use super::prefix::Prefix;
use crate::error::SearchError;

/// Descents per part.
const DESCENTS: u32 = 48;

impl Engine {
    /// Estimates the number of candidates that start with each prefix.
    pub(crate) fn weigh(
        &mut self,
        predicate: &mut dyn FnMut(&Self) -> bool,
        prefixes: &[Prefix],
    ) -> Result<Vec<f64>, SearchError> {
        let _session = self.begin();
        // Candidates are audited when their part is searched.
        self.tried = 1 << 40 | 1;
        let mut random = 0x9E37_79B9_7F4A_7C15_u64;
        let mut weights = Vec::with_capacity(prefixes.len());
        for prefix in prefixes {
            let mut sum = 0.0;
            for _ in 0..DESCENTS {
                sum += self.descend(predicate, prefix, &mut random)?;
            }
            weights.push(sum / f64::from(DESCENTS));
        }
        Ok(weights)
    }

    /// The product of the numbers of alternatives on the path to a random candidate.
    fn descend(
        &mut self,
        predicate: &mut dyn FnMut(&Self) -> bool,
        prefix: &Prefix,
        random: &mut u64,
    ) -> Result<f64, SearchError> {
        while !self.core_mut().stack.is_empty() {
            self.core_mut().pop();
        }
        self.enter(prefix)?;
        let mut weight = 1.0;
        let mut position = prefix.0.len();
        loop {
            if self.try_candidate(predicate)? {
                self.push_reachable();
            }
            let core = self.core_mut();
            let taken = loop {
                if position >= core.stack.len() {
                    return Ok(weight);
                }
                let rest = core.rest(position);
                weight *= (rest.len() + 1) as f64;
                position += 1;
                *random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                let choice = ((*random >> 33) % (rest.len() as u64 + 1)) as usize;
                // The first alternative is the current one.
                if choice > 0 {
                    break rest[choice - 1];
                }
            };
            while core.stack.len() > position {
                core.pop();
            }
            let id = core.stack[position - 1] as usize;
            core.assign(id, taken);
        }
    }
}
