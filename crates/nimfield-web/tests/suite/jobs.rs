//! Jobs: started, followed, cancelled, and ended with the server.

use std::time::Duration;

use serde_json::{Value, json};

use crate::client::Client;
use crate::running::Running;

/// A hunt without an end.
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
    // What was checked until then is not lost.
    assert!(ended["result"]["cases"].as_u64().unwrap() > 0);
    assert_eq!(client.get(&path).json()["state"], "cancelled");
    assert_eq!(client.get("/api/jobs/99").status, 404);
    assert_eq!(client.get("/api/jobs/x").status, 400);
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
    // One that has not begun can be cancelled, too.
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
    // Requests are answered meanwhile.
    let asked = json!({ "position": "nim[3,5]" });
    assert_eq!(client.post("/api/analyze", &asked).status, 200);
    for wrong in [
        json!({ "operation": "nonsense", "request": {} }),
        json!({ "operation": "hunt", "request": { "claim": 7 } }),
        json!({ "operation": "hunt" }),
    ] {
        assert!([400, 404].contains(&client.post("/api/jobs", &wrong).status));
    }
    // The server ends with all of them.
}

/// Jobs that cannot be paused, so that their turns do not end: another client has a place of its own beside them,
/// and room to wait in.
#[cfg(target_os = "linux")]
#[test]
fn an_endless_job_keeps_no_other_client_waiting() {
    let server = Running::start();
    let mut greedy = server.client();
    let runs = start(&mut greedy, &endless());
    while greedy.get(&format!("/api/jobs/{runs}")).json()["state"] != "running" {}
    for _ in 0..8 {
        start(&mut greedy, &endless());
    }
    assert_eq!(greedy.post("/api/jobs", &endless()).status, 503);

    let other = || Client::from(7, server.socket());
    let solve = json!({ "operation": "solve", "request": { "position": "tactix[2x3]" } });
    let job = start(&mut other(), &solve);
    assert_eq!(end_of(&mut other(), job)["state"], "done");
    let first = greedy.get(&format!("/api/jobs/{runs}")).json();
    assert_eq!(first["state"], "running");
    assert!(first["no_pause"].is_string());
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
    // Nothing of them is there, in no folder.
    let jobs: Vec<_> = std::fs::read_dir(folder.join("jobs")).unwrap().collect();
    assert_eq!(jobs.len(), 1, "{jobs:?}");
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 1);
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

/// Waits until a job reports something, and returns all of it.
fn when(client: &mut Client, job: u64, wanted: impl Fn(&Value) -> bool) -> Value {
    loop {
        let told = client.get(&format!("/api/jobs/{job}")).json();
        if wanted(&told) {
            return told;
        }
        std::thread::yield_now();
    }
}

fn deed(client: &mut Client, job: u64, deed: &str) -> u16 {
    client
        .post(&format!("/api/jobs/{job}/{deed}"), &json!({}))
        .status
}

/// A hunt that is paused, goes on, is taken over by another server, and comes to what one without a pause
/// comes to.
#[test]
fn a_paused_job_continues_even_with_another_server() {
    let folder = std::env::temp_dir().join(format!("nimfield-paused-{}", std::process::id()));
    let start_server =
        || Running::with(|config| config.context.folder = Some(folder.clone().into()));
    let server = start_server();
    let mut client = server.client();
    let job = start(&mut client, &endless());
    let checked = |told: &Value| {
        told["progress"]["done"]
            .as_u64()
            .is_some_and(|done| done > 0)
    };
    when(&mut client, job, checked);
    assert_eq!(deed(&mut client, job, "pause"), 202);
    // A client that follows it learns that it is paused.
    let rests = end_of(&mut server.client(), job);
    assert_eq!(
        (&rests["state"], &rests["no_pause"]),
        (&json!("paused"), &Value::Null)
    );
    let first = rests["result"]["cases"].as_u64().unwrap();
    assert!(first > 0);
    assert_eq!(deed(&mut client, job, "pause"), 400);
    assert_eq!(deed(&mut client, job, "resume"), 202);
    when(&mut client, job, checked);
    // What runs when a server ends is there with the next one, and so is what waits.
    let bounded = json!({ "operation": "partitions", "request": { "up_to": 20 } });
    let waits = start(&mut client, &bounded);
    drop(server);
    let server = start_server();
    let mut client = server.client();
    let list = client.get("/api/jobs").json();
    let states = list["jobs"].as_array().unwrap().iter();
    let states: Vec<&Value> = states.map(|job| &job["state"]).collect();
    assert_eq!(states, ["paused", "paused"]);
    assert_eq!(deed(&mut client, waits, "resume"), 202);
    let ended = end_of(&mut server.client(), waits);
    assert_eq!(ended["result"]["sizes"].as_array().unwrap().len(), 21);
    assert_eq!(deed(&mut client, job, "resume"), 202);
    when(&mut client, job, checked);
    assert_eq!(deed(&mut client, job, "pause"), 202);
    let rests = end_of(&mut server.client(), job);
    let second = rests["result"]["cases"].as_u64().unwrap();
    assert!(second > first, "{first}, {second}");
    // However often it rests, it comes to the same as without a pause.
    let bounded = json!({
        "operation": "hunt",
        "request": { "claim": "ferguson-theorem-3", "up_to": 20 },
    });
    let rested = start(&mut client, &bounded);
    for _ in 0..5 {
        when(&mut client, rested, |told| {
            checked(told) || told["state"] == "done"
        });
        if deed(&mut client, rested, "pause") == 202 {
            end_of(&mut server.client(), rested);
            deed(&mut client, rested, "resume");
        }
    }
    let whole = start(&mut client, &bounded);
    let [rested, whole] = [rested, whole].map(|job| end_of(&mut server.client(), job));
    for field in ["cases", "complete_to", "verdict"] {
        assert_eq!(rested["result"][field], whole["result"][field]);
    }
    assert_eq!(whole["result"]["complete_to"], 20);
    // When it is cancelled nothing of it is left.
    assert_eq!(client.delete(&format!("/api/jobs/{job}")).status, 202);
    assert_eq!(end_of(&mut server.client(), job)["state"], "cancelled");
    assert_eq!(deed(&mut client, job, "resume"), 400);
    let left = std::fs::read_dir(folder.join("jobs")).unwrap();
    let left: Vec<_> = left.map(|file| file.unwrap().file_name()).collect();
    assert_eq!(left, ["server.lock"], "{left:?}");
    drop(server);
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn jobs_that_cannot_be_paused_say_why() {
    let server = Running::start();
    let mut client = server.client();
    let search = json!({ "operation": "analyze", "request": { "position": "matrix[40 41 42; 44 45 46; 48 49 51]" } });
    let in_memory = json!({ "operation": "solve", "request": { "position": "tactix[2x3]" } });
    for (asked, why) in [
        (search, "a search saves nothing on disk"),
        (in_memory, "give its table a name to pause it"),
        (endless(), "no data folder is set"),
    ] {
        let job = start(&mut client, &asked);
        let path = format!("/api/jobs/{job}");
        let told = client.get(&path).json();
        assert!(told["no_pause"].as_str().unwrap().contains(why), "{told}");
        let refused = client.post(&format!("{path}/pause"), &json!({}));
        assert_eq!(refused.status, 400);
        assert!(refused.json()["error"].as_str().unwrap().contains(why));
        client.delete(&path);
        end_of(&mut server.client(), job);
    }
    assert_eq!(deed(&mut client, 99, "pause"), 404);
    assert_eq!(deed(&mut client, 99, "resume"), 404);
}

/// Files in the folder that are no jobs, or damaged, are left alone; a second server has no jobs there.
#[test]
fn files_that_are_not_jobs_are_left_alone() {
    let folder = std::env::temp_dir().join(format!("nimfield-foreign-{}", std::process::id()));
    let jobs = folder.join("jobs");
    std::fs::create_dir_all(&jobs).unwrap();
    std::fs::write(jobs.join("7.nimjob"), b"NIMJOB\0\0nonsense").unwrap();
    std::fs::write(jobs.join("notes.txt"), b"mine").unwrap();
    let with_folder =
        || Running::with(|config| config.context.folder = Some(folder.clone().into()));
    let server = with_folder();
    let list = server.client().get("/api/jobs").json();
    assert_eq!(list["jobs"], json!([]));
    let second = with_folder();
    let job = start(&mut second.client(), &endless());
    let told = second.client().get(&format!("/api/jobs/{job}")).json();
    assert!(
        told["no_pause"].as_str().unwrap().contains("data folder"),
        "{told}"
    );
    drop((server, second));
    assert!(jobs.join("7.nimjob").exists() && jobs.join("notes.txt").exists());
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn an_endless_job_takes_turns_with_others() {
    let folder = std::env::temp_dir().join(format!("nimfield-turns-{}", std::process::id()));
    let server = Running::with(|config| {
        config.context.folder = Some(folder.clone().into());
        config.turn = Duration::ZERO;
    });
    let mut client = server.client();
    let hunt = start(&mut client, &endless());
    when(&mut client, hunt, |told| told["state"] == "running");
    let bounded = json!({ "operation": "partitions", "request": { "up_to": 12 } });
    for _ in 0..2 {
        let job = start(&mut client, &bounded);
        assert_eq!(end_of(&mut server.client(), job)["state"], "done");
    }
    // It goes on from what it had.
    when(&mut client, hunt, |told| told["state"] == "running");
    let path = format!("/api/jobs/{hunt}");
    assert_eq!(client.delete(&path).status, 202);
    assert_eq!(end_of(&mut server.client(), hunt)["state"], "cancelled");
    drop(server);
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn paused_jobs_are_bounded_in_number_and_bytes() {
    let folder = std::env::temp_dir().join(format!("nimfield-many-{}", std::process::id()));
    let server = Running::with(|config| config.context.folder = Some(folder.clone().into()));
    let mut client = server.client();
    let runs = start(&mut client, &endless());
    let mut open = 1;
    let last = loop {
        let got = client.post("/api/jobs", &endless());
        if got.status != 202 {
            break got;
        }
        open += 1;
        let job = got.json()["job"].as_u64().unwrap();
        assert_eq!(deed(&mut client, job, "pause"), 202);
        assert_eq!(end_of(&mut server.client(), job)["state"], "paused");
        assert!(open < 100, "any number of jobs");
    };
    assert_eq!((last.status, open), (503, 32));
    // Half of the room is left for others.
    #[cfg(target_os = "linux")]
    {
        let job = start(&mut Client::from(7, server.socket()), &endless());
        assert_eq!(client.delete(&format!("/api/jobs/{job}")).status, 202);
    }
    // Long requests fill the room before that.
    for job in runs + 1..runs + 32 {
        client.delete(&format!("/api/jobs/{job}"));
    }
    let long = json!({
        "operation": "analyze",
        "request": { "position": format!("nim[1]{}", " ".repeat(900_000)) },
    });
    let mut taken = 0;
    while client.post("/api/jobs", &long).status == 202 {
        taken += 1;
        assert!(taken < 100, "any number of bytes");
    }
    assert_eq!(taken, 8, "as many as may wait");
    drop(server);
    std::fs::remove_dir_all(folder).unwrap();
}
