/// Pascal's triangle for up to 32 squares: `CHOOSE[n][k]`.
const CHOOSE: [[u32; 33]; 33] = {
    let mut table = [[0; 33]; 33];
    let mut n = 0;
    while n <= 32 {
        table[n][0] = 1;
        let mut k = 1;
        while k <= n {
            table[n][k] = table[n - 1][k - 1] + table[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    table
};

/// In how many ways `k` squares can be chosen out of `n`, both at most 32.
#[inline]
pub(super) const fn choose(n: u32, k: u32) -> u32 {
    CHOOSE[n as usize][k as usize]
}
