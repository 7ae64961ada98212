package io.takt.steward.check;

import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.MethodInsnNode;

/** Finds where something static changes, or can have changed: it is not undone when an event is, nor saved. */
final class Statics {
    private static final Set<String> CHANGING = Set.of(
        "put", "putAll", "putIfAbsent", "compute", "computeIfAbsent", "computeIfPresent", "merge", "replace",
        "replaceAll", "add", "addAll", "addFirst", "addLast", "remove", "removeAll", "removeIf", "removeFirst",
        "removeLast", "retainAll", "clear", "set", "push", "pop", "poll", "pollFirst", "pollLast", "offer", "append",
        "insert", "setLength", "sort", "flip", "getAndSet", "getAndAdd", "getAndIncrement", "getAndDecrement",
        "addAndGet", "incrementAndGet", "decrementAndGet", "compareAndSet", "updateAndGet", "getAndUpdate",
        "accumulateAndGet", "increment", "decrement", "lazySet");
    private static final String WHY =
        "what is static is not undone with an event, nor saved; keep what changes in a cell";

    private final ClassPool pool;

    Statics(final ClassPool pool) {
        this.pool = pool;
    }

    /** Which static field is changed, or can have been, at an instruction; null if none. */
    String used(final Code code, final AbstractInsnNode instruction) {
        final int opcode = instruction.getOpcode();
        if (opcode == Opcodes.GETSTATIC || opcode == Opcodes.PUTSTATIC) {
            final FieldInsnNode access = (FieldInsnNode) instruction;
            final FieldNode field = pool.field(access.owner, access.name);
            return field == null || (field.access & Opcodes.ACC_FINAL) != 0 ? null : name(access);
        }
        if (opcode >= Opcodes.IASTORE && opcode <= Opcodes.SASTORE) {
            return held(code.origins(instruction, 2));
        }
        if (opcode == Opcodes.PUTFIELD) {
            return held(code.origins(instruction, 1));
        }
        if (instruction instanceof MethodInsnNode) {
            final MethodInsnNode call = (MethodInsnNode) instruction;
            if (CHANGING.contains(call.name)
                && (call.owner.startsWith("java/util/") || call.owner.startsWith("java/lang/StringBu"))) {
                return held(code.receiver(call));
            }
        }
        return null;
    }

    static String why() {
        return WHY;
    }

    private String held(final Set<AbstractInsnNode> origins) {
        for (final AbstractInsnNode origin : origins) {
            if (origin.getOpcode() == Opcodes.GETSTATIC) {
                final FieldInsnNode access = (FieldInsnNode) origin;
                if (pool.field(access.owner, access.name) != null) {
                    return name(access);
                }
            }
        }
        return null;
    }

    private static String name(final FieldInsnNode access) {
        return access.owner.replace('/', '.') + "." + access.name;
    }
}
