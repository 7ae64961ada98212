/**
 * The files of an experiment: tables as CSV, plots as PNG, and one HTML page that holds both and needs nothing
 * beside it.
 */
package io.takt.lab.report;
