//! Files that are there as a whole or not at all.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

/// Writes a file under its name with `.new` added, and renames it when it is on the disk: a kill at any
/// moment leaves the old file or the new one.
///
/// # Errors
/// Those of the file system; the unfinished file is removed.
pub fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut temporary = path.as_os_str().to_owned();
    temporary.push(".new");
    let written = File::create(&temporary).and_then(|mut file| {
        file.write_all(bytes)?;
        file.sync_all()?;
        drop(file);
        fs::rename(&temporary, path)
    });
    if written.is_err() {
        // What failed is worth nothing; if it cannot be removed, the first error says more.
        let _ = fs::remove_file(&temporary);
    }
    written
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_replaced_as_a_whole() {
        let folder = std::env::temp_dir().join(format!("nimfield-files-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let path = folder.join("file");
        for bytes in [&b"old and long"[..], b"new"] {
            replace(&path, bytes).unwrap();
            assert_eq!(fs::read(&path).unwrap(), bytes);
        }
        // A folder cannot be replaced, and nothing is left beside it.
        let taken = folder.join("taken");
        fs::create_dir_all(taken.join("inside")).unwrap();
        assert!(replace(&taken, b"bytes").is_err());
        assert!(replace(&folder.join("nowhere/file"), b"bytes").is_err());
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 2);
        fs::remove_dir_all(&folder).unwrap();
    }
}
