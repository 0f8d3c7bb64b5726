//! Positions read and analysed: the one place where the commands ask the library's reader and
//! analyser.

use std::fmt::{self, Display};
use std::path::Path;
use std::sync::Arc;

use nimfield::analyze::{Analyzer, Wishes};
use nimfield::budget::Budget;
use nimfield::diagram::Diagram;
use nimfield::engines::taking::table::{Shelf, Table, data_folder};
use nimfield::partizan::{PartizanAnalyzer, PartizanComponent, PartizanSum, PartizanWishes};
use nimfield::reader::read_with_files;
use nimfield::{Answer, NotationError, Play, Sum};
use short_game::{Arena, Error, Limits};

use crate::budget::{budget, cancel_flag};
use crate::errors::Failure;
use crate::input::{FileFault, text_file};
use crate::options::{Common, Tables};

/// A position, of impartial games or of partizan ones.
pub enum Position {
    /// A sum of impartial games.
    Impartial(Sum),
    /// A sum of partizan games and values.
    Partizan(PartizanSum),
}

impl Position {
    /// Reads a position, in which `@FILE` is a board from a file. The values of a partizan one live
    /// in an arena of its own.
    pub fn read(common: &Common, text: &str) -> Result<Position, String> {
        match PartizanSum::is_meant_by(text) {
            true => {
                let arena = arena(common).map_err(|error| error.to_string())?;
                let sum = PartizanSum::read(text, arena).map_err(|error| error.to_string())?;
                Ok(Position::Partizan(sum))
            }
            false => {
                let sum = read(text).map_err(|error| error.to_string())?;
                Ok(Position::Impartial(sum))
            }
        }
    }

    /// A picture in several lines.
    pub fn draw(&self) -> String {
        match self {
            Position::Impartial(sum) => sum.draw(),
            Position::Partizan(sum) => sum.draw(),
        }
    }

    /// How each component lies in the plane.
    pub fn diagrams(&self) -> Vec<Diagram> {
        match self {
            Position::Impartial(sum) => {
                let components = sum.components().iter();
                components.map(|component| component.diagram()).collect()
            }
            Position::Partizan(sum) => {
                let components = sum.components().iter();
                components.map(PartizanComponent::diagram).collect()
            }
        }
    }
}

impl Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Position::Impartial(sum) => sum.fmt(f),
            Position::Partizan(sum) => sum.fmt(f),
        }
    }
}

/// Reads a position of impartial games, in which `@FILE` is a board from a file.
pub fn read(text: &str) -> Result<Sum, NotationError> {
    read_with_files(text, &load)
}

/// The text of a board file.
pub fn load(name: &str) -> Result<String, String> {
    /// Board files are longer than this only by mistake.
    const LONGEST_FILE: u64 = 1 << 20;
    text_file(Path::new(name), LONGEST_FILE).map_err(|fault| match fault {
        FileFault::TooLong(most) => format!("the board file {name} is longer than {most} bytes"),
        fault => format!("cannot read the board file {name}: {fault}"),
    })
}

/// An arena within the memory the options allow, which Ctrl-C stops.
pub fn arena(common: &Common) -> Result<Arc<Arena>, Error> {
    let limits = Limits {
        bytes: usize::try_from(common.memory.as_u64()).unwrap_or(usize::MAX),
        cancel: Some(cancel_flag()),
    };
    Arena::with_limits(limits).map(Arc::new)
}

/// The tables that were named, and the data folder.
pub fn shelf(tables: &Tables) -> Result<Arc<Shelf>, Failure> {
    let given: Result<Vec<Table>, Failure> = tables
        .files
        .iter()
        .map(|file| Table::open(file).map_err(Failure::input))
        .collect();
    Ok(Arc::new(Shelf::new(given?, data_folder())))
}

/// What is wanted of each position.
#[derive(Clone, Copy, Debug)]
pub struct Wanted {
    /// The value, even where only a search or a table can find it.
    pub value: bool,
    /// The winning moves.
    pub moves: bool,
    /// Forms of more characters are summed up.
    pub limit: usize,
    /// The canonical form as numbered nodes.
    pub dag: bool,
}

/// An analyser that lives through all positions of a command.
pub struct Session<'a> {
    common: &'a Common,
    wanted: Wanted,
    /// For normal and for misère play, made when first needed.
    analyzers: [Option<Analyzer>; 2],
    shelf: Arc<Shelf>,
}

impl<'a> Session<'a> {
    /// A session with these tables of whole boards.
    pub fn new(common: &'a Common, wanted: Wanted, shelf: Arc<Shelf>) -> Session<'a> {
        Session {
            common,
            wanted,
            analyzers: [None, None],
            shelf,
        }
    }

    /// Analyses a position with a budget of its own.
    pub fn analyze(&mut self, position: &Position) -> Answer {
        match position {
            Position::Impartial(sum) => self.analyze_impartial(sum),
            Position::Partizan(sum) => self.analyze_partizan(sum),
        }
    }

    fn analyze_partizan(&self, sum: &PartizanSum) -> Answer {
        let wishes = PartizanWishes {
            play: self.common.play.unwrap_or_default(),
            value: self.wanted.value,
            moves: self.wanted.moves,
            limit: self.wanted.limit,
            dag: self.wanted.dag,
            unproved: self.common.allow_unproved,
        };
        PartizanAnalyzer::new(wishes, budget(self.common)).analyze(sum)
    }

    fn analyze_impartial(&mut self, sum: &Sum) -> Answer {
        let play = self.common.play.unwrap_or(sum.default_play());
        let slot = usize::from(play == Play::Misere);
        let analyzer = self.analyzers[slot].get_or_insert_with(|| {
            let wishes = Wishes {
                play,
                value: self.wanted.value,
                moves: self.wanted.moves,
                unproved: self.common.allow_unproved,
            };
            let mut analyzer = Analyzer::new(wishes, Budget::unlimited());
            analyzer.set_shelf(self.shelf.clone());
            analyzer
        });
        analyzer.set_budget(budget(self.common));
        let answer = sum.analyze(analyzer);
        // The old budget holds the progress line; a fresh one clears it.
        analyzer.set_budget(Budget::unlimited());
        answer
    }
}
