//! The state shared by all requests.

use std::sync::Arc;

use crate::config::{Address, Config};
use crate::ending::Ending;
use crate::jobs::Jobs;
use crate::reply::Unread;
use crate::workers::Workers;

/// The state shared by all requests.
pub struct Shared {
    pub config: Config,
    pub address: Address,
    pub workers: Workers,
    pub jobs: Jobs,
    pub unread: Unread,
    pub ending: Ending,
}

/// The state of the router.
pub type State = Arc<Shared>;
