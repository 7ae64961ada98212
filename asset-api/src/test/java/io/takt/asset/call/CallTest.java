package io.takt.asset.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.takt.asset.AssetSpec;
import io.takt.asset.call.Call.State;
import io.takt.asset.call.CallLab.Party;
import io.takt.asset.message.Codec;
import io.takt.asset.message.InputSpec;
import io.takt.asset.message.OutputSpec;
import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

class CallTest {
    private static final Runnable NOTHING = () -> { };

    private final CallLab lab = new CallLab();
    private final Party server = lab.join("planner", "plan.answers");
    private final Party drone = lab.join("drone", "plan.requests");
    private final Party truck = lab.join("truck", "plan.requests");
    private final List<ServiceRequest<String, Long>> heard = new ArrayList<>();
    private Service<String, Long> service = serve(server);
    private final Caller<String, Long> ofDrone = caller(drone);
    private final Caller<String, Long> ofTruck = caller(truck);

    private Service<String, Long> serve(final Party party) {
        return Service.of(party, "plan", Codec.text(), Codec.oneLong(), heard::add);
    }

    private static Caller<String, Long> caller(final Party party) {
        return Caller.of(party, "plan", Codec.text(), Codec.oneLong());
    }

    private Call<Long> ask(final Party party, final Caller<String, Long> caller, final String what,
        final long timeOutNs) {
        final List<Call<Long>> calls = new ArrayList<>();
        party.step(() -> calls.add(caller.call(what, timeOutNs)));
        return calls.get(0);
    }

    @Test
    void aRequestIsAnswered() {
        final Call<Long> call = ask(drone, ofDrone, "north", 1_000);
        assertThat(call.state()).isEqualTo(State.PENDING);
        assertThatIllegalStateException().isThrownBy(call::answer)
            .withMessage("the call has no answer, it is PENDING; ask state() first");
        server.step(NOTHING);
        assertThat(heard).as("sent at 10").isEmpty();
        server.step(() -> {
            assertThat(heard.get(0).query()).isEqualTo("north");
            assertThat(heard.get(0).client()).isEqualTo("drone");
            assertThat(heard.get(0).timeOutNs()).isEqualTo(1_000);
            assertThat(service.open()).containsExactly(heard.get(0));
            assertThat(heard.get(0).answer(7L)).isTrue();
            assertThat(heard.get(0).answer(8L)).as("once").isFalse();
            assertThat(service.open()).isEmpty();
        });
        drone.step(NOTHING);
        assertThat(call.isDone()).isFalse();
        drone.step(NOTHING);
        assertThat(call.state()).isEqualTo(State.ANSWERED);
        assertThat(call.answer()).isEqualTo(7);
    }

    @Test
    void progressComesBeforeAnError() {
        final Call<Long> call = ask(drone, ofDrone, "north", 1_000);
        server.step(NOTHING);
        server.step(() -> heard.get(0).progress("half"));
        drone.step(NOTHING);
        drone.step(NOTHING);
        assertThat(call.progress()).isEqualTo("half");
        assertThat(call.state()).isEqualTo(State.PENDING);
        server.step(() -> heard.get(0).fail("no way"));
        drone.step(NOTHING);
        assertThat(call.state()).isEqualTo(State.FAILED);
        assertThat(call.error()).isEqualTo("no way");
        server.step(() -> assertThat(heard.get(0).progress("more")).isFalse());
    }

    @Test
    void manyCallsOfManyClientsDoNotMeet() {
        final List<Call<Long>> calls = new ArrayList<>();
        drone.step(() -> {
            calls.add(ofDrone.call("1", 1_000));
            calls.add(ofDrone.call("2", 1_000));
        });
        truck.step(() -> calls.add(ofTruck.call("3", 1_000)));
        server.step(NOTHING);
        server.step(() -> {
            assertThat(service.open()).extracting(ServiceRequest::query).containsExactly("1", "2", "3");
            for (int i = 2; i >= 0; i--) {
                heard.get(i).answer(Long.valueOf(heard.get(i).query()));
            }
        });
        for (int i = 0; i < 2; i++) {
            drone.step(NOTHING);
            truck.step(NOTHING);
        }
        assertThat(calls).extracting(Call::answer).containsExactly(1L, 2L, 3L);
    }

    @Test
    void aCallTimesOutInSimulatedTimeAndALateAnswerIsPassedOver() {
        final Call<Long> call = ask(drone, ofDrone, "north", 20);
        server.step(NOTHING);
        drone.step(() -> assertThat(call.state()).isEqualTo(State.PENDING));
        drone.step(() -> assertThat(call.state()).isEqualTo(State.TIMED_OUT));
        server.step(() -> assertThat(heard.get(0).answer(7L)).as("still open here, at 10").isTrue());
        drone.step(NOTHING);
        assertThat(call.state()).as("its answer was delivered at 20, and is there at 20 in order").isEqualTo(
            State.ANSWERED);
    }

    @Test
    void anAnswerAfterTheTimeOutIsPassedOver() {
        final Call<Long> call = ask(drone, ofDrone, "north", 15);
        server.step(NOTHING);
        server.step(() -> assertThat(heard.get(0).answer(7L)).isTrue());
        drone.step(NOTHING);
        drone.step(() -> assertThat(call.state()).isEqualTo(State.TIMED_OUT));
        assertThat(call.state()).isEqualTo(State.TIMED_OUT);
    }

    @Test
    void theServiceKnowsWhenTheClientHasGivenUp() {
        ask(drone, ofDrone, "north", 20);
        server.step(NOTHING);
        server.step(() -> assertThat(service.open()).hasSize(1));
        server.step(() -> {
            assertThat(heard.get(0).answer(7L)).isFalse();
            assertThat(service.open()).isEmpty();
        });
    }

    @Test
    void aCancelIsToldAndALateAnswerIsPassedOver() {
        final Call<Long> call = ask(drone, ofDrone, "north", 1_000);
        server.step(NOTHING);
        server.step(NOTHING);
        drone.step(call::cancel);
        call.cancel();
        assertThat(call.state()).isEqualTo(State.CANCELLED);
        server.step(() -> assertThat(heard.get(0).isOpen()).isFalse());
        assertThat(service.open()).isEmpty();
        final Call<Long> crossed = ask(drone, ofDrone, "south", 1_000);
        server.step(() -> assertThat(heard.get(1).answer(7L)).isTrue());
        drone.step(crossed::cancel);
        drone.step(NOTHING);
        assertThat(crossed.state()).isEqualTo(State.CANCELLED);
    }

    @Test
    void aCallWhoseCancelCannotBeSentGoesOn() {
        final Call<Long> call = ask(drone, ofDrone, "north", 1_000);
        drone.maySend(false);
        assertThatIllegalStateException().isThrownBy(call::cancel).withMessage("outside a step");
        assertThat(call.state()).isEqualTo(State.PENDING);
        server.step(NOTHING);
        server.step(() -> assertThat(heard.get(0).answer(7L)).isTrue());
        drone.step(NOTHING);
        drone.step(NOTHING);
        assertThat(call.answer()).isEqualTo(7);
    }

    @Test
    void aServiceThatLeavesLetsCallsTimeOut() {
        server.leave();
        final Call<Long> call = ask(drone, ofDrone, "north", 30);
        drone.step(NOTHING);
        assertThat(call.state()).isEqualTo(State.PENDING);
        drone.step(NOTHING);
        assertThat(call.state()).isEqualTo(State.TIMED_OUT);
    }

    @Test
    void aResetForgetsEverything() {
        final Call<Long> call = ask(drone, ofDrone, "north", 1_000);
        server.step(NOTHING);
        server.step(NOTHING);
        for (final Party party : List.of(server, drone, truck)) {
            party.reset();
        }
        ofDrone.reset();
        service.reset();
        assertThat(call.state()).isEqualTo(State.CANCELLED);
        assertThat(service.open()).isEmpty();
        assertThat(heard.get(0).answer(7L)).isFalse();
        final Call<Long> again = ask(drone, ofDrone, "north", 1_000);
        server.step(NOTHING);
        server.step(() -> heard.get(1).answer(8L));
        drone.step(NOTHING);
        drone.step(NOTHING);
        assertThat(again.answer()).isEqualTo(8);
        assertThat(call.state()).isEqualTo(State.CANCELLED);
    }

    @Test
    void aProcessThatTakesTheClientsPlaceGetsNoAnswersOfTheOneBefore() {
        ask(drone, ofDrone, "north", 1_000);
        server.step(NOTHING);
        final Party next = lab.join("drone", "plan.requests");
        final Caller<String, Long> ofNext = caller(next);
        final Call<Long> own = ask(next, ofNext, "south", 1_000);
        server.step(() -> heard.get(0).answer(1L));
        next.step(NOTHING);
        assertThat(own.state()).isEqualTo(State.PENDING);
        server.step(() -> heard.get(1).answer(2L));
        next.step(NOTHING);
        next.step(NOTHING);
        assertThat(own.answer()).isEqualTo(2);
    }

    @Test
    void aServiceThatIsStartedAgainKnowsNoRequestOfTheOneBefore() {
        final Call<Long> call = ask(drone, ofDrone, "north", 40);
        server.step(NOTHING);
        server.step(NOTHING);
        final Party next = lab.join("planner", "plan.answers");
        service = serve(next);
        drone.step(call::cancel);
        next.step(NOTHING);
        assertThat(service.open()).isEmpty();
    }

    @Test
    void anUnreadableRequestIsAnError() {
        final Caller<byte[], byte[]> raw = Caller.of(truck, "plan", Codec.bytes(), Codec.bytes());
        final List<Call<byte[]>> calls = new ArrayList<>();
        truck.step(() -> calls.add(raw.call(new byte[] {-1}, 1_000)));
        server.step(NOTHING);
        server.step(NOTHING);
        truck.step(NOTHING);
        truck.step(NOTHING);
        assertThat(heard).isEmpty();
        assertThat(calls.get(0).error())
            .isEqualTo("the request cannot be read: a message of 1 bytes is no text in UTF-8");
        final Caller<String, double[]> wrong = Caller.of(drone, "plan", Codec.text(), Codec.of(value -> null, bytes -> {
            throw new IllegalArgumentException("no number");
        }));
        final List<Call<double[]>> others = new ArrayList<>();
        drone.step(() -> others.add(wrong.call("x", 1_000)));
        server.step(() -> heard.get(0).answer(1L));
        for (int i = 0; i < 3; i++) {
            drone.step(NOTHING);
        }
        assertThat(others.get(0).error()).isEqualTo("the answer cannot be read: no number");
    }

    @Test
    void aMessageThatIsNoCallIsReportedAsSuch() {
        truck.step(() -> truck.output("plan.requests").send(new UnsafeBuffer(new byte[30]), 0, 30));
        server.step(NOTHING);
        assertThatIllegalStateException().isThrownBy(() -> server.step(NOTHING)).havingCause()
            .withMessage("channel 'plan.requests': a message of 30 bytes from asset 'truck' is no part of a call; is"
                + " that channel sent by hand?");
    }

    @Test
    void aTimeOutIsATimeToCome() {
        drone.step(() -> assertThatIllegalArgumentException().isThrownBy(() -> ofDrone.call("x", 0))
            .withMessage("the call times out at 0s, and it is 0s; the time-out is a time, later than that"));
        assertThat(ask(drone, ofDrone, "x", Long.MAX_VALUE).timeOutNs()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void bothSidesDeclareTheirChannels() {
        assertThat(AssetSpec.named("planner").serves("plan", "drone", "truck")).isEqualTo(AssetSpec.named("planner")
            .sends("plan.answers").receives(InputSpec.gated("plan.requests", "drone"))
            .receives(InputSpec.gated("plan.requests", "truck")));
        assertThat(AssetSpec.named("drone").calls("plan", "planner").outputs())
            .containsExactly(OutputSpec.named("plan.requests"));
        assertThat(AssetSpec.named("drone").calls("plan", "planner").inputs())
            .containsExactly(InputSpec.gated("plan.answers", "planner"));
    }
}
