//! A month of a ledger: two batches, taken back one by one.

use ledger::{Ledger, Refusal};

/// A name with its check number.
fn title(name: &str) -> String {
    let number = name.bytes().fold(7, |sum, byte| (sum * 31 + u32::from(byte)) % 9973);
    format!("{name} {number}")
}

#[test]
fn batches_are_taken_back_one_by_one() {
    let mut ledger = Ledger::open(&title("rent 2026")).unwrap();
    ledger.begin(4100).unwrap();
    ledger.post("debit 950 flat").unwrap();
    assert_eq!(ledger.commit(), Ok(1));
    ledger.begin(4101).unwrap();
    ledger.post("credit 120 deposit").unwrap();
    assert_eq!(ledger.commit(), Ok(1));
    assert_eq!(ledger.balance(), -830);
    assert_eq!(ledger.take_back(), Ok(120));
    assert_eq!(ledger.take_back(), Ok(-950));
    assert_eq!(ledger.balance(), 0);
}

#[test]
fn titles_have_a_check_number() {
    assert_eq!(Ledger::open("rent 2026 1").unwrap_err(), Refusal::Title);
    let mut ledger = Ledger::open(&title("travel")).unwrap();
    assert_eq!(ledger.name(), "travel");
    assert_eq!(ledger.commit(), Err(Refusal::Batch));
    assert_eq!(ledger.begin(1), Err(Refusal::Number));
    ledger.begin(4100).unwrap();
    assert_eq!(ledger.post("credit much salary"), Err(Refusal::Entry));
    assert_eq!(ledger.commit(), Ok(0));
}
