"""What two independent readers, mcap and rosbags, find in MCAP files: mcap_contents.py JSON.mcap ROS2.mcap."""

import json
import math
import pathlib
import sys

from mcap.reader import NonSeekingReader, make_reader
from rosbags.highlevel import AnyReader


def plain(value):
    if hasattr(value, "tolist"):
        value = value.tolist()
    return "NaN" if isinstance(value, float) and math.isnan(value) else value


found = {"json": [], "ros2": []}
with open(sys.argv[1], "rb") as file:
    reader = make_reader(file, validate_crcs=True)
    found["messages"] = reader.get_summary().statistics.message_count
    for schema, channel, message in reader.iter_messages():
        found["json"].append([channel.topic, message.log_time, message.sequence, json.loads(message.data)])
    found["units"] = {each.topic: each.metadata.get("unit") for each in reader.get_summary().channels.values()}
    found["from"] = [message.log_time for _, _, message in reader.iter_messages(start_time=300_000_000)]
with open(sys.argv[1], "rb") as file:
    found["unindexed"] = len(list(NonSeekingReader(file, validate_crcs=True).iter_messages()))
with AnyReader([pathlib.Path(sys.argv[2])]) as reader:
    for connection, time, raw in reader.messages():
        data = reader.deserialize(raw, connection.msgtype).data
        found["ros2"].append([connection.topic, connection.msgtype, time, plain(data)])
print(json.dumps(found))
