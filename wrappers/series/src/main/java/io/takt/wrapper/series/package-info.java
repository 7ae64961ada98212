/**
 * Files of values over time as assets: one that plays a file into channels, and one that logs channels into a file, see
 * {@code docs/how-to/series.md}. {@link io.takt.wrapper.series.SeriesFile} is the form of the file, for both.
 */
package io.takt.wrapper.series;
