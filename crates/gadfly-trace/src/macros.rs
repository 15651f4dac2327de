//! The macros that the rewriter inserts.

/// Logs a value, whose type decides how: a closure for [`enter`](crate::enter), [`list!`](crate::list) or [`Guard::exit`](crate::Guard).
#[macro_export]
macro_rules! v {
    ($value:expr) => {
        |__gs: &mut $crate::Sink| $crate::__v!(__gs, &$value, outer)
    };
}

/// Joins the arguments of a call: `list![v!(self), v!(item)]`.
#[macro_export]
macro_rules! list {
    ($($value:expr),* $(,)?) => {
        |__gs: &mut $crate::Sink| {
            let _ = &__gs;
            $( __gs.next_argument(); ($value)(__gs); )*
        }
    };
}

/// The dispatch behind [`v!`]: known shapes give their parts back to it, two levels deep.
#[doc(hidden)]
#[macro_export]
macro_rules! __v {
    ($sink:ident, $value:expr, outer) => {
        $crate::__v!($sink, $value, with inner)
    };
    ($sink:ident, $value:expr, inner) => {
        $crate::__v!($sink, $value, with leaf)
    };
    ($sink:ident, $value:expr, with $next:ident) => {{
        use $crate::shape::outer::*;
        let __gw = $crate::shape::Seen($value);
        (&&&__gw).kind().put(
            __gw.0,
            $sink,
            |__gv, __gs| $crate::__v!(__gs, __gv, $next),
            |__gv, __gs| $crate::__v!(__gs, __gv, $next),
        )
    }};
    ($sink:ident, $value:expr, leaf) => {{
        use $crate::shape::innermost::*;
        let __gw = $crate::shape::Seen($value);
        (&&&__gw).leaf($sink)
    }};
}
