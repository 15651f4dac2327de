//! A ledger whose entries are written in batches.
//!
//! A ledger is opened by its title, which ends with a check number; a batch is begun, filled and committed; the last batch
//! can be taken back.

use std::fmt;

/// A reason why a ledger refuses something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The title does not end with its check number.
    Title,
    /// The batch has another number than the next one.
    Number,
    /// There is no open batch, or one too many.
    Batch,
    /// The entry is not of the form `debit 12 rent`.
    Entry,
}

impl fmt::Display for Refusal {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Self::Title => "the title does not end with its check number",
            Self::Number => "the batch has another number than the next one",
            Self::Batch => "there is no open batch, or one too many",
            Self::Entry => "the entry has another form",
        })
    }
}

impl std::error::Error for Refusal {}

/// A ledger.
#[derive(Debug)]
pub struct Ledger {
    name: String,
    next_batch: u32,
    /// Amounts of the open batch.
    open: Option<Vec<i64>>,
    /// Amounts of all committed batches.
    amounts: Vec<i64>,
    /// Number of amounts of each committed batch.
    batches: Vec<usize>,
}

impl Ledger {
    /// Opens a ledger by its title: a name and its check number.
    ///
    /// # Errors
    ///
    /// Where the number is not that of the name.
    pub fn open(title: &str) -> Result<Self, Refusal> {
        let (name, number) = title.rsplit_once(' ').ok_or(Refusal::Title)?;
        let sum = name.bytes().fold(7_u32, |sum, byte| (sum * 31 + u32::from(byte)) % 9973);
        if number.parse() != Ok(sum) || name.len() < 4 {
            return Err(Refusal::Title);
        }
        let (open, amounts, batches) = (None, Vec::new(), Vec::new());
        Ok(Self { name: name.to_owned(), next_batch: 4100, open, amounts, batches })
    }

    /// The name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Begins the next batch.
    ///
    /// # Errors
    ///
    /// Where a batch is open, or another number is next.
    pub fn begin(&mut self, number: u32) -> Result<(), Refusal> {
        if self.open.is_some() {
            return Err(Refusal::Batch);
        }
        if number != self.next_batch {
            return Err(Refusal::Number);
        }
        self.open = Some(Vec::new());
        Ok(())
    }

    /// Adds an entry to the open batch.
    ///
    /// # Errors
    ///
    /// Where there is no open batch, or the entry has another form.
    pub fn post(&mut self, entry: &str) -> Result<(), Refusal> {
        let batch = self.open.as_mut().ok_or(Refusal::Batch)?;
        let mut words = entry.split(' ');
        let sign = match words.next() {
            Some("credit") => 1,
            Some("debit") => -1,
            _ => return Err(Refusal::Entry),
        };
        let amount: i32 = words.next().and_then(|it| it.parse().ok()).ok_or(Refusal::Entry)?;
        words.next().ok_or(Refusal::Entry)?;
        batch.push(sign * i64::from(amount));
        Ok(())
    }

    /// Commits the open batch; returns the number of its entries.
    ///
    /// # Errors
    ///
    /// Where there is no open batch.
    pub fn commit(&mut self) -> Result<usize, Refusal> {
        let batch = self.open.take().ok_or(Refusal::Batch)?;
        self.amounts.extend(&batch);
        self.batches.push(batch.len());
        self.next_batch += 1;
        Ok(batch.len())
    }

    /// Takes the last committed batch back; returns the sum of its entries.
    ///
    /// # Errors
    ///
    /// Where nothing was committed.
    pub fn take_back(&mut self) -> Result<i64, Refusal> {
        let count = *self.batches.last().ok_or(Refusal::Batch)?;
        let rest = self.amounts.len() - count;
        Ok(self.amounts.split_off(rest).iter().sum())
    }

    /// The sum of all committed entries.
    pub fn balance(&self) -> i64 {
        self.amounts.iter().sum()
    }
}
