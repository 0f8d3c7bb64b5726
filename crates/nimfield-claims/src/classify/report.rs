//! The report on a game, and its JSON form.

use nimfield_core::words::SchemaVersion;
use nimfield_engines::classes::{Class, Notes, Scan, Witness};
use nimfield_games::partitions::pnim::census::Grading;
use serde::{Deserialize, Serialize};

/// The positions to examine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scope {
    /// How positions are assigned to levels.
    pub grading: Grading,
    /// The last level.
    pub up_to: u32,
    /// Whether to examine sums of positions instead of single ones.
    pub sums: bool,
}

/// The classes of a game: the object of `nimfield classify --json`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Report {
    /// The version of this form.
    schema: SchemaVersion,
    /// The game.
    pub game: String,
    /// What its positions are.
    pub positions_of: String,
    /// Whether sums of positions were taken.
    pub sums: bool,
    /// The size by which positions are graded.
    pub by: String,
    /// The greatest grade.
    pub up_to: u32,
    /// The number of positions.
    pub positions: u64,
    /// The classes, and whether the game is in each.
    pub classes: Classes,
    /// The classified positions, in words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
}

/// Whether the game is in each class.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Classes {
    /// Whether the game is in the class.
    pub returnable: Membership,
    /// Whether the game is in the class.
    pub forced: Membership,
    /// Whether the game is in the class.
    pub miserable: Membership,
    /// Whether the game is in the class.
    pub pet: Membership,
    /// Whether the game is in the class.
    pub tame: Membership,
    /// Whether the game is in the class.
    pub domestic: Membership,
}

/// Whether the game is in a class.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Membership {
    /// True if no counterexample was found up to the bound.
    pub up_to_bound: bool,
    /// The first counterexample.
    pub against: Option<Against>,
}

/// A position that shows that a game is not in a class.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Against {
    /// Its grade.
    pub grade: u32,
    /// The position.
    pub position: String,
    /// Its Grundy value and its misère Grundy number.
    pub pair: String,
    /// The option that is the counterexample, if it is an option.
    pub option: Option<String>,
    /// The pair of that option.
    pub option_pair: Option<String>,
}

impl Report {
    /// Creates the report of a scan; `show` prints a position.
    pub(super) fn new<P: Clone + PartialEq, N: Notes<P>, F>(
        game: &str,
        family: String,
        scope: Scope,
        scan: &Scan<'_, P, N, F>,
        show: impl Fn(&P) -> String,
    ) -> Report
    where
        F: FnMut(&P, &mut Vec<P>) -> Result<(), String>,
    {
        let membership = |class: Class| {
            let witness = scan.witnesses()[class as usize].as_ref();
            Membership {
                up_to_bound: witness.is_none(),
                against: witness.map(|witness| Against::of(witness, &show)),
            }
        };
        let bound = match scope.grading {
            Grading::Size => "n",
            Grading::Perimeter => "columns + rows",
        };
        let sums = if scope.sums { "sums of " } else { "" };
        Report {
            schema: SchemaVersion,
            game: game.to_string(),
            positions_of: format!("{sums}{family}, {bound} <= {}", scope.up_to),
            sums: scope.sums,
            by: scope.grading.to_string(),
            up_to: scope.up_to,
            positions: scan.positions(),
            classes: Classes {
                returnable: membership(Class::Returnable),
                forced: membership(Class::Forced),
                miserable: membership(Class::Miserable),
                pet: membership(Class::Pet),
                tame: membership(Class::Tame),
                domestic: membership(Class::Domestic),
            },
            title: None,
        }
    }

    /// Returns the first counterexample to a class; `None` if there is none up to the bound.
    #[must_use]
    pub fn against(&self, class: Class) -> Option<&Against> {
        self.membership(class).against.as_ref()
    }

    /// Returns the level up to which a report from a file is recomputed: at least a few levels, and up to its last
    /// counterexample.
    #[must_use]
    pub fn sample(&self) -> u32 {
        /// The number of levels that are always recomputed.
        const FEW: u32 = 8;
        let against = Class::ALL.iter().filter_map(|&class| self.against(class));
        let last = against.map(|against| against.grade).max();
        last.unwrap_or(0).max(FEW).min(self.up_to)
    }

    /// Returns whether this can be a report with a larger bound on the same game as `small`: up to the smaller bound,
    /// both must agree.
    #[must_use]
    pub fn continues(&self, small: &Report) -> bool {
        let of = |report: &Report| {
            let bound = report.up_to.to_string();
            let positions = report.positions_of.strip_suffix(&bound).map(str::to_string);
            let game = (report.game.clone(), report.title.clone());
            (game, positions, report.sums, report.by.clone())
        };
        let same = |&class: &Class| {
            let own = self.against(class);
            self.membership(class).up_to_bound == own.is_none()
                && match small.against(class) {
                    None => own.is_none_or(|own| own.grade > small.up_to),
                    found => own == found,
                }
        };
        of(self) == of(small)
            && self.up_to >= small.up_to
            && self.positions >= small.positions
            && (self.up_to > small.up_to || self.positions == small.positions)
            && Class::ALL.iter().all(same)
    }

    fn membership(&self, class: Class) -> &Membership {
        let classes = &self.classes;
        match class {
            Class::Returnable => &classes.returnable,
            Class::Forced => &classes.forced,
            Class::Miserable => &classes.miserable,
            Class::Pet => &classes.pet,
            Class::Tame => &classes.tame,
            Class::Domestic => &classes.domestic,
        }
    }

    /// Returns whether there is no counterexample to the class up to the bound.
    #[must_use]
    pub fn may_be(&self, class: Class) -> bool {
        self.against(class).is_none()
    }
}

impl Against {
    fn of<P>(witness: &Witness<P>, show: impl Fn(&P) -> String) -> Against {
        let option = witness.option.as_ref();
        Against {
            grade: witness.grade,
            position: show(&witness.position),
            pair: witness.pair.to_string(),
            option: option.map(|(option, _)| show(option)),
            option_pair: option.map(|(_, pair)| pair.to_string()),
        }
    }
}
