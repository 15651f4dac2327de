//! Copies that are built and run.

mod traced;
