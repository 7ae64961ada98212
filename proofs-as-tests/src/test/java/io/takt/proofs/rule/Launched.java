package io.takt.proofs.rule;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Optional;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.reporting.ReportEntry;
import org.junit.platform.launcher.EngineFilter;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherConfig;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** The outcome of a property of this package, run as a usual build runs it, but with a {@link Fault} in what ships. */
final class Launched implements TestExecutionListener {
    /** Those of a usual build, in a long one as well: other tries could find another failure, or a smaller one. */
    private static final int TRIES = 1_000;

    private TestExecutionResult result;
    private final StringBuilder report = new StringBuilder();

    private Launched() {
    }

    /** Runs one property, given as class and method, to its end, shrinking included. */
    static Launched with(final Fault fault, final String property) {
        final Method method = methodOf(new FaultyClasses(fault), property);
        final LauncherDiscoveryRequest request = LauncherDiscoveryRequestBuilder.request()
            .selectors(selectMethod(method.getDeclaringClass(), method))
            .filters(EngineFilter.includeEngines("jqwik"))
            .configurationParameter("jqwik.database", "")
            .configurationParameter("jqwik.tries.default", Integer.toString(TRIES))
            .configurationParameter("jqwik.reporting.usejunitplatform", "true")
            .build();
        final LauncherConfig config = LauncherConfig.builder()
            .enableTestExecutionListenerAutoRegistration(false)
            .enableLauncherSessionListenerAutoRegistration(false)
            .build();
        final Launched launched = new Launched();
        LauncherFactory.create(config).execute(request, launched);
        if (launched.result == null) {
            throw new IllegalArgumentException(property + " is no property");
        }
        return launched;
    }

    private static Method methodOf(final ClassLoader classes, final String property) {
        final String[] names = property.split("#");
        try {
            final String name = Launched.class.getPackageName() + "." + names[0];
            return Arrays.stream(Class.forName(name, true, classes).getDeclaredMethods())
                .filter(method -> method.getName().equals(names[1]))
                .findFirst().orElseThrow(() -> new IllegalArgumentException(property));
        } catch (final ClassNotFoundException e) {
            throw new IllegalArgumentException(property, e);
        }
    }

    /** Why it failed; empty if it passed. */
    Optional<String> failure() {
        return result.getThrowable().map(Throwable::getMessage);
    }

    /** The report of jqwik. */
    String report() {
        return report.toString();
    }

    @Override
    public void executionFinished(final TestIdentifier test, final TestExecutionResult testResult) {
        if (test.isTest()) {
            result = testResult;
        }
    }

    @Override
    public void reportingEntryPublished(final TestIdentifier test, final ReportEntry entry) {
        entry.getKeyValuePairs().values().forEach(text -> report.append(text).append('\n'));
    }
}
