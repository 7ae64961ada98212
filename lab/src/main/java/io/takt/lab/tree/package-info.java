/**
 * Trees of federates in simulated wall time, up to millions of assets: flat arrays, moved by the shipped rules and by
 * nothing else. Pure: wall time is a number, and all that is random comes from a seed.
 */
package io.takt.lab.tree;
