//! Reading games on piles from the lines of a rule file.

use std::sync::Arc;

use nimfield_core::notation::{Cursor, NotationError, at_body_end};
use nimfield_core::words::{Player, counted};
use nimfield_games::codes::{Code, CodeGame};

use crate::about::{About, OTHERWISE, Refused, compiled, goal, turn};
use crate::kept::Kept;
use crate::keywords::Keyword;
use crate::parameters::{MOST, MOST_COUNTERS, Scope};
use crate::piles::{
    Bound, Condition, Edges, First, KEPT_PILES, Keep, Kind, LAWS, Layout, Limit, MOVE, MoveLine,
    PILES, PileGame, Piles, Sets, letters_in_words,
};
use crate::position::{Instance, Lines, RulePosition, bracketed};

/// The words that begin lines of this family.
pub(crate) static KEYWORDS: [Keyword; 8] = [
    Keyword::new(
        "piles",
        "piles any ring; piles 2 x 3; piles on edges a-b b-c c-a; piles 2; piles 3; piles any",
    ),
    Keyword::new(
        "move",
        "move same any from each; move any at least 1 from pairs; move vector 1,2 from pairs where k < 5; \
         move same 1..3 from each; move same any from all; move vector 2,-1 from 1,2",
    ),
    Keyword::new(
        "keep",
        "keep sorted; keep p1 <= 2p2; keep p1 + p2 < 100; keep p1 < 100",
    ),
    Keyword::new(
        "ends",
        "ends where p1 + p2 <= 3; ends won where p1 = p2; ends where p1 = 1 or p2 = 1; \
         ends where p1 <= 3; ends won where p1 = 2; ends where p1 = 1",
    ),
    Keyword::new("block", "block 1; block 3; block 2"),
    Keyword::new("limit", "limit 2*last; limit last + 1; limit at least last"),
    Keyword::new("first", "first any but all; first any; first 3"),
    Keyword::new(
        "measure",
        "measure 2,1; measure 1,2; measure 3,1; measure 1,1,3; measure 3,1,1; measure 1,2,4; measure 1; measure 2; \
         measure 1,1,1,1; measure 1,2,4,8",
    ),
];

const KEEP: &str = "each position satisfies `keep sorted` (no pile is larger than the next), or a condition on the \
    piles p1, p2, …: `keep p1 <= 2p2`";
const ENDS: &str = "`ends where p1 + p2 <= 3` names positions in which the game is over and the player to move has \
                    lost; after `ends won where` the player to move has won";
const BLOCK: &str =
    "`block 2` lets the other player forbid up to 2 options before each move, for that move only";
const LIMIT: &str = "`limit 2*last` bounds what a move may take from a pile, where `last` is the largest amount that \
    the last move took from one; `limit at least last` bounds it from below, and `limit not last` excludes it; a \
    position may give its limit: `[20; at most 8]`, `[20; at least 3]`, `[20; not 3]`";
const FIRST: &str = "`first any but all` says how much the first move may take, if a line `limit` bounds the other \
    moves; also `first any`, and `first 3` for at most 3, at least 3 after `limit at least`, and not 3 after `limit \
    not`";
/// More options cannot be forbidden: a sieve compares each option with them.
const MOST_BLOCKED: u64 = 64;
const MEASURE: &str = "a measure is a weight of at least 1 for each pile, `measure 2,1`, such that every move \
    reduces the weighted sum of the piles";

/// The lines of a game on piles read so far.
#[derive(Default)]
pub(crate) struct PileLines {
    layout: Option<Layout>,
    moves: Vec<MoveLine>,
    keep: Option<Keep>,
    ends: Vec<(Condition, bool)>,
    block: Option<usize>,
    limit: Option<Limit>,
    first: Option<First>,
    weights: Option<Vec<i128>>,
}

impl PileLines {
    /// Reads a condition on the piles up to the end of the line.
    fn condition(
        &self,
        cursor: &mut Cursor<'_>,
        scope: &Scope,
        help: &str,
    ) -> Result<Condition, NotationError> {
        let piles: Vec<String> = (1..=KEPT_PILES).map(|pile| format!("p{pile}")).collect();
        let names: Vec<&str> = piles.iter().map(String::as_str).collect();
        let start = cursor.blanks().at();
        let expression = scope.expression(cursor, &names)?;
        cursor.need_end(help)?;
        let most = self.layout.as_ref().map_or(KEPT_PILES, Layout::most);
        if let Some(pile) = (most..KEPT_PILES).find(|&pile| expression.mentions(pile)) {
            let name = &piles[pile];
            let at = start + expression.to_string().find(name).unwrap_or(0);
            let message = format!(
                "unknown pile {name}; the game has {}",
                counted(most, "pile")
            );
            return Err(cursor.fault(at..at + name.len(), message, help));
        }
        let scope = scope.values().to_vec();
        Ok(Condition { expression, scope })
    }
}

impl Lines for PileLines {
    fn line(
        &mut self,
        word: &str,
        player: Option<Player>,
        cursor: &mut Cursor<'_>,
        scope: &Scope,
    ) -> Result<(), NotationError> {
        let twice = match word {
            "piles" => self.layout.is_some(),
            "keep" => self.keep.is_some(),
            "measure" => self.weights.is_some(),
            "block" => self.block.is_some(),
            "limit" => self.limit.is_some(),
            "first" => self.first.is_some(),
            _ => false,
        };
        if twice {
            let join = match word {
                "keep" => ": join the conditions by `and`",
                _ => "",
            };
            let message = format!("`{word}` occurs twice{join}");
            return Err(cursor.fault(0..cursor.at(), message, ""));
        }
        match word {
            "piles" => self.layout = Some(Layout::read(cursor, scope)?),
            "move" => {
                let layout = self.layout.as_ref();
                self.moves
                    .push(MoveLine::read(player, cursor, (scope, layout))?);
            }
            "keep" if cursor.take("sorted") => {
                cursor.need_end(KEEP)?;
                self.keep = Some(Keep::Sorted);
            }
            "keep" => {
                self.keep = Some(Keep::Condition(self.condition(cursor, scope, KEEP)?));
            }
            "ends" => {
                let won = cursor.take("won");
                cursor.need("where", ENDS)?;
                let condition = self.condition(cursor, scope, ENDS)?;
                self.ends.push((condition, won));
            }
            "limit" => {
                self.limit = Some(Limit {
                    bound: match () {
                        () if cursor.take("at least") => Bound::Least,
                        () if cursor.take("not") => Bound::Not,
                        () => Bound::Most,
                    },
                    expression: scope.expression(cursor, &["last"])?,
                    scope: scope.values().to_vec(),
                    first: First::Any,
                });
                cursor.need_end(LIMIT)?;
            }
            "first" => {
                self.first = Some(match () {
                    () if cursor.take("any but all") => First::ButAll,
                    () if cursor.take("any") => First::Any,
                    () => {
                        First::Amount(scope.number(cursor, ("an amount", FIRST), 0..=MOST)?.into())
                    }
                });
                cursor.need_end(FIRST)?;
            }
            "block" => {
                let most =
                    scope.number(cursor, ("the number of options", BLOCK), 0..=MOST_BLOCKED)?;
                cursor.need_end(BLOCK)?;
                self.block = Some(most as usize);
            }
            _ => {
                let mut weights = Vec::new();
                loop {
                    weights.push(i128::from(scope.number(
                        cursor,
                        ("a weight", MEASURE),
                        1..=1 << 30,
                    )?));
                    if !cursor.take(",") {
                        break;
                    }
                }
                cursor.need_end(MEASURE)?;
                self.weights = Some(weights);
            }
        }
        Ok(())
    }

    fn finish(self: Box<Self>, about: About<'_>) -> Result<Box<dyn Instance>, Refused> {
        let Some(layout) = self.layout else {
            return Err(("the line `piles` is missing".to_string(), PILES));
        };
        if self.moves.is_empty() {
            return Err(("a line `move` is missing".to_string(), MOVE));
        }
        if self.limit.is_none() && self.first.is_some() {
            return Err(("`first` needs a line `limit`".to_string(), FIRST));
        }
        let free = self
            .moves
            .iter()
            .any(|line| matches!(line.kind, Kind::Free(_)));
        if self.limit.is_some() && free {
            let message = "`limit` and vectors with letters exclude each other".to_string();
            return Err((message, LIMIT));
        }
        let mut limit = self.limit;
        if let (Some(limit), Some(first)) = (&mut limit, self.first) {
            if limit.bound != Bound::Most && first == First::ButAll {
                let message = format!(
                    "`first any but all` and `limit {}` exclude each other",
                    limit.word()
                );
                return Err((message, FIRST));
            }
            limit.first = first;
        }
        let family = about.name.split('(').next().unwrap_or(about.name);
        let law = LAWS.iter().find(|law| law.name == family);
        let mut game = PileGame {
            name: about.name.to_string(),
            id: about.id,
            info: about.info,
            layout,
            lines: self.moves,
            keep: self.keep,
            ends: self.ends,
            block: self.block.unwrap_or(0),
            limit,
            weights: None,
            play: about.play,
            law: law.map(|law| (law, about.values.to_vec())),
            code: None,
            table: Kept::default(),
            sieve: Kept::default(),
        };
        game.code = game
            .code_rules()
            .map(|rules| CodeGame::new(Code::plain(rules).into(), Vec::new()));
        let sieved = game.only_takes() && game.limit.is_none();
        if game.needs_sieve() && (game.is_partizan() || !sieved) {
            let message = "`block` and `ends won` need moves that only take, belong to both players, and have no `limit`";
            let help = if game.block > 0 { BLOCK } else { ENDS };
            return Err((message.to_string(), help));
        }
        game.weights = measure(&game, self.weights).map_err(|message| (message, MEASURE))?;
        Ok(Box::new(Arc::new(game)))
    }
}

impl Instance for Arc<PileGame> {
    fn position(&self, cursor: &mut Cursor<'_>) -> Result<RulePosition, NotationError> {
        let mut again = cursor.clone();
        let read = bracketed(cursor, |cursor| read_body(self, cursor));
        if let (Err(_), Some(code), Layout::Row { .. }) = (&read, &self.code, &self.layout) {
            // Piles that are too large for a table may be heaps of a code, whose law gives their values.
            let code = Arc::new(Code {
                rules: code.rules().clone(),
                name: Some(self.name.clone()),
                info: self.info,
                play: self.play,
            });
            let heaps = bracketed(&mut again, |cursor| CodeGame::read_body(&code, cursor));
            if let Ok(heaps) = heaps
                && self.layout.field(&[heaps.heaps().len()], &[]).is_ok()
                && heaps.heaps().iter().copied().fold(0, u128::saturating_add) > MOST_COUNTERS
            {
                *cursor = again;
                return Ok(RulePosition::Code(heaps));
            }
        }
        read.map(RulePosition::Piles)
    }

    fn describe(&self) -> String {
        let beside = |line: &MoveLine| {
            line.edges
                .iter()
                .any(|own| matches!(own, Edges::Runs(_, 2..)))
        };
        let mut lines = vec![self.layout.words(self.lines.iter().any(beside))];
        for line in &self.lines {
            let begin = turn(&lines, line.player, "take");
            let put = match begin.ends_with("takes") {
                true => "puts",
                false => "put",
            };
            lines.push(format!("{begin} {}.", line.in_words(&self.layout, put)));
        }
        lines.extend(letters_in_words(&self.lines));
        match &self.keep {
            None => {}
            Some(Keep::Sorted) => {
                lines.push("After each move no pile may be larger than the next.".to_string());
            }
            Some(Keep::Condition(condition)) => {
                lines.push(format!(
                    "After each move {} must hold.",
                    condition.expression
                ));
            }
        }
        for (condition, won) in &self.ends {
            let who = if *won { "won" } else { "lost" };
            let condition = &condition.expression;
            lines.push(format!(
                "The game is over as soon as {condition}; the player to move has then {who} in normal play."
            ));
        }
        if matches!(self.keep, Some(Keep::Condition(_))) || !self.ends.is_empty() {
            lines.push("Here p1, p2, … are the sizes of the piles.".to_string());
        }
        if let Some(limit) = &self.limit {
            let first = match limit.first {
                First::Any => "any amount".to_string(),
                First::ButAll => "any amount but not everything".to_string(),
                First::Amount(amount) => limit.in_words(amount),
            };
            lines.push(format!(
                "The first move takes {first}, and each later move {}, where last is the largest amount that the move before took from one.",
                limit.in_words(&limit.expression)
            ));
        }
        if self.block > 0 {
            let most = nimfield_core::words::counted(self.block, "option");
            lines.push(format!(
                "Before each move the other player forbids up to {most}, for that move only."
            ));
        }
        lines.push(match self.ends.iter().any(|&(_, won)| won) {
            true => format!("{OTHERWISE}{}", goal(self.play).replacen('T', "t", 1)),
            false => goal(self.play),
        });
        if let Some(weights) = &self.weights {
            let piles = (1..).zip(weights).map(|(pile, weight)| match weight {
                1 => format!("p{pile}"),
                _ => format!("{weight}p{pile}"),
            });
            let sum = piles.collect::<Vec<_>>().join(" + ");
            lines.push(format!("The game ends: every move reduces {sum}."));
        }
        lines.extend(compiled(match (self.is_rays(), self.only_takes()) {
            _ if self.limit.is_some() => "searches",
            _ if self.needs_sieve() => "sieves of boxes of piles",
            (true, _) => "the engine for ray games",
            (false, true) => "tables of boxes of piles, and to searches",
            (false, false) => "searches",
        }));
        if let Some((law, _)) = &self.law {
            lines.push(format!(
                "Known ({}): {}.",
                law.fact.source, law.fact.statement
            ));
        }
        lines.join("\n")
    }
}

/// Returns weights such that every move reduces the weighted sum of the piles: those of the file, otherwise none, or
/// powers of a number, so that the heaviest changed pile decides.
fn measure(game: &PileGame, named: Option<Vec<i128>>) -> Result<Option<Vec<i128>>, String> {
    /// The most piles for which weights are searched.
    const MOST_PILES: usize = 4;
    const HEAVIEST: i128 = 1 << 30;
    let breaking = |line: &MoveLine, sum: &str, how: String| {
        let always = if how.is_empty() { "" } else { "always " };
        format!("`move {}` does not {always}reduce {sum}{how}", line.text)
    };
    let sum = "the sum of the piles";
    let plain = game
        .lines
        .iter()
        .find_map(|line| Some((line, line.breaks_fall(|_| 1)?)));
    if named.is_none() && plain.is_none() {
        return Ok(None);
    }
    let field = game.layout.only_field();
    let field = field.and_then(|field| Some((field.count()?, field)));
    let named_all = |&(count, _): &(usize, _)| match &named {
        Some(weights) => weights.len() == count,
        None => count <= MOST_PILES,
    };
    let breaks = |sets: &Sets, weights: &[i128]| {
        sets.edges.iter().find_map(|(line, edge)| {
            let line = &game.lines[*line];
            Some((line, line.breaks_fall(|at| weights[edge.piles[at]])?))
        })
    };
    match (field.filter(named_all), named) {
        (None, Some(_)) => {
            return Err(
                "a measure needs a fixed number of piles and a weight for each".to_string(),
            );
        }
        (Some((_, field)), Some(weights)) => {
            return match breaks(&game.sets(field)?, &weights) {
                Some((line, how)) => Err(breaking(line, "the measure", how)),
                None => Ok(Some(weights)),
            };
        }
        (Some((count, field)), None) => {
            let sets = game.sets(field)?;
            let entries = game.lines.iter().filter_map(|line| match &line.kind {
                Kind::Vector(vector) => vector.iter().max_by_key(|entry| entry.abs()),
                _ => None,
            });
            let most = entries.map(|entry| i128::from(entry.abs()) + 1).max();
            for base in [2, 3, 4, 6, 8, 16, 64].into_iter().chain(most) {
                for ranks in 0..count.pow(count as u32) {
                    let rank = |pile: usize| ranks / count.pow(pile as u32) % count;
                    let weights: Vec<i128> =
                        (0..count).map(|pile| base.pow(rank(pile) as u32)).collect();
                    let light = weights.iter().all(|&weight| weight <= HEAVIEST);
                    if light && weights.contains(&1) && breaks(&sets, &weights).is_none() {
                        return Ok(Some(weights));
                    }
                }
            }
        }
        (None, None) => {}
    }
    let Some((line, how)) = plain else {
        return Ok(None);
    };
    let weighed = game.layout.only_field().is_some();
    let cure = match (&line.kind, how.is_empty()) {
        (_, false) => "add a condition under which it does",
        (Kind::Vector(vector), _) if vector.iter().all(|&entry| entry <= 0) => {
            "a move must take from a pile"
        }
        // The weighted sums of all orders add up to a multiple of the sum of the entries.
        (Kind::Vector(_), _) if line.edges.iter().any(Edges::has_all_orders) => {
            "no weights help, because the move takes the same piles in every order; name them in one order, `from 1,2`, \
             or put back less than you take"
        }
        _ if !weighed => "weights need a fixed number of piles, such as `piles 3`",
        _ => "add a line `measure` with weights for which every move reduces it, if there are any",
    };
    Err(format!(
        "the game may never end: {}; {cure}",
        breaking(line, sum, how)
    ))
}

/// Reads the piles of a position up to the closing bracket.
fn read_body(game: &Arc<PileGame>, cursor: &mut Cursor<'_>) -> Result<Piles, NotationError> {
    let help = match &game.layout {
        Layout::Grid(sides) if sides.len() > 2 => {
            "the piles of a row are separated by blanks, rows by `;`, layers by `/`: `1 2; 3 4 / 5 6; 7 8`"
        }
        Layout::Grid(_) => {
            "the rows of the grid are separated by `;`, the piles by blanks or commas"
        }
        _ => "the piles are separated by commas or blanks",
    };
    cursor.blanks();
    let start = cursor.at();
    let mut rows: Vec<Vec<u128>> = vec![Vec::new()];
    // The marks between rows: 1 for `;`, 2 for `/`, one more for each further `/`.
    let mut levels = Vec::new();
    let mut limit = None;
    while !at_body_end(cursor) {
        let mut ahead = cursor.clone();
        if let Some(own) = &game.limit
            && ahead.take(";")
            && ahead.take(own.word())
        {
            *cursor = ahead;
            limit = Some(cursor.need_between("a limit", 0u128, MOST_COUNTERS)?);
            break;
        }
        let mut level = usize::from(cursor.take(";"));
        if level == 0 && cursor.take("/") {
            level = 2;
            while cursor.take_char('/') {
                level += 1;
            }
        }
        if level > 0 {
            rows.push(Vec::new());
            levels.push(level);
            continue;
        }
        let pile = cursor.need_between("a pile", 0u128, MOST_COUNTERS)?;
        if let Some(row) = rows.last_mut() {
            row.push(pile);
        }
        cursor.take(",");
    }
    let position = Piles::new(game.clone(), &rows, &levels);
    let position = position.map_err(|message| cursor.fault(start..cursor.at(), message, help))?;
    Ok(match limit {
        Some(limit) => position.limited(limit),
        None => position,
    })
}
