//! Kept documents with a sum behind them, by which a damaged one is noticed.

use std::collections::hash_map::DefaultHasher;
use std::hash::Hasher;

/// The line between a document and its sum.
const LINE: &[u8] = b"\n# sum ";

/// A document with its sum.
pub fn seal(document: &[u8]) -> Vec<u8> {
    let mut sealed = document.to_vec();
    sealed.extend_from_slice(LINE);
    sealed.extend_from_slice(format!("{:016x}\n", sum(document)).as_bytes());
    sealed
}

/// The document in these bytes, if it is whole.
pub fn unseal(sealed: &[u8]) -> Option<&[u8]> {
    let document = sealed.len().checked_sub(LINE.len() + 17)?;
    (seal(&sealed[..document]) == sealed).then(|| &sealed[..document])
}

/// The sum of bytes. It is compared on this machine alone, so any hash will do.
fn sum(bytes: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    hasher.write(bytes);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_documents_are_opened() {
        for document in [&b""[..], b"{}", b"{}\n# sum 0000000000000000\n"] {
            assert_eq!(unseal(&seal(document)), Some(document));
        }
    }

    #[test]
    fn damaged_documents_stay_closed() {
        let sealed = seal(b"{\"a\": 1}");
        for at in 0..sealed.len() {
            let mut flipped = sealed.clone();
            flipped[at] ^= 4;
            assert_eq!(unseal(&flipped), None, "byte {at}");
            assert_eq!(unseal(&sealed[..at]), None, "cut at {at}");
        }
        assert_eq!(unseal(&[&sealed[..], &sealed[..]].concat()), None);
    }
}
