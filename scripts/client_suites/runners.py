"""Runs a suite in its copy: one function for each kind of suite, and what each test did."""
import json
import os
import re
import subprocess
import xml.etree.ElementTree as ET
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).parent
SECONDS = 900


@dataclass
class Test:
    """A test and the first line of its failure; None if it passed."""

    name: str
    failure: str | None = None


def run(command, copy, **environment):
    return subprocess.run(
        command, cwd=copy, env={**os.environ, **environment}, capture_output=True, text=True, errors="replace",
        timeout=SECONDS, check=False)


def shortened(text):
    return " ".join((text or "no message").split())[:160]


def phpunit(copy, suite, libraries):
    """PHPUnit 9. Older suites name its classes otherwise: php.php has these names, and loads the client."""
    loader = copy / "vendor/autoload.php"
    loader.parent.mkdir(exist_ok=True)
    loader.touch()
    files = "".join(f"<file>{file}</file>" for file in chosen(copy, suite))
    (copy / "suite.xml").write_text(
        f'<phpunit><testsuites><testsuite name="all">{files}</testsuite></testsuites></phpunit>')
    done = run(["phpunit", "--configuration", "suite.xml", "--bootstrap", str(HERE / "php.php"), "--log-junit",
                "report.xml", "--dont-report-useless-tests"], copy, CLIENT=str(copy),
               LIBRARIES=":".join(map(str, libraries)))
    report = copy / "report.xml"
    if not report.exists():
        return [Test("all", shortened(done.stdout + done.stderr))]
    return [Test(f"{case.get('class').split(chr(92))[-1]}.{case.get('name')}", php_failure(case))
            for case in ET.parse(report).iter("testcase")]


def php_failure(case):
    bad = next((child for child in case if child.tag in ("failure", "error", "skipped")), None)
    if bad is None:
        return None
    lines = [line for line in (bad.text or "skipped").splitlines()[1:] if not re.match(r"/|--- |\+\+\+ |@@", line)]
    return shortened(" ".join(lines))


def test_unit(copy, suite, libraries):
    """Ruby's test-unit. The folder ruby has a stand-in for bundler: the machine's gems are used."""
    paths = [HERE / "ruby", copy / "lib", copy / "test", *libraries]
    tests = []
    for file in chosen(copy, suite):
        done = run(["ruby", "-W0", *(f"-I{path}" for path in paths), str(file), "--runner=xml"], copy,
                   CNP_CONFIG_DIR=str(copy))
        begin, end = done.stdout.find("<stream>"), done.stdout.rfind("</stream>")
        if begin < 0 or end < 0:
            tests.append(Test(file.stem, shortened(done.stderr)))
            continue
        for result in ET.fromstring(done.stdout[begin:end] + "</stream>").iter("test-result"):
            failure = None if result.findtext("result/status") == "success" else shortened(
                result.findtext("result/detail"))
            tests.append(Test(f"{file.stem}.{result.findtext('result/test/name')}", failure))
    return tests


def perl(copy, suite, libraries):
    """Perl's TAP. A file is a test, as with `prove`."""
    tests = []
    for file in chosen(copy, suite):
        paths = [f"-I{path}" for path in [copy / "lib", *libraries]]
        done = run(["perl", "-T", *paths, str(file)], copy, **suite.environment)
        bad = [line for line in done.stdout.splitlines() if line.startswith("not ok") or "# SKIP" in line[:20]]
        failed = done.returncode != 0 or bad
        tests.append(Test(file.stem, shortened("\n".join(bad) or done.stderr) if failed else None))
    return tests


def mocha(copy, suite, _):
    """Node's mocha, of the system."""
    done = run(["mocha", "--reporter", "json", *map(str, chosen(copy, suite))], copy, NODE_PATH="/usr/share/nodejs")
    report = json.loads(done.stdout[done.stdout.index("{"):])
    return [Test(test["fullTitle"], shortened(test["err"]["message"]) if test["err"] else None)
            for test in report["tests"]]


def chosen(copy, suite):
    """The files of the suite without those that it leaves out."""
    return [file for pattern in suite.tests for file in sorted(copy.glob(pattern)) if not suite.without(file.stem)]
