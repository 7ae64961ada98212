package io.takt.steward.check;

import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.TypeInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Follows collections that are ordered by hash codes from where they are made, through variables, fields, parameters
 * and results of checked methods, to where their order shows. Looking something up in them is fine.
 */
final class HashOrder {
    private static final Set<String> COLLECTIONS = Set.of(
        "java/util/HashMap", "java/util/HashSet", "java/util/Hashtable", "java/util/IdentityHashMap",
        "java/util/WeakHashMap", "java/util/Properties", "java/util/concurrent/ConcurrentHashMap");
    private static final Set<String> VIEWS = Set.of(
        "keySet", "entrySet", "values", "keys", "elements", "clone", "newSetFromMap", "newKeySet", "unmodifiableMap",
        "unmodifiableSet", "unmodifiableCollection", "synchronizedMap", "synchronizedSet", "synchronizedCollection",
        "checkedMap", "checkedSet", "checkedCollection");
    private static final Set<String> SHOWING = Set.of(
        "iterator", "spliterator", "forEach", "stream", "parallelStream", "toArray", "toString", "replaceAll",
        "removeIf", "nextElement", "search", "reduce");
    private static final Set<String> COPIES_IN_ORDER = Set.of(
        "java/util/ArrayList", "java/util/LinkedList", "java/util/ArrayDeque", "java/util/Vector", "java/util/Stack",
        "java/util/LinkedHashMap", "java/util/LinkedHashSet", "java/util/concurrent/CopyOnWriteArrayList",
        "java/util/List", "java/util/Deque", "java/util/Queue", "java/lang/String");
    private static final Set<String> TAKES = Set.of("<init>", "addAll", "putAll", "copyOf", "valueOf", "join");
    private static final Map<String, Integer> ORDERED_UP_TO = Map.of("java/util/Set", 1, "java/util/Map", 2);
    private static final String WHY =
        "its order goes by hash codes; use OrderedMap or OrderedSet, TreeMap or TreeSet, or LinkedHashMap";

    private final ClassPool pool;
    private final Calls calls;
    private final Set<String> fields = new HashSet<>();
    private final Set<String> results = new HashSet<>();
    private final Set<String> parameters = new HashSet<>();

    HashOrder(final ClassPool pool, final Calls calls, final Collection<Code> codes) {
        this.pool = pool;
        this.calls = calls;
        int known = -1;
        while (known < fields.size() + results.size() + parameters.size()) {
            known = fields.size() + results.size() + parameters.size();
            for (final Code code : codes) {
                spread(code);
            }
        }
    }

    /** The call that shows the order of such a collection at an instruction, or null. */
    String shown(final Code code, final AbstractInsnNode instruction) {
        if (instruction instanceof InvokeDynamicInsnNode) {
            return concatenates(code, (InvokeDynamicInsnNode) instruction) ? WHY : null;
        }
        if (!(instruction instanceof MethodInsnNode)) {
            return null;
        }
        final MethodInsnNode call = (MethodInsnNode) instruction;
        if (call.getOpcode() != Opcodes.INVOKESTATIC && SHOWING.contains(call.name)
            && (COLLECTIONS.contains(call.owner) || any(code, code.receiver(call)))) {
            return WHY;
        }
        if (TAKES.contains(call.name) && COPIES_IN_ORDER.contains(call.owner) && Code.arguments(call) > 0
            && any(code, code.argument(call, Code.arguments(call) - 1))) {
            return WHY;
        }
        return null;
    }

    private boolean concatenates(final Code code, final InvokeDynamicInsnNode dynamic) {
        final int arguments = Type.getArgumentTypes(dynamic.desc).length;
        for (int i = 0; dynamic.bsm.getName().startsWith("makeConcat") && i < arguments; i++) {
            if (any(code, code.origins(dynamic, i))) {
                return true;
            }
        }
        return false;
    }

    private void spread(final Code code) {
        for (final AbstractInsnNode instruction : code.method.instructions) {
            final int opcode = instruction.getOpcode();
            if (opcode == Opcodes.ARETURN && any(code, code.origins(instruction, 0))) {
                results.add(key(code.owner.name, code.method.name, code.method.desc));
            } else if ((opcode == Opcodes.PUTFIELD || opcode == Opcodes.PUTSTATIC)
                && any(code, code.origins(instruction, 0))) {
                fields.add(key((FieldInsnNode) instruction));
            } else if (instruction instanceof MethodInsnNode) {
                spread(code, (MethodInsnNode) instruction);
            } else if (instruction instanceof InvokeDynamicInsnNode) {
                spread(code, (InvokeDynamicInsnNode) instruction);
            }
        }
    }

    /** Values that a lambda expression captures become its first parameters. */
    private void spread(final Code code, final InvokeDynamicInsnNode dynamic) {
        int local = 0;
        final Type[] types = Type.getArgumentTypes(dynamic.desc);
        for (int i = 0; i < types.length; i++) {
            if (types[i].getSort() == Type.OBJECT && any(code, code.origins(dynamic, types.length - 1 - i))) {
                for (final Object argument : dynamic.bsmArgs) {
                    if (argument instanceof Handle) {
                        final Handle handle = (Handle) argument;
                        for (final ClassNode target : calls.targets(handle)) {
                            parameters.add(key(target.name, handle.getName(), handle.getDesc()) + local);
                        }
                    }
                }
            }
            local += types[i].getSize();
        }
    }

    private void spread(final Code code, final MethodInsnNode call) {
        int local = call.getOpcode() == Opcodes.INVOKESTATIC ? 0 : 1;
        final Type[] types = Type.getArgumentTypes(call.desc);
        for (int i = 0; i < types.length; i++) {
            if (types[i].getSort() == Type.OBJECT && any(code, code.argument(call, i))) {
                for (final ClassNode target : calls.targets(call)) {
                    parameters.add(key(target.name, call.name, call.desc) + local);
                }
            }
            local += types[i].getSize();
        }
    }

    private boolean any(final Code code, final Set<AbstractInsnNode> origins) {
        return any(code, origins, new HashSet<>());
    }

    private boolean any(final Code code, final Set<AbstractInsnNode> origins, final Set<AbstractInsnNode> seen) {
        for (final AbstractInsnNode origin : origins) {
            if (seen.add(origin) && makes(code, origin, seen)) {
                return true;
            }
        }
        return false;
    }

    private boolean makes(final Code code, final AbstractInsnNode origin, final Set<AbstractInsnNode> seen) {
        if (origin instanceof TypeInsnNode) {
            return origin.getOpcode() == Opcodes.NEW && hashed(((TypeInsnNode) origin).desc);
        }
        if (origin instanceof VarInsnNode) {
            return parameters.contains(
                key(code.owner.name, code.method.name, code.method.desc) + ((VarInsnNode) origin).var);
        }
        if (origin instanceof FieldInsnNode) {
            return fields.contains(key((FieldInsnNode) origin));
        }
        return origin instanceof MethodInsnNode && makes(code, (MethodInsnNode) origin, seen);
    }

    private boolean makes(final Code code, final MethodInsnNode call, final Set<AbstractInsnNode> seen) {
        if (ORDERED_UP_TO.containsKey(call.owner) && call.getOpcode() == Opcodes.INVOKESTATIC) {
            return call.name.equals("copyOf") || call.name.equals("ofEntries")
                || call.name.equals("of") && Code.arguments(call) > ORDERED_UP_TO.get(call.owner)
                || call.desc.startsWith("([");
        }
        if (VIEWS.contains(call.name) && call.owner.startsWith("java/util/")) {
            return COLLECTIONS.contains(call.owner) || any(code, code.receiver(call), seen)
                || Code.arguments(call) > 0 && any(code, code.argument(call, 0), seen);
        }
        for (final ClassNode target : calls.targets(call)) {
            if (results.contains(key(target.name, call.name, call.desc))) {
                return true;
            }
        }
        return false;
    }

    /** A class of the user's that extends such a collection is one. */
    private boolean hashed(final String name) {
        if (COLLECTIONS.contains(name)) {
            return true;
        }
        final ClassNode node = pool.get(name);
        return node != null && node.superName != null && hashed(node.superName);
    }

    private String key(final FieldInsnNode access) {
        final List<String> lineage = pool.lineage(access.owner);
        for (final String owner : lineage) {
            final ClassNode node = pool.get(owner);
            if (node != null && node.fields.stream().anyMatch(field -> field.name.equals(access.name))) {
                return owner + "." + access.name;
            }
        }
        return access.owner + "." + access.name;
    }

    private static String key(final String owner, final String name, final String descriptor) {
        return owner + "." + name + descriptor;
    }
}
