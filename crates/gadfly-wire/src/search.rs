//! The settings of the directed search, each with its default.

record! {
    /// The settings of a directed search. Shares are in percent.
    #[derive(Copy, Eq)]
    pub struct SearchSettings {
        /// The share of calls that are repeated. Default: 10.
        pub repeat_percent: u32,
        /// The most repetitions; short runs of repetitions are likelier than long ones. Default: 100.
        pub repeat_most: u32,
        /// The most calls of a sequence after its first. Default: 9.
        pub append_most: u32,
        /// The share of arguments that are variables of the sequence, where there is one. Default: 40.
        pub own_percent: u32,
        /// The same where no literal would do: handles and objects, which are worth more in the company they come from.
        /// Default: 60.
        pub own_object_percent: u32,
        /// The share of literals among drawn values, where there are both literals and values that calls have made. Default: 60.
        pub literal_percent: u32,
        /// The share of texts that are spliced, where that can be done. Default: 20.
        pub splice_percent: u32,
        /// The share of literals that are [drawn](crate::drawn()) anew instead of taken from the plan. Default: 0.
        pub fresh_percent: u32,
        /// The share of `None` among drawn values, where there is something else. Default: 5.
        pub none_percent: u32,
        /// The share of draws among the values that brought new coverage, where there are some. Default: 25.
        pub bright_percent: u32,
        /// The share of drawn values whose companions are dropped first. Default: 10.
        pub alone_percent: u32,
        /// The share of integers that are drawn near a result of the receiver's observers. Default: 30.
        pub boundary_percent: u32,
        /// Integers above this are not kept as values to start from. Default: 1,000,000.
        pub large_integer: u64,
        /// A size above 100 is drawn once in so many times. Default: 30.
        pub large_size_one_in: u32,
        /// True if operations that had many turns get fewer; otherwise all are equally likely. Default: true.
        pub adaptive: bool,
        /// True if a sequence that was built before is built anew otherwise. Default: true.
        pub skip_built: bool,
    }
}

impl Default for SearchSettings {
    fn default() -> Self {
        Self {
            repeat_percent: 10,
            repeat_most: 100,
            append_most: 9,
            own_percent: 40,
            own_object_percent: 60,
            literal_percent: 60,
            splice_percent: 20,
            fresh_percent: 0,
            none_percent: 5,
            bright_percent: 25,
            alone_percent: 10,
            boundary_percent: 30,
            large_integer: 1_000_000,
            large_size_one_in: 30,
            adaptive: true,
            skip_built: true,
        }
    }
}
