//! The family of boards on which a move places something: tiles on free cells, or pieces that forbid other cells.

use std::sync::Arc;

use nimfield_core::notation::{CLOSING, Cursor, IN_BRACKETS, NotationError, OPENING};
use nimfield_core::words::Player;
use nimfield_games::boards::{self, Shape};
use nimfield_games::placing::{Field, Name, Pattern, Pieces, Reach, Rules, read_sized};

use crate::about::{About, Refused, compiled, goal, listed, turn};
use crate::graph::Graph;
use crate::keywords::Keyword;
use crate::parameters::Scope;
use crate::position::{Instance, Lines, RulePosition, bracketed};

/// The words that begin lines of this family, besides those of boards.
pub(crate) static KEYWORDS: [Keyword; 2] = [
    Keyword::new(
        "place",
        "place 1x2; place edge; place cell forbids king and step 2,1; place cell; place cell forbids neighbours",
    ),
    Keyword::new("graph", "graph a-b b-c c-a; graph any; graph a-b c"),
];

const PLACE: &str = "`place 1x2` places a tile, also given by its cells `a1,a2,b2`, turned as it fits or `fixed` as it is \
                     written; `place edge` takes two neighbours; `place cell` perhaps `forbids` neighbours, king, rook, bishop, queen, knight or \
                     `step 2,1` (2 columns to the right and 1 row down, and the way back; `step 2,1 only` without \
                     the way back; `slide 2,1` for all its multiples), joined by `and`; in lines of Left and Right perhaps `to left` or `to right`";
const GRAPH: &str = "a graph is given by its edges, `graph a-b b-c c-a`, or by each position, `graph any`; a vertex \
                     forbids its neighbours, or a move may `place` a `cell` or an `edge`";
const BODY: &str = "the edges of a graph, and perhaps `:` and for each vertex `o` if it is free and `.` if it is \
                    taken: `a-b b-c`, `a-b b-c: oo.`";

/// Games with larger tiles are refused.
const LONGEST_SIDE: u64 = 32;

/// The lines of a placing game read so far.
#[derive(Default)]
pub(crate) struct PlacingLines {
    patterns: Vec<Pattern>,
    graph: Option<Graph>,
    /// Whether each position has its own graph.
    any_graph: bool,
}

/// A placing game: on one board, or on the board that each position gives.
#[derive(Debug)]
pub(crate) struct PlacingGame {
    name: Name,
    patterns: Vec<Pattern>,
    pieces: Pieces,
    any_graph: bool,
    /// Whether the cells are the vertices of a graph.
    on_graph: bool,
    /// The game on its one board.
    fixed: Option<Arc<Rules>>,
}

impl Lines for PlacingLines {
    fn line(
        &mut self,
        word: &str,
        player: Option<Player>,
        cursor: &mut Cursor<'_>,
        scope: &Scope,
    ) -> Result<(), NotationError> {
        match word {
            "place" => self.patterns.push(read_pattern(cursor, player, scope)?),
            _ if self.graph.is_none() && cursor.take("any") => {
                cursor.need_end(GRAPH)?;
                self.any_graph = true;
            }
            _ => {
                let graph = self.graph.get_or_insert_default();
                graph.read(cursor, GRAPH)?;
                cursor.need_end(GRAPH)?;
            }
        }
        Ok(())
    }

    fn finish(self: Box<Self>, about: About<'_>) -> Result<Box<dyn Instance>, Refused> {
        let board = about.board;
        if self.any_graph && (board.is_some() || self.graph.is_some()) {
            return Err((
                "with `graph any` each position gives its graph".to_string(),
                GRAPH,
            ));
        }
        let mut reaches = self.patterns.iter().flat_map(|own| &own.forbids);
        let pieces = match reaches.any(|reach| reach.to.is_some()) {
            true => Pieces::Apart,
            false => Pieces::Placed,
        };
        let name = Name {
            text: about.name.to_string(),
            info: about.info,
            play: about.play,
            fixed_board: board.is_some() || self.graph.is_some(),
        };
        let on_graph = self.any_graph || self.graph.is_some();
        let of_graph = if self.patterns.is_empty() {
            GRAPH
        } else {
            PLACE
        };
        let fixed = match (self.graph, board) {
            (Some(_), Some(_)) => {
                return Err((
                    "a graph is a board, so a file has only one of them".to_string(),
                    GRAPH,
                ));
            }
            (Some(graph), None) => {
                let graph = (graph.vertices, &graph.edges[..]);
                let rules = Rules::graph(name.clone(), String::new(), graph, &self.patterns);
                Some(rules.map_err(|message| (message, of_graph))?)
            }
            (None, Some(shape)) => {
                let rules = Rules::new(name.clone(), shape, &self.patterns);
                Some(rules.map_err(|message| (message, PLACE))?)
            }
            (None, None) => None,
        };
        let game = PlacingGame {
            name,
            patterns: self.patterns,
            pieces,
            any_graph: self.any_graph,
            on_graph,
            fixed,
        };
        if game.any_graph {
            let tried = game.read_body(&mut Cursor::new("a-b"));
            tried.map_err(|fault| (fault.message, of_graph))?;
        } else if game.fixed.is_none() {
            let small = Rules::rectangle(4, 4);
            let tried = small.and_then(|shape| game.on(shape));
            tried.map_err(|message| (message, PLACE))?;
        }
        Ok(Box::new(game))
    }
}

impl PlacingGame {
    /// Returns whether the cells of a move lie in one row, so that a board of one row is as good as a square.
    fn is_along_rows(&self) -> bool {
        let along = |pattern: &Pattern| {
            let turned = pattern.turned && pattern.cells.len() > 1;
            let cells = pattern.cells.iter().all(|cell| cell.1 == 0);
            !turned && cells && pattern.forbids.iter().all(|own| own.step.1 == 0)
        };
        !self.patterns.is_empty() && self.patterns.iter().all(along)
    }

    /// Returns the game on a board.
    fn on(&self, shape: Shape) -> Result<Arc<Rules>, String> {
        Rules::new(self.name.clone(), shape, &self.patterns)
    }

    /// Reads a body up to its closing bracket.
    fn read_body(&self, cursor: &mut Cursor<'_>) -> Result<Field, NotationError> {
        if let Some(rules) = &self.fixed {
            return Field::read(rules, self.pieces, cursor);
        }
        if self.any_graph {
            let start = cursor.blanks().at();
            let text = cursor.rest();
            let mut graph = Graph::default();
            graph.read(cursor, BODY)?;
            let words = text[..cursor.at() - start].replace(',', " ");
            let words = words.split_whitespace();
            let words = words.collect::<Vec<_>>().join(" ");
            let edges = (graph.vertices, &graph.edges[..]);
            let rules = Rules::graph(self.name.clone(), words, edges, &self.patterns);
            let rules = rules.map_err(|message| cursor.fault(start..cursor.at(), message, BODY))?;
            return match cursor.take(":") {
                true => Field::read(&rules, self.pieces, cursor),
                false => Ok(Field::full(rules)),
            };
        }
        let mut ahead = cursor.clone();
        let Some(side) = square(&mut ahead) else {
            return read_sized(self.pieces, cursor, |shape| self.on(shape));
        };
        cursor.blanks();
        let start = cursor.at();
        *cursor = ahead;
        let rows = if self.is_along_rows() { 1 } else { side };
        let rules = Rules::rectangle(rows, side).and_then(|shape| self.on(shape));
        let fault = |message| cursor.fault(start..cursor.at(), message, IN_BRACKETS);
        let rules = rules.map_err(fault)?;
        Ok(Field::full(rules))
    }
}

impl Instance for PlacingGame {
    fn position(&self, cursor: &mut Cursor<'_>) -> Result<RulePosition, NotationError> {
        let field = match &self.fixed {
            // Without a body, a game on one board starts on the free board.
            Some(rules) if !cursor.clone().take_any(&OPENING) => Field::full(rules.clone()),
            _ => bracketed(cursor, |cursor| self.read_body(cursor))?,
        };
        Ok(RulePosition::Placed(field))
    }

    fn describe(&self) -> String {
        let on_graph = self.on_graph;
        let mut lines = vec![match (&self.fixed, on_graph) {
            (Some(rules), true) => format!("The graph has {} vertices.", rules.placing().cells()),
            (Some(rules), false) => format!("The board has {} cells.", rules.placing().cells()),
            (None, true) => "Each position gives its own graph.".to_string(),
            (None, false) => "Each position describes its own board.".to_string(),
        }];
        let usual = [Pattern::piece(Reach::NEIGHBOURS)];
        let patterns = match &self.patterns[..] {
            [] => &usual,
            patterns => patterns,
        };
        for pattern in patterns {
            let verb = if on_graph { "take" } else { "place" };
            let begin = turn(&lines, pattern.player, verb);
            lines.push(format!("{begin} {}.", pattern_in_words(pattern, on_graph)));
        }
        lines.push(goal(self.name.play));
        lines.extend(compiled("the engine for placing games"));
        lines.join("\n")
    }
}

/// Returns what a move places on a board, or takes from a graph, in words.
fn pattern_in_words(pattern: &Pattern, on_graph: bool) -> String {
    let alone = pattern.cells.len() == 1;
    let to = |player: Player| {
        let own = |reach: &Reach| reach.to == Some(player);
        pattern.forbids.iter().all(own).then_some(player.name())
    };
    let to = to(Player::Left).or_else(|| to(Player::Right));
    if on_graph {
        return match (alone, to, pattern.forbids.is_empty()) {
            (false, ..) => "two free vertices that an edge joins".to_string(),
            (true, _, true) => "a free vertex".to_string(),
            (true, Some(to), _) => format!("a free vertex, which forbids its neighbours to {to}"),
            (true, None, _) => "a free vertex and all its neighbours".to_string(),
        };
    }
    if !alone {
        let most = |of: fn(&(i16, i16)) -> i16| pattern.cells.iter().map(of).max().unwrap_or(0) + 1;
        let (columns, rows) = (most(|cell| cell.0), most(|cell| cell.1));
        let count = pattern.cells.len();
        let (tile, turned) = match count == columns as usize * rows as usize {
            true => (format!("a {rows}x{columns} tile"), "turned"),
            false => (format!("a tile of {count} cells"), "turned and reflected"),
        };
        let turned = match pattern.turned && rows.max(columns) > 1 && (rows, columns) != (2, 2) {
            true => format!("; it may be {turned}"),
            false => String::new(),
        };
        return format!("{tile} on free cells{turned}");
    }
    if pattern.forbids.is_empty() {
        return "a piece on a free cell".to_string();
    }
    let whom = [None, Some(Player::Left), Some(Player::Right)];
    let forbidden = whom.into_iter().filter_map(|player| {
        let own = pattern.forbids.iter().filter(|own| own.to == player);
        let own: Vec<Reach> = own.map(|own| Reach { to: None, ..*own }).collect();
        let to = player.map_or(String::new(), |player| format!(" to {}", player.name()));
        (!own.is_empty()).then(|| format!("{}{to}", cells_in_words(&own)))
    });
    let forbidden: Vec<String> = forbidden.collect();
    format!(
        "a piece on a free cell, which forbids {}",
        forbidden.join(", and ")
    )
}

/// Returns the cells that a cell reaches in words.
fn cells_in_words(forbids: &[Reach]) -> String {
    let queen = [Reach::ROOK, Reach::BISHOP].concat();
    let king: Vec<Reach> = (queen.iter().map(|own| Reach { far: false, ..*own })).collect();
    let named = [
        (&Reach::NEIGHBOURS[..], "its neighbours"),
        (&king, "the cells around it"),
        (&Reach::ROOK, "its row and column"),
        (&Reach::BISHOP, "its diagonals"),
        (&queen, "its row, its column and its diagonals"),
        (&Reach::KNIGHT, "the cells that a knight attacks from it"),
    ];
    let named = named.iter().find(|(own, _)| {
        own.len() == forbids.len() && own.iter().all(|reach| forbids.contains(reach))
    });
    match named {
        Some((_, cells)) => (*cells).to_string(),
        None => {
            let steps = forbids.iter().map(|own| {
                let kind = if own.far { "slide" } else { "step" };
                format!("{kind} {},{}", own.step.0, own.step.1)
            });
            format!(
                "the cells that it reaches by {}",
                listed(&steps.collect::<Vec<_>>(), "and")
            )
        }
    }
}

/// Reads the side of a square or the length of a strip, if nothing else stands in the brackets.
fn square(cursor: &mut Cursor<'_>) -> Option<usize> {
    // Any other text is read as a normal body, whose reader reports errors.
    let side = cursor.power("a side").ok()??;
    cursor
        .clone()
        .take_any(&CLOSING)
        .then(|| usize::try_from(side).unwrap_or(usize::MAX))
}

/// Returns the board of a file; `None` if each position gives its own.
pub(crate) fn board(name: &str, lines: &str) -> Result<Option<Shape>, NotationError> {
    if lines.trim().is_empty() || boards::is_sized(lines) {
        return Ok(None);
    }
    let game = boards::read_file(name, lines)?;
    Ok(Some(game.shape().clone()))
}

fn read_pattern(
    cursor: &mut Cursor<'_>,
    player: Option<Player>,
    scope: &Scope,
) -> Result<Pattern, NotationError> {
    if cursor.take("cell") {
        let mut forbids = Vec::new();
        if cursor.take("forbids") {
            loop {
                let start = forbids.len();
                read_reach(cursor, scope, &mut forbids, ("what a cell forbids", PLACE))?;
                let at = cursor.blanks().at();
                if cursor.take("to") {
                    let to = match () {
                        () if cursor.take("left") => Player::Left,
                        () if cursor.take("right") => Player::Right,
                        () => return Err(cursor.expected("`left` or `right`", PLACE)),
                    };
                    if player.is_none() {
                        let message = "only lines of Left or Right can forbid cells to one player";
                        return Err(cursor.fault(at..cursor.at(), message, PLACE));
                    }
                    forbids[start..]
                        .iter_mut()
                        .for_each(|reach| reach.to = Some(to));
                }
                if !cursor.take("and") {
                    break;
                }
            }
        }
        cursor.need_end(PLACE)?;
        return Ok(Pattern {
            player,
            ..Pattern::piece(forbids)
        });
    }
    if cursor.take("edge") {
        cursor.need_end(PLACE)?;
        return Ok(Pattern {
            player,
            ..Pattern::tile([(0, 0), (1, 0)])
        });
    }
    cursor.blanks();
    let start = cursor.at();
    let number = cursor
        .peek()
        .is_some_and(|c| c.is_ascii_digit() || c == '(');
    let named = scope
        .names()
        .iter()
        .any(|name| cursor.clone().word() == *name);
    let cells: Vec<(i16, i16)> = if number || named {
        let rows = scope.number(cursor, ("a side", PLACE), 1..=LONGEST_SIDE)?;
        cursor.need("x", PLACE)?;
        let columns = scope.number(cursor, ("a side", PLACE), 1..=LONGEST_SIDE)?;
        let cells = (0..rows).flat_map(|row| (0..columns).map(move |column| (column, row)));
        cells
            .map(|(column, row)| (column as i16, row as i16))
            .collect()
    } else {
        // Names of cells contain digits.
        let word = cursor.clone().word();
        if !word.contains(|c: char| c.is_ascii_digit()) {
            return Err(cursor.expected("a tile, `cell` or `edge`", PLACE));
        }
        let cells = boards::read_cells(cursor, PLACE)?;
        cells
            .iter()
            .map(|cell| (i16::from(cell.column), i16::from(cell.row)))
            .collect()
    };
    if cells.is_empty() {
        return Err(cursor.fault(start..cursor.at(), "a tile has at least one cell", PLACE));
    }
    let fixed = cursor.take("fixed");
    cursor.need_end(PLACE)?;
    Ok(Pattern {
        turned: !fixed,
        player,
        ..Pattern::tile(cells)
    })
}

/// Reads a step or the steps of a piece of chess; `expected` is the error message with its help.
pub(crate) fn read_reach(
    cursor: &mut Cursor<'_>,
    scope: &Scope,
    forbids: &mut Vec<Reach>,
    expected: (&str, &str),
) -> Result<(), NotationError> {
    let far = cursor.take("slide");
    if far || cursor.take("step") {
        let right = read_step(cursor, scope)?;
        cursor.need(",", expected.1)?;
        let down = read_step(cursor, scope)?;
        let mut push = |step| {
            forbids.push(Reach {
                step,
                // A slide without a direction would never end.
                far: far && step != (0, 0),
                to: None,
            })
        };
        push((right, down));
        if !cursor.take("only") {
            // Two pieces that are too close are so in either order.
            push((-right, -down));
        }
        return Ok(());
    }
    let mut ahead = cursor.clone();
    match Reach::named(&ahead.word().to_ascii_lowercase()) {
        Some(reaches) => forbids.extend(reaches),
        None => return Err(cursor.expected(expected.0, expected.1)),
    }
    *cursor = ahead;
    Ok(())
}

fn read_step(cursor: &mut Cursor<'_>, scope: &Scope) -> Result<i16, NotationError> {
    let minus = cursor.take_any(&["-", "−"]);
    let step = scope.number(cursor, ("a step", PLACE), 0..=LONGEST_SIDE)? as i16;
    Ok(if minus { -step } else { step })
}
