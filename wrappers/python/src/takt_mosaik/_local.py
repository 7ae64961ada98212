"""A simulator of Python in this process: a class of mosaik's API."""

import importlib
import inspect

from takt_wrapper import WrapperError, needs


class _Asked:
    """What such a simulator calls mosaik."""

    def __init__(self, serve):
        self._serve = serve

    def __getattr__(self, name):
        async def ask(*arguments, **named):
            return self._serve(name, *arguments, **named)

        return ask


class Local:
    """The same as a Remote, without a connection."""

    def __init__(self, place, serve):
        """
        :param place: MODULE:CLASS.
        """
        needs("mosaik_api_v3", "mosaik-api-v3")
        module, _, name = place.partition(":")
        try:
            kind = getattr(importlib.import_module(module), name)
        except (ImportError, AttributeError, ValueError) as error:
            raise WrapperError(f"there is no simulator '{place}', which is MODULE:CLASS: {error}") from error
        except Exception as error:  # All that the module's code raises.
            raise WrapperError(f"the module '{module}' cannot be loaded: {type(error).__name__}: {error}") from error
        try:
            self._simulator = kind()
        except Exception as error:
            raise WrapperError(f"the simulator cannot be made: {type(error).__name__}: {error}") from error
        self._simulator.mosaik = _Asked(serve)

    def begin(self, function, *arguments, **named):
        return function, arguments, named

    def begin_all(self, *requests):
        return requests

    def finish(self, begun, timeout=None):
        function, arguments, named = begun
        try:
            result = getattr(self._simulator, function)(*arguments, **named)
            return _driven(result) if inspect.isgenerator(result) else result
        except WrapperError:
            raise
        except Exception as error:
            raise WrapperError(f"the simulator has failed in {function}: {type(error).__name__}: {error}") from error

    def call(self, function, *arguments, timeout=None, **named):
        return self.finish((function, arguments, named))

    def attend(self):
        pass

    def abandon(self, reason):
        """Nothing ends a method in this process."""

    def stop(self):
        self.call("finalize")


def _driven(generator):
    """The result of a method that yields requests to mosaik, which are answered without a wait."""
    try:
        request = next(generator)
        while True:
            try:
                request.send(None)
            except StopIteration as answer:
                request = generator.send(answer.value)
    except StopIteration as end:
        return end.value
