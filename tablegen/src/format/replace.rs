use std::fs;
use std::io;
use std::path::Path;

use tempfile::{Builder, NamedTempFile};

const PREFIX: &str = ".writing-";
const SUFFIX: &str = ".tmp";

/// A new file in `dir` under a temporary name, removed when dropped before [`publish`].
pub(crate) fn temporary(dir: &Path) -> io::Result<NamedTempFile> {
    let mut builder = Builder::new();
    builder.prefix(PREFIX).suffix(SUFFIX);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // As any new file: what the umask leaves of this.
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    builder.tempfile_in(dir)
}

/// Makes a finished temporary file durable and gives it its name, replacing what had it.
pub(crate) fn publish(temporary: NamedTempFile, path: &Path) -> io::Result<()> {
    temporary.as_file().sync_all()?;
    temporary.persist(path)?;
    #[cfg(unix)]
    if let Some(dir) = path.parent() {
        let dir = if dir.as_os_str().is_empty() { Path::new(".") } else { dir };
        fs::File::open(dir)?.sync_all()?;
    }
    Ok(())
}

/// Removes the temporary files that killed writers left in `dir`. Only for the holder of the lock.
pub(crate) fn remove_stale(dir: &Path) -> io::Result<()> {
    for entry in fs::read_dir(dir)? {
        let entry = entry?;
        let name = entry.file_name();
        let name = name.to_string_lossy();
        if name.starts_with(PREFIX) && name.ends_with(SUFFIX) {
            fs::remove_file(entry.path())?;
        }
    }
    Ok(())
}
