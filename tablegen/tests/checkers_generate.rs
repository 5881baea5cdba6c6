//! How checkers tables are made: plans, refusals, interruptions, bytes.

use std::collections::BTreeMap;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

use retrosolve_games::Metric;
use retrosolve_games::checkers::Board;
use retrosolve_tablegen::checkers::{
    CheckersTables, Engine, Extent, GenerateError, GenerateOptions, Plan, generate,
};
use retrosolve_tablegen::{Encoding, FolderError, FolderWriter, Progress, Silent, TableFolder};

fn three_pieces() -> GenerateOptions {
    GenerateOptions { metric: Metric::Dtw, ..GenerateOptions::pieces(3) }
}

fn folder(out: &Path) -> std::path::PathBuf {
    out.join("checkers-8x8-dtw")
}

/// All files of a folder but the lock.
fn bytes(dir: &Path) -> BTreeMap<String, Vec<u8>> {
    fs::read_dir(dir)
        .unwrap()
        .map(|entry| entry.unwrap())
        .filter(|entry| entry.file_name() != "lock")
        .map(|entry| (entry.file_name().into_string().unwrap(), fs::read(entry.path()).unwrap()))
        .collect()
}

/// Dies after so many positions.
struct Bomb(AtomicU64);

impl Progress for Bomb {
    fn begin(&self, _: &str, _: u64, _: &str) {}

    fn advance(&self, n: u64) {
        let left =
            self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(n));
        assert!(left.is_ok(), "the run is killed here");
    }

    fn end(&self) {}
}

#[test]
fn an_interrupted_run_goes_on_and_ends_with_the_same_bytes() {
    let undisturbed = tempfile::tempdir().unwrap();
    generate(undisturbed.path(), &three_pieces(), &Silent).unwrap();
    let expected = bytes(&folder(undisturbed.path()));
    assert_eq!(expected.len(), 16 + 1);

    let out = tempfile::tempdir().unwrap();
    let mut listed = 0;
    for fuse in [1_000, 20_000, 60_000, 100_000] {
        let bomb = Bomb(fuse.into());
        let run = || generate(out.path(), &three_pieces(), &bomb);
        assert!(catch_unwind(AssertUnwindSafe(run)).is_err());
        let now = TableFolder::open(folder(out.path())).map_or(0, |folder| folder.tables().len());
        assert!(listed <= now && now < 16, "{now} tables after {fuse} positions");
        listed = now;
    }
    assert!(listed > 4);
    // What a process leaves that has no time to clean up: one table of a pair without the other, half a
    // file, a table that is no longer what the manifest says.
    let dir = folder(out.path());
    fs::remove_file(dir.join("m1-k1.table")).unwrap();
    fs::write(dir.join("k2-k1.table"), b"half a table").unwrap();
    generate(out.path(), &three_pieces(), &Silent).unwrap();
    assert!(bytes(&dir) == expected);
}

#[test]
fn a_complete_run_repeated_does_nothing() {
    let out = tempfile::tempdir().unwrap();
    let options = GenerateOptions::pieces(2);
    generate(out.path(), &options, &Silent).unwrap();
    let dir = out.path().join("checkers-8x8-wdl");
    let before = bytes(&dir);
    let tables = generate(out.path(), &options, &Bomb(0.into())).unwrap();
    assert_eq!(tables.tables().len(), 4);
    assert!(bytes(&dir) == before);
    let plan = Plan::new(out.path(), &options).unwrap();
    assert_eq!((plan.positions_left(), plan.disk, plan.memory), (0, 0, 0));
}

#[test]
fn the_bytes_do_not_depend_on_the_threads() {
    let run = |threads| {
        let out = tempfile::tempdir().unwrap();
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let options = GenerateOptions { encoding: Encoding::Zstd, ..three_pieces() };
        pool.install(|| generate(out.path(), &options, &Silent)).unwrap();
        bytes(&folder(out.path()))
    };
    let one = run(1);
    assert!(one == run(2) && one == run(5));
}

#[test]
fn the_encoding_changes_the_bytes_but_not_the_digest() {
    let run = |out: &Path, encoding| {
        generate(out, &GenerateOptions { encoding, ..three_pieces() }, &Silent).unwrap();
        (TableFolder::open(folder(out)).unwrap().digest(), bytes(&folder(out)))
    };
    let (raw, zstd) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let (raw_digest, raw_bytes) = run(raw.path(), Encoding::Raw);
    let (zstd_digest, zstd_bytes) = run(zstd.path(), Encoding::Zstd);
    assert_eq!(raw_digest, zstd_digest);
    assert!(raw_bytes != zstd_bytes);
    // Asked for in the other encoding, the tables of a folder are made again.
    let (_, remade) = run(raw.path(), Encoding::Zstd);
    assert!(remade == zstd_bytes);
}

#[test]
fn a_slice_comes_with_all_it_needs_and_nothing_else() {
    let out = tempfile::tempdir().unwrap();
    let options = GenerateOptions {
        board: Board::SIX,
        extent: Extent::Slice("m1-m1k1".parse().unwrap()),
        ..GenerateOptions::pieces(0)
    };
    let tables = generate(out.path(), &options, &Silent).unwrap();
    let mut slices: Vec<String> =
        tables.tables().map(|(index, _)| index.slice().to_string()).collect();
    slices.sort();
    let expected = [
        "k1-k1", "k1-k2", "k1-m1", "k1-m1k1", "k2-k1", "k2-m1", "m1-k1", "m1-k2", "m1-m1",
        "m1-m1k1", "m1k1-k1", "m1k1-m1",
    ];
    assert_eq!(slices, expected);
}

#[test]
fn a_plan_says_what_there_is_to_do_without_doing_it() {
    let out = tempfile::tempdir().unwrap();
    let options = GenerateOptions::pieces(4);
    let plan = Plan::new(out.path(), &options).unwrap();
    assert!(!plan.folder.exists());
    assert_eq!(plan.positions_left(), 3_488 + 196_032 + 6_209_316);
    // Two bits a position and a little for headers and checksums.
    let data = plan.positions_left() / 4;
    assert!((data..data + 41 * 1024).contains(&plan.disk), "{}", plan.disk);
    assert!(plan.seconds(2) > 0.0 && plan.seconds(1) == 2.0 * plan.seconds(2));
    let largest = plan.units.iter().map(|unit| unit.memory).max();
    assert_eq!(Some(plan.memory), largest);

    generate(out.path(), &GenerateOptions::pieces(2), &Silent).unwrap();
    let plan = Plan::new(out.path(), &options).unwrap();
    assert_eq!(plan.left().count(), plan.units.len() - 3);
    assert_eq!(plan.positions_left(), 196_032 + 6_209_316);
}

#[test]
fn what_cannot_be_is_refused_before_anything_is_written() {
    let out = tempfile::tempdir().unwrap();
    let refused = |options: &GenerateOptions| {
        let error = generate(out.path(), options, &Silent).err().expect("a refusal");
        assert_eq!(fs::read_dir(out.path()).unwrap().count(), 0);
        error
    };
    let options = GenerateOptions::pieces(4);
    assert!(matches!(
        refused(&GenerateOptions { metric: Metric::Dtc, engine: Engine::Generic, ..options }),
        GenerateError::Metric(Metric::Dtc)
    ));
    assert!(matches!(refused(&GenerateOptions::pieces(1)), GenerateError::TooFewPieces(1)));
    let nine = GenerateOptions { engine: Engine::Generic, ..GenerateOptions::pieces(9) };
    assert!(matches!(refused(&nine), GenerateError::TooLarge { .. }));
    let nine = GenerateOptions { engine: Engine::Kernel, ..nine };
    assert!(matches!(refused(&nine), GenerateError::Memory { .. }));
    let slice = Extent::Slice("m7-k1".parse().unwrap());
    assert!(matches!(
        refused(&GenerateOptions { extent: slice, board: Board::FOUR, ..options }),
        GenerateError::NoPosition { .. }
    ));
    let budget = 10 << 20;
    let error = refused(&GenerateOptions { memory: Some(budget), ..options });
    let GenerateError::Memory { needed, budget: named, .. } = error else { panic!("{error}") };
    assert_eq!(named, budget);
    assert_eq!(needed, Plan::new(out.path(), &options).unwrap().least_memory);
    assert!(error.to_string().contains("needs about"), "{error}");
}

#[test]
fn one_folder_has_one_writer_and_one_set() {
    let out = tempfile::tempdir().unwrap();
    let options = GenerateOptions::pieces(2);
    let dir = out.path().join("checkers-8x8-wdl");
    let writer = FolderWriter::open(&dir, &options.set()).unwrap();
    let error = generate(out.path(), &options, &Silent).err().expect("a refusal");
    assert!(matches!(error, GenerateError::Folder(FolderError::Locked { .. })), "{error}");
    drop(writer);
    generate(out.path(), &options, &Silent).unwrap();

    // The folder of one board under the name of another's.
    let six = GenerateOptions { board: Board::SIX, ..options };
    fs::rename(&dir, out.path().join(six.set().folder_name())).unwrap();
    let error = generate(out.path(), &six, &Silent).err().expect("a refusal");
    assert!(matches!(error, GenerateError::Folder(FolderError::WrongSet { .. })), "{error}");
}

#[test]
fn a_damaged_table_is_found_by_a_probe_and_made_again_by_the_next_run() {
    let out = tempfile::tempdir().unwrap();
    generate(out.path(), &GenerateOptions::pieces(2), &Silent).unwrap();
    let file = out.path().join("checkers-8x8-wdl").join("k1-k1.table");
    let sound = fs::read(&file).unwrap();
    let mut damaged = sound.clone();
    *damaged.last_mut().unwrap() ^= 4;
    fs::write(&file, damaged).unwrap();
    // Opening checks headers alone; a probe finds the damage.
    let tables =
        CheckersTables::open(file.parent().unwrap(), retrosolve_tablegen::Io::Read).unwrap();
    let (index, _) = tables.find("k1-k1".parse().unwrap()).unwrap();
    assert!(tables.get(&index.unrank(0).position(Board::EIGHT)).is_err());
    generate(out.path(), &GenerateOptions::pieces(3), &Silent).unwrap();
    assert_eq!(fs::read(&file).unwrap(), sound);
}
