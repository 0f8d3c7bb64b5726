"""The package as a whole: the corpus, the command, its import, its types."""

import ast
import json
import os
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

import nimfield
from conftest import ROOT, corpus

CORPUS = list(corpus())
PLAYS = ["normal", "misere"]


def test_the_corpus_through_python_is_that_of_the_command(json_of):
    """Every position of the corpus in its play: the same object as `--json`, apart from the time."""
    assert len(CORPUS) > 100
    for play in PLAYS:
        texts = [entry["text"] for _, entry in CORPUS if entry.get("play", "normal") == play]
        # One analyser for all, which remembers: so does the command. One thread, so that counts are the same.
        told = json_of(["analyze", "--json", "--threads", "1", "--play", play, "-"], texts)
        answers = nimfield.analyze_all(texts, play=play, threads=1)
        assert len(told) == len(texts) == len(answers)
        for text, fields, answer in zip(texts, told, answers):
            own = answer.to_dict()
            assert own["effort"].pop("seconds") >= 0 and fields["effort"].pop("seconds") >= 0
            assert own == fields, text


@pytest.mark.parametrize("play", PLAYS)
def test_the_corpus_has_the_outcomes_of_its_sources(play):
    entries = [entry for _, entry in CORPUS if entry.get("play", "normal") == play and "outcome" in entry]
    letters = nimfield.outcomes([entry["text"] for entry in entries], play=play)
    for entry, letter in zip(entries, letters):
        assert letter == entry["outcome"], entry["text"]


def test_the_command_is_there(command):
    done = subprocess.run([command, "analyze", "matrix[20 24; 24 27]"], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0 and "Ferguson 2001, Theorem 3" in done.stdout
    done = subprocess.run([sys.executable, "-m", "nimfield", "--version"], capture_output=True, text=True, timeout=60)
    assert done.stdout.split() == ["nimfield", nimfield.__version__]
    done = subprocess.run([command, "analyze", "matrx[1]"], capture_output=True, text=True, timeout=60)
    assert done.returncode == 2 and "unknown game" in done.stderr


def test_the_explorer_comes_with_it(command, monkeypatch):
    """The command serves the page, and `explore` makes a link of it."""
    with subprocess.Popen([command, "serve", "--port", "0"], stdout=subprocess.PIPE, text=True) as server:
        try:
            address = server.stdout.readline().split()[-1]
            with urllib.request.urlopen(address, timeout=60) as page:
                assert b"<title>" in page.read()
        finally:
            server.terminate()
    monkeypatch.setenv("NIMFIELD_EXPLORER", address)
    shown = nimfield.explore("matrix[20 24; 24 27] + nim[3]", play="misere", open=False)
    assert shown.address == f"{address.rstrip('/')}/#play=misere&p=matrix%5B20+24%3B+24+27%5D+%2B+nim%5B3%5D"
    assert shown.address.replace("&", "&amp;") in shown._repr_html_()


def test_importing_is_light(run_python):
    """It imports nothing that is heavy: no NumPy, nor what brings much with it."""
    done = run_python("import sys, nimfield; print('\\n'.join(sys.modules))")
    modules = set(done.stdout.split())
    assert "nimfield._nimfield" in modules, done.stderr
    assert not modules & {"numpy", "fractions", "decimal", "json", "html", "webbrowser", "tqdm", "pandas", "asyncio"}


def test_modules_import_each_other_in_no_circle():
    """Neither at import, nor in functions, nor for the checker of types; the native part is below all."""
    folder = Path(nimfield.__file__).parent
    needs = {}
    for path in folder.glob("*.py"):
        nodes = [node for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.ImportFrom) and node.level]
        names = {node.module or alias.name for node in nodes for alias in node.names}
        needs[path.stem] = names & {other.stem for other in folder.glob("*.py")} - {path.stem}
    assert needs["_tables"]
    while needs:
        done = {name for name, others in needs.items() if not others & needs.keys()}
        assert done, f"a circle among {sorted(needs)}"
        needs = {name: others for name, others in needs.items() if name not in done}


def test_sub_interpreters_are_refused(run_python):
    program = """
import nimfield
try:
    import _interpreters as interpreters
except ImportError:
    import _xxsubinterpreters as interpreters
number = interpreters.create()
code = '''
try:
    import nimfield
except ImportError as error:
    print("refused:", error, flush=True)
'''
interpreters.run_string(number, code) if hasattr(interpreters, "run_string") else interpreters.exec(number, code)
print(nimfield.parse("nim[3]").outcome())
"""
    done = run_python(program)
    if "No module named" in done.stderr:
        pytest.skip("this Python has no sub-interpreters")
    assert done.stdout.startswith("refused:") and done.stdout.endswith("N\n"), done.stderr


def test_types_are_checked(tmp_path):
    """mypy --strict of the package, and stubtest of the stub against the native part."""
    pytest.importorskip("mypy")
    environment = {**os.environ, "MYPY_CACHE_DIR": str(tmp_path)}
    config = str(ROOT / "pyproject.toml")
    # mypy reads no names that are added to `__all__` from another list, though it knows them.
    allowed = tmp_path / "allowed.txt"
    allowed.write_text("nimfield.__all__\n")
    program = tmp_path / "program.py"
    program.write_text(
        "import nimfield\n"
        "from fractions import Fraction\n"
        "answer: nimfield.Answer = nimfield.parse('nim[3]').analyze(time=None)\n"
        "total: nimfield.Game = 1 + nimfield.Game('*') - Fraction(1, 2)\n"
        "x: nimfield.Nimber = 3 * nimfield.Nimber(5) ** Fraction(1, 2)\n"
        "board: nimfield.Position = nimfield.Lines(3, 3, max=2) + nimfield.Wythoff(1, 2)\n"
        "class Heap(nimfield.Impartial[int]):\n"
        "    def options(self, position: int) -> range:\n"
        "        return range(position)\n"
        "value: nimfield.Nimber = Heap().grundy_value(3)\n"
    )
    for arguments in [
        ["mypy", "--strict", "--config-file", config, "-p", "nimfield"],
        ["mypy", "--strict", "--config-file", config, str(program)],
        ["mypy.stubtest", "--allowlist", str(allowed), "--mypy-config-file", config, "nimfield"],
    ]:
        done = subprocess.run([sys.executable, "-m", *arguments], capture_output=True, text=True, env=environment, cwd=tmp_path)
        assert done.returncode == 0, done.stdout + done.stderr


def test_all_answers_are_json():
    for text in ["nim[3]", "{2|-1}", "lines(max=3)[1011/0111]"]:
        answer = nimfield.parse(text).analyze()
        assert json.loads(answer.to_json()) == answer.to_dict()
