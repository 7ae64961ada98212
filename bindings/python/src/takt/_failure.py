"""The text of an exception for the hub."""

import traceback


def describe(failure: BaseException) -> str:
    """One line: the exception, and the place in the program that it comes from."""
    said = "".join(traceback.format_exception_only(type(failure), failure)).strip().splitlines()
    frames = traceback.extract_tb(failure.__traceback__)
    place = f" ({frames[-1].filename}:{frames[-1].lineno} in {frames[-1].name})" if frames else ""
    return (said[-1] if said else type(failure).__name__) + place
