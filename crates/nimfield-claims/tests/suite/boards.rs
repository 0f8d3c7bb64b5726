//! The functions with which the claims about boards are checked.

use nimfield_claims::internals::{Board, board, connected, shape};

fn state(picture: &str) -> u64 {
    board(&format!("lines(max=3)[{picture}]")).unwrap().1
}

#[test]
fn components_and_shapes() {
    let mut counts: Vec<u32> = connected(state("1101/0100/0011/1011"), 4)
        .iter()
        .map(|part| part.count_ones())
        .collect();
    counts.sort_unstable();
    assert_eq!(counts, [1, 1, 3, 4]);
    let ell = [
        "1100/1000/0000/0000",
        "0000/0000/0001/0011",
        "0000/0110/0010/0000",
    ];
    let shapes = ell.map(|text| shape(state(text)));
    assert!(shapes.iter().all(|&other| other == shapes[0]));
    assert_ne!(shapes[0], shape(state("1110/0000/0000/0000")));
}

#[test]
fn states_are_read_as_they_are_written() {
    for text in [
        "lines(max=2)[2x3]",
        "efr[3x2]",
        "triangle[4]",
        "nimbi[full]",
    ] {
        let whole = Board::read(text).unwrap();
        for state in (0..=whole.taking.full()).step_by(7) {
            let text = whole.text(state);
            assert_eq!(board(&text).unwrap().1, state, "{text}");
        }
    }
    assert!(Board::read("nim[3]").is_err() && Board::read("triangle[1/11]").is_err());
}
