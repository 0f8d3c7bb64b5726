//! A cache of rule files for readers of many positions.

use std::sync::{Arc, Mutex, PoisonError};

use nimfield_core::notation::NotationError;
use nimfield_rules::{RuleFile, file_name};

/// The rule files read so far, each once, so that all positions of a game share its tables.
#[derive(Clone, Debug, Default)]
pub(crate) struct RulesRead(Arc<Mutex<Vec<Arc<RuleFile>>>>);

impl RulesRead {
    /// Reads the file with this path and text, if it has not been read.
    pub(crate) fn read(&self, path: &str, text: &str) -> Result<Arc<RuleFile>, NotationError> {
        // A file of an editor on Windows begins with a mark, which the file that was read lacks.
        let text = text.trim_start_matches('\u{feff}');
        let name = file_name(path);
        let mut files = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let known = files
            .iter()
            .find(|file| file.name() == name && file.text() == text);
        if let Some(file) = known {
            return Ok(file.clone());
        }
        let file = Arc::new(RuleFile::read(&name, text)?);
        files.push(file.clone());
        Ok(file)
    }
}
