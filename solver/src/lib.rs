//! Exact forward search: alpha-beta over tables, right under repetition.
