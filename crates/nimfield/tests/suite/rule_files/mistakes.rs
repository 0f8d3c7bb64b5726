//! Mistakes in rule files: each is found at its place, with a message about what is valid.

use nimfield_rules::RuleFile;

/// Texts with a mistake, its line, and a part of the message.
const MISTAKES: [(&str, usize, &str); 147] = [
    ("", 1, "the file has no line of rules"),
    ("name Alone\n", 1, "the file has no line of rules"),
    ("piles 2\nmove vector k,-l from pairs\n", 2, "may never end"),
    (
        "piles 2\nmove vector k,-k from pairs where k > 1\n",
        2,
        "k = 2 with piles",
    ),
    (
        "piles 2\nmove vector k,-m from pairs where m < k\n",
        2,
        "uses `m`",
    ),
    (
        "piles 2\nmove vector k,-l,1 from pairs where l < k\n",
        2,
        "the vector has 3 entries",
    ),
    (
        "piles 2\nmeasure 2,1\nmove vector k,-l from pairs where l < k\n",
        3,
        "does not always reduce the measure: k = 2, l = 1",
    ),
    (
        "piles 1\nmove same any from each\nlimit at least last\nfirst any but all\n",
        4,
        "`first any but all` and `limit at least` exclude each other",
    ),
    (
        "piles 3\nmove same 1 from each put 2k on pile 4\n",
        2,
        "unknown pile 4",
    ),
    (
        "piles 3\nmove any from pairs put 1 on pile 3\n",
        2,
        "`put` needs `same AMOUNTS`",
    ),
    (
        "piles 3\nmove same any from subsets 1..2 put 1 on pile 3\n",
        2,
        "`put` needs `same AMOUNTS`",
    ),
    (
        "piles 3\nmove same any from each put y on pile 3\n",
        2,
        "uses `y`",
    ),
    (
        "piles 2\nmove vector 1,-y from 1,2\n",
        2,
        "does not always reduce the sum of the piles: with piles [1, 1]",
    ),
    (
        "piles 3\nmove vector 1,-y from 1,2\nmeasure 1000000,1,1\n",
        2,
        "does not always reduce the measure: with piles [1, 1099511627776]",
    ),
    (
        "piles any\nmove same 1,2 from each put 1 on pile 3\n",
        2,
        "does not always reduce the sum of the piles: k = 1 with piles [1, 0]",
    ),
    (
        "piles 1\nmove same any from each\nfirst any\n",
        3,
        "`first` needs a line `limit`",
    ),
    (
        "piles 1\nmove same any from each\nlimit 2*lats\n",
        3,
        "unknown letter",
    ),
    (
        "piles 1\nmove same any from each\nlimit last\nfirst\n",
        4,
        "expected an amount",
    ),
    (
        "piles 1\nmove same any from each\nlimit last\nblock 1\n",
        4,
        "have no `limit`",
    ),
    ("pilse 2\n", 1, "did you mean `piles`?"),
    ("piles 2\n", 1, "a line `move` is missing"),
    (
        "piles\nmove same any from each\n",
        1,
        "expected a number of piles",
    ),
    (
        "piles 0\nmove same any from each\n",
        1,
        "between 1 and 4096, not 0",
    ),
    (
        "piles 5..2\nmove same any from each\n",
        1,
        "2 is less than 5",
    ),
    (
        "piles 2 x 2 ring\nmove same any from each\n",
        1,
        "a grid has no ring",
    ),
    (
        "piles 2\npiles 3\nmove same any from each\n",
        2,
        "`piles` occurs twice",
    ),
    ("piles 2\nmove same any\n", 2, "expected `from`"),
    (
        "name: nim\npiles 2\nmove same any from each\n",
        1,
        "the word `name` is written without a colon",
    ),
    (
        "piles 2\nmove: same any from each\n",
        2,
        "the word `move` is written without a colon",
    ),
    (
        "piles 2\nmove same 1-3 from each\n",
        2,
        "a range is written `1..3`",
    ),
    (
        "piles 2\nmove same any from each\nkeep p1 > 0\nkeep p2 > 0\n",
        4,
        "`keep` occurs twice: join the conditions by `and`",
    ),
    (
        "piles 2\nmove same any from each\nblock\n",
        3,
        "expected the number of options",
    ),
    (
        "piles 2\nmove same any from each\nblock 65\n",
        3,
        "between 0 and 64, not 65",
    ),
    (
        "piles 2\nmove same any from each\nblock 1\nblock 1\n",
        4,
        "`block` occurs twice",
    ),
    (
        "piles 2\nmove same any from each\nends p1 = 1\n",
        3,
        "expected `where`",
    ),
    (
        "piles 2\nmove same any from each\nends where p3 = 1\n",
        3,
        "unknown pile p3; the game has 2 piles",
    ),
    (
        "piles 2\nmove same any from each\nends where total = 1\n",
        3,
        "unknown letter or function `total`",
    ),
    (
        "piles 2\nleft move same any from each\nright move same 1 from each\nblock 1\n",
        4,
        "belong to both players",
    ),
    (
        "piles 2\nmove vector 2,-1 from pairs\nends won where p1 = 1\n",
        3,
        "only take",
    ),
    ("piles 2\nmove same any form each\n", 2, "expected `from`"),
    ("piles 2\nmove any from\n", 2, "expected a set of piles"),
    (
        "piles 2\nmove same from each\n",
        2,
        "expected an amount, found `from`",
    ),
    (
        "piles 2\nmove take 1 from each\n",
        2,
        "expected `same`, `any` or `vector`",
    ),
    (
        "piles 2\nmove same 0 from each\n",
        2,
        "at least 1 and below 2^62, not 0",
    ),
    (
        "piles 2\nmove same 3..1 from each\n",
        2,
        "the range is empty",
    ),
    (
        "piles 2\nmove same powers of 1 from each\n",
        2,
        "the base must be at least 2",
    ),
    (
        "piles 2\nmove same all but 1..any from each\n",
        2,
        "too many amounts are left out",
    ),
    (
        "piles 2\nmove same any from rows\n",
        2,
        "rows and columns need a grid",
    ),
    (
        "piles 2\nmove same any from 1,1\n",
        2,
        "pile 1 occurs twice",
    ),
    (
        "piles 2\nmove same any from each where k <\n",
        2,
        "expected a number, a letter or `(`",
    ),
    (
        "piles 2\nmove same any from each where q = 1\n",
        2,
        "unknown letter or function `q`",
    ),
    (
        "piles 2\nmove same any from each where (k = 1\n",
        2,
        "expected `)`",
    ),
    (
        "piles 2\nmove same any from each twice\n",
        2,
        "expected the end",
    ),
    (
        "piles 2\nmove vector 0,0 from pairs\n",
        2,
        "this vector takes nothing from any pile",
    ),
    (
        "piles 2\nmove vector 1,-1 from pairs\n",
        2,
        "the game may never end",
    ),
    (
        "piles 2\nmeasure 1,1\nmove vector 1,-2 from pairs\n",
        3,
        "does not reduce the measure",
    ),
    (
        "piles any\nmeasure 1\nmove vector 1,-2 from pairs\n",
        1,
        "a fixed number of piles",
    ),
    (
        "piles 2\nkeep sort\nmove same any from each\n",
        2,
        "unknown letter or function `sort`",
    ),
    (
        "piles 2\nleft keep sorted\nmove same any from each\n",
        2,
        "`keep` belongs to both players in a game on piles",
    ),
    (
        "piles 2\nturn 1..2\nmove same any from each\n",
        2,
        "`turn` is not a line of a game on piles",
    ),
    (
        "param\npiles 2\nmove same any from each\n",
        1,
        "expected the name of a parameter",
    ),
    (
        "param k 5\npiles 2\nmove same 1..k from each\n",
        1,
        "expected `..`",
    ),
    (
        "param k 5..1\npiles 2\nmove same 1..k from each\n",
        1,
        "1 is less than 5",
    ),
    (
        "param k 1..3\nparam k 1..3\npiles 2\nmove same 1..k from each\n",
        2,
        "occurs twice",
    ),
    (
        "piles 2\nplay miser\nmove same any from each\n",
        2,
        "expected `normal` or `misere`",
    ),
    (
        "piles 2\nplay normal\nplay misere\nmove same any from each\n",
        3,
        "`play` occurs twice",
    ),
    (
        "piles 2\nmove same any from each\nexample 3,4 N\n",
        3,
        "expected a position in brackets",
    ),
    (
        "piles 2\nmove same any from each\nexample [3,4] X\n",
        3,
        "expected an outcome",
    ),
    ("partition\n", 1, "a line `remove` or `piece` is missing"),
    ("partition\npiece\n", 2, "expected how a piece moves"),
    (
        "partition\npiece step 2,-1 and slide -4,2\n",
        1,
        "on a large diagram the piece can return to its cell",
    ),
    (
        "partition\npiece step 2,-1\nremove row\n",
        1,
        "no line may remove part of the diagram",
    ),
    (
        "board any\nmove to neighbours\n",
        2,
        "`move` is not a line of a game of placing; rule files cannot describe pieces that move among others",
    ),
    (
        "board any\nleft clobber neighbours\n",
        2,
        "`clobber` is not a line of a game of placing; rule files cannot describe pieces that move among others",
    ),
    (
        "left move same any from each\n",
        1,
        "the line `piles` is missing",
    ),
    ("piles 2\nchance\n", 2, "the nearest is `param`"),
    ("piles 2\nhidden pile 2\n", 2, "the nearest is `block`"),
    (
        "piles 2\nsimultaneous\n",
        2,
        "hidden and simultaneous moves",
    ),
    ("deck 52\ndeal 5\n", 1, "the nearest is `param`"),
    (
        "board rect 3 3\nplace cell\nwin line of 3\n",
        3,
        "rule files cannot describe scores and patterns that win",
    ),
    (
        "piles 6 ring\nsow any from each\n",
        2,
        "the nearest is `move vector k,-l`",
    ),
    ("graph any\nground a\n", 2, "the nearest is `poset`"),
    (
        "piles 2\nmove same any from each\nagain where k = 2\n",
        3,
        "after which the same player moves again",
    ),
    (
        "board any\nleft piece king\n",
        2,
        "`piece` is not a line of a game of placing; rule files cannot describe pieces that move among others",
    ),
    (
        "board any\nshoot arrow\n",
        2,
        "rule files cannot describe pieces that move among others",
    ),
    (
        "board rect 1 5\ntoads a1 b1\n",
        2,
        "rule files cannot describe pieces that move among others",
    ),
    (
        "board any\nplace cell\ncapture surrounded\n",
        3,
        "rule files cannot describe pieces that move among others",
    ),
    ("piles 2\nloop\n", 2, "because a game must end"),
    ("piles 2\ndraw full\n", 2, "because a game must end"),
    (
        "third player\n",
        1,
        "rule files cannot describe games of more than two players",
    ),
    ("code take 7..3\n", 1, "3 is not between 7 and 1000"),
    (
        "board any\nplace 1x2\nmove same any from each\n",
        3,
        "rule files cannot describe pieces that move among others on a board",
    ),
    ("board any\njump 2\n", 2, "the nearest are `piece`"),
    ("piles 2\npass\n", 2, "because a game must end"),
    (
        "players 3\n",
        1,
        "rule files cannot describe games of more than two players",
    ),
    ("piles 1\nscore 3\n", 2, "the nearest are `play misere`"),
    (
        "piles 2\nmove vector 1,2 from pairs times any\n",
        2,
        "`times` comes before `from`",
    ),
    ("piece slide 0,0\n", 1, "a step must go to another cell"),
    ("partition\nremove rows\n", 2, "expected the end"),
    (
        "partition\nremove row\nclose up\n",
        3,
        "expected `join`, `split` or `shift`",
    ),
    ("coins from 2\nturn 1\n", 1, "between 0 and 1, not 2"),
    ("turn 1..2\n", 1, "the line `coins` is missing"),
    ("code 0.7\ncode 0.77\n", 2, "`code` occurs twice"),
    ("code\n", 1, "expected a digit of a code"),
    ("code 0.77 or so\n", 1, "expected the end"),
    (
        "piles 2\ncode 0.77\n",
        1,
        "is not a line of a game by its code",
    ),
    ("board any\nplace 2\n", 2, "expected `x`"),
    (
        "board any\nplace cell forbids castle\n",
        2,
        "expected what a cell forbids",
    ),
    ("graph a-\n", 1, "expected a vertex"),
    ("rectangle\n", 1, "a line `cut` or `remove` is missing"),
    (
        "rectangle\ncut row\n",
        2,
        "expected `rows`, `columns` or `lines`",
    ),
    (
        "rectangle\nremove corner\n",
        2,
        "expected `row`, `column` or `cross`",
    ),
    (
        "rectangle\npoison\nremove cross\n",
        3,
        "a rectangle with poison can only be cut",
    ),
    ("rectangle turn\ncut rows\n", 1, "expected the end"),
    ("rectangle\ncut rows equally\n", 2, "expected the end"),
    (
        "board any\nplace cell forbids king to left\n",
        2,
        "only lines of Left or Right",
    ),
    (
        "board any\nleft place cell forbids king to\n",
        2,
        "expected `left` or `right`",
    ),
    ("graph a-b\nplace a1,b2\n", 2, "a `cell` or an `edge`"),
    (
        "graph a-b\nplace cell forbids king\n",
        2,
        "forbids its `neighbours`",
    ),
    (
        "graph any\nplace cell forbids step 1,0\n",
        2,
        "forbids its `neighbours`",
    ),
    ("graph any\ngraph a-b\n", 1, "each position gives its graph"),
    ("poset a<\n", 1, "expected the name of an element"),
    ("poset a<b<a\n", 1, "are each above the other"),
    ("poset any a<b\n", 1, "expected the end"),
    ("poset any\nposet a<b\n", 1, "exclude each other"),
    ("poset a<b\npoison c\n", 2, "unknown element `c`"),
    (
        "piles on a-b\nmove same any from each\n",
        1,
        "expected `vertices` or `edges`",
    ),
    (
        "piles on edges\nmove same any from each\n",
        1,
        "expected the edges of a graph",
    ),
    (
        "piles on edges a-b b-a\nmove same any from each\n",
        1,
        "the edge b-a occurs twice",
    ),
    (
        "piles on vertices a-b a-a\nmove same any from each\n",
        1,
        "the edge a-a joins a vertex to itself",
    ),
    (
        "piles on edges a-b\nmove same any from edges\n",
        2,
        "the piles are on the edges",
    ),
    (
        "piles 3\nmove same any from stars\n",
        2,
        "edges and stars need a graph",
    ),
    (
        "piles on edges a-b b-c\nmove same any from neighbours 2\n",
        2,
        "neighbours need a row",
    ),
    (
        "piles any\nmove same any from layers\n",
        2,
        "lines and layers need a grid",
    ),
    (
        "piles 2 x 2 x\nmove same any from each\n",
        1,
        "expected a number of piles",
    ),
    (
        "piles 2 x 2\nmeasure 1\nmove vector 1,-2 from pairs\n",
        1,
        "a fixed number of piles",
    ),
    (
        "coins from 1\ncoins from 0\nturn 1\n",
        2,
        "`coins` occurs twice; use `product` to begin another game",
    ),
    (
        "coins from 1\nturn 1\nproduct\n",
        1,
        "a line `turn` is missing",
    ),
    ("coins from 1\nturn 1\nproduct of\n", 3, "expected the end"),
    (
        "partition\nremove hook\nclose split or shift\n",
        3,
        "expected the end",
    ),
    ("board rekt 4 5\n", 1, "unknown board `rekt`"),
    (
        "board rect 4 5\ntake 0\n",
        2,
        "a move takes 1 to 64 stones, not 0",
    ),
    (
        "board rect 4 5\nlines rowz\n",
        2,
        "unknown direction `rowz`",
    ),
    (
        "board rect 4 5\nholes brake\n",
        2,
        "expected `break` or `join`",
    ),
    (
        "board rect 4 5\nline a1 a9\n",
        1,
        "cell a9 is not on the board",
    ),
    ("example\n", 1, "expected a position in brackets"),
    ("hello\n", 1, "unknown keyword `hello`"),
];

#[test]
fn each_mistake_is_found_where_it_is() {
    let mut elsewhere = Vec::new();
    for (text, line, part) in MISTAKES {
        let error = RuleFile::read("@my.game", text).expect_err(text);
        let message = error.to_string();
        if !error.message.contains(part) {
            elsewhere.push(format!("{text}expected {part}\n{message}"));
        }
        let place = format!("my.game, line {line},");
        if !error.message.starts_with(&place) {
            elsewhere.push(format!("{text}expected line {line}\n{message}"));
        }
        let (works, whole) = works(&error.help);
        if whole {
            let read = RuleFile::read("@my.game", &works.join("\n"));
            assert!(read.is_ok(), "{}", read.unwrap_err());
            continue;
        }
        for line in works {
            let added = ["is missing", "add a line", "needs a line"];
            let number = match added.iter().any(|part| message.contains(part)) {
                true => usize::MAX,
                false => error.text[..error.span.start].matches('\n').count(),
            };
            let lines = text.lines().enumerate();
            let lines = lines.map(|(at, own)| if at == number { line } else { own });
            let mut whole = lines.collect::<Vec<_>>().join("\n");
            if number == usize::MAX {
                whole += &format!("\n{line}");
            }
            // Where the file has a further mistake, it is in a later line.
            if let Err(other) = RuleFile::read("@my.game", &whole) {
                let after = other.text[..other.span.start].matches('\n').count();
                if after <= number {
                    elsewhere.push(format!("{message}\n{line}\n{other}"));
                }
            }
        }
    }
    assert!(elsewhere.is_empty(), "{}", elsewhere.join("\n\n"));
}

/// The lines that an error shows as valid, and whether they are a file.
fn works(help: &str) -> (Vec<&str>, bool) {
    let mut lines = help.lines();
    let found = lines.find_map(|line| {
        let whole = line.strip_prefix("these lines are a file: ");
        let works = line
            .split_once(" that work: ")
            .or_else(|| line.split_once(" that works: "));
        whole
            .map(|lines| (lines, true))
            .or(works.map(|(_, lines)| (lines, false)))
    });
    let (lines, whole) = found.unwrap_or_default();
    (lines.split('`').skip(1).step_by(2).collect(), whole)
}

/// Examples that errors and `--check` propose are positions of the file with their outcomes.
#[test]
fn proposed_examples_are_true() {
    for text in [
        "piles 2\nmove same any from each\n",
        "piles 2 x 2\nmove same any from rows and columns\nplay misere\n",
        "piles 2\nleft move same any from each\nright move same 1 from each\n",
        "piles 1\nmove same any from each\nlimit 2*last\nfirst any but all\n",
        "piles 2\nmove same any from each\nblock 1\n",
        "piles 2\nmove same any from each and all\nblock 2\nplay misere\n",
        "piles 2\nmove same any from each\nends where p1 + p2 <= 3\n",
        "piles 2\nmove same any from each\nends where p1 = 2\nplay misere\n",
        "piles 2\nmove same any from each\nends won where p1 = p2\n",
        "piles 2\nmove same any from each\nends won where p1 = 1\nblock 1\nplay misere\n",
        "param k 2..5\npiles 3\nmove same 1..k from each\n",
        "board rect 2 3\nlines rows columns\ntake any contiguous\n",
        "board any\nleft place 1x2 fixed\nright place 2x1 fixed\n",
        "board rect 2 2\nplace cell forbids neighbours\n",
        "graph any\n",
        "partition\nremove row and column\n",
        "partition\npiece step -2,1 and step 1,-2\n",
        "coins from 0\nturn 1..2\nproduct\ncoins from 1\nturn any neighbours\n",
        "code 0.77\nplay misere\n",
        "poset any\npoison first\n",
        "poset a<b<c a<d\n",
        "rectangle\nleft cut rows\nright cut columns equal\n",
        "rectangle\npoison\ncut lines\n",
    ] {
        let lines = RuleFile::read("@my.game", text)
            .expect(text)
            .example_lines();
        assert!(lines.len() >= 2, "{text}{lines:?}");
        let file =
            RuleFile::read("@my.game", &format!("{text}{}\n", lines.join("\n"))).expect(text);
        let budget = nimfield::Budget::unlimited();
        for example in nimfield::check_examples(&file, &budget).expect(text) {
            assert_eq!(example.fault, None, "{text}{}", example.position);
        }
    }
}

/// Bodies and parameters with a mistake.
#[test]
fn mistakes_in_positions_are_found() {
    let text = "param k 1..5\npiles 2\nmove same 1..k from each\n";
    let load = |name: &str| match name {
        "my.game" => Ok(text.to_string()),
        "box.game" => Ok("piles 2 x any x any\nmove same any from lines\n".to_string()),
        "tree.game" => Ok("piles on edges a-b a-c a-d\nmove any from stars\n".to_string()),
        "knight.game" => Ok("partition\npiece step -2,1 and step 1,-2\n".to_string()),
        "two.game" => Ok("coins from 1\nturn any\nproduct\ncoins from 1\nturn any\n".to_string()),
        _ => Err(format!("there is no file {name}")),
    };
    let games = nimfield::Games::builtin();
    for (position, part) in [
        ("@my.game[3,4]", "a value for `k` is missing"),
        ("@my.game(6)[3,4]", "6 is not between 1 and 5"),
        ("@my.game(j=2)[3,4]", "unknown parameter `j`"),
        ("@my.game(2,3)[3,4]", "takes 1 parameter, not more"),
        ("@my.game(k=2,k=3)[3,4]", "`k` occurs twice"),
        ("@my.game(2)[3]", "expected 2 piles, found 1"),
        ("@my.game(2)[3;4]", "one row"),
        ("@my.game(2)[3,x]", "expected a pile"),
        ("@my.game(2)[3,4", "expected `]`"),
        ("@box.game[1 2; 3 4 / 5 6]", "different numbers of rows"),
        (
            "@box.game[1 2; 3 4 // 5 6; 7 8]",
            "but this mark needs more",
        ),
        (
            "@box.game[1 2; 3]",
            "the first row has 2 piles, but row 2 has 1",
        ),
        ("@box.game[1 2; 3 4]", "expected 2 layers, found 1"),
        ("@tree.game[1,2]", "expected 3 piles, found 2"),
        ("@two.game[(1,2) (1,2)]", "coin 1,2 occurs twice"),
        ("@two.game[(1,2,3)]", "expected `)`"),
        ("@two.game[(0,2)]", "not between 1"),
        ("@two.game[(1000000,1000000)]", "could turn more than"),
        ("@my.game(2)", "expected `[`"),
        ("@knight.game[3,2 at c2]", "cell c2 is not in the diagram"),
        ("@knight.game[3,2 at a1-a2]", "a piece is on a single cell"),
        (
            "@knight.game[256 at b1]",
            "at most 255 rows and 255 columns",
        ),
    ] {
        let error = games
            .reader()
            .files(load)
            .read(position)
            .expect_err(position);
        assert!(error.message.contains(part), "{position}\n{error}");
    }
}
