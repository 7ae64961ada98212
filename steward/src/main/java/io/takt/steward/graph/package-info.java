/**
 * The steward that redoes only what must be. It keeps the versions of every cell in order of time, for each version
 * who read it, and for each action, an event or the run of a predictor, what it read and wrote. A change in the past
 * marks the readers of what changed; marked actions and predictions that come up are worked off in order of time. An
 * action that does the same again leaves its versions as they are, so their readers are not marked.
 */
package io.takt.steward.graph;
