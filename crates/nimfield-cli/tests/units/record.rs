use super::*;

fn read(text: &str, play: Play) -> Result<Sum, Failure> {
    Ok(nimfield::read(text)?.for_play(play)?)
}

fn played(position: &str, moves: &[&str]) -> Record {
    let sum = nimfield::read(position).unwrap();
    let mut record = Record::new(sum, Play::Normal, [Seat::Human; 2], 0);
    for mv in moves {
        let player = record.player(record.to_move);
        let mv = record.sum.read_move_of(mv, player).unwrap();
        record.make(mv, None).unwrap();
    }
    record
}

#[test]
fn a_saved_game_is_read_again() {
    for (position, moves) in [
        (
            "wythoff[4,6] + nim[2]",
            &["1: both by 1", "2: heap 1 by 2"][..],
        ),
        (
            "matrix-partizan[3 5; 2 4]",
            &["column 1 by 1", "row 2 by 1"],
        ),
        ("nim[3,w]", &[]),
    ] {
        let record = played(position, moves);
        let text = record.to_text();
        let again = Record::read(&text, read).unwrap();
        assert_eq!(again.to_text(), text);
        assert_eq!((again.sum, again.to_move), (record.sum, record.to_move));
    }
}

#[test]
fn a_saved_game_keeps_what_was_forbidden() {
    let games = nimfield::Games::builtin();
    let load = |_: &str| Ok("piles 2\nmove same any from each and all\nblock 2\n".to_string());
    let read = |text: &str, _: Play| Ok(games.reader().files(load).read(text)?);
    let start = read("@blocked.game[2,3]", Play::Normal).unwrap();
    let mut record = Record::new(start, Play::Normal, [Seat::Human; 2], 0);
    let saved = |record: &Record| {
        let text = record.to_text();
        let again = Record::read(&text, read).unwrap();
        assert_eq!(again.to_text(), text);
        let moves = |record: &Record| record.allowed().map(|own| own.1).collect::<Vec<_>>();
        assert_eq!(moves(&again), moves(record), "{text}");
        assert_eq!(again.forbids(), record.forbids(), "{text}");
        text
    };
    for (forbidden, mv) in [
        ("pile 1 by 1; pile 2 by 1", "piles 1,2 by 1"),
        ("", "pile 2 by 1"),
        ("pile 1 by 1", "pile 2 by 1"),
    ] {
        saved(&record);
        let moves = read_moves(forbidden, &record.sum, Player::Left).unwrap();
        record.forbid(moves).unwrap();
        let text = saved(&record);
        assert!(
            text.ends_with(&format!("# forbidden {forbidden}\n")),
            "{text}"
        );
        if let Some(first) = forbidden
            .split("; ")
            .next()
            .filter(|first| !first.is_empty())
        {
            let mv = record.sum.read_move(first).unwrap();
            assert!(record.make(mv, None).is_err());
        }
        let mv = record.sum.read_move(mv).unwrap();
        record.make(mv, None).unwrap();
    }
    for (from, to, complaint) in [
        (
            "pile 1 by 1; pile 2 by 1",
            "pile 1 by 1; pile 2 by 1; pile 2 by 2",
            "at most 2",
        ),
        ("pile 1 by 1; pile 2 by 1", "pile 1 by 9", "line 7"),
        ("pile 1 by 1; pile 2 by 1", "piles 1,2 by 1", "forbidden it"),
    ] {
        let text = saved(&record).replacen(from, to, 1);
        let error = Record::read(&text, read).err().unwrap();
        assert!(error.message().contains(complaint), "{error:?} {text}");
    }
}

#[test]
fn a_game_that_was_altered_is_refused() {
    let text = played("nim[3,5]", &["heap 1 by 2"]).to_text();
    for (from, to, complaint) in [
        ("# nimfield game 1", "# game", "begins with the line"),
        ("heap 1 by 2", "heap 1 by 7", "line 7"),
        ("nim[1,5]", "nim[2,5]", "the moves lead to nim[1,5]"),
        ("human,human", "human,dog", "`dog` is not a player"),
        ("# start nim[3,5]\n", "", "the start"),
    ] {
        let error = Record::read(&text.replace(from, to), read).err().unwrap();
        assert!(error.message().contains(complaint), "{error:?}");
    }
}

#[test]
fn the_play_convention_decides_the_winner() {
    let mut record = played("nim[1]", &["heap 1 by 1"]);
    assert_eq!(record.winner(), Some(0));
    record.play = Play::Misere;
    assert_eq!(record.winner(), Some(1));
    assert!(record.undo());
    assert_eq!(record.winner(), None);
    record.resigned = Some(0);
    assert_eq!(record.winner(), Some(1));
    // Left has no move where no column can be lowered.
    let stuck = played("matrix-partizan[1 1; 0 0]", &[]);
    assert_eq!(stuck.winner(), Some(1));
}
