//! Jobs: started, followed, cancelled, and ended with the server.

use serde_json::{Value, json};

use crate::client::Client;
use crate::running::Running;

/// An endless hunt.
fn endless() -> Value {
    json!({ "operation": "hunt", "request": { "claim": "ferguson-theorem-3" } })
}

fn start(client: &mut Client, asked: &Value) -> u64 {
    let got = client.post("/api/jobs", asked);
    assert_eq!(got.status, 202, "{got:?}");
    got.json()["job"].as_u64().unwrap()
}

/// The last report on a job.
fn end_of(client: &mut Client, job: u64) -> Value {
    let mut last = Value::Null;
    client.events(&format!("/api/jobs/{job}/events"), |name, data| {
        last = data;
        name == "end"
    });
    last
}

#[test]
fn a_job_is_started_followed_and_cancelled() {
    let server = Running::start();
    let mut client = server.client();
    let job = start(&mut client, &endless());
    let path = format!("/api/jobs/{job}");
    let mut told = 0;
    let mut done = 0;
    server
        .client()
        .events(&format!("{path}/events"), |name, data| {
            assert_eq!(name, "progress");
            if data["progress"].is_object() {
                let now = data["progress"]["done"].as_u64().unwrap();
                assert!(now >= done);
                (told, done) = (told + 1, now);
            }
            told == 2
        });
    assert_eq!(client.get(&path).json()["state"], "running");
    let list = client.get("/api/jobs").json();
    assert_eq!(list["jobs"].as_array().unwrap().len(), 1);
    assert_eq!(client.delete(&path).status, 202);
    let ended = end_of(&mut server.client(), job);
    assert_eq!(ended["state"], "cancelled");
    // The cases checked until then are not lost.
    assert!(ended["result"]["cases"].as_u64().unwrap() > 0);
    assert_eq!(client.get(&path).json()["state"], "cancelled");
    assert_eq!(client.get("/api/jobs/99").status, 404);
    let no_number = client.get("/api/jobs/x");
    assert_eq!(no_number.status, 400);
    assert!(
        no_number.json()["message"]
            .as_str()
            .unwrap()
            .contains("whole number")
    );
    assert_eq!(client.delete("/api/jobs/99").status, 404);
}

#[test]
fn a_job_gives_its_result() {
    let server = Running::start();
    let mut client = server.client();
    let verify =
        json!({ "operation": "verify", "request": { "claim": "ferguson-theorem-3", "up_to": 6 } });
    let solve = json!({ "operation": "solve", "request": { "position": "tactix[3x3]" } });
    let count = json!({ "operation": "partitions", "request": { "up_to": 12 } });
    let wrong = json!({ "operation": "solve", "request": { "position": "nim[3]" } });
    let jobs: Vec<u64> = [&verify, &solve, &count, &wrong]
        .map(|asked| start(&mut client, asked))
        .into();
    let [verified, solved, counted, failed] =
        [0, 1, 2, 3].map(|i| end_of(&mut server.client(), jobs[i]));
    assert_eq!(verified["state"], "done");
    assert_eq!(verified["result"]["as_recorded"], true);
    let board = nimfield::analyze(&nimfield::read("tactix[3x3]").unwrap());
    let outcome = board.outcome.unwrap().to_string();
    assert_eq!(solved["result"]["outcome"], outcome);
    let mut told: Vec<&str> = solved["result"]["winning_moves"]
        .as_array()
        .unwrap()
        .iter()
        .map(|mv| mv.as_str().unwrap())
        .collect();
    let mut moves: Vec<String> = board
        .winning_moves
        .iter()
        .map(|mv| mv.mv.to_string())
        .collect();
    told.sort_unstable();
    moves.sort_unstable();
    assert_eq!(told, moves);
    let sizes = counted["result"]["sizes"].as_array().unwrap();
    let twelve = sizes[12]["counts"].as_array().unwrap();
    let partitions: u64 = twelve
        .iter()
        .map(|n| n.as_str().unwrap().parse::<u64>().unwrap())
        .sum();
    assert_eq!(partitions, 77);
    assert_eq!(failed["state"], "failed");
    assert_eq!(failed["error"]["kind"], "unfit");
}

#[test]
fn jobs_wait_for_their_turn_and_too_many_are_refused() {
    let server = Running::start();
    let mut client = server.client();
    let runs = start(&mut client, &endless());
    while client.get(&format!("/api/jobs/{runs}")).json()["state"] != "running" {}
    let waiting: Vec<u64> = (0..8).map(|_| start(&mut client, &endless())).collect();
    let refused = client.post("/api/jobs", &endless());
    assert_eq!(refused.status, 503);
    assert!(refused.header("retry-after").is_some());
    // A waiting job can be cancelled, too.
    let job = waiting[3];
    assert_eq!(
        client.get(&format!("/api/jobs/{job}")).json()["state"],
        "waiting"
    );
    assert_eq!(client.delete(&format!("/api/jobs/{job}")).status, 202);
    let ended = end_of(&mut server.client(), job);
    assert_eq!(
        (&ended["state"], &ended["result"]),
        (&json!("cancelled"), &Value::Null)
    );
    // Requests are answered in the meantime.
    let asked = json!({ "position": "nim[3,5]" });
    assert_eq!(client.post("/api/analyze", &asked).status, 200);
    for wrong in [
        json!({ "operation": "nonsense", "request": {} }),
        json!({ "operation": "hunt", "request": { "claim": 7 } }),
        json!({ "operation": "hunt" }),
    ] {
        assert!([400, 404].contains(&client.post("/api/jobs", &wrong).status));
    }
    // The end of the server ends all jobs.
}

#[test]
fn event_streams_of_a_job_end_with_the_server() {
    let server = Running::start();
    let job = start(&mut server.client(), &endless());
    let mut follower = server.client();
    let (told, begun) = std::sync::mpsc::channel();
    let follows = std::thread::spawn(move || {
        follower.events(&format!("/api/jobs/{job}/events"), |_, _| {
            told.send(()).unwrap();
            false
        });
    });
    begun.recv().unwrap();
    drop(server);
    follows.join().unwrap();
}

#[test]
fn names_of_files_must_not_be_paths() {
    let folder = std::env::temp_dir().join(format!("nimfield-jobs-{}", std::process::id()));
    let server = Running::with(|config| config.context.folder = Some(folder.clone().into()));
    let mut client = server.client();
    let solve = |keep: &str| json!({ "operation": "solve", "request": { "position": "tactix[2x3]", "keep": keep } });
    for name in ["", "..", "../x", "a/b", "a\\b", ".x", "C:x", "a b", "ü"] {
        let job = start(&mut client, &solve(name));
        let ended = end_of(&mut server.client(), job);
        assert_eq!(ended["error"]["kind"], "unfit", "{name:?}");
    }
    // They have left no files.
    assert!(!folder.exists() || std::fs::read_dir(&folder).unwrap().count() == 0);
    let job = start(&mut client, &solve("small_1-a"));
    let ended = end_of(&mut server.client(), job);
    assert_eq!(ended["result"]["file"], "small_1-a");
    let files: Vec<_> = std::fs::read_dir(&folder).unwrap().collect();
    let names = files.iter().map(|file| file.as_ref().unwrap().file_name());
    assert!(
        names.clone().any(|name| name == "small_1-a.nimtable"),
        "{files:?}"
    );
    let job = start(&mut client, &solve("small_1-a"));
    let again = end_of(&mut server.client(), job);
    assert_eq!(
        again["result"]["note"],
        "the table existed already and is intact"
    );
    drop(server);
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn jobs_run_one_after_the_other_and_finished_ones_are_forgotten() {
    let server = Running::start();
    let mut client = server.client();
    let solve = json!({ "operation": "solve", "request": { "position": "tactix[2x3]" } });
    for _ in 0..40 {
        let job = start(&mut client, &solve);
        assert_eq!(end_of(&mut server.client(), job)["state"], "done");
    }
    let list = client.get("/api/jobs").json();
    let jobs = list["jobs"].as_array().unwrap();
    assert_eq!((jobs.len(), &jobs[0]["job"]), (32, &json!(9)));
    // A job that is stopped makes room for the next one.
    let endless = [0, 1].map(|_| start(&mut client, &endless()));
    for job in endless {
        while client.get(&format!("/api/jobs/{job}")).json()["state"] != "running" {}
        assert_eq!(client.delete(&format!("/api/jobs/{job}")).status, 202);
        assert_eq!(end_of(&mut server.client(), job)["state"], "cancelled");
    }
}

/// Jobs belong to one server, and requests for routes of earlier versions are refused.
#[test]
fn jobs_cannot_be_paused() {
    let server = Running::start();
    let mut client = server.client();
    let job = start(&mut client, &endless());
    for deed in ["pause", "resume"] {
        let got = client.post(&format!("/api/jobs/{job}/{deed}"), &json!({}));
        assert_eq!(got.status, 405, "{deed}");
    }
}

#[test]
fn jobs_end_within_the_time_of_the_server() {
    let server = Running::with(|config| config.job.seconds = Some(0.05));
    let mut client = server.client();
    let job = start(&mut client, &endless());
    let ended = end_of(&mut server.client(), job);
    assert_eq!(ended["state"], "done", "{ended}");
    assert!(ended["result"]["stopped"].is_string(), "{ended}");
}
