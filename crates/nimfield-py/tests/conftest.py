"""What all tests share."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture(scope="session", autouse=True)
def no_tables_of_the_user(tmp_path_factory):
    """Tables in the data folder of whoever runs the tests are not used."""
    os.environ["NIMFIELD_DATA"] = str(tmp_path_factory.mktemp("data"))


@pytest.fixture
def run_python():
    """Runs a program in a fresh interpreter."""

    def run(program, **options):
        return subprocess.run(
            [sys.executable, "-c", program], capture_output=True, text=True, timeout=300, **options
        )

    return run


def corpus():
    """The positions of the corpus, with the files they are of."""
    for path in sorted((ROOT / "tests/corpus").glob("*.toml")):
        for entry in tomllib.loads(path.read_text())["position"]:
            yield path.name, entry


@pytest.fixture(scope="session")
def command():
    """The command `nimfield` of the wheel."""
    return Path(sys.executable).parent / "nimfield"


@pytest.fixture
def json_of(command):
    """What the command prints as JSON, line by line."""

    def run(arguments, lines=None):
        text = None if lines is None else "\n".join(lines) + "\n"
        done = subprocess.run(
            [command, *arguments], input=text, capture_output=True, text=True, timeout=600
        )
        return [json.loads(line) for line in done.stdout.splitlines()]

    return run
