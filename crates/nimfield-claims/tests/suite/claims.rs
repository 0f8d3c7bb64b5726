//! The claims: the check of each at its small bound, false claims, hunts that are interrupted, sharded and merged, and
//! certificates that must be correct.

use std::collections::HashSet;
use std::sync::{Arc, Mutex};

use nimfield::{Budget, Outcome, Play};
use nimfield_claims::{
    Case, Cases, CasesOfSize, CertificateError, CheckError, Claim, Counterexample,
    CounterexampleCertificate, Evidence, Found, Hunt, HuntError, MergeError, Shard, Status,
    Verdict, claims, find, merge,
};
use nimfield_core::files::FileFault;
use nimfield_core::sealed::SealedData;
use serde_json::{Value, json};

fn hunted(claim: &Claim, up_to: u32, threads: usize, shard: Shard) -> Hunt {
    let mut hunt = Hunt::new(claim, shard);
    let budget = Budget::unlimited().threads(threads);
    let end = hunt.go_on(claim, up_to, &budget, |_| {});
    assert_eq!(end, Ok(()), "{}", claim.id);
    hunt
}

#[test]
fn every_claim_at_its_small_bound() {
    for claim in claims() {
        let hunt = hunted(claim, claim.small, 1, Shard::WHOLE);
        let found = hunt.found().map(|found| &found.certificate);
        let case = found.map(|certificate| certificate.case.as_str());
        assert_eq!(
            found.is_some(),
            claim.known_false(),
            "{}: {case:?}",
            claim.id
        );
        assert!(
            hunt.cases() > 0,
            "{} has no case up to {}",
            claim.id,
            claim.small
        );
        if let Some(certificate) = found {
            certificate
                .check(&Budget::unlimited())
                .unwrap_or_else(|error| panic!("{}: {error}", claim.id));
        }
    }
}

#[test]
fn claims_are_described_and_their_names_differ() {
    let mut names = HashSet::new();
    for claim in claims() {
        assert!(names.insert(claim.id), "{} occurs twice", claim.id);
        let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        assert!(claim.id.chars().all(plain), "{}", claim.id);
        for text in [claim.statement, claim.source, claim.over, claim.size] {
            assert!(
                !text.is_empty() && !text.ends_with('.'),
                "{}: {text}",
                claim.id
            );
        }
        assert!(claim.small <= claim.up_to, "{}", claim.id);
        assert!(
            claim.last.is_none_or(|last| claim.up_to <= last),
            "{}",
            claim.id
        );
        assert_eq!(
            find(&claim.id.to_uppercase()).map(|found| found.id),
            Some(claim.id)
        );
    }
    assert!(find("no-such-claim").is_none());
}

/// Nim heaps `number` and `size` of a size; claimed to be P-positions unless `number` is `bad`.
fn planted(bad: Option<(u32, u64)>) -> Claim {
    let cases: CasesOfSize = match bad {
        None => &|_, _| {
            Ok(Cases::new(5000, |number| {
                if number % 3 == 0 {
                    Case::Outside
                } else {
                    Case::Holds
                }
            }))
        },
        Some(_) => &|size, _| {
            Ok(Cases::new(5000, move |number| {
                Case::of(size < 2 || !(number == 4001 || number == 4990), || {
                    Counterexample {
                        case: format!("number {number}"),
                        claimed: "P".to_string(),
                        found: "N".to_string(),
                        evidence: vec![Evidence {
                            position: "nim[1,2]".to_string(),
                            play: Play::Normal,
                            verdict: Verdict::Outcome(Outcome::N),
                        }],
                    }
                })
            }))
        },
    };
    Claim {
        id: "planted",
        statement: "a claim for the tests",
        source: "the tests",
        status: match bad {
            None => Status::Conjecture,
            Some(_) => Status::Refuted,
        },
        over: "numbers",
        size: "nothing",
        up_to: 3,
        small: 3,
        last: None,
        cases,
    }
}

#[test]
fn the_least_counterexample_is_found_whatever_the_threads() {
    let claim = planted(Some((2, 4001)));
    let one = hunted(&claim, 9, 1, Shard::WHOLE);
    assert_eq!(one.found().map(|found| found.number), Some(4001));
    assert_eq!(one.complete_to(), Some(2), "the hunt ends with the size");
    for threads in [2, 3, 8] {
        assert_eq!(hunted(&claim, 9, threads, Shard::WHOLE), one);
    }
}

#[test]
fn sizes_that_no_case_has_are_not_reported() {
    // One thing to check; stones on a board of 16 places; a total of at most 4.
    for (id, last) in [
        ("2d-nim-losing-states", 0),
        ("boards-even-by-even", 16),
        ("ferguson-simplest-hot", 4),
    ] {
        let claim = find(id).unwrap();
        assert_eq!(claim.last, Some(last), "{id}");
        let [there, beyond] = [last, last + 5].map(|up_to| hunted(claim, up_to, 1, Shard::WHOLE));
        assert_eq!(beyond, there, "{id}");
        assert_eq!(beyond.complete_to(), Some(last), "{id}");
    }
}

#[test]
fn sizes_that_were_not_checked_are_not_reported() {
    // Boards of more than 64 places cannot be made, and the excess of 719 is not known.
    for (id, reached) in [
        ("2d-nim-most-next-states", 8),
        ("nimbers-excess-pattern", 718),
    ] {
        let claim = find(id).unwrap();
        let mut hunt = Hunt::new(claim, Shard::WHOLE);
        let end = hunt.go_on(claim, reached + 10, &Budget::unlimited(), |_| {});
        let too_large = matches!(end, Err(HuntError::Check(CheckError::TooLarge(_))));
        assert!(too_large, "{id}: {end:?}");
        assert_eq!(hunt.complete_to(), Some(reached), "{id}");
    }
}

#[test]
fn a_status_says_whether_a_claim_is_false() {
    let is_false = Status::ALL.map(Status::is_false);
    let expected = [false, false, false, true, false, false, true, true];
    assert_eq!(is_false, expected);
    for claim in claims() {
        assert_eq!(claim.known_false(), claim.status.is_false(), "{}", claim.id);
        let printed = claim.id.ends_with("-as-printed") || claim.id.ends_with("-as-published");
        assert!(!printed || claim.status == Status::Misprint, "{}", claim.id);
    }
}

#[test]
fn progress_names_the_claim_and_the_size_reached() {
    let seen = Arc::new(Mutex::new(Vec::new()));
    let report = seen.clone();
    let budget = Budget::unlimited().progress(move |progress| {
        let mut seen = report.lock().unwrap();
        seen.push((progress.phase, progress.size, progress.done));
    });
    let claim = planted(None);
    let end = Hunt::new(&claim, Shard::WHOLE).go_on(&claim, 3, &budget, |_| {});
    assert_eq!(end, Ok(()));
    let seen = seen.lock().unwrap();
    assert!(seen.iter().all(|&(phase, ..)| phase == "planted"));
    assert!(seen.is_sorted_by_key(|&(_, size, done)| (size, done)));
    let sizes: HashSet<_> = seen.iter().filter_map(|&(_, size, _)| size).collect();
    assert_eq!(sizes, HashSet::from([0, 1, 2, 3]));
}

#[test]
fn an_interrupted_hunt_continues_to_the_same_result() {
    for claim in [planted(Some((2, 4001))), planted(None)] {
        let whole = hunted(&claim, 3, 2, Shard::WHOLE);
        for allowed in [40, 2000, 7000] {
            let mut hunt = Hunt::new(&claim, Shard::WHOLE);
            let mut rounds = 0;
            loop {
                let budget = Budget::unlimited().positions(allowed);
                match hunt.go_on(&claim, 3, &budget, |_| {}) {
                    Ok(()) => break,
                    Err(HuntError::Check(_)) => {}
                    Err(error) => panic!("{error}"),
                }
                // After a kill, exactly the saved state remains.
                hunt = Hunt::decode(&hunt.encode().unwrap()).unwrap();
                rounds += 1;
                assert!(rounds < 1000, "no progress with {allowed} cases a time");
            }
            assert_eq!(hunt, whole, "{allowed} cases a time");
        }
        // Even with the smallest budget, a piece is finished.
        let mut hunt = Hunt::new(&claim, Shard::WHOLE);
        for pieces in 1..4 {
            let end = hunt.go_on(&claim, 3, &Budget::unlimited().positions(0), |_| {});
            assert!(matches!(end, Err(HuntError::Check(_))), "{end:?}");
            assert!(hunt.sizes[0].pieces >= pieces);
        }
    }
}

fn sharded(claim: &Claim, up_to: u32, of: u64) -> Vec<Hunt> {
    Shard::all(of)
        .map(|shard| hunted(claim, up_to, 1, shard))
        .collect()
}

/// The complete report of a hunt.
fn known(hunt: &Hunt) -> (Option<u32>, u64, Option<&CounterexampleCertificate>) {
    let found = hunt.found().map(|found| &found.certificate);
    (hunt.complete_to(), hunt.cases(), found)
}

#[test]
fn claims_of_all_kinds_are_the_same_in_shards() {
    // Every seventh: cases few and many, true ones and false ones.
    for claim in claims().step_by(7) {
        let whole = hunted(claim, claim.small, 1, Shard::WHOLE);
        let shards = sharded(claim, claim.small, 3);
        let merged = merge(claim, &shards, &Budget::unlimited()).unwrap();
        assert_eq!(known(&merged), known(&whole), "{}", claim.id);
    }
}

/// Three sizes with this many numbers each, of which every third is not a case; from size 2 on the case at `AT` fails.
fn failing<const COUNT: u64, const AT: u64>(size: u32, _: &Budget) -> Result<Cases, CheckError> {
    Ok(Cases::new(COUNT, move |number| {
        let fails = size >= 2 && (number == AT || number == AT + 77);
        match number % 3 == 1 && !fails {
            true => Case::Outside,
            false => Case::of(!fails, || Counterexample {
                case: format!("number {number}"),
                claimed: "P".to_string(),
                found: "N".to_string(),
                evidence: Vec::new(),
            }),
        }
    }))
}

#[test]
fn cases_before_a_counterexample_are_counted_wherever_it_is() {
    // The first and the last number of a piece and of a size, and one in the middle.
    let sizes: [CasesOfSize; 9] = [
        &failing::<5000, 0>,
        &failing::<5000, 1>,
        &failing::<5000, 2>,
        &failing::<5000, 4095>,
        &failing::<5000, 4999>,
        &failing::<3, 2>,
        &failing::<4_200_000, 1023>,
        &failing::<4_200_000, 3_000_000>,
        &failing::<4_200_000, 4_199_999>,
    ];
    for (i, cases) in sizes.into_iter().enumerate() {
        let mut claim = planted(None);
        claim.cases = cases;
        let whole = hunted(&claim, 4, 2, Shard::WHOLE);
        assert!(whole.found().is_some());
        for of in [2, 5, 300] {
            let mut shards = sharded(&claim, 4, of);
            let merged = merge(&claim, &shards, &Budget::unlimited()).unwrap();
            assert_eq!(known(&merged), known(&whole), "{i} in {of} shards");
            // Marks only save work.
            for size in shards.iter_mut().flat_map(|hunt| &mut hunt.sizes) {
                size.marks.clear();
            }
            let merged = merge(&claim, &shards, &Budget::unlimited()).unwrap();
            assert_eq!(
                known(&merged),
                known(&whole),
                "{i} in {of} shards, no marks"
            );
        }
    }
}

#[test]
fn single_cases_are_distributed_over_the_shards() {
    // One number a size: the shards take turns.
    let mut claim = planted(None);
    claim.cases = &|_, _| Ok(Cases::single(Case::Holds));
    let cases: Vec<u64> = sharded(&claim, 8, 3).iter().map(Hunt::cases).collect();
    assert_eq!(cases, [3, 3, 3]);
}

#[test]
fn shards_together_are_the_whole() {
    for claim in [planted(Some((2, 4001))), planted(None)] {
        let whole = hunted(&claim, 3, 1, Shard::WHOLE);
        for of in [2, 3, 7] {
            let shards = sharded(&claim, 3, of);
            let merged = merge(&claim, &shards, &Budget::unlimited()).unwrap();
            assert_eq!(known(&merged), known(&whole));
            let refused = |shards: &[Hunt]| {
                merge(&claim, shards, &Budget::unlimited())
                    .unwrap_err()
                    .to_string()
            };
            let found = of - 1;
            assert_eq!(
                refused(&shards[1..]),
                format!("shard 2/{of} needs {of} files, found {found}")
            );
            let mut twice = shards.clone();
            twice[0] = shards[1].clone();
            assert_eq!(refused(&twice), format!("shard 2/{of} occurs twice"));
            let mut other = shards.clone();
            other[1].claim = "else".to_string();
            assert_eq!(refused(&other), "a hunt of else, but planted was expected");
        }
    }
}

/// The author of a state can give it a valid seal, so the cases that it reports are checked again.
#[test]
fn states_that_no_hunt_leaves_are_refused() {
    let budget = Budget::unlimited();
    let mut holding = planted(None);
    holding.last = Some(3);
    let mut failing_claim = planted(None);
    failing_claim.cases = &failing::<5000, 4095>;
    for (claim, shard) in [
        (&holding, Shard::WHOLE),
        (&holding, Shard { index: 1, of: 3 }),
        (&failing_claim, Shard::WHOLE),
        (&failing_claim, Shard { index: 1, of: 3 }),
    ] {
        let hunt = hunted(claim, 3, 1, shard);
        assert_eq!(hunt.check_sample(claim, &budget), Ok(()));
        let forged = |change: &dyn Fn(&mut Hunt)| {
            let mut forged = hunt.clone();
            change(&mut forged);
            let refused = forged.check_sample(claim, &budget);
            assert!(matches!(refused, Err(MergeError::Shards(_))), "{forged:?}");
        };
        let last = hunt.sizes.len() - 1;
        for size in 0..=last {
            forged(&|hunt| hunt.sizes[size].cases = 1 << 32);
            forged(&|hunt| hunt.sizes[size].cases = u64::MAX);
            forged(&|hunt| {
                hunt.sizes[size].cases = 1 << 32;
                hunt.sizes[size].pieces = 1 << 32;
            });
            forged(&|hunt| hunt.sizes[size].pieces += 1);
            forged(&|hunt| hunt.sizes[size].pieces = u64::MAX);
            forged(&|hunt| {
                // Without marks all cases are counted.
                hunt.sizes[size].cases -= 1;
                hunt.sizes[size].marks.clear();
            });
        }
        forged(&|hunt| hunt.sizes[0].complete = false);
        // A size of which no case was checked.
        forged(&|hunt| {
            let mut more = hunt.sizes[0].clone();
            more.pieces = 0;
            hunt.sizes.push(more);
        });
        match hunt.found().cloned() {
            Some(found) => {
                forged(&|hunt| hunt.sizes[last].found = None);
                forged(&|hunt| hunt.sizes[1].found = Some(found.clone()));
                let other = |change: fn(&mut Found)| {
                    forged(&|hunt| {
                        let mut found = found.clone();
                        change(&mut found);
                        hunt.sizes[last].found = Some(found);
                    });
                };
                other(|found| found.number += 77);
                other(|found| found.number = 5000);
                other(|found| found.number = u64::MAX);
                other(|found| found.certificate.case += "0");
                other(|found| found.certificate.found = "P".to_string());
            }
            // The claim ends at size 3.
            None if claim.last.is_some() => {
                forged(&|hunt| hunt.sizes.push(hunt.sizes[0].clone()));
            }
            None => {}
        }
    }
    // A budget that ends is not a forgery.
    let hunt = hunted(&holding, 3, 1, Shard::WHOLE);
    let stopped = hunt.check_sample(
        &holding,
        &Budget::unlimited().time(std::time::Duration::ZERO),
    );
    assert!(matches!(
        stopped,
        Err(MergeError::Hunt(HuntError::Check(_)))
    ));
}

#[test]
fn a_counterexample_that_the_rules_refute_is_an_error() {
    let mut claim = planted(None);
    claim.cases = &|_, _| {
        Ok(Cases::single(Case::Fails(Box::new(Counterexample {
            case: "nim[1,1]".to_string(),
            claimed: "P".to_string(),
            found: "N".to_string(),
            evidence: vec![Evidence {
                position: "nim[1,1]".to_string(),
                play: Play::Normal,
                verdict: Verdict::Outcome(Outcome::N),
            }],
        }))))
    };
    let end = Hunt::new(&claim, Shard::WHOLE).go_on(&claim, 0, &Budget::unlimited(), |_| {});
    assert!(
        matches!(end, Err(HuntError::NotConfirmed { .. })),
        "{end:?}"
    );
}

#[test]
fn what_cannot_be_decided_is_not_an_answer() {
    // The number 700 of size 1 cannot be decided: neither does the claim hold there, nor does it fail.
    let mut claim = planted(None);
    claim.cases = &|size, _| {
        Ok(Cases::new(5000, move |number| match (size, number) {
            (1, 700) => Err(CheckError::Failed("no answer".to_string())),
            (1, 4000) => Ok(None),
            _ => Ok(Some(Case::Holds)),
        }))
    };
    let failed = Err(HuntError::Check(CheckError::Failed(
        "no answer".to_string(),
    )));
    for threads in [1, 2, 4] {
        let budget = Budget::unlimited().threads(threads);
        let mut hunt = Hunt::new(&claim, Shard::WHOLE);
        assert_eq!(hunt.go_on(&claim, 3, &budget, |_| {}), failed);
        assert_eq!(hunt.complete_to(), Some(0));
        assert_eq!(hunt.cases(), 5700, "{threads} threads");
        assert_eq!(hunt.found(), None);
        // Resuming does not skip it.
        assert_eq!(hunt.go_on(&claim, 3, &budget, |_| {}), failed);
    }
}

#[test]
fn a_certificate_of_what_cannot_be_decided_is_not_checked() {
    let claim = find("ferguson-theorem-3-not-strict").unwrap();
    let hunt = hunted(claim, claim.small, 1, Shard::WHOLE);
    let mut certificate = hunt.found().unwrap().certificate.clone();
    // Boards of more than 64 places cannot be made.
    certificate.claim = "2d-nim-most-next-states".to_string();
    certificate.size = 9;
    assert!(matches!(
        certificate.check(&Budget::unlimited()),
        Err(CertificateError::Unchecked(CheckError::TooLarge(_)))
    ));
}

#[test]
fn altered_certificates_are_refused() {
    let mut refused = 0;
    for claim in claims().filter(|claim| claim.known_false()) {
        let hunt = hunted(claim, claim.small, 1, Shard::WHOLE);
        let sound = &hunt.found().unwrap().certificate;
        let text = sound.to_json().unwrap();
        assert_eq!(CounterexampleCertificate::read(&text).as_ref(), Ok(sound));
        let json = serde_json::to_value(sound).unwrap();
        // Refusing a long one takes little time.
        let most = if text.len() > 10_000 { 1 } else { usize::MAX };
        let mut fields = Vec::new();
        listed(&json, String::new(), &mut fields);
        for field in fields {
            for other in others(json.pointer(&field).unwrap()).into_iter().take(most) {
                let mut altered = json.clone();
                *altered.pointer_mut(&field).unwrap() = other;
                let read = CounterexampleCertificate::read(&altered.to_string());
                let checked = read.and_then(|read| read.check(&Budget::unlimited()));
                assert!(checked.is_err(), "{}: {field}: {altered}", claim.id);
                refused += 1;
            }
        }
    }
    assert!(refused > 2000, "{refused}");
    assert!(CounterexampleCertificate::read("{}").is_err());
}

/// The places of all values in a certificate; of long lists the first two and the last, of very long ones none.
fn listed(value: &Value, at: String, found: &mut Vec<String>) {
    match value {
        Value::Object(fields) => {
            for (name, field) in fields {
                listed(field, format!("{at}/{name}"), found);
            }
        }
        Value::Array(entries) => {
            let last = entries.len().saturating_sub(1);
            for (i, entry) in entries.iter().enumerate() {
                if last < 50 && (i < 2 || i == last) {
                    listed(entry, format!("{at}/{i}"), found);
                }
            }
        }
        _ => {}
    }
    found.push(at);
}

/// The values that a forger may write instead of a value.
fn others(value: &Value) -> Vec<Value> {
    match value {
        Value::Null => vec![json!(0), json!("P"), json!([])],
        Value::Bool(so) => vec![json!(!so), json!(u8::from(*so)), Value::Null],
        Value::Number(n) => {
            let n = n.as_u64().unwrap();
            let words = json!(n.to_string());
            vec![json!(n + 1), json!(n.wrapping_sub(1)), words, Value::Null]
        }
        Value::String(text) => {
            let opposite = match text.as_str() {
                "normal" => "misere",
                "misere" => "normal",
                "P" => "N",
                _ => "nim[1]",
            };
            vec![json!(format!("{text} ")), json!(opposite), json!("")]
        }
        Value::Array(entries) => {
            let mut all = vec![Value::Null];
            if let Some((last, rest)) = entries.split_last() {
                all.push(json!([entries, std::slice::from_ref(last)].concat()));
                all.push(json!(rest));
                all.push(json!([]));
            } else {
                all.push(json!([0]));
            }
            all
        }
        Value::Object(fields) => {
            let mut more = fields.clone();
            more.insert("note".to_string(), Value::Null);
            let mut other = fields.clone();
            other.remove(fields.keys().next().unwrap());
            vec![Value::Object(more), Value::Object(other)]
        }
    }
}

#[test]
fn a_certificate_is_bound_to_its_claim_and_its_case() {
    let certificate = |name: &str| {
        let claim = find(name).unwrap();
        let hunt = hunted(claim, claim.small, 1, Shard::WHOLE);
        hunt.found().unwrap().certificate.clone()
    };
    let sound = certificate("ferguson-theorem-3-not-strict");
    let other = certificate("ferguson-even-rows-are-not-nim");
    let forged = [
        // True facts of another claim, another case, another size.
        CounterexampleCertificate {
            facts: other.facts.clone(),
            ..sound.clone()
        },
        CounterexampleCertificate {
            claim: other.claim.clone(),
            statement: other.statement.clone(),
            ..sound.clone()
        },
        CounterexampleCertificate {
            size: sound.size + 1,
            ..sound.clone()
        },
        CounterexampleCertificate {
            facts: Vec::new(),
            ..sound.clone()
        },
        // A claim that holds does not fail for the case at which another claim fails.
        CounterexampleCertificate {
            claim: "ferguson-theorem-3".to_string(),
            statement: find("ferguson-theorem-3").unwrap().statement.to_string(),
            ..sound.clone()
        },
    ];
    for forged in forged {
        assert!(forged.check(&Budget::unlimited()).is_err(), "{forged:?}");
    }
    assert_eq!(sound.check(&Budget::unlimited()), Ok(()));
    assert!(matches!(
        sound.check(&Budget::unlimited().positions(0)),
        Err(CertificateError::Unchecked(_))
    ));
}

#[test]
fn damaged_states_are_refused() {
    let hunt = hunted(&planted(Some((2, 4001))), 3, 1, Shard { index: 1, of: 2 });
    let bytes = hunt.encode().unwrap();
    assert_eq!(Hunt::decode(&bytes).unwrap(), hunt);
    for length in 0..bytes.len() {
        assert!(Hunt::decode(&bytes[..length]).is_err(), "cut at {length}");
    }
    for at in 0..bytes.len() {
        let mut altered = bytes.clone();
        altered[at] ^= 0x10;
        assert!(Hunt::decode(&altered).is_err(), "altered at {at}");
    }
    assert_eq!(
        Hunt::decode(b"something else"),
        Err(FileFault::Foreign("not the state of a hunt"))
    );
}
