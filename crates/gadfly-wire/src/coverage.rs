//! Coverage: which edges of a harness are the subject's, and how many of them were taken.

record! {
    /// Which of the counters in a harness stand for edges of the subject's code.
    #[derive(Default)]
    pub struct SubjectEdges {
        /// How many counters there are in all; a harness with another number was built from something else.
        pub counters: u32,
        /// Those of the subject, in order.
        pub ranges: Vec<EdgeRange>,
    }
}

record! {
    /// Counters that follow one another.
    #[derive(Copy, Eq)]
    pub struct EdgeRange {
        /// The first.
        pub first: u32,
        /// How many.
        pub count: u32,
    }
}

record! {
    /// How much of the subject was reached.
    #[derive(Copy, Eq, Default)]
    pub struct EdgeCounts {
        /// Edges of the subject's code that were taken.
        pub hit: u32,
        /// All of them.
        pub all: u32,
    }
}
