"""/clock by DDS, as ROS 2 names its topics and types there."""

import os
from dataclasses import dataclass

from cyclonedds.core import DDSException
from cyclonedds.domain import Domain, DomainParticipant
from cyclonedds.idl import IdlStruct
from cyclonedds.idl.types import int32, uint32
from cyclonedds.pub import DataWriter
from cyclonedds.topic import Topic

from takt_wrapper import WrapperError

LOOPBACK = """<CycloneDDS><Domain>
<General><Interfaces><NetworkInterface address="127.0.0.1" multicast="false"/></Interfaces>
<AllowMulticast>false</AllowMulticast></General>
<Discovery><ParticipantIndex>auto</ParticipantIndex><Peers><Peer address="127.0.0.1"/></Peers></Discovery>
</Domain></CycloneDDS>"""
CONFIGURATION = "CYCLONEDDS_URI"


@dataclass
class Time(IdlStruct, typename="builtin_interfaces::msg::dds_::Time_"):
    sec: int32
    nanosec: uint32


@dataclass
class Clock(IdlStruct, typename="rosgraph_msgs::msg::dds_::Clock_"):
    clock: Time


class DdsClock:
    """Stays on this host, unless CYCLONEDDS_URI says where else it may go."""

    def __init__(self, domain):
        try:
            # Kept: what it has opened goes with it.
            self._domain = None if os.environ.get(CONFIGURATION) else Domain(domain, LOOPBACK)
            self._participant = DomainParticipant(domain)
            self._writer = DataWriter(self._participant, Topic(self._participant, "rt/clock", Clock))
        except DDSException as error:
            raise WrapperError(f"domain {domain} of DDS cannot be opened: {error}") from error

    def publish(self, sec, nanosec):
        self._writer.write(Clock(Time(sec, nanosec)))

    def close(self):
        self._writer = self._participant = self._domain = None
