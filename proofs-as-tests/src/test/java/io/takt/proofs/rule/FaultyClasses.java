package io.takt.proofs.rule;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;

/** The project's classes, shipped and test, loaded once more, and one of them with a {@link Fault}. */
public final class FaultyClasses extends ClassLoader {
    private static final String OURS = "io.takt.";

    private final Fault fault;

    /** Without a fault for null. */
    FaultyClasses(final Fault fault) {
        super(FaultyClasses.class.getClassLoader());
        this.fault = fault;
    }

    /** The result of a public static method of a class, with a fault in its code; of types that all loaders share. */
    public static Object call(final Fault fault, final String name, final String method, final Object... arguments) {
        try {
            return Arrays.stream(Class.forName(name, true, new FaultyClasses(fault)).getMethods())
                .filter(each -> each.getName().equals(method)).findFirst().orElseThrow().invoke(null, arguments);
        } catch (final ReflectiveOperationException e) {
            throw new IllegalArgumentException(name + "#" + method, e);
        }
    }

    @Override
    protected Class<?> loadClass(final String name, final boolean resolve) throws ClassNotFoundException {
        if (!name.startsWith(OURS)) {
            return super.loadClass(name, resolve);
        }
        synchronized (getClassLoadingLock(name)) {
            final Class<?> loaded = findLoadedClass(name);
            return loaded == null ? define(name) : loaded;
        }
    }

    private Class<?> define(final String name) throws ClassNotFoundException {
        try (InputStream file = getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
            if (file == null) {
                throw new ClassNotFoundException(name);
            }
            final byte[] shipped = file.readAllBytes();
            final byte[] bytes = fault != null && fault.owner().equals(name) ? fault.in(shipped) : shipped;
            return defineClass(name, bytes, 0, bytes.length);
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
