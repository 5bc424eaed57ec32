//! The program from outside: exit codes, messages, files.

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use std::{env, fs, thread};

const RECORD: &str = "rmgr: Heap  len (rec/tot): 59/6015, tx: 0, lsn: 0/022EE1F8, desc: INSERT off 8";

fn hashlab(arguments: &[&str], input: &[u8]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_hashlab"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let (mut pipe, input) = (child.stdin.take().unwrap(), input.to_vec());
    // A program that refuses its arguments does not read its input.
    let writer = thread::spawn(move || pipe.write_all(&input).is_ok());
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    output
}

fn text(bytes: &[u8]) -> &str {
    str::from_utf8(bytes).unwrap()
}

fn scratch(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name)
}

fn trace() -> String {
    (0..2000).map(|index| format!("{RECORD}, blkref #0: rel 1663/5/{} blk {index}\n", index % 500)).collect()
}

#[test]
fn standard_input_to_table_and_files() {
    let (json, svg) = (scratch("out.json"), scratch("out.svg"));
    let files = ["--json", json.to_str().unwrap(), "--svg", svg.to_str().unwrap()];
    let output = hashlab(&[&["smgr", "-", "--reps", "2"], &files[..]].concat(), trace().as_bytes());
    assert_eq!((output.status.code(), text(&output.stderr)), (Some(0), ""));
    let table = text(&output.stdout);
    assert!(table.starts_with("smgr/stdin: 2,000 opens of 500 relations"), "{table}");

    let report: serde_json::Value = serde_json::from_str(&fs::read_to_string(json).unwrap()).unwrap();
    assert_eq!((report["schema"].as_u64(), report["command"].as_str()), (Some(1), Some("smgr")));
    let runs = report["runs"].as_array().unwrap();
    for name in ["std", "hashbrown-foldhash", "hashbrown-fx", "indexmap"] {
        let run = runs.iter().find(|run| run["table"] == name).unwrap();
        assert!(table.contains(&format!("\n{name} ")), "{name}: {table}");
        assert_eq!(run["workload"], "smgr/stdin");
        // The object alone has 112 bytes and the key 16.
        assert!(run["bytes_per_entry"].as_f64().unwrap() > 128.0, "{run}");
        assert!(run["capacity"].as_u64().unwrap() >= 500, "{run}");
        assert!(run["vs"]["hashbrown-foldhash"].is_number(), "{run}");
    }
    assert!(fs::read_to_string(svg).unwrap().starts_with("<svg"));
}

#[test]
fn compressed_input_and_a_selection() {
    let packed = zstd::encode_all(trace().as_bytes(), 3).unwrap();
    let output = hashlab(&["smgr", "-", "--reps", "1", "--tables", "indexmap"], &packed);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let table = text(&output.stdout);
    assert!(table.contains("indexmap") && table.contains("hashbrown-foldhash") && !table.contains("std "), "{table}");
}

#[test]
fn the_same_trace_twice_makes_two_workloads() {
    let path = scratch("twice.waldump");
    fs::write(&path, trace()).unwrap();
    let path = path.to_str().unwrap();
    let output = hashlab(&["smgr", path, path, "--reps", "1"], b"");
    let table = text(&output.stdout);
    assert!(table.contains("smgr/twice: ") && table.contains("smgr/twice-2: "), "{table}");
}

#[test]
fn ten_bad_lines_are_told_and_the_rest_counted() {
    let input = format!("{}{}", "nonsense\n".repeat(12), trace());
    let output = hashlab(&["smgr", "-", "--reps", "1"], input.as_bytes());
    assert_eq!(output.status.code(), Some(0));
    let messages: Vec<_> = text(&output.stderr).lines().collect();
    assert_eq!(messages.len(), 11, "{messages:?}");
    assert!(messages[9].starts_with("hashlab: standard input: line 10 skipped: not a record"), "{messages:?}");
    assert_eq!(messages[10], "hashlab: standard input: 12 lines skipped in all, 2 of them not shown");
}

#[test]
fn errors_are_one_line_and_exit_code_1() {
    let truncated = zstd::encode_all(trace().as_bytes(), 3).unwrap();
    let unwritable: &[&str] = &["smgr", "-", "--reps", "1", "--json", "no/such/directory.json"];
    let cases: [(&[&str], &[u8], &str); 4] = [
        (&["smgr", "no-such-trace"], b"", "hashlab: cannot open no-such-trace: "),
        (&["smgr", "-"], b"", "hashlab: no block reference in standard input"),
        (&["smgr", "-"], &truncated[..truncated.len() / 2], "hashlab: cannot read standard input at line "),
        (unwritable, &trace().into_bytes(), "hashlab: cannot write no/such/directory.json: "),
    ];
    for (arguments, input, start) in cases {
        let output = hashlab(arguments, input);
        let message = text(&output.stderr);
        assert_eq!((output.status.code(), message.lines().count()), (Some(1), 1), "{message}");
        assert!(message.starts_with(start), "{message}");
    }
}

#[test]
fn usage_errors_have_exit_code_2() {
    let cases: [&[&str]; 5] = [
        &[],
        &["nonsense"],
        &["smgr", "--fill-factor", "0.53"],
        &["smgr", "--reps", "0"],
        &["smgr", "--tables", "nonsense"],
    ];
    for arguments in cases {
        assert_eq!(hashlab(arguments, b"").status.code(), Some(2), "{arguments:?}");
    }
}

#[test]
fn a_reader_that_goes_away_is_no_error_and_costs_no_file() {
    let json = scratch("closed.json");
    let _ = fs::remove_file(&json);
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let output = Command::new(env!("CARGO_BIN_EXE_hashlab"))
        .args(["smgr", "--reps", "1", "--tables", "indexmap", "--json", json.to_str().unwrap()])
        .stdin(Stdio::null())
        .stdout(writer)
        .stderr(Stdio::piped())
        .output()
        .unwrap();
    assert_eq!((output.status.code(), text(&output.stderr)), (Some(0), ""));
    assert!(json.exists());
}
