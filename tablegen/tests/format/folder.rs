use std::fs;
use std::path::Path;

use retrosolve_games::Metric;
use retrosolve_tablegen::format::{
    Encoding, FolderError, FolderWriter, Io, TableFolder, TableInfo, TableSet, check_space,
    free_space,
};
use tempfile::tempdir;

use crate::common::{codes, info, set};

fn slice(name: &str, encoding: Encoding) -> TableInfo {
    TableInfo { slice: name.into(), ..info(encoding, 2, 1000) }
}

/// Writes and lists one table whose values depend on its name alone.
fn add(folder: &FolderWriter, name: &str, encoding: Encoding) {
    let mut writer = folder.create(slice(name, encoding)).unwrap();
    writer.write_codes(&codes(2, 1000, name.len() as u64)).unwrap();
    folder.commit(writer).unwrap();
}

fn names(dir: &Path) -> Vec<String> {
    let mut names: Vec<_> = fs::read_dir(dir)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

fn slices(folder: &TableFolder) -> Vec<&str> {
    folder.tables().map(|table| table.slice.as_str()).collect()
}

#[test]
fn a_folder_lists_what_was_committed_in_any_order() {
    let dir = tempdir().unwrap();
    let one = FolderWriter::open(dir.path().join("one"), &set(Metric::Wdl)).unwrap();
    let two = FolderWriter::open(dir.path().join("deep/two"), &set(Metric::Wdl)).unwrap();
    for name in ["k1-k1", "k2-k1", "m1-k1"] {
        add(&one, name, Encoding::Raw);
    }
    std::thread::scope(|scope| {
        for name in ["m1-k1", "k1-k1", "k2-k1"] {
            scope.spawn(|| add(&two, name, Encoding::Raw));
        }
    });
    assert_eq!(slices(&one.folder()), ["k1-k1", "k2-k1", "m1-k1"]);
    for name in ["manifest.json", "k1-k1.table", "k2-k1.table", "m1-k1.table"] {
        let read = |folder: &FolderWriter| fs::read(folder.dir().join(name)).unwrap();
        assert!(read(&one) == read(&two), "{name}");
    }
    let folder = TableFolder::open(one.dir()).unwrap();
    folder.check_set(&set(Metric::Wdl)).unwrap();
    let listed = folder.find("k2-k1").unwrap();
    let table = folder.open_table("k2-k1", Io::Map).unwrap();
    table.verify().unwrap();
    assert_eq!(listed.digest, table.header().digest);
    assert_eq!(listed.totals, table.header().totals);
    assert_eq!(listed.bytes, fs::metadata(folder.path(listed)).unwrap().len());
}

#[test]
fn the_digest_of_a_folder_does_not_depend_on_the_encoding() {
    let dir = tempdir().unwrap();
    let digests = [Encoding::Raw, Encoding::Zstd].map(|encoding| {
        let dir = dir.path().join(encoding.name());
        let folder = FolderWriter::open(&dir, &set(Metric::Wdl)).unwrap();
        add(&folder, "k1-k1", encoding);
        let partial = folder.folder().digest();
        add(&folder, "k2-k1+", encoding);
        assert_ne!(folder.folder().digest(), partial);
        let read = TableFolder::open(&dir).unwrap();
        let lines: String =
            read.tables().map(|table| format!("{} {}\n", table.slice, table.digest)).collect();
        assert_eq!(read.digest().to_string(), blake3::hash(lines.as_bytes()).to_string());
        read.digest()
    });
    assert_eq!(digests[0], digests[1]);
}

#[test]
fn a_second_writer_is_refused_until_the_first_is_gone() {
    let dir = tempdir().unwrap();
    let first = FolderWriter::open(dir.path(), &set(Metric::Wdl)).unwrap();
    add(&first, "k1-k1", Encoding::Raw);
    let second = FolderWriter::open(dir.path(), &set(Metric::Wdl)).unwrap_err();
    assert!(matches!(second, FolderError::Locked { .. }));
    let text = second.to_string();
    assert!(text.contains(dir.path().to_str().unwrap()) && text.contains("another generator"));
    // Readers are not kept out.
    TableFolder::open(dir.path()).unwrap().open_table("k1-k1", Io::Map).unwrap();
    drop(first);
    FolderWriter::open(dir.path(), &set(Metric::Wdl)).unwrap();
}

#[test]
fn a_killed_run_goes_on_where_it_was() {
    let dir = tempdir().unwrap();
    let whole = FolderWriter::open(dir.path().join("whole"), &set(Metric::Wdl)).unwrap();
    for name in ["k1-k1", "k2-k1-"] {
        add(&whole, name, Encoding::Zstd);
    }
    let killed = dir.path().join("killed");
    {
        let folder = FolderWriter::open(&killed, &set(Metric::Wdl)).unwrap();
        add(&folder, "k1-k1", Encoding::Zstd);
        // Killed amid the second table: its temporary stays. And after another was renamed, before
        // the manifest was.
        let mut writer = folder.create(slice("k2-k1-", Encoding::Zstd)).unwrap();
        writer.write_codes(&[1; 500]).unwrap();
        std::mem::forget(writer);
        let mut writer = folder.create(slice("k2-k1-", Encoding::Zstd)).unwrap();
        writer.write_codes(&codes(2, 1000, 6)).unwrap();
        writer.finish().unwrap();
    }
    assert_eq!(names(&killed).len(), 5);
    assert_eq!(slices(&TableFolder::open(&killed).unwrap()), ["k1-k1"]);
    let again = FolderWriter::open(&killed, &set(Metric::Wdl)).unwrap();
    assert_eq!(names(&killed), ["k1-k1.table", "k2-k1-.table", "lock", "manifest.json"]);
    assert!(again.find("k1-k1").is_some());
    assert!(again.find("k2-k1-").is_none());
    add(&again, "k2-k1-", Encoding::Zstd);
    assert_eq!(again.folder().digest(), whole.folder().digest());
    for name in names(&killed) {
        let read = |run: &str| fs::read(dir.path().join(run).join(&name)).unwrap();
        assert!(read("killed") == read("whole"), "{name}");
    }
}

#[test]
fn a_writer_forgets_listed_files_that_are_not_intact() {
    let dir = tempdir().unwrap();
    {
        let folder = FolderWriter::open(dir.path(), &set(Metric::Wdl)).unwrap();
        for name in ["good", "gone", "cut", "bitflip", "swapped"] {
            add(&folder, name, Encoding::Raw);
        }
    }
    let path = |name: &str| dir.path().join(format!("{name}.table"));
    fs::remove_file(path("gone")).unwrap();
    let bytes = fs::read(path("cut")).unwrap();
    fs::write(path("cut"), &bytes[..bytes.len() / 2]).unwrap();
    let mut bytes = fs::read(path("bitflip")).unwrap();
    bytes[100] ^= 1;
    fs::write(path("bitflip"), &bytes).unwrap();
    fs::copy(path("good"), path("swapped")).unwrap();

    let folder = TableFolder::open(dir.path()).unwrap();
    let error = |name| folder.open_table(name, Io::Map).unwrap_err();
    folder.open_table("good", Io::Read).unwrap().verify().unwrap();
    assert!(matches!(error("gone"), FolderError::MissingFile { .. }));
    assert!(error("gone").to_string().contains("gone.table"));
    assert!(matches!(error("cut"), FolderError::Table(_)));
    assert!(matches!(error("bitflip"), FolderError::Table(_)));
    assert!(matches!(error("swapped"), FolderError::OtherTable { .. }));
    assert!(matches!(error("never"), FolderError::NoSlice { .. }));

    let again = FolderWriter::open(dir.path(), &set(Metric::Wdl)).unwrap();
    assert_eq!(slices(&again.folder()), ["good"]);
    assert_eq!(slices(&TableFolder::open(dir.path()).unwrap()), ["good"]);
}

#[test]
fn a_folder_of_another_set_is_refused() {
    let dir = tempdir().unwrap();
    let folder = FolderWriter::open(dir.path(), &set(Metric::Wdl)).unwrap();
    let other = TableSet { board: "8x8".into(), ..set(Metric::Wdl) };
    let mixed = TableInfo { set: other.clone(), ..slice("k1-k1", Encoding::Raw) };
    assert!(matches!(folder.create(mixed).err().unwrap(), FolderError::WrongSet { .. }));
    drop(folder);
    let error = FolderWriter::open(dir.path(), &other).unwrap_err();
    assert!(
        error.to_string().ends_with("wrong table: board is \"3x3\", wanted \"8x8\""),
        "{error}"
    );
    let error = TableFolder::open(dir.path()).unwrap().check_set(&set(Metric::Dtw)).unwrap_err();
    assert!(error.to_string().contains("metric"), "{error}");
    assert_eq!(set(Metric::Dtw).folder_name(), "test-3x3-dtw");
    assert_eq!(TableSet::new("tictactoe", "", "", Metric::Dtw).folder_name(), "tictactoe-dtw");
}

#[test]
fn a_slice_that_cannot_name_a_file_is_refused() {
    let dir = tempdir().unwrap();
    let folder = FolderWriter::open(dir.path(), &set(Metric::Wdl)).unwrap();
    for name in ["", ".", "../up", "a/b", "a\\b", "two words", "k1!", &"k".repeat(201)] {
        let error = folder.create(slice(name, Encoding::Raw)).err().unwrap();
        assert!(matches!(error, FolderError::SliceName { .. }), "{error}");
    }
    add(&folder, &"k".repeat(200), Encoding::Raw);
    assert_eq!(folder.folder().tables().len(), 1);
}

#[test]
fn a_table_made_elsewhere_is_not_committed() {
    let dir = tempdir().unwrap();
    let one = FolderWriter::open(dir.path().join("one"), &set(Metric::Wdl)).unwrap();
    let two = FolderWriter::open(dir.path().join("two"), &set(Metric::Wdl)).unwrap();
    let mut writer = one.create(slice("k1-k1", Encoding::Raw)).unwrap();
    writer.write_codes(&[1; 1000]).unwrap();
    assert!(matches!(two.commit(writer).unwrap_err(), FolderError::Foreign { .. }));
    assert_eq!(names(one.dir()), ["lock", "manifest.json"]);
}

#[test]
fn a_missing_folder_says_how_to_make_one() {
    let dir = tempdir().unwrap();
    for missing in [dir.path().join("none"), dir.path().to_owned()] {
        let error = TableFolder::open(&missing).unwrap_err();
        assert!(matches!(error, FolderError::NoTables { .. }));
        let text = error.to_string();
        assert!(text.starts_with("no tables at") && text.contains("generate"), "{text}");
        assert!(text.contains(missing.to_str().unwrap()), "{text}");
    }
    assert_eq!(names(dir.path()).len(), 0, "reading creates nothing");
}

#[test]
fn a_manifest_that_is_none_is_refused_by_readers_and_writers() {
    let dir = tempdir().unwrap();
    let manifest = dir.path().join("manifest.json");
    let good = {
        let folder = FolderWriter::open(dir.path(), &set(Metric::Wdl)).unwrap();
        add(&folder, "k1-k1", Encoding::Raw);
        fs::read_to_string(&manifest).unwrap()
    };
    let cases = [
        (String::new(), "not a valid manifest"),
        ("[1, 2".into(), "not a valid manifest"),
        (good[..good.len() / 2].into(), "not a valid manifest"),
        (good.replace("retrosolve tables", "other"), "format \"other\""),
        (good.replace("\"version\": 1", "\"version\": 2"), "version 2 is newer"),
        (good.replace("k1-k1.table", "../k1-k1.table"), "in file \"../k1-k1.table\""),
        (good.replace("\"wdl\"", "\"dtz\""), "unknown metric \"dtz\""),
        (good.replace("\"raw\"", "\"lzma\""), "not a valid manifest"),
    ];
    for (text, expected) in cases {
        assert_ne!(text, good);
        fs::write(&manifest, text).unwrap();
        let reader = TableFolder::open(dir.path()).unwrap_err().to_string();
        assert!(reader.contains(expected) && reader.contains("manifest.json"), "{reader}");
        assert_eq!(
            FolderWriter::open(dir.path(), &set(Metric::Wdl)).unwrap_err().to_string(),
            reader
        );
    }
}

#[test]
fn a_disk_that_is_too_small_is_refused_with_both_figures() {
    let dir = tempdir().unwrap();
    let future = dir.path().join("not/yet");
    assert!(free_space(&future).unwrap() > 0);
    check_space(&future, 1).unwrap();
    let error = check_space(&future, u64::MAX).unwrap_err();
    assert!(matches!(error, FolderError::Space { needed: u64::MAX, .. }));
    assert!(error.to_string().contains(&u64::MAX.to_string()));
}

/// A device that is always full stands for a disk that fills up amid a table.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_named_with_advice() {
    use std::io::Write;

    let refused = fs::File::options().write(true).open("/dev/full").unwrap().write_all(b"x");
    let error = retrosolve_tablegen::TableError::new("a.table", refused.unwrap_err());
    assert!(error.to_string().contains("free some space"), "{error}");
}
