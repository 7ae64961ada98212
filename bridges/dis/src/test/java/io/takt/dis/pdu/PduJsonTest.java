package io.takt.dis.pdu;

import static io.takt.dis.Pdus.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import edu.nps.moves.dis7.AcknowledgePdu;
import edu.nps.moves.dis7.DetonationPdu;
import edu.nps.moves.dis7.EntityStatePdu;
import edu.nps.moves.dis7.FirePdu;
import edu.nps.moves.dis7.MunitionDescriptor;
import edu.nps.moves.dis7.StartResumePdu;
import edu.nps.moves.dis7.StopFreezePdu;
import io.takt.dis.Pdus;
import java.nio.ByteBuffer;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** PDUs as JSON and back; Open-DIS reads the same values from our bytes. */
class PduJsonTest {
    private static final String TANK = "{'id': [1, 2, 3], 'force': 1, 'type': [1, 2, 225, 4, 5, 6, 7],"
        + " 'velocity': [1.5, -2.25, 0.1], 'location': [4437182.0232, -395338.0731, 4549131.3],"
        + " 'orientation': [0.5, -0.25, 3], 'appearance': 4294967295, 'algorithm': 8, 'acceleration': [1, 2, 3],"
        + " 'angularVelocity': [0.1, 0.2, 0.3], 'marking': 'TÄNK 1', 'capabilities': 9,"
        + " 'records': ['000102030405060708090a0b0c0d0e0f', '04000001000000000000000000000000']}";

    /** Any bytes that have finite numbers come back, but for padding. */
    @Property
    void bytesBecomeJsonAndTheSameBytes(@ForAll final long seed) {
        final Random random = new Random(seed);
        for (final PduKind kind : PduKind.values()) {
            final int records = kind.countIndex() < 0 ? 0 : random.nextInt(4);
            final int length = kind.bytes() + PduKind.RECORD_BYTES * records;
            final ByteBuffer pdu = ByteBuffer.allocate(length);
            random.nextBytes(pdu.array());
            Header.write(pdu, 6, 0, kind, length);
            if (kind.countIndex() >= 0) {
                pdu.put(kind.countIndex(), (byte) records);
            }
            int at = Header.LENGTH;
            for (final Field each : kind.fields()) {
                for (int i = 0; i < each.count(); i++) {
                    if (each.type() == FieldType.F32) {
                        pdu.putFloat(at + 4 * i, random.nextFloat() * 1e6f);
                    } else if (each.type() == FieldType.F64) {
                        pdu.putDouble(at + 8 * i, random.nextGaussian() * 1e6);
                    } else if (each.name() == null && each.type() != FieldType.COUNT) {
                        pdu.put(at + i, (byte) 0);
                    }
                }
                at += each.bytes();
            }
            assertThat(kind.fits(pdu, 0, length)).isTrue();
            assertThat(PduJson.write(kind, PduJson.read(kind, pdu, 0), 6, 0).array()).isEqualTo(pdu.array());
        }
    }

    @Test
    void openDisReadsWhatWeWriteOfAnEntity() {
        final ByteBuffer pdu = Pdus.pdu(PduKind.ENTITY, TANK, 7);
        final EntityStatePdu state = new EntityStatePdu();
        state.unmarshal(pdu);
        assertThat(pdu.hasRemaining()).as("bytes that it leaves").isFalse();
        assertThat(state.getProtocolVersion()).isEqualTo((short) 7);
        assertThat(state.getPduType()).isEqualTo((short) 1);
        assertThat(state.getProtocolFamily()).isEqualTo((short) 1);
        assertThat(state.getEntityID().getEntityID()).isEqualTo(3);
        assertThat(state.getEntityID().getSiteID()).isEqualTo(1);
        assertThat(state.getForceId()).isEqualTo((short) 1);
        assertThat(state.getEntityType().getCountry()).isEqualTo(225);
        assertThat(state.getEntityType().getExtra()).isEqualTo((short) 7);
        assertThat(state.getEntityLinearVelocity().getY()).isEqualTo(-2.25f);
        assertThat(state.getEntityLocation().getX()).isEqualTo(4437182.0232);
        assertThat(state.getEntityOrientation().getTheta()).isEqualTo(-0.25f);
        assertThat((int) state.getEntityAppearance()).isEqualTo(-1);
        assertThat(state.getDeadReckoningParameters().getDeadReckoningAlgorithm()).isEqualTo((short) 8);
        assertThat(state.getDeadReckoningParameters().getEntityLinearAcceleration().getZ()).isEqualTo(3);
        assertThat(state.getDeadReckoningParameters().getEntityAngularVelocity().getX()).isEqualTo(0.1f);
        assertThat(state.getMarking().getCharacters()[3]).isEqualTo((byte) 'K');
        assertThat(state.getCapabilities()).isEqualTo(9);
        assertThat(state.getNumberOfVariableParameters()).isEqualTo((short) 2);
        assertThat(PduJson.read(PduKind.ENTITY, pdu, 0).toString()).contains("\"marking\":\"TÄNK 1\"")
            .contains("\"velocity\":[1.5,-2.25,0.1]").contains("\"id\":[1,2,3]");
    }

    @Test
    void openDisReadsWhatWeWriteOfTheOthers() {
        final FirePdu fire = new FirePdu();
        fire.unmarshal(Pdus.pdu(PduKind.FIRE, "{'id': 1, 'target': [5, 6, 7], 'munitionType': [2, 1, 0, 0, 0, 0, 9],"
            + " 'fuse': 77, 'rate': 4, 'location': [1, 2, 3], 'velocity': [4, 5, 6], 'range': 1000}", 0));
        assertThat(fire.getFiringEntityID().getEntityID()).isEqualTo(1);
        assertThat(fire.getTargetEntityID().getEntityID()).isEqualTo(7);
        assertThat(((MunitionDescriptor) fire.getDescriptor()).getFuse()).isEqualTo(77);
        assertThat(fire.getLocationInWorldCoordinates().getZ()).isEqualTo(3);
        assertThat(fire.getRange()).isEqualTo(1000);
        final DetonationPdu detonation = new DetonationPdu();
        detonation.unmarshal(Pdus.pdu(PduKind.DETONATION, "{'id': 1, 'event': [8, 9, 10], 'velocity': [4, 5, 6],"
            + " 'location': [1, 2, 3], 'result': 5, 'locationInTarget': [7, 8, 9]}", 0));
        assertThat(detonation.getLocationInWorldCoordinates().getX()).isEqualTo(1);
        assertThat(detonation.getLocationOfEntityCoordinates().getZ()).isEqualTo(9);
        assertThat(detonation.getDetonationResult()).isEqualTo((short) 5);
        final StartResumePdu start = new StartResumePdu();
        start.unmarshal(Pdus.pdu(PduKind.START, "{'id': 1, 'receiver': [65535, 65535, 65535], 'request': 6}", 0));
        assertThat(start.getRequestID()).isEqualTo(6);
        assertThat(start.getReceivingEntityID().getEntityID()).isEqualTo(65535);
        final StopFreezePdu stop = new StopFreezePdu();
        stop.unmarshal(Pdus.pdu(PduKind.STOP, "{'id': 1, 'reason': 2, 'frozenBehavior': 3, 'request': 6}", 0));
        assertThat(stop.getReason()).isEqualTo((short) 2);
        assertThat(stop.getRequestID()).isEqualTo(6);
        final AcknowledgePdu answer = new AcknowledgePdu();
        answer.unmarshal(Pdus.pdu(PduKind.ACKNOWLEDGE, "{'id': 1, 'acknowledged': 4, 'response': 1, 'request': 6}", 0));
        assertThat(answer.getAcknowledgeFlag()).isEqualTo(4);
        assertThat(answer.getResponseFlag()).isEqualTo(1);
        assertThat(answer.getRequestID()).isEqualTo(6);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
        {'id': 70000}               | the field 'id': 70000 is no whole number from 0 to 65535
        {'id': [1, 2]}              | the field 'id': [1,2] is no list of 3 numbers
        {'location': 'here'}        | the field 'location': "here" is no list of 3 numbers
        {'location': [1, 2, 'NaN']} | the field 'location': "NaN" is no finite number
        {'velocity': [1e39, 2, 3]}  | the field 'velocity': 1.0E39 is no finite number of single precision
        {'type': 5}                 | the field 'type': 5 is no type of an entity: a list of kind, domain,
        {'marking': 'twelve chars'} | the field 'marking': "twelve chars" is no text of at most 11 Latin characters
        {'otherParameters': '00'}   | the field 'otherParameters': "00" is no text of 30 hexadecimal digits
        {'records': ['xy']}         | "xy" is no text of 32 hexadecimal digits
        {'records': 3}              | the field 'records' is no list of at most 255 records
        {'pose': 1}                 | there is no field 'pose'; there are id, force, type, otherType, velocity,
        [1]                         | a JSON object is needed, with fields such as "id"
        """)
    void aWrongValueIsToldInOneLine(final String text, final String message) {
        assertThatThrownBy(() -> PduJson.write(PduKind.ENTITY, json(text), 7, 0))
            .isInstanceOf(IllegalArgumentException.class).hasMessageStartingWith(message);
    }
}
