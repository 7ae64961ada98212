"""MCAP files by other people's writers: mcap_written.py FOLDER."""

import json
import pathlib
import sys

from mcap.writer import CompressionType, Writer
from rosbags.typesys import Stores, get_typestore

FOLDER = pathlib.Path(sys.argv[1])
ROS2 = get_typestore(Stores.ROS2_HUMBLE)
FLOAT = ROS2.types["std_msgs/msg/Float64"]
S = 1_000_000_000


def write(name, zero_ns=0, speeds=1, more=b"", **options):
    """In small chunks, and not in the order of time: the speed at 0.3 s comes before that at 0.2 s.

    Several channels of the speed take turns. More is in the messages of a topic of its own.
    """
    with open(FOLDER / name, "wb") as file:
        writer = Writer(file, chunk_size=100, **options)
        writer.start()
        schema = writer.register_schema("std_msgs/msg/Float64", "ros2msg", b"float64 data")
        of_speed = [writer.register_channel("/car/speed", "cdr", schema, {"of": str(i)}) for i in range(speeds)]
        pose = writer.register_channel("pose", "json", writer.register_schema("Pose", "jsonschema", b"{}"))
        other = writer.register_channel("more", "", 0) if more else None
        imu = writer.register_channel("/imu", "cdr", writer.register_schema("sensor_msgs/msg/Imu", "ros2msg", b""))
        for tenths in (0, 1, 3, 2, 4):
            time_ns = zero_ns + tenths * S // 10
            data = bytes(ROS2.serialize_cdr(FLOAT(tenths / 2), "std_msgs/msg/Float64"))
            writer.add_message(of_speed[tenths % speeds], time_ns, data, time_ns)
            writer.add_message(pose, time_ns, json.dumps({"x": tenths, "y": [0.5]}).encode(), time_ns)
            writer.add_message(imu, time_ns, bytes([tenths]), time_ns)
            if more:
                writer.add_message(other, time_ns, more, time_ns)
        writer.finish()


write("plain.mcap", compression=CompressionType.NONE)
write("zstd.mcap", compression=CompressionType.ZSTD)
write("lz4.mcap", compression=CompressionType.LZ4)
# A frame of several blocks, which go on from each other.
write("long-lz4.mcap", compression=CompressionType.LZ4, more=bytes(range(251)) * 1000)
write("several.mcap", speeds=2)
write("loose.mcap", use_chunking=False)
write("bare.mcap", use_summary_offsets=False, use_statistics=False, repeat_channels=False, repeat_schemas=False)
write("late.mcap", zero_ns=1_700_000_000 * S)
