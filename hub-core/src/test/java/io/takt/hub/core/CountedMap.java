package io.takt.hub.core;

import java.lang.reflect.Field;
import java.util.AbstractCollection;
import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BiConsumer;

/** A map that counts how many of its values are gone through. */
final class CountedMap<V> extends LinkedHashMap<String, V> {
    private static final long serialVersionUID = 1;

    private long visits;

    /** The members of a machine are counted from now on. */
    static CountedMap<Member> ofMembers(final HubMachine machine) throws ReflectiveOperationException {
        return in(part(part(machine, "watching"), "members"), "byName");
    }

    /** The logs of a machine are. */
    static CountedMap<Object> ofLogs(final HubMachine machine) throws ReflectiveOperationException {
        return in(part(part(part(machine, "watching"), "links"), "logs"), "logs");
    }

    private static Object part(final Object of, final String name) throws ReflectiveOperationException {
        return field(of, name).get(of);
    }

    private static Field field(final Object of, final String name) throws ReflectiveOperationException {
        final Field field = of.getClass().getDeclaredField(name);
        field.setAccessible(true);
        return field;
    }

    @SuppressWarnings("unchecked")
    private static <V> CountedMap<V> in(final Object part, final String name) throws ReflectiveOperationException {
        final CountedMap<V> counted = new CountedMap<>();
        counted.putAll((Map<String, V>) part(part, name));
        field(part, name).set(part, counted);
        return counted;
    }

    /** Since the last time that this was asked. */
    long visits() {
        final long before = visits;
        visits = 0;
        return before;
    }

    @Override
    public Collection<V> values() {
        final Collection<V> values = super.values();
        return new AbstractCollection<>() {
            @Override
            public Iterator<V> iterator() {
                final Iterator<V> each = values.iterator();
                return new Iterator<>() {
                    @Override
                    public boolean hasNext() {
                        return each.hasNext();
                    }

                    @Override
                    public V next() {
                        visits++;
                        return each.next();
                    }
                };
            }

            @Override
            public int size() {
                return values.size();
            }
        };
    }

    @Override
    public void forEach(final BiConsumer<? super String, ? super V> action) {
        visits += size();
        super.forEach(action);
    }
}
