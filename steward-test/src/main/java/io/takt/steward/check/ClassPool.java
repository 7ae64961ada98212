package io.takt.steward.check;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.ProviderNotFoundException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.MethodNode;

/** The classes that are checked, by internal name, and the facts known of the classes that they build on. */
final class ClassPool {
    private final Map<String, ClassNode> checked = new TreeMap<>();
    private final Map<String, ClassNode> others = new TreeMap<>();
    private final Map<String, List<ClassNode>> subtypes = new TreeMap<>();

    /** Reads the classes of some packages and of the packages below them, from a directory or a jar. */
    void read(final Path place, final Collection<String> packages) {
        try {
            if (Files.isDirectory(place)) {
                readTree(place, packages);
            } else {
                try (FileSystem jar = FileSystems.newFileSystem(place, (ClassLoader) null)) {
                    readTree(jar.getPath("/"), packages);
                }
            }
        } catch (final IOException e) {
            throw new UncheckedIOException("classes cannot be read from " + place, e);
        } catch (final ProviderNotFoundException e) {
            throw new IllegalArgumentException(place + " is neither a folder nor a jar of class files, which the check"
                + " reads: compile the physics first; one that is run from its source file has none", e);
        }
    }

    private void readTree(final Path root, final Collection<String> packages) throws IOException {
        for (final String name : packages) {
            final Path start = root.resolve(name.replace('.', '/'));
            if (Files.isDirectory(start)) {
                try (Stream<Path> files = Files.walk(start)) {
                    for (final Path file : (Iterable<Path>) files::iterator) {
                        if (file.toString().endsWith(".class") && !file.endsWith("module-info.class")) {
                            final ClassNode node = parsed(Files.readAllBytes(file), 0);
                            checked.put(node.name, node);
                        }
                    }
                }
            }
        }
    }

    /** To be called when all are read. */
    void link() {
        for (final ClassNode node : checked.values()) {
            for (final String above : supertypes(node)) {
                subtypes.computeIfAbsent(above, name -> new ArrayList<>()).add(node);
            }
        }
    }

    Collection<ClassNode> all() {
        return checked.values();
    }

    ClassNode get(final String name) {
        return checked.get(name);
    }

    /** The class and all that it extends and implements, nearest first, those of the Java library included. */
    List<String> lineage(final String name) {
        final List<String> found = new ArrayList<>(List.of(name));
        for (int i = 0; i < found.size(); i++) {
            final ClassNode node = known(found.get(i));
            if (node != null) {
                for (final String above : supertypes(node)) {
                    if (!found.contains(above)) {
                        found.add(above);
                    }
                }
            }
        }
        return found;
    }

    /** Checked classes that extend or implement a type, at any distance, the type itself included. */
    List<ClassNode> family(final String name) {
        final List<ClassNode> found = new ArrayList<>();
        if (checked.containsKey(name)) {
            found.add(checked.get(name));
        } else {
            found.addAll(subtypes.getOrDefault(name, List.of()));
        }
        for (int i = 0; i < found.size(); i++) {
            for (final ClassNode below : subtypes.getOrDefault(found.get(i).name, List.of())) {
                if (!found.contains(below)) {
                    found.add(below);
                }
            }
        }
        return found;
    }

    /** The class that declares a method, looked for from a class upward; null if it is not known. */
    String declarer(final String owner, final String name, final String descriptor) {
        for (final String candidate : lineage(owner)) {
            final ClassNode node = known(candidate);
            if (node != null && method(node, name, descriptor) != null) {
                return candidate;
            }
        }
        return null;
    }

    static MethodNode method(final ClassNode node, final String name, final String descriptor) {
        for (final MethodNode method : node.methods) {
            if (method.name.equals(name) && method.desc.equals(descriptor)) {
                return method;
            }
        }
        return null;
    }

    FieldNode field(final String owner, final String name) {
        for (final String candidate : lineage(owner)) {
            final ClassNode node = checked.get(candidate);
            if (node != null) {
                for (final FieldNode field : node.fields) {
                    if (field.name.equals(name)) {
                        return field;
                    }
                }
            }
        }
        return null;
    }

    static List<String> supertypes(final ClassNode node) {
        final List<String> above = new ArrayList<>();
        if (node.superName != null) {
            above.add(node.superName);
        }
        above.addAll(node.interfaces);
        return above;
    }

    private ClassNode known(final String name) {
        final ClassNode node = checked.get(name);
        if (node == null && !others.containsKey(name)) {
            others.put(name, load(name));
        }
        return node != null ? node : others.get(name);
    }

    /** Null if there is no such class on the class path. */
    private static ClassNode load(final String name) {
        try (InputStream in = ClassLoader.getSystemResourceAsStream(name + ".class")) {
            return in == null ? null : parsed(in.readAllBytes(), ClassReader.SKIP_CODE);
        } catch (final IOException e) {
            throw new UncheckedIOException("the class " + name + " cannot be read", e);
        }
    }

    private static ClassNode parsed(final byte[] bytes, final int flags) {
        final ClassNode node = new ClassNode();
        new ClassReader(bytes).accept(node, flags | ClassReader.SKIP_FRAMES);
        return node;
    }
}
