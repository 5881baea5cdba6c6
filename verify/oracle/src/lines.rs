/// Whether `length` cells in a row, column or diagonal of a board of `width` x `height` are all `held`.
pub(crate) fn has_line(
    width: usize,
    height: usize,
    length: usize,
    held: impl Fn(usize, usize) -> bool,
) -> bool {
    const DIRECTIONS: [(isize, isize); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];
    let on_board_and_held = |x: isize, y: isize| {
        x >= 0
            && y >= 0
            && x < width as isize
            && y < height as isize
            && held(x as usize, y as usize)
    };
    (0..width as isize).any(|x| {
        (0..height as isize).any(|y| {
            DIRECTIONS.iter().any(|(dx, dy)| {
                (0..length as isize).all(|step| on_board_and_held(x + step * dx, y + step * dy))
            })
        })
    })
}
