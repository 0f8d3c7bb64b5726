//! Amounts for each pile, as moves of Holladay's game write them.

use nimfield_core::game::{Rules, Shown};
use nimfield_core::handles::Grip;
use nimfield_core::moves::GameMove;
use nimfield_core::notation::Cursor;
use nimfield_games::holladay::Holladay;

fn position() -> Holladay {
    Holladay::new(2, vec![1, 2, 3, 4]).expect("a matrix")
}

#[test]
fn amounts_are_read_as_they_print_and_with_commas() {
    let position = position();
    for mv in position.moves() {
        let read = position.read_move(&mut Cursor::new(&mv.to_string()));
        assert_eq!(read, Ok(mv.clone()), "{mv}");
        assert_eq!(position.typed_move(&mv.to_move()), Some(mv));
    }
    for (text, after) in [
        ("row 2 by 1, 2^2", "holladay[1 2; 2 0]"),
        ("take 0,1;0,4", "holladay[1 1; 3 0]"),
        ("TAKE 1 0 ; 3 0", "holladay[0 2; 0 4]"),
    ] {
        let mv = position.read_move(&mut Cursor::new(text)).expect(text);
        assert_eq!(position.play(&mv).expect(text).to_string(), after);
    }
}

#[test]
fn wrong_amounts_are_refused_where_they_stand() {
    let position = position();
    for (text, at, message) in [
        ("row 2 by 1", 9, "expected 1 by 2 amounts"),
        ("row 2 by 1 0; 1 0", 9, "expected 1 by 2 amounts"),
        ("take 1 0", 5, "expected 2 by 2 amounts"),
        ("take 1 0; 1 0 0", 5, "expected 2 by 2 amounts"),
        ("row 3 by 1 0", 4, "the row is numbered 1 to 2, not 3"),
    ] {
        let fault = position.read_move(&mut Cursor::new(text)).expect_err(text);
        assert_eq!((fault.span.start, &*fault.message), (at, message), "{text}");
    }
    for text in ["take 1 0; 1 ", "take", "row 1 by x 0"] {
        assert!(
            position.read_move(&mut Cursor::new(text)).is_err(),
            "{text}"
        );
    }
    for text in ["row 1 by 0 0", "row 1 by 2 0", "take 1 0; 0 1"] {
        let mv = position.read_move(&mut Cursor::new(text)).expect(text);
        assert!(position.play(&mv).is_err(), "{text}");
    }
}

#[test]
fn each_row_and_all_piles_are_held_with_what_they_give() {
    let handles = position().handles();
    let grips: Vec<(&str, Vec<usize>)> = (handles.iter())
        .map(|handle| match &handle.grip {
            Grip::Amounts { before, most } => {
                assert_eq!(most.len(), handle.cells.len());
                (&**before, handle.cells.clone())
            }
            other => panic!("{other:?}"),
        })
        .collect();
    let expected = [
        ("row 1 by ", vec![0, 1]),
        ("row 2 by ", vec![2, 3]),
        ("take ", vec![0, 1, 2, 3]),
    ];
    assert_eq!(grips, expected);
}
