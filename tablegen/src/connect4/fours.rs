use super::ground::{Cell, Ground};
use super::profile::Profile;

/// Four cells in a row, each as its place and its row on the board.
pub(super) type Four = [(usize, u32); 4];

/// All rows of four cells of a board that a side could still fill.
pub(super) fn fours(ground: &Ground) -> Vec<Four> {
    let board = ground.board();
    let mut place_of = vec![0; ground.columns()];
    for place in 0..ground.columns() {
        place_of[ground.column(place).index() as usize] = place;
    }
    let cell = |column: i64, row: i64| {
        let place = *place_of.get(usize::try_from(column).ok()?)?;
        let row = u32::try_from(row).ok().filter(|&row| row < board.rows())?;
        Some((place, row))
    };
    let mut fours = Vec::new();
    for column in 0..i64::from(board.columns()) {
        for row in 0..i64::from(board.rows()) {
            for (right, up) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
                let cells = [0, 1, 2, 3].map(|i| cell(column + i * right, row + i * up));
                if let [Some(a), Some(b), Some(c), Some(d)] = cells {
                    fours.push([a, b, c, d]);
                }
            }
        }
    }
    let root = Profile::empty(ground.columns());
    let color = |&(place, row): &(usize, u32)| match root.cell(ground, place, row) {
        Cell::Root(color) => Some(color),
        _ => None,
    };
    fours.retain(|four| {
        let mut colors = four.iter().filter_map(color);
        colors.next().is_none_or(|first| colors.all(|color| color == first))
    });
    fours
}

/// What a side has of four cells in a row, in the positions of a profile that have its colour at certain
/// bits.
#[derive(Clone, Debug)]
pub(super) struct Claim {
    /// Whose: 1 the first player.
    pub(super) color: u64,
    /// The bits that must be of this colour.
    pub(super) bits: u64,
    /// Whether the four are complete; else one is missing, and may be played next.
    pub(super) complete: bool,
    /// Of complete fours, the places whose highest stone is among them, one bit each.
    pub(super) tops: u32,
}

/// All complete fours of a profile, and those that lack one stone that may be played next.
pub(super) fn claims(
    ground: &Ground,
    profile: &Profile,
    fours: &[Four],
    mut sink: impl FnMut(Claim),
) {
    // What the cells are is asked often.
    let mut bottom = [0; super::ground::MAX_COLUMNS];
    let mut at = 0;
    for (bottom, &height) in bottom.iter_mut().zip(profile.heights()) {
        *bottom = at;
        at += u32::from(height);
    }
    'fours: for four in fours {
        let (mut bits, mut missing, mut tops, mut fixed) = (0u64, 0, 0, None);
        for &(place, row) in four {
            let (root, later) = (ground.height(place), u32::from(profile.height(place)));
            match row.checked_sub(root) {
                None => fixed = Some(ground.color(ground.column(place), row)),
                Some(above) if above < later => {
                    bits |= 1 << (bottom[place] + above);
                    if above + 1 == later {
                        tops |= 1 << place;
                    }
                }
                Some(above) if above == later && missing == 0 => missing = 1,
                Some(_) => continue 'fours,
            }
        }
        for color in [0, 1] {
            if fixed.is_none_or(|fixed| fixed == color) {
                sink(Claim { color, bits, complete: missing == 0, tops });
            }
        }
    }
}
