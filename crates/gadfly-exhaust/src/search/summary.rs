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
        self.audit_time += other.audit_time;
        for field in &other.unread {
            if !self.unread.contains(field) {
                self.unread.push(field.clone());
            }
        }
        self.stopped |= other.stopped;
    }
}

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
