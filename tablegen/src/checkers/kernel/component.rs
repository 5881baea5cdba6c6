use super::captures::Capturer;
use super::codes::Stream;
use super::cpu::Cpu;
use super::geometry::squares;
use super::mover::{ManMove, Mover, Setting};
use super::rows::{and, any, clear, copy, or, with, with_two};
use super::space::rank;
use super::sparse::{Layout, Place, Rows, SparseTable};
use super::transpose::transpose;
use super::vectors::{Hunt, quiet_moves};
use crate::checkers::Slice;

/// Rows that are worked on together: what a transposition takes.
pub(super) const BLOCK: usize = 64;

/// Buffers of one thread.
#[derive(Default)]
pub(super) struct Work<'a> {
    pub(super) sides: [Side; 2],
    pub(super) man_moves: Vec<ManMove<'a>>,
    /// For every number of kings the sets that avoid all men.
    pub(super) men_free: Vec<Vec<u64>>,
    /// A block of rows: the mover loses; it does not win, or (in sweeps) is found to win.
    pub(super) block: [Vec<u64>; 2],
    /// Captures that begin with the other side's only king, by own kings: see [`Capturer::word`].
    by_king: [Vec<u32>; 3],
    columns: Vec<u64>,
    pub(super) scratch: Vec<u64>,
    /// Both sides to move where tables keep positions alone.
    full: [Vec<u64>; 2],
    codes: Stream,
}

/// What the iteration keeps of a side to move: rows by its own kings, bits by the other side's.
#[derive(Default)]
pub(super) struct Side {
    /// Undecided positions without a capture.
    pub(super) open: Vec<u64>,
    /// Those that have a man's move after which the other side does not win.
    pub(super) escapes: Vec<u64>,
    /// Rows to look at again.
    pub(super) pending: Vec<u64>,
}

/// A component with both sides to move: the tables and the men, from the first side's end.
#[derive(Clone, Copy)]
pub(super) struct Component<'a> {
    pub(super) setting: Setting<'a>,
    pub(super) slice: Slice,
    pub(super) own_men: u32,
    pub(super) other_men: u32,
}

/// The captures that begin with the other side's only king, which are found for all rows at once.
#[derive(Clone, Copy)]
pub(super) struct ByKing {
    /// For a row: where there are any, where one leads to a loss of the other side, where one keeps it from
    /// winning.
    found: [u64; 3],
    /// Where a piece can stand that has others.
    man_hunters: u32,
}

impl<'a> Component<'a> {
    pub(super) fn mover(&self) -> Mover<'a> {
        let Self { setting, slice, own_men, other_men } = *self;
        Mover { setting, slice, own_men, other_men, over_men: false }
    }

    /// The same with the other side first.
    pub(super) fn turned(&self) -> Self {
        let geometry = self.setting.geometry;
        Self {
            slice: self.slice.flipped(),
            own_men: geometry.turned_set(self.other_men),
            other_men: geometry.turned_set(self.own_men),
            ..*self
        }
    }

    pub(super) fn table(&self) -> &'a SparseTable {
        self.setting.tables.get(self.slice).expect("the tables of the pair are there")
    }

    /// Its words for reading.
    #[inline(always)]
    fn place(&self) -> Place<'a> {
        self.table().component(self.own_men, self.setting.geometry.turned_set(self.other_men))
    }

    /// Its words in the table for writing.
    ///
    /// # Safety
    /// Until the borrow ends nobody else may read or write this component.
    #[inline(always)]
    unsafe fn kept_mut(&self) -> &'a mut [u64] {
        let turned = self.setting.geometry.turned_set(self.other_men);
        // SAFETY: the caller's promise.
        unsafe { self.table().kept_mut(rank(self.own_men), rank(turned)) }
    }

    /// Solves both sides to move and stores them; not for slices without kings.
    ///
    /// # Safety
    /// Nobody else may read or write this component in the tables of the pair meanwhile.
    #[inline(always)]
    pub(super) unsafe fn solve<C: Cpu>(&self, work: &mut Work<'a>) {
        let turned = self.turned();
        let sides = if self.is_own_mirror() { 1 } else { 2 };
        if self.table().positions().or(turned.table().positions()).is_some() {
            let mut full = std::mem::take(&mut work.full);
            full[0].resize(self.table().stride, 0);
            full[1].resize(turned.table().stride, 0);
            let [mine, theirs] = &mut full;
            self.solve_into::<C>(work, &mut [&mut mine[..], &mut theirs[..]][..sides]);
            for (component, full) in [self, &turned].into_iter().zip(&full).take(sides) {
                // SAFETY: the caller's promise, and one component after the other.
                let kept = unsafe { component.kept_mut() };
                let men = component.own_men | component.other_men;
                let table = component.table();
                match table.positions() {
                    Some(positions) => {
                        C::pack(positions, table.shape(), men, full, &mut work.codes, kept);
                    }
                    None => kept.copy_from_slice(full),
                }
            }
            work.full = full;
            return;
        }
        // SAFETY: the caller's promise.
        let mine = unsafe { self.kept_mut() };
        if sides == 1 {
            self.solve_into::<C>(work, &mut [mine]);
            return;
        }
        // SAFETY: the caller's promise, and another component than the one before.
        let theirs = unsafe { turned.kept_mut() };
        self.solve_into::<C>(work, &mut [mine, theirs]);
    }

    /// Whether both sides to move are the same positions.
    #[inline(always)]
    pub(super) fn is_own_mirror(&self) -> bool {
        let turned = self.turned();
        self.slice.is_mirror()
            && self.own_men == turned.own_men
            && self.other_men == turned.other_men
    }

    /// Solves both sides to move into the first and the second of `out`; into one where both are the same
    /// positions.
    #[inline(always)]
    fn solve_into<C: Cpu>(&self, work: &mut Work<'a>, out: &mut [&mut [u64]]) {
        let turned = self.turned();
        match ([self.slice.own.kings, self.slice.other.kings], out) {
            ([0, _], [mine, theirs]) => {
                C::kingless(self, work, mine);
                C::vector(&turned, work, self.table().rows(Place::Words(mine), 0), theirs);
            }
            ([_, 0], [mine, theirs]) => {
                C::kingless(&turned, work, theirs);
                C::vector(self, work, turned.table().rows(Place::Words(theirs), 0), mine);
            }
            (_, [mine]) => {
                C::begin(self, work, 0, mine);
                while C::sweep(self, work, [0, 0], &mut [mine]) {}
            }
            (_, out) => {
                C::begin(self, work, 0, out[0]);
                C::begin(&turned, work, 1, out[1]);
                loop {
                    let first = C::sweep(self, work, [0, 1], out);
                    let second = C::sweep(&turned, work, [1, 0], out);
                    if !first && !second {
                        break;
                    }
                }
            }
        }
    }

    /// Solves both sides to move again and calls `differs` for each that is not what the tables have, with
    /// the component seen by that side and what was found.
    #[inline(always)]
    pub(super) fn check<C: Cpu>(
        &self,
        work: &mut Work<'a>,
        again: &mut [Vec<u64>; 2],
        differs: &mut dyn FnMut(&Self, &[u64]),
    ) {
        let [mine, theirs] = again;
        let turned = self.turned();
        for (component, words) in [(self, &mut *mine), (&turned, &mut *theirs)] {
            words.resize(component.table().stride, 0);
        }
        if self.is_own_mirror() {
            self.solve_into::<C>(work, &mut [mine]);
        } else {
            self.solve_into::<C>(work, &mut [mine, theirs]);
        }
        let sides = [(self, mine), (&turned, theirs)];
        for (component, again) in sides.into_iter().take(2 - usize::from(self.is_own_mirror())) {
            if let Place::Words(stored) = component.place()
                && stored != &again[..]
            {
                differs(component, again);
            }
        }
    }

    /// Fills the sets of `kings` and fewer kings of a side that avoid the men, and makes room for what works
    /// on rows over `most` and fewer. `turned` tells whose squares.
    #[inline(always)]
    pub(super) fn prepare(&self, work: &mut Work<'a>, kings: usize, most: usize, turned: bool) {
        let Setting { geometry, spaces, .. } = self.setting;
        let men = self.own_men | self.other_men;
        let men = if turned { geometry.turned_set(men) } else { men };
        work.men_free.resize_with(spaces.len(), Vec::new);
        for (size, row) in work.men_free.iter_mut().enumerate().take(kings + 1) {
            row.clear();
            match size {
                0 => row.push(1),
                1 => row.push((geometry.all() & !men).into()),
                _ => {
                    row.extend_from_slice(&spaces[size].full);
                    for square in squares(men) {
                        and(row, spaces[size].without(usize::from(square)));
                    }
                }
            }
        }
        // A path takes two rows a jump and two for what it puts in; a handful besides.
        let pieces = usize::from(self.slice.pieces());
        let longest = spaces[most].scratch();
        let lower = most.checked_sub(1).map_or(0, |lower| spaces[lower].words);
        let needed = (4 * pieces + 8) * longest + geometry.squares as usize * lower + 64;
        if work.scratch.len() < needed {
            work.scratch.resize(needed, 0);
        }
    }

    /// The mover's rows for one placement of its kings, where they have one word: undecided, escapes by
    /// men's moves, loses, does not win.
    #[inline(always)]
    pub(super) fn row_word<C: Cpu>(
        &self,
        man_moves: &[ManMove<'_>],
        men_free: &[Vec<u64>],
        own_kings: u32,
        row: usize,
        by_king: Option<ByKing>,
    ) -> [u64; 4] {
        let Setting { geometry, spaces, .. } = self.setting;
        let others = usize::from(self.slice.other.kings);
        let legal = squares(own_kings).fold(men_free[others][0], |legal, king| {
            legal & spaces[others].without(geometry.turned(king))[0]
        });
        let [mut has, mut l, mut e] = by_king.map_or([0; 3], |by_king| by_king.found);
        let hunters = by_king.map_or(!0, |by_king| by_king.man_hunters);
        for start in squares((self.own_men | own_kings) & hunters) {
            let capturer =
                Capturer::new(self.mover(), own_kings, start, men_free, by_king.is_some());
            let [h, loses, escapes] = capturer.word::<C>(others);
            has |= h;
            l |= loses;
            e |= escapes;
        }
        let (mut quiet_l, mut quiet_e) = (0, 0);
        for man_move in man_moves {
            if let Some(Rows::Word(loses, escapes)) = man_move.rows(own_kings, row) {
                quiet_l |= loses;
                quiet_e |= escapes;
            }
        }
        let quiet = legal & !has;
        let wins = l | quiet & quiet_l;
        [quiet & !wins, quiet & quiet_e, has & !e, legal & !wins]
    }

    /// The side without kings, if the other side's rows have one word. Rows as in [`Self::row_word`].
    #[inline(always)]
    fn kingless_word<C: Cpu>(&self, work: &mut Work<'a>) -> [u64; 4] {
        let others = usize::from(self.slice.other.kings);
        self.prepare(work, others, others, true);
        self.mover().man_moves(&mut work.man_moves);
        let [open, escapes, loses, survives] =
            self.row_word::<C>(&work.man_moves, &work.men_free, 0, 0, None);
        // Whatever has no way out loses: no king of its own can move.
        [0, 0, loses | open & !escapes, survives]
    }

    /// Solves the side without kings to move.
    #[inline(always)]
    pub(super) fn kingless<C: Cpu>(&self, work: &mut Work<'a>, out: &mut [u64]) {
        let others = usize::from(self.slice.other.kings);
        let words = self.setting.spaces[others].words;
        let table = self.table();
        if words == 1 {
            let [_, _, loses, survives] = self.kingless_word::<C>(work);
            match table.layout {
                Layout::Packed => out[0] = loses | survives << 32,
                _ => out.copy_from_slice(&[loses, survives]),
            }
            return;
        }
        self.prepare(work, others, others, true);
        self.mover().man_moves(&mut work.man_moves);
        let (rows, scratch) = work.scratch.split_at_mut(6 * words);
        let rows = self.row_words::<C>(&work.man_moves, &work.men_free, 0, 0, rows, scratch);
        let (out_loses, out_survives) = out.split_at_mut(words);
        let [open, escapes, loses, survives] = rows;
        for at in 0..words {
            out_loses[at] = loses[at] | open[at] & !escapes[at];
            out_survives[at] = survives[at];
        }
    }

    /// As [`Self::row_word`] where rows have several words, the other side having several kings, in the first
    /// of `rows`' six.
    #[inline(always)]
    pub(super) fn row_words<'b, C: Cpu>(
        &self,
        man_moves: &[ManMove<'_>],
        men_free: &[Vec<u64>],
        own_kings: u32,
        row: usize,
        rows: &'b mut [u64],
        scratch: &mut [u64],
    ) -> [&'b mut [u64]; 4] {
        let Setting { geometry, spaces, .. } = self.setting;
        let others = usize::from(self.slice.other.kings);
        let words = spaces[others].words;
        clear(rows);
        let (legal, rows) = rows.split_at_mut(words);
        let (has, rows) = rows.split_at_mut(words);
        let (l, rows) = rows.split_at_mut(words);
        let (e, rows) = rows.split_at_mut(words);
        let (quiet_l, quiet_e) = rows.split_at_mut(words);
        copy(legal, &men_free[others]);
        for king in squares(own_kings) {
            and(legal, spaces[others].without(geometry.turned(king)));
        }
        for start in squares(self.own_men | own_kings) {
            let capturer = Capturer::new(self.mover(), own_kings, start, men_free, false);
            capturer.words::<C>(others, [has, l, e], scratch);
        }
        for man_move in man_moves {
            if let Some(Rows::Words(loses, escapes)) = man_move.rows(own_kings, row) {
                or(quiet_l, loses);
                or(quiet_e, escapes);
            }
        }
        // Row by row, so that each step is one of vectors.
        with_two(l, quiet_l, has, |wins, quiet_l, has| *wins |= quiet_l & !has);
        with_two(quiet_l, legal, has, |open, legal, has| *open = legal & !has);
        and(quiet_e, quiet_l);
        with(quiet_l, l, |open, wins| *open &= !wins);
        with(has, e, |has, e| *has &= !e);
        with(legal, l, |legal, wins| *legal &= !wins);
        [quiet_l, quiet_e, has, legal]
    }

    /// Solves the side with kings to move against none; `before` are the rows with the other side to move.
    #[inline(always)]
    pub(super) fn vector<C: Cpu>(&self, work: &mut Work<'a>, before: Rows<'_>, out: &mut [u64]) {
        let kings = usize::from(self.slice.own.kings);
        let words = self.setting.spaces[kings].words;
        self.prepare(work, kings, kings + usize::from(self.slice.own.men > 0), false);
        self.mover().man_moves(&mut work.man_moves);
        let (rows, scratch) = work.scratch.split_at_mut(5 * words);
        clear(rows);
        let (has, rows) = rows.split_at_mut(words);
        let (l, rows) = rows.split_at_mut(words);
        let (e, rows) = rows.split_at_mut(words);
        let (quiet_l, quiet_e) = rows.split_at_mut(words);
        let hunt = Hunt {
            mover: self.mover(),
            prey: self.other_men,
            first: self.other_men,
            men_free: &work.men_free,
            after_king: None,
        };
        if kings == 1 {
            [has[0], l[0], e[0]] = hunt.all_word::<C>();
        } else {
            hunt.all::<C>([has, l, e], scratch);
        }
        quiet_moves::<C>(self.mover(), &work.man_moves, &before, [quiet_l, quiet_e], scratch);
        let legal = &work.men_free[kings];
        let table = self.table();
        for at in 0..words {
            let quiet = legal[at] & !has[at];
            let loses = legal[at] & !(e[at] | quiet & quiet_e[at]);
            let survives = legal[at] & !(l[at] | quiet & quiet_l[at]);
            match table.layout {
                Layout::Packed => out[0] = loses | survives << 32,
                _ => (out[at], out[words + at]) = (loses, survives),
            }
        }
    }

    /// Fills `by_king`.
    #[inline(always)]
    fn hunt_king<C: Cpu>(&self, work: &mut Work<'a>) {
        let Setting { geometry, spaces, .. } = self.setting;
        let kings = usize::from(self.slice.own.kings);
        let space = &spaces[kings];
        let words = space.words;
        self.prepare(work, kings, kings + usize::from(self.slice.own.men > 0), false);
        let squares = geometry.squares as usize;
        work.columns.clear();
        work.columns.resize(3 * squares * words, 0);
        let (has, rest) = work.columns.split_at_mut(squares * words);
        let (l, e) = rest.split_at_mut(squares * words);
        let after_king = self.mover().vector_after(0, self.own_men, kings as u8);
        for turned in 0..squares {
            let king = 1 << geometry.turned(turned as u8);
            if (self.own_men | self.other_men) & king != 0 {
                continue;
            }
            let hunt = Hunt {
                mover: self.mover(),
                prey: self.other_men | king,
                first: king,
                men_free: &work.men_free,
                after_king,
            };
            if kings == 1 {
                [has[turned], l[turned], e[turned]] = hunt.all_word::<C>();
                continue;
            }
            let at = turned * words..(turned + 1) * words;
            let sum = [&mut has[at.clone()], &mut l[at.clone()], &mut e[at]];
            hunt.all::<C>(sum, &mut work.scratch);
        }
        let columns = work.columns.chunks(squares * words);
        for (columns, rows) in columns.zip(&mut work.by_king) {
            rows.resize(words * BLOCK, 0);
            for (word, rows) in rows.chunks_mut(BLOCK).enumerate() {
                let mut block = [0; BLOCK];
                for (turned, row) in block.iter_mut().take(squares).enumerate() {
                    *row = columns[turned * words + word];
                }
                transpose(&mut block);
                for (row, bits) in rows.iter_mut().zip(block) {
                    *row = bits as u32;
                }
            }
        }
    }

    /// Finds what captures and the moves of men settle, and stores it in the component `out`.
    #[inline(always)]
    pub(super) fn begin<C: Cpu>(&self, work: &mut Work<'a>, side: usize, out: &mut [u64]) {
        let Setting { spaces, .. } = self.setting;
        let others = usize::from(self.slice.other.kings);
        let own_space = &spaces[usize::from(self.slice.own.kings)];
        let words = spaces[others].words;
        if others == 1 {
            self.hunt_king::<C>(work);
        }
        self.prepare(work, others, others, true);
        self.mover().man_moves(&mut work.man_moves);
        let Work { sides, man_moves, men_free, block, by_king, scratch, .. } = work;
        let Side { open, escapes, pending } = &mut sides[side];
        let rows = own_space.sets.len();
        for buffer in [&mut *open, &mut *escapes] {
            buffer.clear();
            buffer.resize(rows * words, 0);
        }
        pending.clear();
        pending.resize(rows.div_ceil(64), 0);
        let men = self.own_men | self.other_men;
        let man_hunters = if others == 1 { self.mover().man_hunters() } else { !0 };
        out.fill(0);
        let layout = self.table().layout;
        for (number, sets) in own_space.sets.chunks(BLOCK).enumerate() {
            let [block_loses, block_survives] = &mut *block;
            for block in [&mut *block_loses, &mut *block_survives] {
                block.clear();
                block.resize(BLOCK * words, 0);
            }
            for (within, &own_kings) in sets.iter().enumerate() {
                if own_kings & men != 0 {
                    continue;
                }
                let row = number * BLOCK + within;
                let at = row * words..(row + 1) * words;
                let into = within * words..(within + 1) * words;
                let any_open = if words == 1 {
                    let by_king = (others == 1).then(|| ByKing {
                        found: [0, 1, 2].map(|kind: usize| u64::from(by_king[kind][row])),
                        man_hunters,
                    });
                    let [o, e, l, n] =
                        self.row_word::<C>(man_moves, men_free, own_kings, row, by_king);
                    (open[row], escapes[row]) = (o, e);
                    (block_loses[within], block_survives[within]) = (l, n);
                    o != 0
                } else {
                    let (rows, scratch) = scratch.split_at_mut(6 * words);
                    let [o, e, l, n] =
                        self.row_words::<C>(man_moves, men_free, own_kings, row, rows, scratch);
                    copy(&mut open[at.clone()], o);
                    copy(&mut escapes[at], e);
                    copy(&mut block_loses[into.clone()], l);
                    copy(&mut block_survives[into], n);
                    any(o)
                };
                pending[number] |= u64::from(any_open) << within;
            }
            let columns = spaces[others].sets.len();
            turn_over(block, words, columns, |column, l, n| {
                let (loses, survives) = words_of(layout, out, column, number);
                match survives {
                    None => *loses |= l | n << 32,
                    Some(survives) => {
                        *loses |= l;
                        *survives |= n;
                    }
                }
            });
        }
    }

    /// Looks at some rows of a side once: the set bits of `rows.1`, of the block `rows.0`. Leaves in `block`
    /// where the mover is found to lose and where to win by the table `from` of the other side to move, which
    /// is then no longer open; returns whether anything was found.
    #[inline(always)]
    pub(super) fn look(
        &self,
        side: &mut Side,
        rows: (usize, u64),
        from: &[u64],
        block: &mut [Vec<u64>; 2],
        scratch: &mut [u64],
    ) -> bool {
        let Setting { geometry, spaces, .. } = self.setting;
        let others = usize::from(self.slice.other.kings);
        let own_space = &spaces[usize::from(self.slice.own.kings)];
        let words = spaces[others].words;
        let Side { open, escapes, .. } = side;
        let (number, mut left) = rows;
        let [block_loses, block_wins] = &mut *block;
        for block in [&mut *block_loses, &mut *block_wins] {
            block.clear();
            block.resize(BLOCK * words, 0);
        }
        let mut found_any = false;
        while left != 0 {
            let within = left.trailing_zeros() as usize;
            left &= left - 1;
            let row = number * BLOCK + within;
            let neighbours = own_space.neighbours(geometry, row);
            let at = row * words;
            let open = &mut open[at..at + words];
            let escapes = &escapes[at..at + words];
            if words == 1 {
                let (mut l, mut e) = (0, escapes[0]);
                for &next in neighbours {
                    let next = next as usize;
                    if others == 1 {
                        l |= from[next] & 0xffff_ffff;
                        e |= from[next] >> 32;
                    } else {
                        l |= from[2 * next];
                        e |= from[2 * next + 1];
                    }
                }
                let (wins, loses) = (open[0] & l, open[0] & !e);
                open[0] &= !(wins | loses);
                (block_wins[within], block_loses[within]) = (wins, loses);
                found_any |= wins | loses != 0;
            } else {
                let (l, rest) = scratch.split_at_mut(words);
                let e = &mut rest[..words];
                clear(l);
                copy(e, escapes);
                for &next in neighbours {
                    let next = &from[2 * words * next as usize..][..2 * words];
                    or(l, &next[..words]);
                    or(e, &next[words..]);
                }
                let into = within * words..(within + 1) * words;
                let (out_wins, out_loses) = (&mut block_wins[into.clone()], &mut block_loses[into]);
                with_two(out_wins, open, l, |wins, open, l| *wins = open & l);
                with_two(out_loses, open, e, |loses, open, e| *loses = open & !e);
                with_two(open, out_wins, out_loses, |open, w, l| *open &= !(w | l));
                found_any |= any(out_wins) | any(out_loses);
            }
        }
        found_any
    }

    /// Looks at all pending rows of a side once; returns whether anything was found. `sides` are the places
    /// of this side and of the other in the buffers and in `tables`.
    #[inline(always)]
    pub(super) fn sweep<C: Cpu>(
        &self,
        work: &mut Work<'a>,
        [own, other]: [usize; 2],
        tables: &mut [&mut [u64]],
    ) -> bool {
        let Setting { geometry, spaces, .. } = self.setting;
        let others = usize::from(self.slice.other.kings);
        let other_space = &spaces[others];
        let words = other_space.words;
        let layout = self.table().layout;
        let Work { sides, block, scratch, .. } = work;
        let mut found = false;
        for number in 0..sides[own].pending.len() {
            let left = std::mem::take(&mut sides[own].pending[number]);
            if left == 0 {
                continue;
            }
            if !self.look(&mut sides[own], (number, left), tables[other], block, scratch) {
                continue;
            }
            found = true;
            let out = &mut *tables[own];
            let pending = &mut sides[other].pending;
            turn_over(block, words, other_space.sets.len(), |column, l, wins| {
                let (loses, survives) = words_of(layout, out, column, number);
                match survives {
                    None => *loses = (*loses | l) & !(wins << 32),
                    Some(survives) => {
                        *loses |= l;
                        *survives &= !wins;
                    }
                }
                for &next in other_space.neighbours(geometry, column) {
                    pending[next as usize / 64] |= 1 << (next % 64);
                }
            });
        }
        found
    }
}

/// The words of a component in which the bits of row block `block` are for the other side's kings
/// `column`: "loses" and "does not win", or both in one.
#[inline(always)]
pub(super) fn words_of(
    layout: Layout,
    component: &mut [u64],
    column: usize,
    block: usize,
) -> (&mut u64, Option<&mut u64>) {
    match layout {
        Layout::Words(words) => {
            let (loses, survives) = component[2 * words * column..].split_at_mut(words);
            (&mut loses[block], Some(&mut survives[block]))
        }
        _ => (&mut component[column], None),
    }
}

/// Calls `visit` for every column of a block that has a bit: the column and its bits in both halves.
#[inline(always)]
pub(super) fn turn_over(
    block: &[Vec<u64>; 2],
    words: usize,
    columns: usize,
    mut visit: impl FnMut(usize, u64, u64),
) {
    for word in 0..words {
        let mut parts = [[0; BLOCK]; 2];
        let mut any = [0; 2];
        for ((rows, part), any) in block.iter().zip(&mut parts).zip(&mut any) {
            for (bits, row) in part.iter_mut().zip(rows.chunks_exact(words)) {
                *bits = row[word];
                *any |= row[word];
            }
        }
        for (part, any) in parts.iter_mut().zip(any) {
            if any != 0 {
                transpose(part);
            }
        }
        if any == [0; 2] {
            continue;
        }
        let first = word * 64;
        for column in first..columns.min(first + 64) {
            let (l, n) = (parts[0][column - first], parts[1][column - first]);
            if l | n != 0 {
                visit(column, l, n);
            }
        }
    }
}
