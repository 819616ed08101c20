"""The tests that fail, each with its reason: misses.tsv beside this file."""
from fnmatch import fnmatchcase
from pathlib import Path

FILE = Path(__file__).with_name("misses.tsv")


class Misses:
    """Rows of suite, test and reason. A `*` in a test's name stands for anything. A reason that begins with "at times"
    is of a test that can pass.
    """

    def __init__(self):
        lines = FILE.read_text().splitlines()
        self.rows = [line.split("\t") for line in lines if line and not line.startswith("#")]

    def reason(self, suite, test):
        return next((reason for name, pattern, reason in self.rows
                     if name == suite and fnmatchcase(test, pattern)), None)

    def unused(self, suite, failed):
        """The tests with a reason of which none has failed."""
        return [pattern for name, pattern, reason in self.rows
                if name == suite and not reason.startswith("at times")
                and not any(fnmatchcase(test, pattern) for test in failed)]
