//! Facts about the crate under test that its source depends on.

/// How the crate under test is called, and in which edition it is written.
#[derive(Clone, Copy, Debug)]
pub struct Naming<'n> {
    /// The name of its library.
    pub lib_name: &'n str,
    /// Its edition.
    pub edition: &'n str,
}

impl<'n> From<&'n gadfly_cargo::Subject> for Naming<'n> {
    fn from(subject: &'n gadfly_cargo::Subject) -> Naming<'n> {
        Naming { lib_name: &subject.lib_name, edition: &subject.edition }
    }
}
