use clap::Parser;
use nimfield::budget::Budget;
use nimfield::{Games, Play};
use nimfield_engines::taking::table::{EXTENSION, Job, TableKind};

use super::*;
use crate::board::on_a_board;

#[derive(Parser)]
struct Line {
    #[command(flatten)]
    common: Common,
}

#[test]
fn tables_keep_their_share_of_the_memory() {
    let name = format!("nimfield-share-{}", std::process::id());
    let folder = std::env::temp_dir().join(name);
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join(format!("board.{EXTENSION}"));
    // 2^20 states are two blocks of 64 KiB.
    let text = "lines(max=2)[4x5]";
    let sum = Games::builtin().read(text).unwrap();
    let (game, full) = on_a_board(&sum).unwrap();
    let job = Job {
        path: &path,
        text,
        game,
        play: Play::Misere,
        kind: TableKind::Outcomes,
        save_every: std::time::Duration::from_secs(60),
        recompute: false,
        folder: None,
    };
    job.run(&Budget::unlimited()).unwrap();
    let kept = |memory: &str, named: &[PathBuf], folder: Option<PathBuf>| {
        let line = Line::try_parse_from(["nimfield", "--memory", memory]);
        let common = line.unwrap().common;
        let named = Tables {
            files: named.to_vec(),
        };
        let tables = AtHand::with_folder(&common, &named, folder).unwrap();
        let table = tables.set.table(game, Play::Misere).unwrap();
        for state in (0..=full).step_by(1009) {
            table.is_p(state).unwrap();
        }
        tables.set.bytes()
    };
    for (memory, bytes) in [("512KiB", 64 << 10), ("1MiB", 128 << 10)] {
        assert_eq!(kept(memory, &[], Some(folder.clone())), bytes);
        assert_eq!(kept(memory, std::slice::from_ref(&path), None), bytes);
    }
    std::fs::remove_dir_all(&folder).unwrap();
}
