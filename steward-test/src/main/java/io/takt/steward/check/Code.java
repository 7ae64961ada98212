package io.takt.steward.check;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;
import org.objectweb.asm.tree.analysis.Analyzer;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.Frame;
import org.objectweb.asm.tree.analysis.SourceInterpreter;
import org.objectweb.asm.tree.analysis.SourceValue;

/**
 * A method of a checked class, with where the values on its stack come from: the instructions that made them, or an
 * instruction that is in no code and loads a parameter.
 */
final class Code {
    final ClassNode owner;
    final MethodNode method;
    private final Frame<SourceValue>[] frames;
    private final Map<AbstractInsnNode, Integer> positions = new HashMap<>();

    Code(final ClassNode owner, final MethodNode method) {
        this.owner = owner;
        this.method = method;
        try {
            frames = new Analyzer<>(new Origins()).analyze(owner.name, method);
        } catch (final AnalyzerException e) {
            throw new IllegalStateException(owner.name + "." + method.name + " is not sound", e);
        }
        for (final AbstractInsnNode instruction : method.instructions) {
            positions.put(instruction, positions.size());
        }
    }

    /** The instructions that made the value that is so deep in the stack before an instruction; 0 is the top. */
    Set<AbstractInsnNode> origins(final AbstractInsnNode instruction, final int depth) {
        final Integer position = positions.get(instruction);
        final Frame<SourceValue> frame = position == null ? null : frames[position];
        return frame == null ? Set.of() : frame.getStack(frame.getStackSize() - 1 - depth).insns;
    }

    /** The instructions that made the object that a method is called on; none for a static one. */
    Set<AbstractInsnNode> receiver(final MethodInsnNode call) {
        return call.getOpcode() == Opcodes.INVOKESTATIC ? Set.of() : origins(call, arguments(call));
    }

    /** The instructions that made an argument of a call. */
    Set<AbstractInsnNode> argument(final MethodInsnNode call, final int index) {
        return origins(call, arguments(call) - 1 - index);
    }

    static int arguments(final MethodInsnNode call) {
        return Type.getArgumentTypes(call.desc).length;
    }

    static int line(final AbstractInsnNode instruction) {
        AbstractInsnNode node = instruction;
        while (node != null && !(node instanceof LineNumberNode)) {
            node = node.getPrevious();
        }
        return node == null ? 0 : ((LineNumberNode) node).line;
    }

    boolean isStatic() {
        return (method.access & Opcodes.ACC_STATIC) != 0;
    }

    /** Values stay what they were when they are copied, stored, loaded and cast. */
    private static final class Origins extends SourceInterpreter {
        Origins() {
            super(Opcodes.ASM9);
        }

        @Override
        public SourceValue copyOperation(final AbstractInsnNode instruction, final SourceValue value) {
            return value;
        }

        @Override
        public SourceValue unaryOperation(final AbstractInsnNode instruction, final SourceValue value) {
            return instruction.getOpcode() == Opcodes.CHECKCAST ? value : super.unaryOperation(instruction, value);
        }

        @Override
        public SourceValue newParameterValue(final boolean isInstance, final int local, final Type type) {
            return new SourceValue(type.getSize(), new VarInsnNode(Opcodes.ALOAD, local));
        }
    }
}
