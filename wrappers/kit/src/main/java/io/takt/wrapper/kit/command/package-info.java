/** The options that all wrappers have. */
package io.takt.wrapper.kit.command;
