//! Drawn literals, ready to be copied.
//!
//! A number is made anew each time. A text lives as long as the process, so each is kept once, and when there are very many, no
//! more are drawn.

use crate::values::literal::{LinkedLiteral, LiteralOperation};
use gadfly_wire::{drawn, drawn_type, LiteralType, LITERAL_TYPES};
use std::collections::BTreeMap;
use std::sync::{Mutex, OnceLock, PoisonError};

/// The number of texts after which others are not drawn any more.
const MOST_TEXTS: usize = 1 << 17;

static TEXTS: OnceLock<Mutex<BTreeMap<u32, LiteralOperation>>> = OnceLock::new();

/// Returns whether literals of a type may still be drawn.
#[inline]
pub(crate) fn has_room(ty: LiteralType) -> bool {
    !is_text(ty) || with_texts(|texts| texts.len() < MOST_TEXTS)
}

/// The drawn literal with this index, if there is one.
#[inline]
pub(crate) fn literal(
    index: u32,
    types: &[LinkedLiteral; LITERAL_TYPES.len()],
) -> Option<LiteralOperation> {
    let ty = drawn_type(index)?;
    let make = || Some(LiteralOperation::new(&drawn(index)?, &types[ty as usize]));
    if !is_text(ty) {
        return make();
    }
    if let Some(known) = with_texts(|texts| texts.get(&index).copied()) {
        return Some(known);
    }
    let made = make()?;
    with_texts(|texts| texts.insert(index, made));
    Some(made)
}

fn is_text(ty: LiteralType) -> bool {
    matches!(ty, LiteralType::Str | LiteralType::Bytes)
}

fn with_texts<R>(act: impl FnOnce(&mut BTreeMap<u32, LiteralOperation>) -> R) -> R {
    let texts = TEXTS.get_or_init(Mutex::default);
    act(&mut texts.lock().unwrap_or_else(PoisonError::into_inner))
}

#[cfg(test)]
mod tests {
    use super::*;
    use gadfly_wire::drawn_index;

    fn types() -> [LinkedLiteral; LITERAL_TYPES.len()] {
        LITERAL_TYPES.map(|ty| LinkedLiteral::new(ty, ty as u32))
    }

    #[test]
    fn the_same_text_is_kept_once() {
        let index = drawn_index(LiteralType::Str, 77);
        let place = || {
            let mut text = std::mem::MaybeUninit::<&'static str>::uninit();
            let literal = literal(index, &types()).expect("it is drawn");
            // SAFETY: the literal is a text, for which there is room.
            let text = unsafe {
                literal.write(text.as_mut_ptr().cast());
                text.assume_init()
            };
            text.as_ptr()
        };
        assert_eq!(place(), place());
    }

    #[test]
    fn numbers_have_their_type_and_extent() {
        let index = gadfly_wire::listed_index(LiteralType::U8, 200);
        let literal = literal(index, &types()).expect("it is drawn");
        assert_eq!((literal.ty, literal.extent()), (LiteralType::U8 as u32, 200));
        assert!(super::literal(3, &types()).is_none(), "it is one of the plan");
    }
}
