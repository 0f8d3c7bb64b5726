use super::*;

#[test]
fn amounts_are_printed_as_ranges() {
    let told = |texts: &[(&str, char)]| {
        let moves = texts.iter().map(|(text, what)| (text.to_string(), *what));
        let ranges = ranges(moves).into_iter();
        ranges
            .map(|(text, what)| format!("{text} {what}"))
            .collect::<Vec<_>>()
            .join("; ")
    };
    let moves = [
        ("row 1 by 1", 'N'),
        ("row 1 by 2", 'N'),
        ("row 1 by 3", 'P'),
        ("row 2 by 4", 'P'),
    ];
    assert_eq!(told(&moves), "row 1 by 1..2 N; row 1 by 3 P; row 2 by 4 P");
    assert_eq!(
        told(&[("9 to 3", 'N'), ("9 to 2", 'N'), ("9 to 4", 'N')]),
        "9 to 2..3 N; 9 to 4 N"
    );
    // Cells are not amounts.
    assert_eq!(told(&[("a1", 'N'), ("a2", 'N')]), "a1 N; a2 N");
}

#[test]
fn levels_have_names() {
    let levels = [
        ("perfect", 1.0),
        ("weak", 0.3),
        ("random", 0.0),
        ("0.7", 0.7),
    ];
    assert!(levels.iter().all(|(name, own)| level(name) == Ok(*own)));
    for wrong in ["hard", "1.01", "-0.1", "nan", ""] {
        let message = level(wrong).unwrap_err();
        assert!(
            message.contains("or perfect (1), strong (0.85)"),
            "{message}"
        );
    }
    // The page offers the same levels.
    let page = include_str!("../../../nimfield-web/page/play.js");
    for (name, level) in LEVELS {
        assert!(page.contains(&format!("[{level}, \"{name}\"]")), "{name}");
    }
}

#[test]
fn an_unknown_word_comes_back_with_a_guess() {
    let sum = nimfield::read("wythoff[3,5]").unwrap();
    let said = |line: &str| understand(line, &sum, Player::Left).err().unwrap();
    assert!(said("hnit").starts_with("unknown command or move `hnit`; did you mean `hint`?"));
    assert!(said("haep 1 by 2").contains("did you mean `heap`?"));
    assert!(said("castle").starts_with("unknown command or move `castle`\n"));
    assert!(said("take 3 from heap 2").starts_with("unknown command or move `take`\n"));
    assert!(said("heap 3 by 1").contains('^'));
    assert!(said("save").contains("the name of a file"));
}
