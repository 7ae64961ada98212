"""A whole Takt system as one Gymnasium environment."""

import contextlib
import itertools
import json
import os
import socket
import tempfile
from pathlib import Path
from pwd import getpwuid

import gymnasium

import takt
from takt_wrapper import HubProcess, WrapperError, place

from ._spaces import plain, read

_numbers = itertools.count(1)


class TaktEnv(gymnasium.Env):
    """An asset of a configuration is the agent: a step of the environment is a step of that asset.

    It starts ``takt run`` with the configuration, under a name of its own, so that several may run side by side;
    close() ends it. A WrapperError says in one line why the run has ended, or what a message should have been.

    :param config: the file. The agent stands there without ``launch``.
    :param agent: the name of the asset.
    :param action: the space of actions, which go out on the channel ``action``, as JSON.
    :param observation: that of observations, which come in on the channel ``observation``. The newest one counts.
    :param reward: a function of observation and action that gives the reward, and whether the episode has ended.
    """

    metadata = {"render_modes": []}

    def __init__(self, config, agent, *, action, observation, reward):
        self._path = Path(config).resolve()
        self._agent = agent
        self.action_space = action
        self.observation_space = observation
        self._reward = reward
        self._run = self._hub = self._control = None

    def reset(self, *, seed=None, options=None):
        """Begins an episode. With a seed, the run is started anew, and that is the hub's seed.

        Without one, the hub goes back to its start. If the agent sends a channel ``episode``, a whole number that is
        new in each episode goes out there before the first step, for simulators that are to differ between episodes.
        """
        super().reset(seed=seed)
        with self._told():
            self._begin(seed)
        return self._observed, {}

    def _begin(self, seed):
        if seed is not None or self._hub is None:
            self.close()
            self._start(int(self.np_random.integers(2**31)) if seed is None else seed)
        else:
            # A hub does not listen to those who leave too many of its answers unread.
            with contextlib.suppress(BlockingIOError):
                self._control.recv(65536, socket.MSG_DONTWAIT)
            self._control.sendall(b'{"op":"reset","id":1}\n')
            self._hub.done()
            while self._turn().kind != "reset":
                self._hub.done()
        if self._episode is not None:
            self._episode.send(int(self.np_random.integers(2**31)))
        if self._has_turn:
            self._hub.done()
        self._has_turn = True
        self._observed = None
        self._observe()
        while self._observed is None:
            self._hub.done()
            self._observe()

    def step(self, action):
        with self._told():
            self._action.send(plain(action))
            self._hub.done()
            self._observe()
        reward, is_over = self._reward(self._observed, action)
        return self._observed, float(reward), bool(is_over), False, {}

    def close(self):
        for each in (self._control, self._hub, self._run):
            if each is not None:
                each.close()
        self._run = self._hub = self._control = None

    # ---- The run ----

    def _start(self, seed):
        config = self._config()
        config["seed"] = seed
        config["hub"] = f"{config['hub']}-{os.getpid()}-{next(_numbers)}"
        with tempfile.NamedTemporaryFile("w", dir=self._path.parent, prefix=".env-", suffix=".json") as file:
            json.dump(config, file)
            file.flush()
            self._run = HubProcess(file.name, config["hub"], self._path)
            self._connect(config["hub"])
        asset = self._asset
        for channel, way, known in (("action", "sends", asset.sends), ("observation", "receives", asset.receives)):
            if channel not in known:
                self.close()
                raise WrapperError(
                    f"{self._path}: asset '{self._agent}' {way} no channel '{channel}'; the agent has to"
                )
        self._has_turn = False
        self._action = asset.output("action", takt.codec.json)
        self._episode = asset.output("episode", takt.codec.json) if "episode" in asset.sends else None

    def _config(self):
        """What is wrong with it otherwise is told by the command."""
        try:
            config = json.loads(self._path.read_text())
        except (OSError, ValueError) as error:
            raise WrapperError(f"{self._path} is no configuration that can be read: {error}") from error
        try:
            launches = {each["name"]: "launch" in each for each in config["assets"]}
            config["hub"]
        except (TypeError, KeyError) as error:
            raise WrapperError(f"{self._path} is no configuration; 'takt check -c {self._path}' says more") from error
        if launches.get(self._agent, True):
            raise WrapperError(f"{self._path}: the agent '{self._agent}' has to stand among its assets, without launch")
        return config

    def _connect(self, name):
        folder = Path(os.environ.get("TAKT_DIR") or f"/dev/shm/takt-{getpwuid(os.getuid()).pw_name}")
        self._hub = self._run.connect()
        self._control = socket.socket(socket.AF_UNIX)
        self._control.connect(str(folder / name / "control.sock"))
        self._asset = self._hub.join(self._agent)

    def _turn(self):
        turn = self._hub.poll()
        if turn.kind == "stop":
            raise takt.TaktError(self._hub.end.reason)
        return turn

    @contextlib.contextmanager
    def _told(self):
        """An error of a run that ends has its reason, with what a program that was lost has said."""
        try:
            yield
        except WrapperError:
            raise
        except (takt.TaktError, OSError) as error:
            # A hub that is to give programs long for their end waits as long for connections.
            for each in (self._control, self._hub):
                if each is not None:
                    each.close()
            reason = self._run.why_it_ended() or error
            self.close()
            raise WrapperError(reason) from error

    def _observe(self):
        """The next step begins; takes in what has come until then."""
        while True:
            turn = self._turn()
            for message in self._asset.messages():
                if message.channel == "observation":
                    self._take(message)
            if turn.kind == "step":
                return
            self._hub.done()

    def _take(self, message):
        try:
            self._observed = read(self.observation_space, message.json())
        except ValueError as error:
            raise WrapperError(f"{place(message)} is no observation: {error}") from error
