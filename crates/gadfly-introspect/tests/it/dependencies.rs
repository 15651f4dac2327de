//! Types and traits that come from direct dependencies.

use std::sync::LazyLock;

use gadfly_model::Model;

use crate::support::{Project, adt, function, signature};

fn project() -> Project {
    Project::new()
        .file(
            "Cargo.toml",
            "[package]\nname = 'k'\nversion = '0.1.0'\nedition = '2024'\n[workspace]\n\
             [dependencies]\nnumbers = { package = 'big-numbers', path = 'big' }\n\
             quiet = { path = 'quiet' }\n",
        )
        .file(
            "src/lib.rs",
            "
            pub use numbers::Shown;
            pub fn make() -> numbers::Big { numbers::Big::new() }
            pub fn hash(_: numbers::Table<u8>) {}
            pub fn bound<T: numbers::Number>(t: T) -> T::Half { t.half() }
            pub fn shown(_: Shown) {}
            pub(crate) fn internal(_: quiet::Quiet) {}
            ",
        )
        .file(
            "big/Cargo.toml",
            "[package]\nname = 'big-numbers'\nversion = '0.2.0'\nedition = '2021'\n\
             [lib]\nname = 'big_num'\n[dependencies]\nfar = { path = '../far' }\n",
        )
        .file(
            "big/src/lib.rs",
            "
            mod private {
                pub struct Big(u8);
                impl Big { pub fn new() -> Big { Big(0) } fn private(&self) {} }
                impl Clone for Big { fn clone(&self) -> Big { Big(self.0) } }
                pub struct Table<K, S = far::State>(pub K, pub S);
                pub struct Unrelated;
                impl Unrelated { pub fn other() {} }
                pub struct Shown;
            }
            pub use private::{Big, Table, Unrelated, Shown};
            pub trait Number { type Half; fn half(self) -> Self::Half; }
            impl Number for u8 { type Half = u8; fn half(self) -> u8 { self / 2 } }
            pub fn big() -> Big { Big::new() }
            ",
        )
        .file("far/Cargo.toml", "[package]\nname = 'far'\nversion = '0.1.0'\nedition = '2021'\n")
        .file("far/src/lib.rs", "pub struct State;")
        .file("quiet/Cargo.toml", "[package]\nname = 'quiet'\nversion = '0.1.0'\n")
        .file("quiet/src/lib.rs", "pub struct Quiet;")
}

fn model() -> &'static Model {
    static MODEL: LazyLock<Model> = LazyLock::new(|| {
        let project = project();
        project.model(&project.request(""))
    });
    &MODEL
}

#[test]
fn a_dependency_s_types_have_its_public_paths_and_methods() {
    let model = model();
    assert_eq!(model.skipped, []);
    assert_eq!(signature(function(model, "k::make")), "() -> numbers::Big");
    let big = adt(model, "numbers::Big");
    assert!(big.is_nameable && !model.is_local(&big.krate));
    for spelling in ["big_num::private::Big", "numbers::private::Big"] {
        assert_eq!(model.canonical(spelling).map(|name| &**name), Some("numbers::Big"));
    }
    // What the subject shows as its own is written its way.
    assert_eq!(signature(function(model, "k::shown")), "(_: k::Shown) -> ()");
    let mut foreign: Vec<&str> = model
        .functions
        .iter()
        .filter(|function| !model.is_local(&function.krate))
        .map(|function| &*function.path)
        .collect();
    foreign.sort_unstable();
    assert_eq!(
        foreign,
        ["<numbers::Big as std::clone::Clone>::clone", "numbers::Big::new", "numbers::big"]
    );
    assert!(!model.adts.contains_key("numbers::Unrelated"));
}

#[test]
fn a_dependency_s_traits_and_their_impls_are_known() {
    let model = model();
    assert_eq!(
        signature(function(model, "k::bound")),
        "(t: T) -> <T as numbers::Number>::Half where T: numbers::Number"
    );
    assert_eq!(*model.traits["numbers::Number"].assoc_types[0].name, *"Half");
    let halves: Vec<String> = model
        .impls
        .iter()
        .filter(|block| {
            block.trait_.as_ref().is_some_and(|trait_| *trait_.path == *"numbers::Number")
        })
        .map(|block| block.for_.to_string())
        .collect();
    assert_eq!(halves, ["u8"]);
}

#[test]
fn a_default_that_callers_cannot_write_stays_out() {
    let model = model();
    assert_eq!(signature(function(model, "k::hash")), "(_: numbers::Table<u8>) -> ()");
}

#[test]
fn only_dependencies_in_public_signatures_are_described() {
    let project = project();
    let mut described = Vec::new();
    let subject = project.locate(&project.request(""));
    gadfly_introspect::introspect(&subject, &project.target(), &mut |progress| {
        if let gadfly_introspect::Progress::Describing { package } = progress {
            described.push(package);
        }
    })
    .expect("it is described");
    assert_eq!(described, ["k", "big-numbers"]);
}

#[test]
fn reexports_of_other_crates_have_the_facades_names() {
    let project = Project::new()
        .file(
            "Cargo.toml",
            "[package]\nname = 'facade'\nversion = '0.1.0'\nedition = '2021'\n[workspace]\n\
             [dependencies]\ncore-impl = { path = 'core' }\n",
        )
        .file(
            "src/lib.rs",
            "pub use core_impl::*; pub use core_impl::inner as renamed;\n\
             pub type Lock<T> = core_impl::hidden::Lock<u8, T>;",
        )
        .file("core/Cargo.toml", "[package]\nname = 'core-impl'\nversion = '0.1.0'\n")
        .file(
            "core/src/lib.rs",
            "pub struct Thing; impl Thing { pub fn new() -> Thing { Thing } } pub fn free(_: u8) {}
             pub mod inner { pub fn deep() {} }
             #[doc(hidden)] pub mod hidden {
                 pub struct Lock<R, T>(R, T); impl<R, T> Lock<R, T> { pub fn lock(&self) {} }
             }",
        );
    let model = project.model(&project.request(""));
    let mut found = crate::support::paths(&model);
    found.sort_unstable();
    assert_eq!(
        found,
        ["facade::Thing::new", "facade::free", "facade::hidden::Lock::lock", "facade::inner::deep"]
    );
    assert!(model.functions.iter().all(|function| *function.krate == *"core_impl"));
}

#[test]
fn an_indirect_dependency_is_written_through_the_direct_one_that_shows_it() {
    let project = Project::new()
        .file(
            "Cargo.toml",
            "[package]\nname = 'k'\nversion = '0.1.0'\nedition = '2021'\n[workspace]\n\
             [dependencies]\nfront = { path = 'front' }\n",
        )
        .file(
            "src/lib.rs",
            "pub struct S; impl front::Save for S { fn save(&self) -> front::detail::Error { todo!() } }
             pub fn load<T: front::Save>() {}",
        )
        .file(
            "front/Cargo.toml",
            "[package]\nname = 'front'\nversion = '0.1.0'\n[dependencies]\n\
             back = { path = '../back' }\n",
        )
        .file("front/src/lib.rs", "extern crate back; pub use back::{Save, detail};")
        .file("back/Cargo.toml", "[package]\nname = 'back'\nversion = '0.1.0'\n")
        .file(
            "back/src/lib.rs",
            "pub mod detail { pub struct Error; } pub trait Save { fn save(&self) -> detail::Error; }
             pub struct Unseen;",
        );
    let model = project.model(&project.request(""));
    assert_eq!(
        signature(function(&model, "<k::S as front::Save>::save")),
        "(self: &k::S) -> front::detail::Error"
    );
    assert_eq!(signature(function(&model, "k::load")), "() -> () where T: front::Save");
    assert_eq!(model.canonical("back::Save").map(|name| &**name), Some("front::Save"));
    assert!(adt(&model, "front::detail::Error").is_nameable);
}
