package io.takt.hub.config;

import io.takt.asset.SimTime;
import io.takt.asset.Steps;

/** Reads by how much an asset counts up at once: a fixed step, or steps that vary on a grid. */
final class StepsReader {
    static final String STEP = "step";
    static final String MAX_STEP = "maxStep";
    static final String GRANULARITY = "granularity";
    static final String WHOLE_STEPS = "wholeSteps";

    private StepsReader() {
    }

    /**
     * Reads them.
     *
     * @param asset of the configuration.
     * @return null when they are wrong, which is then told.
     */
    static Steps read(final Fields asset) {
        if (asset.has(MAX_STEP)) {
            return readVarying(asset);
        }
        boolean isMeantToVary = false;
        for (final String field : new String[] {GRANULARITY, WHOLE_STEPS}) {
            if (asset.has(field)) {
                isMeantToVary = true;
                asset.problem(field, "goes with maxStep only; " + (asset.has(STEP) ? "leave it out, or write maxStep"
                    + " and granularity instead of step" : "write maxStep, the longest step, beside it"));
            }
        }
        if (isMeantToVary && !asset.has(STEP)) {
            return null;
        }
        final long stepNs = asset.positiveTime(STEP);
        return stepNs > 0 ? Steps.fixedNs(stepNs) : null;
    }

    /** The field that decides how much the core has to move on for a step; either form of a fixed step has its own. */
    static String decisive(final Steps steps) {
        return steps.isFixed() ? STEP : steps.isWhole() ? MAX_STEP : GRANULARITY;
    }

    private static Steps readVarying(final Fields asset) {
        if (asset.has(STEP)) {
            asset.problem(STEP, "does not go with maxStep; leave out step for steps that vary, or maxStep for a fixed"
                + " one");
        }
        final long greatestNs = asset.positiveTime(MAX_STEP);
        final long granularityNs = readGranularity(asset);
        final boolean isWhole = asset.flag(WHOLE_STEPS, false);
        if (greatestNs <= 0 || granularityNs <= 0) {
            return null;
        }
        if (greatestNs % granularityNs != 0) {
            asset.problem(MAX_STEP, "is not a multiple of granularity (" + SimTime.format(granularityNs) + "); write "
                + multipleNear(greatestNs, granularityNs) + ", or another granularity");
            return null;
        }
        final Steps steps = new Steps(greatestNs, granularityNs, false);
        return isWhole ? steps.whole() : steps;
    }

    private static long readGranularity(final Fields asset) {
        if (!asset.has(GRANULARITY)) {
            asset.problem(GRANULARITY, "is missing; write the time that all steps are multiples of, such as \"1ms\"");
            return 0;
        }
        return asset.positiveTime(GRANULARITY);
    }

    private static String multipleNear(final long timeNs, final long granularityNs) {
        return SimTime.format(Math.max(granularityNs, timeNs - timeNs % granularityNs));
    }
}
