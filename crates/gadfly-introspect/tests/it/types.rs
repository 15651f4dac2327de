//! Structs and enums: fields, variants, size.

use gadfly_model::{AdtKind, Fields};

use crate::support::{adt, model_of};

#[test]
fn fields_and_variants_that_callers_see_are_kept() {
    let model = model_of(
        "
        pub struct Unit;
        pub struct Point { pub x: u8, pub y: u8 }
        pub struct Half { pub shown: u8, private: u8 }
        pub struct Tuple(pub u8, u8, pub(crate) u8);
        #[non_exhaustive] pub struct Open { pub x: u8 }
        #[non_exhaustive]
        pub enum Event {
            Start,
            Key(char, #[doc(hidden)] u8),
            #[non_exhaustive] Move { x: u8 },
            #[doc(hidden)] Secret,
        }
        pub union Bits { pub float: f32, pub int: u32 }
        ",
    );
    let shape = |path: &str| match &adt(&model, path).kind {
        AdtKind::Struct(fields) => show(fields),
        AdtKind::Enum { variants } => variants
            .iter()
            .map(|variant| {
                let open = if variant.is_non_exhaustive { " .." } else { "" };
                format!("{}{}{open}", variant.name, show(&variant.fields))
            })
            .collect::<Vec<_>>()
            .join(" | "),
        AdtKind::Union => "union".to_owned(),
    };
    assert_eq!(shape("k::Unit"), "");
    assert_eq!(shape("k::Point"), "{x: u8, y: u8}");
    assert_eq!(shape("k::Half"), "{shown: u8, private}");
    assert_eq!(shape("k::Tuple"), "(u8, _, _)");
    assert_eq!(shape("k::Open"), "{x: u8}");
    assert_eq!(shape("k::Event"), "Start | Key(char, _) | Move{x: u8} ..");
    assert_eq!(shape("k::Bits"), "union");
    assert!(adt(&model, "k::Open").is_non_exhaustive && adt(&model, "k::Event").is_non_exhaustive);
    assert!(!adt(&model, "k::Point").is_non_exhaustive);
}

#[test]
fn unsized_types_are_recognised_by_their_last_field() {
    let model = model_of(
        "
        pub struct Slice<T> { len: usize, entries: [T] }
        pub struct Text(str);
        pub struct Outer(u8, Slice<u8>);
        pub struct Location(std::path::Path);
        type Bytes = [u8];
        pub struct Aliased(Bytes);
        pub struct Boxed(Box<str>, Vec<u8>);
        pub struct Maybe<T: ?Sized>(T);
        pub struct Dynamic(dyn Send);
        ",
    );
    let unsized_types: Vec<&str> =
        model.adts.values().filter(|adt| !adt.is_sized).map(|adt| &*adt.path).collect();
    assert_eq!(
        unsized_types,
        ["k::Aliased", "k::Dynamic", "k::Location", "k::Outer", "k::Slice", "k::Text"]
    );
}

fn show(fields: &Fields) -> String {
    match fields {
        Fields::Unit => String::new(),
        Fields::Tuple(fields) => {
            let fields: Vec<String> = fields
                .iter()
                .map(|field| field.as_ref().map_or_else(|| "_".to_owned(), ToString::to_string))
                .collect();
            format!("({})", fields.join(", "))
        }
        Fields::Named { fields, has_private } => {
            let mut shown: Vec<String> =
                fields.iter().map(|field| format!("{}: {}", field.name, field.ty)).collect();
            shown.extend(has_private.then(|| "private".to_owned()));
            format!("{{{}}}", shown.join(", "))
        }
    }
}
