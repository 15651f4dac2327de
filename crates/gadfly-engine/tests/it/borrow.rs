//! The borrow table, rule by rule, and its invariants under random programs.

use gadfly_engine::rng::Rng;
use gadfly_engine::run::borrow::{bit, members, BorrowRules, Borrows, CallArg, Rejection};
use gadfly_wire::{Access, Flow, FlowKind, FlowTo};

fn owned() -> BorrowRules {
    BorrowRules::default()
}

fn to_result(kind: FlowKind) -> BorrowRules {
    BorrowRules {
        flows: vec![Flow { from: 0, to: FlowTo::Result, kind }],
        carries: true,
        ..BorrowRules::default()
    }
}

/// Argument 1 is put into argument 0.
fn absorbing() -> BorrowRules {
    BorrowRules {
        flows: vec![Flow { from: 1, to: FlowTo::Argument(0), kind: FlowKind::Borrow }],
        ..BorrowRules::default()
    }
}

/// A value of a type that can hold borrows, holding none.
fn container() -> BorrowRules {
    BorrowRules { carries: true, ..BorrowRules::default() }
}

fn arg(var: u32, access: Access) -> CallArg {
    CallArg { var, access }
}

fn kills(borrows: &mut Borrows, rules: &BorrowRules, args: &[CallArg]) -> Vec<u32> {
    let kills = borrows.push(rules, args).expect("the call is allowed");
    members(kills).collect()
}

/// Variable 0 owned, variable 1 borrowing from it through the access.
fn with_child(access: Access) -> Borrows {
    let mut borrows = Borrows::default();
    kills(&mut borrows, &owned(), &[]);
    kills(&mut borrows, &to_result(FlowKind::Borrow), &[arg(0, access)]);
    borrows
}

#[test]
fn a_shared_borrow_kills_mutable_children_only() {
    let mut borrows = with_child(Access::Borrow);
    assert_eq!(kills(&mut borrows, &owned(), &[arg(0, Access::Borrow)]), []);
    let mut borrows = with_child(Access::BorrowMut);
    assert_eq!(kills(&mut borrows, &owned(), &[arg(0, Access::Borrow)]), [1]);
    assert!(!borrows.is_alive(1) && borrows.is_alive(0));
}

#[test]
fn copies_read_like_shared_borrows() {
    for access in [Access::Copy, Access::CopyRef] {
        let mut borrows = with_child(Access::Borrow);
        assert_eq!(kills(&mut borrows, &owned(), &[arg(0, access)]), []);
        let mut borrows = with_child(Access::BorrowMut);
        assert_eq!(kills(&mut borrows, &owned(), &[arg(0, access)]), [1]);
    }
}

#[test]
fn mutable_borrows_and_moves_kill_every_descendant() {
    for access in [Access::BorrowMut, Access::Move, Access::ReborrowMut] {
        let mut borrows = with_child(Access::Borrow);
        kills(&mut borrows, &to_result(FlowKind::Borrow), &[arg(1, Access::Borrow)]);
        assert_eq!(kills(&mut borrows, &owned(), &[arg(0, access)]), [1, 2]);
        assert_eq!(borrows.is_alive(0), access != Access::Move);
    }
}

#[test]
fn dependents_of_a_killed_mutable_borrow_die() {
    // 0 owned; 1 = &mut 0; 2 = &*1; reading 0 ends both.
    let mut borrows = with_child(Access::BorrowMut);
    kills(&mut borrows, &to_result(FlowKind::Borrow), &[arg(1, Access::Reborrow)]);
    assert_eq!(kills(&mut borrows, &owned(), &[arg(0, Access::Borrow)]), [1, 2]);
}

#[test]
fn reborrows_borrow_from_their_reference() {
    // 1 = &mut 0; 2 = &mut *1; using 1 again ends 2 but not 1.
    let mut borrows = with_child(Access::BorrowMut);
    kills(&mut borrows, &to_result(FlowKind::Borrow), &[arg(1, Access::ReborrowMut)]);
    assert_eq!(kills(&mut borrows, &owned(), &[arg(1, Access::ReborrowMut)]), [2]);
    assert!(borrows.is_alive(1));
    // Shared reborrows of it can coexist.
    kills(&mut borrows, &to_result(FlowKind::Borrow), &[arg(1, Access::Reborrow)]);
    assert_eq!(kills(&mut borrows, &owned(), &[arg(1, Access::Reborrow)]), []);
}

#[test]
fn a_copied_reference_inherits_and_outlives_its_source() {
    // 1 = &0; 2 = a copy of 1; moving 1 leaves 2, moving 0 does not.
    let mut borrows = with_child(Access::Borrow);
    kills(&mut borrows, &to_result(FlowKind::Borrow), &[arg(1, Access::CopyRef)]);
    assert_eq!(kills(&mut borrows, &owned(), &[arg(1, Access::Move)]), []);
    assert_eq!(kills(&mut borrows, &owned(), &[arg(0, Access::Move)]), [2]);
}

#[test]
fn moved_values_hand_their_parents_on() {
    // 1 = iterator over 0; 2 = adaptor(1 by value).
    let mut borrows = with_child(Access::Borrow);
    kills(&mut borrows, &to_result(FlowKind::Borrow), &[arg(1, Access::Move)]);
    assert_eq!(kills(&mut borrows, &owned(), &[arg(0, Access::BorrowMut)]), [2]);
}

#[test]
fn inherited_borrows_do_not_depend_on_the_argument() {
    // 1 = iterator over 0; 2 = next(&mut 1), which borrows from 0 but not from 1.
    let mut borrows = with_child(Access::BorrowMut);
    kills(&mut borrows, &to_result(FlowKind::Inherit), &[arg(1, Access::BorrowMut)]);
    assert_eq!(kills(&mut borrows, &owned(), &[arg(1, Access::Move)]), []);
    assert!(borrows.is_alive(2));
    assert_eq!(kills(&mut borrows, &owned(), &[arg(0, Access::Borrow)]), [2]);
}

#[test]
fn a_result_without_a_flow_is_free() {
    let mut borrows = with_child(Access::BorrowMut);
    kills(&mut borrows, &owned(), &[arg(1, Access::BorrowMut)]);
    assert_eq!(kills(&mut borrows, &owned(), &[arg(0, Access::Move)]), [1]);
    assert!(borrows.is_alive(2) && borrows.is_parentless(2));
}

#[test]
fn dead_variables_cannot_be_used() {
    let mut borrows = with_child(Access::Borrow);
    kills(&mut borrows, &owned(), &[arg(0, Access::Move)]);
    assert_eq!(borrows.push(&owned(), &[arg(0, Access::Borrow)]), Err(Rejection::Dead));
    assert_eq!(borrows.push(&owned(), &[arg(1, Access::Borrow)]), Err(Rejection::Dead));
}

#[test]
fn moved_or_mutably_borrowed_variables_are_used_once() {
    let shared = [Access::Borrow, Access::Copy, Access::CopyRef, Access::Reborrow];
    let exclusive = [Access::Move, Access::BorrowMut, Access::ReborrowMut];
    let mut borrows = Borrows::default();
    kills(&mut borrows, &owned(), &[]);
    for one in exclusive {
        for other in exclusive.iter().chain(&shared) {
            for pair in [[arg(0, one), arg(0, *other)], [arg(0, *other), arg(0, one)]] {
                assert_eq!(borrows.check(&owned(), &pair), Err(Rejection::Twice), "{pair:?}");
            }
        }
    }
    for one in shared {
        for other in shared {
            assert_eq!(borrows.check(&owned(), &[arg(0, one), arg(0, other)]), Ok(0));
        }
    }
}

#[test]
fn arguments_killed_by_other_arguments_conflict() {
    let borrows = with_child(Access::Borrow);
    let call = [arg(0, Access::BorrowMut), arg(1, Access::CopyRef)];
    assert_eq!(borrows.check(&owned(), &call), Err(Rejection::Conflict));
    let call = [arg(0, Access::Borrow), arg(1, Access::CopyRef)];
    assert_eq!(borrows.check(&owned(), &call), Ok(0));
    let borrows = with_child(Access::BorrowMut);
    assert_eq!(borrows.check(&owned(), &call), Err(Rejection::Conflict));
}

#[test]
fn arguments_that_must_be_static_must_not_borrow() {
    let rules = BorrowRules { static_args: 0b10, ..BorrowRules::default() };
    let borrows = with_child(Access::Borrow);
    let call = [arg(0, Access::Borrow), arg(1, Access::CopyRef)];
    assert_eq!(borrows.check(&rules, &call), Err(Rejection::NotStatic));
    let call = [arg(1, Access::CopyRef), arg(0, Access::Borrow)];
    assert_eq!(borrows.check(&rules, &call), Ok(0));
}

#[test]
fn containers_borrow_from_inserted_values() {
    // 0 owned; 1 a container; 1.push(&0).
    let mut borrows = Borrows::default();
    kills(&mut borrows, &owned(), &[]);
    kills(&mut borrows, &container(), &[]);
    assert!(borrows.is_parentless(1));
    let push = [arg(1, Access::BorrowMut), arg(0, Access::Borrow)];
    assert_eq!(kills(&mut borrows, &absorbing(), &push), []);
    assert!(!borrows.is_parentless(1));
    assert_eq!(kills(&mut borrows, &owned(), &[arg(0, Access::Borrow)]), []);
    assert_eq!(kills(&mut borrows, &owned(), &[arg(0, Access::BorrowMut)]), [1]);
}

#[test]
fn insertions_through_a_reborrow_reach_the_owner() {
    // 0 owned; 1 container; 2 = &mut 1; (*2).push(&0); then 2 is gone, and moving 0 must still end 1.
    let mut borrows = Borrows::default();
    kills(&mut borrows, &owned(), &[]);
    kills(&mut borrows, &container(), &[]);
    kills(&mut borrows, &to_result(FlowKind::Borrow), &[arg(1, Access::BorrowMut)]);
    let push = [arg(2, Access::ReborrowMut), arg(0, Access::Borrow)];
    kills(&mut borrows, &absorbing(), &push);
    assert_eq!(kills(&mut borrows, &owned(), &[arg(1, Access::Borrow)]), [2]);
    assert_eq!(kills(&mut borrows, &owned(), &[arg(0, Access::Move)]), [1]);
}

#[test]
fn values_are_inserted_twice_unless_they_hold_containers() {
    for (item, expected) in [(owned(), Ok(0)), (container(), Err(Rejection::Cycle))] {
        let mut borrows = Borrows::default();
        kills(&mut borrows, &item, &[]);
        kills(&mut borrows, &container(), &[]);
        let push = [arg(1, Access::BorrowMut), arg(0, Access::Borrow)];
        kills(&mut borrows, &absorbing(), &push);
        assert_eq!(borrows.check(&absorbing(), &push), expected);
    }
}

#[test]
fn a_borrow_cycle_is_rejected() {
    // 0 and 1 are containers with interior mutability; 0.add(&1), then 1.add(&0).
    let mut borrows = Borrows::default();
    kills(&mut borrows, &container(), &[]);
    kills(&mut borrows, &container(), &[]);
    let add = |to, from| [arg(to, Access::Borrow), arg(from, Access::Borrow)];
    kills(&mut borrows, &absorbing(), &add(0, 1));
    assert_eq!(borrows.check(&absorbing(), &add(1, 0)), Err(Rejection::Cycle));
    assert_eq!(borrows.check(&absorbing(), &add(0, 0)), Err(Rejection::Cycle));
}

#[test]
fn older_dependents_are_dropped_first_too() {
    // 0 container; 1 owned; 0.push(&1): 0 must go before 1.
    let mut borrows = Borrows::default();
    kills(&mut borrows, &container(), &[]);
    kills(&mut borrows, &owned(), &[]);
    assert_eq!(borrows.drop_order(borrows.alive()), [1, 0]);
    kills(&mut borrows, &absorbing(), &[arg(0, Access::BorrowMut), arg(1, Access::Borrow)]);
    assert_eq!(borrows.drop_order(borrows.alive()), [2, 0, 1]);
}

#[test]
fn mutably_borrowed_and_dead_variables_are_unreadable() {
    let mut borrows = with_child(Access::BorrowMut);
    assert!(!borrows.is_readable(0) && borrows.is_readable(1));
    kills(&mut borrows, &owned(), &[arg(1, Access::Move)]);
    assert!(borrows.is_readable(0) && !borrows.is_readable(1));
    assert!(with_child(Access::Borrow).is_readable(0));
}

#[test]
fn full_sequences_take_no_more_statements() {
    let mut borrows = Borrows::default();
    while borrows.len() < gadfly_engine::run::borrow::MAX_VARS {
        kills(&mut borrows, &owned(), &[]);
    }
    assert_eq!(borrows.push(&owned(), &[]), Err(Rejection::Full));
}

#[test]
fn random_programs_leave_no_live_variable_without_parent() {
    let accesses = [
        Access::Move,
        Access::Copy,
        Access::Borrow,
        Access::BorrowMut,
        Access::CopyRef,
        Access::Reborrow,
        Access::ReborrowMut,
    ];
    let rules = [
        owned(),
        container(),
        to_result(FlowKind::Borrow),
        to_result(FlowKind::Inherit),
        absorbing(),
    ];
    let mut rng = Rng::new(11);
    for _ in 0..300 {
        let mut borrows = Borrows::default();
        for _ in 0..60 {
            let rules = &rules[rng.below(rules.len())];
            let args: Vec<CallArg> = (0..rng.below(3))
                .filter(|_| !borrows.is_empty())
                .map(|_| {
                    let var = rng.below(borrows.len()) as u32;
                    arg(var, accesses[rng.below(accesses.len())])
                })
                .collect();
            let before = borrows.clone();
            match borrows.push(rules, &args) {
                Err(_) => assert_eq!(format!("{borrows:?}"), format!("{before:?}")),
                Ok(kills) => {
                    assert_eq!(kills & !before.alive(), 0, "only the living can be killed");
                    let order = before.drop_order(kills);
                    assert_eq!(order.len() as u32, kills.count_ones(), "every kill is dropped");
                }
            }
            for var in members(borrows.alive()) {
                assert_eq!(borrows.ancestors(var) & !borrows.alive(), 0, "{borrows:?}");
                assert_eq!(borrows.ancestors(var) & bit(var), 0, "no variable is above itself");
            }
        }
        let order = borrows.drop_order(borrows.alive());
        for (at, var) in order.iter().enumerate() {
            let dropped = order[..at].iter().fold(0, |set, var| set | bit(*var));
            assert_eq!(borrows.ancestors(*var) & dropped, 0, "dependents go first");
        }
    }
}

#[test]
fn tied_values_share_borrows_taken_up() {
    // 0 owned; 1 a container; 2 made from 1, as a clone is; then 0 is put into 2.
    let mut borrows = Borrows::default();
    kills(&mut borrows, &owned(), &[]);
    kills(&mut borrows, &container(), &[]);
    kills(&mut borrows, &to_result(FlowKind::Inherit), &[arg(1, Access::Borrow)]);
    assert_eq!(
        kills(&mut borrows, &absorbing(), &[arg(2, Access::BorrowMut), arg(0, Access::Borrow)]),
        []
    );
    assert_eq!(kills(&mut borrows, &owned(), &[arg(0, Access::Move)]), [1, 2]);
}

#[test]
fn putting_one_container_into_another_ties_them() {
    // 1 is put into 0, both still empty; what 1 takes up afterwards, 0 may hold as well.
    let mut borrows = Borrows::default();
    kills(&mut borrows, &container(), &[]);
    kills(&mut borrows, &container(), &[]);
    kills(&mut borrows, &owned(), &[]);
    let append = BorrowRules {
        flows: vec![
            Flow { from: 1, to: FlowTo::Argument(0), kind: FlowKind::Inherit },
            Flow { from: 0, to: FlowTo::Argument(1), kind: FlowKind::Inherit },
        ],
        ..BorrowRules::default()
    };
    kills(&mut borrows, &append, &[arg(0, Access::BorrowMut), arg(1, Access::BorrowMut)]);
    kills(&mut borrows, &absorbing(), &[arg(1, Access::BorrowMut), arg(2, Access::Borrow)]);
    assert_eq!(kills(&mut borrows, &owned(), &[arg(2, Access::Move)]), [0, 1]);
}

#[test]
fn static_arguments_take_up_no_borrows() {
    // 0 owned; 1 a container; 2 tied to 1; 1 goes where no borrow is allowed.
    let mut borrows = Borrows::default();
    kills(&mut borrows, &owned(), &[]);
    kills(&mut borrows, &container(), &[]);
    kills(&mut borrows, &to_result(FlowKind::Inherit), &[arg(1, Access::Borrow)]);
    let forever = BorrowRules { static_args: 1, ..BorrowRules::default() };
    kills(&mut borrows, &forever, &[arg(1, Access::Move)]);
    let put = [arg(2, Access::BorrowMut), arg(0, Access::Borrow)];
    assert_eq!(borrows.push(&absorbing(), &put), Err(Rejection::NotStatic));
}

#[test]
fn two_arguments_cannot_come_to_borrow_each_other() {
    let mut borrows = Borrows::default();
    kills(&mut borrows, &container(), &[]);
    kills(&mut borrows, &container(), &[]);
    let both = BorrowRules {
        flows: vec![
            Flow { from: 1, to: FlowTo::Argument(0), kind: FlowKind::Borrow },
            Flow { from: 0, to: FlowTo::Argument(1), kind: FlowKind::Borrow },
        ],
        ..BorrowRules::default()
    };
    let args = [arg(0, Access::BorrowMut), arg(1, Access::BorrowMut)];
    assert_eq!(borrows.push(&both, &args), Err(Rejection::Cycle));
}
