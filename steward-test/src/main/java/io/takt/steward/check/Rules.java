package io.takt.steward.check;

import java.util.List;
import java.util.Set;

/** Which methods of the Java library events may not call, and what to use instead. */
final class Rules {
    private static final String CLOCK = "reads a clock; use the time of the View or Transaction";
    private static final String RANDOM = "is another number in every run; use Transaction.random()";
    private static final String THREADS = "depends on how threads are scheduled; an event runs in one thread";
    private static final String OUTSIDE = "reads what differs from machine to machine; bring it in with a fiat event";
    private static final String LOCALE = "depends on the machine's locale; name Locale.ROOT";
    private static final String CHARSET = "depends on the machine's charset; name StandardCharsets.UTF_8";
    private static final String ZONE = "depends on the machine's time zone; name one";
    private static final String REFLECTION = "sees what the virtual machine leaves open; call what is meant directly";
    private static final String MEMORY = "depends on the garbage collector; keep what is needed in cells";
    private static final String HASH_ORDER = "makes a collection ordered by hash codes; ";
    private static final String ANY = "";

    /** Exact, or as the Java language's own operators; all others of Math may differ from machine to machine. */
    private static final Set<String> EXACT_MATH = Set.of(
        "abs", "absExact", "addExact", "ceil", "ceilDiv", "ceilDivExact", "ceilMod", "clamp", "copySign",
        "decrementExact", "divideExact", "floor", "floorDiv", "floorDivExact", "floorMod", "fma", "getExponent",
        "IEEEremainder", "incrementExact", "max", "min", "multiplyExact", "multiplyFull", "multiplyHigh",
        "negateExact", "nextAfter", "nextDown", "nextUp", "powExact", "rint", "round", "scalb", "signum", "sqrt",
        "subtractExact", "toIntExact", "ulp", "unsignedMultiplyExact", "unsignedMultiplyHigh", "unsignedPowExact");

    /** Owner, a class or a package with its last slash; names, none for all; start of the descriptor; why. */
    private static final List<Rule> RULES = List.of(
        new Rule("java/lang/System", ANY, CLOCK, "currentTimeMillis", "nanoTime"),
        new Rule("java/util/Date", "()", CLOCK, "<init>"),
        new Rule("java/util/GregorianCalendar", "()", CLOCK, "<init>"),
        new Rule("java/util/Calendar", ANY, CLOCK, "getInstance"),
        new Rule("java/time/Clock", ANY, CLOCK),
        new Rule("java/time/InstantSource", ANY, CLOCK),
        new Rule("java/time/", ANY, CLOCK, "now"),
        new Rule("java/time/ZoneId", ANY, ZONE, "systemDefault"),
        new Rule("java/util/TimeZone", ANY, ZONE, "getDefault"),

        new Rule("java/lang/Math", ANY, RANDOM, "random"),
        new Rule("java/lang/StrictMath", ANY, RANDOM, "random"),
        new Rule("java/util/Random", ANY, RANDOM),
        new Rule("java/util/SplittableRandom", ANY, RANDOM),
        new Rule("java/util/random/", ANY, RANDOM),
        new Rule("java/util/concurrent/ThreadLocalRandom", ANY, RANDOM),
        new Rule("java/security/SecureRandom", ANY, RANDOM),
        new Rule("java/util/UUID", ANY, RANDOM, "randomUUID"),
        new Rule("java/util/Collections", ANY, RANDOM, "shuffle"),

        new Rule("java/lang/System", ANY, "is another number in every run; use an id of your own, such as a cell's key",
            "identityHashCode"),
        new Rule("java/util/Objects", ANY, "is another text in every run; use an id of your own", "toIdentityString"),

        new Rule("java/util/Collection", ANY, THREADS, "parallelStream"),
        new Rule("java/util/stream/", ANY, THREADS, "parallel"),
        new Rule("java/util/stream/", ANY, "may give another one each time; use findFirst", "findAny"),
        new Rule("java/util/stream/Collectors", ANY, HASH_ORDER + "use Collectors.toCollection(TreeSet::new)",
            "toSet", "toUnmodifiableSet"),
        new Rule("java/util/stream/Collectors",
            "(Ljava/util/function/Function;Ljava/util/function/Function;)", HASH_ORDER + "name TreeMap::new", "toMap"),
        new Rule("java/util/stream/Collectors",
            "(Ljava/util/function/Function;Ljava/util/function/Function;Ljava/util/function/BinaryOperator;)",
            HASH_ORDER + "name TreeMap::new", "toMap"),
        new Rule("java/util/stream/Collectors", ANY, HASH_ORDER + "use toMap with TreeMap::new",
            "toUnmodifiableMap", "toConcurrentMap", "groupingByConcurrent"),
        new Rule("java/util/stream/Collectors", "(Ljava/util/function/Function;)",
            HASH_ORDER + "name TreeMap::new", "groupingBy"),
        new Rule("java/util/stream/Collectors", "(Ljava/util/function/Function;Ljava/util/stream/Collector;)",
            HASH_ORDER + "name TreeMap::new", "groupingBy"),
        new Rule("java/util/Arrays", ANY, THREADS,
            "parallelPrefix", "parallelSetAll", "parallelSort"),
        new Rule("java/lang/Thread", ANY, THREADS),
        new Rule("java/lang/ThreadLocal", ANY, THREADS),
        new Rule("java/util/Timer", ANY, THREADS),
        new Rule("java/lang/Object", ANY, THREADS, "wait", "notify", "notifyAll"),
        new Rule("java/util/concurrent/locks/", ANY, THREADS),
        new Rule("java/util/concurrent/Executors", ANY, THREADS),
        new Rule("java/util/concurrent/Executor", ANY, THREADS),
        new Rule("java/util/concurrent/ForkJoinTask", ANY, THREADS),
        new Rule("java/util/concurrent/Future", ANY, THREADS),
        new Rule("java/util/concurrent/CompletionStage", ANY, THREADS),
        new Rule("java/util/concurrent/CompletableFuture", ANY, THREADS),
        new Rule("java/util/concurrent/CountDownLatch", ANY, THREADS),
        new Rule("java/util/concurrent/CyclicBarrier", ANY, THREADS),
        new Rule("java/util/concurrent/Semaphore", ANY, THREADS),
        new Rule("java/util/concurrent/BlockingQueue", ANY, THREADS),

        new Rule("java/lang/System", ANY, OUTSIDE,
            "getProperty", "getProperties", "getenv", "lineSeparator", "console", "getSecurityManager"),
        new Rule("java/lang/Boolean", ANY, OUTSIDE, "getBoolean"),
        new Rule("java/lang/Integer", ANY, OUTSIDE, "getInteger"),
        new Rule("java/lang/Long", ANY, OUTSIDE, "getLong"),
        new Rule("java/lang/Runtime", ANY, OUTSIDE),
        new Rule("java/lang/ProcessHandle", ANY, OUTSIDE),
        new Rule("java/lang/ProcessBuilder", ANY, OUTSIDE),
        new Rule("java/lang/management/", ANY, OUTSIDE),
        new Rule("java/net/", ANY, OUTSIDE),
        new Rule("java/nio/file/", ANY, OUTSIDE),
        new Rule("java/nio/channels/", ANY, OUTSIDE),
        new Rule("java/io/File", ANY, OUTSIDE),
        new Rule("java/io/FileInputStream", ANY, OUTSIDE),
        new Rule("java/io/FileReader", ANY, OUTSIDE),
        new Rule("java/io/RandomAccessFile", ANY, OUTSIDE),
        new Rule("java/util/ResourceBundle", ANY, OUTSIDE),
        new Rule("java/util/prefs/", ANY, OUTSIDE),
        new Rule("java/nio/ByteOrder", ANY, OUTSIDE, "nativeOrder"),

        new Rule("java/util/Locale", ANY, LOCALE, "getDefault"),
        new Rule("java/lang/String", "(Ljava/lang/String;", LOCALE, "format"),
        new Rule("java/lang/String", ANY, LOCALE, "formatted"),
        new Rule("java/lang/String", "()", LOCALE, "toLowerCase", "toUpperCase"),
        new Rule("java/io/PrintStream", "(Ljava/lang/String;", LOCALE, "printf", "format"),
        new Rule("java/io/PrintWriter", "(Ljava/lang/String;", LOCALE, "printf", "format"),
        new Rule("java/util/Formatter", "()", LOCALE, "<init>"),
        new Rule("java/util/Formatter", "(Ljava/lang/Appendable;)", LOCALE, "<init>"),
        new Rule("java/util/Formatter", "(Ljava/lang/String;", LOCALE, "format"),
        new Rule("java/util/Scanner", ANY, LOCALE),
        new Rule("java/text/", ANY, LOCALE),
        new Rule("java/lang/String", "()", CHARSET, "getBytes"),
        new Rule("java/lang/String", "([B)", CHARSET, "<init>"),
        new Rule("java/lang/String", "([BII)", CHARSET, "<init>"),
        new Rule("java/nio/charset/Charset", ANY, CHARSET, "defaultCharset"),
        new Rule("java/io/InputStreamReader", "(Ljava/io/InputStream;)", CHARSET, "<init>"),
        new Rule("java/io/OutputStreamWriter", "(Ljava/io/OutputStream;)", CHARSET, "<init>"),

        new Rule("java/lang/Class", ANY, REFLECTION,
            "forName", "newInstance", "getFields", "getMethods", "getConstructors", "getClasses", "getDeclaredFields",
            "getDeclaredMethods", "getDeclaredConstructors", "getDeclaredClasses", "getField", "getMethod",
            "getConstructor", "getDeclaredField", "getDeclaredMethod", "getDeclaredConstructor", "getAnnotations",
            "getResource", "getResourceAsStream"),
        new Rule("java/lang/reflect/Array", ANY, null),
        new Rule("java/lang/reflect/", ANY, REFLECTION),
        new Rule("java/lang/invoke/", ANY, REFLECTION),
        new Rule("java/lang/ClassLoader", ANY, REFLECTION),
        new Rule("java/util/ServiceLoader", ANY, REFLECTION),
        new Rule("java/lang/StackWalker", ANY, REFLECTION),
        new Rule("java/lang/Throwable", ANY, REFLECTION, "getStackTrace"),
        new Rule("sun/misc/", ANY, REFLECTION),
        new Rule("jdk/internal/", ANY, REFLECTION),

        new Rule("java/lang/System", ANY, MEMORY, "gc", "runFinalization"),
        new Rule("java/lang/ref/", ANY, MEMORY),
        new Rule("java/util/WeakHashMap", ANY, MEMORY));

    private Rules() {
    }

    /**
     * Why a method may not be called, or null if it may. Rules for packages are for their own classes only, not for
     * classes elsewhere that extend them.
     */
    static String against(
        final String owner, final boolean isSuper, final String name, final String descriptor) {
        for (final Rule rule : RULES) {
            if (rule.concerns(owner, isSuper, name, descriptor)) {
                return rule.why;
            }
        }
        if (owner.equals("java/lang/Math") && !EXACT_MATH.contains(name)) {
            return name.equals("toRadians") || name.equals("toDegrees")
                ? "may differ from one Java to the next; multiply by a constant of your own"
                : "may differ from machine to machine; use StrictMath." + name;
        }
        return null;
    }

    /** Some methods of a class or package. */
    private static final class Rule {
        private final String owner;
        private final String descriptor;
        private final String why;
        private final List<String> names;

        Rule(final String owner, final String descriptor, final String why, final String... names) {
            this.owner = owner;
            this.descriptor = descriptor;
            this.why = why;
            this.names = List.of(names);
        }

        boolean concerns(
            final String calledOwner, final boolean isSuper, final String name, final String calledDescriptor) {
            return (owner.endsWith("/") ? !isSuper && calledOwner.startsWith(owner) : calledOwner.equals(owner))
                && (names.isEmpty() || names.contains(name)) && calledDescriptor.startsWith(descriptor);
        }
    }
}
