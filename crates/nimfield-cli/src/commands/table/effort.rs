//! What a table cost.

use indicatif::HumanCount;
use nimfield::answer::Effort;
use nimfield::tables::Engine;
use nimfield::words::counted;

use crate::errors::remark;
use crate::options::Common;

/// Prints on stderr, with `--verbose`, which engine computed a table, and its cost.
pub(super) fn tell_effort(common: &Common, engine: Engine, effort: Effort) {
    if common.verbose {
        let positions = counted(HumanCount(effort.positions), "position");
        let seconds = effort.seconds;
        remark(&format!("{engine}: {positions} in {seconds:.2} s"));
    }
}
