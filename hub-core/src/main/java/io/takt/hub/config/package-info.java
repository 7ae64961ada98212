/** The configuration file: what it may say, and everything that is wrong with it, told at once. */
package io.takt.hub.config;
