//! The colours of the style sheet are readable on every background of the page, in light and dark.

use std::collections::BTreeMap;

/// The least ratio for text of usual size, by the guidelines for accessible content (WCAG 2, level AA).
const LEAST: f64 = 4.5;

/// The colours of text, and the backgrounds behind them.
const TEXT: [&str; 10] = ["ink", "soft", "bad", "good", "link", "k", "s", "t", "n", "c"];
const BACKGROUNDS: [&str; 2] = ["paper", "box"];

/// The variables of a block of the style sheet that hold a colour.
fn colours(block: &str) -> BTreeMap<&str, u32> {
    let declarations = block.split(';').filter_map(|it| it.split_once("--")?.1.split_once(": #"));
    let parsed = declarations.map(|(name, hex)| {
        let hex = hex.trim();
        let long: String = match hex.len() {
            3 => hex.chars().flat_map(|digit| [digit, digit]).collect(),
            _ => hex.to_owned(),
        };
        (name, u32::from_str_radix(&long, 16).expect("a colour"))
    });
    parsed.collect()
}

/// The relative luminance of a colour.
fn luminance(colour: u32) -> f64 {
    let channel = |shift: u32| {
        let value = f64::from(colour >> shift & 0xff) / 255.0;
        if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
    };
    0.2126 * channel(16) + 0.7152 * channel(8) + 0.0722 * channel(0)
}

fn contrast(one: u32, other: u32) -> f64 {
    let (one, other) = (luminance(one), luminance(other));
    (one.max(other) + 0.05) / (one.min(other) + 0.05)
}

#[test]
fn colours_are_readable_in_both_modes() {
    let (light, rest) =
        include_str!("style.css").split_once("@media (prefers-color-scheme: dark)").expect("modes");
    let dark = rest.split_once("} }").expect("the end of the dark mode").0;
    for (mode, block) in [("light", light), ("dark", dark)] {
        let colours = colours(block);
        for text in TEXT {
            for background in BACKGROUNDS {
                let ratio = contrast(colours[text], colours[background]);
                assert!(ratio >= LEAST, "{mode}: {text} on {background} has {ratio:.2}");
            }
        }
    }
}

#[test]
fn contrasts_are_those_of_the_guidelines() {
    assert!((contrast(0, 0xff_ff_ff) - 21.0).abs() < 0.01);
    assert!((contrast(0x77_77_77, 0xff_ff_ff) - 4.48).abs() < 0.01);
    assert!(contrast(0x80_80_80, 0x80_80_80) < 1.01);
}
