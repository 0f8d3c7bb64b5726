//! How rule files and their positions are read, and where errors point.

use nimfield_core::notation::{Cursor, NotationError};
use nimfield_rules::{RuleFile, RulePosition, shelf};

/// Reads a position that begins with the name of a game on the shelf.
fn on_shelf(text: &str) -> Result<RulePosition, NotationError> {
    let name = text.split(['(', '[']).next().expect("a name");
    let game = shelf::games().find(|game| game.name() == name);
    let mut cursor = Cursor::new(text);
    assert!(cursor.take(name));
    game.expect("a game of the shelf").position(&mut cursor)
}

#[test]
fn parentheses_after_a_game_without_parameters_are_an_error() {
    for game in shelf::games() {
        for rest in [
            "(", "(é", "(é)", "(日", "( ", "(,", "(1", "(1)[2]", "(\u{301}",
        ] {
            let text = format!("{}{rest}", game.name());
            let Err(error) = on_shelf(&text) else {
                // `(1)[2]` is a position of games with one parameter.
                assert_eq!(rest, "(1)[2]", "{text}");
                continue;
            };
            let shown = error.to_string();
            assert!(shown.contains(&text), "{shown}");
        }
    }
    let file = RuleFile::read("@one.game", "piles 1\nmove any from each\n").unwrap();
    for text in ["(", "(é", "(日)[3]"] {
        let error = file.position(&mut Cursor::new(text)).unwrap_err();
        assert!(error.to_string().contains('^'));
    }
}

/// Prints the position that a text on the shelf is.
fn printed(text: &str) -> String {
    match on_shelf(text).unwrap() {
        RulePosition::Placed(field) => field.to_string(),
        RulePosition::Bitten(bitten) => bitten.to_string(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn pictures_of_other_programs_have_points_for_free_cells() {
    for (text, own) in [
        ("cram[........./##.######]", "cram[ooooooooo/..o......]"),
        ("domineering[#.|.#]", "domineering[.o/o.]"),
        ("domineering[#.\n.#]", "domineering[.o/o.]"),
        ("treblecross[.X....X..]", "treblecross[---------]"),
        ("treblecross[.X.....X...]", "treblecross[....o.....o]"),
        ("treblecross[.#.#...#]", "treblecross[o.o.ooo.]"),
        ("treblecross[.x_]", "treblecross[--_]"),
        ("queens[X.../..../..../....]", "queens[..../..oo/.o.o/.oo.]"),
        ("cram[.X/..]", "cram[o./oo]"),
        ("cram[##/##]", "cram[--/--]"),
        // Our own symbols keep their meaning.
        ("cram[o./.o]", "cram[o./.o]"),
        ("cram[10/01]", "cram[o./.o]"),
        ("cram[oo|oo]", "cram[2x2]"),
        ("cram[00/0.]", "cram[--/--]"),
        ("treblecross[###]", "treblecross[---]"),
        ("queens[o-/-o]", "queens[o./.o]"),
    ] {
        assert_eq!(printed(text), own, "{text}");
        assert_eq!(printed(own), own);
    }
    for game in [
        "cram",
        "domineering",
        "node-kayles",
        "queens",
        "treblecross",
    ] {
        for body in ["...", "._.", "o#", "o.#", "X.o", "#0", "##-"] {
            let error = on_shelf(&format!("{game}[{body}]"))
                .unwrap_err()
                .to_string();
            assert!(error.contains("in two ways"), "{error}");
            assert!(error.contains("write o for a free cell"), "{error}");
        }
    }
}

#[test]
fn crosses_are_pieces() {
    for (text, said) in [
        ("treblecross[.X.X...X]", "exclude each other"),
        ("treblecross[XXX]", "exclude each other"),
        ("col[.X.]", "whose piece"),
    ] {
        let error = on_shelf(text).unwrap_err().to_string();
        assert!(error.contains(said), "{error}");
    }
    // Beside the game of three in a row itself, from all strips with crosses that could have been placed without losing.
    for length in 3..=9usize {
        for crosses in 0..1usize << length {
            if crosses & (crosses << 1 | crosses << 2) != 0 || crosses == 0 {
                continue;
            }
            let cell = |i: usize| if crosses >> i & 1 == 1 { 'X' } else { '.' };
            let picture: String = (0..length).map(cell).collect();
            let RulePosition::Placed(field) = on_shelf(&format!("treblecross[{picture}]")).unwrap()
            else {
                panic!("{picture}");
            };
            let open = !(crosses | crosses << 1 | crosses << 2 | crosses >> 1 | crosses >> 2);
            let safe = open & ((1 << length) - 1);
            assert_eq!(field.free(), safe as u128, "{picture}");
            assert_eq!(
                wins_by_three(crosses, length),
                wins_by_safe_cells(safe),
                "{picture}"
            );
        }
    }
}

/// Returns whether the player to move makes three crosses in a row first.
fn wins_by_three(crosses: usize, length: usize) -> bool {
    let free = (0..length).filter(|i| crosses >> i & 1 == 0);
    free.into_iter().any(|i| {
        let after = crosses | 1 << i;
        after & after << 1 & after << 2 != 0 || !wins_by_three(after, length)
    })
}

/// Returns whether the player to move has the last move, if none is placed within two cells of another.
fn wins_by_safe_cells(safe: usize) -> bool {
    (0..usize::BITS).filter(|i| safe >> i & 1 == 1).any(|i| {
        let near = (1usize << i) << 2 | (1 << i) << 1 | 1 << i | (1 << i) >> 1 | (1 << i) >> 2;
        !wins_by_safe_cells(safe & !near)
    })
}

fn file(text: &str) -> Result<RuleFile, String> {
    RuleFile::read("@own.game", text).map_err(|error| error.to_string())
}

#[test]
fn letters_of_piles_that_a_set_lacks_are_an_error() {
    for (line, letter) in [
        ("move any from each where k = gcd(x,y)", "y"),
        ("move any from each where k + l < 5", "l"),
        ("move any from each and pairs where x >= y", "y"),
        ("move any from subsets 1..3 where k > m", "m"),
        ("move any from pairs where x > z", "z"),
        ("move any from neighbours 1..2 where k = y", "y"),
        ("move any from 1 2,3 where k = y", "y"),
    ] {
        for piles in ["3", "any"] {
            let error = file(&format!("piles {piles}\n{line}\n")).unwrap_err();
            assert!(error.contains(&format!("uses `{letter}`")), "{error}");
        }
    }
    for line in [
        "move any from pairs where x >= y",
        "move any from each where k < x and total > 3",
        "move any from subsets 3 where k > m",
    ] {
        file(&format!("piles 3\n{line}\n")).unwrap();
    }
    // A grid or a graph that the file fixes has its smallest set.
    for (lines, letter) in [
        ("piles 2 x 2\nmove same any from rows where z = 1\n", "z"),
        ("piles 2 x 3\nmove same any from lines where z = 1\n", "z"),
        (
            "piles on edges a-b b-c\nmove any from stars where y = 1\n",
            "y",
        ),
        (
            "piles on vertices a-b b-c\nmove any from stars where z = 1\n",
            "z",
        ),
        ("piles 2\nmove any from all where z = 1\n", "z"),
    ] {
        let error = file(lines).unwrap_err();
        assert!(error.contains(&format!("uses `{letter}`")), "{error}");
    }
    file("piles 2 x 3\nmove same any from rows where z = 1\n").unwrap();
    file("piles on vertices a-b b-c c-a\nmove any from stars where z = 1\n").unwrap();
    // How many piles `all` are depends on the position.
    let all = file("piles any\nmove any from all where x >= y\n").unwrap();
    assert!(all.position(&mut Cursor::new("[3,4]")).is_ok());
    let error = all.position(&mut Cursor::new("[3]")).unwrap_err();
    assert!(error.message.contains("uses `y`"), "{error}");
}

/// A letter that is both an amount and a parameter would silently be one of them.
#[test]
fn parameters_with_the_name_of_a_letter_are_an_error_where_it_is_used() {
    for (param, lines) in [
        ("k", "piles 2\nmove same any from each where k = 1\n"),
        ("x", "piles 2\nmove same 1..x from each where x > 1\n"),
        (
            "total",
            "piles 2\nmove same any from each where total > 1\n",
        ),
        ("l", "piles 2\nmove vector l,1 from pairs\n"),
        ("k", "piles 2\nmove vector k from each\n"),
        ("k", "piles 2\nmove same 1 from 1 put k on pile 2\n"),
        ("p1", "piles 2\nmove same any from each\nkeep p1 > 0\n"),
        (
            "p2",
            "piles 2\nmove same any from each\nends where p2 = 1\n",
        ),
        ("last", "piles 1\nmove same any from each\nlimit 2*last\n"),
        ("first", "coins from 1\nturn 1..2 where first = 1\n"),
    ] {
        let error = file(&format!("param {param} 1..5 = 2\n{lines}")).unwrap_err();
        assert!(error.contains(&format!("`{param}` is both")), "{error}");
    }
    for lines in [
        "piles 3\nmove any from subsets 1..k\n",
        "piles 2\nmove same 1..k from each where x > 1\n",
    ] {
        let read = file(&format!("param k 1..5 = 2\n{lines}"));
        let is_both = |error: &String| error.contains("is both");
        assert_eq!(read.as_ref().err().filter(|error| is_both(error)), None);
    }
}

#[test]
fn piles_that_do_not_exist_are_an_error() {
    for (lines, pile) in [
        ("piles 3\nmove any from 1,2 5\n", "pile 5"),
        ("piles 2..3\nmove any from 4\n", "pile 4"),
        ("piles 2 x 2\nmove any from 5\n", "pile 5"),
        ("piles on edges a-b b-c\nmove any from 3\n", "pile 3"),
        ("piles 2\nmove any from each\nkeep p3 < p1\n", "pile p3"),
    ] {
        let error = file(lines).unwrap_err();
        assert!(error.contains(&format!("unknown {pile}")), "{error}");
    }
    file("piles 2..3\nmove any from 3\n").unwrap();
    file("piles any\nmove any from 7\n").unwrap();
}

/// Sets that no position has, and moves for which no set has enough piles, are shown where they stand, whichever
/// line comes first.
#[test]
fn moves_that_no_position_has_are_an_error() {
    for (piles, line, wrong) in [
        ("3", "keep p2 <= p4", "p4"),
        ("3", "keep p2 <= 2p4 + p1", "p4"),
        ("3", "move any from subsets 4", "subsets 4"),
        ("2..3", "move any from subsets 4..5", "subsets 4..5"),
        ("3", "move any from neighbours 4", "neighbours 4"),
        ("2 x 3", "move any from neighbours 4", "neighbours 4"),
        ("2", "move vector 1,2,3 from pairs", "pairs"),
        ("2", "move vector 1,2,3 from all", "all"),
        ("2..3", "move vector 1,1,1,1 from all", "all"),
        ("3", "move vector 1,2 from 1,2 3", "1,2 3"),
        ("any", "move vector 1,2 from 1,2 3", "1,2 3"),
        ("2 x 3", "move vector 1,2 from rows", "rows"),
        ("3", "move any any at least 4 from all", "all"),
        ("2", "move any any at least 3 from pairs", "pairs"),
    ] {
        let (piles, other) = (format!("piles {piles}\n"), "move any from each\n");
        for text in [
            format!("{piles}{other}{line}\n"),
            format!("{other}{line}\n{piles}"),
        ] {
            let error = RuleFile::read("@my.game", &text).unwrap_err();
            assert_eq!(&error.text[error.span.clone()], wrong, "{error}");
        }
    }
    for (piles, line) in [
        ("3", "keep p2 <= p3"),
        ("3", "move any from subsets 3"),
        ("3", "move any from subsets 1..4"),
        ("any", "move any from subsets 4"),
        ("2 x 3", "move any from neighbours 3"),
        ("3", "move vector 1,2,3 from all"),
        ("2..3", "move vector 1,1,1 from all"),
        ("3", "move vector 1,2 from 1,2 3,2"),
        ("2 x 3", "move vector 1,2 from columns"),
        ("3", "move any any at least 3 from all"),
    ] {
        file(&format!("piles {piles}\nmove any from each\n{line}\n")).unwrap();
    }
}

#[test]
fn steps_forbid_both_ways_unless_only_one_is_said() {
    let moves = |line: &str| {
        let file = file(&format!("board any\nplace cell forbids {line}\n")).unwrap();
        let position = file.position(&mut Cursor::new("[3x3]")).unwrap();
        let RulePosition::Placed(field) = position else {
            panic!("a field")
        };
        field.rules().placing().clone()
    };
    assert_eq!(
        moves("step 1,1"),
        moves("step 1,1 only and step -1,-1 only")
    );
    assert_eq!(moves("step 1,1"), moves("step -1,-1"));
    assert_ne!(moves("step 1,1"), moves("step 1,1 only"));
    assert_ne!(moves("step 1,0"), moves("step 0,1"));
    let pairs = "step 2,1 and step 1,2 and step -2,1 and step -1,2";
    assert_eq!(moves(pairs), moves("knight"));
    // The first number counts columns.
    let file = file("board any\nplace cell forbids step 1,0\n").unwrap();
    for (board, cells) in [("[1x2]", 2), ("[2x1]", 1)] {
        let RulePosition::Placed(field) = file.position(&mut Cursor::new(board)).unwrap() else {
            panic!("a field")
        };
        let moves = field.rules().placing().placements();
        assert!(
            moves
                .iter()
                .all(|place| place.removes.count_ones() == cells)
        );
    }
}

/// Prints a position of a file with parameters, and how the same position of a file without them is printed.
fn both_ways(parameters: &str, values: &str, plain: &str, body: &str) -> [String; 2] {
    let printed = |text: &str, body: &str| {
        let position = file(text).unwrap().position(&mut Cursor::new(body));
        let RulePosition::Placed(field) = position.unwrap() else {
            panic!("a field")
        };
        format!("{:?}", field.rules().placing())
    };
    [
        printed(parameters, &format!("{values}{body}")),
        printed(plain, body),
    ]
}

#[test]
fn parameters_stand_for_numbers_in_steps_and_codes() {
    let [own, plain] = both_ways(
        "param s 0..3 = 2\nboard any\nplace cell forbids step s,1 and slide -s,(s - 1)\n",
        "(3)",
        "board any\nplace cell forbids step 3,1 and slide -3,2\n",
        "[4x5]",
    );
    assert_eq!(own, plain);
    let described = |text: &str| file(text).unwrap().describe();
    let piece = "param s 1..4 = 2\npartition\npiece step s,1 and slide 0,(s+1)\n";
    assert!(
        described(piece).contains("move the piece in the first square 2 to the right and 1 down")
    );
    assert!(described(piece).contains("the piece in the first square 3 down, or a multiple of it"));
    let code = "param a 3..9 = 4\ncode take 1,a\n";
    assert!(
        described(code).contains("The code of the game is 0.3003."),
        "{}",
        described(code)
    );
    let position = file(code).unwrap().position(&mut Cursor::new("(5)[7]"));
    assert!(matches!(position, Ok(RulePosition::Code(_))));
    for (text, part) in [
        ("param a 3..9 = 4\ncode take 1,b\n", "expected an amount"),
        (
            "param s 0..3 = 2\nboard any\nplace cell forbids step t,1\n",
            "`t`",
        ),
        (
            "board any\nplace cell forbids step 256,1\n",
            "between 0 and",
        ),
    ] {
        let error = file(text).unwrap_err();
        assert!(error.contains(part), "{error}");
    }
}

/// Boards for two are read with blanks around the `x` between their sides, as all others are.
#[test]
fn sides_of_boards_may_have_blanks_between_them() {
    for name in ["col", "snort", "cram", "domineering"] {
        for body in ["[2 x 3]", "[2x 3]", "[2 x3]", "[ 2x3 ]"] {
            assert_eq!(printed(&format!("{name}{body}")), format!("{name}[2x3]"));
        }
    }
    let error = on_shelf("col[o x o]").unwrap_err().to_string();
    assert!(
        error.contains("X does not say whose piece it is"),
        "{error}"
    );
}

#[test]
fn codes_may_begin_with_their_point() {
    use nimfield_core::families::heaps::HeapRules;
    for (short, long) in [(".77", "0.77"), (".07", "0.07"), (".[3]", "0.[3]")] {
        let read = |text| HeapRules::read(&mut Cursor::new(text)).unwrap();
        assert_eq!(read(short), read(long));
        assert_eq!(read(short).to_string(), read(long).to_string());
    }
    for text in [".", "77", ".."] {
        assert!(HeapRules::read(&mut Cursor::new(text)).is_err(), "{text}");
    }
}

#[test]
fn forms_of_misere_play_are_read_as_they_are_printed_elsewhere() {
    use nimfield_games::game_tree::GameTree;
    let read = |text: &str| GameTree::read_all(text).unwrap();
    for (form, own) in [
        ("*[2[2]]", "*2+*2"),
        ("*[2[32]]", "*2+*3+*2"),
        ("*[2[2]#]", "{*2+*2}"),
        ("*[2[2]1]", "{*2+*2,*}"),
        ("*[2[2[2]]]", "*2+*2+*2"),
        ("*[2#320]", "{{*2},*3,*2,0}"),
        ("*[2##]", "{{*2}}"),
        ("*[(2#1)3]", "{{{*2},*},*3}"),
        ("*[((31)2)0]", "{{{*3,*},*2},0}"),
        ("*[(2#1)[2]]", "{{*2},*}+*2"),
        // Brackets apart from what stands before them list options.
        ("*[2,[3,1]]", "{*2,{*3,*}}"),
        ("*[[4,2],12]", "{{*4,*2},*12}"),
        ("*[(*2+*2),1]", "{*2+*2,*}"),
    ] {
        assert_eq!(read(form), read(own), "{form}");
    }
}

/// A condition is tested for every size and every first coin: for coin n of this game n (n + 1) / 2 + 1 times, at most
/// 2^22 times in all.
#[test]
fn coins_with_too_many_sets_to_ask_conditions_of_are_refused() {
    let game = "coins from 0\nturn any where first = 0\n";
    let file = RuleFile::read("@one.game", game).unwrap();
    let read = |coin: u64| file.position(&mut Cursor::new(&format!("[{coin}]")));
    for (coin, reads) in [(2894, true), (2895, true), (2896, false)] {
        let read = read(coin);
        assert_eq!(read.is_ok(), reads, "{coin}: {read:?}");
    }
    let error = read(1 << 20).unwrap_err().to_string();
    assert!(
        error.contains("too many sets to test their conditions"),
        "{error}"
    );
    // Where a size has one first coin, or few sizes are allowed, all coins have a place.
    for line in [
        "turn any neighbours where first > 3",
        "turn 4 symmetric where first = 0",
    ] {
        let file = RuleFile::read("@one.game", &format!("coins from 0\n{line}\n")).unwrap();
        assert!(
            file.position(&mut Cursor::new("[1048576]")).is_ok(),
            "{line}"
        );
    }
}

/// The moves to a value, which are found axis by axis, against all moves.
#[test]
fn moves_of_products_to_a_value_are_those_of_the_rules() {
    use nimfield_core::budget::Budget;
    use nimfield_core::game::{Rules as _, Search as _, Theory as _};
    use nimfield_core::words::{Grundy, Play};
    let heads: Vec<(u64, u64)> = vec![(1, 1), (2, 3), (3, 2), (4, 4), (1, 5)];
    for lines in [
        "coins from 1\nturn 1..2\n",
        "coins from 1\nturn 1..2\nproduct\ncoins from 1\nturn any neighbours\n",
        "coins from 1\nturn 1..3\nproduct\ncoins from 1\nturn 1..2\n",
        // Some sets are worth 0.
        "coins from 1\nturn 2\nproduct\ncoins from 1\nturn 2\n",
        "coins from 1\nturn 1\nturn 1..2\nproduct\ncoins from 1\nturn 1..3 spaced\n",
    ] {
        let file = file(lines).unwrap();
        for chosen in 0..1usize << heads.len() {
            let shown = heads.iter().enumerate();
            let shown = shown.filter(|(at, _)| chosen >> at & 1 == 1);
            let places: Vec<String> = match lines.contains("product") {
                true => shown.map(|(_, (x, y))| format!("({x},{y})")).collect(),
                false => shown.map(|(at, _)| (at + 1).to_string()).collect(),
            };
            let body = format!("[{}]", places.join(" "));
            let position = file.position(&mut Cursor::new(&body)).unwrap();
            let RulePosition::Coins(row) = position else {
                panic!("coins")
            };
            assert!(row.candidates_are_exact());
            assert_eq!(row.move_count(), row.moves().count() as u128);
            let value = |row: &nimfield_rules::CoinRow| row.value().unwrap().value;
            for target in 0..10u128 {
                let target = Grundy::from(target);
                let found = row.candidates(Play::Normal, target.clone(), &Budget::unlimited());
                let mut found: Vec<String> =
                    found.unwrap().iter().map(ToString::to_string).collect();
                let all = row
                    .moves()
                    .filter(|mv| value(&row.play(mv).unwrap()) == target);
                let mut all: Vec<String> = all.map(|mv| mv.to_string()).collect();
                // No move leaves the value as it is.
                assert!(target != value(&row) || all.is_empty(), "{lines}{body}");
                found.sort_unstable();
                all.sort_unstable();
                assert_eq!(found, all, "{lines}{body} to {target}");
            }
        }
    }
}

/// The lines that an error shows.
fn shown(error: &NotationError) -> Vec<String> {
    let lines = error.help.lines();
    let lines = lines.filter_map(|line| {
        line.split_once(" that work: ")
            .or_else(|| line.split_once(" that works: "))
    });
    let lines = lines.flat_map(|(_, lines)| lines.split('`').skip(1).step_by(2));
    lines.map(str::to_string).collect()
}

/// Returns the text with another line in place of the one at fault.
fn with_line(text: &str, error: &NotationError, by: &str) -> String {
    let number = error.text[..error.span.start].matches('\n').count();
    let lines = text.lines().enumerate();
    let lines = lines.map(|(at, line)| if at == number { by } else { line });
    lines.collect::<Vec<_>>().join("\n")
}

/// Each text has one faulty line; with any line that the error shows instead, it is a file. After it stands a part of
/// the message.
#[test]
fn lines_that_errors_show_work_in_place_of_the_faulty_line() {
    let mut faults = Vec::new();
    for (text, said) in [
        // A line of another family, an unknown word, and an error, in each family.
        (
            "piles 2\nmove same any from each\ntake 1..3\n",
            "not a line of",
        ),
        (
            "piles 2\nmove same any from each\nremove row\n",
            "not a line of",
        ),
        ("piles 2\nmove same any from each\nscore total\n", "scores"),
        (
            "piles 2\nmove same any from each\nmeasure x\n",
            "expected a weight",
        ),
        (
            "piles 1\nmove same any from each\nmeasure 0\n",
            "a weight must be",
        ),
        (
            "piles 3\nmove same any from each\nkeep p4 > 2\n",
            "unknown pile",
        ),
        ("piles 1\nmove same any from each\nends where\n", "expected"),
        ("piles 1\nmove any from pairs\n", "cannot form such a set"),
        (
            "piles 3 x\nmove same any from each\n",
            "expected a number of piles",
        ),
        (
            "piles 2\nmove same any from each\nlimit 2*lats\n",
            "unknown letter",
        ),
        ("piles 2\nmove vector 1,-2 from pairs\n", "no weights help"),
        (
            "piles 2\nmove same any from each\nexample 3,4\n",
            "in brackets",
        ),
        (
            "piles 2 x 2\nmove same any from rows\nexample [\n",
            "`]` is missing",
        ),
        (
            "piles on edges a-b b-c\nmove same any from each\nexample 3\n",
            "in brackets",
        ),
        ("board rect 3 3\nline a1-a4\ntake 1\n", "not on the board"),
        (
            "board rect 3 3\nlines rows\ntake 1\nholes foo\n",
            "expected `break`",
        ),
        (
            "board rect 3 3\nlines rows\ntake 1\nmvoe 3\n",
            "unknown keyword",
        ),
        (
            "board rect 3 3\nlines rows\ntake 1\nexample 3\n",
            "in brackets",
        ),
        ("board any\nplace domino\n", "expected a tile"),
        ("board any\nplace 1x2\nexample 3\n", "in brackets"),
        ("board any\nplace 1x2\nflip 3\n", "unknown keyword"),
        (
            "graph a-b b-c\nplace cell forbids king\n",
            "forbids its `neighbours`",
        ),
        ("graph any\nplace cell\nexample 3\n", "in brackets"),
        ("partition\nremove rows\n", "expected the end"),
        ("partition\nremove row\nclose up\n", "expected `join`"),
        (
            "partition\nremove row\nmove any from each\n",
            "not a line of",
        ),
        ("partition\npiece step 2,x\n", "expected a step"),
        ("partition\nremove corner\nexample 3\n", "in brackets"),
        ("coins 0\nturn 1..2\n", "expected `from`"),
        ("coins from 1\nturn 1..2\nflip 3\n", "unknown keyword"),
        ("coins from 1\nturn one\n", "expected an amount"),
        ("coins from 1\nturn 1..2\nexample 3\n", "in brackets"),
        (
            "coins from 0\nturn 1\nproduct of\ncoins from 0\nturn 2\n",
            "expected the end",
        ),
        ("code 0.77 or so\n", "expected the end"),
        ("code 0.77\nmvoe 3\n", "unknown keyword"),
        ("code 0.77\nexample 3\n", "in brackets"),
        ("poset any\npoison last\n", "unknown element `last`"),
        ("poset a<b\npoison b2\n", "unknown element `b2`"),
        ("poset any\npoison first\ntake 3\n", "not a line of"),
        ("poset a<b a<c\nexample 3\n", "in brackets"),
        ("rectangle\ncut row\n", "expected `rows`"),
        ("rectangle\nremove corner\n", "expected `row`"),
        ("rectangle\ncut rows\nbite 3\n", "unknown keyword"),
        ("rectangle\npoison\nremove cross\n", "can only be cut"),
        ("rectangle\npoison\ncut lines\nexample 3\n", "in brackets"),
        (
            "param k 1..3\npiles 2\nmove same 1..k from each\nplay miser\n",
            "expected `normal`",
        ),
        (
            "param k 1..3\npiles 2\nmove same 1..k from each\nexample 3\n",
            "in brackets",
        ),
    ] {
        let error = RuleFile::read("@my.game", text).expect_err(text);
        let shown = shown(&error);
        let mut wrong = shown
            .iter()
            .filter(|line| RuleFile::read("@my.game", &with_line(text, &error, line)).is_err());
        let examples = shown
            .iter()
            .filter(|line| line.starts_with("example "))
            .count();
        let good = error.message.contains(said)
            && !shown.is_empty()
            && wrong.next().is_none()
            && (!text.contains("example") || examples == 3);
        if !good {
            faults.push(format!("{text}\n{error}"));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n\n"));
}

/// A missing line is shown as one to add.
#[test]
fn missing_lines_are_shown_as_lines_to_add() {
    for text in [
        "piles 2\n",
        "move same any from each\n",
        "piles 2\nmove same any from each\nfirst any\n",
        "partition\n",
        "coins from 0\n",
        "turn 1..2\n",
        "rectangle\n",
        "lines rows\ntake 1\n",
        "piles 5\nmove vector 1,-2 from 1,2\n",
    ] {
        let error = RuleFile::read("@my.game", text).expect_err(text);
        for line in shown(&error) {
            let read = RuleFile::read("@my.game", &format!("{text}{line}\n"));
            assert!(read.is_ok(), "{text}\n{error}\n{line}");
        }
    }
}

/// The message, the text under the caret, and a part of the help of an error.
#[test]
fn errors_name_the_mistake_and_its_remedy() {
    let piles = "piles 2\nmove same any from each";
    for (text, message, caret, help) in [
        ("name X\n", "no line of rules", "", "rules begin with"),
        ("name: X\n", "without a colon", "name:", "rules begin with"),
        (
            "piles 2 # two\nmove same any from each\n",
            "found `#`",
            "#",
            "a line of its own",
        ),
        (
            "piles 2 move same any from each\n",
            "one statement per line",
            "move",
            "new line before `move`",
        ),
        (
            &format!("{piles} if k < 2\n"),
            "found `if`",
            "if",
            "begins with `where`",
        ),
        (
            &format!("{piles} where k <= 2 && k > 1\n"),
            "found `&`",
            "&",
            "joined by `and`",
        ),
        (
            &format!("{piles} where k is even\n"),
            "found `is`",
            "is",
            "`even(k)`",
        ),
        (
            "piles 2\nmove same one from each\n",
            "expected an amount, found `one`",
            "one",
            "`1..3`",
        ),
        (
            "piles 2\nmove same at most 3 from each\n",
            "found `at`",
            "at",
            "`1..3`",
        ),
        (
            "piles 2\nmove same up to 3 from each\n",
            "found `up`",
            "up",
            "`any`",
        ),
        (
            "piles two\nmove same any from each\n",
            "expected a number of piles",
            "two",
            "`any`",
        ),
        (
            "piles 3..2\nmove same any from each\n",
            "2 is less than 3",
            "2",
            "a range",
        ),
        (
            "piles 2\nmove same 0 from each\n",
            "an amount must be at least 1",
            "0",
            "`1..3`",
        ),
        (
            &format!("{piles}\nfirst any\n"),
            "needs a line `limit`",
            "first any",
            "add one of three lines",
        ),
        (
            &format!("{piles}\nexample [3,4 N\n"),
            "`]` is missing",
            "[3,4 N",
            "in brackets",
        ),
        (
            &format!("{piles}\nexample [3,4 N, [1,1] P\n"),
            "`]` is missing",
            "[3,4 N, [1,1] P",
            "",
        ),
        (
            &format!("{piles}\nexample [1,2] N and [1,1] P\n"),
            "found `and`",
            "and",
            "commas",
        ),
        // The first faulty line is the one that is reported.
        (
            "piles two\nmove same any from each\nexample 3\n",
            "a number of piles",
            "two",
            "",
        ),
        (
            "piles 2\nmove same any form each\nhello\n",
            "expected `from`",
            "form",
            "",
        ),
        (
            "hello\npiles two\nmove same any from each\n",
            "unknown keyword",
            "hello",
            "",
        ),
        (
            "param k\npiles 2\nmove same 1..k from each\n",
            "the least value",
            "",
            "from 0 to",
        ),
        ("board rekt 3 3\nexample 3\n", "unknown board", "rekt", ""),
    ] {
        let error = RuleFile::read("@my.game", text).expect_err(text);
        assert!(error.message.contains(message), "{error}");
        assert_eq!(&error.text[error.span.clone()], caret, "{error}");
        assert!(error.help.contains(help), "{error}");
    }
    // What errors propose can be read.
    file(&format!(
        "{piles} where k <= 2 and k > 1 and even(k) and k ≠ 3\n"
    ))
    .unwrap();
    file(&format!("\u{feff}{piles}\n")).unwrap();
}
