"""An asset that does nothing but step, by callback; the bench measures from outside. Argument: its name."""

import sys

import takt


class Steps:
    def step(self, t0, t1):
        pass


with takt.connect() as hub:
    hub.join(sys.argv[1], Steps())
    hub.run()
