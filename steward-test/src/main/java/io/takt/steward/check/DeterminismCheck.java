package io.takt.steward.check;

import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Finds in compiled classes what a deterministic simulation may not do. In a test:
 *
 * <pre>
 *   DeterminismCheck.of(Collision.class).verify();
 * </pre>
 *
 * <p>It finds calls of {@code Math.sin} and the like (not {@code StrictMath}), of clocks, random numbers, threads,
 * parallel streams, the environment, files, reflection, and methods that use the locale, charset or time zone of the
 * machine; hash codes by identity; places where the order of a {@code HashMap}, {@code HashSet}, {@code Set.of},
 * {@code Map.of} or {@code IdentityHashMap} shows; static fields that change, or whose contents do. Looking things up
 * in hash maps is fine, and so is sequential streaming.
 *
 * <p>It does not run the code, so it does not know which methods a call through a type of the Java library ends up in
 * when that type's objects come from outside the checked packages, or what is in a collection that does. It finds what
 * is done by mistake, not what is hidden on purpose.
 *
 * <p>For one thread.
 */
public final class DeterminismCheck {
    private final List<Path> places = new ArrayList<>();
    private final Set<String> packages = new TreeSet<>();
    private final Set<String> roots = new TreeSet<>();
    private final List<Allowance> allowances = new ArrayList<>();

    private DeterminismCheck() {
    }

    /**
     * Checks the package of a class and the packages below it, where the class was loaded from.
     *
     * @param member any class of the package.
     * @return to which more can be added.
     */
    public static DeterminismCheck of(final Class<?> member) {
        return new DeterminismCheck().and(member);
    }

    /**
     * Checks the package of another class, too, and the packages below it.
     *
     * @param member any class of the package.
     * @return this.
     */
    public DeterminismCheck and(final Class<?> member) {
        try {
            final Path place = Path.of(member.getProtectionDomain().getCodeSource().getLocation().toURI());
            if (!places.contains(place)) {
                places.add(place);
            }
        } catch (final URISyntaxException e) {
            throw new IllegalArgumentException("where " + member.getName() + " was loaded from is no file", e);
        }
        packages.add(member.getPackageName());
        return this;
    }

    /**
     * Checks only what may run when methods of some classes do, which it follows through the packages: without this,
     * every method of every class.
     *
     * @param classes of the packages: those of events and predictors.
     * @return this.
     */
    public DeterminismCheck startingAt(final Class<?>... classes) {
        for (final Class<?> root : classes) {
            roots.add(root.getName().replace('.', '/'));
        }
        return this;
    }

    /**
     * Allows one thing in one place. An allowance that nothing needs is an error of {@link #findings}: it would hide
     * the next mistake.
     *
     * @param where a class or a method as a finding names it, {@code my.game.Rain} or {@code my.game.Rain.fall}.
     * @param what  as a finding names it, {@code java.lang.Math.sin}.
     * @return this.
     */
    public DeterminismCheck allow(final String where, final String what) {
        allowances.add(new Allowance(where, what));
        return this;
    }

    /**
     * Looks.
     *
     * @return what is not allowed, in order of classes and lines.
     * @throws IllegalStateException if ASM is missing on the class path, or if nothing needs an allowance.
     */
    public List<Finding> findings() {
        requireAsm();
        final ClassPool pool = new ClassPool();
        places.forEach(place -> pool.read(place, packages));
        pool.link();
        for (final String root : roots) {
            if (pool.get(root) == null) {
                throw new IllegalArgumentException(root.replace('/', '.') + " is not in the packages " + packages);
            }
        }
        final Calls calls = new Calls(pool);
        final Reach reach = roots.isEmpty() ? null : new Reach(pool, calls, roots);
        final List<Code> codes = new ArrayList<>();
        for (final ClassNode node : pool.all()) {
            for (final MethodNode method : node.methods) {
                if (reach == null || reach.contains(method)) {
                    codes.add(new Code(node, method));
                }
            }
        }
        final Collection<Finding> all = new Search(pool, calls, codes).findings();
        final List<Finding> left = new ArrayList<>();
        final Set<Allowance> needed = new TreeSet<>();
        for (final Finding finding : all) {
            boolean allowed = false;
            for (final Allowance allowance : allowances) {
                if (allowance.covers(finding)) {
                    needed.add(allowance);
                    allowed = true;
                }
            }
            if (!allowed) {
                left.add(finding);
            }
        }
        for (final Allowance allowance : allowances) {
            if (!needed.contains(allowance)) {
                throw new IllegalStateException("nothing needs the allowance of " + allowance);
            }
        }
        return left;
    }

    /** The dependency is optional, and the class loader's own error would name a class, not what to add. */
    private static void requireAsm() {
        try {
            Class.forName("org.objectweb.asm.tree.analysis.Analyzer", false, DeterminismCheck.class.getClassLoader());
        } catch (final ClassNotFoundException e) {
            throw new IllegalStateException("DeterminismCheck reads class files by ASM, which is not on the class path:"
                + " add the dependency org.ow2.asm:asm-analysis to the tests", e);
        }
    }

    /** Fails if there is any finding, with one line for each. */
    public void verify() {
        final List<Finding> findings = findings();
        if (!findings.isEmpty()) {
            final StringBuilder text = new StringBuilder("not deterministic:");
            findings.forEach(finding -> text.append('\n').append(finding));
            throw new AssertionError(text.toString());
        }
    }

    /** Something that is allowed somewhere. */
    private static final class Allowance implements Comparable<Allowance> {
        private final String where;
        private final String what;

        Allowance(final String where, final String what) {
            this.where = where;
            this.what = what;
        }

        boolean covers(final Finding finding) {
            return finding.what().equals(what)
                && (where.equals(finding.className()) || where.equals(finding.className() + "." + finding.method()));
        }

        @Override
        public int compareTo(final Allowance other) {
            return toString().compareTo(other.toString());
        }

        @Override
        public boolean equals(final Object other) {
            return other instanceof Allowance && compareTo((Allowance) other) == 0;
        }

        @Override
        public int hashCode() {
            return toString().hashCode();
        }

        @Override
        public String toString() {
            return what + " in " + where;
        }
    }
}
