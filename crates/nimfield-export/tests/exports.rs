//! Exports read back by readers that share nothing with the writers: SVG by an XML parser, LaTeX by
//! a TeX engine where there is one, PNG by a decoder, b-files by their checker.

use std::collections::BTreeMap;
use std::process::Command;

use nimfield::diagram::{BoardCell, ColumnLabel, Diagram, Mark};
use nimfield::tables::{Shown, TableCell, TableGrid};
use nimfield::template::{Letter, Template};
use nimfield::{Grundy, Outcome, Play};
use nimfield_export::{latex, map, picture, svg};
use proptest::prelude::*;
use roxmltree::{Document, Node};

/// The Grundy values of Wythoff's game by the rules alone.
fn wythoff(n: usize) -> Vec<Vec<u64>> {
    let mut values = vec![vec![0; n]; n];
    for a in 0..n {
        for b in 0..n {
            let mut seen: Vec<u64> = (1..=a.max(b))
                .flat_map(|k| {
                    let lower = |x: usize| x.checked_sub(k);
                    [
                        (lower(a), Some(b)),
                        (Some(a), lower(b)),
                        (lower(a), lower(b)),
                    ]
                })
                .filter_map(|(a, b)| Some(values[a?][b?]))
                .collect();
            seen.sort_unstable();
            seen.dedup();
            let mex = seen.iter().zip(0..).take_while(|(x, i)| **x == *i).count();
            values[a][b] = mex as u64;
        }
    }
    values
}

fn letters(ranges: &[&str]) -> Vec<Letter> {
    ranges
        .iter()
        .map(|text| Letter::read(text).unwrap())
        .collect()
}

fn wythoff_table(n: usize, shown: Shown) -> TableGrid {
    let cell = |value: u64| match shown {
        Shown::Outcomes => TableCell::Outcome(Outcome::impartial(value == 0)),
        Shown::Values => TableCell::Value(u128::from(value).into()),
        _ => TableCell::Figure(format!("{value}/2")),
    };
    let range = format!("0..{}", n - 1);
    TableGrid {
        family: "wythoff[a b]".to_string(),
        play: Play::Normal,
        shown,
        expression: None,
        letters: letters(&[&format!("a={range}"), &format!("b={range}")]),
        cells: wythoff(n).concat().into_iter().map(cell).collect(),
    }
}

fn named<'a>(document: &'a Document<'a>, name: &'a str) -> impl Iterator<Item = Node<'a, 'a>> {
    let named = move |node: &Node<'_, '_>| node.has_tag_name(("http://www.w3.org/2000/svg", name));
    document.descendants().filter(named)
}

fn number(node: Node<'_, '_>, name: &str) -> f64 {
    node.attribute(name).unwrap().parse().unwrap()
}

#[test]
fn figures_are_typeset_and_not_drawn() {
    let table = wythoff_table(2, Shown::Stops);
    assert!(latex::table(&table).unwrap().contains("$1/2$"));
    let refused = map::draw(&table).unwrap_err();
    assert_eq!(
        refused.0,
        "a map shows outcomes, Grundy values, means, temperatures or numbers, not stops"
    );
}

#[test]
fn the_map_of_wythoff_shows_its_p_positions() {
    let text = map::draw(&wythoff_table(12, Shown::Outcomes))
        .unwrap()
        .to_svg();
    let document = Document::parse(&text).unwrap();
    // The legend has a smaller disc of its own.
    let discs: Vec<Node<'_, '_>> = named(&document, "circle").collect();
    let widest = discs
        .iter()
        .map(|disc| number(*disc, "r"))
        .fold(0.0, f64::max);
    let discs = discs
        .into_iter()
        .filter(|disc| number(*disc, "r") == widest);
    let origin = discs
        .clone()
        .map(|disc| (number(disc, "cx"), number(disc, "cy")))
        .fold((f64::MAX, f64::MAX), |a, b| (a.0.min(b.0), a.1.min(b.1)));
    let side = 28.0;
    let place = |disc| {
        let steps = |x: f64| (x / side).round() as u64;
        (
            steps(number(disc, "cy") - origin.1),
            steps(number(disc, "cx") - origin.0),
        )
    };
    let mut shown: Vec<(u64, u64)> = discs.map(place).collect();
    shown.sort_unstable();
    let p = [
        (0, 0),
        (1, 2),
        (2, 1),
        (3, 5),
        (4, 7),
        (5, 3),
        (6, 10),
        (7, 4),
        (10, 6),
    ];
    assert_eq!(shown, p);
}

#[test]
fn heat_maps_hold_the_values_and_a_legend() {
    let n = 9;
    let text = map::draw(&wythoff_table(n, Shown::Values))
        .unwrap()
        .to_svg();
    let document = Document::parse(&text).unwrap();
    let inside: Vec<&str> = named(&document, "text")
        .filter(|node| node.attribute("font-size") == Some("12.6"))
        .map(|node| node.text().unwrap())
        .collect();
    let values: Vec<String> = wythoff(n).concat().iter().map(u64::to_string).collect();
    assert_eq!(inside, values);
    // Equal values have one colour, different ones different colours.
    let side = |node: &Node<'_, '_>| number(*node, "width") == 28.0;
    let fills = named(&document, "rect").filter(side);
    let mut colors: BTreeMap<&str, &str> = BTreeMap::new();
    for (fill, value) in fills.zip(&values) {
        let fill = fill.attribute("fill").unwrap();
        assert_eq!(*colors.entry(value).or_insert(fill), fill);
    }
    let mut distinct: Vec<&&str> = colors.values().collect();
    distinct.sort_unstable();
    distinct.dedup();
    assert_eq!(distinct.len(), colors.len());
}

/// Negative numbers and fractions are written, their order is that of the colours, and the legend has both ends.
#[test]
fn heat_maps_hold_fractions_and_negative_numbers() {
    let mut table = wythoff_table(2, Shown::Temperatures);
    let figures = ["-1", "1/2", "3/4", "2"];
    table.cells = figures
        .map(|text| TableCell::Figure(text.to_string()))
        .to_vec();
    let svg = map::draw(&table).unwrap().to_svg();
    let document = Document::parse(&svg).unwrap();
    let texts: Vec<&str> = named(&document, "text")
        .filter_map(|node| node.text())
        .collect();
    assert!(figures.iter().all(|text| texts.contains(text)), "{texts:?}");
    assert!(texts.ends_with(&["-0.625", "-1"]), "{texts:?}");
    table.shown = Shown::Numbers;
    table.expression = Some("a - 2b".to_string());
    table.cells = [0, -2, 1, -1].map(TableCell::Number).to_vec();
    assert_eq!(table.title(), "a - 2b for wythoff[a b], normal play");
    let svg = map::draw(&table).unwrap().to_svg();
    let document = Document::parse(&svg).unwrap();
    let texts: Vec<&str> = named(&document, "text")
        .filter_map(|node| node.text())
        .collect();
    assert!(texts.ends_with(&["1", "0", "-1", "-2"]), "{texts:?}");
    assert!(texts.contains(&"a - 2b for wythoff[a b], normal play"));
    table.cells[0] = TableCell::Number(1 << 64);
    assert!(map::draw(&table).is_err());
}

#[test]
fn maps_refuse_what_they_cannot_show() {
    let mut table = wythoff_table(4, Shown::Values);
    table.cells[5] = TableCell::Value(Grundy::from("w+1".parse::<nimbers::Ordinal>().unwrap()));
    assert!(
        map::draw(&table)
            .unwrap_err()
            .to_string()
            .contains("finite")
    );
    table.cells[5] = TableCell::Form("{1|0}".to_string());
    assert!(map::draw(&table).unwrap_err().to_string().contains("{1|0}"));
    table.cells[5] = TableCell::Undecided;
    assert!(Document::parse(&map::draw(&table).unwrap().to_svg()).is_ok());
    table.letters = letters(&["a=0..1", "b=0..1", "c=0..3"]);
    assert!(
        map::draw(&table)
            .unwrap_err()
            .to_string()
            .contains("letters")
    );
    // A fixed third letter is no obstacle.
    table.letters = letters(&["a=0..3", "c=7", "b=0..3"]);
    assert!(map::draw(&table).unwrap().to_svg().contains("c = 7"));
}

fn all_diagrams() -> Vec<Diagram> {
    let stone = |halves, row, mark| BoardCell { halves, row, mark };
    let label = |text: &str, halves, above| ColumnLabel {
        text: text.to_string(),
        halves,
        above,
    };
    vec![
        Diagram::Matrix {
            columns: 2,
            entries: ["20", "24", "24", "inf"].map(str::to_string).to_vec(),
            changed: vec![1],
        },
        Diagram::Board {
            cells: vec![
                stone(1, 0, Mark::Stone),
                stone(0, 1, Mark::Empty),
                stone(2, 1, Mark::Text("<&_%>".to_string())),
            ],
            column_labels: vec![label("a", 2, 0), label("b", 3, 1)],
            row_labels: vec!["1".to_string(), "2".to_string()],
        },
        nimfield::read("pnim[5,3^2,1]").unwrap().components()[0].diagram(),
        Diagram::Value("{2||1|+-1/4}".to_string()),
        nimfield::read("rnim[3,2,2]").unwrap().components()[0].diagram(),
        nimfield::read("nimbers[(1,w,2)]").unwrap().components()[0].diagram(),
        Diagram::Text(vec![
            "heap 1  ooo  (3)".to_string(),
            "_^\\&%$#{}~<>|\"".to_string(),
        ]),
    ]
}

#[test]
fn pictures_of_positions_hold_what_stands_there() {
    let text = picture::draw(&all_diagrams(), "a sum <of> \"things\" & more")
        .unwrap()
        .to_svg();
    let document = Document::parse(&text).unwrap();
    let title = named(&document, "title").next().unwrap();
    assert_eq!(title.text(), Some("a sum <of> \"things\" & more"));
    let texts: Vec<&str> = named(&document, "text")
        .filter_map(|node| node.text())
        .collect();
    for wanted in [
        "20",
        "24",
        "\u{221e}",
        "<&_%>",
        "{2||1|+-1/4}",
        "_^\\&%$#{}~<>|\"",
    ] {
        assert!(texts.contains(&wanted), "{wanted} in {texts:?}");
    }
    assert_eq!(texts.iter().filter(|text| **text == "+").count(), 6);
    // A stone on the board, three sides in counters, a stone of Nimbers; dots for places left out.
    let stones = named(&document, "circle").filter(|disc| number(*disc, "r") > 2.0);
    assert_eq!(stones.count(), 1 + 7 + 1);
    // The ground, 4 entries, 3 cells of a board, 12 of a Young diagram, a box, 2 places of Nimbers.
    assert_eq!(named(&document, "rect").count(), 1 + 4 + 3 + 12 + 1 + 2);
    // Everything is inside.
    let root = document.root_element();
    for node in named(&document, "rect") {
        assert!(number(node, "x") + number(node, "width") <= number(root, "width"));
        assert!(number(node, "y") + number(node, "height") <= number(root, "height"));
    }
}

#[test]
fn games_lay_themselves_out() {
    let diagram = |text: &str| nimfield::read(text).unwrap().components()[0].diagram();
    let Diagram::Matrix {
        columns, entries, ..
    } = diagram("matrix[1 2 3; 4 inf 6]")
    else {
        panic!("a matrix");
    };
    assert_eq!(
        (columns, entries.join(" ")),
        (3, "1 2 3 4 inf 6".to_string())
    );
    assert!(matches!(
        diagram("holladay[1 2; 3 4]"),
        Diagram::Matrix { columns: 2, .. }
    ));
    // Graphs have their edges, and taken vertices are dark.
    for (position, marks) in [
        ("arc-kayles[a-b b-c c-d: o..o]", "o.. o"),
        ("arc-kayles[c-b b-a c-d b-c: oooo]", ""),
    ] {
        let graph = diagram(position);
        let Diagram::Graph { vertices, edges } = &graph else {
            panic!("a graph");
        };
        assert_eq!((vertices.len(), edges.len()), (4, 3), "{position}");
        let text = picture::draw(std::slice::from_ref(&graph), "")
            .unwrap()
            .to_svg();
        let document = Document::parse(&text).unwrap();
        assert_eq!(named(&document, "circle").count(), 4, "{position}");
        assert_eq!(named(&document, "polyline").count(), 3, "{position}");
        let dark =
            named(&document, "circle").filter(|disc| disc.attribute("fill") != Some("#ffffff"));
        assert_eq!(dark.count(), marks.matches('.').count(), "{position}");
        // What a move took is marked.
        let full = diagram("arc-kayles[a-b b-c c-d]");
        let taken = graph.clone().since(&full);
        let text = picture::draw(&[taken], "").unwrap().to_svg();
        let document = Document::parse(&text).unwrap();
        let changed =
            named(&document, "circle").filter(|disc| disc.attribute("fill") == Some("#ffe9a8"));
        assert_eq!(changed.count(), marks.matches('.').count(), "{position}");
    }
    let text = diagram("arc-kayles[a-b b-c c-d: o..o]").to_text();
    assert_eq!(text, ". a  b\no b  a, c\no c  b, d\n. d  c");
    // Whatever the game, there is a picture.
    for game in nimfield::Games::builtin().iter() {
        let example = diagram(game.info.example);
        let text = picture::draw(&[example], game.info.example)
            .unwrap()
            .to_svg();
        assert!(Document::parse(&text).is_ok(), "{}", game.info.name);
    }
}

/// What a blank picture of a position shows besides labels.
#[test]
fn blank_pictures_are_empty() {
    for game in nimfield::Games::builtin().iter() {
        let position = nimfield::read(game.info.example).unwrap();
        let blank = position.components()[0].diagram().blank();
        let text = picture::draw(std::slice::from_ref(&blank), "")
            .unwrap()
            .to_svg();
        let document = Document::parse(&text).unwrap();
        let stones = named(&document, "circle").filter(|disc| number(*disc, "r") > 2.0);
        // The vertices of a graph are filled in by hand.
        let vertices = match &blank {
            Diagram::Graph { vertices, .. } => vertices.len(),
            _ => 0,
        };
        assert_eq!(stones.count(), vertices, "{}", game.info.name);
        if let Diagram::Matrix { entries, .. } = blank {
            assert!(entries.iter().all(String::is_empty));
        }
    }
}

#[test]
fn drawings_in_tikz_hold_their_shapes() {
    let diagram = |text: &str| nimfield::read(text).unwrap().components()[0].diagram();
    let tex = latex::position(&[diagram("nim[3,w+2]")], "heaps").unwrap();
    assert!(tex.contains("\\begin{tikzpicture}") && tex.contains("\\end{tikzpicture}"));
    assert_eq!(tex.matches(" circle[radius=").count(), 5, "{tex}");
    assert!(tex.contains("{heap 2}") && tex.contains("{w+2}"), "{tex}");
    let open = tex.matches('{').count();
    assert_eq!(open, tex.matches('}').count());
}

#[test]
fn large_pictures_are_refused() {
    let columns = 1 << 9;
    let entries = vec![String::new(); columns * columns];
    let large = Diagram::Matrix {
        columns,
        entries,
        changed: Vec::new(),
    };
    assert!(picture::draw(std::slice::from_ref(&large), "").is_err());
    assert!(latex::position(&[large], "").is_err());
}

#[test]
fn values_are_typeset() {
    let cases = [
        ("0", "0"),
        ("-3/4", "-\\frac{3}{4}"),
        ("*", "\\cgstar{}"),
        ("*(w^2*3+w+5)", "\\cgstar{(\\omega^{2}\\cdot 3+\\omega +5)}"),
        ("3^^*2", "3\\cgdoubleup{}\\cgstar{2}"),
        ("^", "\\cgup{}"),
        ("v5", "\\cgdowns{5}"),
        ("+-{1,1*}", "{\\pm}\\left\\{1,1\\cgstar{}\\right\\}"),
        ("{2||1|0}", "\\left\\{2\\parallel 1\\mid 0\\right\\}"),
        (
            "{0|||1||2|3}",
            "\\left\\{0\\mathrel{\\vert\\!\\vert\\!\\vert}1\\parallel 2\\mid 3\\right\\}",
        ),
        ("Tiny(1/2)", "\\cgtiny{\\frac{1}{2}}"),
        ("Miny(2)", "\\cgminy{2}"),
    ];
    for (text, tex) in cases {
        assert_eq!(latex::value(text), tex, "{text}");
    }
}

/// A table of three letters, with every kind of cell.
fn mixed_table() -> TableGrid {
    TableGrid {
        family: "matrix-partizan[a 2b; c 1] # \u{1f600} 100% _ \n \\end{document}".to_string(),
        play: Play::Misere,
        shown: Shown::Values,
        expression: None,
        letters: letters(&["a=0..1", "b=1..2", "c=0..1"]),
        cells: vec![
            TableCell::Form("{2||1|+-{0,v*}}".to_string()),
            TableCell::Form("3^^*2".to_string()),
            TableCell::Form("Tiny(1/2)".to_string()),
            TableCell::Form("Miny(2)".to_string()),
            TableCell::Form("{0|||1||2|v7}".to_string()),
            TableCell::Value(Grundy::from(
                "w^(w+1)*2+3".parse::<nimbers::Ordinal>().unwrap(),
            )),
            TableCell::Outcome(Outcome::L),
            TableCell::Undecided,
        ],
    }
}

/// What every kind of LaTeX output looks like, one after the other.
fn specimens() -> String {
    let outcomes = latex::table(&wythoff_table(10, Shown::Outcomes)).unwrap();
    let values = latex::table(&wythoff_table(10, Shown::Values)).unwrap();
    let list = latex::table(&mixed_table()).unwrap();
    let position = latex::position(&all_diagrams(), "title with # % and \n a line").unwrap();
    let every: String = (' '..='~')
        .chain("\u{e8}\u{3c9}\u{221e}\u{3bb}".chars())
        .collect();
    let escaped = latex::escape(&format!("{every}{every}--- ``''")) + "\n";
    let broken = [
        "}{|",
        "*((",
        "*(w^^2^w^(",
        "{{{",
        "Tiny(",
        "a&b%#",
        "^^3",
        "1/",
        "\u{3bb}",
    ];
    let broken = broken.map(|text| Diagram::Value(text.to_string()));
    let broken = latex::position(&broken, "no values").unwrap();
    let arena = short_game::Arena::new();
    let hot = arena.read("{5|{3|1}}").unwrap();
    let walls = nimfield_export::thermograph::draw(&arena.thermograph(hot).unwrap()).unwrap();
    let broken = broken + &latex::drawing(&walls, "a thermograph");
    format!("{outcomes}\n{values}\n{list}\n{position}\n{escaped}\n{broken}\n")
}

#[test]
fn tables_in_latex_hold_the_cells() {
    let text = latex::table(&wythoff_table(4, Shown::Values)).unwrap();
    let row = "$2$ & $2$ & $0$ & $1$ & $5$ \\\\";
    assert!(text.contains(row), "{text}");
    // Only what is used is provided.
    assert!(!text.contains("providecommand"));
    let text = latex::table(&wythoff_table(4, Shown::Outcomes)).unwrap();
    assert_eq!(text.matches("providecommand").count(), 1);
    assert_eq!(text.matches("\\cgoutcome{P}").count(), 3);
    let text = latex::table(&mixed_table()).unwrap();
    assert!(
        text.contains("$1$ & $2$ & $0$ & \\cgoutcome{L} \\\\"),
        "{text}"
    );
    // A comment stays a comment.
    assert!(text.starts_with("% ") && !text.contains("\n \\end{document}"));
}

/// Runs a TeX engine if one is installed; says so if not.
#[test]
fn latex_compiles() {
    let folder = std::env::temp_dir().join(format!("nimfield-latex-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("specimens.tex");
    let document = format!(
        "\\documentclass{{article}}\n\\usepackage{{longtable}}\n\\usepackage{{tikz}}\n\\begin{{document}}\n{}\\end{{document}}\n",
        specimens()
    );
    std::fs::write(&file, document).unwrap();
    let engines: [(&str, &[&str]); 3] = [
        ("pdflatex", &["-halt-on-error", "-interaction=nonstopmode"]),
        ("lualatex", &["-halt-on-error", "-interaction=nonstopmode"]),
        ("tectonic", &[]),
    ];
    let run = engines.iter().find_map(|(engine, options)| {
        let mut command = Command::new(engine);
        command.args(*options).arg("specimens.tex");
        command.current_dir(&folder).output().ok()
    });
    let Some(output) = run else {
        eprintln!("SKIPPED latex_compiles: neither pdflatex, lualatex nor tectonic is installed");
        std::fs::remove_dir_all(&folder).unwrap();
        return;
    };
    let log = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{log}");
    assert!(folder.join("specimens.pdf").is_file(), "{log}");
    std::fs::remove_dir_all(&folder).unwrap();
}

/// Reverses [`latex::escape`] for printable ASCII, by the meaning of each command.
fn unescaped(tex: &str) -> String {
    let commands = [
        ("\\textbackslash{}", "\\"),
        ("\\textasciitilde{}", "~"),
        ("\\textasciicircum{}", "^"),
        ("\\textless{}", "<"),
        ("\\textgreater{}", ">"),
        ("\\textbar{}", "|"),
        ("\\char34{}", "\""),
        ("\\char36{}", "$"),
    ];
    let mut text = String::new();
    let mut rest = tex;
    while let Some(c) = rest.chars().next() {
        if let Some((command, meaning)) = commands.iter().find(|(name, _)| rest.starts_with(name)) {
            text.push_str(meaning);
            rest = &rest[command.len()..];
        } else if let Some(after) = rest.strip_prefix("{}") {
            rest = after;
        } else if let Some(after) = rest.strip_prefix('\\') {
            text.extend(after.chars().next());
            rest = &after[1..];
        } else {
            assert!(!"{}$&#_%~^".contains(c), "{c} is left in {tex}");
            text.push(c);
            rest = &rest[c.len_utf8()..];
        }
    }
    text
}

/// Braces of TeX are balanced and never close before they open; escaped ones do not count.
fn balanced(tex: &str) -> bool {
    let mut depth = 0i32;
    let mut escaped = false;
    for c in tex.chars() {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        if depth < 0 {
            return false;
        }
    }
    depth == 0 && !escaped
}

proptest! {
    #[test]
    fn escaped_xml_reads_back(text in "\\PC*", lines in "[ -~\t\n]*") {
        for text in [text, lines] {
            let known = |c: char| !matches!(c, '\u{fffe}' | '\u{ffff}');
            prop_assume!(text.chars().all(known));
            let escaped = svg::escape(&text);
            let xml = format!("<a b=\"{escaped}\">{escaped}</a>");
            let document = Document::parse(&xml).unwrap();
            let root = document.root_element();
            prop_assert_eq!(root.attribute("b"), Some(text.as_str()));
            prop_assert_eq!(root.text().unwrap_or_default(), text.as_str());
        }
    }

    #[test]
    fn any_text_makes_xml(text in any::<String>()) {
        let xml = format!("<a>{}</a>", svg::escape(&text));
        prop_assert!(Document::parse(&xml).is_ok());
    }

    #[test]
    fn escaped_tex_reads_back(text in "[ -~]*") {
        prop_assert_eq!(unescaped(&latex::escape(&text)), text);
    }

    #[test]
    fn any_text_makes_balanced_tex(text in any::<String>()) {
        prop_assert!(balanced(&latex::escape(&text)));
    }

    #[test]
    fn any_text_makes_a_balanced_formula(text in "[-{}|*^v+0-9/(),wTinyM #%&\\\\]{0,40}") {
        let tex = latex::value(&text);
        prop_assert!(balanced(&tex), "{tex}");
        let count = |name: &str| tex.matches(name).count();
        prop_assert_eq!(count("\\left"), count("\\right"));
        prop_assert!(balanced(&latex::ordinal(&text)));
    }
}

#[test]
fn families_name_their_fixed_letters() {
    let family = Template::new("nim[a b c]", letters(&["a=0..1", "b=4", "c=0..2"])).unwrap();
    let table = TableGrid {
        family: family.text().to_string(),
        play: Play::Misere,
        shown: Shown::Outcomes,
        expression: None,
        letters: family.letters().to_vec(),
        cells: vec![TableCell::Outcome(Outcome::N); 6],
    };
    assert_eq!(
        table.title(),
        "Outcomes of nim[a b c], b = 4, mis\u{e8}re play"
    );
    let text = latex::table(&table).unwrap();
    assert!(
        text.contains("$a\\backslash c$ & $0$ & $1$ & $2$ \\\\"),
        "{text}"
    );
}

#[cfg(feature = "png")]
mod rendered {
    use super::*;
    use std::io::Read as _;

    use nimfield::budget::Budget;
    use nimfield_export::png::{LONGEST_SIDE, PngError, pdf, render};
    use nimfield_export::svg::{Anchor, Drawing};
    use nimfield_export::thermograph;
    use short_game::Arena;

    type Pixel = [u8; 3];
    const WHITE: Pixel = [0xff; 3];

    /// A picture read by a decoder that shares nothing with the writer.
    struct Picture {
        width: usize,
        height: usize,
        pixels: Vec<Pixel>,
    }

    impl Picture {
        fn of(drawing: &Drawing, scale: f32) -> Picture {
            let png = render(drawing, scale, &Budget::unlimited()).unwrap();
            let mut reader = png::Decoder::new(std::io::Cursor::new(png))
                .read_info()
                .unwrap();
            let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
            let info = reader.next_frame(&mut bytes).unwrap();
            // Without an opacity: the picture is opaque.
            assert_eq!(info.color_type, png::ColorType::Rgb);
            let pixels = bytes.chunks(3).map(|pixel| pixel.try_into().unwrap());
            Picture {
                width: info.width as usize,
                height: info.height as usize,
                pixels: pixels.collect(),
            }
        }

        fn at(&self, x: usize, y: usize) -> Pixel {
            self.pixels[y * self.width + x]
        }

        /// The least rectangle that holds all that is not white: left, top, right, bottom.
        fn ink(&self) -> Option<[usize; 4]> {
            let mut ink: Option<[usize; 4]> = None;
            for (i, pixel) in self.pixels.iter().enumerate() {
                let (x, y) = (i % self.width, i / self.width);
                if *pixel != WHITE {
                    let [left, top, right, bottom] = ink.unwrap_or([x, y, x, y]);
                    ink = Some([left.min(x), top.min(y), right.max(x), bottom.max(y)]);
                }
            }
            ink
        }

        fn dark(&self) -> usize {
            let dark = |pixel: &&Pixel| pixel.iter().all(|part| *part < 0x40);
            self.pixels.iter().filter(dark).count()
        }
    }

    fn text(anchor: Anchor, size: f64, words: &str) -> Picture {
        let mut drawing = Drawing::new(600.0, 100.0);
        drawing.text(300.0, 50.0, size, anchor, "#000000", words);
        Picture::of(&drawing, 1.0)
    }

    #[test]
    fn maps_have_their_size_colours_and_text() {
        let map = map::draw(&wythoff_table(12, Shown::Outcomes)).unwrap();
        let svg = map.to_svg();
        let document = Document::parse(&svg).unwrap();
        let root = document.root_element();
        let picture = Picture::of(&map, 2.0);
        let pixels = |name: &str| (2.0 * number(root, name)).ceil() as usize;
        assert_eq!(picture.width, pixels("width"));
        assert_eq!(picture.height, pixels("height"));
        let place = |node, x: &str, y: &str| {
            let [x, y] = [number(node, x), number(node, y)].map(|at| (2.0 * at) as usize);
            (x, y)
        };
        for disc in named(&document, "circle") {
            let (x, y) = place(disc, "cx", "cy");
            assert_eq!(picture.at(x, y), [0x1f, 0x3f, 0x8f]);
        }
        // Every text is drawn: around its place there are dark and grey pixels.
        let mut texts = 0;
        for node in named(&document, "text") {
            let (x, baseline) = place(node, "x", "y");
            let size = (2.0 * number(node, "font-size")) as usize;
            let mut around = (baseline - size..baseline)
                .flat_map(|y| {
                    (x.saturating_sub(size)..(x + size).min(picture.width)).map(move |x| (x, y))
                })
                .map(|(x, y)| picture.at(x, y));
            assert!(
                around.any(|[red, green, blue]| red < 0x50 && red == green && green == blue),
                "{:?}",
                node.text()
            );
            texts += 1;
        }
        // Numbers of both axes, letters, the legend, and the title.
        assert_eq!(texts, 12 + 12 + 2 + 2 + 1);
    }

    #[test]
    fn thermographs_have_two_walls_and_their_labels() {
        let arena = Arena::new();
        let draw = |text: &str| {
            let game = arena.read(text).unwrap();
            thermograph::draw(&arena.thermograph(game).unwrap()).unwrap()
        };
        let drawing = draw("{5|{3|1}}");
        let svg = drawing.to_svg();
        let document = Document::parse(&svg).unwrap();
        let points = |wall: Node<'_, '_>| {
            let points = wall.attribute("points").unwrap().split(' ');
            let pair = |pair: &str| {
                let (x, y) = pair.split_once(',').unwrap();
                (x.parse().unwrap(), y.parse().unwrap())
            };
            points.map(pair).collect::<Vec<(f64, f64)>>()
        };
        let wide = named(&document, "polyline").filter(|line| line.has_attribute("stroke-width"));
        let walls: Vec<Vec<(f64, f64)>> = wide.map(points).collect();
        // Left: 5 at t = 0, 7/2 at 3/2; Right: 3 at 0 and 1, 7/2 at 3/2; then the mast.
        let lengths: Vec<usize> = walls.iter().map(Vec::len).collect();
        assert_eq!(lengths, [2, 3, 2]);
        assert_eq!(walls[0][0].1, walls[1][0].1);
        assert!(walls[0][0].0 < walls[0][1].0 && walls[0][1].0 < walls[1][0].0);
        assert_eq!(walls[0][1], walls[1][2]);
        assert_eq!(walls[1][0].0, walls[1][1].0);
        assert_eq!(walls[2][0], walls[0][1]);
        assert_eq!(walls[2][0].0, walls[2][1].0);
        // Where a player pays for a move, the wall has a slope of 1.
        let run = walls[0][1].0 - walls[0][0].0;
        let rise = walls[0][0].1 - walls[0][1].1;
        assert!((run - rise).abs() < 0.1, "{run} {rise}");
        let texts: Vec<&str> = named(&document, "text")
            .filter_map(|node| node.text())
            .collect();
        let expected = ["t", "5", "7/2", "3", "0", "1", "3/2"];
        assert_eq!(texts[..7], expected);
        assert_eq!(texts[7], "mean 7/2, temperature 3/2");
        let picture = Picture::of(&drawing, 2.0);
        let middle =
            |a: (f64, f64), b: (f64, f64)| picture.at((a.0 + b.0) as usize, (a.1 + b.1) as usize);
        assert_eq!(middle(walls[0][0], walls[0][1]), [0x1f, 0x5f, 0xbf]);
        assert_eq!(middle(walls[1][1], walls[1][2]), [0xbf, 0x1f, 0x2f]);
        // Masts alone.
        for game in ["3/4", "^", "*", "0"] {
            let svg = draw(game).to_svg();
            let document = Document::parse(&svg).unwrap();
            let wide = named(&document, "polyline");
            let wide = wide.filter(|line| line.has_attribute("stroke-width"));
            let mast = wide.map(points).last().unwrap();
            assert!(mast[0].1 > mast[1].1 + 100.0, "{game}");
            // Its value, the temperature 0, the name of that axis, the words.
            assert_eq!(named(&document, "text").count(), 6, "{game}");
        }
    }

    /// The page of a PDF file, after a look at the table of its objects.
    fn page(file: &[u8]) -> String {
        let text = String::from_utf8_lossy(file);
        assert!(text.starts_with("%PDF-1.7\n") && text.trim_end().ends_with("%%EOF"));
        let find = |from: usize, what: &[u8]| {
            let mut places = file[from..].windows(what.len());
            from + places.position(|window| window == what).unwrap()
        };
        let start = text.rsplit("startxref\n").next().unwrap();
        let table: usize = start.lines().next().unwrap().parse().unwrap();
        assert_eq!(find(0, b"xref\n0 5\n"), table);
        let lines = std::str::from_utf8(&file[table..]).unwrap().lines();
        for (i, line) in lines.skip(3).take(4).enumerate() {
            let place: usize = line[..10].parse().unwrap();
            assert!(file[place..].starts_with(format!("{} 0 obj", i + 1).as_bytes()));
        }
        let from = find(0, b"stream\n") + 7;
        let to = find(from, b"\nendstream");
        let mut page = String::new();
        flate2::read::ZlibDecoder::new(&file[from..to])
            .read_to_string(&mut page)
            .unwrap();
        page
    }

    #[test]
    fn a_pdf_holds_the_shapes_as_paths() {
        let mut drawing = Drawing::new(50.0, 40.0);
        drawing.rectangle(5.0, 5.0, 8.0, 8.0, "#ff0000", Some("#000000"));
        drawing.line(&[(5.0, 25.5), (45.0, 25.5)], "#00ff00");
        drawing.text(10.0, 30.0, 12.0, svg::Anchor::Start, "#0000ff", "1");
        let page = page(&pdf::render(&drawing, &Budget::unlimited()).unwrap());
        let lines: Vec<&str> = page.lines().collect();
        assert_eq!(lines[0], "0.75 0 0 -0.75 0 30 cm");
        let red = lines.iter().position(|line| *line == "1 0 0 rg");
        assert_eq!(lines[red.unwrap() + 3], "5 5 m");
        let green = lines.iter().position(|line| *line == "0 1 0 RG");
        assert_eq!(lines[green.unwrap() + 1], "1 w");
        assert!(lines.contains(&"45 25.5 l"));
        // The digit is filled, as an outline.
        let blue = lines.iter().position(|line| *line == "0 0 1 rg");
        assert!(
            lines[blue.unwrap()..]
                .iter()
                .any(|line| line.ends_with(" l"))
        );
        assert_eq!(lines.last(), Some(&"f"));
    }

    #[test]
    fn shapes_have_their_size_and_colours() {
        let mut drawing = Drawing::new(50.3, 40.0);
        drawing.rectangle(5.0, 5.0, 8.0, 8.0, "#ffee00", Some("#102030"));
        drawing.disc(25.0, 10.0, 5.0, "#1f3f8f", None);
        drawing.polygon(&[(35.0, 5.0), (45.0, 5.0), (40.0, 15.0)], "#d55e00");
        drawing.line(&[(5.0, 25.5), (45.0, 25.5)], "#b00020");
        drawing.wide_line(&[(5.0, 33.0), (45.0, 33.0)], 4.0, "#00b020");
        let picture = Picture::of(&drawing, 2.0);
        // 100.6 pixels are rounded up.
        assert_eq!((picture.width, picture.height), (101, 80));
        assert_eq!(picture.at(18, 18), [0xff, 0xee, 0x00]);
        assert_eq!(picture.at(10, 18), [0x10, 0x20, 0x30]);
        assert_eq!(picture.at(50, 20), [0x1f, 0x3f, 0x8f]);
        assert_eq!(picture.at(50, 30), WHITE);
        assert_eq!(picture.at(80, 16), [0xd5, 0x5e, 0x00]);
        assert_eq!(picture.at(72, 28), WHITE);
        let column = |from, to| (from..to).map(|y| picture.at(60, y));
        assert!(column(50, 52).all(|pixel| pixel == [0xb0, 0x00, 0x20]));
        assert!(column(62, 70).all(|pixel| pixel == [0x00, 0xb0, 0x20]));
        assert!(column(52, 62).all(|pixel| pixel == WHITE));
        // The ground reaches the corners, the last column of pixels included.
        for (x, y) in [(0, 0), (100, 0), (0, 79), (100, 79)] {
            assert_eq!(picture.at(x, y), WHITE);
        }
    }

    /// Cells whose edges are between pixels touch: the ground does not shine through.
    #[test]
    fn neighbours_leave_no_gap() {
        let mut drawing = Drawing::new(40.0, 40.0);
        for i in 0..9 {
            for j in 0..9 {
                let at = |k: i32| 3.37 + 3.63 * f64::from(k);
                drawing.rectangle(at(i), at(j), 3.63, 3.63, "#204060", None);
            }
        }
        let picture = Picture::of(&drawing, 1.0);
        let [left, top, right, bottom] = picture.ink().unwrap();
        assert!(right - left >= 30 && bottom - top >= 30);
        for y in top..=bottom {
            for x in left..=right {
                assert_eq!(picture.at(x, y), [0x20, 0x40, 0x60], "{x}, {y}");
            }
        }
    }

    #[test]
    fn text_stands_at_its_anchor() {
        for words in ["H", "0123", "P: previous wins"] {
            for size in [12.0, 30.0] {
                let name = format!("{words} in size {size}");
                let [left, top, right, bottom] = text(Anchor::Start, size, words).ink().unwrap();
                assert!((300..305).contains(&left), "{name}: {left}");
                let width = right - left;
                let [left, _, right, _] = text(Anchor::End, size, words).ink().unwrap();
                assert!((295..=300).contains(&right), "{name}: {right}");
                assert!((right - left).abs_diff(width) <= 1, "{name}");
                let [left, _, right, _] = text(Anchor::Middle, size, words).ink().unwrap();
                let off = (left + right).abs_diff(600);
                assert!(off <= 5, "{name}: from {left} to {right}");
                // Letters are as high as the size says, and y is their middle.
                let size = size as usize;
                assert!(
                    bottom - top >= size * 6 / 10 && bottom - top <= size + 2,
                    "{name}"
                );
                assert!(top < 50 && 50 - top <= size / 2, "{name}: {top}");
                assert!(
                    bottom > 50 && bottom - 50 <= size * 6 / 10,
                    "{name}: {bottom}"
                );
            }
        }
        // Twice as long, twice as wide.
        let width = |words| {
            let [left, _, right, _] = text(Anchor::Middle, 20.0, words).ink().unwrap();
            right - left
        };
        assert!((2 * width("88888")).abs_diff(width("8888888888")) <= 4);
    }

    #[test]
    fn text_is_dark_inside_and_its_ground_stays_white() {
        let picture = text(Anchor::Middle, 40.0, "8");
        assert!(picture.dark() > 100);
        // The loops of the digit are open.
        let [left, top, right, bottom] = picture.ink().unwrap();
        let (middle, height) = ((left + right) / 2, bottom - top);
        assert_eq!(picture.at(middle, top + height / 4), WHITE);
        assert_eq!(picture.at(middle, bottom - height / 4), WHITE);
        assert_ne!(picture.at(middle, top + height / 2), WHITE);
        assert_eq!(text(Anchor::Middle, 40.0, "  ").ink(), None);
        assert_eq!(text(Anchor::Middle, 40.0, "").ink(), None);
        assert_eq!(text(Anchor::Middle, 0.0, "8").ink(), None);
    }

    /// Each sign of the notation has a letter of its own, not the box of what the font lacks.
    #[test]
    fn signs_have_letters() {
        let signs = (' '..='~').chain("\u{e8}\u{3c9}\u{221e}\u{2212}\u{2264}\u{2265}\u{25a1}\u{25a0}\u{25cb}\u{25cf}\u{b1}\u{b2}\u{b7}\u{2191}\u{2193}\u{22c6}".chars());
        let drawn = |c: char| text(Anchor::Start, 40.0, &c.to_string()).pixels;
        let lacks = drawn('\u{10ffff}');
        assert!(lacks.iter().any(|pixel| *pixel != WHITE));
        let mut seen = vec![lacks];
        for sign in signs {
            let pixels = drawn(sign);
            assert!(!seen.contains(&pixels), "{sign}");
            seen.push(pixels);
        }
        // As in SVG.
        assert_eq!(drawn('\t'), drawn(' '));
        assert_eq!(drawn('\u{7}'), drawn('?'));
    }

    #[test]
    fn later_shapes_cover_earlier_ones() {
        let mut drawing = Drawing::new(20.0, 20.0);
        drawing.text(10.0, 10.0, 12.0, Anchor::Middle, "#000000", "8");
        drawing.disc(10.0, 10.0, 9.5, "#00ff00", None);
        let picture = Picture::of(&drawing, 1.0);
        assert_eq!(picture.at(10, 10), [0x00, 0xff, 0x00]);
        assert_eq!(picture.dark(), 0);
    }

    #[test]
    fn invalid_colours_are_black() {
        for color in [
            "", "red", "#12345", "#1234567", "#12345g", "#+12345", "\"/><",
        ] {
            let mut drawing = Drawing::new(4.0, 4.0);
            drawing.rectangle(0.0, 0.0, 4.0, 4.0, color, None);
            assert_eq!(Picture::of(&drawing, 1.0).pixels, [[0; 3]; 16], "{color}");
            assert!(drawing.to_svg().contains("fill=\"#000000\""), "{color}");
        }
    }

    #[test]
    fn pictures_keep_to_the_budget() {
        let mut drawing = Drawing::new(100.0, 50.0);
        for at in 0..40 {
            drawing.rectangle(f64::from(at), 0.0, 1.0, 1.0, "black", None);
        }
        let stopped = |budget: &Budget| {
            let png = render(&drawing, 1.0, budget);
            let pdf = pdf::render(&drawing, budget);
            [png, pdf].map(|made| matches!(made, Err(PngError::Stopped(_))))
        };
        // Asked shape by shape, and a PNG also row by row.
        let questions = |questions| Budget::unlimited().cancel_after(questions).0;
        assert_eq!(stopped(&questions(39)), [true, true]);
        assert_eq!(stopped(&questions(80)), [true, true]);
        assert_eq!(stopped(&questions(140)), [false, false]);
        assert_eq!(stopped(&questions(0)), [true, true]);
        // The pixels of a PNG are four bytes each.
        assert_eq!(stopped(&Budget::unlimited().bytes(19_999)), [true, false]);
        assert_eq!(stopped(&Budget::unlimited().bytes(20_000)), [false, false]);
    }

    #[test]
    fn invalid_pictures_are_refused() {
        let refused = |width: f64, height: f64, scale: f32| {
            let drawing = Drawing::new(width, height);
            matches!(
                render(&drawing, scale, &Budget::unlimited()),
                Err(PngError::Size(..))
            )
        };
        let longest = f64::from(LONGEST_SIDE);
        assert!(!refused(longest, 1.0, 1.0));
        assert!(refused(longest + 1.0, 1.0, 1.0));
        assert!(refused(1.0, longest, 1.01));
        for scale in [0.0, -1.0, 1e6, f32::NAN, f32::INFINITY] {
            assert!(refused(100.0, 100.0, scale), "{scale}");
        }
        for side in [0.0, -1.0, f64::NAN, f64::INFINITY, f64::MAX] {
            assert!(refused(side, 100.0, 1.0), "{side}");
            assert!(refused(100.0, side, 1.0), "{side}");
        }
    }

    /// Shapes outside of the picture, without extent or without a place leave it as it is.
    #[test]
    fn shapes_without_a_place_are_left_out() {
        let empty = Picture::of(&Drawing::new(30.0, 30.0), 2.0).pixels;
        for at in [f64::NAN, f64::INFINITY, f64::MAX, -1e30, 1e9, -500.0] {
            let mut drawing = Drawing::new(30.0, 30.0);
            drawing.rectangle(at, 0.0, 5.0, 5.0, "#000000", Some("#000000"));
            drawing.rectangle(0.0, 0.0, -5.0, at.min(0.0), "#000000", None);
            drawing.disc(at, at, 5.0, "#000000", Some("#000000"));
            drawing.disc(5.0, 5.0, -5.0, "#000000", None);
            drawing.polygon(&[(at, 0.0), (at, 5.0), (at, 9.0)], "#000000");
            drawing.polygon(&[], "#000000");
            drawing.line(&[(at, 0.0), (at, 5.0)], "#000000");
            drawing.line(&[], "#000000");
            drawing.line(&[(1.0, 1.0)], "#000000");
            drawing.text(at, 5.0, 9.0, Anchor::Start, "#000000", "text");
            drawing.text(5.0, 5.0, f64::NAN, Anchor::Start, "#000000", "text");
            assert_eq!(Picture::of(&drawing, 2.0).pixels, empty, "{at}");
        }
    }

    /// Wider than the tiles that the rasteriser works in.
    #[test]
    fn wide_pictures_are_drawn_to_their_ends() {
        let mut drawing = Drawing::new(16_000.0, 12.0);
        drawing.disc(15_990.0, 6.0, 5.0, "#204060", None);
        drawing.line(&[(0.0, 6.5), (15_980.0, 6.5)], "#b00020");
        let picture = Picture::of(&drawing, 1.0);
        assert_eq!(picture.at(15_990, 6), [0x20, 0x40, 0x60]);
        for x in (10..15_970).step_by(100) {
            assert_eq!(picture.at(x, 6), [0xb0, 0x00, 0x20], "{x}");
        }
    }
}

#[cfg(feature = "png")]
fn noise(width: u32, height: u32) -> Vec<u8> {
    let mut pixels = vec![0; (4 * width * height) as usize];
    let mut random = fastrand::Rng::with_seed(u64::from(width));
    random.fill(&mut pixels);
    for pixel in pixels.chunks_mut(4) {
        pixel[3] = 0xff;
    }
    pixels
}

/// Incompressible data are read back unchanged, also if they take more than one chunk.
#[cfg(feature = "png")]
#[test]
fn any_picture_reads_back() {
    for (width, height) in [(1, 1), (1, 300), (300, 1), (17, 23), (2_500, 2_500)] {
        let pixels = noise(width, height);
        let file = nimfield_export::internals::png(width, height, &pixels).unwrap();
        let parts = file.windows(4).filter(|name| *name == b"IDAT").count();
        assert!(parts > 1 || width < 2_500, "{parts}");
        let decoder = png::Decoder::new(std::io::Cursor::new(file));
        let mut reader = decoder.read_info().unwrap();
        let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
        let info = reader.next_frame(&mut bytes).unwrap();
        assert_eq!((info.width, info.height), (width, height));
        let colors = pixels.chunks(4).flat_map(|pixel| &pixel[..3]);
        assert!(colors.eq(&bytes));
    }
}

#[path = "../examples/pictures.rs"]
mod pictures;

#[test]
fn the_example_runs() -> Result<(), Box<dyn std::error::Error>> {
    pictures::main()
}
