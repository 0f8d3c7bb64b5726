//! Sums of positions of any games, impartial, partizan and mixed ones, and their moves.

mod moves;
mod reading;
mod written;

use std::fmt::{self, Display};
use std::sync::Arc;

use nimfield_core::families::taking::Taking;
use nimfield_core::game::Game;
use nimfield_core::prelude::*;
use nimfield_core::theory::Ending;
use nimfield_games::placing::Field;
use short_game::{Arena, Error};

use crate::erased::AnySummand;
use crate::term::{Term, WrittenValue};

use self::moves::Step;
pub use self::moves::SumMove;

/// A disjunctive sum: a move is a move in one component.
///
/// A sum is impartial if all its components are. If one component is partizan or a value, the whole sum is partizan,
/// and its impartial components are games in which both players have the same moves.
#[derive(Clone, Debug)]
pub struct Sum {
    components: Arc<Vec<Term>>,
    /// The arena of the values; impartial sums have none.
    arena: Option<Arc<Arena>>,
}

impl Sum {
    /// Creates the sum of these components; values belong to `arena`, which an impartial sum does not need.
    ///
    /// # Panics
    /// If there are partizan components or values, but no arena.
    #[must_use]
    pub fn new(components: Vec<Term>, arena: Option<Arc<Arena>>) -> Sum {
        let impartial = components.iter().all(|term| term.as_impartial().is_some());
        assert!(impartial || arena.is_some(), "values live in an arena");
        Sum {
            components: Arc::new(components),
            arena: arena.filter(|_| !impartial),
        }
    }

    /// Creates the sum that consists of a single position of an impartial game.
    pub fn of<G: Game>(position: G) -> Sum {
        Sum::new(vec![Term::impartial(position)], None)
    }

    /// Returns the components.
    #[must_use]
    pub fn components(&self) -> &[Term] {
        &self.components
    }

    /// Returns the games of the components, each once; values have none.
    #[must_use]
    pub fn games(&self) -> Vec<&'static GameInfo> {
        let mut games: Vec<&'static GameInfo> = Vec::new();
        for info in self.components.iter().filter_map(Term::info) {
            let other = |known: &&GameInfo| (known.name, known.rules) != (info.name, info.rules);
            if games.iter().all(other) {
                games.push(info);
            }
        }
        games
    }

    /// Returns the game and the state of a sum that is a single board of a taking game, bit `i` of the state for cell
    /// `i`.
    #[must_use]
    pub fn as_board(&self) -> Option<(&Taking, u64)> {
        match self.components() {
            [board] => board.taking(),
            _ => None,
        }
    }

    /// Returns the position of a sum that is a single position of a placing game.
    pub(crate) fn as_placing(&self) -> Option<&Field> {
        match self.components() {
            [term] => term.as_any()?.downcast_ref(),
            _ => None,
        }
    }

    /// Returns whether both players have the same moves in every component.
    #[must_use]
    pub fn is_impartial(&self) -> bool {
        self.arena.is_none()
    }

    /// Returns the irreducible summands of the impartial components.
    #[must_use]
    pub fn summands(&self) -> Vec<AnySummand> {
        let positions = self.components.iter().filter_map(Term::as_impartial);
        positions.flat_map(|position| position.summands()).collect()
    }

    /// Returns the arena of the values of a partizan sum; `None` for an impartial one.
    #[must_use]
    pub fn arena(&self) -> Option<&Arc<Arena>> {
        self.arena.as_ref()
    }

    /// Returns a picture of several lines, with numbers if there are several components.
    #[must_use]
    pub fn draw(&self) -> String {
        let several = self.components.len() > 1;
        let pictures = self.components.iter().map(Term::draw).enumerate();
        let pictures = pictures.map(|(i, picture)| match several {
            true => format!("{}:\n{picture}", i + 1),
            false => picture,
        });
        pictures.collect::<Vec<_>>().join("\n")
    }

    /// Draws as [`draw`](Sum::draw) does, with marks where it differs from the position `before` the last move, if
    /// pictures have marks.
    #[must_use]
    pub fn draw_since(&self, before: &Sum) -> String {
        let several = self.components.len() > 1;
        let pairs = self
            .components
            .iter()
            .zip(before.components.iter())
            .enumerate();
        let pictures = pairs.map(|(i, (now, before))| {
            let plain = now.diagram();
            let marked = plain.clone().since(&before.diagram());
            let picture = match marked == plain {
                true => now.draw(),
                false => marked.to_text(),
            };
            match several {
                true => format!("{}:\n{picture}", i + 1),
                false => picture,
            }
        });
        pictures.collect::<Vec<_>>().join("\n")
    }

    /// Returns the additional rule that decides the game, if outcomes do not follow from the moves alone.
    #[must_use]
    pub fn ending(&self) -> Option<Ending> {
        let mut terms = self.components.iter();
        terms.find_map(|term| term.as_impartial()?.ending())
    }

    /// Returns the play convention of the components' sources; normal play if these differ, see
    /// [`agreed_play`](Sum::agreed_play).
    #[must_use]
    pub fn default_play(&self) -> Play {
        self.agreed_play().unwrap_or(Play::Normal)
    }

    /// Returns the play convention of the components' sources, if they agree; otherwise the caller must choose one.
    ///
    /// ```
    /// use nimfield::{Play, read};
    /// assert_eq!(read("tactix[2x2] + lines[2x2]").unwrap().agreed_play(), Some(Play::Misere));
    /// assert_eq!(read("tactix[2x2] + nim[3]").unwrap().agreed_play(), None);
    /// ```
    #[must_use]
    pub fn agreed_play(&self) -> Option<Play> {
        let mut plays = self.components.iter().map(Term::default_play);
        let first = plays.next().unwrap_or(Play::Normal);
        plays.all(|play| play == first).then_some(first)
    }

    /// Returns the requested play convention, or by default that of the components' sources.
    ///
    /// # Errors
    /// If there is no request and the sources differ; the message lists the games of each convention.
    ///
    /// ```
    /// use nimfield::{Play, read};
    /// let sum = read("tactix[2x2] + nim[3]").unwrap();
    /// assert_eq!(sum.play_or_agreed(Some(Play::Normal)), Ok(Play::Normal));
    /// assert_eq!(
    ///     sum.play_or_agreed(None).unwrap_err(),
    ///     "the sources of these games differ: normal play for nim, misère play for tactix"
    /// );
    /// ```
    pub fn play_or_agreed(&self, requested: Option<Play>) -> Result<Play, String> {
        requested.or(self.agreed_play()).ok_or_else(|| {
            let of = |play: Play| {
                let terms = self.components.iter();
                let of = terms.filter(|term| term.default_play() == play);
                let names = of.map(|term| term.info().map_or("a value", |info| info.name));
                let mut names: Vec<&str> = names.collect();
                names.dedup();
                names.join(", ")
            };
            let (normal, misere) = (of(Play::Normal), of(Play::Misere));
            format!(
                "the sources of these games differ: normal play for {normal}, misère play for {misere}"
            )
        })
    }

    /// Returns the position after a move; for a run, after its first move.
    ///
    /// If all remaining values are nimbers, they become nim heaps, as in a parsed position.
    ///
    /// ```
    /// let sum = nimfield::read("nim[3] + ^")?;
    /// let after = sum.after(&sum.read_move_of("2: to *", nimfield::Player::Right)?).unwrap();
    /// assert_eq!(after.to_string(), "nim[3] + nim[1]");
    /// assert!(after.is_impartial());
    /// # Ok::<(), nimfield::NotationError>(())
    /// ```
    ///
    /// # Errors
    /// Why the move is not legal.
    pub fn after(&self, mv: &SumMove) -> Result<Sum, String> {
        self.played(mv).map(Sum::as_read)
    }

    /// Returns the position after a move, with unchanged values.
    pub(crate) fn played(&self, mv: &SumMove) -> Result<Sum, String> {
        let Some(component) = self.components.get(mv.component) else {
            return Err(format!("there are {} components", self.components.len()));
        };
        let played = match &mv.step {
            Step::Game(own) => Ok(own),
            Step::Option(option) => Err(option),
        };
        let after = match (component, played) {
            (Term::Impartial(position), Ok(own)) => component.after(&**position, own)?,
            (Term::Partizan(position), Ok(own)) => {
                match mv.player {
                    Some(player) if !position.is_move_of(own, player) => {
                        return Err(format!("{own} is not a move of {player}"));
                    }
                    _ => {}
                }
                Term::Partizan(position.play(own)?)
            }
            (Term::Value(value), Err(option)) => {
                let side = self.options(value, mv.player.unwrap_or(Player::Left));
                let side = side.map_err(|error| error.to_string())?;
                // The move may come from another parse of the sum, with its own arena.
                let own = side
                    .into_iter()
                    .find(|&game| match game.shares_arena(option.game) {
                        true => game == option.game,
                        false => self.value(game).is_ok_and(|own| own == *option),
                    });
                let Some(game) = own else {
                    let player = mv.player.unwrap_or(Player::Left);
                    return Err(format!("{} is not an option of {player}", option.text));
                };
                Term::Value(WrittenValue {
                    game,
                    text: option.text.clone(),
                })
            }
            _ => return Err(format!("{mv} is a move of another position")),
        };
        let mut sum = self.clone();
        Arc::make_mut(&mut sum.components)[mv.component] = after;
        Ok(sum)
    }

    /// Returns the options of a value for `player`.
    fn options(
        &self,
        value: &WrittenValue,
        player: Player,
    ) -> Result<Vec<short_game::Game>, Error> {
        let Some(arena) = &self.arena else {
            return Ok(Vec::new());
        };
        let (left, right) = arena.options(value.game)?;
        Ok(match player {
            Player::Left => left,
            Player::Right => right,
        })
    }

    /// Returns a move of the component numbered `component` (from 0), or a run of moves up to the one that takes the
    /// amount `last`.
    pub(crate) fn name_move(
        &self,
        component: usize,
        mv: Move,
        last: Option<u128>,
        player: Option<Player>,
    ) -> SumMove {
        let run = last.and_then(|last| mv.up_to(last));
        SumMove {
            component,
            step: Step::Game(run.unwrap_or(mv)),
            player,
            alone: self.components.len() == 1,
        }
    }

    /// Returns the moves of `player`; in an impartial sum, where both have the same moves, without a player. Options of
    /// values that exceed the limits of the arena are omitted.
    fn moves_of(&self, player: Option<Player>) -> impl Iterator<Item = SumMove> + '_ {
        // As documented, options beyond a limit are omitted.
        self.moves_or_limits(player).filter_map(Result::ok)
    }

    /// Returns the moves as [`moves_of`](Sum::moves_of) does, with an error wherever a limit of the arena is reached.
    pub(crate) fn moves_or_limits(
        &self,
        player: Option<Player>,
    ) -> impl Iterator<Item = Result<SumMove, Error>> + '_ {
        let components = 0..self.components.len();
        components.flat_map(move |component| self.moves_in(component, player))
    }

    /// Returns the moves of one component.
    pub(crate) fn moves_in(
        &self,
        component: usize,
        player: Option<Player>,
    ) -> impl Iterator<Item = Result<SumMove, Error>> + '_ {
        let side = player.unwrap_or(Player::Left);
        let game = |mv| Ok(Step::Game(mv));
        let steps: Box<dyn Iterator<Item = Result<Step, Error>> + '_> =
            match &self.components[component] {
                Term::Impartial(position) => Box::new(position.moves().map(game)),
                Term::Partizan(position) => Box::new(position.moves(side).map(game)),
                Term::Value(value) => match self.options(value, side) {
                    Ok(options) => {
                        let value = |game| self.value(game).map(Step::Option);
                        Box::new(options.into_iter().map(value))
                    }
                    Err(limit) => Box::new(std::iter::once(Err(limit))),
                },
            };
        steps.map(move |step| {
            Ok(SumMove {
                component,
                step: step?,
                player,
                alone: self.components.len() == 1,
            })
        })
    }

    /// Returns a move of the component numbered `component`, played alone, as a move of `player` in the sum.
    pub(crate) fn adopted(&self, mv: SumMove, component: usize, player: Player) -> SumMove {
        SumMove {
            component,
            player: Some(player),
            alone: self.components.len() == 1,
            ..mv
        }
    }

    /// Returns whether `player` has a move, whatever the limits of the arena.
    pub fn can_move(&self, player: Player) -> bool {
        self.components.iter().any(|component| match component {
            Term::Impartial(position) => position.moves().next().is_some(),
            Term::Partizan(position) => position.moves(player).next().is_some(),
            Term::Value(value) => {
                let arena = self.arena.as_ref();
                let (left, right) = arena.map_or((0, 0), |arena| arena.option_counts(value.game));
                match player {
                    Player::Left => left > 0,
                    Player::Right => right > 0,
                }
            }
        })
    }

    fn value(&self, game: short_game::Game) -> Result<WrittenValue, Error> {
        let arena = self
            .arena
            .as_ref()
            .expect("options of values are in an arena");
        let text = arena
            .print(game, short_game::DEFAULT_LIMIT)?
            .to_string()
            .into();
        Ok(WrittenValue { game, text })
    }

    /// Returns the moves with consecutive amounts joined into runs; moves of impartial components stay unchanged.
    pub(crate) fn gathered(&self, moves: Vec<SumMove>) -> Vec<SumMove> {
        let mut found: Vec<SumMove> = Vec::new();
        for mv in moves {
            let partizan = self.components[mv.component].as_partizan().is_some();
            self.join(&mut found, mv, partizan);
        }
        found
    }

    /// Adds a move to a list, or on request to the run that it continues.
    pub(crate) fn join(&self, found: &mut Vec<SumMove>, mv: SumMove, runs: bool) {
        let last = found.last_mut().filter(|_| runs);
        match last.and_then(|last| Some((self.joined(last, &mv)?, last))) {
            Some((longer, last)) => *last = longer,
            None => found.push(mv),
        }
    }

    /// Returns the run that joins a move or run with the move after it.
    fn joined(&self, before: &SumMove, mv: &SumMove) -> Option<SumMove> {
        let Step::Game(next) = &mv.step else {
            return None;
        };
        if (before.component, before.player) != (mv.component, mv.player) {
            return None;
        }
        let Step::Game(run) = &before.step else {
            return None;
        };
        Some(before.with(Step::Game(run.followed_by(next)?)))
    }
}

/// Sums are equal if they print alike; notation guarantees that this means the same position.
impl PartialEq for Sum {
    fn eq(&self, other: &Sum) -> bool {
        self.to_string() == other.to_string()
    }
}

impl Eq for Sum {}

impl Display for Sum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, component) in self.components.iter().enumerate() {
            let plus = if i > 0 { " + " } else { "" };
            write!(f, "{plus}{component}")?;
        }
        Ok(())
    }
}

impl Sum {
    /// Returns the position after a move.
    ///
    /// # Errors
    /// If the move is not legal: the unchanged position and the reason.
    pub fn play(self, mv: &SumMove) -> Result<Sum, Illegal> {
        self.after(mv).map_err(|reason| Illegal {
            position: self,
            reason,
        })
    }

    /// Returns the legal moves, one after the other; for a partizan sum those of both players. There may be
    /// astronomically many.
    pub fn moves(&self) -> Box<dyn Iterator<Item = SumMove> + '_> {
        match self.is_impartial() {
            true => Box::new(self.moves_of(None)),
            false => {
                let left = self.moves_of(Some(Player::Left));
                Box::new(left.chain(self.moves_of(Some(Player::Right))))
            }
        }
    }

    /// Returns how many legal moves there are, or an upper bound; `u128::MAX` also stands for more.
    #[must_use]
    pub fn move_count(&self) -> u128 {
        /// Moves of partizan positions are counted one by one, up to this number.
        const MOST_COUNTED: usize = 100_000;
        if !self.is_impartial() {
            return self.count_moves(MOST_COUNTED).unwrap_or(u128::MAX);
        }
        let counts = self.components.iter().filter_map(Term::as_impartial);
        counts.fold(0, |sum, position| sum.saturating_add(position.move_count()))
    }

    /// Returns the number of legal moves; `None` for infinitely many, and for more than `most` if no formula of the
    /// games counts them.
    ///
    /// ```
    /// assert_eq!(nimfield::read("moore(2)[1,2]")?.count_moves(100), Some(5));
    /// assert_eq!(nimfield::read("nim[10^9]")?.count_moves(100), Some(1_000_000_000));
    /// assert_eq!(nimfield::read("nim[w]")?.count_moves(100), None);
    /// # Ok::<(), nimfield::NotationError>(())
    /// ```
    #[must_use]
    pub fn count_moves(&self, most: usize) -> Option<u128> {
        let mut components = self.components.iter().map(Term::as_impartial);
        let exact = self.is_impartial()
            && components.all(|position| position.is_some_and(|one| one.counts_exactly()));
        let count = match exact {
            true => Some(self.move_count()),
            false => Some(self.moves().take(most.saturating_add(1)).count())
                .filter(|&count| count <= most)
                .map(|count| count as u128),
        };
        count.filter(|&count| count < u128::MAX)
    }

    /// Returns the legal moves of `player`; all moves if the sum is impartial.
    pub fn moves_by(&self, player: Player) -> impl Iterator<Item = SumMove> + '_ {
        self.moves_of((!self.is_impartial()).then_some(player))
    }
}

/// What can be analysed: a [`Sum`], or a single position of an impartial game.
pub trait ToSum {
    /// Returns the sum.
    fn to_sum(&self) -> Sum;
}

impl<G: Game> ToSum for G {
    fn to_sum(&self) -> Sum {
        Sum::of(self.clone())
    }
}

impl ToSum for Sum {
    fn to_sum(&self) -> Sum {
        self.clone()
    }
}

/// A refused move: the unchanged sum, and the reason.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a legal move in {position}: {reason}")]
pub struct Illegal {
    /// The unchanged sum.
    pub position: Sum,
    /// Why the move is not legal, in a sentence without a full stop.
    pub reason: String,
}
