"""How scripts/mutate tries a change: in a copy of the sources, with a build and a PostgreSQL of its own."""
import contextlib
import os
import re
import resource
import shutil
import signal
import subprocess
import tempfile
import threading
import time
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / ".build-mutate"
COPY, SCRATCH = FOLDER / "sources", FOLDER / "build"
COPIED = ["Package.swift", "Package.resolved", "Sources", "Tests", "Benchmarks"]
# A change must not take the machine's memory, or its night.
MEMORY = 8 << 30
BUILD_SECONDS, FIRST_BUILD_SECONDS, FIRST_RUN_SECONDS = 1800, 7200, 1200


class Failed(Exception):
    """The trials cannot go on; the text says why."""


@dataclass(frozen=True)
class Tests:
    """Tests that run together: those of a test target that match a pattern, and not another one."""

    title: str
    target: str
    pattern: str = ""
    skipped: str = ""
    on_postgres: bool = False


def copy_sources():
    """Makes the copy equal to the sources. It writes nothing that is equal already, since the build goes by times."""
    wanted = set()
    for name in COPIED:
        for file in [ROOT / name, *(ROOT / name).rglob("*")]:
            if not file.is_file():
                continue
            content, copied = file.read_bytes(), COPY / file.relative_to(ROOT)
            wanted.add(copied)
            if name == "Package.swift":
                content = content.replace(b".treatAllWarnings(as: .error),", b"")
            if not copied.exists() or copied.read_bytes() != content:
                copied.parent.mkdir(parents=True, exist_ok=True)
                copied.write_bytes(content)
                shutil.copymode(file, copied)
    for file in COPY.rglob("*"):
        if file.is_file() and file not in wanted:
            file.unlink()


@contextlib.contextmanager
def changed(place):
    """The copy with one change, which is undone whatever happens."""
    file = COPY / place.path
    text = file.read_text()
    try:
        file.write_text(text[:place.offset] + place.after + text[place.offset + len(place.before):])
        yield
    finally:
        file.write_text(text)


@contextlib.contextmanager
def postgres():
    """The URL of a PostgreSQL, in memory if there is a folder for that."""
    folder = tempfile.mkdtemp(prefix="coster-postgres.", dir="/dev/shm" if os.access("/dev/shm", os.W_OK) else None)
    try:
        yield subprocess.check_output([ROOT / "scripts/postgres-start", folder], text=True).strip()
    finally:
        subprocess.run([ROOT / "scripts/postgres-stop", folder, "immediate"])
        shutil.rmtree(folder, ignore_errors=True)


def empty(database):
    """Drops what tests that were cut off left in the database."""
    subprocess.run(["psql", "-q", database], text=True, check=True, stdout=subprocess.DEVNULL, input=r"""
        SELECT pg_terminate_backend(pid) FROM pg_stat_activity
            WHERE pid <> pg_backend_pid() AND backend_type = 'client backend';
        SET client_min_messages = warning;
        SELECT format('DROP SCHEMA %I CASCADE', nspname) FROM pg_namespace WHERE nspname LIKE 'test\_%' \gexec
        """)


def run(command, limit, ends_at=None, **settings):
    """Runs a command until it ends, its time is over, or a line matches. Nothing that it started is left.

    Returns its exit status or "timed out", the match, and the lines that it printed."""
    process = subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        errors="replace", start_new_session=True, **settings)
    is_over = threading.Event()

    def end():
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)

    timer = threading.Timer(limit, lambda: (is_over.set(), end()))
    timer.start()
    lines, match = [], None
    try:
        for line in process.stdout:
            lines.append(line)
            if ends_at and (match := ends_at.search(line)):
                break
        else:
            process.wait()
    finally:
        timer.cancel()
        end()
        process.wait()
    return "timed out" if is_over.is_set() else process.returncode, match, lines


class Trial:
    """Builds the copy, with changes and without, and runs its tests."""

    # Swift Testing prints a known issue in other words.
    FAILURE = re.compile(r"✘ Test (?P<test>.+?) recorded an issue")
    CRASH = re.compile(r"Fatal error:[^\n]*")

    def __init__(self, swift, database):
        self.swift, self.database = swift, database
        self.limits = {}
        self.environment = {name: value for name, value in os.environ.items() if not name.startswith("COSTER_")}
        self.environment.setdefault("SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH", "16")
        # The trace of a crash takes a minute, and nobody reads it.
        self.environment |= {"NO_COLOR": "1", "SWIFT_BACKTRACE": "enable=no"}

    def check(self, fitting):
        """Builds the sources as they are, and lets these tests pass once. From then on they have a limit of time."""
        if errors := self.errors(fitting, FIRST_BUILD_SECONDS):
            raise Failed("the sources do not build\n" + "".join(errors[-40:]))
        for tests in fitting:
            start = time.monotonic()
            if killer := self.killer(tests):
                raise Failed(f"{tests.title} fail before anything is changed: {killer}")
            seconds = time.monotonic() - start
            self.limits[tests] = 3 * seconds + 60
            print(f"== {tests.title} pass in {seconds:.0f} s", flush=True)

    def decide(self, place, fitting):
        """Tries a change: "killed", "SURVIVED" or "not compiled", and what killed it."""
        with changed(place):
            if self.errors(fitting, BUILD_SECONDS):
                return "not compiled", ""
            for tests in fitting:
                if killer := self.killer(tests):
                    return "killed", killer
        return "SURVIVED", ""

    def errors(self, fitting, limit):
        """Builds the tests, and returns what it printed if that failed."""
        targets = ",".join(sorted({tests.target for tests in fitting}))
        command = [*self.swift, "build", "--package-path", COPY, "--scratch-path", SCRATCH]
        command += ["--product", "costerPackageTests"]
        status, _, lines = run(command, limit, env={**self.environment, "COSTER_TESTS": targets})
        return None if status == 0 else lines or [str(status)]

    def killer(self, tests):
        """Runs tests, and returns what failed first, or nothing if all passed."""
        environment = dict(self.environment)
        if tests.on_postgres:
            empty(self.database)
            environment["COSTER_TEST_DATABASE_URL"] = self.database
        with tempfile.TemporaryDirectory(prefix="coster-mutate.", ignore_cleanup_errors=True) as folder:
            command = [SCRATCH / "debug/costerPackageTests.xctest", "--testing-library", "swift-testing"]
            command += ["--filter", tests.pattern or rf"^{tests.target}\."]
            command += ["--skip", tests.skipped] if tests.skipped else []
            status, match, lines = run(
                command, self.limits.get(tests, FIRST_RUN_SECONDS), self.FAILURE, cwd=COPY,
                env={**environment, "TMPDIR": folder},
                preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY)))
        if match or status == 0:
            return match and match["test"]
        crash = self.CRASH.search("".join(lines))
        return status if status == "timed out" else f"a crash ({crash[0] if crash else status})"
