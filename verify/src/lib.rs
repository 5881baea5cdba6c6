//! Checks tables and searches against independent methods and published results.
