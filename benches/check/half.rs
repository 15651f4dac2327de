//! Properties of `f16`, against `f32`.

use half::f16;

#[gadfly::check]
fn the_larger_is_never_nan_if_one_is_not(a: f16, b: f16) -> bool {
    a.max(b).is_nan() == (a.is_nan() && b.is_nan())
}

#[gadfly::check]
fn every_number_survives_the_way_through_f32(a: f16) -> bool {
    a.is_nan() || f16::from_f32(a.to_f32()) == a
}
