use std::fs::File;
use std::io;
use std::path::Path;

use memmap2::Mmap;

/// How table files are read.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Io {
    /// Memory-mapped: a probe of a raw table is one load. The files must not be changed in place while
    /// they are open (this crate replaces them by rename only): values would change unnoticed, and
    /// shortening a mapped file ends the process with a signal.
    #[default]
    Map,
    /// By positional reads, no mapping: the safe mode. Every block is checked each time it is read.
    Read,
}

impl Io {
    /// The name used in flags.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Map => "map",
            Self::Read => "read",
        }
    }

    /// The mode of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        [Self::Map, Self::Read].into_iter().find(|io| io.name() == name)
    }
}

/// Bytes that can be read at an offset: the seam between the table reader and where tables are.
pub trait ReadAt: Send + Sync {
    /// The number of bytes.
    ///
    /// # Errors
    /// If the source cannot tell.
    fn size(&self) -> io::Result<u64>;

    /// Fills `buf` with the bytes at `offset`.
    ///
    /// # Errors
    /// If the source ends before or cannot be read.
    fn read_at(&self, offset: u64, buf: &mut [u8]) -> io::Result<()>;

    /// All bytes, if they are in memory.
    fn as_slice(&self) -> Option<&[u8]> {
        None
    }
}

impl ReadAt for [u8] {
    fn size(&self) -> io::Result<u64> {
        Ok(self.len() as u64)
    }

    fn read_at(&self, offset: u64, buf: &mut [u8]) -> io::Result<()> {
        let from = usize::try_from(offset).ok().and_then(|start| self.get(start..));
        let bytes = from.and_then(|from| from.get(..buf.len()));
        buf.copy_from_slice(bytes.ok_or(io::ErrorKind::UnexpectedEof)?);
        Ok(())
    }

    fn as_slice(&self) -> Option<&[u8]> {
        Some(self)
    }
}

impl ReadAt for Vec<u8> {
    fn size(&self) -> io::Result<u64> {
        self.as_slice().size()
    }

    fn read_at(&self, offset: u64, buf: &mut [u8]) -> io::Result<()> {
        self.as_slice().read_at(offset, buf)
    }

    fn as_slice(&self) -> Option<&[u8]> {
        Some(self)
    }
}

impl ReadAt for Mmap {
    fn size(&self) -> io::Result<u64> {
        self[..].size()
    }

    fn read_at(&self, offset: u64, buf: &mut [u8]) -> io::Result<()> {
        self[..].read_at(offset, buf)
    }

    fn as_slice(&self) -> Option<&[u8]> {
        Some(self)
    }
}

impl ReadAt for File {
    fn size(&self) -> io::Result<u64> {
        Ok(self.metadata()?.len())
    }

    #[cfg(unix)]
    fn read_at(&self, offset: u64, buf: &mut [u8]) -> io::Result<()> {
        std::os::unix::fs::FileExt::read_exact_at(self, buf, offset)
    }

    #[cfg(windows)]
    fn read_at(&self, mut offset: u64, mut buf: &mut [u8]) -> io::Result<()> {
        while !buf.is_empty() {
            let read = std::os::windows::fs::FileExt::seek_read(self, buf, offset)?;
            if read == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            buf = &mut buf[read..];
            offset += read as u64;
        }
        Ok(())
    }
}

/// Refuses what is no regular file, before it is opened: to open a pipe would wait for its other end.
pub(crate) fn check_regular(path: &Path) -> io::Result<()> {
    if std::fs::metadata(path)?.is_file() {
        Ok(())
    } else {
        Err(io::Error::new(io::ErrorKind::InvalidInput, "not a regular file"))
    }
}

/// Where an open table's bytes are: the map without a virtual call in the way of a probe, all else
/// behind the seam.
pub(crate) enum Source {
    Map(Mmap),
    Other(Box<dyn ReadAt>),
}

impl Source {
    pub(crate) fn open(path: &Path, io: Io) -> io::Result<Self> {
        check_regular(path)?;
        let file = File::open(path)?;
        Ok(match io {
            Io::Map => Self::Map(map(&file)?),
            Io::Read => Self::Other(Box::new(file)),
        })
    }

    /// All bytes, if they are in memory.
    #[inline]
    pub(crate) fn bytes(&self) -> Option<&[u8]> {
        match self {
            Self::Map(map) => Some(map),
            Self::Other(other) => other.as_slice(),
        }
    }

    pub(crate) fn reader(&self) -> &dyn ReadAt {
        match self {
            Self::Map(map) => map,
            Self::Other(other) => &**other,
        }
    }
}

/// Maps a table file for reading: the one place where tables are mapped.
fn map(file: &File) -> io::Result<Mmap> {
    // SAFETY: the map is read-only, and the contract of `Io::Map` is that a table file is never changed
    // in place while it is open: every writer of this crate makes a new file and renames it, which
    // leaves the mapped one intact. Nothing read from the map is trusted: all of it passes through the
    // checks that a file from anywhere has to pass, and no offset or length in it is used unchecked.
    unsafe { Mmap::map(file) }
}
