//! Compiles the tables that the features ask for. Without any there is nothing to compile.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    #[cfg(feature = "pg-peer")]
    peers::postgresql();
    #[cfg(feature = "cpp-peer")]
    peers::abseil();
}

#[cfg(any(feature = "pg-peer", feature = "cpp-peer"))]
mod peers {
    use cc::Build;

    /// What both compilations have in common: `-O2` in every profile, and no assertions, as the packages are compiled.
    fn optimised(source: &str) -> Build {
        println!("cargo::rerun-if-changed=c/relation.h");
        println!("cargo::rerun-if-changed={source}");
        let mut build = Build::new();
        build.file(source).opt_level(2).debug(true).force_frame_pointer(false).define("NDEBUG", None);
        build
    }

    #[cfg(feature = "pg-peer")]
    pub(crate) fn postgresql() {
        const HEADER: &str = "lib/simplehash.h";
        // The release of the comparison, and where that is not, the one that is.
        let folders = ["/usr/include/postgresql/15/server".into()].into_iter().chain(configured());
        let Some(folder) = folders.map(std::path::PathBuf::from).find(|folder| folder.join(HEADER).is_file()) else {
            println!(
                "cargo::error=the feature `pg-peer` compiles PostgreSQL's lib/simplehash.h, which is in Debian's package postgresql-server-dev-15"
            );
            return;
        };
        println!("cargo::rerun-if-changed={}", folder.join(HEADER).display());
        // Its headers are not ours to warn about. PostgreSQL is compiled with the next two flags itself. The last one
        // keeps the compiler from making `calloc` of `malloc` and `memset`: palloc0 never becomes that.
        optimised("c/pg.c")
            .flag("-isystem")
            .flag(&folder)
            .flag("-fno-strict-aliasing")
            .flag("-fwrapv")
            .flag("-fno-builtin-malloc")
            .compile("hashlab_pg_peer");
    }

    /// The folder that `pg_config` names, if there is one.
    #[cfg(feature = "pg-peer")]
    fn configured() -> Option<String> {
        let output = std::process::Command::new("pg_config").arg("--includedir-server").output().ok()?;
        Some(String::from_utf8(output.stdout).ok()?.trim().to_owned())
    }

    #[cfg(feature = "cpp-peer")]
    pub(crate) fn abseil() {
        const HEADER: &str = "absl/container/flat_hash_map.h";
        let mut build = optimised("c/absl.cc");
        build.cpp(true).std("c++17");
        // The compiler knows where it looks. One that cannot be run is for `compile` to report.
        let mut preprocess = build.get_compiler().to_command();
        preprocess.args(["-E", "-x", "c++", "-include", HEADER, "/dev/null"]);
        if preprocess.output().is_ok_and(|output| !output.status.success()) {
            println!(
                "cargo::error=the feature `cpp-peer` compiles Abseil's {HEADER}, which is in Debian's package libabsl-dev"
            );
            return;
        }
        build.compile("hashlab_cpp_peer");
        // Behind the table, which needs them.
        for library in ["raw_hash_set", "hash"] {
            println!("cargo::rustc-link-lib=absl_{library}");
        }
    }
}
