"""What benchmarks share: drawn rigs, measures of a take, plots, cases run side by side."""
