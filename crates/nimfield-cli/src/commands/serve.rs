//! `nimfield serve`: the explorer.

use std::net::IpAddr;
use std::path::PathBuf;

use crate::errors::{Failure, Status};
use crate::options::{Common, within};

/// The arguments of `nimfield serve`.
#[derive(Debug, clap::Args)]
#[command(
    before_help = "\
Examples:
  nimfield serve --open                            and open it in the browser
  nimfield serve --port 0                          on any free port
  nimfield serve --listen 0.0.0.0 --port 8080      for others, who need the token that is printed
  nimfield serve --origin https://nim.example.org  behind a reverse proxy of this name",
    after_help = "\
The first line on stdout is the address. Ctrl-C and SIGTERM end it. --memory is for all requests and jobs \
together, --time for each request. A job that solves a board can keep its table in the data folder ($NIMFIELD_DATA, or nimfield in \
$XDG_DATA_HOME or ~/.local/share)."
)]
pub struct Args {
    /// The port; 0 takes a free one
    #[arg(long, default_value_t = 7741, value_name = "N", value_parser = within(0..=u16::MAX))]
    pub port: u16,
    /// Open it in the browser
    #[arg(long)]
    pub open: bool,
    /// Listen on this address; outside of the loopback interface requests need a token
    #[arg(long, default_value = "127.0.0.1", value_name = "ADDR", value_parser = address)]
    pub listen: IpAddr,
    /// Give access to the pages of this origin, too: that of a reverse proxy, for example with HTTPS
    #[arg(long, value_name = "URL", value_parser = origin)]
    pub origin: Vec<String>,
    /// Read the page's files from this folder, for work on the page
    #[arg(long, value_name = "FOLDER", hide = true)]
    pub page: Option<PathBuf>,
}

fn address(text: &str) -> Result<IpAddr, String> {
    let read = text.parse();
    read.map_err(|_| "expected an IP address, such as 127.0.0.1 or 0.0.0.0".to_string())
}

/// Reads an origin, as browsers write it.
fn origin(text: &str) -> Result<String, String> {
    let text = text.strip_suffix('/').unwrap_or(text);
    let host = text
        .strip_prefix("https://")
        .or(text.strip_prefix("http://"));
    let is_host = |host: &str| !host.is_empty() && !host.contains(['/', '?', '#', '@', ' ']);
    match host {
        Some(host) if is_host(host) => Ok(text.to_string()),
        _ => Err(
            "expected a scheme and a host without a path, for example https://nim.example.org"
                .to_string(),
        ),
    }
}

#[cfg(feature = "web")]
pub fn run(common: &Common, wanted: &Args) -> Result<Status, Failure> {
    use nimfield_api::Context;
    use nimfield_engines::taking::table::data_folder;
    use nimfield_web::{Config, Ended, serve};

    use crate::budget::TIME;
    use crate::errors::{print, warn};
    use crate::options::Tables;
    use crate::tables::AtHand;

    let threads = common.threads.map_or_else(
        || std::thread::available_parallelism().map_or(1, usize::from),
        usize::from,
    );
    let context = Context {
        tables: Some(AtHand::new(common, &Tables::default())?.set()),
        folder: data_folder().map(Into::into),
        ..Context::default()
    };
    let memory = common.memory.as_u64();
    let mut config = Config::new(
        context,
        memory,
        threads,
        common.time.unwrap_or(TIME).as_secs_f64(),
    );
    config.listen = wanted.listen;
    config.port = wanted.port;
    config.origins.clone_from(&wanted.origin);
    config.page.clone_from(&wanted.page);
    config.request.positions = common.positions;
    let mut unprinted = None;
    let served = serve(config, |address| {
        let link = address.to_string();
        unprinted = print(format!("{link}\n").as_bytes()).err();
        if wanted.open && !open(&link) {
            warn("no browser could be opened");
        }
    });
    let status = match served.map_err(Failure::input)? {
        Ended::Interrupted => Status::Interrupted,
        Ended::Terminated => Status::Answered,
    };
    match unprinted {
        // A closed stdout does not stop the server.
        None | Some(Failure::ClosedPipe) => Ok(status),
        Some(failure) => Err(failure),
    }
}

/// Reports that the server is not built in.
#[cfg(not(feature = "web"))]
pub fn run(_: &Common, _: &Args) -> Result<Status, Failure> {
    Err(Failure::input(
        "this nimfield was built without the explorer: cargo run --release --features web -- serve",
    ))
}

/// Opens a link in the browser; returns whether a program for this was found.
#[cfg(feature = "web")]
fn open(link: &str) -> bool {
    use std::process::{Command, Stdio};
    let programs: &[&[&str]] = if cfg!(target_os = "macos") {
        &[&["open"]]
    } else if cfg!(windows) {
        &[&["cmd", "/C", "start", ""]]
    } else {
        &[&["xdg-open"], &["sensible-browser"]]
    };
    programs.iter().any(|program| {
        let mut command = Command::new(program[0]);
        let command = command.args(&program[1..]).arg(link);
        let quiet = command.stdout(Stdio::null()).stderr(Stdio::null());
        quiet.stdin(Stdio::null()).spawn().is_ok()
    })
}
