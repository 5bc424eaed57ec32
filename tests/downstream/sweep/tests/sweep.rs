//! The program from outside.

use std::path::PathBuf;
use std::process::{Command, Output};
use std::{env, fs};

fn sweep(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_downstream")).args(arguments).output().unwrap()
}

fn scratch(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name)
}

#[test]
fn the_same_sweep_on_a_key_of_ones_own() {
    let (json, svg) = (scratch("sweep.json"), scratch("charts"));
    let files = ["--json", json.to_str().unwrap(), "--svg", svg.to_str().unwrap()];
    let output =
        sweep(&[&["--keys", "zipf", "--size", "1024", "--lookups", "1000", "--reps", "1"], &files[..]].concat());
    let (table, complaints) = (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
    assert_eq!((output.status.code(), complaints.as_str()), (Some(0), ""));
    let report: serde_json::Value = serde_json::from_str(&fs::read_to_string(json).unwrap()).unwrap();
    let runs = report["runs"].as_array().unwrap();
    // Two hashes on six layouts and one on one, at ten fill factors.
    assert_eq!(runs.len(), (2 * 6 + 1) * 10);
    for name in ["robin-hood/own", "boxed/own", "remembering/default", "chained/own", "chained/hash-bytes"] {
        assert!(table.contains(&format!("\n{name} ")), "{table}");
        let runs = runs.iter().filter(|run| run["table"] == name);
        let fills: Vec<_> = runs.clone().map(|run| run["fill_factor"].as_f64().unwrap()).collect();
        assert_eq!(fills, [0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95], "{name}");
        for run in runs {
            assert_eq!((run["workload"].as_str(), run["size"].as_u64()), (Some("sweep/zipf"), Some(1024)), "{run}");
            // The bytes are counted: 12 of the key and 4 of the value at least.
            assert!(run["bytes_per_entry"].as_f64().unwrap() >= 16.0, "{run}");
        }
    }
    for figure in ["hit", "miss", "insert", "bytes", "chain", "collisions"] {
        let picture = fs::read_to_string(svg.join(figure).with_extension("svg")).unwrap();
        assert!(picture.contains("hash-bytes") && picture.ends_with("</svg>\n"), "{figure}");
    }
}

#[test]
fn keys_from_a_file() {
    let keys = scratch("pages.txt");
    let lines: String = (0..200).map(|block| format!("16384/0/{block}\n")).collect();
    fs::write(&keys, lines).unwrap();
    let output = sweep(&["--keys", keys.to_str().unwrap(), "--reps", "1", "--fill-factors", "0.75", "--stat"]);
    let table = String::from_utf8(output.stdout).unwrap();
    assert!(
        table.starts_with("sweep/pages: tables of 128 slots") && table.contains("members: 96, filled: 0.75"),
        "{table}"
    );

    fs::write(&keys, "16384/0/1\n16384/0\n").unwrap();
    let output = sweep(&["--keys", keys.to_str().unwrap()]);
    let message = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(message.contains("pages.txt, line 2: \"16384/0\" is no key of this type"), "{message}");
}

#[test]
fn help_is_that_of_the_sweep() {
    let output = sweep(&["--help"]);
    let help = String::from_utf8(output.stdout).unwrap();
    assert!(help.contains("--fill-factors") && !help.contains("--preset"), "{help}");
}
