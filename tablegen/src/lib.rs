//! Endgame tables by retrograde analysis: indexing, kernels, table files, memory-mapped probing.
