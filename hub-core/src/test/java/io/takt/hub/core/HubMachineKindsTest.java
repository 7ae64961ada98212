package io.takt.hub.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.asset.HubState;
import io.takt.hub.core.HubLab.Plan;
import io.takt.hub.core.event.HubCommand;
import io.takt.hub.core.event.ParentNews;
import io.takt.shm.control.Request;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Each kind of command and of request has a part that handles it, and a hub's life is as drawn. */
class HubMachineKindsTest {
    private static Stream<Class<?>> commands() {
        // These two carry kinds of their own.
        return Arrays.stream(HubCommand.class.getPermittedSubclasses())
            .filter(kind -> kind != HubCommand.Ask.class && kind != HubCommand.OfParent.class);
    }

    private static Stream<Class<?>> news() {
        return Arrays.stream(ParentNews.class.getPermittedSubclasses());
    }

    private static Stream<Class<?>> requests() {
        return Arrays.stream(Request.class.getPermittedSubclasses());
    }

    /** With numbers that are 0, texts that name an asset which is not there, and no objects. */
    private static Object empty(final Class<?> kind) throws ReflectiveOperationException {
        final Constructor<?> constructor = Arrays.stream(kind.getDeclaredConstructors())
            .filter(each -> each.getParameterCount() == kind.getRecordComponents().length).findFirst().orElseThrow();
        constructor.setAccessible(true);
        final List<Object> values = new ArrayList<>();
        for (final Class<?> type : constructor.getParameterTypes()) {
            values.add(type == String.class ? "x" : type == List.class ? List.of()
                : Array.get(Array.newInstance(type, 1), 0));
        }
        return constructor.newInstance(values.toArray());
    }

    @ParameterizedTest
    @MethodSource("commands")
    void eachCommandIsHandled(final Class<?> kind) {
        final HubLab lab = Plan.of(10, 40).open();
        assertIsHandled(() -> lab.machine.on((HubCommand) empty(kind)));
    }

    @ParameterizedTest
    @MethodSource("requests")
    void eachRequestIsHandled(final Class<?> kind) {
        final HubLab lab = Plan.of(10, 40).open();
        assertIsHandled(() -> lab.machine.on(new HubCommand.Ask(1, (Request) empty(kind), 0)));
    }

    @ParameterizedTest
    @MethodSource("news")
    void eachWordOfTheParentIsHandled(final Class<?> kind) {
        final HubLab lab = Plan.of(10, 40).open();
        assertIsHandled(() -> lab.machine.on(new HubCommand.OfParent((ParentNews) empty(kind))));
    }

    /** What is not in an empty one is missed by the part that handles it. */
    private static void assertIsHandled(final ThrowingCallable what) {
        try {
            what.call();
        } catch (final NullPointerException e) {
            assertThat(e).isNotNull();
        } catch (final Throwable e) {
            throw new AssertionError(e);
        }
    }

    @ParameterizedTest
    @EnumSource(HubState.class)
    void noStateFollowsTheEndAndEveryOtherLeadsThere(final HubState state) {
        assertThat(Life.leads(HubState.STOPPED, state)).isFalse();
        assertThat(Life.leads(HubState.FAILED, state)).isFalse();
        assertThat(Life.leads(state, HubState.FAILED)).isEqualTo(!state.isEnd());
        assertThat(Life.leads(state, state)).isFalse();
    }

    @Test
    void aRunBeginsByReadyAlone() {
        assertThat(Life.leads(HubState.WAITING, HubState.RUNNING)).isFalse();
        assertThat(Life.leads(HubState.RESETTING, HubState.RUNNING)).isFalse();
    }
}
