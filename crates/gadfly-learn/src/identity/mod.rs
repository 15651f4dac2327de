//! Which object of one call is which of another.
//!
//! Values move, so an address identifies nothing by itself. A sighting of an object is the first of these that there is:
//!
//! 1. an object with the same bytes that was returned or stored and not seen since, the newest;
//! 2. the object with the same bytes at the same address;
//! 3. an object with the same bytes anywhere, the newest;
//! 4. the object that the function was given by value, if it returns one of the same type;
//! 5. the object at the same address, which has changed unseen, unless its old bytes are seen elsewhere later;
//! 6. a new object.
//!
//! What a function returns by value can only be an older object if the function could get at one: it was given one by value
//! or by mutable reference, or a shared reference to where that was stored. Without this, a constructor would return
//! whatever earlier object had the same bytes. Equal bytes with an address in them are one object in two handles where the
//! type is such a handle.

mod resolver;
mod store;

use gadfly_model::rust_path;

use crate::record::Log;
use crate::trace::{Trace, join};

impl Trace {
    /// Joins the logs of a run and identifies the objects in them.
    pub fn of(logs: Vec<Log>) -> Self {
        Self::with_handles(logs, &[])
    }

    /// As [`Trace::of`], where some types are known as handles: equal bytes with an address in them are one object.
    pub fn with_handles(logs: Vec<Log>, handles: &[String]) -> Self {
        let mut trace = join(logs);
        for facts in &mut trace.types {
            let path = rust_path::head(&facts.name);
            facts.is_handle |= handles.iter().any(|it| it == path);
        }
        resolver::resolve(&mut trace);
        trace
    }
}
