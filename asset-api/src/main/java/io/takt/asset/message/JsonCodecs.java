package io.takt.asset.message;

import java.util.Iterator;
import java.util.ServiceLoader;

/**
 * Writes and reads JSON, on behalf of {@link Codec#json}. {@code io.takt:shm-transport} brings one; simulators
 * never call it themselves. It is found with {@link ServiceLoader}, and so has a public constructor without arguments.
 */
public interface JsonCodecs {
    /**
     * A codec for values of a type.
     *
     * @param type of the values.
     * @param <T>  of the values.
     * @return for any thread; a value that it cannot write or read is an {@link IllegalArgumentException} of one line.
     */
    <T> Codec<T> of(Class<T> type);

    /**
     * The first that can be found.
     *
     * @param loaders where to look; null is the system's.
     * @return what writes and reads JSON.
     * @throws IllegalStateException when there is none.
     */
    static JsonCodecs find(final ClassLoader... loaders) {
        for (final ClassLoader loader : loaders) {
            final Iterator<JsonCodecs> found = ServiceLoader.load(JsonCodecs.class, loader).iterator();
            if (found.hasNext()) {
                return found.next();
            }
        }
        throw new IllegalStateException("nothing that writes JSON is on the class path: add the artifact"
            + " io.takt:shm-transport, or use Codec.of with a JSON library of your own");
    }
}
