//! Sums of positions of any games, mixed ones included: a game of its own.

use std::fmt::{self, Debug, Display};

use crate::analyze::Analyzer;
use crate::registry::AnyPosition;
use nimfield_core::budget::Budget;
use nimfield_core::component::{Component, Known};
use nimfield_core::families::ray::RayGame;
use nimfield_core::families::taking::Taking;
use nimfield_core::rules::{Illegal, Impartial, Position};
use nimfield_core::theory::{Finding, Game, Renamed, Summand, Undecided, Valued};
use nimfield_core::words::{Answer, Grundy, Play};

/// A disjunctive sum: a move is a move in one component.
#[derive(Debug)]
pub struct Sum(Vec<Box<dyn AnyPosition>>);

impl Sum {
    /// The sum of these components.
    #[must_use]
    pub fn new(components: Vec<Box<dyn AnyPosition>>) -> Sum {
        Sum(components)
    }

    /// The components.
    #[must_use]
    pub fn components(&self) -> &[Box<dyn AnyPosition>] {
        &self.0
    }

    /// A picture of several lines; of several components each is numbered.
    #[must_use]
    pub fn draw(&self) -> String {
        numbered(self.0.iter().map(|component| component.draw()))
    }

    /// The play convention of the first component's source.
    #[must_use]
    pub fn default_play(&self) -> Play {
        self.0
            .first()
            .map_or(Play::Normal, |first| first.default_play())
    }

    /// A move of the component numbered `component` (from 0), by its text.
    pub(crate) fn name_move(&self, component: usize, text: String) -> SumMove {
        SumMove {
            component,
            text,
            alone: self.0.len() == 1,
        }
    }

    /// Outcome, value, winning moves and the reason; see [`Analyzer::analyze`].
    #[must_use]
    pub fn analyze(&self, analyzer: &mut Analyzer) -> Answer {
        match &self.0[..] {
            // One game alone goes its own, typed way.
            [component] => component.analyze(analyzer),
            _ => analyzer.analyze(self),
        }
    }
}

/// Pictures of components under each other, with numbers if there are several.
pub(crate) fn numbered(pictures: impl ExactSizeIterator<Item = String>) -> String {
    let several = pictures.len() > 1;
    let pictures = pictures.enumerate().map(|(i, picture)| match several {
        true => format!("{}:\n{picture}", i + 1),
        false => picture,
    });
    pictures.collect::<Vec<_>>().join("\n")
}

impl Clone for Sum {
    fn clone(&self) -> Sum {
        Sum(self.0.iter().map(|component| component.boxed()).collect())
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
        for (i, component) in self.0.iter().enumerate() {
            let plus = if i > 0 { " + " } else { "" };
            write!(f, "{plus}{component}")?;
        }
        Ok(())
    }
}

/// A move in one component of a sum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SumMove {
    /// The component, from 0 (printed from 1).
    component: usize,
    /// The component's move, in strict notation.
    text: String,
    /// Whether there is but one component, which then goes unmentioned.
    alone: bool,
}

impl Display for SumMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.alone {
            true => f.write_str(&self.text),
            false => write!(f, "{}: {}", self.component + 1, self.text),
        }
    }
}

impl Position for Sum {
    type Move = SumMove;

    fn play(mut self, mv: &SumMove) -> Result<Sum, Illegal<Sum>> {
        let after = match self.0.get(mv.component) {
            None => Err(format!("there are {} components", self.0.len())),
            Some(component) => component.play(&mv.text),
        };
        match after {
            Ok(after) => {
                self.0[mv.component] = after;
                Ok(self)
            }
            Err(reason) => Err(Illegal {
                position: self,
                reason,
            }),
        }
    }
}

impl Impartial for Sum {
    fn moves(&self) -> Box<dyn Iterator<Item = SumMove> + '_> {
        let components = self.0.iter().enumerate();
        Box::new(components.flat_map(move |(component, position)| {
            position
                .moves()
                .map(move |text| self.name_move(component, text))
        }))
    }

    fn move_count(&self) -> u128 {
        let counts = self.0.iter().map(|component| component.move_count());
        counts.fold(0, u128::saturating_add)
    }
}

impl Game for Sum {
    type Summand = Placed;

    fn summands(&self) -> Vec<Placed> {
        let mut summands = Vec::new();
        for (component, position) in self.0.iter().enumerate() {
            summands.extend(position.summands().into_iter().map(|summand| Placed {
                component,
                summand,
                alone: self.0.len() == 1,
            }));
        }
        summands
    }
}

/// A summand of one component of a sum.
#[derive(Clone, Debug)]
pub struct Placed {
    component: usize,
    summand: AnySummand,
    alone: bool,
}

impl Placed {
    fn name(&self, text: String) -> SumMove {
        SumMove {
            component: self.component,
            text,
            alone: self.alone,
        }
    }
}

impl Display for Placed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Display::fmt(&self.summand.0, f)
    }
}

impl Summand for Placed {
    type Move = SumMove;
    type Small = AnyComponent;

    fn value(&self) -> Option<Finding<Grundy>> {
        self.summand.0.value()
    }

    fn outcome(&self, play: Play, unproved: bool) -> Option<Finding<bool>> {
        self.summand.0.outcome(play, unproved)
    }

    fn candidates(&self, play: Play, target: Grundy) -> Option<Vec<SumMove>> {
        let moves = self.summand.0.candidates(play, target)?;
        Some(moves.into_iter().map(|text| self.name(text)).collect())
    }

    fn constructed(&self, target: &Grundy) -> Option<Result<SumMove, String>> {
        let found = self.summand.0.constructed(target)?;
        Some(found.map(|text| self.name(text)))
    }

    fn moves(&self) -> Box<dyn Iterator<Item = SumMove> + '_> {
        Box::new(self.summand.0.moves().map(|text| self.name(text)))
    }

    fn move_count(&self) -> u128 {
        self.summand.0.move_count()
    }

    fn small(&self) -> Result<AnyComponent, String> {
        self.summand.0.small()
    }

    fn in_box(&self) -> Option<(RayGame, Vec<u32>)> {
        self.summand.0.in_box()
    }

    fn ray_move(&self, ray: usize, amount: u32) -> Option<SumMove> {
        let text = self.summand.0.ray_move(ray, amount)?;
        Some(self.name(text))
    }

    fn heap(&self) -> Option<Grundy> {
        self.summand.0.heap()
    }

    fn pet(&self) -> Option<&'static str> {
        self.summand.0.pet()
    }

    fn below(&self, play: Play, budget: &Budget) -> Option<Result<Valued<SumMove>, Undecided>> {
        let found = self.summand.0.below(play, budget)?;
        let place = (self.component, self.alone);
        let name = move |text| SumMove {
            component: place.0,
            text,
            alone: place.1,
        };
        Some(found.map(|inner| Box::new(Renamed { inner, name }) as Valued<SumMove>))
    }
}

/// A [`Summand`] of any game.
pub struct AnySummand(Box<dyn ErasedSummand>);

impl AnySummand {
    /// Erases the type.
    pub fn new<S: Summand>(summand: S) -> AnySummand {
        AnySummand(Box::new(summand))
    }
}

impl Clone for AnySummand {
    fn clone(&self) -> AnySummand {
        self.0.boxed()
    }
}

impl Debug for AnySummand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Debug::fmt(&self.0, f)
    }
}

/// [`Summand`] with moves as texts.
trait ErasedSummand: Debug + Display + Send + Sync {
    fn boxed(&self) -> AnySummand;
    fn value(&self) -> Option<Finding<Grundy>>;
    fn outcome(&self, play: Play, unproved: bool) -> Option<Finding<bool>>;
    fn candidates(&self, play: Play, target: Grundy) -> Option<Vec<String>>;
    fn constructed(&self, target: &Grundy) -> Option<Result<String, String>>;
    fn moves(&self) -> Box<dyn Iterator<Item = String> + '_>;
    fn move_count(&self) -> u128;
    fn small(&self) -> Result<AnyComponent, String>;
    fn in_box(&self) -> Option<(RayGame, Vec<u32>)>;
    fn ray_move(&self, ray: usize, amount: u32) -> Option<String>;
    fn heap(&self) -> Option<Grundy>;
    fn pet(&self) -> Option<&'static str>;
    fn below(&self, play: Play, budget: &Budget) -> Option<Result<Valued<String>, Undecided>>;
}

impl<S: Summand> ErasedSummand for S {
    fn boxed(&self) -> AnySummand {
        AnySummand(Box::new(self.clone()))
    }

    fn value(&self) -> Option<Finding<Grundy>> {
        Summand::value(self)
    }

    fn outcome(&self, play: Play, unproved: bool) -> Option<Finding<bool>> {
        Summand::outcome(self, play, unproved)
    }

    fn candidates(&self, play: Play, target: Grundy) -> Option<Vec<String>> {
        let moves = Summand::candidates(self, play, target)?;
        Some(moves.iter().map(ToString::to_string).collect())
    }

    fn constructed(&self, target: &Grundy) -> Option<Result<String, String>> {
        Some(Summand::constructed(self, target)?.map(|mv| mv.to_string()))
    }

    fn moves(&self) -> Box<dyn Iterator<Item = String> + '_> {
        Box::new(Summand::moves(self).map(|mv| mv.to_string()))
    }

    fn move_count(&self) -> u128 {
        Summand::move_count(self)
    }

    fn small(&self) -> Result<AnyComponent, String> {
        Summand::small(self).map(|small| AnyComponent(Box::new(small)))
    }

    fn in_box(&self) -> Option<(RayGame, Vec<u32>)> {
        Summand::in_box(self)
    }

    fn ray_move(&self, ray: usize, amount: u32) -> Option<String> {
        Some(Summand::ray_move(self, ray, amount)?.to_string())
    }

    fn heap(&self) -> Option<Grundy> {
        Summand::heap(self)
    }

    fn pet(&self) -> Option<&'static str> {
        Summand::pet(self)
    }

    fn below(&self, play: Play, budget: &Budget) -> Option<Result<Valued<String>, Undecided>> {
        let name = |mv: S::Move| mv.to_string();
        let found = Summand::below(self, play, budget)?;
        Some(found.map(|inner| Box::new(Renamed { inner, name }) as Valued<String>))
    }
}

/// A [`Component`] of any game.
pub struct AnyComponent(Box<dyn ErasedComponent>);

impl Clone for AnyComponent {
    fn clone(&self) -> AnyComponent {
        self.0.boxed()
    }
}

/// [`Component`] without its type.
trait ErasedComponent: Send {
    fn boxed(&self) -> AnyComponent;
    fn key(&self, out: &mut Vec<u8>);
    fn option_count(&self) -> u64;
    fn option(&self, index: u64, out: &mut Vec<AnyComponent>);
    fn known(&self, play: Play) -> Known;
    fn taking(&self) -> Option<(&Taking, u64)>;
    fn bytes(&self) -> u64;
    fn heap(&self) -> Option<u128>;
}

impl<C: Component + 'static> ErasedComponent for C {
    fn boxed(&self) -> AnyComponent {
        AnyComponent(Box::new(self.clone()))
    }

    fn key(&self, out: &mut Vec<u8>) {
        // Heaps are the same in all games; other keys begin with their kind.
        match Component::heap(self) {
            Some(size) => {
                out.push(0);
                out.extend_from_slice(&size.to_le_bytes());
            }
            None => {
                out.push(C::KIND);
                Component::key(self, out);
            }
        }
    }

    fn option_count(&self) -> u64 {
        Component::option_count(self)
    }

    fn option(&self, index: u64, out: &mut Vec<AnyComponent>) {
        let mut options = Vec::new();
        Component::option(self, index, &mut options);
        out.extend(
            options
                .into_iter()
                .map(|option| AnyComponent(Box::new(option))),
        );
    }

    fn known(&self, play: Play) -> Known {
        Component::known(self, play)
    }

    fn taking(&self) -> Option<(&Taking, u64)> {
        Component::taking(self)
    }

    fn bytes(&self) -> u64 {
        size_of_val(self) as u64 + Component::bytes_outside(self)
    }

    fn heap(&self) -> Option<u128> {
        Component::heap(self)
    }
}

impl Component for AnyComponent {
    /// The keys tell the kinds apart themselves.
    const KIND: u8 = u8::MAX;

    fn key(&self, out: &mut Vec<u8>) {
        self.0.key(out);
    }

    fn option_count(&self) -> u64 {
        self.0.option_count()
    }

    fn option(&self, index: u64, out: &mut Vec<AnyComponent>) {
        self.0.option(index, out);
    }

    fn known(&self, play: Play) -> Known {
        self.0.known(play)
    }

    fn taking(&self) -> Option<(&Taking, u64)> {
        self.0.taking()
    }

    fn bytes_outside(&self) -> u64 {
        self.0.bytes()
    }

    fn heap(&self) -> Option<u128> {
        self.0.heap()
    }
}
