//! Coverage: which edges of a harness are the subject's, and how many of them were taken.

record! {
    /// The counters in a harness that stand for edges of the subject's code.
    #[derive(Default)]
    pub struct SubjectEdges {
        /// The total number of counters; a harness with another number was built from something else.
        pub counters: u32,
        /// Those of the subject, in order.
        pub ranges: Vec<EdgeRange>,
        /// For each of these, in order, the number of its place in the source: copies of generic code have the same.
        pub places: Vec<u32>,
    }
}

record! {
    /// Counters that follow one another.
    #[derive(Copy, Eq)]
    pub struct EdgeRange {
        /// The first.
        pub first: u32,
        /// The number of them.
        pub count: u32,
    }
}

record! {
    /// An edge that was taken.
    #[derive(Copy, Eq)]
    pub struct EdgeHits {
        /// Its counter.
        pub edge: u32,
        /// The number of times, modulo 256.
        pub times: u8,
    }
}

record! {
    /// The coverage of the subject.
    #[derive(Copy, Eq, Default)]
    pub struct EdgeCounts {
        /// Edges of the subject's code that were taken.
        pub hit: u32,
        /// All of them.
        pub all: u32,
    }
}
