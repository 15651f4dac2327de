//! What `list` found out: every public function with its status.

/// The public functions of a crate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listing {
    /// The package's name.
    pub package: String,
    /// Its version.
    pub version: String,
    /// One entry per public function, in the order in which they are shown.
    pub items: Vec<ListedItem>,
}

/// A public function.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ListedItem {
    /// How people call it: `ropey::Rope::insert`.
    pub path: String,
    /// How it is shown: `Rope::insert(&mut self, usize, &str)`.
    pub signature: String,
    /// Whether it can be called.
    pub callable: bool,
    /// What it is called as, if it is generic: `smallvec::SmallVec::<[i32; 4]>::insert`.
    pub instances: Vec<String>,
    /// Why it cannot be called.
    pub reason: Option<String>,
}

impl Listing {
    /// How many public functions there are.
    pub fn public(&self) -> usize {
        self.items.len()
    }

    /// How many of them can be called.
    pub fn callable(&self) -> usize {
        self.items.iter().filter(|item| item.callable).count()
    }

    #[cfg(test)]
    pub(crate) fn example() -> Self {
        let item = |path: &str, signature: &str| ListedItem {
            path: path.to_owned(),
            signature: signature.to_owned(),
            callable: true,
            ..ListedItem::default()
        };
        let skipped = |path: &str, signature: &str, reason: &str| ListedItem {
            callable: false,
            reason: Some(reason.to_owned()),
            ..item(path, signature)
        };
        Self {
            package: "ropey".to_owned(),
            version: "1.5.1".to_owned(),
            items: vec![
                item("ropey::Rope::insert", "Rope::insert(&mut self, usize, &str)"),
                ListedItem {
                    instances: vec!["ropey::Rope::get::<usize>".to_owned()],
                    ..item("ropey::Rope::get", "Rope::get<I>(&self, I) -> Option<I::Output>")
                },
                skipped("ropey::Rope::raw", "Rope::raw", "unsafe fn"),
            ],
        }
    }
}
