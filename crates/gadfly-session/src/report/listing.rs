//! The result of `list`: every public function with its status.

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
    /// Its path: `ropey::Rope::insert`.
    pub path: String,
    /// Its signature: `Rope::insert(&mut self, usize, &str)`.
    pub signature: String,
    /// True if it can be called.
    pub callable: bool,
    /// Its instances, if it is generic: `smallvec::SmallVec::<[i32; 4]>::insert`.
    pub instances: Vec<String>,
    /// The reason why it cannot be called.
    pub reason: Option<String>,
}

impl Listing {
    /// The number of public functions.
    pub fn public(&self) -> usize {
        self.items.len()
    }

    /// The number of them that can be called.
    pub fn callable(&self) -> usize {
        self.items.iter().filter(|item| item.callable).count()
    }

    /// An example.
    #[cfg(any(test, feature = "examples"))]
    pub fn example() -> Self {
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
