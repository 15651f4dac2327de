//! Ends of processes.

pub(crate) mod deep_recursion;
pub(crate) mod endless_input;
pub(crate) mod ends_the_process;
pub(crate) mod foreign_death;
pub(crate) mod hang;
pub(crate) mod large_memory;
pub(crate) mod long_work;
pub(crate) mod out_of_memory;
pub(crate) mod sanitizer_report;
pub(crate) mod sanitizer_size;
pub(crate) mod stub_decides_end;
pub(crate) mod undefined_behaviour;
