/**
 * Neighbours in space: bodies in a grid of cells, each with its members, kept up to date by predicted crossings of cell
 * borders. Two bodies whose boxes overlap have a grid cell in common, so all that a body may touch until it crosses
 * next is found by reading a few cells, and nothing that happens elsewhere makes these readings stale.
 */
package io.takt.steward.neighbour;
