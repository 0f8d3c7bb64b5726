//! A sum of partizan positions and values: what its components are, and its moves.

use std::fmt::{self, Display};
use std::sync::Arc;

use short_game::{Arena, Game};

use crate::sum::numbered;
use nimfield_core::diagram::Diagram;
use nimfield_core::notation::Notation;
use nimfield_core::rules::{Illegal, Partizan, Position};
use nimfield_core::words::Player;
use nimfield_games::matrix::LineMove;
use nimfield_games::matrix_partizan::{PartizanMatrix, owner};
use nimfield_games::partitions::removal::{Cut, Lines};

/// A component of a partizan sum.
#[derive(Clone, Debug)]
pub enum PartizanComponent {
    /// A position of partizan matrix nim.
    Matrix(Box<PartizanMatrix>),
    /// A position of CRPM or CRPS.
    Lines(Box<Lines>),
    /// A value, played as its canonical form.
    Value {
        /// The value, in the arena of the sum.
        game: Game,
        /// The value in print.
        text: String,
    },
}

/// A disjunctive sum of partizan positions and values.
#[derive(Clone, Debug)]
pub struct PartizanSum {
    arena: Arc<Arena>,
    components: Vec<PartizanComponent>,
}

impl PartizanSum {
    /// The sum of these components; the values are games of `arena`.
    pub(crate) fn new(arena: Arc<Arena>, components: Vec<PartizanComponent>) -> PartizanSum {
        PartizanSum { arena, components }
    }

    /// The components.
    #[must_use]
    pub fn components(&self) -> &[PartizanComponent] {
        &self.components
    }

    /// A picture of several lines; of several components each is numbered.
    #[must_use]
    pub fn draw(&self) -> String {
        numbered(self.components.iter().map(|component| match component {
            PartizanComponent::Matrix(matrix) => matrix.matrix().draw(),
            PartizanComponent::Lines(lines) => lines.draw(),
            PartizanComponent::Value { text, .. } => text.clone(),
        }))
    }

    /// Where the values live.
    #[must_use]
    pub fn arena(&self) -> &Arc<Arena> {
        &self.arena
    }

    /// Names a move of a component by its text.
    pub(crate) fn name(&self, component: usize, step: Step) -> PartizanMove {
        PartizanMove {
            component,
            step,
            alone: self.components.len() == 1,
        }
    }
}

impl PartizanComponent {
    /// The component laid out in the plane.
    #[must_use]
    pub fn diagram(&self) -> Diagram {
        match self {
            PartizanComponent::Matrix(matrix) => matrix.matrix().diagram(),
            PartizanComponent::Lines(lines) => lines.diagram(),
            PartizanComponent::Value { text, .. } => Diagram::Value(text.clone()),
        }
    }
}

impl Display for PartizanComponent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PartizanComponent::Matrix(matrix) => Display::fmt(matrix, f),
            PartizanComponent::Lines(lines) => Display::fmt(lines, f),
            PartizanComponent::Value { text, .. } => f.write_str(text),
        }
    }
}

impl Display for PartizanSum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, component) in self.components.iter().enumerate() {
            let plus = if i > 0 { " + " } else { "" };
            write!(f, "{plus}{component}")?;
        }
        Ok(())
    }
}

/// Sums are equal if they print alike.
impl PartialEq for PartizanSum {
    fn eq(&self, other: &PartizanSum) -> bool {
        self.to_string() == other.to_string()
    }
}

impl Eq for PartizanSum {}

/// What a move does to a component.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// Lowers a line.
    Line(LineMove),
    /// Removes a line of a diagram.
    Cut(Cut),
    /// Replaces a value by one of its options.
    Option {
        /// Whose option it is.
        player: Player,
        /// The option.
        game: Game,
        /// The option in print.
        text: String,
    },
}

/// A move in one component of a partizan sum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PartizanMove {
    component: usize,
    step: Step,
    alone: bool,
}

impl PartizanMove {
    /// Whose move it is.
    #[must_use]
    pub fn player(&self) -> Player {
        match &self.step {
            Step::Line(mv) => owner(mv.line),
            Step::Cut(cut) => cut.player(),
            Step::Option { player, .. } => *player,
        }
    }
}

impl PartizanMove {
    /// The amount, if it lowers a line.
    pub(crate) fn amount(&self) -> Option<u128> {
        match &self.step {
            Step::Line(mv) => Some(mv.amount),
            Step::Cut(_) | Step::Option { .. } => None,
        }
    }

    /// Whether this lowers the same line as `before` by one more.
    pub(crate) fn follows(&self, before: &PartizanMove) -> bool {
        match (&before.step, &self.step) {
            (Step::Line(before_mv), Step::Line(mv)) => {
                self.component == before.component
                    && mv.line == before_mv.line
                    && mv.amount == before_mv.amount + 1
            }
            _ => false,
        }
    }
}

impl Display for PartizanMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.alone {
            write!(f, "{}: ", self.component + 1)?;
        }
        match &self.step {
            Step::Line(mv) => Display::fmt(mv, f),
            Step::Cut(cut) => Display::fmt(cut, f),
            Step::Option { text, .. } => write!(f, "to {text}"),
        }
    }
}

impl Position for PartizanSum {
    type Move = PartizanMove;

    fn play(mut self, mv: &PartizanMove) -> Result<PartizanSum, Illegal<PartizanSum>> {
        let after = match (self.components.get(mv.component), &mv.step) {
            (Some(PartizanComponent::Matrix(matrix)), Step::Line(line)) => matrix
                .as_ref()
                .clone()
                .play(line)
                .map(|after| PartizanComponent::Matrix(Box::new(after)))
                .map_err(|illegal| illegal.reason),
            (Some(PartizanComponent::Lines(lines)), Step::Cut(cut)) => lines
                .as_ref()
                .clone()
                .play(cut)
                .map(|after| PartizanComponent::Lines(Box::new(after)))
                .map_err(|illegal| illegal.reason),
            (
                Some(PartizanComponent::Value { game, .. }),
                Step::Option {
                    player,
                    game: option,
                    text,
                },
            ) => {
                let sides = self.arena.options(*game).map_err(|error| error.to_string());
                sides.and_then(|(left, right)| {
                    let side = if *player == Player::Left { left } else { right };
                    match side.contains(option) {
                        true => Ok(PartizanComponent::Value {
                            game: *option,
                            text: text.clone(),
                        }),
                        false => Err(format!("{text} is not an option of {player}")),
                    }
                })
            }
            _ => Err("there is no such component".to_string()),
        };
        match after {
            Ok(after) => {
                self.components[mv.component] = after;
                Ok(self)
            }
            Err(reason) => Err(Illegal {
                position: self,
                reason,
            }),
        }
    }
}

impl Partizan for PartizanSum {
    /// Options of values that cannot be listed for want of memory are left out.
    fn moves(&self, player: Player) -> Box<dyn Iterator<Item = PartizanMove> + '_> {
        let components = self.components.iter().enumerate();
        Box::new(components.flat_map(move |(i, component)| {
            let steps: Box<dyn Iterator<Item = Step> + '_> = match component {
                PartizanComponent::Matrix(matrix) => Box::new(matrix.moves(player).map(Step::Line)),
                PartizanComponent::Lines(lines) => Box::new(lines.moves(player).map(Step::Cut)),
                PartizanComponent::Value { game, .. } => {
                    let (left, right) = self.arena.options(*game).unwrap_or_default();
                    let side = if player == Player::Left { left } else { right };
                    Box::new(side.into_iter().filter_map(move |game| {
                        let text = self
                            .arena
                            .print(game, short_game::DEFAULT_LIMIT)
                            .ok()?
                            .to_string();
                        Some(Step::Option { player, game, text })
                    }))
                }
            };
            steps.map(move |step| self.name(i, step))
        }))
    }
}
