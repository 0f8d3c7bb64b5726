//! The shelf: rule files of known games, found by name.

use std::sync::LazyLock;

use nimfield_core::info::{GameInfo, Group};
use nimfield_core::notation::Cursor;
use nimfield_core::words::Play;

use crate::example::Example;
use crate::file::RuleFile;
use crate::info::RULES;

macro_rules! shelf {
    ($($name:literal: $group:ident, $example:literal;)*) => {
        [$((
            $name,
            include_str!(concat!("../games/", $name, ".game")),
            Group::$group,
            concat!($name, $example),
        ),)*]
    };
}

/// The files by name, with the group of each game and a position to begin with.
const FILES: [(&str, &str, Group, &str); 27] = shelf! {
    "moore": Heaps, "(2)[3,4,5]";
    "slow": Heaps, "(2)[3,4,5]";
    "cyclic": Heaps, "(2)[3,4,5,1]";
    "fraenkel": Heaps, "(2)[3,6]";
    "ones": Matrices, "[2 2 2; 2 2 2; 2 2 2]";
    "doubles": Heaps, "[4,6]";
    "rit": Diagrams, "[1,3,5]";
    "subtraction": Heaps, "(3)[21]";
    "kayles": Heaps, "[12]";
    "dawson": Heaps, "[12]";
    "dawson-chess": Heaps, "[12]";
    "grundy": Heaps, "[12]";
    "hooks": Diagrams, "(3)[4,3,1]";
    "corners": Diagrams, "[3,2,1]";
    "sym": Heaps, "[2,5]";
    "grunt": Heaps, "[7,9]";
    "cram": Stones, "[4x5]";
    "domineering": Stones, "[4x4]";
    "node-kayles": Stones, "[4x5]";
    "queens": Stones, "[8x8]";
    "knights": Stones, "[4x4]";
    "treblecross": Stones, "[1x9]";
    "chomp": Stones, "[4x5]";
    "cutcake": Stones, "[3x4]";
    "chocolate": Stones, "[4x6 at b2]";
    "cross": Stones, "[4x5]";
    "squares": Stones, "[2x5]";
};

/// Returns the games of the shelf.
#[must_use]
pub fn games() -> &'static [RuleFile] {
    static GAMES: LazyLock<Vec<RuleFile>> = LazyLock::new(|| {
        let files = FILES.iter().map(|&(name, text, group, example)| {
            let file = RuleFile::read(name, text, &RULES);
            file.expect("the rule files of the shelf are tested")
                .on_shelf(group, example)
        });
        files.collect()
    });
    &GAMES
}

impl RuleFile {
    /// Describes the game by what its file says. The description lives as long as the program.
    fn on_shelf(mut self, group: Group, example: &'static str) -> RuleFile {
        let leak = |text: String| -> &'static str { Box::leak(text.into_boxed_str()) };
        let rules = match self.about().is_empty() {
            true => self.describe().unwrap_or_default(),
            false => self.about().to_string(),
        };
        // What follows the name of the game.
        let body = &example[self.name().len()..];
        let first = self.position(&mut Cursor::new(body)).ok();
        let first = first.and_then(|position| position.first_move());
        let info = GameInfo {
            move_example: leak(first.unwrap_or_default()),
            name: leak(self.name().to_string()),
            title: leak(self.title().unwrap_or(self.name()).to_string()),
            rules: leak(rules),
            source: leak(self.source().to_string()),
            play: self.play().unwrap_or(Play::Normal),
            group,
            example,
            starts: self.starts().leak(),
            theory: Box::leak(self.facts().into_boxed_slice()),
            options: Box::leak(self.options().into_boxed_slice()),
            body: "parameters in parentheses, if the game has any; then the position in brackets",
            ..RULES
        };
        self.set_info(Box::leak(Box::new(info)));
        self
    }

    /// Returns the last three examples that whoever begins wins; they live as long as the program.
    fn starts(&self) -> Vec<&'static str> {
        let won = |example: &&Example| example.play.is_none() && "NL".contains(example.outcome);
        let last = self.examples().iter().rev().filter(won).take(3);
        let mut starts: Vec<&str> = last
            .map(|example| &*format!("{}{}", self.name(), example.position).leak())
            .collect();
        starts.reverse();
        starts
    }

    /// Describes the game by what its file says, for as long as the program runs.
    #[must_use]
    pub fn named_for_ever(self) -> RuleFile {
        let example = self.examples().last();
        let example = example.map(|example| format!("{}{}", self.name(), example.position));
        let example = example.unwrap_or_else(|| format!("{}[1]", self.name()));
        let example: &'static str = Box::leak(example.into_boxed_str());
        self.on_shelf(Group::Other, example)
    }
}
