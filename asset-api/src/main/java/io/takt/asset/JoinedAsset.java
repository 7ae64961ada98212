package io.takt.asset;

import io.takt.asset.message.Channels;

/**
 * An asset that has joined a hub, whichever way it takes its turns. The calls that shape its turns, {@link #wakeAt},
 * {@link #stepTo} and {@link #chooseStep}, are only for the thread that drives it: from another one they throw an
 * {@link IllegalStateException} while a thread is in {@link HubConnection#run()}. A polled asset has no fixed thread,
 * so there the caller has to make sure of it.
 */
public interface JoinedAsset extends AutoCloseable {
    /** {@return the asset's name, with which it joined} */
    String name();

    /** {@return T_i in nanoseconds of simulation time} */
    long timeNs();

    /**
     * The channels that the asset sends and receives.
     *
     * @return the same object always; one without channels when the asset has none.
     */
    Channels channels();

    /** {@return T_c as it stands now, in nanoseconds of simulation time; from any thread} */
    long coreTimeNs();

    /** {@return ΔT_c in nanoseconds of simulation time, more than 0} */
    long coreStepNs();

    /** {@return D_max, by which the core is ahead of this asset at most, in nanoseconds of simulation time} */
    long maxDelayNs();

    /**
     * The scenario's seed, for simulators that draw numbers: the same one gives the same run.
     *
     * @return as in the hub's configuration; 0 where that says nothing.
     */
    long seed();

    /**
     * Whether another process of this asset has ended a step in this run at the time from which this one started: then
     * that one's files up to there are of this run.
     *
     * @return false for one that started at 0, or joined a running hub; also for one that neither sends nor receives,
     *         of which it is not known. From any thread.
     */
    boolean isSuccessor();

    /** {@return the state of the hub, as last told by it; from any thread} */
    HubState hubState();

    /**
     * Ends the run for all in good order: {@link HubState#STOPPED}, with exit code 0. Does not wait for the end: the
     * asset hears of it like all others, which may be up to D_max ahead or behind. Does nothing when the asset has
     * left, or the run has ended.
     *
     * @param reason one line, such as {@code landed}.
     */
    void stopRun(String reason);

    /**
     * Ends the run for all as failed: {@link HubState#FAILED}, with exit code 1. This asset need not be broken; a
     * broken one throws instead, and counts as lost. Otherwise like {@link #stopRun}.
     *
     * @param reason one line, such as {@code fell over}.
     */
    void failRun(String reason);

    /**
     * Leaves the hub in good order, at any moment: this asset bounds the core no longer. A step that is under way is
     * its last, and is not published any more. Does nothing when it has left before.
     */
    void leave();

    /**
     * Ends the asset's part. Without a {@link #leave} before it, and while the hub runs, the asset counts as lost,
     * because this method also runs after an exception. Does nothing after {@code leave()}, nor the second time.
     */
    @Override
    void close();

    /**
     * The asset has nothing to do before a time, unless something is delivered: its clock counts up without it, and its
     * next turn begins at that time, or at the first delivery of a gated message before it, whichever is first. Both
     * are rounded up to the grid of its steps. A step that is under way, and may end anywhere, ends at that time if it
     * would go beyond it, but not before the messages sent in it; so the next turn begins one granularity later at the
     * earliest. A step that is fixed or whole is done to its end. The request ends with that turn, or with a reset.
     *
     * <p>This is HELICS' time request and HLA's next message request. It is the same in every run: when the turn comes,
     * and with which messages, does not depend on how processes are scheduled.
     *
     * @param timeNs nanoseconds of simulation time; {@link Long#MAX_VALUE} for the first delivery, whenever it comes.
     *               A time that has passed means the next possible turn.
     */
    void wakeAt(long timeNs);

    /**
     * Ends the step under way earlier than allowed. Only for steps that vary and are not whole. While messages are
     * handed over before the step, only its earliest end, one granularity later, can be chosen.
     *
     * @param toNs later than {@link #timeNs()}, on the grid of the steps, and not later than the step may go.
     * @throws IllegalArgumentException for any other time, and when a message was sent in this step with a later stamp.
     * @throws IllegalStateException    when no step is under way, or it is fixed or whole.
     */
    void stepTo(long toNs);

    /**
     * Chooses the length of each step from the next one on, for an asset with {@linkplain Steps#whole() whole} steps.
     * Before the first call, and after a reset, it is the greatest step.
     *
     * @param stepNs nanoseconds of simulation time; a multiple of the granularity, not more than the greatest step.
     * @throws IllegalArgumentException for any other step.
     * @throws IllegalStateException    when its steps are not whole ones.
     */
    void chooseStep(long stepNs);
}
