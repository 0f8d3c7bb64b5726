//! Guesses are compared with play by the rules far beyond the positions from which they were made.

use nimfield::budget::Limit;
use nimfield::tables::{FamilyQuery, Shown};
use nimfield::template::{Letter, Template};
use nimfield::{Budget, Play};
use nimfield_claims::guess::{
    Guess, GuessReport, Pairs, ProofQuery, Quadratic, Residues, ValueGuess, ValueReport, find,
    find_values, prove,
};
use nimfield_laws::Automaton;

fn guess(text: &str, ranges: &[&str], play: Option<Play>) -> GuessReport {
    let letters = ranges.iter().map(|range| Letter::read(range).unwrap());
    let family = Template::new(text, letters.collect()).unwrap();
    let query = FamilyQuery {
        play,
        ..FamilyQuery::new(Shown::Outcomes)
    };
    find(family, query, &Budget::unlimited()).unwrap()
}

fn refused(text: &str, ranges: &[&str]) -> String {
    let letters = ranges.iter().map(|range| Letter::read(range).unwrap());
    let family = Template::new(text, letters.collect()).unwrap();
    let query = FamilyQuery::new(Shown::Outcomes);
    let found = find(family, query, &Budget::unlimited());
    found.unwrap_err().to_string()
}

fn automata(report: &GuessReport) -> impl Iterator<Item = &Automaton> {
    report.guesses.iter().filter_map(|guess| match guess {
        Guess::Automaton(automaton) => Some(automaton),
        _ => None,
    })
}

fn automaton<'a>(report: &'a GuessReport, digits: &str) -> &'a Automaton {
    let mut found = automata(report).filter(|own| own.numeration().to_string() == digits);
    found
        .next()
        .unwrap_or_else(|| panic!("{:?}", report.guesses))
}

fn pairs(report: &GuessReport) -> Option<&Pairs> {
    report.guesses.iter().find_map(|guess| match guess {
        Guess::Pairs(pairs) => Some(pairs),
        _ => None,
    })
}

fn residues(report: &GuessReport) -> Option<&Residues> {
    report.guesses.iter().find_map(|guess| match guess {
        Guess::Residues(residues) => Some(residues),
        _ => None,
    })
}

/// The P-positions of a-Wythoff up to a number, position by position.
fn wythoff(last: usize, a: usize) -> Vec<bool> {
    let base = last + 1;
    let mut is_p = vec![false; base * base];
    for (x, y) in (0..base).flat_map(|x| (0..base).map(move |y| (x, y))) {
        let mut options = (0..x).map(|u| (u, y)).chain((0..y).map(|v| (x, v)));
        let both = (1..=x).flat_map(|k| (1..=y).map(move |l| (k, l)));
        let mut both = both
            .filter(|(k, l)| k.abs_diff(*l) < a)
            .map(|(k, l)| (x - k, y - l));
        let wins =
            options.any(|(u, v)| is_p[u * base + v]) || both.any(|(u, v)| is_p[u * base + v]);
        is_p[x * base + y] = !wins;
    }
    is_p
}

#[test]
fn wythoffs_game_is_pairs_and_fibonacci_digits() {
    let report = guess("wythoff[a b]", &["a=0..60", "b=0..60"], None);
    let expected = wythoff(120, 1);
    let found = pairs(&report).unwrap();
    let golden = |p| Quadratic { p, q: 5, r: 2 };
    assert_eq!((found.smaller, found.larger), (golden(1), golden(3)));
    let of_pairs = (0..121).flat_map(|a| (0..121).map(move |b| (a, b)));
    assert!(
        of_pairs
            .map(|(a, b)| found.is_p(a, b))
            .eq(expected.iter().copied())
    );
    let law = automaton(&report, "Fibonacci numbers");
    assert_eq!(law.states(), 8);
    let numbers = (0..121u128).flat_map(|a| (0..121u128).map(move |b| [a, b]));
    assert!(
        numbers
            .map(|own| law.contains(&own))
            .eq(expected.iter().copied())
    );
    assert_eq!(automata(&report).count(), 1);
    assert_eq!(residues(&report), None);
}

#[test]
fn fraenkels_games_are_pairs() {
    for (a, smaller) in [
        (2, Quadratic { p: 0, q: 2, r: 1 }),
        (3, Quadratic { p: -1, q: 13, r: 2 }),
    ] {
        let report = guess(
            &format!("fraenkel({a})[a b]"),
            &["a=0..60", "b=0..60"],
            None,
        );
        let found = pairs(&report).unwrap();
        assert_eq!(found.smaller, smaller);
        let numbers = (0..81).flat_map(|a| (0..81).map(move |b| (a, b)));
        assert!(
            numbers.map(|(a, b)| found.is_p(a, b)).eq(wythoff(80, a)),
            "{a}"
        );
    }
}

#[test]
fn nim_is_binary_digits_in_both_plays() {
    let report = guess("nim[a b c]", &["a=0..15", "b=0..15", "c=0..15"], None);
    let binary = automaton(&report, "base 2");
    assert_eq!(binary.states(), 2);
    let last = 40u128;
    let numbers =
        (0..=last).flat_map(|a| (0..=last).flat_map(move |b| (0..=last).map(move |c| [a, b, c])));
    assert!(
        numbers
            .into_iter()
            .all(|own| binary.contains(&own) == (own[0] ^ own[1] ^ own[2] == 0))
    );
    let misere = guess("nim[a b]", &["a=0..40", "b=0..40"], Some(Play::Misere));
    let law = automaton(&misere, "base 2");
    for (a, b) in (0..101u128).flat_map(|a| (0..101u128).map(move |b| (a, b))) {
        let expected = if a < 2 && b < 2 { a + b == 1 } else { a == b };
        assert_eq!(law.contains(&[a, b]), expected, "{a}, {b}");
    }
}

#[test]
fn remainders() {
    let report = guess("crim[b^a]", &["a=0..20", "b=0..20"], None);
    let found = residues(&report).unwrap();
    assert_eq!((found.modulus, found.from), (2, 2));
    assert_eq!(
        found.in_words(&['a', 'b']),
        "P exactly if (a + b) mod 2 is 0, where all letters are at least 2"
    );
    let report = guess("subtraction(4)[n]", &["n=0..40"], None);
    let found = residues(&report).unwrap();
    assert_eq!(found.in_words(&['n']), "P exactly if n mod 5 is 0");
    assert!((0..200).all(|n| found.is_p(&[n]) == Some(n % 5 == 0)));
    // No such law is guessed for a game that has none.
    let report = guess("nim[a b]", &["a=0..30", "b=0..30"], None);
    assert_eq!((residues(&report), pairs(&report)), (None, None));
}

#[test]
fn walnut_gets_an_automaton_and_its_sentences() {
    let files = guess("nim[a b]", &["a=0..20", "b=0..20"], None)
        .walnut()
        .unwrap();
    let definition = "msd_2 msd_2\n\n0 1\n0 0 -> 0\n0 1 -> 1\n1 0 -> 1\n1 1 -> 0\n\n1 0\n0 0 -> 1\n0 1 -> 1\n1 0 -> 1\n1 1 -> 1\n";
    assert_eq!(files.automaton, definition);
    let moves = "(x>u & y=v) | (y>v & x=u)";
    assert_eq!(
        files.commands,
        format!(
            "eval p_to_no_p \"?msd_2 Ax,y,u,v ($p(x,y) & $p(u,v)) => ~({moves})\":\n\
             eval others_to_p \"?msd_2 Ax,y $p(x,y) | (Eu,v $p(u,v) & ({moves}))\":\n"
        )
    );
    let misere = guess("nim[a b]", &["a=0..40", "b=0..40"], Some(Play::Misere));
    assert_eq!(
        misere.walnut().unwrap().commands,
        format!(
            "eval p_to_no_p \"?msd_2 Ax,y,u,v ($p(x,y) & $p(u,v)) => ~({moves})\":\n\
             eval others_to_p \"?msd_2 Ax,y $p(x,y) | (Eu,v $p(u,v) & ({moves})) | ~(Eu,v ({moves}))\":\n\
             eval p_has_moves \"?msd_2 Ax,y $p(x,y) => (Eu,v ({moves}))\":\n"
        )
    );
    let own = |rules: &str, play| {
        let games = nimfield::Games::builtin()
            .with_rules_text("own", rules)
            .unwrap();
        let letters = ["a=0..40", "b=0..40"].map(|range| Letter::read(range).unwrap());
        let family = Template::read("own[a b]", letters.to_vec(), &games.reader()).unwrap();
        let query = FamilyQuery {
            play: Some(play),
            ..FamilyQuery::new(Shown::Outcomes)
        };
        let report = find(family, query, &Budget::unlimited()).unwrap();
        report.walnut().unwrap().commands
    };
    // Of the options that are P-positions one can be forbidden; in misère play a player without a move wins.
    let nim = "piles 2\nmove same any from each\nblock 1\n";
    let option = |n: u32| format!("$p(u{n},v{n}) & ((x>u{n} & y=v{n}) | (y>v{n} & x=u{n}))");
    let many = format!(
        "(Eu1,v1,u2,v2 {} & {} & (u1!=u2 | v1!=v2))",
        option(1),
        option(2)
    );
    assert_eq!(
        own(nim, Play::Normal),
        format!(
            "eval p_to_few_p \"?msd_2 Ax,y $p(x,y) => ~{many}\":\n\
             eval others_to_many_p \"?msd_2 Ax,y $p(x,y) | {many}\":\n"
        )
    );
    let commands = own(nim, Play::Misere);
    let free = format!("(Eu,v ({moves}) & ~$p(u,v))");
    assert!(
        commands.contains(&format!("| {many} | (~{free})\":\n")),
        "{commands}"
    );
    assert!(
        commands.contains(&format!("Ax,y $p(x,y) => {free}\":\n")),
        "{commands}"
    );
    // The rules say where it is won.
    let won = "piles 2\nmove same any from each and all\nends won where p1 = p2\n";
    let commands = own(won, Play::Normal);
    assert!(
        commands.contains("eval won_is_no_p \"?msd_fib Ax,y $p(x,y) => ~((x=y & ~(0=1)))\":\n"),
        "{commands}"
    );
    assert!(commands.contains(" | (x=y & ~(0=1))\":\n"), "{commands}");
    // Piles that are not letters, and moves that split a heap, have no such sentences.
    for (text, ranges) in [
        ("nim[a a b]", &["a=0..20", "b=0..20"][..]),
        ("code(0.4)[n]", &["n=0..60"]),
    ] {
        assert!(guess(text, ranges, None).walnut().is_err(), "{text}");
    }
}

/// Ranges that differ show what equal ones do, and a letter with one number is replaced by it.
#[test]
fn ranges_may_differ() {
    let said = |text: &str, ranges: &[&str]| {
        let report = guess(text, ranges, None);
        let letters: Vec<char> = report.family.letters().iter().map(|one| one.name).collect();
        let guesses = report.guesses.iter().map(|guess| match guess {
            Guess::Residues(residues) => residues.in_words(&letters),
            Guess::Pairs(pairs) => pairs.to_string(),
            Guess::Automaton(automaton) => automaton.to_string(),
            guess => format!("{guess:?}"),
        });
        (
            report.family.text().to_string(),
            guesses.collect::<Vec<_>>(),
        )
    };
    for (text, equal, differing) in [
        (
            "wythoff[a b]",
            ["a=0..60", "b=0..60"],
            ["a=0..60", "b=0..90"],
        ),
        (
            "wythoff[a b]",
            ["a=0..60", "b=0..60"],
            ["a=0..90", "b=0..60"],
        ),
        (
            "subtraction(3)[a b]",
            ["a=0..40", "b=0..40"],
            ["a=0..50", "b=0..40"],
        ),
    ] {
        let (_, found) = said(text, &equal);
        assert!(!found.is_empty());
        // Larger automata depend on the number of positions.
        let more = said(text, &differing).1;
        assert_eq!(more.first(), found.first(), "{text} {differing:?}");
    }
    // Letters of parameters: the number in the text says the same.
    let fixed = said("fraenkel(a)[n m]", &["a=2", "n=0..20", "m=0..20"]);
    assert_eq!(fixed.0, "fraenkel(2)[n m]");
    assert_eq!(fixed, said("fraenkel(2)[n m]", &["n=0..20", "m=0..20"]));
    let fixed = said("fraenkel(a)[n m]", &["n=0..40", "a=3", "m=0..60"]);
    assert_eq!(fixed, said("fraenkel(3)[n m]", &["n=0..40", "m=0..60"]));
    let report = guess_values("subtraction(k)[n]", &["k=1..9", "n=0..60"]);
    let found = report.guesses.iter().find_map(|guess| match guess {
        ValueGuess::Formula(formula) => Some(formula.to_string()),
        _ => None,
    });
    assert_eq!(found.as_deref(), Some("n mod (k + 1)"));
}

/// A parameter with one number is proved for that number; with a range, the report says what to write.
#[test]
fn proofs_need_parameters_with_one_number() {
    let letters = ["a=2", "n=0..30", "m=0..30"].map(|range| Letter::read(range).unwrap());
    let family = Template::new("fraenkel(a)[n m]", letters.to_vec()).unwrap();
    let query = ProofQuery {
        play: None,
        values: false,
        numeration: None,
        first: Some(60),
        redundant: false,
        last: Some(120),
    };
    let fixed = family.clone().without_fixed().unwrap();
    let report = prove(&fixed, &query, &Budget::unlimited()).unwrap();
    assert!(report.certificate().is_some(), "{report:?}");
    let report = prove(&family, &query, &Budget::unlimited()).unwrap();
    let why = report.no_sentences.unwrap();
    assert!(
        why.contains("`a` is a parameter") && why.contains("a=2"),
        "{why}"
    );
}

#[test]
fn ranges_that_do_not_suit_are_refused() {
    for (ranges, why) in [
        (
            &["a=2..9", "b=2..9"][..],
            "ranges must begin with 0 or 1, not with 2",
        ),
        (
            &["a=0..9", "b=a..9"],
            "ranges must begin with 0 or 1, not with another letter",
        ),
        (&["a=0..9999", "b=0..9999"], "choose shorter ranges"),
    ] {
        let said = refused("nim[a b]", ranges);
        assert!(said.contains(why), "{said}");
    }
    let letters = ["a=1..9", "b=1..9"].map(|range| Letter::read(range).unwrap());
    let family = Template::new("node-kayles[a x b]", letters.to_vec()).unwrap();
    let query = FamilyQuery::new(Shown::Outcomes);
    let found = find(family, query, &Budget::unlimited().positions(10));
    assert!(found.is_err());
}

fn guess_values(text: &str, ranges: &[&str]) -> ValueReport {
    let letters = ranges.iter().map(|range| Letter::read(range).unwrap());
    let family = Template::new(text, letters.collect()).unwrap();
    let query = FamilyQuery::new(Shown::Values);
    find_values(family, query, &Budget::unlimited()).unwrap()
}

/// The formula in words; its values agree with this function far beyond the positions seen.
fn formula(text: &str, ranges: &[&str], is: impl Fn(&[u64]) -> i64) -> String {
    let report = guess_values(text, ranges);
    let found = report.guesses.iter().find_map(|guess| match guess {
        ValueGuess::Formula(formula) => Some(formula),
        _ => None,
    });
    let found = found.unwrap_or_else(|| panic!("{text}: {:?}", report.guesses));
    let letters = ranges.len() as u32;
    for place in 0..40u64.pow(letters) {
        let digits = (0..letters).map(|at| 7 + place / 40u64.pow(at) % 40);
        let numbers: Vec<u64> = digits.collect();
        assert_eq!(
            found.value(&numbers),
            Some(is(&numbers)),
            "{text}: {found} at {numbers:?}"
        );
    }
    found.to_string()
}

#[test]
fn formulas_of_values() {
    let two = ["a=0..15", "b=0..15"];
    let xor = formula("nim[a b]", &two, |n| (n[0] ^ n[1]) as i64);
    assert_eq!(xor, "a xor b");
    let three = ["a=0..7", "b=0..7", "c=0..7"];
    let xor = formula("nim[a b c]", &three, |n| (n[0] ^ n[1] ^ n[2]) as i64);
    assert_eq!(xor, "a xor b xor c");
    let remainder = formula("subtraction(4)[n]", &["n=0..40"], |n| (n[0] % 5) as i64);
    assert_eq!(remainder, "n mod 5");
    // A heap of n counters beside one that is one smaller.
    let shifted = formula("nim[n+1, 2n]", &["n=0..40"], |n| {
        ((n[0] + 1) ^ (2 * n[0])) as i64
    });
    assert!(shifted.contains("xor"), "{shifted}");
}

/// Values that repeat from a later number on: those of Kayles from 71, and a heap more that is never empty.
#[test]
fn values_that_repeat_late() {
    for (family, range, expected) in [
        ("kayles[n]", "n=0..200", Some((71, 12, 0))),
        ("kayles[n]", "n=1..200", Some((71, 12, 0))),
        ("kayles[n+1]", "n=0..200", Some((70, 12, 0))),
        ("kayles[n]", "n=0..80", None),
        ("code(0.1A)[n]", "n=0..40", Some((4, 2, 1))),
    ] {
        let report = guess_values(family, &[range]);
        let found = report.guesses.iter().find_map(|guess| match guess {
            ValueGuess::Period(law) => Some((law.preperiod, law.period, law.saltus)),
            _ => None,
        });
        assert_eq!(found, expected, "{family} {range}");
    }
}

/// Values that grow: take any number but 2 or 5.
#[test]
fn growing_values() {
    let report = guess_values("code(all but 2,5)[n]", &["n=0..40"]);
    let found = report.guesses.iter().find_map(|guess| match guess {
        ValueGuess::Growth(growth) => Some(growth),
        _ => None,
    });
    let found = found.unwrap();
    assert_eq!((found.modulus, &found.saltus[..]), (4, &[2][..]));
    let mut values: Vec<i64> = Vec::new();
    for n in 0..200usize {
        let taken = (1..=n).filter(|&taken| taken != 2 && taken != 5);
        let options: Vec<i64> = taken.map(|taken| values[n - taken]).collect();
        values.push((0..).find(|value| !options.contains(value)).unwrap());
        assert_eq!(found.value(&[n as u64]), values[n], "{n}");
    }
}

/// The search for automata asks the budget; results found before it ends remain, and the rest is named.
#[test]
fn the_search_for_automata_ends_with_the_budget() {
    let within = |questions| {
        let letters = ["a=0..15", "b=0..15", "c=0..15"].map(|range| Letter::read(range).unwrap());
        let family = Template::new("nim[a b c]", letters.to_vec()).unwrap();
        let (budget, left) = Budget::unlimited().cancel_after(questions);
        let report = find(family, FamilyQuery::new(Shown::Outcomes), &budget).unwrap();
        (
            report,
            questions - left.load(std::sync::atomic::Ordering::Relaxed),
        )
    };
    let (all, questions) = within(1 << 40);
    assert!(all.not_searched.is_none() && questions > 20, "{questions}");
    // The last question of all is one about base 4.
    let (report, _) = within(questions - 1);
    let (left, limit) = report.not_searched.clone().unwrap();
    let left: Vec<String> = left.iter().map(ToString::to_string).collect();
    assert_eq!(
        (left, limit),
        (vec!["base 4".to_string()], Limit::Cancelled)
    );
    assert_eq!(report.guesses, all.guesses);
    assert_eq!(automaton(&report, "base 2").states(), 2);
}
