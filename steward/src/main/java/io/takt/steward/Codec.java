package io.takt.steward;

/**
 * How the values of a type are written, for save files and digests. Equal values must be written alike, on every
 * machine; a value that was read must equal the written one.
 *
 * @param <V> immutable.
 */
public interface Codec<V> {
    /**
     * Writes a value.
     *
     * @param value never null.
     * @param out   takes it.
     */
    void write(V value, StateOutput out);

    /**
     * Reads a value, exactly the bytes that {@link #write} wrote.
     *
     * @param in has it.
     * @return never null.
     */
    V read(StateInput in);

    /**
     * A codec that is derived from a type: a record of components that are primitive or boxed, texts, enums, records,
     * cells and ids, and lists and maps of such; or one of those itself. Enum constants are written by name; maps in
     * the order of their keys, and read as sorted maps. Components that are null cannot be written.
     *
     * @param <V>  of the values.
     * @param type of which the codec is; a component without a derivable codec is an error that names the record and
     *      component.
     * @return never null.
     */
    static <V> Codec<V> of(final Class<V> type) {
        return DerivedCodec.of(type);
    }

    /**
     * A codec of two functions.
     *
     * @param <V>    immutable.
     * @param writer as {@link #write}.
     * @param reader as {@link #read}.
     * @return never null.
     */
    static <V> Codec<V> of(final Writer<V> writer, final Reader<V> reader) {
        return new Codec<>() {
            @Override
            public void write(final V value, final StateOutput out) {
                writer.write(value, out);
            }

            @Override
            public V read(final StateInput in) {
                return reader.read(in);
            }
        };
    }

    /**
     * Half of a codec.
     *
     * @param <V> immutable.
     */
    interface Writer<V> {
        /**
         * As {@link Codec#write}.
         *
         * @param value never null.
         * @param out   takes it.
         */
        void write(V value, StateOutput out);
    }

    /**
     * The other half.
     *
     * @param <V> immutable.
     */
    interface Reader<V> {
        /**
         * As {@link Codec#read}.
         *
         * @param in has it.
         * @return never null.
         */
        V read(StateInput in);
    }
}
