/** The configuration file: its fields, and all of its mistakes, told at once. */
package io.takt.hub.config;
