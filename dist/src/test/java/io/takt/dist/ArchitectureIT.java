package io.takt.dist;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.ArchConfiguration;
import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.library.Architectures.LayeredArchitecture;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Which module may use which. A new module finds its place here and in docs/explanation/architecture.md. */
@Tag("long")
class ArchitectureIT {
    private static final List<Module> MODULES = List.of(
        new Module("asset-api", "io.takt.asset"),
        new Module("rules", "io.takt.rule", "asset-api"),
        new Module("shm-transport", "io.takt.shm", "asset-api", "rules"),
        new Module("hub-core", "io.takt.hub", "asset-api", "rules", "shm-transport"),
        new Module("federation", "io.takt.federation", "asset-api", "rules", "shm-transport", "hub-core"),
        new Module("recording", "io.takt.recording", "asset-api", "rules", "shm-transport", "hub-core"),
        new Module("dashboards", "io.takt.dashboards", "asset-api", "rules", "shm-transport", "hub-core"),
        new Module("conform", "io.takt.conform", "asset-api", "rules", "shm-transport", "hub-core"),
        new Module("wrappers/kit", "io.takt.wrapper.kit", "asset-api"),
        new Module("wrappers/program", "io.takt.wrapper.program", "asset-api", "hub-core", "wrappers/kit"),
        new Module("wrappers/series", "io.takt.wrapper.series", "asset-api", "hub-core", "wrappers/kit"),
        new Module("wrappers/fmu", "io.takt.wrapper.fmu", "asset-api", "hub-core", "wrappers/kit"),
        new Module("bridges/dis", "io.takt.dis", "asset-api", "shm-transport", "hub-core", "wrappers/kit"),
        new Module("bridges/mcap", "io.takt.mcap", "asset-api", "hub-core", "recording", "wrappers/kit"),
        new Module("bridges/hakoniwa", "io.takt.hakoniwa", "asset-api", "shm-transport", "hub-core"),
        new Module("lab", "io.takt.lab", "asset-api", "rules", "shm-transport", "hub-core"),
        new Module("steward", "io.takt.steward"),
        new Module("steward-test", "io.takt.steward.[check|replay]", "steward"),
        new Module("steward-kit", "io.takt.steward.[trajectory|neighbour|collection]", "steward"),
        new Module("steward-asset", "io.takt.steward.asset", "asset-api", "steward"),
        new Module("steward-scenarios", "io.takt.steward.scenario", "asset-api", "rules", "shm-transport", "hub-core",
            "steward", "steward-kit"),
        new Module("bench", "io.takt.bench", "asset-api", "rules", "shm-transport", "hub-core", "steward",
            "steward-scenarios"));

    private static final Pattern NAMED = Pattern.compile("<module>([\\w/-]+)</module>");

    private static JavaClasses code;

    private record Module(String name, String basePackage, String... mayUse) {
        Path classes() {
            return TaktProcess.HOME.resolve(name).resolve("target/classes");
        }

        /** Another module's package may begin with this one's. */
        DescribedPredicate<JavaClass> content() {
            DescribedPredicate<JavaClass> content = resideInAPackage(basePackage + "..");
            for (final Module other : MODULES) {
                if (other.basePackage.startsWith(basePackage + ".")) {
                    content = content.and(resideOutsideOfPackage(other.basePackage + ".."));
                }
            }
            return content;
        }
    }

    @BeforeAll
    static void readCode() {
        // Dependencies of other people's classes are not looked at.
        ArchConfiguration.get().setResolveMissingDependenciesFromClassPath(false);
        code = new ClassFileImporter().importPaths(MODULES.stream().map(Module::classes).toList());
    }

    @AfterAll
    static void forget() {
        code = null;
        ArchConfiguration.get().reset();
    }

    @Test
    void everyModuleWithCodeIsLookedAt() throws IOException {
        final Matcher named = NAMED.matcher(Files.readString(TaktProcess.HOME.resolve("pom.xml")));
        final List<String> withCode = new ArrayList<>();
        while (named.find()) {
            if (Files.isDirectory(TaktProcess.HOME.resolve(named.group(1)).resolve("src/main/java"))) {
                withCode.add(named.group(1));
            }
        }
        assertThat(withCode).containsExactlyInAnyOrderElementsOf(MODULES.stream().map(Module::name).toList());
    }

    @Test
    void noPackagesDependOnEachOther() {
        slices().matching("io.takt.(**)").should().beFreeOfCycles().check(code);
    }

    @Test
    void modulesUseOnlyThoseBelowThem() {
        LayeredArchitecture layers = layeredArchitecture().consideringOnlyDependenciesInLayers()
            .ensureAllClassesAreContainedInArchitecture();
        for (final Module module : MODULES) {
            layers = layers.layer(module.name()).definedBy(module.content());
        }
        for (final Module module : MODULES) {
            layers = module.mayUse().length == 0 ? layers.whereLayer(module.name()).mayNotAccessAnyLayer()
                : layers.whereLayer(module.name()).mayOnlyAccessLayers(module.mayUse());
        }
        layers.check(code);
    }

    /** An author's class path needs only the types that the API's own types mention. */
    @Test
    void theApiNeedsNothingButAgrona() {
        classes().that().resideInAPackage("io.takt.asset..").should().onlyDependOnClassesThat()
            .resideInAnyPackage("io.takt.asset..", "org.agrona..", "java..").check(code);
    }

    @Test
    void theRulesNeedNoLibrary() {
        classes().that().resideInAPackage("io.takt.rule..").should().onlyDependOnClassesThat()
            .resideInAnyPackage("io.takt.rule..", "io.takt.asset..", "java..").check(code);
    }
}
