package io.takt.steward;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;

/** Writes and reads a record, component by component. */
final class RecordCodec implements Codec<Object> {
    private static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();

    private final Class<?> type;
    private final String[] names;
    private final MethodHandle[] accessors;
    private final MethodHandle constructor;
    private final Codec<?>[] codecs;

    RecordCodec(final Class<?> type, final RecordComponent[] components) {
        this.type = type;
        names = new String[components.length];
        accessors = new MethodHandle[components.length];
        codecs = new Codec<?>[components.length];
        try {
            for (int i = 0; i < components.length; i++) {
                names[i] = components[i].getName();
                final Method accessor = components[i].getAccessor();
                accessor.setAccessible(true);
                accessors[i] = LOOKUP.unreflect(accessor).asType(MethodType.methodType(Object.class, Object.class));
            }
            final Constructor<?> canonical = type.getDeclaredConstructor(
                Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new));
            canonical.setAccessible(true);
            constructor = LOOKUP.unreflectConstructor(canonical).asSpreader(Object[].class, components.length)
                .asType(MethodType.methodType(Object.class, Object[].class));
        } catch (final ReflectiveOperationException | InaccessibleObjectException e) {
            throw new StewardException("no codec can be derived for the record " + type.getTypeName()
                + ": its module must open the package " + type.getPackageName() + " to "
                + RecordCodec.class.getModule(), e);
        }
    }

    /** Sets how a component is written. */
    void component(final int place, final Codec<?> codec) {
        codecs[place] = codec;
    }

    @Override
    public void write(final Object value, final StateOutput out) {
        for (int i = 0; i < codecs.length; i++) {
            final Object component = call(accessors[i], value);
            if (component == null) {
                throw new StewardException("the component '" + names[i] + "' of " + value
                    + " is null: a derived codec writes no null; write the codec of " + type.getTypeName()
                    + " by hand (Codec.of), or have another value stand for nothing");
            }
            write(codecs[i], component, out);
        }
    }

    @SuppressWarnings("unchecked") // It was derived from the component's type.
    private static <V> void write(final Codec<V> codec, final Object component, final StateOutput out) {
        codec.write((V) component, out);
    }

    @Override
    public Object read(final StateInput in) {
        final Object[] components = new Object[codecs.length];
        for (int i = 0; i < components.length; i++) {
            components[i] = codecs[i].read(in);
        }
        try {
            return (Object) constructor.invokeExact(components);
        } catch (final RuntimeException | Error e) {
            throw e;
        } catch (final Throwable e) { // Records' constructors throw nothing else that is declared.
            throw new StewardException("cannot make a " + type.getTypeName() + ": " + EventException.reason(e), e);
        }
    }

    private static Object call(final MethodHandle accessor, final Object value) {
        try {
            return (Object) accessor.invokeExact(value);
        } catch (final RuntimeException | Error e) {
            throw e;
        } catch (final Throwable e) { // Accessors throw nothing else that is declared.
            throw new StewardException("cannot read a component of " + value + ": " + EventException.reason(e), e);
        }
    }
}
