/**
 * The live page that a hub serves beside its metrics: one status after the other is made a {@code HubView}, which
 * becomes frames for browsers.
 *
 * <pre>
 *  hub ── status, 5 a second while anyone looks ──► Feed ── HubView ──► Frames ──► EventStream ──► browser
 *                  1 a second, for the history        │                               ▲
 *                                                     ├── History, Happenings ────────┘
 *                                                     └── AssetDetail
 * </pre>
 */
package io.takt.dashboards.page;
