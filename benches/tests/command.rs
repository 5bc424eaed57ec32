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

fn json(path: &std::path::Path) -> serde_json::Value {
    serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap()
}

/// The relations preset, as published in 2021.
#[test]
fn the_relations_preset_has_the_sizes_of_2021() {
    let (file, folder) = (scratch("relations.json"), scratch("relations"));
    let files = ["--json", file.to_str().unwrap(), "--svg", folder.to_str().unwrap()];
    let output = hashlab(&[&["sweep", "--preset", "relations", "--reps", "1"], &files[..]].concat(), b"");
    assert_eq!((output.status.code(), text(&output.stderr)), (Some(0), ""));
    let report = json(&file);
    assert_eq!(report["command"], "sweep");
    let runs = report["runs"].as_array().unwrap();
    let sizes = |fill_factor: f64| -> Vec<(String, u64)> {
        let runs = runs.iter().filter(|run| run["fill_factor"].as_f64() == Some(fill_factor));
        runs.map(|run| {
            assert!(run["capacity"].as_f64().unwrap() <= run["size"].as_f64().unwrap() * fill_factor);
            assert!(run["stat"].as_str().unwrap().starts_with(&format!("size: {}, ", run["size"])), "{run}");
            for operation in ["hit", "miss", "insert"] {
                assert!(run["operations"][operation]["ns_per_op"].is_number(), "{run}");
            }
            (run["workload"].as_str().unwrap().to_owned(), run["size"].as_u64().unwrap())
        })
        .collect()
    };
    let expected = |sizes: [u64; 10]| -> Vec<(String, u64)> {
        let names = (231..=2031).step_by(200).map(|relations| format!("sweep/relations/{relations}"));
        names.zip(sizes).collect()
    };
    assert_eq!(runs.len(), 20);
    assert_eq!(sizes(0.75), expected([1024, 1024, 1024, 2048, 2048, 2048, 2048, 4096, 4096, 4096]));
    assert_eq!(sizes(0.9), expected([512, 512, 1024, 1024, 2048, 2048, 2048, 2048, 2048, 4096]));
    for figure in ["hit", "miss", "insert", "bytes", "chain", "collisions"] {
        let picture = fs::read_to_string(folder.join(figure).with_extension("svg")).unwrap();
        assert!(picture.contains("fill factor 0.75") && picture.contains("fill factor 0.90"), "{figure}");
    }
    assert!(text(&output.stdout).contains("size: 2048, members: 1831"));
}

#[test]
fn the_hashes_preset_has_every_contender_on_both_layouts() {
    let (file, folder) = (scratch("hashes.json"), scratch("hashes"));
    let files = ["--json", file.to_str().unwrap(), "--svg", folder.to_str().unwrap()];
    let output = hashlab(&[&["sweep", "--preset", "hashes", "--reps", "1"], &files[..]].concat(), b"");
    assert_eq!((output.status.code(), text(&output.stderr)), (Some(0), ""));
    let report = json(&file);
    let runs = report["runs"].as_array().unwrap();
    assert_eq!(runs.len(), 2 * 2 * 9);
    for table in ["robin-hood/pg-murmur", "chained/pg-murmur", "robin-hood/pg-relation", "chained/foldhash"] {
        assert_eq!(runs.iter().filter(|run| run["table"] == table).count(), 2, "{table}");
        assert!(text(&output.stdout).contains(&format!("\n{table} ")), "{table}");
    }
    for operation in ["hit", "miss", "insert"] {
        let picture = fs::read_to_string(folder.join(operation).with_extension("svg")).unwrap();
        assert!(picture.contains("pg-multiply-rotate") && picture.contains("collisions per entry"), "{operation}");
    }
}

#[test]
fn a_sweep_of_a_file_of_keys() {
    let sweep = |name: &str, lines: String, more: &[&str]| {
        let (keys, file) = (scratch(name), scratch(&format!("{name}.json")));
        fs::write(&keys, lines).unwrap();
        let files = ["--keys", keys.to_str().unwrap(), "--json", file.to_str().unwrap()];
        let small = ["sweep", "--reps", "1", "--lookups", "500", "--fill-factors", "0.75,0.9"];
        let output = hashlab(&[&small[..], &files, more].concat(), b"");
        assert_eq!((output.status.code(), text(&output.stderr)), (Some(0), ""));
        json(&file)["runs"].as_array().unwrap().clone()
    };
    let numbers: String = (0..500).map(|number| format!("{}\n", number % 400)).collect();
    let runs = sweep("numbers.txt", numbers, &["--layouts", "robin-hood,chained", "--hashes", "packed"]);
    assert_eq!(runs.len(), 4);
    for run in &runs {
        // A quarter of the 400 keys is looked up in vain.
        assert_eq!((run["workload"].as_str(), run["size"].as_u64()), (Some("sweep/numbers"), Some(256)), "{run}");
        assert!(run["bytes_per_entry"].as_f64().unwrap() > 16.0, "{run}");
    }
    let words: String = (0..100).map(|number| format!("word {number}\n\n")).collect();
    let runs = sweep("words.txt", words, &[]);
    assert_eq!(runs.len(), 6 * 2 * 2);
    assert!(runs.iter().any(|run| run["table"] == "boxed/pg-hash-bytes"));
}

#[test]
fn what_cannot_be_swept_is_said() {
    let cases: [(&[&str], &[u8], i32, &str); 6] = [
        (&["--layouts", "round-robin"], b"", 1, "hashlab: no layout \"round-robin\"; there are robin-hood, boxed"),
        (&["--hashes", "md5"], b"", 1, "hashlab: no hash function \"md5\"; there are foldhash, packed"),
        (&["--keys", "-"], b"1\n2\n3\n", 1, "hashlab: too few different keys: 3, where 20 are needed"),
        (&["--keys", "-"], b"1\n\xff\n", 1, "hashlab: standard input, line 2: \"\u{fffd}\" is no key"),
        (&["--keys", "no-such-file"], b"", 1, "hashlab: cannot open no-such-file: "),
        (&["--preset", "hashes", "--size", "1024"], b"", 2, "error: the argument '--preset <NAME>' cannot be used"),
    ];
    for (arguments, input, code, start) in cases {
        let output = hashlab(&[&["sweep", "--reps", "1"], arguments].concat(), input);
        let message = text(&output.stderr);
        assert!(output.status.code() == Some(code) && message.starts_with(start), "{message}");
    }
}

#[test]
fn single_insertions_are_timed_and_drawn() {
    let (file, chart) = (scratch("latency.json"), scratch("latency.svg"));
    let files = ["--json", file.to_str().unwrap(), "--svg", chart.to_str().unwrap()];
    let output = hashlab(&[&["latency", "--entries", "20000", "--reps", "1"], &files[..]].concat(), b"");
    assert_eq!((output.status.code(), text(&output.stderr)), (Some(0), ""));
    let report = json(&file);
    for table in ["robin-hood/foldhash", "dense/foldhash", "chained/foldhash", "dynahash", "hashbrown-foldhash"] {
        let run = report["runs"].as_array().unwrap().iter().find(|run| run["table"] == table).unwrap();
        let worst = run["ns_max"].as_f64().unwrap();
        assert_eq!(run["workload"], "latency/insert");
        assert!(worst >= run["percentiles"]["p99.99"].as_f64().unwrap() * 0.99 && worst > 0.0, "{run}");
        assert!(run["bytes_per_entry"].as_f64().unwrap() > 16.0, "{run}");
        assert!(text(&output.stdout).contains(&format!("\n{table} ")));
    }
    assert!(fs::read_to_string(chart).unwrap().contains("chained/foldhash"));
}

#[test]
fn tables_are_compared() {
    let (file, charts) = (scratch("compare.json"), scratch("compare"));
    let files = ["--json", file.to_str().unwrap(), "--svg", charts.to_str().unwrap()];
    let small =
        ["compare", "--sizes", "100,1e3", "--reps", "1", "--tables", "chained,std", "--operations", "hit,churn"];
    let output = hashlab(&[&small, &files[..]].concat(), b"");
    assert_eq!((output.status.code(), text(&output.stderr)), (Some(0), ""));
    let report = json(&file);
    let runs: Vec<_> = report["runs"].as_array().unwrap().iter().map(|run| (&run["workload"], &run["table"])).collect();
    assert_eq!(runs.len(), 3 * 2 * 2 * 3, "the reference always runs");
    for (workload, table) in [
        ("u64/hit/100", "chained/foldhash"),
        ("u64/churn/1e3", "hashbrown-foldhash"),
        ("string/churn/100", "std"),
        ("smgr-boxed/hit/1e3", "chained/packed"),
    ] {
        assert!(runs.iter().any(|run| *run.0 == workload && *run.1 == table), "{runs:?}");
    }
    for keys in ["u64", "string", "smgr-boxed"] {
        let chart = fs::read_to_string(charts.join(format!("{keys}-1e3.svg"))).unwrap();
        assert!(chart.contains(&format!("{keys}/churn/1e3")), "{keys}");
    }
}
