//! Certificates of counterexamples to statements that are forged.

use nimfield_claims::StatementCertificate;
use nimfield_core::budget::Budget;
use nimfield_core::words::Play;

fn certificate(
    positions: &str,
    statement: &str,
    letters: &[(char, &str)],
    facts: &[(&str, &str)],
) -> StatementCertificate {
    let texts = |of: &[(&str, &str)]| {
        let own = of
            .iter()
            .map(|(name, value)| (name.to_string(), value.to_string()));
        own.collect()
    };
    StatementCertificate {
        certificate: "statement".to_string(),
        version: 1,
        positions: positions.to_string(),
        statement: statement.to_string(),
        play: Play::Normal,
        position: "nim[2,1]".to_string(),
        letters: letters
            .iter()
            .map(|(name, value)| (*name, value.to_string()))
            .collect(),
        facts: texts(facts),
    }
}

/// Letters are those of the positions, and hide no fact: otherwise they would refute what is true.
#[test]
fn letters_refute_no_tautology() {
    let own = [('a', "2"), ('b', "1")];
    let good = certificate("nim[a b]", "P or a < b", &own, &[("P", "0")]);
    assert_eq!(good.check(&Budget::unlimited()), Ok(()));
    for (positions, letters) in [
        ("nim[P N]", &[('P', "2"), ('N', "1")][..]),
        (
            "nim[a b]",
            &[('a', "2"), ('b', "1"), ('P', "0"), ('N', "0")],
        ),
        ("nim[2 N]", &[('N', "1")]),
    ] {
        let forged = certificate(positions, "P + 0 > N or not P = 0", letters, &[]);
        assert!(forged.check(&Budget::unlimited()).is_err(), "{forged:?}");
        let forged = certificate(positions, "P < 0", letters, &[]);
        assert!(forged.check(&Budget::unlimited()).is_err(), "{forged:?}");
    }
    for letters in [
        &[('a', "2")][..],
        &[('a', "2"), ('b', "1"), ('z', "5")],
        &[('a', "02"), ('b', "1")],
        &[('a', "+2"), ('b', "1")],
        &[('a', "２"), ('b', "1")],
    ] {
        let forged = certificate("nim[a b]", "P", letters, &[("P", "0")]);
        assert!(forged.check(&Budget::unlimited()).is_err(), "{forged:?}");
    }
}

/// A statement about a game is about its single positions, in the form in which they are printed.
#[test]
fn sums_are_no_positions_of_a_game() {
    let of = |positions: &str, position: &str, statement: &str, facts: &[(&str, &str)]| {
        let made = StatementCertificate {
            position: position.to_string(),
            ..certificate(positions, statement, &[], facts)
        };
        made.check(&Budget::unlimited())
    };
    let p = &[("P", "1")][..];
    for (positions, position) in [
        ("nim", "nim[3,3]"),
        ("code(0.[3])", "code(0.[3])[3,3]"),
        // A single position is a family, too.
        ("nim[3,3]", "nim[3,3]"),
        ("nim[3] + nim[3]", "nim[3] + nim[3]"),
    ] {
        assert_eq!(of(positions, position, "P = 0", p), Ok(()), "{positions}");
    }
    for (positions, position) in [
        ("nim", "nim[3] + nim[3]"),
        ("nim", "nim[3] + kayles[3]"),
        ("nim", "nim[3] - nim[3]"),
        ("nim[3,3]", "nim[2,2]"),
        ("nim[3]", "nim[3] + nim[3]"),
        ("", "nim[3,3]"),
    ] {
        assert!(of(positions, position, "P = 0", p).is_err(), "{position}");
    }
    for position in ["nim[3,03]", "nim[ 3,3]", "nim[3,3] ", "nim[3 3]"] {
        let found = of("nim", position, "size = 0", &[("size", "6")]);
        assert!(found.is_err(), "{position}");
    }
}

/// The values are those of the independent checker.
#[test]
fn the_genus_follows_from_the_rules() {
    let of = |name: &str, value: &str| {
        let made = StatementCertificate {
            position: "kayles[5,1]".to_string(),
            ..certificate("kayles", &format!("{name} < 0"), &[], &[(name, value)])
        };
        made.check(&Budget::unlimited()).is_ok()
    };
    for (name, value) in [("genus1", 5), ("genus2", 7)] {
        for other in 0..10 {
            assert_eq!(
                of(name, &other.to_string()),
                other == value,
                "{name} {other}"
            );
        }
    }
}
