package io.takt.mcap.file;

/** The first bytes of an MCAP file, and the numbers of its kinds of records. */
final class Opcode {
    static final byte[] MAGIC = {(byte) 0x89, 'M', 'C', 'A', 'P', '0', '\r', '\n'};
    static final int HEADER = 0x01;
    static final int FOOTER = 0x02;
    static final int SCHEMA = 0x03;
    static final int CHANNEL = 0x04;
    static final int MESSAGE = 0x05;
    static final int CHUNK = 0x06;
    static final int MESSAGE_INDEX = 0x07;
    static final int CHUNK_INDEX = 0x08;
    static final int STATISTICS = 0x0b;
    static final int SUMMARY_OFFSET = 0x0e;
    static final int DATA_END = 0x0f;

    private Opcode() {
    }
}
