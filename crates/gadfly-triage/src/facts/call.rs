//! The call that failed: its function, arguments with their types, result, and documentation.

use gadfly_model::{Prim, Ty};

use super::types::{is_common, is_option, is_read_only, is_result, is_text};

/// The call that failed, or the use of a value by the engine.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Call {
    /// The method at fault: the one called, or the one by which the engine used a value.
    pub method: String,
    /// The trait that it belongs to, without its path.
    pub trait_: Option<String>,
    /// Whether the sequence calls it; otherwise the engine dropped, formatted, hashed or checked a value.
    pub is_direct: bool,
    /// Whether it is a function of the crate under test.
    pub is_of_subject: bool,
    /// Whether it is an operation that has nothing to do with the crate under test and only makes values for others.
    pub is_foreign: bool,
    /// Its parameters, the receiver first, with the types of this instance.
    pub parameters: Vec<CallParameter>,
    /// Whether the first parameter is a receiver.
    pub takes_receiver: bool,
    /// The names that its documentation gives to the arguments, without the receiver.
    pub argument_names: Vec<String>,
    /// The type of the result.
    pub output: Option<Ty>,
    /// Whether the result is an `Option` that the sequence unwraps.
    pub is_partial: bool,
    /// The documentation.
    pub documentation: Documentation,
    /// Whether a function beside it does the same and reports failure: `checked_ln` beside `ln`.
    pub has_checked_sibling: bool,
    /// Whether it is given an iterator of the crate's or a range that may be endless.
    pub may_be_endless: bool,
    /// Whether it is given a stub whose answers decide how long it runs.
    pub depends_on_stub: bool,
}

/// A parameter of a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CallParameter {
    /// Its type; of a reference, the type that it refers to.
    pub ty: Ty,
    /// Whether values of the type are copied rather than moved.
    pub is_copy: bool,
}

/// What the documentation says that bears on panics.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Documentation {
    /// Whether it announces that the function panics.
    pub announces_panics: bool,
    /// The arguments, receiver not included, that it names where it announces that.
    pub panics_name: Vec<usize>,
    /// Whether the function passes its items on to a function whose documentation announces that it panics.
    pub items_announce_panics: bool,
    /// Whether it asks something of values and does not say that this is checked.
    pub has_requirement: bool,
}

impl Call {
    /// The parameters that a caller chooses: all but the receiver.
    fn chosen(&self) -> impl Iterator<Item = &CallParameter> {
        self.parameters.iter().skip(usize::from(self.takes_receiver))
    }

    /// Returns whether the caller had a choice to get wrong: an argument, or a receiver that is chosen like one, as numbers
    /// are.
    pub fn has_choice(&self) -> bool {
        let receiver = self.parameters.first().filter(|first| is_common(&first.ty));
        self.chosen().next().is_some() || receiver.is_some()
    }

    /// Returns whether the caller may have chosen an index, or a value that decides on one: a number, a handle, slices of
    /// unequal lengths. Texts are only read, bytes too where the result can report that they are wrong, and objects are the
    /// crate's own business.
    pub fn may_choose_index(&self) -> bool {
        let may_refuse =
            self.can_refuse() || self.is_partial || self.output.as_ref().is_some_and(is_option);
        let is_only_read =
            |parameter: &&CallParameter| is_read_only(&parameter.ty, parameter.is_copy, may_refuse);
        let receiver = self.parameters.first().filter(|_| self.takes_receiver);
        let receiver = receiver.filter(|receiver| is_common(&receiver.ty));
        self.chosen().chain(receiver).any(|parameter| !is_only_read(&parameter))
    }

    /// Returns whether the documentation of panics names the argument at a position among the parameters.
    pub fn names_in_panics(&self, parameter: usize) -> bool {
        let argument = parameter.checked_sub(usize::from(self.takes_receiver));
        argument.is_some_and(|argument| self.documentation.panics_name.contains(&argument))
    }

    /// Returns whether all that the caller chose is `..`, which is right for any value.
    pub fn takes_everything(&self) -> bool {
        let everything = Ty::adt("std::ops::RangeFull", []);
        let mut chosen = self.chosen().peekable();
        self.takes_receiver
            && chosen.peek().is_some()
            && chosen.all(|parameter| parameter.ty == everything)
    }

    /// Returns whether the caller may have chosen a position, a handle or a key: anything but truth values and fractions.
    pub fn may_choose_key(&self) -> bool {
        let is_plain = |ty: &Ty| matches!(ty, Ty::Prim(Prim::Bool | Prim::F32 | Prim::F64));
        self.is_on_handle() || self.chosen().any(|parameter| !is_plain(&parameter.ty))
    }

    /// Returns whether it is called on a value that is copied, such as a handle: its caller has chosen that like an argument.
    pub fn is_on_handle(&self) -> bool {
        self.takes_receiver && self.parameters.first().is_some_and(|receiver| receiver.is_copy)
    }

    /// Returns whether it computes: takes nothing but numbers, so that any of them may be what leaves no room for a result.
    pub fn computes(&self) -> bool {
        let is_number = |parameter: &CallParameter| match &parameter.ty {
            Ty::Prim(prim) => prim.is_integer() || matches!(prim, Prim::F32 | Prim::F64),
            _ => false,
        };
        !self.parameters.is_empty() && self.parameters.iter().all(is_number)
    }

    /// Returns whether a text is among the arguments.
    pub fn reads_text(&self) -> bool {
        self.parameters.iter().any(|parameter| is_text(&parameter.ty))
    }

    /// Returns whether the parameter at a position is a text.
    pub fn takes_text_at(&self, position: usize) -> bool {
        self.parameters.get(position).is_some_and(|parameter| is_text(&parameter.ty))
    }

    /// Returns whether the result can report that something is wrong. `None` may mean anything.
    pub fn can_refuse(&self) -> bool {
        self.output.as_ref().is_some_and(is_result)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn call(output: Ty, parameters: &[Ty]) -> Call {
        let handle = Ty::adt("k::Handle", []);
        let parameter = |ty: &Ty| CallParameter { ty: ty.clone(), is_copy: *ty == handle };
        Call {
            parameters: parameters.iter().map(parameter).collect(),
            takes_receiver: true,
            output: Some(output),
            ..Call::default()
        }
    }

    #[test]
    fn numbers_and_handles_may_choose_an_index() {
        let (calendar, zone) = (Ty::adt("k::Calendar", []), Ty::adt("k::Zone", []));
        let date = Ty::adt("k::Date", []);
        let fallible = Ty::adt("std::option::Option", [date.clone()]);
        let (text, number) = (Ty::Prim(Prim::Str), Ty::Prim(Prim::U32));
        let bytes = Ty::Slice(Box::new(Ty::Prim(Prim::U8)));
        let check =
            |output: &Ty, parameters: &[Ty]| call(output.clone(), parameters).may_choose_index();
        assert!(!check(&date, &[calendar.clone(), text.clone(), zone]));
        assert!(!check(&date, std::slice::from_ref(&text)));
        assert!(!check(&fallible, &[calendar.clone(), bytes.clone()]));
        assert!(check(&date, &[calendar.clone(), bytes]));
        let size = Ty::Prim(Prim::Usize);
        for ty in [
            size.clone(),
            Ty::Slice(Box::new(Ty::Prim(Prim::I32))),
            Ty::adt("k::Handle", []),
            Ty::adt("std::ops::Range", [size]),
            Ty::Tuple(vec![Ty::Prim(Prim::U8), Ty::Prim(Prim::U8)]),
        ] {
            assert!(check(&fallible, &[calendar.clone(), ty.clone()]), "{ty}");
        }
        assert!(check(&date, std::slice::from_ref(&number)));
    }

    #[test]
    fn full_ranges_are_the_only_choice_that_is_always_right() {
        let calendar = Ty::adt("k::Calendar", []);
        let all = Ty::adt("std::ops::RangeFull", []);
        let check = |parameters: &[Ty]| call(Ty::unit(), parameters).takes_everything();
        assert!(check(&[calendar.clone(), all.clone()]));
        assert!(!check(std::slice::from_ref(&calendar)));
        assert!(!check(&[calendar, all, Ty::Prim(Prim::Usize)]));
    }

    #[test]
    fn results_refuse_and_options_do_not() {
        let date = Ty::adt("k::Date", []);
        let (text, country) = (Ty::shared(Ty::Prim(Prim::Str)), Ty::adt("k::Country", []));
        // What a map had for a key before is no refusal.
        assert!(!call(Ty::adt("std::option::Option", [date.clone()]), &[]).can_refuse());
        let result = Ty::adt("std::result::Result", [date.clone(), Ty::adt("k::Error", [])]);
        assert!(call(result, &[]).can_refuse());
        assert!(call(date.clone(), &[country.clone(), text]).reads_text());
        assert!(!call(date, &[country, Ty::Prim(Prim::U8)]).reads_text());
    }
}
