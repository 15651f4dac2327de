//! The ways in which a type is walked.

/// Which protocols are run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProtocolMode {
    /// All of them: every method after every sequence that ended normally.
    Protocol,
    /// Every method after everything that calls which change the value lead to.
    Algebra,
    /// All of them, from each state of the type.
    States,
}

impl ProtocolMode {
    /// The term for the sequences of one length.
    pub fn sequences(self) -> &'static str {
        match self {
            ProtocolMode::Protocol => "method protocols",
            ProtocolMode::Algebra => "algebraic constructions",
            ProtocolMode::States => "state transitions",
        }
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            ProtocolMode::Protocol => "protocol",
            ProtocolMode::Algebra => "algebra",
            ProtocolMode::States => "states",
        }
    }

    /// Returns whether only sequences whose last call changed the value are extended.
    pub fn needs_change(self) -> bool {
        self == ProtocolMode::Algebra
    }
}
