"""The end of a wrapper whose simulator keeps it waiting when the hub has died."""

import os
import select
import socket
import struct
import sys
import threading
import time
from contextlib import suppress

_NOTICES_WITHIN_S = 0.5
"""One that waits for the hub itself has ended by then."""

_ENDS_WITHIN_S = 2.0
"""Both together are less than the three seconds that the next hub gives."""


def _is_to_attach():
    """Whether the hub that has launched this program lets it wait for the next hub: it has kept its output for that."""
    try:
        return os.path.sameopenfile(7, 1)
    except OSError:
        return False


def _process(name):
    """The hub's, as a file that is readable once it has ended."""
    with socket.socket(socket.AF_UNIX) as control:
        control.connect(os.path.join(os.environ["TAKT_DIR"], name, "control.sock"))
        pid, _, _ = struct.unpack("3i", control.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, 12))
    return os.pidfd_open(pid)


def end_with_hub(module, name, simulator):
    """Ends this process soon after that of the hub which has launched it, and which it is not to wait for.

    :param simulator: where it has a method ``abandon``, that is called with the reason, by another thread: what the
        simulator waits for is to end. Where it still waits then, the process ends all the same, with exit code 1.
    """
    if "TAKT_ASSET" not in os.environ or "TAKT_DIR" not in os.environ or _is_to_attach():
        return
    name = name or os.environ.get("TAKT_HUB", "")
    try:
        process = _process(name)
    except (OSError, AttributeError):  # No hub, which joining tells; or no Linux.
        return

    def watch():
        select.select([process], [], [])
        time.sleep(_NOTICES_WITHIN_S)
        reason = f"hub '{name}' is gone"
        abandon = getattr(simulator, "abandon", None)
        if abandon is not None:
            abandon(reason)
        time.sleep(_ENDS_WITHIN_S)
        with suppress(OSError):  # Where the output was the hub's.
            print(f"{module}: {reason}, and the simulator does not end", file=sys.stderr, flush=True)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
