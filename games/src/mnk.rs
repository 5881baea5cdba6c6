//! m,n,k games; tic-tac-toe is 3,3,3.
