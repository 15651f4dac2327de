//! Properties of versions.

use semver::Version;

#[gadfly::check]
fn a_version_reads_back_from_its_text(version: &Version) {
    assert_eq!(version.to_string().parse::<Version>().ok().as_ref(), Some(version));
}

#[gadfly::check]
fn versions_are_ordered(a: &Version, b: &Version, c: &Version, m: &mut gadfly::Monitor) {
    m.classify(a == b, "equal");
    assert_eq!(a.cmp(b), b.cmp(a).reverse());
    if a <= b && b <= c {
        assert!(a <= c);
    }
}
