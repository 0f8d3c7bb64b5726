//! The bodies of the fuzz targets with a limited number of random texts, for every run of the tests.

use crate::fuzz_bodies;
use proptest::prelude::*;

/// Numbers of all sizes, often small ones.
fn number() -> impl Strategy<Value = String> {
    prop_oneof![
        6 => (0..6u8).prop_map(|n| n.to_string()),
        2 => (0..200u8).prop_map(|n| n.to_string()),
        1 => any::<u128>().prop_map(|n| n.to_string()),
        1 => prop::sample::select(vec![
            "340282366920938463463374607431768211455",
            "340282366920938463463374607431768211456",
            "18446744073709551616", "inf", "∞", "-1", "007", "w", "",
        ]).prop_map(str::to_string),
    ]
}

fn row() -> impl Strategy<Value = String> {
    prop::collection::vec(number(), 1..4).prop_map(|numbers| numbers.join(" "))
}

/// A text similar to a component.
fn component() -> impl Strategy<Value = String> {
    let rows = || prop::collection::vec(row(), 1..4).prop_map(|rows| rows.join("; "));
    let lines = || prop::collection::vec(row(), 1..4).prop_map(|rows| rows.join(" \n"));
    let points = prop::collection::vec((number(), number()), 1..4).prop_map(|points| {
        let points: Vec<String> = points.iter().map(|(x, y)| format!("({x},{y})")).collect();
        points.join(" ")
    });
    let sides = prop::collection::vec((number(), number()), 1..3).prop_map(|sides| {
        let sides: Vec<String> = sides.iter().map(|(x, y)| format!("{x}x{y}")).collect();
        sides.join(", ")
    });
    let picture = prop::collection::vec("[1xo#0.\\-_]{1,4}", 1..5).prop_map(|rows| rows.join("/"));
    let boards = prop::sample::select(vec![
        "lines",
        "lines(max=2)",
        "lines(min=2,any)",
        "Tactix",
        "efr",
        "nimbi",
        "triangle",
        "lines(max=0)",
    ]);
    let boards = (boards, picture).prop_map(|(name, picture)| format!("{name}[{picture}]"));
    let full = (number(), number()).prop_map(|(rows, columns)| format!("tactix[{rows}x{columns}]"));
    let parts = || {
        let term = (number(), prop::option::weighted(0.3, number()));
        let term = term.prop_map(|(part, count)| match count {
            Some(count) => format!("{part}^{count}"),
            None => part,
        });
        prop::collection::vec(term, 0..5).prop_map(|terms| terms.join(","))
    };
    let names = vec![
        "pnim",
        "rnim",
        "lctr",
        "Downright",
        "rook",
        "queen",
        "king",
        "bishop",
        "knight",
        "pawn",
        "crim",
        "cris",
        "sato",
        "welter",
    ];
    let diagram =
        (prop::sample::select(names), parts(), parts()).prop_map(|(name, body, more)| match name {
            "cris" => format!("cris[{body}; {more}]"),
            _ => format!("{name}[{body}]"),
        });
    prop_oneof![
        boards,
        full,
        number().prop_map(|side| format!("triangle[{side}]")),
        diagram,
        row().prop_map(|body| format!("nim[{body}]")),
        (number(), number()).prop_map(|(a, b)| format!("Wythoff[{a},{b}]")),
        rows().prop_map(|body| format!("matrix⟦{body}⟧")),
        rows().prop_map(|body| format!("holladay[{body}]")),
        lines().prop_map(|body| format!("matrix[{body}\n]")),
        points.prop_map(|body| format!("lattice⟨{body}⟩")),
        sides.prop_map(|body| format!("schrage[{body}]")),
        number().prop_map(|size| format!("*{size}")),
    ]
}

fn position() -> impl Strategy<Value = String> {
    prop_oneof![
        component(),
        prop::collection::vec(component(), 1..4).prop_map(|parts| parts.join(" + ")),
    ]
}

/// A text similar to a board file.
fn board_file() -> impl Strategy<Value = String> {
    let pick = |words: &[&'static str]| prop::sample::select(words.to_vec());
    let line = prop_oneof![
        4 => (
            pick(&["rect", "tri", "hex", "map", "cells"]),
            number(),
            number(),
            pick(&["", "minus corners", "minus a1", "a1-c3", "\n o.o\n ooo\n", "tri"]),
        )
            .prop_map(|(kind, a, b, rest)| format!("board {kind} {a} {b} {rest}")),
        2 => (pick(&["rect 3 3", "rect 1 9", "tri 4", "hex 2", "map\n  oo\n  .o", "cells a1-c3 b1"]))
            .prop_map(|board| format!("board {board}")),
        1 => pick(&["lines rows", "lines q r s", "lines diag anti rows", "line a1-a3", "line a1,c2"])
            .prop_map(str::to_string),
        1 => (number(), number(), pick(&["contiguous", "subset", "whole", ""]))
            .prop_map(|(min, max, pick)| format!("take {min}..{max} {pick}")),
        1 => pick(&["take any", "take 2 subset", "holes join", "holes break", "play misere", "# no"])
            .prop_map(str::to_string),
    ];
    prop::collection::vec(line, 1..5).prop_map(|lines| lines.join("\n"))
}

/// The rule files that are seeds: those of the shelf and of the manual, and short ones with the other words.
fn rule_files() -> Vec<&'static str> {
    let games = nimfield_rules::shelf::games();
    let mut texts: Vec<&'static str> = games.map(|game| game.text()).collect();
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    for folder in ["docs/src/rule-files.in", "fuzz/rules"] {
        for file in std::fs::read_dir(root.join(folder)).expect("a folder of games") {
            let text = std::fs::read_to_string(file.unwrap().path()).unwrap();
            texts.push(Box::leak(text.into_boxed_str()));
        }
    }
    texts
}

/// `fuzz/run` cuts seeds of rule files after this many bytes, without the lines that do not concern the moves.
#[test]
fn every_word_of_the_language_is_in_a_seed() {
    const LONGEST: usize = 256;
    let said = |line: &&str| {
        !["name", "about", "source", "example"]
            .iter()
            .any(|word| line.starts_with(word))
    };
    let mut seeds: Vec<String> = Vec::new();
    for text in rule_files() {
        let lines: Vec<&str> = text.lines().filter(said).collect();
        let seed = lines.join("\n");
        assert!(seed.len() <= LONGEST, "{seed}");
        // Several blanks, used for columns, count as one.
        seeds.push(
            lines
                .iter()
                .map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ") + "\n")
                .collect(),
        );
    }
    let error = nimfield_rules::RuleFile::read("@my.game", "hello\n").unwrap_err();
    let families = error.help.lines().next().unwrap().split("; ");
    // Files for stones on a board have a separate target.
    let families =
        families.filter(|family| family.starts_with("for ") && !family.contains("stones"));
    let words = families.flat_map(|family| family.split_once(" with ").unwrap().1.split(", "));
    let words = words.filter(|word| !word.starts_with("also "));
    let words = words.map(|word| word.split(" or ").next().unwrap());
    let more = [
        "block 1",
        "ends where",
        "ends won where",
        "limit 2*last",
        "first any but all",
        "put 1 on pile",
        "vector k,-",
        "vector x-l,l",
        "remove corners",
        "remove neighbouring corners",
        "remove outer corners",
        "remove anticorner",
        "end of row",
        "end of column",
        "piece step -2,1",
        "piece step 2,1",
        "forbids neighbours to left",
        "forbids neighbours to right",
        "place edge",
        "graph any",
        "cut columns equal",
        "rectangle turned",
        "product acrostic",
        "code take 1,3..5",
        "code .7=",
        "param k",
    ];
    for word in words.chain(more) {
        assert!(
            seeds.iter().any(|seed| seed.contains(word)),
            "no seed has `{word}`"
        );
    }
}

/// A text similar to a rule file: a few lines from the seeds, or from one game.
fn rule_file() -> impl Strategy<Value = String> {
    let text = prop::sample::select(rule_files());
    // Descriptions and sources in a line are not needed here.
    let said = |line: &&str| {
        !["name", "about", "source", "example"]
            .iter()
            .any(|word| line.starts_with(word))
    };
    let own = move |text: &str| {
        text.lines()
            .filter(said)
            .map(str::to_string)
            .collect::<Vec<_>>()
    };
    let one = text.clone().prop_map(own);
    let mixed = prop::collection::vec((text, any::<prop::sample::Index>()), 1..5);
    let mixed = mixed.prop_map(move |lines| {
        let line = |(text, at): (&str, prop::sample::Index)| at.get(&own(text)).clone();
        lines.into_iter().map(line).collect()
    });
    prop_oneof![one, mixed].prop_map(|lines| lines.join("\n"))
}

/// A text similar to a move.
fn mv() -> impl Strategy<Value = String> {
    let bare = prop_oneof![
        (number(), number()).prop_map(|(i, k)| format!("heap {i} by {k}")),
        number().prop_map(|k| format!("both by {k}")),
        (number(), row()).prop_map(|(i, k)| format!("row {i} by {k}")),
        (number(), number()).prop_map(|(i, k)| format!("column {i} by {k}")),
        (row(), row()).prop_map(|(a, b)| format!("take {a}; {b}")),
        row().prop_map(|sizes| format!("rows {sizes}")),
        (number(), number()).prop_map(|(part, count)| format!("columns {part}^{count}")),
        (number(), number()).prop_map(|(side, to)| format!("side {side} to {to}")),
        (number(), number()).prop_map(|(down, right)| format!("down {down} right {right}")),
        (number(), number()).prop_map(|(row, column)| format!("hook ({row},{column})")),
        (number(), number()).prop_map(|(piece, row)| format!("piece {piece} row {row}")),
        (number(), number()).prop_map(|(from, to)| format!("{from} to {to}")),
        prop::sample::select(vec![
            "row", "column", "row 1", "column 2", "right 1", "down 2"
        ])
        .prop_map(str::to_string),
        prop::collection::vec(number(), 4)
            .prop_map(|n| format!("({},{}) to ({},{})", n[0], n[1], n[2], n[3])),
        "[a-e][0-6]",
        "[a-d][1-4]-[a-d][1-4]",
        "[a-d][1-4](,[a-d][1-4]){1,3}",
        (1..5u8, 1..5u8, 1..5u8)
            .prop_map(|(m, a, b)| format!("{m}x{} into {m}x{a}+{m}x{b}", a + b)),
    ];
    (prop::option::of(0..4u8), bare).prop_map(|(component, mv)| match component {
        Some(component) => format!("{component}: {mv}"),
        None => mv,
    })
}

/// The text with some characters replaced, dropped or put in.
fn damaged(text: impl Strategy<Value = String>) -> impl Strategy<Value = String> {
    let characters = "[](){}⟦⟧⟨⟩;,+-−*/ \n\r\t\0xwωinfn05٣é∞🂡@_#ab=.";
    let characters: Vec<char> = characters.chars().collect();
    let change = (
        any::<prop::sample::Index>(),
        0..3u8,
        prop::sample::select(characters),
    );
    (text, prop::collection::vec(change, 0..4)).prop_map(|(text, changes)| {
        let mut text: Vec<char> = text.chars().collect();
        for (at, how, character) in changes {
            let at = at.index(text.len() + 1);
            match how {
                0 => text.insert(at, character),
                _ if at == text.len() => {}
                1 => text[at] = character,
                _ => drop(text.remove(at)),
            }
        }
        text.into_iter().collect()
    })
}

/// A text similar to an expression of a calculator: `atoms`, joined by `signs` and inside `functions`.
fn expression(
    atoms: &'static [&'static str],
    signs: &'static [&'static str],
    functions: &'static [&'static str],
) -> impl Strategy<Value = String> {
    let atom = prop_oneof![
        prop::sample::select(atoms).prop_map(str::to_string),
        (0..40u8).prop_map(|n| n.to_string()),
    ];
    atom.prop_recursive(4, 24, 3, move |inner| {
        let both = (inner.clone(), prop::sample::select(signs), inner.clone());
        let call = prop::collection::vec(inner.clone(), 1..3);
        prop_oneof![
            both.prop_map(|(left, sign, right)| format!("{left}{sign}{right}")),
            (prop::sample::select(functions), call)
                .prop_map(|(name, inner)| format!("{name}({})", inner.join(","))),
            (inner.clone(), inner).prop_map(|(left, right)| format!("{{{left}|{right}}}")),
        ]
    })
}

fn game_expression() -> impl Strategy<Value = String> {
    expression(
        &[
            "*",
            "^",
            "v",
            "*3",
            "1/2",
            "{1|-1}",
            "{|}",
            "x=2; x",
            "\u{2212}1",
            "^3*",
            "w",
        ],
        &["+", "-", "*", " <= ", " || ", "|", "\u{2212}", ",", ""],
        &[
            "mean",
            "stops",
            "heat",
            "cool",
            "Tiny",
            "Miny",
            "canon",
            "",
            "thermograph",
            "nosuch",
        ],
    )
}

fn nimber_expression() -> impl Strategy<Value = String> {
    expression(
        &[
            "w",
            "[w^2+1]",
            "w^w",
            "*3",
            "18446744073709551616",
            "\u{3c9}",
            "[w^(w+1)*3]",
            "x",
        ],
        &["+", "*", "/", "^", "\u{2212}", "-", ",", "**", ""],
        &[
            "sqrt", "inv", "root", "order", "degree", "min_poly", "roots", "log", "", "nosuch",
        ],
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn positions_read_back(text in prop_oneof![position(), damaged(position()), any::<String>()]) {
        fuzz_bodies::notation(&text);
    }

    #[test]
    fn moves_read_back(
        position in position(),
        moves in prop::collection::vec(prop_oneof![mv(), damaged(mv())], 0..8),
    ) {
        fuzz_bodies::moves(&format!("{position}\n{}", moves.join("\n")));
    }

    #[test]
    fn templates_are_filled_or_refused(
        text in damaged(prop_oneof![
            position(),
            Just("matrix[a 2b+1; inf n-3]".to_string()),
            Just("schrage[n x 3x] + nim[x]".to_string()),
        ]),
        letters in prop::collection::vec(
            prop_oneof!["[abnxif]=[0-9]{1,2}\\.\\.[0-9]{1,3}", "[a-z]=[0-9]{1,21}", ".{0,8}"],
            0..4,
        ),
    ) {
        fuzz_bodies::template(&format!("{text}\n{}", letters.join("\n")));
    }

    #[test]
    fn board_files_are_read_or_refused(text in prop_oneof![board_file(), damaged(board_file())]) {
        fuzz_bodies::board_file(&text);
    }

    #[test]
    fn rule_files_are_read_or_refused(text in prop_oneof![1 => rule_file(), 3 => damaged(rule_file())]) {
        fuzz_bodies::rule_file(&text);
    }

    #[test]
    fn bfiles_are_accepted_or_refused(
        data in prop_oneof![
            prop::collection::vec(any::<u8>(), 0..80),
            "(#[a-z]{0,3}\n){0,2}([+-]?[0-9]{1,20}[ ,]-?[0-9]{0,5}\r?\n){0,4}".prop_map(String::into_bytes),
            (any::<i64>(), 1..5i64).prop_map(|(first, count)| {
                let indices = (0..count).map(|i| first.wrapping_add(i));
                indices.map(|n| format!("{n} 1\n")).collect::<String>().into_bytes()
            }),
        ],
    ) {
        fuzz_bodies::bfile(&data);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn games_are_computed_or_refused(text in prop_oneof![game_expression(), damaged(game_expression())]) {
        fuzz_bodies::value(&text);
    }

    #[test]
    fn nimbers_are_computed_or_refused(
        text in prop_oneof![nimber_expression(), damaged(nimber_expression())],
    ) {
        fuzz_bodies::nimber(&text);
    }

    #[test]
    fn files_of_any_bytes_are_refused(
        data in prop::collection::vec(prop_oneof![0..8u8, any::<u8>()], 0..200),
        text in any::<String>(),
    ) {
        fuzz_bodies::certificate(&data);
        fuzz_bodies::census(&data);
        fuzz_bodies::files(&data);
        fuzz_bodies::counterexample(&text);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn small_analyses_are_consistent(text in position()) {
        fuzz_bodies::analyze_small(&text);
    }
}

/// Errors that fuzzing has found.
#[test]
fn found_by_fuzzing() {
    // Sums of ups and downs printed as words that were read as names of games.
    for text in [
        "v6",
        "vvvvvv",
        "v200*3",
        "+\u{21d3}10*1*10",
        "-^6",
        "v6 - v",
        // A value that printed as a sum of two.
        "(3+*2) - 1",
    ] {
        assert!(nimfield::read(text).is_ok(), "{text}");
        fuzz_bodies::notation(text);
    }
    // Right's winning moves were read as Left's.
    fuzz_bodies::analyze_small("v");
    // 39,576 doublings of an ordinal past every bound.
    fuzz_bodies::nimber("[w^27^8323+5Y");
    // A sum whose canonical form takes minutes.
    fuzz_bodies::moves("*1101\u{b1}01ce10WW");
}
