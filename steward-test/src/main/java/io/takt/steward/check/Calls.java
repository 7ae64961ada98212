package io.takt.steward.check;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodInsnNode;

/** Which methods of checked classes a call may end up in. */
final class Calls {
    private final ClassPool pool;
    private final Map<String, List<ClassNode>> known = new TreeMap<>();

    Calls(final ClassPool pool) {
        this.pool = pool;
    }

    /** The classes that have the methods. */
    List<ClassNode> targets(final MethodInsnNode call) {
        final boolean exact = call.getOpcode() == Opcodes.INVOKESTATIC || call.getOpcode() == Opcodes.INVOKESPECIAL;
        return targets(call.owner, call.name, call.desc, exact);
    }

    List<ClassNode> targets(final Handle handle) {
        final int tag = handle.getTag();
        return targets(
            handle.getOwner(), handle.getName(), handle.getDesc(),
            tag == Opcodes.H_INVOKESTATIC || tag == Opcodes.H_INVOKESPECIAL || tag == Opcodes.H_NEWINVOKESPECIAL);
    }

    private List<ClassNode> targets(
        final String owner, final String name, final String descriptor, final boolean exact) {
        return known.computeIfAbsent(
            owner + "." + name + descriptor + exact, key -> find(owner, name, descriptor, exact));
    }

    private List<ClassNode> find(
        final String owner, final String name, final String descriptor, final boolean exact) {
        final List<ClassNode> found = new ArrayList<>();
        final String declarer = pool.declarer(owner, name, descriptor);
        if (declarer != null && pool.get(declarer) != null) {
            found.add(pool.get(declarer));
        }
        if (!exact && !owner.equals("java/lang/Object") && !owner.startsWith("[")) {
            for (final ClassNode node : pool.family(owner)) {
                if (ClassPool.method(node, name, descriptor) != null && !found.contains(node)) {
                    found.add(node);
                }
            }
        }
        return found;
    }
}
