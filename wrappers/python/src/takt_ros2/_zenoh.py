"""/clock by Zenoh: the bytes of rosgraph_msgs/msg/Clock, in CDR."""

import json
import struct

import zenoh

from takt_wrapper import WrapperError

CDR_LITTLE_ENDIAN = bytes([0, 1, 0, 0])


def clock(sec, nanosec):
    """A message: a header, int32 and uint32."""
    return CDR_LITTLE_ENDIAN + struct.pack("<iI", sec, nanosec)


class ZenohClock:
    """Speaks to one router, and looks for no others."""

    def __init__(self, endpoint, key):
        config = zenoh.Config()
        config.insert_json5("mode", '"client"')
        config.insert_json5("scouting/multicast/enabled", "false")
        try:
            config.insert_json5("connect/endpoints", json.dumps([endpoint]))
            self._session = zenoh.open(config)
        except zenoh.ZError as error:
            reason = str(error).partition(" at /")[0]  # Behind it is a place in Zenoh's sources.
            raise WrapperError(f"there is no router of Zenoh at {endpoint}: {reason}") from error
        try:
            self._publisher = self._session.declare_publisher(key)
        except zenoh.ZError as error:
            self._session.close()
            raise WrapperError(f"'{key}' is no key of Zenoh: {error}") from error

    def publish(self, sec, nanosec):
        self._publisher.put(clock(sec, nanosec))

    def close(self):
        self._session.close()
