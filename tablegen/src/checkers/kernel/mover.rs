use super::geometry::{ALL, FORWARD, Geometry, NONE, squares};
use super::space::{Space, rank};
use super::sparse::{Place, Rows, SparseTable, SparseTables};
use crate::checkers::{Material, Slice};

/// What all components of a run share.
#[derive(Clone, Copy)]
pub(super) struct Setting<'a> {
    pub(super) geometry: &'a Geometry,
    /// The sets of so many kings.
    pub(super) spaces: &'a [Space],
    pub(super) tables: &'a SparseTables,
}

/// One side to move in one component: what does not depend on where the kings are.
///
/// Squares are as the mover sees them, except where a name says `turned`.
#[derive(Clone, Copy)]
pub(super) struct Mover<'a> {
    pub(super) setting: Setting<'a>,
    pub(super) slice: Slice,
    pub(super) own_men: u32,
    pub(super) other_men: u32,
    /// Whether rows are over men, there being no kings: over those of the side whose men are not given.
    pub(super) over_men: bool,
}

/// A quiet move of a man: the component it leads to.
#[derive(Clone, Copy)]
pub(super) struct ManMove<'a> {
    table: &'a SparseTable,
    component: Place<'a>,
    /// Where the man goes, as a set.
    pub(super) to: u32,
    /// The same if it is crowned there, else nothing.
    pub(super) crowned: u32,
}

impl<'a> ManMove<'a> {
    /// The rows after the move for given own kings, whose rank is `row`; nothing if one of them is in the
    /// way.
    #[inline(always)]
    pub(super) fn rows(&self, own_kings: u32, row: usize) -> Option<Rows<'a>> {
        (own_kings & self.to == 0).then(|| {
            if self.crowned == 0 {
                self.table.rows(self.component, row)
            } else {
                rows_of(self.table, self.component, own_kings | self.crowned)
            }
        })
    }

    /// The rows over the mover's kings after the move, the other side having none.
    #[inline(always)]
    pub(super) fn vector(&self) -> Rows<'a> {
        self.table.rows(self.component, 0)
    }
}

/// The rows of a component of the other side's for given kings of this side.
#[inline(always)]
fn rows_of<'a>(table: &'a SparseTable, component: Place<'a>, own_kings: u32) -> Rows<'a> {
    if own_kings == 0 {
        table.rows(component, 0)
    } else if table.slice.own.kings == 0 {
        table.bit(component, rank(own_kings))
    } else {
        table.rows(component, rank(own_kings))
    }
}

/// Collects bit 0 and bit 32 of `count` words in two rows.
#[inline(always)]
fn gather(count: usize, word: impl Fn(usize) -> u64, [loses, survives]: [&mut [u64]; 2]) {
    let places = (0..count).step_by(64);
    for ((first, loses), survives) in places.zip(loses).zip(survives) {
        (*loses, *survives) = (0, 0);
        for rank in first..count.min(first + 64) {
            let bits = word(rank);
            *loses |= (bits & 1) << (rank - first);
            *survives |= (bits >> 32 & 1) << (rank - first);
        }
    }
}

impl<'a> Mover<'a> {
    /// The table and component that these men lead to, the other side being to move; `None` if the other
    /// side has nothing left.
    #[inline(always)]
    fn lookup(
        &self,
        own: Material,
        own_men: u32,
        other: Material,
        other_men: u32,
    ) -> Option<(&'a SparseTable, Place<'a>)> {
        let table = self.table(other, own)?;
        let turned = self.setting.geometry.turned_set(other_men);
        Some((table, table.component(turned, own_men)))
    }

    /// The rows over the other side's kings after a capture; `None` if nothing is left of the other side.
    #[inline(always)]
    pub(super) fn rows_after(
        &self,
        captured_men: u32,
        other_kings: u8,
        own_men: u32,
        own_kings: u32,
    ) -> Option<Rows<'a>> {
        let other_men = self.other_men & !captured_men;
        let own = Material::new(own_men.count_ones() as u8, own_kings.count_ones() as u8);
        if self.over_men {
            let other = Material::new(other_kings, 0);
            return self.table(other, own).map(|table| table.over_own(rank(own_men)));
        }
        let other = Material::new(other_men.count_ones() as u8, other_kings);
        let (table, component) = self.lookup(own, own_men, other, other_men)?;
        Some(rows_of(table, component, own_kings))
    }

    /// Where rows are over the other side's men: the rows after a man was crowned on `square`; `None` if
    /// nothing is left of the other side.
    #[inline(always)]
    pub(super) fn gather_after(
        &self,
        left: usize,
        own_men: u32,
        square: u8,
        [loses, survives]: [&mut [u64]; 2],
    ) -> Option<()> {
        let table =
            self.table(Material::new(left as u8, 0), Material::new(own_men.count_ones() as u8, 1))?;
        let men = rank(own_men);
        let word = |rank| table.packed(rank, men) >> square;
        gather(self.setting.geometry.men_sets(left), word, [loses, survives]);
        Some(())
    }

    /// Where rows are over the mover's men: the rows over its other men after one was crowned on `square`,
    /// the other side keeping `left`; `None` if that is nothing.
    #[inline(always)]
    pub(super) fn gather_crowned(
        &self,
        left: u32,
        square: u8,
        [loses, survives]: [&mut [u64]; 2],
    ) -> Option<()> {
        let rest = self.slice.own.men - 1;
        let table =
            self.table(Material::new(left.count_ones() as u8, 0), Material::new(rest, 1))?;
        let men = rank(self.setting.geometry.turned_set(left));
        let word = |rank| table.packed(men, rank) >> square;
        gather(self.setting.geometry.men_sets(usize::from(rest)), word, [loses, survives]);
        Some(())
    }

    /// The table of a slice after a move of this side; `None` if nothing is left of the other side.
    #[inline(always)]
    fn table(&self, other: Material, own: Material) -> Option<&'a SparseTable> {
        if other.pieces() == 0 {
            return None;
        }
        // That all tables are there was checked before the pair was begun.
        let table = self.setting.tables.get(Slice::new(other, own));
        Some(table.expect("a table of every slice that the pair leads to"))
    }

    /// The rows over the mover's kings after a capture that leaves the other side without kings; `None` if
    /// it leaves nothing.
    #[inline(always)]
    pub(super) fn vector_after(
        &self,
        captured_men: u32,
        own_men: u32,
        own_kings: u8,
    ) -> Option<Rows<'a>> {
        let other_men = self.other_men & !captured_men;
        if self.over_men {
            let other = Material::new(other_men.count_ones() as u8, 0);
            let table = self.table(other, self.slice.own)?;
            return Some(table.over_other(rank(self.setting.geometry.turned_set(other_men))));
        }
        let own = Material::new(own_men.count_ones() as u8, own_kings);
        let other = Material::new(other_men.count_ones() as u8, 0);
        let (table, component) = self.lookup(own, own_men, other, other_men)?;
        Some(table.rows(component, 0))
    }

    /// Where a piece of the mover can stand that jumps a man of the other side first, as far as men are not
    /// in the way.
    pub(super) fn man_hunters(&self) -> u32 {
        let Setting { geometry, .. } = self.setting;
        let men = self.own_men | self.other_men;
        let mut found = 0;
        for prey in squares(self.other_men) {
            for direction in ALL {
                // A man stands behind its prey, and so may a king.
                let [start, land] = [direction, 3 - direction]
                    .map(|direction| geometry.step[usize::from(prey)][direction]);
                if start == NONE || land == NONE || men >> land & 1 != 0 {
                    continue;
                }
                let man = self.own_men >> start & 1 != 0;
                let moves_there = !man || FORWARD.contains(&(3 - direction));
                if moves_there && self.other_men >> start & 1 == 0 {
                    found |= 1 << start;
                }
            }
        }
        found
    }

    /// The quiet moves of the mover's men, as far as men are not in the way.
    pub(super) fn man_moves(&self, moves: &mut Vec<ManMove<'a>>) {
        let Setting { geometry, .. } = self.setting;
        moves.clear();
        for from in squares(self.own_men) {
            for to in geometry.step[from as usize][FORWARD].iter().copied() {
                if to == NONE || (self.own_men | self.other_men) >> to & 1 != 0 {
                    continue;
                }
                let to = 1 << to;
                let crowned = to & geometry.crown;
                let own_men = self.own_men & !(1 << from) | to & !crowned;
                let promoted = u8::from(crowned != 0);
                let Material { men, kings } = self.slice.own;
                let own = Material::new(men - promoted, kings + promoted);
                let after = self.lookup(own, own_men, self.slice.other, self.other_men);
                if let Some((table, component)) = after {
                    moves.push(ManMove { table, component, to, crowned });
                }
            }
        }
    }
}
