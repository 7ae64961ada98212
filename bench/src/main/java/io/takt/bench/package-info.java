/**
 * The cost of Takt, measured from outside on real processes, as ratios within one run to programs that do the same.
 * Each benchmark is a class; {@link io.takt.bench.BenchCommand} runs them. See {@code docs/laboratory/bench.md}.
 */
package io.takt.bench;
