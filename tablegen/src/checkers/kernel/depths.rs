//! Depths to conversion of one component: a man's move and a capture convert, and so does the end of the
//! game; between them only kings move.
//!
//! What converts leads out of the component, to wins, draws and losses that are known, and counts 1. The
//! rest is found level by level, a ply a level: a level is looked for on both sides before any of it is
//! stored, so that the level at which a position is decided is its depth.

use super::component::{BLOCK, Component, Work, turn_over, words_of};
use super::cpu::Cpu;
use super::geometry::{FORWARD, NONE, squares};
use super::mover::Setting;
use super::rows::{and, any, clear, copy};
use super::space::Space;
use super::sparse::{Layout, Place};
use super::vectors::{Hunt, quiet_moves};
use crate::checkers::Placement;
use crate::checkers::packed::View;
use crate::format::code::MAX_DISTANCE;

/// Both sides to move of a component; the first alone where both are the same positions.
#[derive(Default)]
pub(super) struct Depths {
    pub(super) sides: [SideDepths; 2],
    news: [News; 2],
    /// A table in which the other side has lost where it cannot move, and nothing else is known.
    stuck: Vec<u64>,
}

/// One side to move.
#[derive(Default)]
pub(super) struct SideDepths {
    /// Wins, draws and losses, as the kernel's tables have them.
    pub(super) words: Vec<u64>,
    /// The depth of every bit of every row of the table, where there is a win or a loss, in plies.
    pub(super) plies: Vec<u16>,
    /// The bits of a row, those of no set included.
    pub(super) width: usize,
    /// The greatest depth.
    pub(super) longest: u16,
    /// Where a side without kings cannot move: a row.
    stuck: Vec<u64>,
}

/// What a level has found of a side: in the rows of its table.
#[derive(Default)]
struct News {
    /// Where it cannot move.
    stuck: Vec<Found>,
    /// What is found of the level at work.
    found: Vec<Found>,
}

/// Wins and losses in a word of a row.
#[derive(Clone, Copy)]
struct Found {
    /// The row: the other side's kings.
    row: u32,
    /// The word, over the mover's kings.
    word: u32,
    loses: u64,
    wins: u64,
}

impl SideDepths {
    /// Empties it for a component: whatever comes to be decided has depth 1 until more is known.
    fn reset(&mut self, component: &Component<'_>) {
        let spaces = component.setting.spaces;
        let [own, other] =
            [component.slice.own.kings, component.slice.other.kings].map(usize::from);
        let (axis, rows) = if own == 0 { (other, 1) } else { (own, spaces[other].sets.len()) };
        self.width = 64 * spaces[axis].words;
        self.words.clear();
        self.words.resize(component.table().stride, 0);
        self.plies.clear();
        self.plies.resize(rows * self.width, 1);
        self.longest = 1;
    }

    /// Notes the depth of the bits of a word.
    #[inline(always)]
    fn set(&mut self, row: usize, word: usize, mut bits: u64, plies: u16) {
        let at = row * self.width + word * 64;
        let of_word = &mut self.plies[at..at + 64];
        while bits != 0 {
            of_word[bits.trailing_zeros() as usize] = plies;
            bits &= bits - 1;
        }
        self.longest = self.longest.max(plies);
    }
}

impl<'a> Component<'a> {
    /// Finds wins, draws, losses and depths of both sides to move, from the tables of what converting moves
    /// lead to; not for slices without kings.
    #[inline(always)]
    pub(super) fn depths<C: Cpu>(&self, work: &mut Work<'a>, depths: &mut Depths) {
        let turned = self.turned();
        let [first, second] = &mut depths.sides;
        first.reset(self);
        second.reset(&turned);
        match [self.slice.own.kings, self.slice.other.kings] {
            [0, _] => {
                self.depths_without_kings::<C>(work, first);
                turned.depths_against_none::<C>(work, first, second);
            }
            [_, 0] => {
                turned.depths_without_kings::<C>(work, second);
                self.depths_against_none::<C>(work, second, first);
            }
            _ => self.depths_by_levels::<C>(work, depths),
        }
    }

    /// The side without kings to move: all its moves convert.
    #[inline(always)]
    fn depths_without_kings<C: Cpu>(&self, work: &mut Work<'a>, out: &mut SideDepths) {
        let Setting { geometry, spaces, .. } = self.setting;
        let space = &spaces[usize::from(self.slice.other.kings)];
        C::kingless(self, work, &mut out.words);
        let mut stuck = std::mem::take(&mut out.stuck);
        stuck.clear();
        stuck.resize(space.words, 0);
        let targets = squares(self.man_targets()).map(|square| geometry.turned(square));
        if all_taken(space, targets, &mut stuck) {
            let rows = self.table().rows(Place::Words(&out.words), 0);
            and(&mut stuck, rows.slices().0);
            // Those that stand still may capture; they are few.
            for (at, word) in stuck.iter_mut().enumerate() {
                for bit in squares_of_word(*word) {
                    if self.can_capture(space.sets[64 * at + bit]) {
                        *word &= !(1 << bit);
                    }
                }
            }
        }
        for (at, &word) in stuck.iter().enumerate() {
            out.set(0, at, word, 0);
        }
        out.stuck = stuck;
    }

    /// Whether the mover, having no kings, can capture with the other side's kings at these squares, as that
    /// side sees them.
    fn can_capture(&self, other_kings: u32) -> bool {
        let Setting { geometry, .. } = self.setting;
        let board = geometry.board;
        let placement = Placement {
            own_men: board.unpack(self.own_men),
            own_kings: 0,
            other_men: board.unpack(geometry.turned_set(self.other_men)),
            other_kings: board.unpack(other_kings),
        };
        View::of(board, &placement).can_capture(board)
    }

    /// The side with kings to move against none: `before` has the other side to move. As
    /// [`Component::vector`], with the moves of kings and those that convert kept apart.
    #[inline(always)]
    fn depths_against_none<C: Cpu>(
        &self,
        work: &mut Work<'a>,
        before: &SideDepths,
        out: &mut SideDepths,
    ) {
        let Setting { spaces, .. } = self.setting;
        let kings = usize::from(self.slice.own.kings);
        let space = &spaces[kings];
        let words = space.words;
        self.prepare(work, kings, kings + usize::from(self.slice.own.men > 0), false);
        self.mover().man_moves(&mut work.man_moves);
        // This side needs no such row; its buffer has room for what is worked on.
        let mut rows = std::mem::take(&mut out.stuck);
        rows.clear();
        rows.resize(11 * words, 0);
        let mut parts = rows.chunks_exact_mut(words);
        let [has, l, e, zero, man_l, man_e, king_l, king_e, to_stuck, movable, held] =
            std::array::from_fn(|_| parts.next().unwrap_or_default());
        let Work { man_moves, men_free, scratch, .. } = work;
        let hunt = Hunt {
            mover: self.mover(),
            prey: self.other_men,
            first: self.other_men,
            men_free,
            after_king: None,
        };
        if kings == 1 {
            [has[0], l[0], e[0]] = hunt.all_word::<C>();
        } else {
            hunt.all::<C>([has, l, e], scratch);
        }
        let mover = self.mover();
        let turned = self.turned();
        let legal = &men_free[kings];
        let rows_of = |loses, survives| super::sparse::Rows::Words(loses, survives);
        quiet_moves::<C>(mover, man_moves, &rows_of(zero, zero), [man_l, man_e], scratch);
        let opposite = turned.table().rows(Place::Words(&before.words), 0);
        quiet_moves::<C>(mover, &[], &opposite, [king_l, king_e], scratch);
        quiet_moves::<C>(mover, &[], &rows_of(&before.stuck, legal), [to_stuck, movable], scratch);
        let men_stand = all_taken(space, squares(self.man_targets()).map(usize::from), held);
        for at in 0..words {
            let quiet = legal[at] & !has[at];
            let loses = legal[at] & !(e[at] | quiet & (man_e[at] | king_e[at]));
            let survives = legal[at] & !(l[at] | quiet & (man_l[at] | king_l[at]));
            match self.table().layout {
                Layout::Packed => out.words[0] = loses | survives << 32,
                _ => (out.words[at], out.words[words + at]) = (loses, survives),
            }
            let converts = l[at] | quiet & (man_l[at] | to_stuck[at]);
            let stuck = if men_stand { loses & quiet & !movable[at] & held[at] } else { 0 };
            out.set(0, at, legal[at] & !survives & !converts | loses & quiet & movable[at], 2);
            out.set(0, at, stuck, 0);
        }
        out.stuck = rows;
    }

    /// Both sides with kings.
    #[inline(always)]
    fn depths_by_levels<C: Cpu>(&self, work: &mut Work<'a>, depths: &mut Depths) {
        let players = [*self, self.turned()];
        let count = if self.is_own_mirror() { 1 } else { 2 };
        let Depths { sides, news, stuck } = depths;
        for side in 0..count {
            C::begin(&players[side], work, side, &mut sides[side].words);
        }
        for (side, player) in players.iter().enumerate().take(count) {
            player.find_stuck(work, side, &mut news[side]);
        }
        // A king's move to where the other side is stuck wins in 1 as well.
        for side in 0..count {
            let (player, other) = (&players[side], count - 1 - side);
            if news[other].stuck.is_empty() {
                continue;
            }
            let Work { sides: buffers, .. } = &mut *work;
            buffers[side].pending.fill(0);
            stuck.clear();
            stuck.resize(sides[other].words.len(), 0);
            let layout = players[other].table().layout;
            match layout {
                Layout::Packed => stuck.fill(!0 << 32),
                _ => stuck.fill(!0),
            }
            if let Layout::Words(words) = layout {
                stuck.chunks_exact_mut(2 * words).for_each(|rows| clear(&mut rows[..words]));
            }
            for found in &news[other].stuck {
                let (row, word) = (found.row as usize, found.word as usize);
                *words_of(layout, stuck, row, word).0 |= found.loses;
                players[other].touch(row, &mut buffers[side].pending);
            }
            player.find(work, side, stuck, &mut news[side].found);
        }
        for side in 0..count {
            let News { stuck, found } = &mut news[side];
            players[side].store(stuck, 0, &mut sides[side], None);
            players[side].store(found, 1, &mut sides[side], None);
        }
        let spaces = self.setting.spaces;
        for (player, buffers) in players.iter().zip(&mut work.sides).take(count) {
            let words = spaces[usize::from(player.slice.other.kings)].words;
            for (row, open) in buffers.open.chunks_exact(words).enumerate() {
                buffers.pending[row / 64] &= !(1 << (row % 64));
                buffers.pending[row / 64] |= u64::from(any(open)) << (row % 64);
            }
        }
        for plies in 2..=MAX_DISTANCE {
            for side in 0..count {
                let from = &sides[count - 1 - side].words;
                players[side].find(work, side, from, &mut news[side].found);
            }
            if news.iter().take(count).all(|news| news.found.is_empty()) {
                break;
            }
            for side in 0..count {
                let pending = &mut work.sides[count - 1 - side].pending;
                let found = &mut news[side].found;
                players[side].store(found, plies, &mut sides[side], Some(pending));
            }
        }
    }

    /// The positions without a move, and those that only men can move, to lose, which are then no longer
    /// open.
    #[inline(always)]
    fn find_stuck(&self, work: &mut Work<'a>, side: usize, news: &mut News) {
        let Setting { geometry, spaces, .. } = self.setting;
        let own_space = &spaces[usize::from(self.slice.own.kings)];
        let space = &spaces[usize::from(self.slice.other.kings)];
        let words = space.words;
        let men = self.own_men | self.other_men;
        let man_targets = self.man_targets();
        let Work { sides, block, scratch, .. } = work;
        let (row_kings, rest) = scratch.split_at_mut(words);
        let row_all = &mut rest[..words];
        news.stuck.clear();
        news.found.clear();
        for (number, sets) in own_space.sets.chunks(BLOCK).enumerate() {
            let mut found = false;
            for (within, &kings) in sets.iter().enumerate() {
                let targets = geometry.around(kings) & !(men | kings);
                let held = squares(targets).map(|square| geometry.turned(square));
                if kings & men != 0 || !all_taken(space, held, row_kings) {
                    continue;
                }
                let at = (number * BLOCK + within) * words;
                let open = &mut sides[side].open[at..at + words];
                and(row_kings, open);
                if !any(row_kings) {
                    continue;
                }
                if !found {
                    for block in &mut *block {
                        block.clear();
                        block.resize(BLOCK * words, 0);
                    }
                    found = true;
                }
                let targets = squares(man_targets & !kings).map(|square| geometry.turned(square));
                all_taken(space, targets, row_all);
                let [stuck, losing] = &mut *block;
                for at_word in 0..words {
                    let stands = row_kings[at_word] & row_all[at_word];
                    let loses = row_kings[at_word] & !stands & !sides[side].escapes[at + at_word];
                    stuck[within * words + at_word] = stands;
                    losing[within * words + at_word] = loses;
                    sides[side].open[at + at_word] &= !(stands | loses);
                }
            }
            if found {
                turn_over(block, words, space.sets.len(), |row, stuck, loses| {
                    let (row, word) = (row as u32, number as u32);
                    if stuck != 0 {
                        news.stuck.push(Found { row, word, loses: stuck, wins: 0 });
                    }
                    if loses != 0 {
                        news.found.push(Found { row, word, loses, wins: 0 });
                    }
                });
            }
        }
    }

    /// Looks at all pending rows once and adds what is found by the table `from` of the other side to move.
    #[inline(always)]
    fn find(&self, work: &mut Work<'a>, side: usize, from: &[u64], found: &mut Vec<Found>) {
        let space = &self.setting.spaces[usize::from(self.slice.other.kings)];
        let Work { sides, block, scratch, .. } = work;
        for number in 0..sides[side].pending.len() {
            let left = std::mem::take(&mut sides[side].pending[number]);
            if left != 0 && self.look(&mut sides[side], (number, left), from, block, scratch) {
                turn_over(block, space.words, space.sets.len(), |row, loses, wins| {
                    found.push(Found { row: row as u32, word: number as u32, loses, wins });
                });
            }
        }
    }

    /// Stores what was found of a level, and marks the rows of the other side that it may settle.
    #[inline(always)]
    fn store(
        &self,
        found: &mut Vec<Found>,
        plies: u16,
        out: &mut SideDepths,
        mut pending: Option<&mut Vec<u64>>,
    ) {
        let layout = self.table().layout;
        for &Found { row, word, loses: l, wins } in &*found {
            let (row, word) = (row as usize, word as usize);
            let (loses, survives) = words_of(layout, &mut out.words, row, word);
            match survives {
                None => *loses = (*loses | l) & !(wins << 32),
                Some(survives) => {
                    *loses |= l;
                    *survives &= !wins;
                }
            }
            out.set(row, word, l | wins, plies);
            if let Some(pending) = &mut pending {
                self.touch(row, pending);
            }
        }
        found.clear();
    }

    /// Marks the rows from which the other side's kings move to those of a row of the table.
    #[inline(always)]
    fn touch(&self, row: usize, pending: &mut [u64]) {
        let Setting { geometry, spaces, .. } = self.setting;
        let space = &spaces[usize::from(self.slice.other.kings)];
        for &next in space.neighbours(geometry, row) {
            pending[next as usize / 64] |= 1 << (next % 64);
        }
    }

    /// Where the mover's men can go, as far as men are not in the way.
    fn man_targets(&self) -> u32 {
        let geometry = self.setting.geometry;
        let steps = squares(self.own_men)
            .flat_map(|from| geometry.step[usize::from(from)][FORWARD].to_vec());
        let targets = steps.filter(|&to| to != NONE).fold(0, |set, to| set | 1u32 << to);
        targets & !(self.own_men | self.other_men)
    }
}

/// Fills `row` with the sets that have all of some squares; returns whether there can be any.
#[inline(always)]
fn all_taken(space: &Space, targets: impl Iterator<Item = usize>, row: &mut [u64]) -> bool {
    let size = space.sets[0].count_ones() as usize;
    let mut held = [0; 12];
    let mut count = 0;
    for target in targets {
        if count == size {
            clear(row);
            return false;
        }
        held[count] = target;
        count += 1;
    }
    copy(row, &space.full);
    for &square in &held[..count] {
        and(row, space.with(square));
    }
    true
}

/// The places of the bits of a word.
fn squares_of_word(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = word.trailing_zeros() as usize;
        (word != 0).then(|| {
            word &= word - 1;
            bit
        })
    })
}
