//! What calls leave behind in their process, put into words.

use gadfly_wire::ProcessChange;

/// What to say about a call that leaves this behind.
pub(crate) fn describe_process_change(what: ProcessChange) -> &'static str {
    match what {
        ProcessChange::Directory => "leaves the working directory changed",
        ProcessChange::Environment => "leaves the environment changed",
        ProcessChange::Streams => "leaves a standard stream closed or redirected",
        ProcessChange::SignalMask => "leaves the signal mask changed",
        ProcessChange::PanicHook => "leaves the panic hook replaced",
        ProcessChange::Thread => "leaves a thread running",
    }
}
