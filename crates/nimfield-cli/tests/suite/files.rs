//! Files of other people: links where a file is to be written, and pipes, devices and huge files where one is to be
//! read.

use std::fs;
use std::os::unix::fs::symlink;
use std::process::Command;

use super::common::{code, err, folder, nimfield, out, run, text};

#[test]
fn links_of_others_are_not_followed() {
    let folder = folder("links-of-others");
    let (victim, output) = (folder.join("victim"), folder.join("o"));
    fs::write(&victim, "precious").unwrap();
    let solve = ["solve", "lines(max=2)[3x3]", "-o", text(&output)];
    for ending in ["part", "state", "lock"] {
        let link = folder.join(format!("o.{ending}"));
        symlink("victim", &link).unwrap();
        let refused = run(&solve);
        // The remains of a run without a state are removed, and the state itself is the lock of the run.
        let said = err(&refused);
        let fine = code(&refused) == 2 && said.contains("this is a link");
        assert!(fine || ending != "state", "{ending}: {said}");
        assert_eq!(fs::read(&victim).unwrap(), b"precious", "{ending}");
        let _ = fs::remove_file(&link);
        let _ = fs::remove_file(&output);
    }
    // The lock of the output may be a link, too.
    symlink("victim", folder.join("o.svg.lock")).unwrap();
    let refused = run(&["draw", "tactix[2x2]", "-o", text(&folder.join("o.svg"))]);
    assert_eq!(code(&refused), 2);
    assert!(
        err(&refused).contains("this is a link"),
        "{}",
        err(&refused)
    );
    assert_eq!(fs::read(&victim).unwrap(), b"precious");
    let commands: [&[&str]; 6] = [
        &["draw", "tactix[2x2]", "-o"],
        &["table", "nim[a,b]", "a=0..3", "b=0..3", "-o"],
        &["certify", "tactix[3x3]", "-o"],
        &["solve", "lines(max=2)[3x3]", "-o"],
        &["verify", "ferguson-theorem-3", "--up-to", "3", "--report"],
        &["hunt", "ferguson-conjecture", "--certificate"],
    ];
    for (at, command) in commands.into_iter().enumerate() {
        for target in ["victim", "nothing yet"] {
            let name = folder.join(format!("out{at}.svg"));
            let _ = fs::remove_file(&name);
            symlink(target, &name).unwrap();
            let output = run(&[command, &[text(&name)]].concat());
            let is_link = fs::symlink_metadata(&name).unwrap().is_symlink();
            let refused = code(&output) == 2;
            assert_eq!(is_link, refused, "{command:?}: {}", err(&output));
            assert_eq!(fs::read(&victim).unwrap(), b"precious", "{command:?}");
            assert!(!folder.join("nothing yet").exists(), "{command:?}");
        }
    }
}

/// Commands that read a file with any contents.
fn reading(file: &str) -> Vec<Vec<String>> {
    let commands = [
        "hunt ferguson-conjecture --state FILE",
        "hunt ferguson-conjecture --merge FILE",
        "table pnim --up-to 5 --state FILE",
        "nimber --excess 3..7 --state FILE",
        "certify tactix[3x3] -o /dev/null --state FILE",
        "check FILE",
        "merge FILE",
        "analyze @FILE",
        "games @FILE",
        "table --check-bfile FILE",
    ];
    let words = |command: &str| {
        let command = command.replace("FILE", file);
        command.split(' ').map(str::to_string).collect()
    };
    commands.into_iter().map(words).collect()
}

/// The command with half a GiB of address space for data and 20 seconds of the processor.
fn with_little_memory(args: &[String]) -> Command {
    let command = nimfield(&[]);
    let program = command.get_program().to_os_string();
    let mut limited = Command::new("sh");
    limited.args(["-c", "ulimit -d 524288; ulimit -t 20; exec \"$0\" \"$@\""]);
    limited.arg(program).args(["--memory", "128MiB"]).args(args);
    let environment = command.get_envs();
    for (name, value) in environment {
        match value {
            Some(value) => limited.env(name, value),
            None => limited.env_remove(name),
        };
    }
    limited
}

#[test]
fn paths_that_are_not_files_are_refused_at_once() {
    let folder = folder("no-files");
    let pipe = folder.join("pipe");
    assert!(
        Command::new("mkfifo")
            .arg(&pipe)
            .status()
            .unwrap()
            .success()
    );
    for file in [text(&pipe), "/dev/zero"] {
        for command in reading(file) {
            let output = with_little_memory(&command).output().unwrap();
            assert_eq!((code(&output), out(&output)), (2, ""), "{command:?}");
            assert!(err(&output).contains("not a file, but"), "{command:?}");
        }
        let configured = nimfield(&["nimber", "3"])
            .env("NIMFIELD_CONFIG", file)
            .output();
        assert!(err(&configured.unwrap()).contains("not a file, but"));
    }
}

#[test]
fn huge_files_are_refused_by_their_beginning() {
    let folder = folder("huge-files");
    let zeros = folder.join("zeros");
    // A TiB is not read in the time that the command has.
    fs::File::create(&zeros).unwrap().set_len(1 << 40).unwrap();
    for command in reading(text(&zeros)) {
        let output = with_little_memory(&command).output().unwrap();
        assert_eq!((code(&output), out(&output)), (2, ""), "{command:?}");
        let said = err(&output);
        assert!(
            said.starts_with("error: ") && !said.contains("memory"),
            "{command:?}: {said}"
        );
    }
    let configured = nimfield(&["nimber", "3"])
        .env("NIMFIELD_CONFIG", &zeros)
        .output();
    assert!(err(&configured.unwrap()).contains("longer than 65536 bytes"));
}
