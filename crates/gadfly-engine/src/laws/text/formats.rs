//! Formatting never panics: `Debug` and `Display` with every kind of option, and the traits for numbers.
//!
//! A family of laws that differ only in trait and options, so they share a file. A panic is what they look for. An error is
//! how some types say that they cannot be written, and they say so in their documentation.

use crate::generated::{FormatFn, Vtable};
use crate::laws::values::Spec;
use crate::laws::{LawValues, TraitLaw};

macro_rules! format_laws {
    ($($constant:ident $name:literal $method:literal $text:literal $find:expr, $spec:ident;)*) => {$(
        pub(in crate::laws) const $constant: TraitLaw = TraitLaw {
            name: $name,
            sentence: concat!("formatting with `", $text, "` does not panic"),
            method: $method,
            assertion: concat!("let _ = format!(\"", $text, "\", {0});"),
            helpers: "",
            arity: 1,
            uses_up: false,
            needs_checked: false,
            applies: |vtable| format_of($find, vtable).is_some(),
            check: |values| check(values, format_of($find, values.vtable())?, Spec::$spec),
        };
    )*};
}

format_laws! {
    DEBUG "debug" "fmt" "{:?}" |vtable| vtable.debug, Plain;
    DEBUG_ALTERNATE "debug-alternate" "fmt" "{:#?}" |vtable| vtable.debug, Alternate;
    DISPLAY "display" "fmt" "{}" |vtable| vtable.display, Plain;
    DISPLAY_ALTERNATE "display-alternate" "fmt" "{:#}" |vtable| vtable.display, Alternate;
    DISPLAY_PRECISION "display-precision" "fmt" "{:.35}" |vtable| vtable.display, Precision;
    DISPLAY_SHORT "display-short" "fmt" "{:.0}" |vtable| vtable.display, Short;
    DISPLAY_WIDTH "display-width" "fmt" "{:>10.3}" |vtable| vtable.display, Width;
    DISPLAY_SIGN "display-sign" "fmt" "{:+}" |vtable| vtable.display, Sign;
    DISPLAY_ZEROS "display-zeros" "fmt" "{:010}" |vtable| vtable.display, Zeros;
    LOWER_HEX "lower-hex" "fmt" "{:x}" |vtable| vtable.laws?.lower_hex, Plain;
    LOWER_HEX_ALTERNATE "lower-hex-alternate" "fmt" "{:#x}" |vtable| vtable.laws?.lower_hex, Alternate;
    UPPER_HEX "upper-hex" "fmt" "{:X}" |vtable| vtable.laws?.upper_hex, Plain;
    BINARY "binary" "fmt" "{:b}" |vtable| vtable.laws?.binary, Plain;
    BINARY_ALTERNATE "binary-alternate" "fmt" "{:#b}" |vtable| vtable.laws?.binary, Alternate;
    OCTAL "octal" "fmt" "{:o}" |vtable| vtable.laws?.octal, Plain;
    LOWER_EXP "lower-exp" "fmt" "{:e}" |vtable| vtable.laws?.lower_exp, Plain;
    LOWER_EXP_PRECISION "lower-exp-precision" "fmt" "{:.35e}" |vtable| vtable.laws?.lower_exp, Precision;
    UPPER_EXP "upper-exp" "fmt" "{:E}" |vtable| vtable.laws?.upper_exp, Plain;
}

/// Applies a way to find a formatting function; a closure's type is only inferred where it is passed on.
fn format_of(find: fn(&Vtable) -> Option<FormatFn>, vtable: &Vtable) -> Option<FormatFn> {
    find(vtable)
}

fn check(values: &LawValues<'_>, format: FormatFn, spec: Spec) -> Option<String> {
    let _ = values.text(0, format, spec);
    None
}
