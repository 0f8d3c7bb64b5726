//! What is found of a game, and its form as JSON.

use nimfield_core::words::SchemaVersion;
use nimfield_engines::classes::{Class, GrundyPair};
use nimfield_games::partitions::pnim::census::Grading;
use serde::Serialize;

/// What to look at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scope {
    /// How positions are put into levels.
    pub grading: Grading,
    /// The last level.
    pub up_to: u32,
    /// Sums of positions instead of single ones.
    pub sums: bool,
}

/// What was found of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// The game.
    pub game: String,
    /// The positions that were looked at, in words.
    pub family: String,
    /// What was looked at.
    pub scope: Scope,
    /// How many positions that were, with those that they lead to.
    pub positions: u64,
    /// The first position against each class of [`Class::ALL`]; `None` if there is none up to the bound.
    pub against: [Option<Against>; 6],
}

impl Report {
    /// Returns whether nothing up to the bound is against the class.
    #[must_use]
    pub fn may_be(&self, class: Class) -> bool {
        self.against[class as usize].is_none()
    }

    /// Returns all about it as a line of JSON: the object of `nimfield classify --json`, in a figure under a title.
    #[must_use]
    pub fn to_json(&self, title: Option<&str>) -> String {
        let [returnable, forced, miserable, pet, tame, domestic] =
            self.against.each_ref().map(Membership::of);
        let object = ReportObject {
            schema: SchemaVersion,
            game: &self.game,
            positions_of: &self.family,
            sums: self.scope.sums,
            by: self.scope.grading.to_string(),
            up_to: self.scope.up_to,
            positions: self.positions,
            classes: Classes {
                returnable,
                forced,
                miserable,
                pet,
                tame,
                domestic,
            },
            title,
        };
        serde_json::to_string(&object).expect("texts, numbers and lists only")
    }
}

/// A position that keeps a game out of a class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Against {
    /// Its level.
    pub grade: u32,
    /// The position.
    pub position: String,
    /// Its pair.
    pub pair: GrundyPair,
    /// The option that is against the rule, and its pair, where the class speaks of options.
    pub option: Option<(String, GrundyPair)>,
}

/// A report as JSON.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ReportObject<'a> {
    /// The version of this form.
    schema: SchemaVersion,
    /// The game.
    game: &'a str,
    /// What its positions are.
    positions_of: &'a str,
    /// Whether sums of positions were taken.
    sums: bool,
    /// What positions are graded by.
    by: String,
    /// The greatest grade.
    up_to: u32,
    /// How many positions there are.
    positions: u64,
    /// The classes, and whether the game is in each.
    classes: Classes<'a>,
    /// What was classified, in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<&'a str>,
}

/// Whether the game is in each class.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct Classes<'a> {
    /// Whether the game is in the class.
    returnable: Membership<'a>,
    /// Whether the game is in the class.
    forced: Membership<'a>,
    /// Whether the game is in the class.
    miserable: Membership<'a>,
    /// Whether the game is in the class.
    pet: Membership<'a>,
    /// Whether the game is in the class.
    tame: Membership<'a>,
    /// Whether the game is in the class.
    domestic: Membership<'a>,
}

/// Whether the game is in a class.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct Membership<'a> {
    /// Whether there is nothing against it up to the bound.
    up_to_bound: bool,
    /// The first position against it.
    against: Option<AgainstObject<'a>>,
}

/// A position against a class.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct AgainstObject<'a> {
    /// Its grade.
    grade: u32,
    /// The position.
    position: &'a str,
    /// Its Grundy value and its misère Grundy number.
    pair: String,
    /// The option that is against it, if it is an option.
    option: Option<&'a str>,
    /// The pair of that option.
    option_pair: Option<String>,
}

impl<'a> Membership<'a> {
    fn of(against: &'a Option<Against>) -> Membership<'a> {
        Membership {
            up_to_bound: against.is_none(),
            against: against.as_ref().map(|against| AgainstObject {
                grade: against.grade,
                position: &against.position,
                pair: against.pair.to_string(),
                option: against.option.as_ref().map(|(option, _)| option.as_str()),
                option_pair: against.option.as_ref().map(|(_, pair)| pair.to_string()),
            }),
        }
    }
}
