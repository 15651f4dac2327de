//! The two macros every message is declared with, so that a type and its wire form cannot drift apart.
//!
//! A record is its fields in order; a choice is a tag byte followed by the fields of that variant.

macro_rules! record {
    ($(#[$meta:meta])* pub struct $name:ident { $($(#[$fmeta:meta])* pub $field:ident: $ty:ty),* $(,)? }) => {
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq)]
        pub struct $name { $($(#[$fmeta])* pub $field: $ty),* }

        impl $crate::Encode for $name {
            fn encode(&self, out: &mut $crate::Writer) { $(self.$field.encode(out);)* }
        }
        impl $crate::Decode for $name {
            fn decode(input: &mut $crate::Reader<'_>) -> Result<Self, $crate::WireError> {
                Ok(Self { $($field: $crate::Decode::decode(input)?),* })
            }
        }
    };
}

macro_rules! choice {
    ($(#[$meta:meta])* pub enum $name:ident {
        $($(#[$vmeta:meta])* $tag:literal => $variant:ident
            $(( $($item:ident: $item_ty:ty),* ))?
            $({ $($(#[$fmeta:meta])* $field:ident: $field_ty:ty),* $(,)? })?
        ),* $(,)?
    }) => {
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq)]
        pub enum $name {
            $($(#[$vmeta])* $variant $(( $($item_ty),* ))? $({ $($(#[$fmeta])* $field: $field_ty),* })?),*
        }

        impl $crate::Encode for $name {
            fn encode(&self, out: &mut $crate::Writer) {
                match self {
                    $($name::$variant $(( $($item),* ))? $({ $($field),* })? => {
                        out.byte($tag);
                        $($($item.encode(out);)*)?
                        $($($field.encode(out);)*)?
                    })*
                }
            }
        }
        impl $crate::Decode for $name {
            fn decode(input: &mut $crate::Reader<'_>) -> Result<Self, $crate::WireError> {
                match input.byte()? {
                    $($tag => Ok($name::$variant
                        $(( $(<$item_ty as $crate::Decode>::decode(input)?),* ))?
                        $({ $($field: $crate::Decode::decode(input)?),* })?
                    ),)*
                    tag => Err($crate::WireError::UnknownTag { what: stringify!($name), tag }),
                }
            }
        }
    };
}
