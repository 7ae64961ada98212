/**
 * Listens to the messages between a hub's assets, from outside and without delaying an asset.
 *
 * <pre>
 *  logs of the assets        thread takt-tap                                     the caller
 *   LogTap ─────────► TappedLog ─┐
 *   LogTap ─────────► TappedLog ─┼─► TapOrder ─► TapQueue ─────────────────────► Tap.take
 *                                │      ▲ causes before effects, with the bytes      TapText, TapJson
 *   control socket ── TapLink ───┘      └─ SentMessages
 * </pre>
 */
package io.takt.hub.tap;
