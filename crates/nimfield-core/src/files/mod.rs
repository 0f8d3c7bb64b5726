//! Files that are written completely or not at all, and that one process at a time works on.

mod error;
mod lock;
mod new_file;
mod reading;

pub use error::{FileError, FileFault};
pub use lock::{Lock, open_locked};
pub use new_file::{NewFile, folder_of, replace, replace_with, sync_folder_of};
pub use reading::{if_there, open, open_own, read, read_from, read_text};
