"""The asset."""

from takt_wrapper import WrapperError

NS = 1_000_000_000
MOST_S = 2**31 - 1


class ClockAsset:
    """Its own time, at the start and after each step, goes to a publisher."""

    def __init__(self, publisher, mapping):
        """
        :param publisher: has ``publish(sec, nanosec)``, and ``close()``.
        """
        self._publisher = publisher
        self._map = mapping

    def joined(self, asset):
        self._map.require_among(asset)
        for channel in (*asset.sends, *asset.receives):
            raise WrapperError(f"channel '{channel}': asset '{asset.name}' tells the time, and has no channels")

    def start(self, t0):
        self._publish(t0)

    def step(self, t0, t1):
        self._publish(t1)

    def _publish(self, time_ns):
        sec, nanosec = divmod(time_ns, NS)
        if sec > MOST_S:
            raise WrapperError(f"{sec} s are more than a time of ROS 2 can be, {MOST_S} s")
        self._publisher.publish(sec, nanosec)

    def stop(self, end):
        self._publisher.close()
