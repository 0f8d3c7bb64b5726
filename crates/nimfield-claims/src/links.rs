//! Which claims check what the games say of themselves.
//!
//! The words of a theorem stand with the game, in [`GameInfo::theory`](nimfield_core::info::GameInfo);
//! its check stands here. A link joins them by the game's name and the fact's source.

use crate::catalogue::find;
use crate::claim::Claim;

/// A source that a game names for some of its facts, and what checks these.
#[derive(Clone, Copy, Debug)]
pub struct Link {
    /// The game's name; `*` for any game.
    pub game: &'static str,
    /// The source as the fact names it.
    pub source: &'static str,
    /// The claims by name, or why there is none.
    pub checked: Checked,
}

/// How a fact is checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Checked {
    /// By these claims.
    By(&'static [&'static str]),
    /// By none, for this reason.
    Elsewhere(&'static str),
}

use Checked::{By, Elsewhere};

const GKM_MISERE: &str = "Gottlieb, Krnc and Muršič 2025, Proposition 6, and Theorem 14 as corrected (Conway 1976; Gurvich and Ho 2018)";
const CHESS: &str = "Gottlieb, Krnc and Muršič 2025 (impartial chess)";
const LCTR: &str = "Gottlieb, Krnc and Muršič 2024 (LCTR)";
const TWEEDLEDUM: &str = "the strategy of Tweedledum and Tweedledee, Winning Ways, ch. 1";
const BY_THE_GAMES_TESTS: Checked = Elsewhere(
    "a theorem of another paper than those the claims are about; the game's tests compare it with brute force",
);
const BY_THE_ENGINES_TESTS: Checked = Elsewhere(
    "it tells how answers are found; the tests of the engines compare them with brute force",
);

const LINKS: &[Link] = &[
    link(
        "matrix",
        "Berlekamp in Ferguson 2001, section 3, as corrected",
        By(&[
            "ferguson-berlekamp",
            "ferguson-berlekamp-2x3",
            "ferguson-berlekamp-moves",
        ]),
    ),
    link(
        "matrix",
        "Ferguson 2001, Theorems 1 and 2",
        By(&[
            "ferguson-theorem-1",
            "ferguson-theorem-2",
            "ferguson-theorem-2-entries",
            "ferguson-theorem-2-blocks",
        ]),
    ),
    link(
        "matrix",
        "Ferguson 2001, section 4",
        By(&["ferguson-odd-rows", "ferguson-odd-sets-change-the-sum"]),
    ),
    link(
        "matrix",
        "Wythoff 1907; misere: Fraenkel 1984",
        By(&["ferguson-wythoff"]),
    ),
    link(
        "matrix",
        "Ferguson 2001, Theorem 3 and Lemma 1",
        By(&["ferguson-theorem-3", "ferguson-lemma-1"]),
    ),
    link("matrix", "the reflection of Lemma 1", BY_THE_GAMES_TESTS),
    link("matrix", "pairing strategy", BY_THE_GAMES_TESTS),
    link(
        "matrix",
        "verified for entries up to 47, not proved",
        By(&["matrix-misere-type-4"]),
    ),
    link(
        "matrix-partizan",
        "Ferguson 2001, Theorem 4",
        By(&["ferguson-theorem-4"]),
    ),
    link(
        "matrix-partizan",
        "Ferguson 2001, Theorem 5, with d <= c in part 1",
        By(&["ferguson-theorem-5"]),
    ),
    link(
        "matrix-partizan",
        "closed form of a single line",
        BY_THE_GAMES_TESTS,
    ),
    link(
        "holladay",
        "Holladay 1958",
        By(&[
            "holladay-2x2",
            "holladay-2x3",
            "holladay-3x2",
            "holladay-one-column",
        ]),
    ),
    link("lattice", "Winning Ways, vol. 1", By(&["lattice-nim"])),
    link(
        "lattice",
        "Bouton 1901, whose argument holds for transfinite heaps",
        BY_THE_GAMES_TESTS,
    ),
    link("schrage", "Schrage 1985", By(&["schrage-rectangles"])),
    link(
        "nim",
        "Bouton 1901; Sprague 1935, Grundy 1939; Conway 1976 for ordinals",
        By(&["nimbers-sum-mex", "pnim-observation-10"]),
    ),
    link("nim", "Bouton 1901", By(&["pnim-row-is-a-box-is-a-heap"])),
    link("wythoff", "Wythoff 1907", BY_THE_GAMES_TESTS),
    link("wythoff", "Fraenkel 1984", BY_THE_GAMES_TESTS),
    link(
        "*",
        TWEEDLEDUM,
        By(&[
            "boards-reflection",
            "boards-reflection-example",
            "boards-even-by-even",
            "boards-odd-side",
        ]),
    ),
    link(
        "*",
        "Conway, On Numbers and Games, ch. 12",
        By(&[
            "boards-misere-single-pairs",
            "boards-misere-nim-rule",
            "boards-misere-equal-pairs",
        ]),
    ),
    link(
        "*",
        "the octal game 0.777…; Guy and Smith 1956",
        By(&["boards-row-value"]),
    ),
    link("lines", "Guy and Smith 1956", BY_THE_GAMES_TESTS),
    link(
        "lines",
        "A 2D Nim Game; confirmed by complete search",
        By(&["2d-nim-all-states"]),
    ),
    link("tactix", "complete search", BY_THE_ENGINES_TESTS),
    link(
        "efr",
        "proved beside the rule, by induction",
        By(&["boards-efr-two-rows"]),
    ),
    link(
        "nimbi",
        "Fraenkel and Herda 1980; confirmed by complete search",
        By(&["boards-nimbi"]),
    ),
    link(
        "nimbi",
        "later descriptions of the game",
        Elsewhere("it is about the shape of the board, not about its positions"),
    ),
    link(
        "pnim",
        "Gottlieb, Krnc and Muršič 2025, Proposition 1",
        By(&["pnim-proposition-1", "pnim-proposition-1-tight"]),
    ),
    link(
        "pnim",
        "Gottlieb, Krnc and Muršič 2025, Theorem 1",
        By(&["pnim-theorem-1"]),
    ),
    link(
        "pnim",
        "Gottlieb, Krnc and Muršič 2025, Theorem 2",
        By(&["pnim-theorem-2"]),
    ),
    link(
        "pnim",
        "Gottlieb, Krnc and Muršič 2025, Proposition 5",
        By(&["pnim-proposition-5"]),
    ),
    link(
        "pnim",
        "proved in the documentation; Gottlieb, Krnc and Muršič 2025, Propositions 3 and 4",
        By(&[
            "pnim-distinct-parts",
            "pnim-proposition-3",
            "pnim-proposition-4",
        ]),
    ),
    link(
        "pnim",
        "Gottlieb, Krnc and Muršič 2025, Observation 4",
        By(&["pnim-observation-4"]),
    ),
    link(
        "pnim",
        GKM_MISERE,
        By(&[
            "pnim-proposition-6-pet",
            "pnim-theorem-14",
            "pnim-misere-sums",
        ]),
    ),
    link(
        "pnim",
        "one look-up for each corner of a diagram",
        BY_THE_ENGINES_TESTS,
    ),
    link(
        "rnim",
        "Gottlieb, Krnc and Muršič 2025, Theorem 3 and Corollary 12",
        By(&["pnim-theorem-3", "pnim-corollary-12"]),
    ),
    link(
        "rnim",
        GKM_MISERE,
        By(&[
            "pnim-proposition-6-rnim",
            "pnim-theorem-14",
            "pnim-misere-sums-of-boxes",
        ]),
    ),
    link(
        "rnim",
        "Gottlieb, Krnc and Muršič 2025, section 4",
        By(&["pnim-rectangles-are-rnim"]),
    ),
    link("sato", "Sato 1970; Welter 1954", By(&["pnim-sato-hooks"])),
    link(
        "welter",
        "Welter 1954; Conway 1976, ch. 13",
        By(&["pnim-sato-hooks", "pnim-welter-on-partitions"]),
    ),
    link("welter", "Sato 1970", By(&["pnim-welter-on-partitions"])),
    link(
        "nimbers",
        "Lenstra 1978; Conway 1976 for ordinals",
        By(&["nimbers-values", "nimbers-values-3d"]),
    ),
    link(
        "nimbers",
        "the Tartan theorem, Lenstra 1978, with its proof made explicit",
        By(&["nimbers-tartan", "nimbers-which-stone"]),
    ),
    link(
        "nimbers",
        "Lenstra 1977: the nimbers below w^(w^w) are algebraically closed",
        By(&[
            "nimbers-diagonal",
            "nimbers-roots",
            "nimbers-universal-truth",
        ]),
    ),
    link(
        "turning",
        "the Tartan theorem, Winning Ways, vol. 2, ch. 14; Lenstra 1978",
        By(&["nimbers-tartan"]),
    ),
    link(
        "turning",
        "Winning Ways, vol. 2, ch. 14",
        BY_THE_GAMES_TESTS,
    ),
    link("*", LCTR, BY_THE_GAMES_TESTS),
    link("*", CHESS, BY_THE_GAMES_TESTS),
    link("*", "Gottlieb, Ilić and Krnc 2023", BY_THE_GAMES_TESTS),
    link(
        "*",
        "Bouton 1901; Gottlieb, Krnc and Muršič 2025 (impartial chess)",
        BY_THE_GAMES_TESTS,
    ),
    link(
        "*",
        "Wythoff 1907; Fraenkel 1984 for misere play; Gottlieb, Krnc and Muršič 2025 (impartial chess)",
        BY_THE_GAMES_TESTS,
    ),
    link("*", "induction over the rules", BY_THE_GAMES_TESTS),
    link(
        "*",
        "the rules: there are two moves at most",
        BY_THE_GAMES_TESTS,
    ),
    link("crim", "the games are the same there", BY_THE_GAMES_TESTS),
    link("crim", "Bašić, Gottlieb and Krnc 2026", BY_THE_GAMES_TESTS),
    link(
        "*",
        "the rules, as told of CRIS (column-row impartial split) beside CRIM",
        BY_THE_ENGINES_TESTS,
    ),
    link("crpm", "proved in the documentation", BY_THE_GAMES_TESTS),
    link(
        "*",
        "Siegel, Combinatorial Game Theory",
        BY_THE_ENGINES_TESTS,
    ),
    link("*", "the rules", BY_THE_ENGINES_TESTS),
];

const fn link(game: &'static str, source: &'static str, checked: Checked) -> Link {
    Link {
        game,
        source,
        checked,
    }
}

/// What checks the facts of the games, source by source.
#[must_use]
pub fn links() -> &'static [Link] {
    LINKS
}

impl Link {
    /// Whether this is the link of a fact of a game with this source.
    #[must_use]
    pub fn is_of(&self, game: &str, source: &str) -> bool {
        (self.game == "*" || self.game.eq_ignore_ascii_case(game)) && self.source == source
    }

    /// The claims that check the fact.
    pub fn claims(&self) -> impl Iterator<Item = &'static Claim> + use<> {
        let ids = match self.checked {
            By(ids) => ids,
            Elsewhere(_) => &[],
        };
        ids.iter().filter_map(|id| find(id))
    }
}

/// The claims that check a fact of a game, told by its source.
pub fn claims_of(game: &str, source: &str) -> impl Iterator<Item = &'static Claim> {
    let link = LINKS.iter().find(|link| link.is_of(game, source));
    link.into_iter().flat_map(Link::claims)
}
