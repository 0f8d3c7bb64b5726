//! Files that are there as a whole or not at all; sealed files; locks.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use nimfield_core::files::{self, FileFault, Lock, NewFile, open_locked, replace, replace_with};
use nimfield_core::sealed::{Format, SealedData, read_as_written};

/// A folder for one test, removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let name = format!("nimfield-files-{name}-{}", std::process::id());
        let path = std::env::temp_dir().join(name);
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    fn at(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.0).unwrap();
        let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let mut names: Vec<String> = names.collect();
        names.sort();
        names
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn a_file_is_replaced_as_a_whole() {
    let folder = Folder::new("replace");
    let path = folder.at("file");
    for bytes in [&b"old and long"[..], b"new"] {
        replace(&path, bytes).unwrap();
        assert_eq!(fs::read(&path).unwrap(), bytes);
    }
    // A folder cannot be replaced, and nothing is left beside it.
    let taken = folder.at("taken");
    fs::create_dir_all(taken.join("inside")).unwrap();
    assert!(replace(&taken, b"bytes").is_err());
    assert!(replace(&folder.at("nowhere/file"), b"bytes").is_err());
    assert_eq!(folder.names(), ["file", "taken"]);
}

#[test]
fn unfinished_files_are_kept_beside_or_removed() {
    let folder = Folder::new("beside");
    let path = folder.at("file");
    fs::write(&path, b"old").unwrap();
    let mut file = NewFile::create(&path).unwrap();
    file.write_all(b"half").unwrap();
    drop(file);
    assert_eq!(folder.names(), ["file"]);
    let mut file = NewFile::create(&path).unwrap();
    file.write_all(b"half").unwrap();
    let beside = file.finish_beside(".part").unwrap();
    assert_eq!(beside, Some(folder.at("file.part")));
    assert_eq!(folder.names(), ["file", "file.part"]);
    assert_eq!(fs::read(&path).unwrap(), b"old");
    assert_eq!(fs::read(folder.at("file.part")).unwrap(), b"half");
}

/// As on a disk that becomes full: the incomplete new file is removed, and the old file remains.
#[test]
fn a_write_that_fails_leaves_the_old_file() {
    let folder = Folder::new("full");
    let path = folder.at("file");
    replace(&path, b"old").unwrap();
    let full = || io::Error::from(io::ErrorKind::StorageFull);
    let failed = replace_with(&path, |file| {
        file.write_all(b"half of the n")?;
        Err(full())
    });
    assert_eq!(failed.unwrap_err().kind(), io::ErrorKind::StorageFull);
    assert_eq!(fs::read(&path).unwrap(), b"old");
    assert_eq!(folder.names(), ["file"]);
    #[cfg(target_os = "linux")]
    {
        let error = replace(Path::new("/dev/full"), b"bytes").unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::StorageFull);
        // It is still a device.
        assert!(!fs::metadata("/dev/full").unwrap().is_file());
        replace(Path::new("/dev/null"), b"bytes").unwrap();
    }
}

#[test]
fn many_writers_at_once_leave_one_whole_file() {
    let folder = Folder::new("many");
    let path = folder.at("file");
    let contents = |writer: u8| vec![writer; 1 << 16];
    std::thread::scope(|scope| {
        for writer in 0..8 {
            let path = &path;
            scope.spawn(move || {
                for _ in 0..8 {
                    replace(path, &contents(writer)).unwrap();
                    let seen = fs::read(path).unwrap();
                    assert_eq!(seen, contents(seen[0]));
                }
            });
        }
    });
    assert_eq!(folder.names(), ["file"]);
}

#[cfg(unix)]
#[test]
fn permissions_stay() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new("mode");
    let path = folder.at("file");
    fs::write(&path, "old").unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).unwrap();
    replace(&path, b"new").unwrap();
    let mode = fs::metadata(&path).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
}

#[cfg(unix)]
#[test]
fn links_are_never_followed_to_what_is_written() {
    use std::os::unix::fs::symlink;
    let folder = Folder::new("link");
    let victim = folder.at("victim");
    fs::write(&victim, "precious").unwrap();
    // The name itself, that of an unfinished file, and those of the lock and of a state.
    let link = folder.at("out");
    symlink("victim", &link).unwrap();
    replace(&link, b"new").unwrap();
    assert!(fs::symlink_metadata(&link).unwrap().is_file());
    assert_eq!(fs::read(&link).unwrap(), b"new");
    symlink("victim", folder.at("out.part")).unwrap();
    let mut unfinished = NewFile::create(&link).unwrap();
    unfinished.write_all(b"part").unwrap();
    let name = unfinished.finish_beside(".part").unwrap().unwrap();
    assert!(fs::symlink_metadata(name).unwrap().is_file());
    symlink("victim", folder.at("out.lock")).unwrap();
    assert_eq!(Lock::on(&link).unwrap_err().fault, FileFault::Link);
    symlink("nothing yet", folder.at("out.state")).unwrap();
    for open in [files::open_own, open_locked] {
        let refused = open(&folder.at("out.state")).unwrap_err();
        assert_eq!(refused.fault, FileFault::Link);
    }
    assert!(!folder.at("nothing yet").exists());
    // A second name of a file has the same effect as a link.
    fs::hard_link(&victim, folder.at("other.part")).unwrap();
    let refused = files::open_own(&folder.at("other.part")).unwrap_err();
    assert_eq!(refused.fault, FileFault::Link);
    assert_eq!(fs::read(&victim).unwrap(), b"precious");
    // A folder may have two names: what is in it is locked under both.
    symlink(&folder.0, folder.at("here")).unwrap();
    let lock = Lock::on(&folder.at("here/file")).unwrap();
    assert_eq!(
        Lock::on(&folder.at("file")).unwrap_err().fault,
        FileFault::InUse
    );
    drop(lock);
}

#[test]
fn only_regular_files_are_read() {
    let folder = Folder::new("read");
    let path = folder.at("file");
    let read = |path: &Path| files::read(path, 100, |_| Ok(()));
    assert_eq!(files::if_there(&path, read), Ok(None));
    assert!(matches!(read(&path).unwrap_err().fault, FileFault::Io(_)));
    fs::write(&path, "bytes").unwrap();
    assert_eq!(files::if_there(&path, read), Ok(Some(b"bytes".to_vec())));
    assert_eq!(read(&folder.0).unwrap_err().fault, FileFault::NoFile);
    #[cfg(unix)]
    {
        // No process ever writes to it; the read returns nevertheless.
        let pipe = folder.at("pipe");
        let made = std::process::Command::new("mkfifo").arg(&pipe).status();
        assert!(made.unwrap().success());
        assert_eq!(read(&pipe).unwrap_err().fault, FileFault::NoFile);
        assert_eq!(open_locked(&pipe).unwrap_err().fault, FileFault::NoFile);
        // No process reads it either: writing fails after a while, but waits for a reader that comes a little later.
        let error = files::replace(&pipe, b"lost").unwrap_err();
        assert_eq!(error.to_string(), "nobody reads this pipe");
        let late = pipe.clone();
        let reader = std::thread::spawn(move || {
            std::thread::sleep(std::time::Duration::from_millis(200));
            fs::read(late)
        });
        let long = vec![7; 1 << 20];
        files::replace(&pipe, &long).unwrap();
        assert_eq!(reader.join().unwrap().unwrap(), long);
        let zeros = Path::new("/dev/zero");
        assert_eq!(read(zeros).unwrap_err().fault, FileFault::NoFile);
    }
}

#[test]
fn files_are_refused_before_they_are_read_whole() {
    let folder = Folder::new("refused");
    let path = folder.at("file");
    fs::write(&path, "12345").unwrap();
    assert_eq!(files::read_text(&path, 5).unwrap(), "12345");
    let refused = files::read_text(&path, 4).unwrap_err();
    assert_eq!(refused.fault, FileFault::TooLong(4));
    fs::write(&path, b"\xff").unwrap();
    assert!(files::read_text(&path, 4).is_err());
    // A sparse file of 3 GiB, first with wrong magic bytes, then with the right ones.
    fs::File::create(&path).unwrap().set_len(3 << 30).unwrap();
    let format = Format {
        magic: *b"NIMFTEST",
        version: 1,
        foreign: "not a test",
    };
    let mut seen = 0;
    let refused = files::read(&path, u64::MAX, |start| {
        seen = start.len();
        format.check_beginning(start)
    });
    assert_eq!(refused.unwrap_err().fault, FileFault::Foreign("not a test"));
    assert_eq!(seen, 1 << 16);
    let refused = format.read(&path, u64::MAX).unwrap_err();
    assert_eq!(refused.fault, FileFault::Foreign("not a test"));
    let begun = fs::OpenOptions::new().write(true).open(&path);
    begun.unwrap().write_all(b"NIMFTEST\x01\0\0\0").unwrap();
    let refused = format.read(&path, 1 << 20).unwrap_err();
    assert_eq!(refused.fault, FileFault::TooLong(1 << 20));
}

#[test]
fn a_lock_is_for_one_at_a_time() {
    let folder = Folder::new("lock");
    let path = folder.at("state");
    let lock = Lock::on(&path).unwrap();
    let refused = Lock::on(&path).unwrap_err();
    assert_eq!(refused.fault, FileFault::InUse);
    assert_eq!(
        refused.to_string(),
        format!("{}: another process is working on it", path.display())
    );
    // Another file is free.
    assert!(Lock::on(&folder.at("other")).is_ok());
    // Taking the lock removes the files that killed processes left, and nothing else.
    for name in [
        "state.a77Z0b.new",
        "state.new",
        "state.x-0abc.new",
        "other.a1b2c3.new",
    ] {
        fs::write(folder.at(name), "").unwrap();
    }
    drop(lock);
    drop(Lock::on(&path).unwrap());
    assert_eq!(
        folder.names(),
        ["other.a1b2c3.new", "state.new", "state.x-0abc.new"]
    );
    assert!(Lock::on(&folder.at("nowhere/state")).is_err());
}

/// Threads stand for processes: each opens the file itself, and locks belong to that.
#[test]
fn no_two_have_the_lock_however_often_it_is_given_up() {
    use std::sync::atomic::{AtomicU32, Ordering};
    let folder = Folder::new("race");
    let path = folder.at("state");
    let (inside, entered) = (AtomicU32::new(0), AtomicU32::new(0));
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                while entered.load(Ordering::SeqCst) < 400 {
                    if let Ok(lock) = Lock::on(&path) {
                        assert_eq!(inside.fetch_add(1, Ordering::SeqCst), 0);
                        entered.fetch_add(1, Ordering::SeqCst);
                        inside.fetch_sub(1, Ordering::SeqCst);
                        drop(lock);
                    }
                }
            });
        }
    });
    assert!(folder.names().is_empty());
}

/// The name by which this test starts itself as another process.
const HOLDER: &str = "NIMFIELD_TEST_LOCK";

#[test]
fn a_killed_process_holds_no_lock() {
    if let Some(path) = std::env::var_os(HOLDER) {
        let _lock = Lock::on(Path::new(&path)).unwrap();
        println!("locked");
        io::stdout().flush().unwrap();
        // Until it is killed, or the process that started it has ended.
        let _ = io::stdin().read_line(&mut String::new());
        return;
    }
    let folder = Folder::new("killed");
    let path = folder.at("state");
    let mut other = std::process::Command::new(std::env::current_exe().unwrap())
        .args([
            "--exact",
            "files::a_killed_process_holds_no_lock",
            "--nocapture",
        ])
        .env(HOLDER, &path)
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    let out = io::BufReader::new(other.stdout.take().unwrap());
    let mut lines = io::BufRead::lines(out);
    assert!(lines.any(|line| line.unwrap().ends_with("locked")));
    assert_eq!(Lock::on(&path).unwrap_err().fault, FileFault::InUse);
    other.kill().unwrap();
    other.wait().unwrap();
    // The lock file still exists, and is not locked.
    assert_eq!(folder.names(), ["state.lock"]);
    drop(Lock::on(&path).unwrap());
    assert!(folder.names().is_empty());
}

const FORMAT: Format = Format {
    magic: *b"NIMFTEST",
    version: 3,
    foreign: "this is no test",
};

fn sealed() -> Vec<u8> {
    let mut out = FORMAT.writer(Vec::new()).unwrap();
    out.record(*b"HEAD", |block| block.extend(b"\x07\0\0\0\x04\0\0\0text"))
        .unwrap();
    out.record(*b"ONE ", |block| block.extend([1, 0x80, 1]))
        .unwrap();
    out.record(*b"TWO ", |block| block.extend(9u64.to_le_bytes()))
        .unwrap();
    out.seal().unwrap()
}

fn unsealed(bytes: &[u8]) -> Result<(), FileFault> {
    let mut file = FORMAT.reader(bytes)?;
    let mut head = file.section(*b"HEAD", "the head")?;
    let head = (head.u32()?, head.text()?);
    let mut one = file.section(*b"ONE ", "one")?;
    let numbers = one.many(2, |one| one.number())?;
    one.ended()?;
    let mut two = file.section(*b"TWO ", "two")?;
    let number = two.u64()?;
    two.ended()?;
    file.end()?;
    assert_eq!(
        (head, &numbers[..], number),
        ((7, "text".to_string()), &[1, 128][..], 9)
    );
    Ok(())
}

#[test]
fn a_sealed_file_is_read_whole_or_not_at_all() {
    let bytes = sealed();
    assert_eq!(unsealed(&bytes), Ok(()));
    for length in 0..bytes.len() {
        assert!(unsealed(&bytes[..length]).is_err(), "{length}");
    }
    let longer = [&bytes[..], &[0]].concat();
    assert!(unsealed(&longer).is_err());
    for at in 0..bytes.len() {
        for bit in 0..8 {
            let mut altered = bytes.clone();
            altered[at] ^= 1 << bit;
            assert!(unsealed(&altered).is_err(), "{at}");
        }
    }
    assert_eq!(unsealed(b"NIM"), Err(FileFault::Foreign("this is no test")));
    let mut newer = bytes.clone();
    newer[8] = 4;
    let version = FileFault::Version { found: 4, reads: 3 };
    assert_eq!(unsealed(&newer), Err(version));
    // Parts are named where they can be.
    let cut = unsealed(&bytes[..50]);
    assert_eq!(cut, Err(FileFault::Cut("one")));
}

/// Numbers that have no form as JSON if one of them is 0.
#[derive(Debug, PartialEq, serde::Deserialize)]
struct Numbers(Vec<u32>);

impl serde::Serialize for Numbers {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0.contains(&0) {
            true => Err(serde::ser::Error::custom("no form")),
            false => self.0.serialize(serializer),
        }
    }
}

impl SealedData for Numbers {
    const FORMAT: Format = FORMAT;
    const PART: &str = "the numbers";
}

#[test]
fn data_that_cannot_be_written_leave_the_good_file() {
    let folder = Folder::new("formless");
    let path = folder.at("state");
    Numbers(vec![1, 2, 3]).save(&path).unwrap();
    let error = Numbers(vec![1, 0]).save(&path).unwrap_err();
    assert_eq!(error.to_string(), "no form");
    let there = Numbers::load(&path, u64::MAX).unwrap();
    assert_eq!(there, Some(Numbers(vec![1, 2, 3])));
    assert_eq!(folder.names(), ["state"]);
}

#[test]
fn records_are_read_whole_or_not_at_all() {
    let format = FORMAT;
    let names = [(*b"LITT", "the small"), (*b"LONG", "the long")];
    let read = |bytes: &[u8]| -> Result<Vec<u8>, FileFault> {
        let mut records = format.reader(bytes)?;
        let mut read = Vec::new();
        while let Some((_, mut block)) = records.block(&names)? {
            read.extend(block.rest());
        }
        Ok(read)
    };
    let mut out = format.writer(Vec::new()).unwrap();
    let mut expected = Vec::new();
    for number in 0..3u8 {
        out.record(*b"LITT", |block| block.push(number)).unwrap();
        expected.push(number);
    }
    let bytes = out.seal().unwrap();
    assert_eq!(read(&bytes), Ok(expected));
    for length in 0..bytes.len() {
        assert!(read(&bytes[..length]).is_err(), "{length}");
    }
    for at in 0..bytes.len() {
        let mut altered = bytes.clone();
        altered[at] ^= 1;
        assert!(read(&altered).is_err(), "{at}");
    }
    let longer = [&bytes[..], &[0]].concat();
    assert_eq!(read(&longer), Err(FileFault::Malformed("the end")));
    // Many records are several blocks, and names may come in turns.
    let mut out = format.writer(Vec::new()).unwrap();
    let mut expected = Vec::new();
    for number in 0..5_000u32 {
        let name = names[number as usize / 2_000 % 2].0;
        let record = vec![number as u8; 1_000];
        out.record(name, |block| block.extend(&record)).unwrap();
        expected.extend(record);
    }
    assert!(read(&out.seal().unwrap()) == Ok(expected));
    let none = format.writer(Vec::new()).unwrap().seal().unwrap();
    assert_eq!(read(&none), Ok(Vec::new()));
}

#[test]
fn numbers_are_read_as_they_are_written() {
    use nimfield_core::component::write_number;
    let numbers = [0, 1, 127, 128, 1 << 32, u64::MAX >> 1, u64::MAX];
    let block = |fill: &dyn Fn(&mut Vec<u8>)| {
        let mut out = FORMAT.writer(Vec::new()).unwrap();
        out.record(*b"NUMB", fill).unwrap();
        let bytes = out.seal().unwrap();
        let mut file = FORMAT.reader(&bytes[..]).unwrap();
        file.section(*b"NUMB", "numbers").unwrap()
    };
    let mut written = block(&|block| {
        for number in numbers {
            write_number(block, number);
        }
    });
    assert_eq!(
        written.many(7, |block| block.number()),
        Ok(numbers.to_vec())
    );
    // More than 64 bits, and a count that no file could have.
    let mut large = block(&|block| block.extend([&[0xff; 9][..], &[0x02]].concat()));
    assert!(matches!(large.number(), Err(FileFault::Damaged(_))));
    let much = large.many(usize::MAX, |block| block.u32());
    assert_eq!(much, Err(FileFault::Cut("numbers")));
}

#[test]
fn the_mex_of_lists_and_sets() {
    use nimfield_core::mex::{mex, mex_of_set};
    let plain = |numbers: &[u64]| (0..).find(|n| !numbers.contains(n)).unwrap();
    let mut state = 1u64;
    for size in 0..300 {
        let mut next = || {
            state = state
                .wrapping_mul(6364136223846793005)
                .wrapping_add(1442695040888963407);
            (state >> 33) % (size / 2 + 1)
        };
        let numbers: Vec<u64> = (0..size).map(|_| next()).collect();
        assert_eq!(mex(numbers.iter().copied()), plain(&numbers));
        let mut set = vec![0; 4];
        for number in &numbers {
            set[(number / 64) as usize] |= 1 << (number % 64);
        }
        assert_eq!(mex_of_set(&set), plain(&numbers));
        assert_eq!(mex(0..size), size);
    }
    assert_eq!(mex([u64::MAX, 0, 1 << 40]), 1);
}

#[test]
fn data_are_read_only_as_they_are_written() {
    type Data = (Option<u64>, BTreeMap<String, u32>, Vec<f64>);
    let text = r#"[18446744073709551615,{"a":1,"b":0},[0.125,3.0]]"#;
    let data: Data = read_as_written(text.as_bytes()).unwrap();
    assert_eq!(serde_json::to_string(&data).unwrap(), text);
    for (from, to) in [
        ("\"a\":1", "\"a\":2,\"a\":1"),
        ("\"a\":1", "\"\\u0061\":1"),
        ("\"a\":1,\"b\":0", "\"b\":0,\"a\":1"),
        ("[0", " [0"),
        ("3.0", "3"),
        ("0.125", "0.1250"),
        ("0.125", "1.25e-1"),
        ("18446744073709551615", "18446744073709551616"),
        ("18446744073709551615", "-0"),
        ("3.0]]", "3.0]] "),
        ("3.0]]", "3.0]]x"),
        ("3.0]]", "3.0]"),
    ] {
        let other = text.replace(from, to);
        assert_ne!(other, text, "{from}");
        assert!(
            read_as_written::<Data>(other.as_bytes()).is_err(),
            "{other}"
        );
    }
}
