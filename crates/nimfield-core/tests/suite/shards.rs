//! Shards: how work is divided, how they are written, their files, and which of them form a job.

use std::path::PathBuf;

use nimfield_core::files::FileFault;
use nimfield_core::shard::{DoneShard, Shard, ShardJob, ShardsError, together};
use proptest::prelude::*;

proptest! {
    #[test]
    fn every_piece_belongs_to_one_shard(of in 1u64..40, pieces in 0u64..300, turn in 0u64..100) {
        let mut owners = vec![0; pieces as usize];
        for shard in Shard::all(of).map(|shard| shard.turned(turn)) {
            let share = shard.share(pieces);
            // No shard has two pieces more than another.
            prop_assert!(share == pieces / of || share == pieces.div_ceil(of));
            for i in 0..share {
                let number = shard.nth(i);
                prop_assert!(shard.owns(number));
                owners[number as usize] += 1;
            }
            prop_assert!(shard.nth(share) >= pieces);
            let owned = (0..pieces).filter(|&number| shard.owns(number)).count() as u64;
            prop_assert_eq!(owned, share);
        }
        prop_assert!(owners.iter().all(|&owners| owners == 1), "{:?}", owners);
    }

    #[test]
    fn shards_read_what_they_print(of in 1u64..100, index in 0u64..100) {
        let shard = Shard { index: index % of, of };
        prop_assert_eq!(shard.to_string().parse(), Ok(shard));
    }

    #[test]
    fn no_text_panics_as_a_shard(text in ".*") {
        if let Err(error) = text.parse::<Shard>() {
            prop_assert!(error.to_string().contains('^'));
        }
    }
}

#[test]
fn a_column_of_a_table_does_not_fall_to_one_shard() {
    // Ten columns and ten shards: if pieces were assigned in turn, each shard would get one column.
    let first = Shard { index: 0, of: 10 };
    let columns: Vec<u64> = (0..10).map(|i| first.nth(i) % 10).collect();
    assert_eq!(columns, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
}

#[test]
fn errors_point_at_the_fault() {
    let said = |text: &str| text.parse::<Shard>().unwrap_err().to_string();
    assert_eq!(
        said("0/3"),
        "unknown shard 0 of 3: shards are numbered from 1\n  0/3\n  ^\n\
         a shard is written I/N: the I-th of N parts\nexample: --shard 3/10"
    );
    assert!(
        said("4/3").starts_with("unknown shard 4 of 3: shards are numbered from 1\n  4/3\n  ^\n")
    );
    assert!(said("x").starts_with("expected I/N, found \"x\"\n  x\n  ^\n"));
    assert!(said("").starts_with("expected I/N, found \"\"\n"));
    assert!(said("2/y").starts_with("expected a number, found \"y\"\n  2/y\n    ^\n"));
    assert!(said("+1/2").starts_with("expected a number"));
    assert!(said("1/0").starts_with("a job has 1 to 1048576 shards\n  1/0\n    ^\n"));
    assert!(said("1/99999999999999999999").starts_with("a job has 1 to"));
    assert!(said("1/2/3").starts_with("expected a number, found \"2/3\""));
}

fn job(command: &str) -> ShardJob {
    ShardJob {
        program: "nimfield 1.2.3".to_string(),
        command: command.split(' ').map(str::to_string).collect(),
    }
}

/// The shards of a job in files a, b, c, …
fn shards(command: &str, of: u64) -> Vec<(PathBuf, DoneShard)> {
    let names = ('a'..='z').map(|name| PathBuf::from(name.to_string()));
    let shard = |shard: Shard| DoneShard {
        job: job(command),
        shard,
        found: format!("[{}]", shard.index),
    };
    names.zip(Shard::all(of).map(shard)).collect()
}

#[test]
fn a_job_is_all_its_shards_in_any_order() {
    let mut parts = shards("hunt it --up-to 9", 4);
    parts.rotate_left(2);
    parts.swap(0, 1);
    let done = together(parts, "nimfield 1.2.3").unwrap();
    assert_eq!(done.job, job("hunt it --up-to 9"));
    assert_eq!(done.found, ["[0]", "[1]", "[2]", "[3]"]);
    let mut quoted = job("table -- a=0..3");
    quoted.command.push("nim[a 'b]".to_string());
    assert_eq!(quoted.to_string(), "nimfield table a=0..3 'nim[a '\\''b]'");
}

#[test]
fn incomplete_and_mixed_jobs_are_refused() {
    let parts = || shards("hunt it --up-to 9", 3);
    let said = |parts: Vec<(PathBuf, DoneShard)>| {
        together(parts, "nimfield 1.2.3").unwrap_err().to_string()
    };
    assert_eq!(
        together(Vec::new(), "nimfield 1.2.3"),
        Err(ShardsError::None)
    );
    assert_eq!(
        said(parts()[..1].to_vec()),
        "shards 2/3, 3/3 of this job are missing: nimfield hunt it --up-to 9"
    );
    assert!(
        said(shards("x", 20)[..1].to_vec()).contains("11/20 and 9 others of this job are missing")
    );
    let mut twice = parts();
    twice[2] = (PathBuf::from("z"), twice[1].1.clone());
    assert_eq!(said(twice), "z: shard 2/3 occurs twice, also in b");
    let mut other = parts();
    other[1].1.job = job("hunt it --up-to 8");
    assert_eq!(
        said(other),
        "b: this is a shard of another job: nimfield hunt it --up-to 8\na belongs to: nimfield hunt it --up-to 9"
    );
    let mut other = parts();
    other[2].1.job.program = "nimfield 1.2.4".to_string();
    assert_eq!(
        said(other),
        "c: this shard was made by nimfield 1.2.4, but this is nimfield 1.2.3"
    );
    let mut other = parts();
    other[1].1.shard.of = 4;
    assert_eq!(
        said(other),
        "b: this is shard 2/4, and a is shard 1/3: the job was divided in two ways"
    );
}

#[test]
fn damaged_shards_are_refused() {
    let (_, done) = &shards("hunt it --up-to 9", 3)[1];
    let bytes = done.encode().unwrap();
    assert_eq!(DoneShard::decode(&bytes).as_ref(), Ok(done));
    for length in 0..bytes.len() {
        assert!(
            DoneShard::decode(&bytes[..length]).is_err(),
            "cut at {length}"
        );
    }
    for at in 0..bytes.len() {
        let mut altered = bytes.clone();
        altered[at] ^= 0x10;
        assert!(DoneShard::decode(&altered).is_err(), "altered at {at}");
    }
    assert_eq!(
        DoneShard::decode(b"something else"),
        Err(FileFault::Foreign("not a finished shard of a job"))
    );
}
