//! The list of rules. Its order is their priority.

use crate::rule::Rule;
use crate::rules::{
    arithmetic, death, documentation, experiment, misuse, promise, proof, refusal, sequence,
    statement,
};

/// All rules. In each phase the first one that applies decides; a later phase is asked only about bugs, but that of
/// experiments, which is asked about all that only a hint has decided.
pub const RULES: &[Rule] = &[
    // Decided when the failure is seen.
    misuse::misuse_outside_calls::RULE,
    statement::judged_wrong::RULE,
    statement::property_fails::RULE,
    statement::invariant_fails::RULE,
    statement::law_broken::RULE,
    statement::process_change::RULE,
    death::foreign_death::RULE,
    death::endless_input::RULE,
    death::stub_decides_end::RULE,
    misuse::gives_up_after_panic::RULE,
    death::sanitizer_size::RULE,
    death::deep_recursion::RULE,
    death::long_work::RULE,
    death::large_memory::RULE,
    death::sanitizer_report::RULE,
    death::undefined_behaviour::RULE,
    death::hang::RULE,
    death::out_of_memory::RULE,
    death::ends_the_process::RULE,
    misuse::misused_value::RULE,
    refusal::capacity::RULE,
    refusal::foreign_panic::RULE,
    documentation::documented_promise::RULE,
    promise::never_panics::RULE,
    promise::unreachable_code::RULE,
    promise::full_range::RULE,
    documentation::documented_panic::RULE,
    documentation::documented_for_items::RULE,
    documentation::documented_by_trait::RULE,
    promise::admits_a_bug::RULE,
    arithmetic::operator_of_parameter::RULE,
    arithmetic::arithmetic_function::RULE,
    arithmetic::checked_sibling::RULE,
    arithmetic::division_by_zero::RULE,
    arithmetic::zero_divisor::RULE,
    arithmetic::not_a_number::RULE,
    refusal::order_of_calls::RULE,
    refusal::unwrapping_method::RULE,
    refusal::blames_caller::RULE,
    promise::could_refuse::RULE,
    refusal::own_index_check::RULE,
    refusal::own_zero_check::RULE,
    promise::language_panic::RULE,
    refusal::slice_lengths::RULE,
    promise::internal_lengths::RULE,
    refusal::own_check::RULE,
    refusal::assertion_about_arguments::RULE,
    refusal::assertion_about_index::RULE,
    refusal::documented_requirement::RULE,
    refusal::char_boundary::RULE,
    refusal::assertion_names_argument::RULE,
    promise::internal_assertion::RULE,
    refusal::message_about_arguments::RULE,
    promise::unexplained::RULE,
    // Decided about bugs when their sequence is minimised.
    sequence::names_argument::RULE,
    sequence::unchecked_call_before::RULE,
    sequence::position_from_function::RULE,
    sequence::values_from_stub::RULE,
    sequence::beyond_memory::RULE,
    // Decided when the failing call was made again with other values, where only a hint had decided.
    experiment::handmade_receiver::RULE,
    experiment::broken_receiver::RULE,
    experiment::assertion_about_receiver::RULE,
    experiment::number_is_no_size::RULE,
    experiment::smaller_suffices::RULE,
    experiment::exhausts_regardless::RULE,
    experiment::larger_receiver::RULE,
    experiment::no_argument_matters::RULE,
    experiment::empty_receiver::RULE,
    experiment::documented_argument::RULE,
    experiment::only_zeros_together::RULE,
    experiment::fails_in_the_middle::RULE,
    experiment::plain_closure::RULE,
    experiment::fallible_overflow::RULE,
    experiment::argument_out_of_range::RULE,
    experiment::refused_argument::RULE,
    // Decided about bugs when a test shows them, or does not.
    proof::unproven_misuse::RULE,
    proof::unproven_memory::RULE,
    proof::unproven_slowness::RULE,
];

/// The rule of a name.
pub fn find(id: &str) -> Option<&'static Rule> {
    RULES.iter().find(|rule| rule.id == id)
}
