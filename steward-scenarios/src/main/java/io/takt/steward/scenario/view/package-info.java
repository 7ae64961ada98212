/** Runs a world, changes its past, compares, and makes a page of it that shows the run. */
package io.takt.steward.scenario.view;
