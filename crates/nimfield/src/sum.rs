//! Sums of positions of any games, impartial, partizan and mixed ones, and their moves.

use std::fmt::{self, Display};
use std::sync::Arc;

use nimfield_core::notation::{Cursor, Notation, NotationError};
use nimfield_core::rules::{Illegal, Impartial, Partizan, Position};
use nimfield_core::theory::Game;
use nimfield_core::words::{Play, Player};
use short_game::{Arena, Error};

use crate::erased::{AnyMove, AnySummand};
use crate::term::{Term, WrittenValue};

/// A disjunctive sum: a move is a move in one component.
///
/// A sum is impartial if all its components are. With one partizan component, or a value, the whole is
/// partizan, and its impartial components are games in which both players have the same moves.
#[derive(Clone, Debug)]
pub struct Sum {
    components: Vec<Term>,
    /// Where the values live; impartial sums have none.
    arena: Option<Arc<Arena>>,
}

impl Sum {
    /// The sum of these components; values are games of `arena`, which an impartial sum does not need.
    ///
    /// # Panics
    /// If there are partizan components or values, and no arena.
    #[must_use]
    pub fn new(components: Vec<Term>, arena: Option<Arc<Arena>>) -> Sum {
        let impartial = components.iter().all(|term| term.as_impartial().is_some());
        assert!(impartial || arena.is_some(), "values live in an arena");
        Sum {
            components,
            arena: arena.filter(|_| !impartial),
        }
    }

    /// A single position of an impartial game.
    pub fn of<G: Game + Notation>(position: G) -> Sum {
        Sum::new(vec![Term::impartial(position)], None)
    }

    /// The components.
    #[must_use]
    pub fn components(&self) -> &[Term] {
        &self.components
    }

    /// Whether both players have the same moves in every component.
    #[must_use]
    pub fn is_impartial(&self) -> bool {
        self.arena.is_none()
    }

    /// The irreducible summands of the impartial components.
    #[must_use]
    pub fn summands(&self) -> Vec<AnySummand> {
        let positions = self.components.iter().filter_map(Term::as_impartial);
        positions.flat_map(|position| position.summands()).collect()
    }

    /// Where the values of a partizan sum live; `None` for an impartial one.
    #[must_use]
    pub fn arena(&self) -> Option<&Arc<Arena>> {
        self.arena.as_ref()
    }

    /// A picture of several lines; of several components each is numbered.
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

    /// [`draw`](Sum::draw) with marks where it differs from the position `before` the last move, as far as
    /// pictures have marks.
    #[must_use]
    pub fn draw_since(&self, before: &Sum) -> String {
        let several = self.components.len() > 1;
        let pairs = self.components.iter().zip(&before.components).enumerate();
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

    /// The play convention of the components' sources; normal play where these differ, see
    /// [`agreed_play`](Sum::agreed_play).
    #[must_use]
    pub fn default_play(&self) -> Play {
        self.agreed_play().unwrap_or(Play::Normal)
    }

    /// The play convention of the components' sources, if it is the same of all: otherwise whoever asks
    /// has to say which is meant.
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

    /// Returns the requested play convention, or without a request the one of the components' sources.
    ///
    /// # Errors
    /// If there is no request and the sources differ: names the games of each convention.
    ///
    /// ```
    /// use nimfield::{Play, read};
    /// let sum = read("tactix[2x2] + nim[3]").unwrap();
    /// assert_eq!(sum.play_or_agreed(Some(Play::Normal)), Ok(Play::Normal));
    /// assert_eq!(
    ///     sum.play_or_agreed(None).unwrap_err(),
    ///     "the sources of these games differ: normal play for nim, misere play for tactix"
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
                "the sources of these games differ: normal play for {normal}, misere play for {misere}"
            )
        })
    }

    /// The position after a move.
    ///
    /// # Errors
    /// Why the move is not legal.
    pub fn after(&self, mv: &SumMove) -> Result<Sum, String> {
        let Some(component) = self.components.get(mv.component) else {
            return Err(format!("there are {} components", self.components.len()));
        };
        let after = match (component, &mv.step) {
            (Term::Impartial(position), Step::Game(mv)) => Term::Impartial(position.play(mv)?),
            (Term::Partizan(position), Step::Game(own)) => {
                match mv.player {
                    Some(player) if !position.is_move_of(own, player) => {
                        return Err(format!("{own} is not a move of {player}"));
                    }
                    _ => {}
                }
                Term::Partizan(position.play(own)?)
            }
            (Term::Value(value), Step::Option(option)) => {
                let side = self.options(value, mv.player.unwrap_or(Player::Left));
                let side = side.map_err(|error| error.to_string())?;
                if !side.contains(&option.game) {
                    let player = mv.player.unwrap_or(Player::Left);
                    return Err(format!("{} is not an option of {player}", option.text));
                }
                Term::Value(option.clone())
            }
            _ => return Err(format!("{mv} is a move of another position")),
        };
        let mut sum = self.clone();
        sum.components[mv.component] = after;
        Ok(sum)
    }

    /// The options of a value for `player`.
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

    /// A move of the component numbered `component` (from 0).
    pub(crate) fn name_move(
        &self,
        component: usize,
        mv: AnyMove,
        player: Option<Player>,
    ) -> SumMove {
        SumMove {
            component,
            step: Step::Game(mv),
            player,
            alone: self.components.len() == 1,
        }
    }

    /// The moves of `player`; in an impartial sum, where they are the same for both, without a name. Options of
    /// values that the arena cannot name within its limits are left out.
    fn moves_of(&self, player: Option<Player>) -> impl Iterator<Item = SumMove> + '_ {
        self.moves_or_limits(player).filter_map(Result::ok)
    }

    /// [`moves_of`](Sum::moves_of) with the limits in place of moves.
    pub(crate) fn moves_or_limits(
        &self,
        player: Option<Player>,
    ) -> impl Iterator<Item = Result<SumMove, Error>> + '_ {
        self.components
            .iter()
            .enumerate()
            .flat_map(move |(i, component)| {
                let side = player.unwrap_or(Player::Left);
                let game = |mv| Ok(Step::Game(mv));
                let steps: Box<dyn Iterator<Item = Result<Step, Error>> + '_> = match component {
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
                        component: i,
                        step: step?,
                        player,
                        alone: self.components.len() == 1,
                    })
                })
            })
    }

    /// Whether `player` has a move, whatever the limits of the arena.
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

    /// Reads a move in this sum: in a single component just the component's move, otherwise with
    /// the number of the component before it (`2: row 1 by 3`). A value moves `to` one of its options.
    ///
    /// # Errors
    /// Where the text is no move.
    pub fn read_move(&self, text: &str) -> Result<SumMove, NotationError> {
        self.read_move_of(text, Player::Left)
    }

    /// As [`read_move`](Sum::read_move); where both players have the move, it is that of `player`.
    ///
    /// # Errors
    /// Where the text is no move.
    pub fn read_move_of(&self, text: &str, player: Player) -> Result<SumMove, NotationError> {
        let mut cursor = Cursor::new(text);
        cursor.blanks();
        let start = cursor.at();
        let numbered = match cursor.number("the component")? {
            Some(number) if cursor.take(":") => Some((number, start..cursor.at() - 1)),
            // A move may begin with a number of its own.
            _ => {
                cursor = Cursor::new(text);
                None
            }
        };
        let count = self.components.len();
        let component = match numbered {
            Some((number, span)) => {
                let index = usize::try_from(number)
                    .ok()
                    .filter(|n| (1..=count).contains(n));
                index.ok_or_else(|| {
                    cursor.fault(
                        span,
                        format!("there is no component {number}"),
                        format!("the components of this position are numbered 1 to {count}"),
                    )
                })? - 1
            }
            None if count == 1 => 0,
            None => {
                return Err(cursor.expected(
                    "the number of a component and a colon",
                    format!("in a sum say which of the {count} components the move is in: `2: …`"),
                ));
            }
        };
        let term = &self.components[component];
        let mut named = |info: &'static nimfield_core::info::GameInfo| {
            cursor.set_example(info.move_example);
            info.moves
        };
        let (step, player) = match term {
            Term::Impartial(position) => {
                let help = named(position.info());
                let mv = position.read_move(&mut cursor)?;
                cursor.need_end(help)?;
                (Step::Game(mv), self.arena.as_ref().map(|_| player))
            }
            Term::Partizan(position) => {
                let help = named(position.info());
                let mv = position.read_move(&mut cursor)?;
                cursor.need_end(help)?;
                let owner = match position.is_move_of(&mv, player) {
                    true => player,
                    false => player.opponent(),
                };
                (Step::Game(mv), Some(owner))
            }
            Term::Value(value) => {
                let option = self.read_option(value, player, &mut cursor)?;
                (Step::Option(option), Some(player))
            }
        };
        Ok(SumMove {
            component,
            step,
            player,
            alone: count == 1,
        })
    }

    /// Reads `to` and an option of a value.
    fn read_option(
        &self,
        value: &WrittenValue,
        player: Player,
        cursor: &mut Cursor<'_>,
    ) -> Result<WrittenValue, NotationError> {
        cursor.set_example("to {2|0}");
        cursor.need("to", "a value moves `to` one of its options")?;
        cursor.blanks();
        let start = cursor.at();
        let text = cursor.take_rest();
        let arena = self.arena.as_ref();
        let read = arena.and_then(|arena| arena.read(text).ok());
        let game = read.filter(|game| {
            let options = self.options(value, player);
            options.is_ok_and(|options| options.contains(game))
        });
        let found = game.and_then(|game| self.value(game).ok());
        found.ok_or_else(|| {
            let options = self.options(value, player).unwrap_or_default();
            let shown: Vec<String> = options
                .into_iter()
                .filter_map(|game| Some(self.value(game).ok()?.text.to_string()))
                .collect();
            let help = match shown.is_empty() {
                true => format!("{player} has no option here"),
                false => format!("the options of {player} are {}", shown.join(", ")),
            };
            cursor.fault(
                start..start + text.len(),
                format!("`{text}` is not an option of {player}"),
                help,
            )
        })
    }

    /// If `mv` takes one more than `before` and is otherwise the same: the amount.
    pub(crate) fn next_amount(&self, before: &SumMove, mv: &SumMove) -> Option<u128> {
        let (Step::Game(first), Step::Game(second)) = (&before.step, &mv.step) else {
            return None;
        };
        let term = self.components.get(mv.component)?;
        let same = before.component == mv.component && before.player == mv.player;
        term.as_partizan()
            .filter(|_| same)?
            .next_amount(first, second)
    }
}

/// Sums are equal if they print alike, which notation guarantees to mean the same.
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

/// What a move does to a component.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Step {
    /// A move of the game.
    Game(AnyMove),
    /// To an option of a value.
    Option(WrittenValue),
}

impl PartialEq for WrittenValue {
    fn eq(&self, other: &WrittenValue) -> bool {
        self.game == other.game
    }
}

impl Eq for WrittenValue {}

/// A move in one component of a sum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SumMove {
    /// The component, from 0 (printed from 1).
    component: usize,
    step: Step,
    /// Whose move it is; `None` in an impartial sum.
    player: Option<Player>,
    /// Whether there is but one component, which then goes unmentioned.
    alone: bool,
}

impl SumMove {
    /// The number of the component it is made in, from 0.
    #[must_use]
    pub fn component(&self) -> usize {
        self.component
    }

    /// Whose move it is; `None` in an impartial sum, where both have it.
    #[must_use]
    pub fn player(&self) -> Option<Player> {
        self.player
    }
}

impl Display for SumMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.alone {
            write!(f, "{}: ", self.component + 1)?;
        }
        match &self.step {
            Step::Game(mv) => Display::fmt(mv, f),
            Step::Option(option) => write!(f, "to {}", option.text),
        }
    }
}

impl Position for Sum {
    type Move = SumMove;

    fn play(self, mv: &SumMove) -> Result<Sum, Illegal<Sum>> {
        self.after(mv).map_err(|reason| Illegal {
            position: self,
            reason,
        })
    }
}

/// The moves of both players, if it is partizan.
impl Impartial for Sum {
    fn moves(&self) -> Box<dyn Iterator<Item = SumMove> + '_> {
        match self.is_impartial() {
            true => Box::new(self.moves_of(None)),
            false => {
                let left = self.moves_of(Some(Player::Left));
                Box::new(left.chain(self.moves_of(Some(Player::Right))))
            }
        }
    }

    fn move_count(&self) -> u128 {
        if !self.is_impartial() {
            return Impartial::moves(self).count() as u128;
        }
        let counts = self.components.iter().filter_map(Term::as_impartial);
        counts.fold(0, |sum, position| sum.saturating_add(position.move_count()))
    }
}

impl Partizan for Sum {
    fn moves(&self, player: Player) -> Box<dyn Iterator<Item = SumMove> + '_> {
        Box::new(self.moves_of((!self.is_impartial()).then_some(player)))
    }
}

/// What can be analysed: a [`Sum`], or a single position of an impartial game.
pub trait ToSum {
    /// The sum.
    fn to_sum(&self) -> Sum;
}

impl<G: Game + Notation> ToSum for G {
    fn to_sum(&self) -> Sum {
        Sum::of(self.clone())
    }
}

impl ToSum for Sum {
    fn to_sum(&self) -> Sum {
        self.clone()
    }
}
