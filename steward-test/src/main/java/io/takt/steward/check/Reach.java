package io.takt.steward.check;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TypeInsnNode;

/**
 * Which methods of the checked classes may run when the methods of some of them do. Calls through a type end up in all
 * of its subtypes. A class of which there is an object may be called back by what it extends or implements of the Java
 * library.
 */
final class Reach {
    private static final Set<String> PLAIN = Set.of("java/lang/Object", "java/lang/Record", "java/lang/Enum");

    private final ClassPool pool;
    private final Calls calls;
    private final Set<MethodNode> methods = new LinkedHashSet<>();
    private final ArrayDeque<MethodNode> open = new ArrayDeque<>();

    Reach(final ClassPool pool, final Calls calls, final Collection<String> roots) {
        this.pool = pool;
        this.calls = calls;
        for (final String root : roots) {
            for (final String name : pool.lineage(root)) {
                if (pool.get(name) != null) {
                    pool.get(name).methods.forEach(this::add);
                }
            }
        }
        while (!open.isEmpty()) {
            for (final AbstractInsnNode instruction : open.poll().instructions) {
                follow(instruction);
            }
        }
    }

    boolean contains(final MethodNode method) {
        return methods.contains(method);
    }

    private void add(final MethodNode method) {
        if (methods.add(method)) {
            open.add(method);
        }
    }

    private void follow(final AbstractInsnNode instruction) {
        if (instruction instanceof MethodInsnNode) {
            final MethodInsnNode call = (MethodInsnNode) instruction;
            add(calls.targets(call), call.name, call.desc);
            if (call.getOpcode() == Opcodes.INVOKESTATIC) {
                initialised(call.owner);
            }
        } else if (instruction instanceof InvokeDynamicInsnNode) {
            for (final Object argument : ((InvokeDynamicInsnNode) instruction).bsmArgs) {
                if (argument instanceof Handle) {
                    final Handle handle = (Handle) argument;
                    add(calls.targets(handle), handle.getName(), handle.getDesc());
                    made(handle.getOwner(), handle.getTag() == Opcodes.H_NEWINVOKESPECIAL);
                }
            }
        } else if (instruction instanceof FieldInsnNode) {
            initialised(((FieldInsnNode) instruction).owner);
        } else if (instruction instanceof TypeInsnNode) {
            made(((TypeInsnNode) instruction).desc, instruction.getOpcode() == Opcodes.NEW);
        }
    }

    private void add(final List<ClassNode> owners, final String name, final String descriptor) {
        for (final ClassNode owner : owners) {
            add(ClassPool.method(owner, name, descriptor));
        }
    }

    private void initialised(final String name) {
        final ClassNode node = pool.get(name);
        if (node != null) {
            node.methods.stream().filter(method -> method.name.equals("<clinit>")).forEach(this::add);
        }
    }

    private void made(final String name, final boolean isMade) {
        if (isMade && pool.get(name) != null) {
            initialised(name);
            final List<String> lineage = pool.lineage(name);
            if (lineage.stream().anyMatch(above -> pool.get(above) == null && !PLAIN.contains(above))) {
                lineage.stream().filter(above -> pool.get(above) != null)
                    .flatMap(above -> pool.get(above).methods.stream()).filter(Reach::canBeCalledBack)
                    .forEach(this::add);
            }
        }
    }

    private static boolean canBeCalledBack(final MethodNode method) {
        return (method.access & (Opcodes.ACC_PRIVATE | Opcodes.ACC_STATIC)) == 0
            && !Set.of("toString", "hashCode", "equals", "<init>").contains(method.name);
    }
}
