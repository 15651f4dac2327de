//! Which operation to try next: every one whose arguments can be had, those of functions that never returned first.
//!
//! Knows counts, not values. An operation that keeps failing is tried ever less often, but never given up.

use crate::registry::Registry;
use crate::rng::Rng;

/// Chooses operations.
#[derive(Debug)]
pub struct Chooser {
    operations: Vec<Tally>,
    functions: Vec<bool>,
    /// Operations whose arguments can all be had.
    available: Vec<u32>,
    /// Those of them that exercise a public function.
    exercising: Vec<u32>,
    /// Those of them whose function never returned, cleaned up lazily.
    frontier: Vec<u32>,
    /// By type: which arguments accept it.
    consumers: Vec<Vec<(u32, u8)>>,
}

#[derive(Clone, Debug, Default)]
struct Tally {
    tried: u32,
    returned: u32,
    /// Kilobytes allocated by its calls.
    kilobytes: u32,
    function: Option<u32>,
    weight: u32,
    /// Bit `i`: nothing is there for argument `i`.
    missing: u16,
}

impl Chooser {
    /// Nothing has been tried, and no type has a value.
    pub fn new(registry: &Registry) -> Self {
        let mut chooser = Self {
            operations: vec![Tally::default(); registry.operations.len()],
            functions: vec![false; registry.functions as usize],
            available: Vec::new(),
            exercising: Vec::new(),
            frontier: Vec::new(),
            consumers: vec![Vec::new(); registry.types.len()],
        };
        for (id, operation) in registry.operations.iter().enumerate() {
            let Some(operation) = operation else { continue };
            let tally = &mut chooser.operations[id];
            tally.function = operation.function;
            tally.weight = u32::from(operation.weight);
            tally.missing = (1 << operation.args.len()) - 1;
            for (index, parameter) in operation.args.iter().enumerate() {
                for (ty, _) in &parameter.accepts {
                    chooser.consumers[*ty as usize].push((id as u32, index as u8));
                }
            }
            if operation.args.is_empty() {
                chooser.make_available(id as u32);
            }
        }
        chooser
    }

    /// Says that there is a value of a type now.
    pub fn inhabited(&mut self, ty: u32) {
        for at in 0..self.consumers[ty as usize].len() {
            let (id, index) = self.consumers[ty as usize][at];
            let tally = &mut self.operations[id as usize];
            let missing = tally.missing & !(1 << index);
            if std::mem::replace(&mut tally.missing, missing) != missing && missing == 0 {
                self.make_available(id);
            }
        }
    }

    /// Records a try. Calls that return tell so in addition.
    pub fn tried(&mut self, id: u32) {
        self.operations[id as usize].tried += 1;
    }

    /// Records how many bytes a try allocated: what takes much gets fewer turns.
    pub fn spent(&mut self, id: u32, bytes: u64) {
        let tally = &mut self.operations[id as usize];
        tally.kilobytes =
            tally.kilobytes.saturating_add(u32::try_from(bytes >> 10).unwrap_or(u32::MAX));
    }

    /// Records that a call returned.
    pub fn returned(&mut self, id: u32) {
        let tally = &mut self.operations[id as usize];
        tally.returned += 1;
        if let Some(function) = tally.function {
            self.functions[function as usize] = true;
        }
    }

    /// How many functions returned at least once.
    pub fn functions_returned(&self) -> u32 {
        self.functions.iter().filter(|returned| **returned).count() as u32
    }

    /// Whether an operation has been tried often enough to suspect that it needs an unusual state.
    pub fn is_hard(&self, id: u32) -> bool {
        let tally = &self.operations[id as usize];
        tally.tried > 20 && tally.returned * 50 < tally.tried
    }

    /// An operation to start with.
    pub fn choose(&mut self, rng: &mut Rng) -> Option<u32> {
        if self.available.is_empty() {
            return None;
        }
        if let Some(id) = self.choose_frontier(rng) {
            return Some(id);
        }
        let list = if !self.exercising.is_empty() && rng.percent(75) {
            &self.exercising
        } else {
            &self.available
        };
        let mut best = list[rng.below(list.len())];
        for _ in 0..2 {
            let other = list[rng.below(list.len())];
            if self.burden(other) < self.burden(best) {
                best = other;
            }
        }
        Some(best)
    }

    /// An operation that takes a value of the type, and as which argument.
    pub fn choose_for(&self, ty: u32, rng: &mut Rng) -> Option<(u32, u8)> {
        let list = &self.consumers[ty as usize];
        if list.is_empty() {
            return None;
        }
        let mut best = None;
        for _ in 0..4 {
            let other = list[rng.below(list.len())];
            let missing = self.operations[other.0 as usize].missing & !(1 << other.1);
            if missing != 0 {
                continue;
            }
            let burden = self.burden(other.0);
            if best.map_or(true, |(least, _)| burden < least) {
                best = Some((burden, other));
            }
            if rng.percent(50) {
                break;
            }
        }
        best.map(|(_, found)| found)
    }

    /// The least tried of a few operations whose function never returned, ever less often with more tries.
    fn choose_frontier(&mut self, rng: &mut Rng) -> Option<u32> {
        let mut best: Option<u32> = None;
        for _ in 0..3 {
            if self.frontier.is_empty() {
                return best;
            }
            let at = rng.below(self.frontier.len());
            let id = self.frontier[at];
            let function = self.operations[id as usize].function;
            if function.map_or(true, |function| self.functions[function as usize]) {
                self.frontier.swap_remove(at);
                continue;
            }
            let tried = |id: u32| self.operations[id as usize].tried;
            if best.map_or(true, |best| tried(id) < tried(best)) {
                best = Some(id);
            }
        }
        let id = best?;
        let tried = self.operations[id as usize].tried as usize;
        (rng.below(tried + 300) < 240 || rng.percent(8)).then_some(id)
    }

    /// How much an operation has had already: tries by weight, those that never return or are dear all the more.
    fn burden(&self, id: u32) -> u32 {
        let tally = &self.operations[id as usize];
        let failing = if tally.returned == 0 { tally.tried / 2 } else { 0 };
        (tally.tried + failing).saturating_add(tally.kilobytes) / tally.weight.max(1)
    }

    fn make_available(&mut self, id: u32) {
        self.available.push(id);
        if self.operations[id as usize].function.is_some() {
            self.exercising.push(id);
            self.frontier.push(id);
        }
    }
}
