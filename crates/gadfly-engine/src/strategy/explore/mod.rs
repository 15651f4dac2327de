//! The directed search: which operation to call next, on which arguments, and which values to keep.

pub(super) mod chooser;
pub(super) mod directed;
pub(super) mod fresh;
pub(super) mod kept;
pub(super) mod picks;
pub(crate) mod pool;
pub(super) mod samples;
pub(super) mod seeds;
pub(super) mod splices;

pub use chooser::OperationChooser;
pub use directed::ExploreStrategy;
pub use samples::Samples;
