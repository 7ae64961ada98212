package io.takt.recording.command;

import io.takt.asset.SimTime;
import io.takt.asset.Steps;
import io.takt.asset.message.InputSpec;
import io.takt.asset.message.OutputSpec;
import io.takt.hub.command.Json;
import io.takt.recording.format.Ending;
import io.takt.recording.replay.Survey;
import io.takt.recording.replay.SurveyedAsset;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The contents of a recording, for a person or a program. */
final class InfoText {
    private final Survey survey;

    InfoText(final Survey survey) {
        this.survey = survey;
    }

    void print(final PrintStream out, final boolean isJson) {
        if (isJson) {
            out.println(Json.line(json()));
        } else {
            print(out);
        }
    }

    private void print(final PrintStream out) {
        final Ending ending = survey.ending();
        out.println("hub " + survey.beginning().hub() + ", seed " + survey.beginning().seed() + ", begun "
            + survey.beginning().begun());
        out.println("configuration " + survey.beginning().configuration());
        out.println(ending == null ? "no end" : ending.state() + " at " + SimTime.format(ending.coreTimeNs()) + ": "
            + ending.reason());
        if (survey.shortfall() != null) {
            out.println(survey.shortfall());
        }
        out.println(survey.position() + " bytes");
        final int width = Math.max(5, survey.assets().stream().mapToInt(asset -> asset.path().length()).max()
            .orElse(0));
        final String row = "%-" + width + "s  %10s  %10s  %12s  %10s  %12s  %10s  %s%n";
        out.println();
        out.printf(Locale.ROOT, row, "asset", "step", "joined", "known up to", "sent", "bytes", "delivered",
            "digest at the end");
        for (final SurveyedAsset asset : survey.assets()) {
            out.printf(Locale.ROOT, row, asset.path(), SimTime.format(asset.stepNs()),
                SimTime.format(asset.startNs()), asset.frontierNs() < 0 ? "-" : SimTime.format(asset.frontierNs()),
                asset.sent(), asset.sentBytes(), asset.delivered(), digest(asset));
        }
        for (final SurveyedAsset asset : survey.assets()) {
            remarks(asset).forEach(remark -> out.println(asset.path() + ": " + remark));
        }
    }

    private String digest(final SurveyedAsset asset) {
        final String digest = survey.ending() == null ? null : survey.ending().digestOf(asset.name());
        return digest == null ? "-" : digest;
    }

    private static List<String> remarks(final SurveyedAsset asset) {
        final List<String> remarks = new ArrayList<>();
        final Steps steps = asset.steps();
        if (!steps.isFixed()) {
            remarks.add((steps.isWhole() ? "whole " : "") + "steps of up to " + SimTime.format(steps.greatestNs())
                + " on a grid of " + SimTime.format(steps.granularityNs()));
        }
        if (asset.isGone()) {
            remarks.add((asset.isLost() ? "was lost at " : "left at ") + SimTime.format(asset.goneAtNs()));
        }
        if (asset.isReplaced()) {
            remarks.add("was lost and restarted");
        }
        if (asset.isLate()) {
            remarks.add("joined while the run was going on");
        }
        return remarks;
    }

    private Map<String, Object> json() {
        final Map<String, Object> json = new LinkedHashMap<>();
        json.put("recording", survey.folder().path().toString());
        json.put("beginning", survey.beginning());
        json.put("ending", survey.ending());
        json.put("whole", survey.isWhole() && !survey.isReset());
        json.put("shortfall", survey.shortfall());
        json.put("bytes", survey.position());
        json.put("assets", survey.assets().stream().map(InfoText::json).toList());
        return json;
    }

    private static Map<String, Object> json(final SurveyedAsset asset) {
        final Map<String, Object> json = new LinkedHashMap<>();
        json.put("name", asset.path());
        json.put("stepNs", asset.stepNs());
        json.put("granularityNs", asset.steps().granularityNs());
        json.put("wholeSteps", asset.steps().isWhole());
        json.put("startNs", asset.startNs());
        json.put("knownToNs", asset.frontierNs() < 0 ? null : asset.frontierNs());
        json.put("goneAtNs", asset.isGone() ? asset.goneAtNs() : null);
        json.put("lost", asset.isLost());
        json.put("late", asset.isLate());
        json.put("replaced", asset.isReplaced());
        json.put("sent", asset.sent());
        json.put("sentBytes", asset.sentBytes());
        json.put("delivered", asset.delivered());
        json.put("channels", asset.channels().stream().map(OutputSpec::channel).toList());
        json.put("inputs", asset.inputs().stream().map(InfoText::json).toList());
        return json;
    }

    private static Map<String, Object> json(final InputSpec input) {
        final Map<String, Object> json = new LinkedHashMap<>();
        json.put("channel", input.channel());
        json.put("sender", input.sender());
        json.put("delivery", input.delivery());
        json.put("delayNs", input.delayNs());
        json.put("jitterNs", input.jitterNs());
        json.put("loss", input.loss());
        return json;
    }
}
