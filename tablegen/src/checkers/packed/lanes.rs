//! What is free in many rows at once.

use retrosolve_games::checkers::{Board, Color};

use super::FreeSet;
use super::numbering::Inner;
use super::order::Permutation;
use super::shift::{down, squares, up};
use super::threats::Fixed;
use crate::checkers::binomial::choose;
use crate::checkers::subsets;

/// Rows that are worked on together: all with the same men of the side to move. Squares are seen from the
/// inner side's end.
#[derive(Default)]
pub(super) struct Lanes {
    pub(super) men: Vec<u32>,
    pub(super) outer_men: Vec<u32>,
    pub(super) outer_kings: Vec<u32>,
    /// The plain number of the first position of the row.
    pub(super) start: Vec<u64>,
}

impl Lanes {
    pub(super) fn clear(&mut self) {
        self.men.clear();
        self.outer_men.clear();
        self.outer_kings.clear();
        self.start.clear();
    }

    pub(super) fn len(&self) -> usize {
        self.men.len()
    }
}

/// The sets of all kings of the inner side but the last, which is the variable one: in the order in which
/// they come in a row.
pub(super) struct Heads {
    /// The sets.
    pub(super) sets: Vec<u32>,
    /// For each the squares of lower number than all of its own: where the last king can be, so that every
    /// set of kings comes once.
    pub(super) below: Vec<u32>,
    /// For each the sets that a step of one of its kings makes of it: where their list begins.
    starts: Vec<u32>,
    neighbours: Vec<u32>,
}

impl Heads {
    /// The sets of `size` squares.
    pub(super) fn new(board: Board, permutation: &Permutation, size: u32) -> Self {
        let numbers = permutation.of(board.mask());
        let sets: Vec<u32> = (0..choose(board.squares(), size))
            .map(|rank| permutation.back(subsets::unrank(rank, size, numbers)))
            .collect();
        let below = sets.iter().map(|&set| {
            let lowest = permutation.of(set).trailing_zeros();
            permutation.back(u32::MAX.checked_shr(32 - lowest).unwrap_or(0)) & board.mask()
        });
        let below = below.collect();
        let (mut starts, mut neighbours) = (vec![0], Vec::new());
        for &set in &sets {
            for from in squares(set) {
                for to in squares((up(from) | down(from)) & board.mask() & !set) {
                    neighbours.push(subsets::rank(permutation.of(set ^ from | to), numbers));
                }
            }
            starts.push(neighbours.len() as u32);
        }
        Self { sets, below, starts, neighbours }
    }

    fn neighbours(&self, head: usize) -> &[u32] {
        &self.neighbours[self.starts[head] as usize..self.starts[head + 1] as usize]
    }
}

/// A quiet move of a man of the side to move: its men after it, and if it is crowned, where.
struct ManMove {
    men: u32,
    to: u32,
    crowned: u32,
}

/// What does not depend on the rows.
pub(super) struct Shape<'a> {
    pub(super) board: Board,
    pub(super) set: FreeSet,
    /// Whose kings are the inner side's.
    pub(super) inner: Inner,
    pub(super) heads: &'a Heads,
}

/// Results and buffers: for each head a word for each lane, by squares of the last king.
#[derive(Default)]
pub(super) struct Free {
    lanes: usize,
    /// What is free.
    free: Vec<u32>,
    /// Threatened positions.
    threatened: Vec<u32>,
    /// Positions, with the other side to move, that no free position may lead to.
    barred: Vec<u32>,
    /// Positions that lead to one.
    leads: Vec<u32>,
}

impl Free {
    /// The free squares of the last king.
    #[inline(always)]
    pub(super) fn get(&self, head: usize, lane: usize) -> u32 {
        self.free[head * self.lanes + lane]
    }

    /// Finds what is free in all rows.
    #[inline(always)]
    pub(super) fn find(&mut self, shape: &Shape<'_>, lanes: &Lanes) {
        let Shape { board, set, inner, heads } = *shape;
        let count = lanes.len();
        self.lanes = count;
        let words = count * heads.sets.len();
        for row in [&mut self.free, &mut self.threatened, &mut self.barred, &mut self.leads] {
            row.clear();
            row.resize(words, 0);
        }
        let moves = man_moves(board, inner, lanes);
        let mask = board.mask();
        let calm = if set == FreeSet::Calm { 0 } else { u32::MAX };
        for (head, &kings) in heads.sets.iter().enumerate() {
            let rows = head * count..(head + 1) * count;
            let free = &mut self.free[rows.clone()];
            let threatened = &mut self.threatened[rows.clone()];
            let barred = &mut self.barred[rows.clone()];
            let leads = &mut self.leads[rows];
            let pieces = lanes.men.iter().zip(&lanes.outer_men).zip(&lanes.outer_kings);
            let out = free.iter_mut().zip(threatened.iter_mut()).zip(barred.iter_mut());
            for (((&men, &outer_men), &outer_kings), ((free, threatened), barred)) in
                pieces.zip(out)
            {
                let found = Fixed { men, kings, outer_men, outer_kings }.threats(mask);
                let (own, other) = match inner {
                    Inner::Own => (found.inner, found.outer),
                    Inner::Other => (found.outer, found.inner),
                };
                *free = own;
                *threatened = other & !own;
                *barred = found.legal & !other & (own | calm);
            }
            for man_move in &moves {
                let ManMove { men: moved, to, crowned } = *man_move;
                if inner == Inner::Own && kings & to != 0 {
                    continue;
                }
                let pieces = lanes.men.iter().zip(&lanes.outer_men).zip(&lanes.outer_kings);
                for (((&men, &outer_men), &outer_kings), leads) in pieces.zip(leads.iter_mut()) {
                    let (fixed, in_the_way) = match inner {
                        Inner::Own => (
                            Fixed { men: moved, kings: kings | crowned, outer_men, outer_kings },
                            (outer_men | outer_kings) & to,
                        ),
                        Inner::Other => (
                            Fixed {
                                men,
                                kings,
                                outer_men: moved,
                                outer_kings: outer_kings | crowned,
                            },
                            (men | kings | outer_kings) & to,
                        ),
                    };
                    let found = fixed.threats(mask);
                    let (own, other) = match inner {
                        Inner::Own => (found.inner, found.outer),
                        Inner::Other => (found.outer, found.inner),
                    };
                    let barred = found.legal & !other & (own | calm);
                    *leads |= if in_the_way == 0 { barred } else { 0 };
                }
            }
        }
        if inner == Inner::Own {
            self.king_moves(heads);
        }
        for ((free, &threatened), &leads) in
            self.free.iter_mut().zip(&self.threatened).zip(&self.leads)
        {
            *free |= threatened & !leads;
        }
        if set == FreeSet::Even {
            for (head, &kings) in heads.sets.iter().enumerate() {
                let rows = head * count..(head + 1) * count;
                let pieces = lanes.men.iter().zip(&lanes.outer_men).zip(&lanes.outer_kings);
                for (((&men, &outer_men), &outer_kings), free) in pieces.zip(&mut self.free[rows]) {
                    // With the last king on a row of the other kind the sum is odd.
                    let odd = ((men | kings | outer_men | outer_kings) & ODD_ROWS).count_ones() % 2;
                    *free |= if odd == 1 { !ODD_ROWS } else { ODD_ROWS };
                }
            }
        }
    }

    /// Adds what moves of the inner side's kings lead to: of the last king by shifts, of the others from row
    /// to row.
    #[inline(always)]
    fn king_moves(&mut self, heads: &Heads) {
        let count = self.lanes;
        for head in 0..heads.sets.len() {
            let leads = &mut self.leads[head * count..(head + 1) * count];
            for (leads, &barred) in leads.iter_mut().zip(&self.barred[head * count..]) {
                *leads |= up(barred) | down(barred);
            }
            for &other in heads.neighbours(head) {
                let other = other as usize;
                let barred = &self.barred[other * count..(other + 1) * count];
                for (leads, &barred) in leads.iter_mut().zip(barred) {
                    *leads |= barred;
                }
            }
        }
    }
}

/// The squares of odd rows.
const ODD_ROWS: u32 = 0xf0f0_f0f0;

/// The quiet moves of the men of the side to move, as far as its men are not in the way.
fn man_moves(board: Board, inner: Inner, lanes: &Lanes) -> Vec<ManMove> {
    let men = match inner {
        Inner::Own => lanes.men.first(),
        Inner::Other => lanes.outer_men.first(),
    };
    let men = men.copied().unwrap_or_default();
    let mut moves = Vec::new();
    for from in squares(men) {
        // The outer side's men go down.
        let (targets, crown) = match inner {
            Inner::Own => (up(from), board.crown_row(Color::Black)),
            Inner::Other => (down(from), board.crown_row(Color::White)),
        };
        for to in squares(targets & board.mask() & !men) {
            moves.push(ManMove { men: men ^ from | to & !crown, to, crowned: to & crown });
        }
    }
    moves
}
