/**
 * {@code takt tune}: which steps and which D_max make a configuration fast. Measuring is one thing and comes in from
 * outside; searching is another, and pure.
 */
package io.takt.lab.tune;
