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
