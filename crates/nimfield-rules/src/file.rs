//! Rule files: one file, one game.

use nimfield_core::game::Rules as _;
use std::hash::BuildHasher;
use std::sync::{Arc, Mutex, PoisonError};

use foldhash::fast::FixedState;
use nimfield_core::info::{Fact, GameInfo, GameOption, Group, Takes};
use nimfield_core::notation::{Cursor, NotationError, closest, lines, placed};
use nimfield_core::words::{Play, counted};
use nimfield_games::boards::{self, BoardGame};
use nimfield_games::codes::CodeGame;

use crate::about::{About, OTHERWISE, goal, listed};
use crate::example::{Example, read_play};
use crate::families::placing;
use crate::families::{self, Family, first_word, is_player};
use crate::info::{RULES, SEARCHED, described, keep, known};
use crate::keywords::{BEGINS, COMMON, Keyword, beyond, in_words};
use crate::parameters::{PARAM, Parameter, Scope, as_written};
use crate::piles;
use crate::position::{BoardFile, Instance, Lines, RulePosition};

/// A game with the values of its parameters.
type Compiled = (Vec<u64>, Arc<dyn Instance>);

/// A rule file that has been read.
#[derive(Debug)]
pub struct RuleFile {
    name: String,
    text: String,
    title: Option<String>,
    about: String,
    source: String,
    parameters: Vec<Parameter>,
    play: Option<Play>,
    examples: Vec<Example>,
    family: Family,
    /// The lines that belong to the family, with the bytes at which they begin.
    own: Vec<(usize, usize)>,
    info: &'static GameInfo,
    /// The game that was compiled last, with the values of its parameters: tables read many positions of one game.
    compiled: Mutex<Option<Compiled>>,
}

impl RuleFile {
    /// Reads a file and returns it with the error in its first faulty line, if there is one.
    pub(crate) fn parsed(name: &str, text: &str) -> (RuleFile, Option<NotationError>) {
        // Editors on Windows write a mark before the first line.
        let text = text.trim_start_matches('\u{feff}');
        let mut file = RuleFile {
            name: name.to_string(),
            text: text.to_string(),
            title: None,
            about: String::new(),
            source: String::new(),
            parameters: Vec::new(),
            play: None,
            examples: Vec::new(),
            family: Family::Board,
            own: Vec::new(),
            info: &RULES,
            compiled: Mutex::default(),
        };
        let statements = statements(text);
        for &(start, line) in &statements {
            let mut cursor = Cursor::new(line);
            let word = first_word(&mut cursor);
            if families::all_keywords().any(|own| own.word == word) || is_player(&word) {
                file.sort(&word, &mut cursor);
                file.own.push((start, line.len()));
            }
        }
        let at = |start, fault| placed((path_of(name), text), start, fault);
        let mut first = None;
        for (start, line) in statements {
            let mut cursor = Cursor::new(line);
            let word = first_word(&mut cursor);
            if let Err(fault) = file.line(&word, &mut cursor, start, line.len()) {
                first.get_or_insert((at(start, fault), word == "param"));
            }
        }
        let fault = match first {
            // Lines of rules before it that need a parameter would have errors, too.
            Some((fault, true)) => Some(fault),
            Some((fault, false)) => file.fault_before(fault.span.start).or(Some(fault)),
            None if file.own.is_empty() => {
                let end = text.trim_end().len();
                Some(at(
                    end,
                    Cursor::new("").fault(0..0, "the file has no line of rules", BEGINS),
                ))
            }
            // This reports errors when the file is loaded.
            None => file.instance(&file.usual_values()).err(),
        };
        (file, fault)
    }

    /// Returns the error in the first line of rules that begins before this byte, if they have one.
    fn fault_before(&self, end: usize) -> Option<NotationError> {
        let values = self.usual_values();
        let fault = match self.family.lines() {
            None if self.own.is_empty() => None,
            None => self.compile(&values, self.info).err(),
            Some(mut lines) => {
                let scope = Scope::new(&self.parameters, &values);
                self.read_lines(&mut *lines, &scope, end).err()
            }
        };
        fault.filter(|fault| fault.span.start < end)
    }

    /// Tests whether this text is a file.
    pub(crate) fn tried(&self, text: &str) -> Result<(), NotationError> {
        RuleFile::parsed(&self.name, text).1.map_or(Ok(()), Err)
    }

    /// Returns the file without the line of this number, and whether it can be read.
    pub(crate) fn without(&self, number: usize) -> Option<RuleFile> {
        let (file, fault) = RuleFile::parsed(&self.name, &replaced(&self.text, number, ""));
        fault.is_none().then_some(file)
    }

    /// Returns the default values of the parameters as positions give them: `(2)`.
    pub(crate) fn usual_in_parentheses(&self) -> String {
        self.full_name(&self.usual_values())[self.name.len()..].to_string()
    }

    /// Returns the family of the game.
    pub(crate) fn family(&self) -> Family {
        self.family
    }

    /// Returns whether the file has a line of rules.
    pub(crate) fn has_rules(&self) -> bool {
        !self.own.is_empty()
    }

    /// Describes the game as one of a group; games of the shelf have their own examples.
    pub(crate) fn described_as(mut self, group: Group, example: Option<&str>) -> RuleFile {
        self.set_info(self.described(group, example));
        self
    }

    /// Returns the description of the game.
    fn described(&self, group: Group, example: Option<&str>) -> &'static GameInfo {
        let of = (&self.name, &self.text, group as u8, example);
        let key = FixedState::with_seed(2).hash_one(of);
        described(key, &RULES, || self.written(group, example))
    }

    fn written(&self, group: Group, example: Option<&str>) -> GameInfo {
        let starts: Vec<&'static str> = self.starts().into_iter().map(keep).collect();
        let last = self.examples().last();
        let example = match (example, last) {
            (Some(example), _) => example.to_string(),
            (None, Some(last)) => format!("{}{}", self.name(), last.position),
            (None, None) => format!("{}[1]", self.name()),
        };
        let (move_example, moves) = {
            // A file without examples has no position to describe.
            let body = &example[self.name.len()..];
            let position = self.position(&mut Cursor::new(body));
            let unknown = |_| (String::new(), RULES.moves.to_string());
            position.map_or_else(unknown, |position| position.first_moves())
        };
        let rules = match self.about() {
            "" => self.rules_in_words(),
            about => about.to_string(),
        };
        GameInfo {
            name: keep(self.name().to_string()),
            title: keep(self.title().unwrap_or(self.name()).to_string()),
            rules: keep(rules),
            body: match self.parameters_in_words() {
                None => self.body(),
                Some(parameters) => keep(format!(
                    "{parameters}, in parentheses; then {}",
                    self.body()
                )),
            },
            example: keep(example),
            moves: keep(moves),
            move_example: keep(move_example),
            play: self.play().unwrap_or(Play::Normal),
            theory: Box::leak(self.facts().into_boxed_slice()),
            source: match self.source() {
                "" => "the file",
                source => keep(source.to_string()),
            },
            group,
            options: Box::leak(self.options().into_boxed_slice()),
            starts: starts.leak(),
            ..RULES
        }
    }

    /// Describes how a body is written.
    fn body(&self) -> &'static str {
        let own = self.own.iter();
        own.map(|&(start, length)| Cursor::new(&self.text[start..start + length]))
            .find_map(|mut line| match &*first_word(&mut line) {
                "graph" => Some(
                    "the edges of a graph, a-b b-c, unless the file lists them; after a colon o for a free vertex and . for \
                     a taken one",
                ),
                "limit" => Some(
                    "the sizes of the piles, separated by commas or blanks; after ; perhaps the limit of the next move, as \
                     it is printed",
                ),
                "piles" if line.rest().contains(['x', '×']) && line.clone().word() != "on" => Some(
                    "the sizes of the piles, separated by commas or blanks; the rows of the grid are separated by ; or line \
                     ends",
                ),
                _ => None,
            })
            .unwrap_or(self.family.body())
    }

    /// Returns the last three examples that the first player wins, in notation.
    pub(crate) fn starts(&self) -> Vec<String> {
        let won = |example: &&Example| example.play.is_none() && "NL".contains(example.outcome);
        let last = self.examples().iter().rev().filter(won).take(3);
        let mut starts: Vec<String> = last
            .map(|example| format!("{}{}", self.name, example.position))
            .collect();
        starts.reverse();
        starts
    }

    /// Returns the rules in sentences, written from the lines, without who wins.
    fn rules_in_words(&self) -> String {
        if let Some(board) = self.board() {
            return boards::plain_rules(&board);
        }
        before_goal(&self.describe())
    }

    /// Changes the family if a line that begins with this word belongs to another one.
    fn sort(&mut self, word: &str, cursor: &mut Cursor<'_>) {
        // If the file lacks the first line of its family, the error says so.
        let begins = self.own.is_empty();
        self.family = match word {
            "piles" => Family::Piles,
            "move" | "keep" | "measure" | "ends" | "block" | "limit" | "first" if begins => {
                Family::Piles
            }
            "remove" | "close" | "piece" if begins => Family::Partition,
            "turn" | "product" if begins => Family::Coins,
            "partition" => Family::Partition,
            "coins" => Family::Coins,
            "code" => Family::Code,
            "poset" => Family::Poset,
            "rectangle" => Family::Rectangle,
            "place" | "graph" => Family::Placing,
            "left" | "right" => match &*first_word(cursor) {
                "place" => Family::Placing,
                "move" if begins => Family::Piles,
                // Files for stones have no separate moves of the players.
                _ if self.family == Family::Board => Family::Placing,
                _ => return,
            },
            "move" if self.family == Family::Board => Family::Placing,
            _ => return,
        };
    }

    /// Reads a line of all families; those of the family are read when the values of the parameters are known.
    fn line(
        &mut self,
        word: &str,
        cursor: &mut Cursor<'_>,
        start: usize,
        length: usize,
    ) -> Result<(), NotationError> {
        if let Some(rest) = cursor.rest().trim_start().strip_prefix(':') {
            let message = format!("the word `{word}` is written without a colon");
            let help = format!("write `{word} {}`", rest.trim());
            return Err(cursor.fault(0..cursor.at() + 1, message, help));
        }
        let rest = |cursor: &mut Cursor<'_>| cursor.take_rest().trim().to_string();
        match word {
            "name" if self.title.is_none() => self.title = Some(rest(cursor)),
            "about" => {
                let more = rest(cursor);
                self.about = format!("{} {more}", self.about).trim().to_string();
            }
            "source" | "see" => self.source = rest(cursor),
            "param" => {
                let parameter = Parameter::read(cursor)?;
                if self
                    .parameters
                    .iter()
                    .any(|other| other.name == parameter.name)
                {
                    let message = format!("the parameter `{}` occurs twice", parameter.name);
                    return Err(cursor.fault(0..length, message, PARAM));
                }
                self.parameters.push(parameter);
            }
            "play" if self.play.is_none() => {
                self.play = Some(read_play(cursor)?);
                cursor.need_end("the play convention is `normal` or `misere`")?;
            }
            "example" => self.examples.extend(Example::read_all(cursor, start)?),
            _ if families::all_keywords().any(|own| own.word == word) || is_player(word) => {}
            "name" | "play" => {
                let message = format!("`{word}` occurs twice");
                return Err(cursor.fault(0..cursor.at(), message, ""));
            }
            "" => {
                return Err(cursor.expected("a keyword at the beginning of the line", keywords()));
            }
            _ => {
                let own = self.has_rules().then(|| self.family.keywords());
                let all = own.map_or_else(
                    || families::all_keywords().collect(),
                    |own| own.iter().collect(),
                );
                let all: Vec<&Keyword> = all;
                let known = all.into_iter().chain(&COMMON).map(|own| own.word);
                let guess = match (beyond(word), closest(word, known.chain(["left", "right"]))) {
                    (Some(why), _) => format!(": {why}"),
                    (None, Some(guess)) => format!("; did you mean `{guess}`?"),
                    (None, None) => String::new(),
                };
                let start = cursor.at() - word.len().min(cursor.at());
                let message = format!("unknown keyword `{word}`{guess}");
                let help = match self.has_rules() {
                    true => format!(
                        "a line begins with {}; {}",
                        in_words(&COMMON[..6]),
                        self.family.lines_in_words()
                    ),
                    false => keywords(),
                };
                return Err(cursor.fault(start..cursor.at(), message, help));
            }
        }
        Ok(())
    }

    /// Returns the game with the default values of its parameters, or the least ones, with which the file was read.
    fn usual(&self) -> Arc<dyn Instance> {
        self.instance(&self.usual_values())
            .expect("a file that has been read compiles with its default values")
    }

    /// Returns the name of the game with values of its parameters: `moore(2)`.
    fn full_name(&self, values: &[u64]) -> String {
        match values.is_empty() {
            true => self.name.clone(),
            false => {
                let values: Vec<String> = values.iter().map(u64::to_string).collect();
                format!("{}({})", self.name, values.join(","))
            }
        }
    }

    /// Returns the game with values of its parameters.
    fn instance(&self, values: &[u64]) -> Result<Arc<dyn Instance>, NotationError> {
        let last = || self.compiled.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((of, instance)) = &*last()
            && of == values
        {
            return Ok(instance.clone());
        }
        let mut info = self.info;
        // The description of the file has sentences for the default values. Before it is written it is the general one.
        let own = info.name != RULES.name && values != self.usual_values();
        if own && self.about.is_empty() && self.family != Family::Board {
            let key = FixedState::with_seed(3).hash_one((&self.name, &self.text, values));
            // The sentences need the game, which is compiled once more with them below, where errors are reported.
            info = described(key, info, || match self.compile(values, info) {
                Ok(game) => GameInfo {
                    rules: keep(before_goal(&self.in_words(&*game, values))),
                    ..*info
                },
                Err(_) => *info,
            });
        }
        let instance: Arc<dyn Instance> = self.compile(values, info)?.into();
        *last() = Some((values.to_vec(), instance.clone()));
        Ok(instance)
    }

    /// Compiles the game with values of its parameters.
    fn compile(
        &self,
        values: &[u64],
        info: &'static GameInfo,
    ) -> Result<Box<dyn Instance>, NotationError> {
        let file = path_of(&self.name);
        let at = |start, fault| placed((file, &self.text), start, fault);
        let scope = Scope::new(&self.parameters, values);
        let Some(mut lines) = self.family.lines() else {
            let path = match values.is_empty() {
                true => file.to_string(),
                false => self.full_name(values).trim_start_matches('@').to_string(),
            };
            let game = BoardFile::read(path, self.board_text(&scope));
            return match game {
                Ok(game) => Ok(Box::new(game)),
                Err(fault) => Err(as_written(fault, &self.text)),
            };
        };
        self.read_lines(&mut *lines, &scope, usize::MAX)?;
        let board = match self.family == Family::Placing {
            true => placing::board(file, &self.text_of(&scope, |word| word == "board"))
                .map_err(|fault| as_written(fault, &self.text))?,
            false => None,
        };
        let game = lines.finish(About {
            name: &self.full_name(values),
            id: FixedState::with_seed(1).hash_one((&self.text, values)),
            info,
            play: self.play.unwrap_or(Play::Normal),
            values,
            board,
        });
        game.map_err(|(message, help)| {
            // What helps may begin with the line that it is about, or the message shows it, if that line is there.
            let form = help
                .strip_prefix('`')
                .filter(|_| !message.ends_with("is missing"));
            let about = form.and_then(|form| form.split([' ', '`']).next());
            let is_about = |&(start, length): &(usize, usize)| {
                let line = self.text[start..start + length].trim();
                let line = line
                    .trim_start_matches("left ")
                    .trim_start_matches("right ");
                let mut rest = Cursor::new(line);
                let word = first_word(&mut rest);
                let shown = format!("`{word} {}`", rest.rest().trim());
                about == Some(&*word) || message.contains(&shown)
            };
            let found = self.own.iter().copied().find(is_about);
            let (start, length) = found.or(self.own.first().copied()).unwrap_or((0, 0));
            let line = &self.text[start..start + length];
            at(start, Cursor::new(line).fault(0..length, message, help))
        })
    }

    /// Reads the lines of the family that begin before a byte.
    fn read_lines(
        &self,
        lines: &mut dyn Lines,
        scope: &Scope,
        end: usize,
    ) -> Result<(), NotationError> {
        let own = self.own.iter().filter(|own| own.0 < end);
        let own = own.map(|&(start, length)| {
            let cursor = Cursor::new(&self.text[start..start + length]);
            (first_word(&mut cursor.clone()), start, cursor)
        });
        // The meaning of other lines depends on the piles, wherever the line `piles` is.
        let (first, others): (Vec<_>, Vec<_>) = own.partition(|(word, ..)| word == "piles");
        for (word, start, mut cursor) in first.into_iter().chain(others) {
            if self.family == Family::Placing && word == "board" {
                continue;
            }
            let read = self.family.read_line(lines, &mut cursor, scope);
            read.map_err(|fault| placed((path_of(&self.name), &self.text), start, fault))?;
        }
        Ok(())
    }

    /// Returns the text with blanks for the lines that board files do not have, so that places stay the same.
    fn board_text(&self, scope: &Scope) -> String {
        self.text_of(scope, |word| {
            let common = COMMON.iter().any(|own| own.word == word);
            !common || matches!(word, "name" | "play")
        })
    }

    /// Returns the text with blanks for the lines whose first word is not kept, and with the values of the
    /// parameters; pictures of boards are kept.
    fn text_of(&self, scope: &Scope, kept: impl Fn(&str) -> bool) -> String {
        let mut text = String::new();
        for (start, line) in lines(&self.text) {
            let picture = line.starts_with(char::is_whitespace);
            match picture || kept(&first_word(&mut Cursor::new(line))) {
                true if picture || self.parameters.is_empty() => text.push_str(line),
                true => text.push_str(&scope.filled(line)),
                false => text.push_str(&" ".repeat(line.len())),
            }
            if start + line.len() < self.text.len() {
                text.push('\n');
            }
        }
        text
    }

    /// Reads a position from after the name: values of parameters in parentheses, and a body in brackets.
    ///
    /// # Errors
    /// Where the text is not a position of the game.
    pub fn position(&self, cursor: &mut Cursor<'_>) -> Result<RulePosition, NotationError> {
        let values = self.values(cursor)?;
        self.instance(&values)?.position(cursor)
    }

    /// Reads the values of the parameters, by name or in order: `(2)`, `(k=2)`.
    fn values(&self, cursor: &mut Cursor<'_>) -> Result<Vec<u64>, NotationError> {
        let mut values: Vec<Option<u64>> = self.parameters.iter().map(|own| own.usual).collect();
        let mut given = vec![false; values.len()];
        let help = match self.parameters_in_words() {
            Some(words) if self.parameters.len() == 1 => {
                format!("the parameter of {} is {words}", self.name)
            }
            Some(words) => format!("the parameters of {} are {words}", self.name),
            None => format!("{} has no parameters", self.name),
        };
        cursor.blanks();
        let start = cursor.at();
        if cursor.take("(") {
            let mut next = 0;
            while !cursor.take(")") {
                cursor.blanks();
                let begin = cursor.at();
                let mut ahead = cursor.clone();
                let word = ahead.word();
                let place = match word.is_empty() {
                    true => next,
                    false => {
                        let place = self.parameters.iter().position(|own| own.name == word);
                        *cursor = ahead;
                        cursor.need("=", &help)?;
                        place.unwrap_or(usize::MAX)
                    }
                };
                let Some(parameter) = self.parameters.get(place) else {
                    let message = match word.is_empty() {
                        true => match self.parameters.len() {
                            0 => format!("{} takes no parameters", self.name),
                            count => {
                                let count = counted(count, "parameter");
                                format!("{} takes {count}, not more", self.name)
                            }
                        },
                        false => format!("unknown parameter `{word}`"),
                    };
                    return Err(cursor.fault(begin..cursor.at().max(begin + 1), message, help));
                };
                let (least, most) = parameter.range.clone().into_inner();
                values[place] = Some(cursor.need_between(&parameter.name, least, most)?);
                if std::mem::replace(&mut given[place], true) {
                    let message = format!("`{}` occurs twice", parameter.name);
                    return Err(cursor.fault(begin..cursor.at(), message, help));
                }
                next = place + 1;
                if !cursor.take(",") && !cursor.clone().take(")") {
                    return Err(cursor.expected("`,` or `)`", help));
                }
            }
        }
        let missing = values.iter().position(Option::is_none);
        if let Some(place) = missing {
            let message = format!("a value for `{}` is missing", self.parameters[place].name);
            return Err(cursor.fault(start..cursor.at(), message, help));
        }
        Ok(values.into_iter().flatten().collect())
    }

    /// Returns the parameters with their ranges; `None` if there are none.
    pub(crate) fn parameters_in_words(&self) -> Option<String> {
        let words = self
            .parameters
            .iter()
            .map(|own| format!("{} {}", own.name, own.in_words()));
        let words: Vec<String> = words.collect();
        (!words.is_empty()).then(|| words.join(", "))
    }

    /// Returns the name of the game in positions.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the text of the file.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the text of the line `name`.
    #[must_use]
    pub fn title(&self) -> Option<&str> {
        self.title.as_deref()
    }

    /// Returns the text of the lines `about`.
    #[must_use]
    pub fn about(&self) -> &str {
        &self.about
    }

    /// Returns the text of the line `source`.
    #[must_use]
    pub fn source(&self) -> &str {
        &self.source
    }

    /// Returns the play convention of the file.
    #[must_use]
    pub fn play(&self) -> Option<Play> {
        self.play
    }

    /// Returns the board, if the game has one.
    #[must_use]
    pub fn board(&self) -> Option<Arc<BoardGame>> {
        self.usual().board()
    }

    /// Returns the default values of the parameters, or the least ones.
    fn usual_values(&self) -> Vec<u64> {
        let values = self.parameters.iter();
        values
            .map(|own| own.usual.unwrap_or(*own.range.start()))
            .collect()
    }

    /// Returns the lines `example`.
    #[must_use]
    pub fn examples(&self) -> &[Example] {
        &self.examples
    }

    /// Returns the description of the game.
    #[must_use]
    pub fn info(&self) -> &'static GameInfo {
        self.info
    }

    /// Returns whether Left and Right have different moves.
    #[must_use]
    pub fn is_partizan(&self) -> bool {
        let words = self.own.iter().map(|&(start, length)| {
            first_word(&mut Cursor::new(&self.text[start..start + length]))
        });
        words.into_iter().any(|word| is_player(&word))
    }

    /// Returns the closed forms that belong to the game.
    pub(crate) fn facts(&self) -> Vec<Fact> {
        if self.family == Family::Code {
            return CodeGame::INFO.theory.to_vec();
        }
        let law = piles::LAWS.iter().find(|law| law.name == self.name);
        law.map(|law| law.fact)
            .into_iter()
            .chain(known(&self.name))
            .chain([SEARCHED])
            .collect()
    }

    /// Returns the parameters as options of the game. Their texts live as long as the program.
    pub(crate) fn options(&self) -> Vec<GameOption> {
        let option = |parameter: &Parameter| GameOption {
            name: parameter.name.clone().leak(),
            takes: Takes::Number,
            meaning: format!("a number {}", parameter.in_words()).leak(),
        };
        self.parameters.iter().map(option).collect()
    }

    /// Replaces the description that positions of this game report.
    fn set_info(&mut self, info: &'static GameInfo) {
        self.info = info;
        // Positions of an already compiled game would report the old description.
        self.compiled = Mutex::default();
    }

    /// Describes the game in words as the program understood it.
    #[must_use]
    pub fn describe(&self) -> String {
        self.in_words(&*self.usual(), &self.usual_values())
    }

    /// Describes the game with values of its parameters.
    fn in_words(&self, instance: &dyn Instance, values: &[u64]) -> String {
        let words = instance.describe();
        if self.parameters.is_empty() {
            return words;
        }
        let own = self.parameters.iter();
        let ranges = own.map(|own| format!("{} ({})", own.name, own.in_words()));
        let values = self.parameters.iter().zip(values);
        let values = values.map(|(own, value)| format!("{} = {value}", own.name));
        let [ranges, values] =
            [ranges.collect(), values.collect()].map(|own: Vec<String>| listed(&own, "and"));
        format!("Each position chooses {ranges}; here {values}.\n{words}")
    }
}

/// Returns the lines of a file but blank lines, comments and pictures of boards, with the bytes at which they begin.
fn statements(text: &str) -> Vec<(usize, &str)> {
    let mut in_picture = false;
    let statement = |&(_, line): &(usize, &str)| {
        let picture = in_picture && line.starts_with(char::is_whitespace);
        let skipped = picture || line.trim().is_empty() || line.trim_start().starts_with('#');
        in_picture = match skipped {
            true => picture,
            false => first_word(&mut Cursor::new(line)) == "board",
        };
        !skipped
    };
    lines(text).filter(statement).collect()
}

/// Returns the sentences before the one about who wins, as one text.
fn before_goal(words: &str) -> String {
    let goals = [Play::Normal, Play::Misere].map(goal);
    let rules = words
        .lines()
        .take_while(|line| !goals.iter().any(|goal| goal == line) && !line.starts_with(OTHERWISE));
    rules.collect::<Vec<_>>().join(" ")
}

/// Returns how positions name a game from the file with this path: `@my.game`, in quotation marks if the path could be
/// read as more than a name.
#[must_use]
pub fn file_name(path: &str) -> String {
    match path.contains(|c: char| c.is_whitespace() || "[(".contains(c)) {
        true => format!("@\"{path}\""),
        false => format!("@{path}"),
    }
}

/// Returns the path of a file whose name in positions this is; the name itself for a game of the shelf.
fn path_of(name: &str) -> &str {
    name.trim_start_matches('@').trim_matches('"')
}

fn keywords() -> String {
    let common = in_words(&COMMON[..6]);
    format!(
        "a line begins with {common}; {}",
        families::words_in_words()
    )
}

/// Returns the text with another line in place of the one with this number.
pub(crate) fn replaced(text: &str, number: usize, by: &str) -> String {
    let own = lines(text).enumerate();
    let own = own.map(|(at, (_, line))| if at == number { by } else { line });
    own.collect::<Vec<_>>().join("\n")
}
