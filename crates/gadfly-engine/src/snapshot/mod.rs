//! Surviving the subject: snapshots that take over after a crash, and the shared memory that explains it.

pub mod checkpoint;
pub mod journal;
mod overseer;
mod provenance;
pub mod quarantine;
mod sanitizer;
pub mod suspect;
pub mod watchdog;
