/**
 * The experiments: each takes its parameters and gives a report, reads no clock and writes nothing.
 */
package io.takt.lab.study;
