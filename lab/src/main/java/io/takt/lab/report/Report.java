package io.takt.lab.report;

import java.util.List;
import java.util.Map;

/**
 * The result of an experiment.
 *
 * @param name       short, as in the command.
 * @param title      a headline.
 * @param findings   what is to be seen, in sentences of plain text.
 * @param parameters all that it takes to do it again, by name; the seed among them when chance played a part.
 * @param pictures   plots.
 * @param sheets     tables.
 * @param results    the figures that a program may want to read, by name: for {@code --json}.
 */
public record Report(String name, String title, List<String> findings, Map<String, ?> parameters,
    List<Picture> pictures, List<Sheet> sheets, Map<String, ?> results) {
}
