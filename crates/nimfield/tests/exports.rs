//! Exports read back by readers that share nothing with the writers: SVG by an XML parser, LaTeX by
//! a TeX engine where there is one, PNG by a decoder, b-files by their checker.

use std::collections::BTreeMap;
use std::process::Command;

use nimfield::diagram::{BoardCell, Diagram, Mark};
use nimfield::export::{latex, map, picture, svg};
use nimfield::tables::{Cell, Grid, Shown};
use nimfield::template::{Letter, Template};
use nimfield::{Grundy, Outcome, Play};
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

fn wythoff_table(n: usize, shown: Shown) -> Grid {
    let cell = |value: u64| match shown {
        Shown::Outcomes => Cell::Outcome(Outcome::impartial(value == 0)),
        Shown::Values => Cell::Value(u128::from(value).into()),
    };
    let range = format!("0..{}", n - 1);
    Grid {
        family: "wythoff[a b]".to_string(),
        play: Play::Normal,
        shown,
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
fn the_map_of_wythoff_shows_its_p_positions() {
    let text = map::draw(&wythoff_table(12, Shown::Outcomes)).unwrap();
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
    let text = map::draw(&wythoff_table(n, Shown::Values)).unwrap();
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

#[test]
fn maps_refuse_what_they_cannot_show() {
    let mut table = wythoff_table(4, Shown::Values);
    table.cells[5] = Cell::Value(Grundy::from("w+1".parse::<nimbers::Ordinal>().unwrap()));
    assert!(map::draw(&table).unwrap_err().to_string().contains("2^64"));
    table.cells[5] = Cell::Form("{1|0}".to_string());
    assert!(map::draw(&table).unwrap_err().to_string().contains("{1|0}"));
    table.cells[5] = Cell::Undecided;
    assert!(Document::parse(&map::draw(&table).unwrap()).is_ok());
    table.letters = letters(&["a=0..1", "b=0..1", "c=0..3"]);
    assert!(
        map::draw(&table)
            .unwrap_err()
            .to_string()
            .contains("letters")
    );
    // A fixed third letter is no obstacle.
    table.letters = letters(&["a=0..3", "c=7", "b=0..3"]);
    assert!(map::draw(&table).unwrap().contains("c = 7"));
}

fn all_diagrams() -> Vec<Diagram> {
    let stone = |halves, row, mark| BoardCell { halves, row, mark };
    vec![
        Diagram::Matrix {
            columns: 2,
            entries: ["20", "24", "24", "inf"].map(str::to_string).to_vec(),
        },
        Diagram::Board {
            cells: vec![
                stone(1, 0, Mark::Stone),
                stone(0, 1, Mark::Empty),
                stone(2, 1, Mark::Text("<&_%>".to_string())),
            ],
            column_labels: vec!["a".to_string(), "b".to_string()],
            row_labels: vec!["1".to_string(), "2".to_string()],
        },
        nimfield::read("pnim[5,3^2,1]").unwrap().components()[0].diagram(),
        Diagram::Value("{2||1|+-1/4}".to_string()),
        Diagram::Text(vec![
            "heap 1  ooo  (3)".to_string(),
            "_^\\&%$#{}~<>|\"".to_string(),
        ]),
    ]
}

#[test]
fn pictures_of_positions_hold_what_stands_there() {
    let text = picture::draw(&all_diagrams(), "a sum <of> \"things\" & more").unwrap();
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
    assert_eq!(texts.iter().filter(|text| **text == "+").count(), 4);
    assert_eq!(named(&document, "circle").count(), 1);
    // The ground, 4 entries, 3 cells of a board, 12 of a Young diagram.
    assert_eq!(named(&document, "rect").count(), 1 + 4 + 3 + 12);
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
    let Diagram::Matrix { columns, entries } = diagram("matrix[1 2 3; 4 inf 6]") else {
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
    // Whatever the game, there is a picture.
    for game in nimfield::registry::games() {
        let example = diagram(game.info.example);
        let text = picture::draw(&[example], game.info.example).unwrap();
        assert!(Document::parse(&text).is_ok(), "{}", game.info.name);
    }
}

#[test]
fn large_pictures_are_refused() {
    let columns = 1 << 9;
    let entries = vec![String::new(); columns * columns];
    let large = Diagram::Matrix { columns, entries };
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
fn mixed_table() -> Grid {
    Grid {
        family: "matrix-partizan[a 2b; c 1] # \u{1f600} 100% _ \n \\end{document}".to_string(),
        play: Play::Misere,
        shown: Shown::Values,
        letters: letters(&["a=0..1", "b=1..2", "c=0..1"]),
        cells: vec![
            Cell::Form("{2||1|+-{0,v*}}".to_string()),
            Cell::Form("3^^*2".to_string()),
            Cell::Form("Tiny(1/2)".to_string()),
            Cell::Form("Miny(2)".to_string()),
            Cell::Form("{0|||1||2|v7}".to_string()),
            Cell::Value(Grundy::from(
                "w^(w+1)*2+3".parse::<nimbers::Ordinal>().unwrap(),
            )),
            Cell::Outcome(Outcome::L),
            Cell::Undecided,
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
    std::fs::write(&file, latex::document(&specimens())).unwrap();
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

/// Undoes [`latex::escape`] for printable ASCII, by the meaning of each command.
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
    let table = Grid {
        family: family.text().to_string(),
        play: Play::Misere,
        shown: Shown::Outcomes,
        letters: family.letters().to_vec(),
        cells: vec![Cell::Outcome(Outcome::N); 6],
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
    use nimfield::export::png::{PngError, render};

    /// The pixels as red, green, blue, opacity; read by another library than the writer's.
    fn pixels(png: &[u8]) -> (u32, u32, Vec<[u8; 4]>) {
        let mut reader = png::Decoder::new(std::io::Cursor::new(png))
            .read_info()
            .unwrap();
        let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
        let info = reader.next_frame(&mut bytes).unwrap();
        assert_eq!(info.color_type, png::ColorType::Rgba);
        let pixels = bytes.chunks(4).map(|pixel| pixel.try_into().unwrap());
        (info.width, info.height, pixels.collect())
    }

    #[test]
    fn pictures_have_their_size_colours_and_text() {
        let svg = map::draw(&wythoff_table(12, Shown::Outcomes)).unwrap();
        let document = Document::parse(&svg).unwrap();
        let root = document.root_element();
        let (width, height, shown) = pixels(&render(&svg, 2.0).unwrap());
        assert_eq!(f64::from(width), (2.0 * number(root, "width")).ceil());
        assert_eq!(f64::from(height), (2.0 * number(root, "height")).ceil());
        let at = |x: f64, y: f64| shown[(2.0 * y) as usize * width as usize + (2.0 * x) as usize];
        for disc in named(&document, "circle") {
            let color = at(number(disc, "cx"), number(disc, "cy"));
            assert_eq!(color, [0x1f, 0x3f, 0x8f, 0xff]);
        }
        // Text is drawn: without it fewer pixels are dark.
        let dark = |pixels: &[[u8; 4]]| {
            pixels
                .iter()
                .filter(|pixel| pixel[0] < 0x30 && pixel[2] < 0x60)
                .count()
        };
        let mut silent = svg.clone();
        while let Some(start) = silent.find("<text") {
            let end = start + silent[start..].find("</text>").unwrap() + "</text>".len();
            silent.replace_range(start..end, "");
        }
        let (_, _, silent) = pixels(&render(&silent, 2.0).unwrap());
        assert!(dark(&shown) > dark(&silent) + 500);
    }

    #[test]
    fn what_is_no_picture_is_refused() {
        assert!(matches!(render("<svg", 1.0), Err(PngError::Svg(_))));
        let svg = map::draw(&wythoff_table(2, Shown::Outcomes)).unwrap();
        assert!(matches!(render(&svg, 1e6), Err(PngError::Size(..))));
    }
}
