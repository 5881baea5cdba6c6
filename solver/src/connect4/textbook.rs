use retrosolve_games::connect4::{Board, Column, ConnectFour, Position};
use retrosolve_games::{Wdl, ZeroSum};

/// Entries of the table: the greatest prime below 2^23, so that they take 64 MiB.
const ENTRIES: usize = 8_388_593;
/// The most columns.
const MOST_COLUMNS: usize = 16;
/// Bits of an entry that are the bound; the others are the key.
const BOUND_BITS: u32 = 8;

/// Connect Four by the textbook: what well-known solvers such as Pascal Pons' do.
///
/// Alpha-beta over bitboards by null windows that bisect the range of values; only moves after which
/// the opponent cannot win at once; those with the most threats first, then the nearest to the centre;
/// a table of one bound an entry that always replaces. The tuned [`Engine`](super::Engine)'s speed is
/// stated as a multiple of this one's, and its values are checked against it.
pub struct Textbook {
    rules: ConnectFour,
    /// The cells of each column, from the centre outwards.
    columns: Vec<u64>,
    /// `key << 8 | bound` with a bound from 1; 0 is empty.
    table: Vec<u64>,
    nodes: u64,
}

impl Textbook {
    /// A solver with a table of 64 MiB, or `None` for a board of more than 16 columns or whose
    /// keys have more than 56 bits.
    pub fn new(board: Board) -> Option<Self> {
        let rules = ConnectFour::new(board);
        let key_bits = board.columns() * rules.column_bits();
        if key_bits > u64::BITS - BOUND_BITS || board.columns() as usize > MOST_COLUMNS {
            return None;
        }
        let last = board.columns() - 1;
        let mut columns: Vec<_> = (0..=last).collect();
        columns.sort_by_key(|column| last.abs_diff(2 * column));
        let columns = columns.iter().map(|&c| rules.column_mask(Column(c as u8))).collect();
        Some(Self { rules, columns, table: vec![0; ENTRIES], nodes: 0 })
    }

    /// Forgets everything found so far.
    pub fn clear(&mut self) {
        self.table.fill(0);
    }

    /// The value of a position in stones ([`Board::stone_score`]) and the nodes searched.
    pub fn score(&mut self, position: Position) -> (i32, u64) {
        self.nodes = 0;
        let size = self.size();
        let stones = position.stones() as i32;
        if let Some(outcome) = self.rules.outcome(&position) {
            let lost = outcome == Wdl::Loss;
            return (if lost { -((size + 2 - stones) / 2) } else { 0 }, 0);
        }
        if self.wins_at_once(position) {
            return ((size + 1 - stones) / 2, 0);
        }
        let mut lower = -((size - stones) / 2);
        let mut upper = (size + 1 - stones) / 2;
        while lower < upper {
            // The middle, but first the half nearer to the draw: wide bounds cost more.
            let mut middle = lower + (upper - lower) / 2;
            if middle <= 0 && lower / 2 < middle {
                middle = lower / 2;
            } else if middle >= 0 && upper / 2 > middle {
                middle = upper / 2;
            }
            let answer = self.search(position, middle, middle + 1);
            if answer <= middle {
                upper = answer;
            } else {
                lower = answer;
            }
        }
        (lower, self.nodes)
    }

    fn size(&self) -> i32 {
        self.rules.board().cells() as i32
    }

    fn wins_at_once(&self, position: Position) -> bool {
        let mask = position.mask();
        self.rules.winning_cells(position.own(), mask) & self.rules.playable(mask) != 0
    }

    /// Negamax of a position in which the side to move cannot win at once.
    fn search(&mut self, position: Position, alpha: i32, beta: i32) -> i32 {
        self.nodes += 1;
        let left = self.size() - position.stones() as i32;
        let safe = self.rules.safe_cells(position);
        if safe == 0 {
            return -(left / 2);
        }
        if left <= 2 {
            return 0;
        }
        let alpha = alpha.max(-((left - 2) / 2));
        if alpha >= beta {
            return alpha;
        }
        // What is known from above: no win at once, or the table's bound.
        let mut most = (left - 1) / 2;
        let mut alpha = alpha;
        let key = position.key();
        match self.look_up(key) {
            Some(Bound::AtMost(bound)) => most = most.min(bound),
            Some(Bound::AtLeast(bound)) => alpha = alpha.max(bound),
            None => {}
        }
        let beta = beta.min(most);
        if alpha >= beta {
            return if alpha >= most { most } else { alpha };
        }

        let (mut moves, mut weights) = ([0; MOST_COLUMNS], [0; MOST_COLUMNS]);
        let mut count = 0;
        for &column in &self.columns {
            let cell = safe & column;
            if cell == 0 {
                continue;
            }
            let threats = self
                .rules
                .winning_cells(position.own() | cell, position.mask() | cell)
                .count_ones();
            let mut place = count;
            while place > 0 && weights[place - 1] < threats {
                (moves[place], weights[place]) = (moves[place - 1], weights[place - 1]);
                place -= 1;
            }
            (moves[place], weights[place]) = (cell, threats);
            count += 1;
        }
        for &cell in &moves[..count] {
            let value = -self.search(position.play_cell(cell), -beta, -alpha);
            if value >= beta {
                self.store(key, Bound::AtLeast(value));
                return value;
            }
            alpha = alpha.max(value);
        }
        self.store(key, Bound::AtMost(alpha));
        alpha
    }

    fn look_up(&self, key: u64) -> Option<Bound> {
        let entry = self.table[(key % ENTRIES as u64) as usize];
        if entry >> BOUND_BITS != key { None } else { Bound::decode(entry as u8) }
    }

    fn store(&mut self, key: u64, bound: Bound) {
        self.table[(key % ENTRIES as u64) as usize] = key << BOUND_BITS | u64::from(bound.encode());
    }
}

/// A bound of a value in stones.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Bound {
    AtMost(i32),
    AtLeast(i32),
}

impl Bound {
    /// Values lie between -31 and 31 on boards of up to 60 cells, so each kind takes 63 codes.
    fn encode(self) -> u8 {
        match self {
            Self::AtMost(value) => (value + 32) as u8,
            Self::AtLeast(value) => (value + 32 + 64) as u8,
        }
    }

    fn decode(code: u8) -> Option<Self> {
        match i32::from(code) {
            0 => None,
            code @ 1..64 => Some(Self::AtMost(code - 32)),
            code => Some(Self::AtLeast(code - 32 - 64)),
        }
    }
}
