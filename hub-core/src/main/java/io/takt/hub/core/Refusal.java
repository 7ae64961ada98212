package io.takt.hub.core;

import io.takt.asset.RefusalCode;

/**
 * Why an asset cannot join.
 *
 * @param code for programs.
 * @param text for people, in one line.
 */
record Refusal(RefusalCode code, String text) {
}
