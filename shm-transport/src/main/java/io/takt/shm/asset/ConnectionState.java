package io.takt.shm.asset;

import io.takt.shm.control.Event;
import io.takt.shm.control.Reply;
import io.takt.shm.control.Request;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The assets of a connection, and its hub, as far as it knows them: pure state, so that a test can give it commands in
 * any order.
 *
 * <pre>
 *   asset:  (none) ── Join ──► asked ── Joined ──► JOINED ── Ready ──► READY
 *                                └─ Abandon, Settled ─► (none)
 *           JOINED, READY ── the connection ends ──► ENDED
 *           JOINED, READY, ENDED ── Leave, Close, Fail, GiveUp, refused by the hub ──► (none)
 *
 *   connection:  AWAITING_HUB ── Linked ──► LINKED ── LinkEnded, and an asset attaches again ──► AWAITING_HUB
 *                   └─── CloseAll, HangUp ─────┴─── and the run's end, LinkEnded otherwise ──► ENDED
 * </pre>
 *
 * <p>Owned by one thread at a time, see {@link CommandBox}.
 */
final class ConnectionState {
    /** While there is no hub: links have greater numbers. */
    static final int NO_LINK = 0;

    /** The number of a request whose answer does not matter. */
    private static final long NO_ID = 0;

    private record Asked(String asset, int link) {
    }

    private enum Phase { JOINED, READY, ENDED }

    private static final class Member {
        private final long session;
        private final String asset;
        private final boolean attachesAgain;
        private Phase phase = Phase.JOINED;

        Member(final long session, final String asset, final boolean attachesAgain) {
            this.session = session;
            this.asset = asset;
            this.attachesAgain = attachesAgain;
        }
    }

    private final Map<Long, Asked> asked = new HashMap<>();
    private final Map<Long, Member> members = new LinkedHashMap<>();
    private final Map<String, Member> byName = new HashMap<>();
    private final String hub;
    /** LINKED by it; {@link #NO_LINK} while AWAITING_HUB. */
    private int link = NO_LINK;
    /** Null until the connection is ENDED. */
    private AssetSession.End end;
    private List<ConnectionEffect> effects;

    ConnectionState(final String hub) {
        this.hub = hub;
    }

    /** Takes a command. Says what is to be done, in this order. */
    List<ConnectionEffect> on(final ConnectionCommand command) {
        effects = new ArrayList<>();
        if (command instanceof ConnectionCommand.Join join) {
            join(join);
        } else if (command instanceof ConnectionCommand.Joined joined) {
            joined(joined);
        } else if (command instanceof ConnectionCommand.Abandon abandon) {
            abandon(abandon.session());
        } else if (command instanceof ConnectionCommand.Settled settled) {
            asked.remove(settled.session());
        } else if (command instanceof ConnectionCommand.LeaveNamed leave) {
            leave(byName.get(leave.asset()));
        } else if (command instanceof ConnectionCommand.CloseAll) {
            List.copyOf(members.values()).forEach(each -> close(each, "its connection"));
            endAll(AssetSession.End.LEFT);
        } else if (command instanceof ConnectionCommand.HangUp) {
            endAll(AssetSession.End.LOST);
        } else if (command instanceof ConnectionCommand.Heard heard) {
            if (heard.link() == link) {
                heard(heard.event());
            }
        } else if (command instanceof ConnectionCommand.LinkEnded ended) {
            linkEnded(ended.link());
        } else if (command instanceof ConnectionCommand.Linked linked) {
            linked(linked.link());
        } else if (command instanceof ConnectionCommand.Attach attach) {
            final Member member = members.get(attach.session());
            if (attach.link() == link && member != null && member.phase != Phase.ENDED) {
                effects.add(new ConnectionEffect.Ask(attach.session()));
            }
        } else if (command instanceof ConnectionCommand.Attached attached) {
            attached(attached);
        } else if (command instanceof ConnectionCommand.OfMember its) {
            if (members.containsKey(its.session())) {
                onMember(members.get(its.session()), its);
            }
        } else {
            throw new IllegalStateException("no part handles " + command);
        }
        return effects;
    }

    private void onMember(final Member member, final ConnectionCommand.OfMember command) {
        if (command instanceof ConnectionCommand.Ready) {
            member.phase = member.phase == Phase.JOINED ? Phase.READY : member.phase;
            tell(new Request.Ready(NO_ID, member.asset));
        } else if (command instanceof ConnectionCommand.ResetDone) {
            tell(new Request.ResetDone(NO_ID, member.asset));
        } else if (command instanceof ConnectionCommand.EndRun stop) {
            tell(new Request.Stop(NO_ID, member.asset, stop.reason(), stop.hasFailed()));
        } else if (command instanceof ConnectionCommand.Leave) {
            leave(member);
        } else if (command instanceof ConnectionCommand.Close close) {
            close(member, close.closed());
        } else if (command instanceof ConnectionCommand.Fail fail) {
            over(member, AssetSession.End.LEFT, null);
            tell(new Request.Fail(NO_ID, member.asset, fail.why(), fail.isDamaged()));
            forget(member);
        } else if (command instanceof ConnectionCommand.GiveUp giveUp) {
            over(member, AssetSession.End.LOST, giveUp.why());
            forget(member);
        } else {
            throw new IllegalStateException("no part handles " + command);
        }
    }

    private void tell(final Request request) {
        effects.add(new ConnectionEffect.Tell(request));
    }

    private void join(final ConnectionCommand.Join join) {
        if (end != AssetSession.End.LEFT) {
            asked.put(join.session(), new Asked(join.asset(), join.link()));
            effects.add(new ConnectionEffect.Ask(join.session()));
        }
    }

    /** Before any event that the hub sent after its answer. */
    private void joined(final ConnectionCommand.Joined joined) {
        final Asked question = asked.remove(joined.session());
        if (question == null) {
            return;
        }
        final Member member = new Member(joined.session(), question.asset, joined.attachesAgain());
        members.put(member.session, member);
        byName.put(member.asset, member);
        effects.add(new ConnectionEffect.NoteJoined(joined.reply()));
        effects.add(new ConnectionEffect.Open(member.session, joined.reply()));
        if (end != null) {
            end(member, end);
        }
    }

    /** The hub hears of it after the join, whether it has answered that by now or not. */
    private void abandon(final long session) {
        final Asked question = asked.remove(session);
        if (question == null) {
            leave(members.get(session));
        } else if (question.link == link) {
            tell(new Request.Leave(NO_ID, question.asset));
        }
    }

    private void leave(final Member member) {
        if (member != null) {
            over(member, AssetSession.End.LEFT, null);
            tell(new Request.Leave(NO_ID, member.asset));
            forget(member);
        }
    }

    private void close(final Member member, final String closed) {
        if (member.phase == Phase.ENDED) {
            leave(member);
        } else {
            over(member, AssetSession.End.LEFT, null);
            effects.add(new ConnectionEffect.TellClosed(member.session, closed));
            forget(member);
        }
    }

    /** Before the hub hears of it: the hub may then give the asset's counters to another. */
    private void over(final Member member, final AssetSession.End how, final String why) {
        effects.add(new ConnectionEffect.End(member.session, how, why));
        effects.add(new ConnectionEffect.Ring(member.session));
    }

    private void forget(final Member member) {
        members.remove(member.session);
        byName.remove(member.asset, member);
        effects.add(new ConnectionEffect.Forget(member.session));
    }

    private void end(final Member member, final AssetSession.End how) {
        member.phase = Phase.ENDED;
        effects.add(new ConnectionEffect.End(member.session, how, null));
    }

    private void endAll(final AssetSession.End how) {
        if (end == null) {
            end = how;
            effects.add(new ConnectionEffect.Over());
        }
        members.values().forEach(each -> end(each, end));
        effects.add(new ConnectionEffect.RingAll());
    }

    private void heard(final Event event) {
        if (event instanceof Event.Report) {
            effects.add(new ConnectionEffect.Report());
            return;
        }
        if (event instanceof Event.State state) {
            effects.add(new ConnectionEffect.NoteState(state));
            if (state.state().isEnd()) {
                endAll(AssetSession.End.STOPPED);
                return;
            }
        } else if (event instanceof Event.Reset) {
            members.keySet().forEach(each -> effects.add(new ConnectionEffect.Post(each, new SessionCommand.Reset())));
        } else if (event instanceof Event.Refused refused && byName.containsKey(refused.asset())) {
            final Member member = byName.get(refused.asset());
            over(member, AssetSession.End.LOST, refusal(refused.asset(), refused.error()));
            tell(new Request.Leave(NO_ID, refused.asset()));
            forget(member);
        } else if (event instanceof Event.Clocks fresh) {
            for (final Reply.AssetCounters counters : fresh.assets()) {
                final Member member = byName.get(counters.asset());
                if (member != null) {
                    effects.add(new ConnectionEffect.GiveClocks(member.session, fresh.coreTimeCounter(), counters));
                }
            }
        }
        effects.add(new ConnectionEffect.RingAll());
    }

    private void linkEnded(final int which) {
        if (which != link || end != null) {
            return;
        }
        link = NO_LINK;
        final List<Long> attaching = members.values().stream().filter(each -> each.attachesAgain)
            .map(each -> each.session).toList();
        if (attaching.isEmpty()) {
            endAll(AssetSession.End.LOST);
            return;
        }
        for (final Member each : members.values()) {
            if (each.attachesAgain) {
                effects.add(new ConnectionEffect.Post(each.session, new SessionCommand.Detach()));
            } else {
                end(each, AssetSession.End.LOST);
            }
        }
        effects.add(new ConnectionEffect.RingAll());
        effects.add(new ConnectionEffect.AwaitHub(attaching));
    }

    /** A connection that has ended meanwhile has no use for it. */
    private void linked(final int which) {
        if (end == null) {
            link = which;
            effects.add(new ConnectionEffect.UseLink(which));
        }
    }

    private void attached(final ConnectionCommand.Attached attached) {
        effects.add(new ConnectionEffect.NoteJoined(attached.reply()));
        final Member member = members.get(attached.session());
        if (member == null || attached.link() != link) {
            return;
        }
        effects.add(new ConnectionEffect.GiveClocks(member.session, attached.reply().coreTimeCounter(),
            attached.reply().clocks()));
        if (member.phase == Phase.READY) {
            tell(new Request.Ready(NO_ID, member.asset));
        }
        effects.add(new ConnectionEffect.Ring(member.session));
    }

    private String refusal(final String asset, final String error) {
        return "hub '" + hub + "' refuses asset '" + asset + "': " + error;
    }
}
