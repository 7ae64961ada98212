package io.takt.wrapper.fmu;

import com.sun.jna.Native;
import io.takt.wrapper.kit.WrapperException;
import java.io.IOException;
import java.nio.file.Path;

/**
 * An FMU that is open: its description, and an instance of its model in this process.
 *
 * @param path     of its file, for messages.
 * @param model    as it describes itself.
 * @param binary   that is loaded.
 * @param instance made, with start values as in the description.
 * @param log      takes what the FMU says.
 */
record Fmu(Path path, ModelDescription model, FmuBinary binary, Instance instance, FmuLog log)
    implements AutoCloseable {
    /** Unpacks the file, loads its binary and makes an instance. */
    static Fmu open(final Path path, final FmuLog log) throws IOException {
        if (Native.POINTER_SIZE != Long.BYTES) {
            throw new WrapperException("this Java is one of 32 bits; FMUs can be opened with one of 64");
        }
        final ModelDescription model;
        final FmuBinary binary;
        try (FmuArchive archive = new FmuArchive(path)) {
            model = archive.description();
            binary = new FmuBinary(archive, model);
        }
        return make(path, model, binary, model.modelName(), log);
    }

    /** The same without binary and instance, of a file that has both. */
    static Fmu described(final Path path) throws IOException {
        try (FmuArchive archive = new FmuArchive(path)) {
            final ModelDescription model = archive.description();
            FmuBinary.entry(archive, model);
            return new Fmu(path, model, null, null, null);
        }
    }

    private static Fmu make(final Path path, final ModelDescription model, final FmuBinary binary, final String name,
        final FmuLog log) throws IOException {
        try {
            final Instance instance = model.isFmi3() ? new Fmi3Instance(binary, model, log)
                : new Fmi2Instance(binary, model, log);
            instance.instantiate(name);
            return new Fmu(path, model, binary, instance, log);
        } catch (final WrapperException e) {
            binary.close();
            throw new WrapperException(path + ": " + e.getMessage(), e);
        }
    }

    /** Makes another instance with the same binary, which is unloaded once all of them are closed. */
    Fmu another(final String name, final FmuLog ofThat) throws IOException {
        if (model.coSimulation().can("canBeInstantiatedOnlyOncePerProcess")) {
            throw new WrapperException(path + " can have one instance in a process, so '" + name
                + "' needs a process of its own");
        }
        binary.share();
        return make(path, model, binary, name, ofThat);
    }

    /** The variable of a name. */
    Variable variable(final String name) throws WrapperException {
        final Variable variable = model.variables().get(name);
        if (variable == null) {
            throw new WrapperException(path + " has no variable '" + name + "'; its inputs are " + model.names("input")
                + ", its outputs " + model.names("output") + ", its parameters " + model.names("parameter"));
        }
        return variable;
    }

    @Override
    public void close() throws IOException {
        instance.close();
        binary.close();
    }
}
