package io.takt.proofs.rule;

import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * One spot of a shipped class that is changed when the class is loaded: a method, or one call within it, becomes a call
 * of a static method that takes the same arguments, the object first.
 *
 * @param owner  class, in full.
 * @param method its method; where there are several of that name, the first.
 * @param call   method that is called there; null for the method as a whole.
 * @param nth    of such calls, the first is 1; 0 for all.
 * @param by     class, in full, with a static method.
 * @param with   that method.
 */
public record Fault(String owner, String method, String call, int nth, String by, String with) {
    private static final String RULES = "io.takt.proofs.rule.BrokenRules";
    private static final String HUB = "io.takt.hub.core.BrokenHub";

    /** A method of a rule is another. */
    public static Fault rule(final String owner, final String method, final String with) {
        return new Fault("io.takt.rule." + owner, method, null, 0, RULES, with);
    }

    /** A call in the hub's machine is another. */
    public static Fault hub(final String owner, final String method, final String call, final int nth,
        final String with) {
        return new Fault("io.takt.hub.core." + owner, method, call, nth, HUB, with);
    }

    /** A call in an asset's messages is another. */
    static Fault messages(final String owner, final String method, final String call, final int nth,
        final String with) {
        return new Fault("io.takt.shm.message." + owner, method, call, nth, "io.takt.shm.message.BrokenGates", with);
    }

    /** A call in the assets' runtime is another. */
    static Fault runtime(final String owner, final String method, final String call, final int nth, final String with) {
        return new Fault("io.takt.shm." + owner, method, call, nth, RULES, with);
    }

    /** The class with the fault. */
    byte[] in(final byte[] classFile) {
        final ClassReader reader = new ClassReader(classFile);
        final ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        final Changed changed = new Changed(writer);
        reader.accept(changed, 0);
        if (changed.spots == 0) {
            throw new IllegalStateException("nothing to change: " + this);
        }
        return writer.toByteArray();
    }

    private void callInstead(final MethodVisitor code, final String descriptor, final String receiver) {
        final String full = receiver == null ? descriptor : "(L" + receiver + ";" + descriptor.substring(1);
        code.visitMethodInsn(Opcodes.INVOKESTATIC, by.replace('.', '/'), with, full, false);
    }

    private final class Changed extends ClassVisitor {
        private int spots;
        private int calls;
        private boolean found;

        Changed(final ClassWriter writer) {
            super(Opcodes.ASM9, writer);
        }

        @Override
        public MethodVisitor visitMethod(final int access, final String name, final String descriptor,
            final String signature, final String[] exceptions) {
            final MethodVisitor code = super.visitMethod(access, name, descriptor, signature, exceptions);
            if (!name.equals(method) || found && call == null) {
                return code;
            }
            found = true;
            if (call != null) {
                return new OtherCall(code);
            }
            spots++;
            final boolean isStatic = (access & Opcodes.ACC_STATIC) != 0;
            code.visitCode();
            int local = 0;
            if (!isStatic) {
                code.visitVarInsn(Opcodes.ALOAD, local++);
            }
            for (final Type argument : Type.getArgumentTypes(descriptor)) {
                code.visitVarInsn(argument.getOpcode(Opcodes.ILOAD), local);
                local += argument.getSize();
            }
            callInstead(code, descriptor, isStatic ? null : owner.replace('.', '/'));
            code.visitInsn(Type.getReturnType(descriptor).getOpcode(Opcodes.IRETURN));
            code.visitMaxs(0, 0);
            code.visitEnd();
            return null;
        }

        private final class OtherCall extends MethodVisitor {
            OtherCall(final MethodVisitor code) {
                super(Opcodes.ASM9, code);
            }

            @Override
            public void visitMethodInsn(final int opcode, final String itsOwner, final String name,
                final String descriptor, final boolean isInterface) {
                if (name.equals(call) && (++calls == nth || nth == 0)) {
                    spots++;
                    callInstead(mv, descriptor, opcode == Opcodes.INVOKESTATIC ? null : itsOwner);
                } else {
                    super.visitMethodInsn(opcode, itsOwner, name, descriptor, isInterface);
                }
            }
        }
    }
}
