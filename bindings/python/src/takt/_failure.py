"""The text of an exception for the hub."""

import traceback

from ._core import TaktError


def describe(failure: BaseException) -> str:
    """One line: the exception, and the place in the program that it comes from. The text of a TaktError says it all."""
    if isinstance(failure, TaktError) and str(failure):
        return " ".join(str(failure).split())
    said = "".join(traceback.format_exception_only(type(failure), failure)).strip().splitlines()
    frames = traceback.extract_tb(failure.__traceback__)
    place = f" ({frames[-1].filename}:{frames[-1].lineno} in {frames[-1].name})" if frames else ""
    return (said[-1] if said else type(failure).__name__) + place
