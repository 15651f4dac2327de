//! What the crate under test does to its process, what is killed, and what a run finds around it.

mod endless;
mod forgeries;
mod full_disk;
mod hazards;
mod interruption;
mod killing;
mod lasting;
mod processes;
mod searchers;
