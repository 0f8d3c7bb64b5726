//! Pictures: axes with places left out, boards of Nimbers in layers, and what stands where.

use nimbers::Ordinal;
use nimfield_core::diagram::{Axis, BoardCell, ColumnLabel, Diagram, Heap, Mark, Plane};

fn labels(used: &[&str], origin: u128) -> String {
    let used = used.iter().map(|text| text.parse().unwrap());
    let axis = Axis::of(used, origin);
    let ticks = axis.ticks().iter();
    let ticks = ticks.map(|tick| match tick.gap {
        true => format!("… {}", tick.label),
        false => tick.label.clone(),
    });
    ticks.collect::<Vec<_>>().join(" ")
}

#[test]
fn an_axis_shows_few_numbers_completely_and_of_many_only_those_in_use() {
    assert_eq!(labels(&[], 1), "1");
    assert_eq!(labels(&["3"], 0), "0 1 2 3");
    assert_eq!(labels(&["3", "90"], 0), "0 1 2 3 4 … 89 90 91");
    assert_eq!(labels(&["2", "w+1"], 1), "1 2 … w w+1");
    assert_eq!(
        labels(&["w^2", "w*2+50"], 1),
        "1 … w*2 … w*2+49 w*2+50 w*2+51 … w^2"
    );
    let most = u128::MAX.to_string();
    assert!(labels(&[&most], 0).ends_with(&most));
}

#[test]
fn what_is_shown_has_a_place() {
    let axis = Axis::of_numbers([7, 1000], 0);
    assert_eq!(axis.place(&Ordinal::from(0u32)), Some(0));
    assert_eq!(axis.place(&Ordinal::from(500u32)), None);
    let place = axis.place(&Ordinal::from(1000u32)).unwrap();
    assert_eq!(axis.ticks()[place].label, "1000");
}

fn picture(stones: &[&[&str]], origins: &[u128]) -> String {
    let stones = stones.iter().map(|place| {
        let place = place.iter().map(|text| text.parse().unwrap());
        (place.collect(), Mark::Stone)
    });
    let stones: Vec<(Vec<Ordinal>, Mark)> = stones.collect();
    Diagram::of_places(&stones, origins).to_text()
}

#[test]
fn a_plane_has_blocks_of_w() {
    let plane = picture(&[&["2", "2"], &["w", "1"]], &[1, 1]);
    assert_eq!(plane, "2  . o … .\n1  . . … o\n   1 2 … w");
}

#[test]
fn space_is_layers() {
    let layers = picture(&[&["1", "1", "2"], &["2", "1", "w"]], &[1, 1, 1]);
    let expected = "(x,y,2):     (x,y,w):\n1  o .       1  . o\n   1 2          1 2";
    assert_eq!(layers, expected);
}

#[test]
fn the_empty_board_is_a_place() {
    assert_eq!(picture(&[], &[1, 1]), "1  .\n   1");
    assert_eq!(picture(&[], &[0]), ".\n0");
}

fn cell(halves: usize, row: usize, mark: Mark) -> BoardCell {
    BoardCell { halves, row, mark }
}

fn label(text: &str, halves: usize, above: usize) -> ColumnLabel {
    ColumnLabel {
        text: text.to_string(),
        halves,
        above,
    }
}

#[test]
fn a_triangle_names_its_columns_along_its_edge() {
    let triangle = Diagram::Board {
        cells: vec![
            cell(1, 0, Mark::Stone),
            cell(0, 1, Mark::Empty),
            cell(2, 1, Mark::Taken),
        ],
        column_labels: vec![label("a", 2, 0), label("b", 3, 1)],
        row_labels: vec!["1".to_string(), "2".to_string()],
    };
    assert_eq!(triangle.to_text(), "    a\n1  o b\n2 . x");
}

#[test]
fn places_left_out_of_an_axis_are_dots() {
    let picture = Diagram::Plane(Plane {
        across: Axis::of_numbers([2], 0),
        up: Some(Axis::of_numbers([30], 1)),
        marks: vec![(2, 3, Mark::Stone), (1, 0, Mark::Put)],
    });
    let lines = [
        "31  . . .",
        "30  . . o",
        "29  . . .",
        " :  : : :",
        " 2  . . .",
        " 1  . @ .",
        "    0 1 2",
    ];
    // The fourth place is number 30.
    assert_eq!(picture.to_text(), lines.join("\n"));
    let strip = Diagram::Plane(Plane {
        across: Axis::of_numbers([3], 0),
        up: None,
        marks: vec![(3, 0, Mark::Stone)],
    });
    assert_eq!(strip.to_text(), ". . . o\n0 1 2 3");
}

#[test]
fn a_heap_shows_what_was_taken() {
    let heap = |counters: u128, taken| Heap {
        name: "heap 1".to_string(),
        size: counters.to_string(),
        parts: Vec::new(),
        counters,
        taken,
    };
    let before = Diagram::Heaps(vec![heap(5, 0)]);
    let after = Diagram::Heaps(vec![heap(3, 0)]).since(&before);
    assert_eq!(after, Diagram::Heaps(vec![heap(3, 2)]));
    assert_eq!(after.to_text(), "heap 1  ooo..  (3)");
    let large = Diagram::Heaps(vec![heap(u128::MAX, 7)]).to_text();
    assert!(large.contains("o…  ("), "{large}");
}

#[test]
fn a_prime_stands_after_what_changed() {
    let matrix = |entries: [&str; 4]| Diagram::Matrix {
        columns: 2,
        entries: entries.map(str::to_string).to_vec(),
        changed: Vec::new(),
    };
    let before = matrix(["20", "24", "24", "27"]);
    assert_eq!(before.to_text(), "    1   2\n1  20  24\n2  24  27");
    let after = matrix(["20", "24", "17", "20"]).since(&before);
    assert_eq!(after.to_text(), "    1    2\n1  20   24\n2  17'  20'");
}
