/**
 * The steward that redoes only affected actions. It keeps the versions of every cell in order of time, the readers of
 * each version, and the reads and writes of each action, which is an event or the run of a predictor. A change in the
 * past marks the readers of the changed version; marked actions and due predictions are worked off in order of time. An
 * action with the same result as before leaves its versions as they are, so their readers are not marked.
 */
package io.takt.steward.graph;
