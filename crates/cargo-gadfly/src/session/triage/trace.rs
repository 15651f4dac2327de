//! What calls leave behind in their process, put into words.

use gadfly_wire::Trace;

/// What to say about a call that leaves this behind.
pub(in crate::session) fn of_trace(what: Trace) -> &'static str {
    match what {
        Trace::Directory => "leaves the working directory changed",
        Trace::Environment => "leaves the environment changed",
        Trace::Streams => "leaves a standard stream closed or redirected",
        Trace::SignalMask => "leaves the signal mask changed",
        Trace::PanicHook => "leaves the panic hook replaced",
        Trace::Thread => "leaves a thread running",
    }
}
