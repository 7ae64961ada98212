package io.takt.dis.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.takt.wrapper.kit.WrapperException;
import java.net.InetAddress;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** No PDU leaves the host, and none comes from outside, unless an interface is named. */
class EndpointTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "-", textBlock = """
        10.0.0.7:3000        | -                | 10.0.0.7:3000 is not on this host: name the interface
        255.255.255.255:3000 | -                | 255.255.255.255:3000 is not on this host: name the interface
        127.0.0.2:3000       | 0.0.0.0:3000     | --listen: 0.0.0.0:3000 is not of this host alone
        127.0.0.1:3000       | -                | PDUs to 127.0.0.1:3000 would come back in: name another port
        239.1.2.3:3000       | 127.0.0.1:3000   | --listen is for PDUs to one machine
        239.1.2.3            | -                | --to: '239.1.2.3' is no ADDRESS:PORT, such as 239.1.2.3:3000
        239.1.2.300:3000     | -                | --to: '239.1.2.300:3000' is no ADDRESS:PORT
        239.1.2.3:65536      | -                | --to: '239.1.2.3:65536' is no ADDRESS:PORT
        localhost:3000       | -                | --to: 'localhost:3000' is no ADDRESS:PORT
        """)
    void whatIsWrongIsToldInOneLine(final String to, final String listen, final String message) {
        assertThatThrownBy(() -> Endpoint.of(to, listen, null)).isInstanceOf(WrapperException.class)
            .hasMessageStartingWith(message);
    }

    @ParameterizedTest
    @ValueSource(strings = {"239.1.2.3:3000", "127.255.255.255:3000", "127.0.0.9:3000"})
    void theInterfaceIsLoopbackIfNoneIsNamed(final String to) throws Exception {
        final Endpoint endpoint = Endpoint.of(to, null, null);
        assertThat(endpoint.by().isLoopback()).isTrue();
        assertThat(endpoint.own().isLoopbackAddress()).isTrue();
    }

    /** Broadcasts come in at any address: their senders tell where they are from. */
    @Test
    void broadcastsFromOtherNetworksAreNotTaken() throws Exception {
        final Endpoint endpoint = Endpoint.of("127.255.255.255:3000", null, null);
        assertThat(endpoint.isNear(InetAddress.getByName("127.0.0.9"))).isTrue();
        assertThat(endpoint.isNear(InetAddress.getByName("10.0.0.9"))).isFalse();
        assertThatThrownBy(() -> Endpoint.of("10.0.0.7:3000", null, "none0")).hasMessageStartingWith(
            "there is no interface 'none0'; there are ");
    }
}
