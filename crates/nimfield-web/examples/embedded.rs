//! Serves the explorer until a future is done, as a program does that has other work, too:
//! `cargo run -p nimfield-web --example embedded`.

use nimfield_api::Context;
use nimfield_web::{Config, serve_until};
use tokio::sync::oneshot;

/// Runs the example.
///
/// # Errors
/// If no port is free.
pub fn main() -> Result<(), Box<dyn std::error::Error>> {
    // 256 MiB in all, two threads, at most five seconds a request; port 0 takes any free one.
    let config = Config::new(Context::default(), 256 << 20, 2, 5.0);
    let (stop, stopped) = oneshot::channel();
    let mut served = String::new();
    let ready = |address: &nimfield_web::Address| {
        served = address.to_string();
        // A real program stops its server later.
        let _ = stop.send(());
    };
    let end = async {
        // An error means that nothing can stop it any more.
        let _ = stopped.await;
        Ok(())
    };
    serve_until(config, ready, end)?;
    println!("The page was at {served}");
    assert!(served.starts_with("http://127.0.0.1:"));
    Ok(())
}
