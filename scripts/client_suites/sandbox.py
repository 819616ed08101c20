"""A sandbox server with a port and a data folder of its own, and a merchant besides the sandbox's.

ActiveMerchant's tests look whether the user's name is in a transcript, and `sandbox` is in each path.
"""
import re
import subprocess
import time
from contextlib import contextmanager

SECONDS_TO_START = 60
USER, SECRET, MERCHANT = "till41", "a-secret-of-41-tills", "0181"


@contextmanager
def sandbox(coster, folder):
    """Yields the server's host and port, and ends it."""
    data, log = folder / "data", folder / "server.log"
    with log.open("w") as output:
        server = subprocess.Popen(
            [coster, "serve", "--sandbox", "--listen", "127.0.0.1:0", "--data", data],
            stdout=output, stderr=subprocess.STDOUT)
    try:
        place = address(server, log)
        add_merchant(coster, data, folder / "secret")
        yield place
    finally:
        server.terminate()
        server.wait()


def add_merchant(coster, data, secret):
    secret.write_text(f"{SECRET}\n")
    for command in (
        ["create", "till", "--apple-merchant-id", "merchant.com.example.till"],
        ["credential", "create", "till", "vantiv", "--user", USER, "--merchant-id", MERCHANT, "--secret-file", secret],
    ):
        subprocess.run(
            [coster, "merchant", *command, "--data", data], check=True, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)


def address(server, log):
    end = time.monotonic() + SECONDS_TO_START
    while time.monotonic() < end and server.poll() is None:
        ready = re.search(r"^coster: ready on http://(\S+)", log.read_text(), re.MULTILINE)
        if ready:
            return ready[1]
        time.sleep(0.1)
    raise SystemExit(f"The server isn't ready: {log.read_text()[-1000:]}")
