/**
 * Any program that reads and writes lines of JSON as an asset, see {@code docs/how-to/wrap.md}. {@link
 * io.takt.wrapper.program.WrappedAsset} makes an order of each turn and hands over what the program answers;
 * {@link io.takt.wrapper.program.Program} is the process, with one line there for each line back.
 */
package io.takt.wrapper.program;
