//! `nimfield verify atlas`: laws of a list of games with two piles, of which `docs/atlas.py` makes pages.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use nimfield::laws::LawCertificate;
use nimfield::tables::{FamilyQuery, FamilyTable, Shown};
use nimfield::template::{Letter, Template};
use nimfield::{Budget, Games, Play};
use nimfield_claims::guess::{ProofQuery, prove};
use nimfield_core::shard::Shard;
use nimfield_laws::Bound;
use serde::{Deserialize, Serialize};

use super::guess::prove::failure;
use crate::budget::budget_within;
use crate::errors::{Failure, Status, print};
use crate::objects::{ShardObject, json};
use crate::options::Common;
use crate::output::{self, append, lock};

/// The largest table that laws are learned from: each is twice as long as the one before, and automata may have four
/// times as many states. The bound is one of work, so that the result does not depend on the machine.
const UP_TO: u64 = 240;
/// P-positions are named by all with piles up to this, and counted below the other number if a law is proved.
const TABLE: u64 = 200;
const FAR: u32 = 1_000_000;

/// A game: the lines beside those of [`text`].
#[derive(Debug)]
struct Game {
    group: &'static str,
    play: Play,
    lines: String,
}

/// What was found of a game: a line of the file.
#[derive(Debug, Serialize, Deserialize)]
struct Row {
    group: String,
    number: usize,
    play: Play,
    lines: String,
    status: String,
    numeration: Option<String>,
    states: Option<usize>,
    law: Option<String>,
    up_to: u64,
    /// The P-positions of a table by their hash.
    p: String,
    density: f64,
    seconds: f64,
    /// The largest table that was allowed.
    bound: u64,
    automaton: Option<Steps>,
}

/// An automaton, as certificates write it.
#[derive(Debug, Serialize, Deserialize)]
struct Steps {
    numeration: (u32, u32),
    accepts: Vec<bool>,
    steps: Vec<Vec<u32>>,
}

fn text(lines: &str) -> String {
    format!("piles 2\nmove any from each\n{lines}\n")
}

/// Returns the list.
fn games() -> Vec<Game> {
    const BOTH: &str = "move same any from all";
    let mut found = Vec::new();
    let mut add = |group, lines: &[&str], misere: bool| {
        for play in [Play::Normal, Play::Misere] {
            if play == Play::Normal || misere {
                let lines = lines.join("\n");
                found.push(Game { group, play, lines });
            }
        }
    };
    let vectors = |multiples: &str| -> Vec<String> {
        let all = (1..=6).flat_map(|a| (a..=6).map(move |b| (a, b)));
        all.map(|(a, b)| format!("move vector {a},{b}{multiples} from pairs"))
            .collect()
    };
    for (multiples, one, two) in [
        ("", "a vector, once", "two vectors, once"),
        (
            " times any",
            "a vector, any multiple",
            "two vectors, any multiple",
        ),
    ] {
        let vectors = vectors(multiples);
        for vector in &vectors {
            add(one, &[vector], true);
        }
        for (at, vector) in vectors.iter().enumerate() {
            for other in &vectors[at + 1..] {
                add(two, &[vector, other], false);
            }
        }
    }
    // The first one is (1,1), which the moves of Wythoff's game have already.
    let others = &vectors("")[1..];
    for vector in others {
        add("Wythoff and a vector", &[BOTH, vector], true);
    }
    for (at, vector) in others.iter().enumerate() {
        for other in &others[at + 1..] {
            add("Wythoff and two vectors", &[BOTH, vector, other], false);
        }
    }
    let mut sets: Vec<Vec<u32>> = (1u32..32)
        .map(|set| (0..5).filter(|gap| set >> gap & 1 == 1).collect())
        .collect();
    sets.sort_by_key(|set| (set.len(), set.clone()));
    let both = |guard: &str| format!("move any from all where {guard}");
    for set in sets {
        let guard: Vec<String> = set.iter().map(|gap| format!("abs(k-l) = {gap}")).collect();
        let group = "both, the difference of the amounts in a set";
        add(group, &[&both(&guard.join(" or "))], true);
    }
    for most in 6..10 {
        let group = "both, amounts that differ by less";
        add(group, &[&both(&format!("abs(k-l) < {most}"))], false);
    }
    for modulus in 2..5 {
        let group = "both, remainders of the amounts";
        for rest in 0..modulus {
            for term in ["k+l", "k"] {
                let guard = format!("({term}) mod {modulus} = {rest}");
                add(group, &[&both(&guard)], false);
            }
            let alike = format!("{BOTH} where k mod {modulus} = {rest}");
            add("both alike, remainders of the amount", &[&alike], false);
        }
        let guard = format!("k mod {modulus} = l mod {modulus}");
        add(group, &[&both(&guard)], false);
    }
    type Zone = fn(u32) -> String;
    let zones: [Zone; 4] = [
        |c| format!("p1+p2 <= {c}"),
        |c| format!("p1 <= {c} and p2 <= {c}"),
        |c| format!("p1 <= {c} or p2 <= {c}"),
        |c| format!("abs(p1-p2) <= {c}"),
    ];
    for zone in zones {
        for bound in 1..9 {
            let ends = format!("ends where {}", zone(bound));
            add("nim that ends early", &[&ends], false);
            add("Wythoff that ends early", &[BOTH, &ends], false);
        }
    }
    for blocked in 1..5 {
        let block = format!("block {blocked}");
        add("nim with blocking", &[&block], false);
        add("Wythoff with blocking", &[BOTH, &block], false);
        let less = both("abs(k-l) < 2");
        add("Wythoff with blocking", &[&less, &block], false);
    }
    found
}

/// Decides a game.
fn decide(number: usize, game: &Game, bound: u64, budget: &Budget) -> Result<Row, Failure> {
    let began = Instant::now();
    let rules = text(&game.lines);
    let reader = Games::builtin().reader().files(|_: &str| Ok(rules.clone()));
    let letters = vec![Letter::new('a'), Letter::new('b')];
    let family = Template::read(&format!("@atlas-{number}.game[a b]"), letters, &reader)?;
    let play = Some(game.play);
    let query = ProofQuery {
        play,
        values: false,
        numeration: None,
        first: None,
        redundant: false,
        last: Some(bound),
    };
    let report = prove(&family, &query, budget).map_err(failure)?;
    // A law that was not decided for want of time is to be tried again.
    budget.check(0).map_err(Failure::undecided)?;
    let shown = FamilyQuery {
        play,
        ..FamilyQuery::new(Shown::Outcomes)
    };
    let table = FamilyTable::new(family.up_to(TABLE), shown, budget.clone());
    let mut lost = Vec::new();
    for row in table.map_err(Failure::undecided)?.rows() {
        let row = row.map_err(Failure::undecided)?;
        if row.cell.is_p() {
            lost.push(format!("{},{}", row.values[0], row.values[1]));
        }
    }
    let mut density = lost.len() as f64 / (TABLE + 1) as f64;
    let law = report.law.as_ref().map(|(law, _)| law);
    let mut automaton = None;
    if let (Some(law), Some(certificate)) = (law, report.certificate()) {
        certificate.check(budget).map_err(Failure::undecided)?;
        let count = law.count_below(FAR.into(), Bound::new(budget));
        let count = count.map_err(Failure::undecided)?;
        density = count.parse::<f64>().map_err(Failure::input)? / f64::from(FAR);
        let LawCertificate {
            numeration,
            accepts,
            steps,
            ..
        } = certificate;
        automaton = Some(Steps {
            numeration,
            accepts,
            steps,
        });
    }
    let rounded = |number: f64, places: f64| (number * places).round() / places;
    let hash = blake3::hash(lost.join(";").as_bytes()).to_hex();
    Ok(Row {
        group: game.group.to_string(),
        number,
        play: game.play,
        lines: game.lines.clone(),
        status: report.verdict().0.to_string(),
        numeration: law.map(|law| law.numeration().to_string()),
        states: law.map(|law| law.states()),
        law: report.words.clone(),
        up_to: report.up_to,
        p: hash[..12].to_string(),
        density: rounded(density, 1e6),
        seconds: rounded(began.elapsed().as_secs_f64(), 100.0),
        bound,
        automaton,
    })
}

/// Returns the games that a file has already, within this bound or with a proof, and those with a proof.
fn begin(path: &Path, bound: u64) -> Result<[BTreeSet<usize>; 2], Failure> {
    output::read_lines(path, |text| {
        let (mut done, mut proved) = (BTreeSet::new(), BTreeSet::new());
        for line in text.lines() {
            let row: Row = serde_json::from_str(line).map_err(|error| {
                let path = path.display();
                Failure::input(format!("{path}: not a line of the atlas: {error}"))
            })?;
            if row.status == "proved" {
                proved.insert(row.number);
            }
            if row.status == "proved" || row.bound >= bound {
                done.insert(row.number);
            }
        }
        Ok([done, proved])
    })
}

/// Decides the games of a shard that are not in its file, and appends a line for each.
pub fn run(
    common: &Common,
    up_to: Option<u32>,
    (shard, path): (Shard, &Path),
) -> Result<Status, Failure> {
    let bound = up_to.map_or(UP_TO, u64::from);
    let _lock = lock(path)?;
    let [done, proved] = begin(path, bound)?;
    let games = games();
    let numbers = (0..shard.share(games.len() as u64)).map(|i| shard.nth(i) as usize);
    let (known, todo): (Vec<usize>, Vec<usize>) = numbers.partition(|at| done.contains(at));
    // Without a time there is none: a bound of work comes to an end.
    let budget = budget_within(common, common.time.unwrap_or(Duration::MAX));
    // A file that cannot be written ends the command before the work.
    append(path, "")?;
    let proved = Mutex::new(proved.len());
    let next = AtomicUsize::new(0);
    let own = budget.clone().threads(1);
    let work = || -> Result<(), Failure> {
        while let Some(&number) = todo.get(next.fetch_add(1, Ordering::Relaxed)) {
            let row = decide(number, &games[number], bound, &own)?;
            let line = serde_json::to_string(&row).map_err(Failure::input)? + "\n";
            let mut proved = proved.lock().map_err(Failure::input)?;
            append(path, &line)?;
            *proved += usize::from(row.status == "proved");
        }
        Ok(())
    };
    std::thread::scope(|scope| {
        let threads = budget.thread_count().min(todo.len());
        let others: Vec<_> = (1..threads).map(|_| scope.spawn(work)).collect();
        let own = work();
        // A thread that panicked has said why.
        let ended = others.into_iter().map(|one| one.join());
        ended
            .map(|one| one.unwrap_or_else(|_| Err(Failure::input("a thread failed"))))
            .fold(own, Result::and)
    })?;
    let proved = *proved.lock().map_err(Failure::input)?;
    let file = path.display().to_string();
    let games = known.len() + todo.len();
    let said = match common.json {
        true => json(&ShardObject {
            file: &file,
            shard: shard.to_string(),
            job: "verify atlas",
        }),
        false => format!(
            "{file}: shard {shard} of the atlas, {games} games, {proved} of them with a proved law"
        ),
    };
    print(format!("{said}\n").as_bytes())
}
