package io.takt.wrapper.fmu;

import com.sun.jna.Pointer;
import com.sun.jna.StringArray;
import java.util.List;

/** The categories that an FMU is asked to log: those of bad statuses, or all. */
final class LogCategories {
    private final StringArray names;
    private final int count;
    private final boolean isOn;

    LogCategories(final ModelDescription model, final FmuLog log) {
        final List<String> wanted = model.logCategories().stream()
            .filter(each -> log.tellsAll() || each.startsWith("logStatus")).toList();
        count = wanted.size();
        names = new StringArray(wanted.toArray(String[]::new), "UTF-8");
        isOn = log.tellsAll() || count > 0;
    }

    boolean isOn() {
        return isOn;
    }

    int count() {
        return count;
    }

    /** Of pointers to the names; 0 for no names. */
    long address() {
        return count == 0 ? 0 : Pointer.nativeValue(names);
    }
}
