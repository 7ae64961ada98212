package io.takt.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.takt.asset.SimTime;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The FMUs of github.com/modelica/Reference-FMUs in pairs, with half their parameters sent by channel, against the
 * results that come with them and against FMPy, where the environment variable TAKT_REFERENCE_FMUS names a folder with
 * their sources, and the python3 on the PATH has FMPy. Alone, without a hub, they are tested in the module of the
 * wrapper, which has built them in the same folder.
 */
class FmuReferenceIT extends HubTest {
    private static final String SOURCES = System.getenv("TAKT_REFERENCE_FMUS");
    private static final double SAME_S = 1e-9;
    private static final Pattern LIST = Pattern.compile("\"\\[([^\"]*)]\"");
    private static final String FMPY = """
        import sys, fmpy
        model, step, stop, *names = sys.argv[1:]
        rows = fmpy.simulate_fmu(model, fmi_type="CoSimulation", stop_time=float(stop), step_size=float(step),
                                 output_interval=float(step), output=names)
        print(",".join(["time"] + names))
        for row in rows:
            print(",".join(" ".join(repr(float(x)) for x in (v if hasattr(v, "__len__") else [v])) for v in row))
        """;

    private Path fmu(final int version, final String model) throws Exception {
        assumeThat(SOURCES != null && PythonTools.isThere("cmake")).as("left out: needs TAKT_REFERENCE_FMUS, a folder"
            + " with the sources of github.com/modelica/Reference-FMUs, and cmake").isTrue();
        final Path build = TaktProcess.HOME.resolve("wrappers/fmu/target/reference-fmus/" + version);
        run(List.of("cmake", "-S", SOURCES, "-B", build.toString(), "-DFMI_VERSION=" + version, "-DCMAKE_BUILD_TYPE=",
            "--compile-no-warning-as-error"));
        run(List.of("cmake", "--build", build.toString(), "--target", model));
        return build.resolve("fmus").resolve(model + ".fmu");
    }

    private TaktProcess run(final List<String> command) throws Exception {
        final TaktProcess process = TaktProcess.start(folder, base, command).awaitEnd(PythonTools.LONG_S);
        assertThat(process.exitCode()).as(process.err()).isZero();
        return process;
    }

    /** Values by time, and by column; numbers of an array in one. */
    private static TreeMap<Double, Map<String, double[]>> table(final List<String> lines) {
        final TreeMap<Double, Map<String, double[]>> table = new TreeMap<>();
        final String[] names = lines.get(0).split(",");
        for (final String line : lines.subList(1, lines.size())) {
            final String[] cells = LIST.matcher(line).replaceAll(list -> list.group(1).replace(',', ' ')).split(",");
            final Map<String, double[]> row = new TreeMap<>();
            for (int i = 1; i < cells.length; i++) {
                if (!cells[i].isEmpty()) {
                    row.put(names[i], Stream.of(cells[i].strip().split(" +")).mapToDouble(Double::parseDouble)
                        .toArray());
                }
            }
            table.put(Double.valueOf(cells[0]), row);
        }
        return table;
    }

    private static void requireEqual(final TreeMap<Double, Map<String, double[]>> table, final double timeS,
        final String name, final double[] wanted) {
        final var row = table.floorEntry(timeS + SAME_S);
        assertThat(row.getKey()).as("a row at %s", timeS).isCloseTo(timeS, Offset.offset(SAME_S));
        final double[] found = row.getValue().get(name);
        assertThat(found).as(name + " at " + timeS).isNotNull().hasSameSizeAs(wanted);
        for (int i = 0; i < wanted.length; i++) {
            assertThat(found[i]).as(name + " at " + timeS).isCloseTo(wanted[i],
                Offset.offset(1e-12 + 1e-9 * Math.abs(wanted[i])));
        }
    }

    /**
     * The model begins with a wrong value, and is sent the right one. Its outputs are the inputs of Feedthrough, which
     * has them a step later.
     */
    @ParameterizedTest
    @CsvSource({
        "2, BouncingBall, 10ms, g=-1, Float64_continuous Float64_discrete",
        "2, Dahlquist, 100ms, k=2, Float64_discrete",
        "2, VanDerPol, 10ms, mu=3, Float64_continuous Float64_discrete", "2, Resource, 1s, , Int32",
        "2, Stair, 200ms, , Int32",
        "3, BouncingBall, 10ms, g=-1, Float64_continuous Float64_discrete",
        "3, Dahlquist, 100ms, k=2, Float64_discrete",
        "3, VanDerPol, 10ms, mu=3, Float64_continuous Float64_discrete", "3, Resource, 1s, , Int32",
        "3, Stair, 200ms, , Int32", "3, StateSpace, 1s, A=2 0 0 0 2 0 0 0 2, "})
    void aPairHasTheResultsOfTheReference(final int version, final String model, final String step, final String wrong,
        final String carriers) throws Exception {
        final Path file = fmu(version, model);
        final Path through = fmu(version, "Feedthrough");
        final var reference = table(Files.readAllLines(Path.of(SOURCES, model, model + "_out.csv")));
        final List<String> outputs = List.copyOf(reference.firstEntry().getValue().keySet());
        final double stopS = reference.lastKey();
        final ObjectMapper json = new ObjectMapper();
        final List<String> modelCommand = new ArrayList<>(List.of("takt", "fmu", file.toString()));
        final List<String> throughCommand = new ArrayList<>(List.of("takt", "fmu", through.toString()));
        final List<Object> channels = new ArrayList<>();
        final String parameter = wrong == null ? "" : wrong.replaceFirst("=.*", "");
        final List<Object> assets = new ArrayList<>(List.of(
            Map.of("name", "model", "step", step, "launch", modelCommand),
            Map.of("name", "through", "step", step, "launch", throughCommand),
            Map.of("name", "log", "step", step, "launch", List.of("takt", "log", "--out", "log.csv"))));
        if (wrong != null) {
            Files.writeString(folder.resolve("parameters.csv"), "time_s," + parameter + "\n0,\""
                + start(file, parameter) + "\"\n");
            assets.add(Map.of("name", "parameters", "step", step, "launch",
                List.of("takt", "play", "parameters.csv")));
            modelCommand.addAll(List.of("--set", wrong));
            channels.add(Map.of("name", parameter, "from", "parameters", "to", List.of("model")));
        }
        final String[] carrier = carriers == null ? new String[0] : carriers.split(" ");
        for (int i = 0; i < outputs.size(); i++) {
            final String output = outputs.get(i);
            channels.add(Map.of("name", output, "from", "model", "to",
                carrier.length == 0 ? List.of("log") : List.of("log", "through")));
            if (carrier.length > 0) {
                throughCommand.addAll(List.of("--in", output + "=" + carrier[i] + "_input", "--out",
                    "through." + output + "=" + carrier[i] + "_output"));
                channels.add(Map.of("name", "through." + output, "from", "through", "to", List.of("log")));
            }
        }
        json.writeValue(folder.resolve("pair.json").toFile(), Map.of("hub", "pair", "coreStep", step, "maxDelay",
            SimTime.format(10 * SimTime.parse(step)), "channels", channels, "assets", assets));
        final double stepS = SimTime.parse(step) / 1e9;
        // Stair would end the run at its last row, before the log has all; the others go on.
        final double untilS = model.equals("Stair") ? stopS - stepS : stopS + 2 * stepS;
        final TaktProcess run = TaktProcess.run(folder, base, "run", "-c", "pair.json", "--until",
            SimTime.format(Math.round(untilS * 1e9)), "--json");
        assertThat(run.exitCode()).as(run.err()).isZero();
        final var log = table(Files.readAllLines(folder.resolve("log.csv")));
        final var fmpy = ofFmpy(file, stepS, stopS, outputs);
        // The log has all that is delivered before its last step.
        final var rows = reference.subMap(stepS / 2, untilS - 1.5 * stepS);
        assertThat(rows).isNotEmpty();
        rows.forEach((timeS, row) -> row.forEach((name, wanted) -> {
            requireEqual(log, timeS, name, wanted);
            if (carrier.length > 0) {
                requireEqual(log, timeS + stepS, "through." + name, wanted);
            }
            if (fmpy != null) {
                requireEqual(fmpy, timeS, name, wanted);
            }
        }));
    }

    /** As a value of JSON. */
    private String start(final Path file, final String parameter) throws Exception {
        for (final JsonNode each : TaktProcess.run(folder, base, "fmu", "--info", "--json", file.toString()).json()
            .get("variables")) {
            if (each.get("name").textValue().equals(parameter)) {
                final String text = each.get("start").textValue();
                return each.get("dimensions").isEmpty() ? text : "[" + text.strip().replaceAll(" +", ", ") + "]";
            }
        }
        return "";
    }

    private TreeMap<Double, Map<String, double[]>> ofFmpy(final Path file, final double stepS, final double stopS,
        final List<String> outputs) throws Exception {
        final TaktProcess look = TaktProcess.start(folder, folder, List.of("python3", "-c", "import fmpy")).awaitEnd();
        if (look.exitCode() != 0) {
            return null;
        }
        final List<String> command = new ArrayList<>(List.of("python3", "-c", FMPY, file.toString(),
            Double.toString(stepS), Double.toString(stopS)));
        command.addAll(outputs);
        return table(run(command).out().lines().toList());
    }
}
