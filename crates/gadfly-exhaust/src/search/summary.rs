//! The counts of a search.

/// The counts of a finished search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Summary {
    /// Candidates on which the predicate ran.
    pub explored: u64,
    /// Candidates that satisfy it.
    pub valid: u64,
    /// Runs that panicked, and count as false.
    pub panicked: u64,
    /// Runs that exceeded their budget of reads, and count as false.
    pub cut: u64,
    /// Runs that exhausted the stack, and count as false.
    pub overflowed: u64,
    /// Runs that hung without reading, and count as false.
    pub hung: u64,
    /// Candidates that the predicate accepts but that cannot exist: a weak pointer to an object
    /// without an owner.
    pub unowned: u64,
    /// Runs watched by the audit.
    pub audited: u64,
    /// Those among them that executed code for the first time.
    pub audited_for_code: u64,
    /// Those among them that called precompiled code.
    pub audited_for_calls: u64,
    /// Runs that called precompiled code, or that read very often, and were not audited to their end:
    /// an untraced read in them would have lost structures.
    pub unaudited: u64,
    /// The causes of that, in words.
    pub unaudited_causes: Vec<String>,
    /// Time spent in watched runs.
    pub audit_time: std::time::Duration,
    /// Fields of valid structures that the predicate does not read; each of their values counts as a
    /// structure.
    pub unread: Vec<String>,
    /// `true` if the visitor ended the search early.
    pub stopped: bool,
}

impl Summary {
    /// Adds the counts of another part of the same search.
    pub fn add(&mut self, other: &Self) {
        self.explored += other.explored;
        self.valid += other.valid;
        self.panicked += other.panicked;
        self.cut += other.cut;
        self.overflowed += other.overflowed;
        self.hung += other.hung;
        self.unowned += other.unowned;
        self.audited += other.audited;
        self.audited_for_code += other.audited_for_code;
        self.audited_for_calls += other.audited_for_calls;
        self.unaudited += other.unaudited;
        for cause in &other.unaudited_causes {
            self.not_audited(0, cause);
        }
        self.audit_time += other.audit_time;
        for field in &other.unread {
            if !self.unread.contains(field) {
                self.unread.push(field.clone());
            }
        }
        self.stopped |= other.stopped;
    }
}

impl Summary {
    /// Counts runs that were not audited to their end.
    pub(crate) fn not_audited(&mut self, runs: u64, cause: &str) {
        self.unaudited += runs;
        if self.unaudited_causes.len() < MOST_CAUSES
            && !self.unaudited_causes.iter().any(|known| known == cause)
        {
            self.unaudited_causes.push(cause.to_owned());
        }
    }
}

/// The most causes that are named.
const MOST_CAUSES: usize = 8;

/// The progress of a search.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Progress {
    /// Candidates so far.
    pub explored: u64,
    /// Valid ones so far.
    pub valid: u64,
    /// The part of the space that is done, from 0 to 1, estimated from the stack.
    pub fraction: f64,
}
