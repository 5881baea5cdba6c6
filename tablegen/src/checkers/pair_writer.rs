use super::{GenerateError, GenerateOptions, KernelPath, Slice, SliceIndex, packed};
use crate::format::{Encoding, FolderWriter, TableWriter, packed as bytes};

/// Writes the tables of a pair from their values in plain order, however they are stored.
pub(super) struct PairWriter<'a> {
    folder: &'a FolderWriter,
    options: &'a GenerateOptions,
    /// The table at work, if tables are written as values come.
    table: Option<TableWriter>,
    /// The values so far, if they are packed when all are there.
    values: Vec<packed::Values>,
}

impl<'a> PairWriter<'a> {
    pub(super) fn new(folder: &'a FolderWriter, options: &'a GenerateOptions) -> Self {
        Self { folder, options, table: None, values: Vec::new() }
    }

    /// Packs the values that there are; those of a pair together where only one side is stored.
    fn pack(&mut self) -> Result<(), GenerateError> {
        if !self.values.is_empty() {
            let values = std::mem::take(&mut self.values);
            packed::write(self.folder, self.options.sides, KernelPath::Native, values)?;
        }
        Ok(())
    }

    /// Begins the table of a slice, whose entries have that width; the one before is complete.
    pub(super) fn begin(&mut self, slice: Slice, entry_bits: u8) -> Result<(), GenerateError> {
        self.commit()?;
        if self.options.encoding == Encoding::Runs {
            if self.options.sides == packed::Sides::Both {
                self.pack()?;
            }
            let board = self.options.board;
            let index =
                SliceIndex::new(board, slice).ok_or(GenerateError::NoPosition { slice, board })?;
            self.values.push(packed::Values::new(index));
        } else {
            let info = self.options.table_info(slice, entry_bits);
            self.table = Some(self.folder.create(info)?);
        }
        Ok(())
    }

    /// Writes the next values by their codes; those of the metric wdl in pieces of whole bytes.
    pub(super) fn write_codes(&mut self, codes: &[u16]) -> Result<(), GenerateError> {
        match (&mut self.table, self.values.last_mut()) {
            (Some(table), _) => Ok(table.write_codes(codes)?),
            (None, Some(values)) => {
                let mut packed = Vec::with_capacity(codes.len().div_ceil(4));
                bytes::pack(codes, 2, 0, &mut packed);
                values.push(&packed);
                Ok(())
            }
            (None, None) => Ok(()),
        }
    }

    /// Writes the next values as the table file holds them: those of the metric wdl four to a byte.
    pub(super) fn write_packed(&mut self, packed: &[u8]) -> Result<(), GenerateError> {
        match (&mut self.table, self.values.last_mut()) {
            (Some(table), _) => table.write_packed(packed)?,
            (None, Some(values)) => values.push(packed),
            (None, None) => {}
        }
        Ok(())
    }

    /// Completes the tables.
    pub(super) fn finish(mut self) -> Result<(), GenerateError> {
        self.commit()?;
        self.pack()
    }

    fn commit(&mut self) -> Result<(), GenerateError> {
        if let Some(table) = self.table.take() {
            self.folder.commit(table)?;
        }
        Ok(())
    }
}
