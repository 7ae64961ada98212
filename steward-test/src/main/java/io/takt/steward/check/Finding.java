package io.takt.steward.check;

/**
 * One place in the code that may make a simulation depend on something outside it.
 *
 * <p>Immutable.
 */
public final class Finding implements Comparable<Finding> {
    private final String className;
    private final String method;
    private final String file;
    private final int line;
    private final String what;
    private final String why;

    Finding(
        final String className, final String method, final String file, final int line, final String what,
        final String why) {
        this.className = className;
        this.method = method;
        this.file = file;
        this.line = line;
        this.what = what;
        this.why = why;
    }

    /**
     * Where it is.
     *
     * @return the name of the class, as in {@link Class#getName}.
     */
    public String className() {
        return className;
    }

    /**
     * Where it is.
     *
     * @return the name of the method; that of the method around it, if it is in a lambda expression.
     */
    public String method() {
        return method;
    }

    /**
     * Where it is.
     *
     * @return the line in the source file, or 0 if the class file does not tell.
     */
    public int line() {
        return line;
    }

    /**
     * The action there.
     *
     * @return the method that is called or the field that is used, with its class: {@code java.lang.Math.sin}.
     */
    public String what() {
        return what;
    }

    /**
     * Why it may not be done, and what to do instead.
     *
     * @return one line.
     */
    public String why() {
        return why;
    }

    /** In the order of classes, lines and actions. */
    @Override
    public int compareTo(final Finding other) {
        int order = className.compareTo(other.className);
        order = order != 0 ? order : Integer.compare(line, other.line);
        order = order != 0 ? order : method.compareTo(other.method);
        order = order != 0 ? order : what.compareTo(other.what);
        return order != 0 ? order : why.compareTo(other.why);
    }

    @Override
    public boolean equals(final Object other) {
        return other instanceof Finding && compareTo((Finding) other) == 0;
    }

    @Override
    public int hashCode() {
        return className.hashCode() * 31 + line;
    }

    /** Class, method, line, the action and its remedy, in one line as stack traces have it. */
    @Override
    public String toString() {
        return className + "." + method + "(" + file + ":" + line + ") " + what + ": " + why;
    }
}
