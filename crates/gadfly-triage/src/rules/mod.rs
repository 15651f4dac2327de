//! The rules, one file each, in folders by what they look at. Their order is that of [`crate::RULES`].

pub(crate) mod arithmetic;
pub(crate) mod death;
pub(crate) mod documentation;
pub(crate) mod experiment;
pub(crate) mod misuse;
pub(crate) mod promise;
pub(crate) mod proof;
pub(crate) mod refusal;
pub(crate) mod sequence;
pub(crate) mod statement;
