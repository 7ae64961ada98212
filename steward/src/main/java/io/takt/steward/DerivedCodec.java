package io.takt.steward;

import java.lang.reflect.GenericArrayType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Codecs that are made from the types of values: numbers as they are, texts and enum constants by name, records by
 * their components in order, lists and maps with their sizes, maps in the order of their keys whatever they are.
 */
final class DerivedCodec {
    private static final String RIGHT = "primitive types and their boxes, String, enums, records, List, Map, Id and"
        + " Cell can be; write this one's codec by hand (Codec.of)";
    private static final Map<Class<?>, Codec<?>> SIMPLE = simple();

    /** Those of the records so far: a record may hold others of its own type, in a list. */
    private final Map<Class<?>, RecordCodec> records = new HashMap<>();
    private final StringBuilder shape = new StringBuilder();

    private DerivedCodec() {
    }

    /** Makes a codec for a class. */
    static <V> Codec<V> of(final Class<V> type) {
        return unchecked(new DerivedCodec().codec(type, type.getTypeName()));
    }

    /** A number that changes with the name, or with the written form. */
    static long id(final String kind, final String name, final Class<?> type) {
        final DerivedCodec derived = new DerivedCodec();
        derived.codec(type, type.getTypeName());
        return id(kind, name, derived.shape.toString());
    }

    /** A number for words. */
    static long id(final String... words) {
        final StateOutput out = new StateOutput();
        for (final String word : words) {
            out.writeString(word);
        }
        return out.digest().low();
    }

    private Codec<?> codec(final Type type, final String where) {
        if (type instanceof Class) {
            return ofClass((Class<?>) type, where);
        }
        if (type instanceof ParameterizedType) {
            final ParameterizedType generic = (ParameterizedType) type;
            final Type raw = generic.getRawType();
            final Type[] of = generic.getActualTypeArguments();
            if (raw == List.class) {
                shape.append("list ");
                return ofList(codec(of[0], where));
            } else if (raw == Map.class || raw == SortedMap.class) {
                if (!(of[0] instanceof Class) || !Comparable.class.isAssignableFrom((Class<?>) of[0])) {
                    throw refused(type, where, "its keys must be in an order, as numbers, texts and enums are");
                }
                shape.append("map ");
                return ofMap(codec(of[0], where), codec(of[1], where));
            } else if (raw == Cell.class) {
                return ofClass(Cell.class, where);
            }
        }
        throw refused(type, where, type instanceof GenericArrayType ? "use a List for it" : RIGHT);
    }

    private Codec<?> ofClass(final Class<?> type, final String where) {
        final Codec<?> simple = SIMPLE.get(type);
        if (simple != null) {
            shape.append(type.getSimpleName()).append(' ');
            return simple;
        } else if (type.isEnum()) {
            shape.append("enum ");
            return ofEnum(type);
        } else if (type.isRecord()) {
            return ofRecord(type);
        } else if (type == List.class || type == Map.class || type == SortedMap.class) {
            throw refused(type, where, "say of what it is, as in List<Long>");
        }
        throw refused(type, where, type.isArray() ? "use a List for it" : RIGHT);
    }

    private Codec<?> ofRecord(final Class<?> type) {
        final RecordCodec known = records.get(type);
        if (known != null) {
            shape.append("again ").append(type.getSimpleName()).append(' ');
            return known;
        }
        final RecordComponent[] components = type.getRecordComponents();
        final RecordCodec codec = new RecordCodec(type, components);
        records.put(type, codec);
        shape.append(type.getSimpleName()).append("( ");
        for (int i = 0; i < components.length; i++) {
            shape.append(components[i].getName()).append(' ');
            codec.component(i, codec(components[i].getGenericType(),
                "the component '" + components[i].getName() + "' of the record " + type.getTypeName()));
        }
        shape.append(") ");
        return codec;
    }

    private static StewardException refused(final Type type, final String where, final String right) {
        final String name = type.getTypeName();
        return new StewardException("no codec can be derived for " + where
            + (where.equals(name) ? "" : ", of type " + name) + ": " + right);
    }

    private static Codec<?> ofEnum(final Class<?> type) {
        return Codec.<Enum<?>>of((constant, out) -> out.writeString(constant.name()), in -> {
            final String name = in.readString();
            for (final Object constant : type.getEnumConstants()) {
                if (((Enum<?>) constant).name().equals(name)) {
                    return (Enum<?>) constant;
                }
            }
            throw new SaveException("the enum " + type.getTypeName() + " has no constant " + name);
        });
    }

    private static Codec<?> ofList(final Codec<?> of) {
        final Codec<Object> element = unchecked(of);
        return Codec.<List<?>>of((list, out) -> {
            out.writeInt(list.size());
            for (final Object one : list) {
                element.write(present(one, list), out);
            }
        }, in -> {
            final List<Object> list = new ArrayList<>();
            for (int left = in.readInt(); left > 0; left--) {
                list.add(element.read(in));
            }
            return Collections.unmodifiableList(list);
        });
    }

    private static Codec<?> ofMap(final Codec<?> ofKeys, final Codec<?> ofValues) {
        final Codec<Object> keys = unchecked(ofKeys);
        final Codec<Object> values = unchecked(ofValues);
        return Codec.<Map<?, ?>>of((map, out) -> {
            map.keySet().forEach(key -> present(key, map));
            out.writeInt(map.size());
            new TreeMap<Object, Object>(map).forEach((key, value) -> {
                keys.write(key, out);
                values.write(present(value, map), out);
            });
        }, in -> {
            final TreeMap<Object, Object> map = new TreeMap<>();
            for (int left = in.readInt(); left > 0; left--) {
                final Object key = keys.read(in);
                map.put(key, values.read(in));
            }
            return Collections.unmodifiableSortedMap(map);
        });
    }

    private static Object present(final Object value, final Object in) {
        if (value == null) {
            throw new StewardException("there is a null in " + in + ": a derived codec writes no null");
        }
        return value;
    }

    private static Map<Class<?>, Codec<?>> simple() {
        final Map<Class<?>, Codec<?>> all = new HashMap<>();
        both(all, boolean.class, Boolean.class, Codec.of((value, out) -> out.writeBoolean(value),
            StateInput::readBoolean));
        both(all, byte.class, Byte.class, Codec.of((value, out) -> out.writeByte(value), StateInput::readByte));
        both(all, short.class, Short.class, Codec.of((value, out) -> out.writeInt(value), in -> (short) in.readInt()));
        both(all, char.class, Character.class,
            Codec.of((value, out) -> out.writeInt(value), in -> (char) in.readInt()));
        both(all, int.class, Integer.class, Codec.of((value, out) -> out.writeInt(value), StateInput::readInt));
        both(all, long.class, Long.class, Codec.of((value, out) -> out.writeLong(value), StateInput::readLong));
        both(all, float.class, Float.class, Codec.of((value, out) -> out.writeInt(Float.floatToIntBits(value)),
            in -> Float.intBitsToFloat(in.readInt())));
        both(all, double.class, Double.class, Codec.of((value, out) -> out.writeDouble(value), StateInput::readDouble));
        all.put(String.class, Codec.<String>of((value, out) -> out.writeString(value), StateInput::readString));
        all.put(Id.class, Codec.<Id>of((value, out) -> out.writeId(value), StateInput::readId));
        all.put(Cell.class, Codec.<Cell<?>>of((value, out) -> out.writeCell(value), StateInput::readCell));
        return all;
    }

    private static <V> void both(
        final Map<Class<?>, Codec<?>> all, final Class<V> primitive, final Class<V> box, final Codec<V> codec) {
        all.put(primitive, codec);
        all.put(box, codec);
    }

    @SuppressWarnings("unchecked") // A codec is used for values of the type that it was derived from.
    private static <V> Codec<V> unchecked(final Codec<?> codec) {
        return (Codec<V>) codec;
    }
}
