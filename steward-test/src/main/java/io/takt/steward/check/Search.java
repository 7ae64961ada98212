package io.takt.steward.check;

import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;

/** Goes through code and looks at every instruction. */
final class Search {
    private static final Pattern LAMBDA = Pattern.compile("lambda\\$(.+)\\$\\d+");
    private static final Set<String> BY_IDENTITY = Set.of("java/lang/Object", "java/lang/Enum");

    private final ClassPool pool;
    private final Calls calls;
    private final List<Code> codes;
    private final Set<Finding> found = new TreeSet<>();

    Search(final ClassPool pool, final Calls calls, final List<Code> codes) {
        this.pool = pool;
        this.calls = calls;
        this.codes = codes;
    }

    Collection<Finding> findings() {
        final HashOrder order = new HashOrder(pool, calls, codes);
        final Statics statics = new Statics(pool);
        for (final Code code : codes) {
            if ((code.method.access & Opcodes.ACC_NATIVE) != 0) {
                add(code, null, name(code.owner.name, code.method.name),
                    "is native, so nothing is known of it; write it in Java");
            }
            for (final AbstractInsnNode instruction : code.method.instructions) {
                look(code, instruction, order, statics);
            }
        }
        return found;
    }

    private void look(
        final Code code, final AbstractInsnNode instruction, final HashOrder order, final Statics statics) {
        if (instruction instanceof MethodInsnNode) {
            final MethodInsnNode call = (MethodInsnNode) instruction;
            called(code, call, call.owner, call.name, call.desc);
        } else if (instruction instanceof InvokeDynamicInsnNode) {
            for (final Object argument : ((InvokeDynamicInsnNode) instruction).bsmArgs) {
                if (argument instanceof Handle) {
                    final Handle handle = (Handle) argument;
                    called(code, instruction, handle.getOwner(), handle.getName(), handle.getDesc());
                }
            }
        }
        final String shown = order.shown(code, instruction);
        if (shown != null) {
            final MethodInsnNode call = instruction instanceof MethodInsnNode ? (MethodInsnNode) instruction : null;
            add(code, instruction, call == null ? "java.lang.String.valueOf" : name(call.owner, call.name), shown);
        }
        final String field = code.method.name.equals("<clinit>") ? null : statics.used(code, instruction);
        if (field != null) {
            add(code, instruction, field, Statics.why());
        }
    }

    private void called(
        final Code code, final AbstractInsnNode instruction, final String owner, final String method,
        final String descriptor) {
        final String declarer = owner.startsWith("[") ? "java/lang/Object"
            : pool.declarer(owner, method, descriptor);
        final ClassNode own = declarer == null ? null : pool.get(declarer);
        if (method.equals("hashCode") && descriptor.equals("()I") && !code.method.name.equals("hashCode")) {
            if (declarer != null && BY_IDENTITY.contains(declarer)) {
                add(code, instruction, name(owner, method),
                    "goes by identity and is another number in every run; use an id of your own");
            } else if (own != null && isMadeForRecord(own)) {
                add(code, instruction, name(owner, method),
                    "is not the same in all versions of Java for records; write one, or use an id of your own");
            }
        }
        if (own != null) {
            return;
        }
        for (final String above : pool.lineage(owner)) {
            final String why = Rules.against(above, !above.equals(owner), method, descriptor);
            if (why != null) {
                add(code, instruction, name(owner, method), why);
                return;
            }
        }
    }

    private static boolean isMadeForRecord(final ClassNode node) {
        for (final AbstractInsnNode instruction : ClassPool.method(node, "hashCode", "()I").instructions) {
            if (instruction instanceof InvokeDynamicInsnNode && ((InvokeDynamicInsnNode) instruction).bsm.getOwner()
                .equals("java/lang/runtime/ObjectMethods")) {
                return true;
            }
        }
        return false;
    }

    private void add(
        final Code code, final AbstractInsnNode instruction, final String what, final String why) {
        final Matcher lambda = LAMBDA.matcher(code.method.name);
        found.add(new Finding(
            code.owner.name.replace('/', '.'), lambda.matches() ? lambda.group(1) : code.method.name,
            code.owner.sourceFile == null ? "unknown" : code.owner.sourceFile,
            instruction == null ? 0 : Code.line(instruction), what, why));
    }

    private static String name(final String owner, final String method) {
        return owner.replace('/', '.') + "." + method;
    }
}
