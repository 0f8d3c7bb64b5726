"""Long work: Ctrl-C, progress, threads, memory."""

import os
import signal
import subprocess
import sys
import threading

import pytest

import nimfield

LONG = {
    "analyze": "nimfield.parse('matrix[40 41 42 43; 44 45 46 47; 48 49 50 51; 30 31 32 33]').analyze(time=None, memory=None, progress=tell)",
    "hunt": "nimfield.hunt('ferguson-theorem-3', time=None, progress=tell)",
    "solve": "nimfield.solve_board('tactix[5x7]', memory='8GiB', time=None, progress=tell)",
    "table": "nimfield.table('schrage[axb] + wythoff[a,b]', a=(1, 99), b=(1, 99), show='value', time=None, progress=tell)",
    "own game": "Endless()(40).outcome(time=None, memory=None)",
    "game": "tell(), nimfield.value('heat(*400, 1000)')",
}

PROGRAM = """
import nimfield, signal, sys
# A shell that runs this in the background has it ignored.
signal.signal(signal.SIGINT, signal.default_int_handler)
told = False
def tell(*progress):
    # The work has begun: whoever waits for this line may interrupt it.
    global told
    if not told:
        told = True
        print("working", flush=True)
class Endless(nimfield.Impartial):
    def options(self, n):
        tell()
        return [n + 1, n + 2]
try:
    {work}
except KeyboardInterrupt:
    print("interrupted", nimfield.parse("nim[3]").outcome())
"""


@pytest.mark.parametrize("work", LONG.values(), ids=LONG.keys())
def test_ctrl_c_ends_long_work(work):
    program = PROGRAM.replace("{work}", work)
    process = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout.readline() == "working\n"
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=120)
    assert out == "interrupted N\n", err


def test_progress_is_told_to_functions_and_bars():
    told = []
    nimfield.verify("ferguson-theorem-3", up_to=30, progress=lambda *progress: told.append(progress))
    assert told
    for phase, size, done, total in told:
        assert isinstance(phase, str) and isinstance(done, int)
        assert size is None or isinstance(size, int)
        assert total is None or done <= total

    class Bar:
        n = total = 0

        def update(self, by):
            assert by > 0
            self.n += by

    bar = Bar()
    nimfield.solve_board("tactix[4x5]", progress=bar)
    assert bar.n > 0
    pytest.importorskip("tqdm")
    assert nimfield.solve_board("tactix[4x5]", progress=True).cells == 20


def test_what_a_callback_raises_comes_through():
    def stop(*progress):
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        nimfield.hunt("ferguson-theorem-3", time=None, progress=stop)


def test_other_threads_run_meanwhile():
    """While one thread works in Nimfield, others go on; each has its own answer."""
    texts = ["wythoff[12,17] + schrage[5x8]", "matrix[17 99 99; 99 7 5; 99 6 8]", "{2|-1} + *3", "lines(max=3)[1011/0111/0000/0000]"]
    expected = [nimfield.parse(text).analyze(value=True).to_dict() for text in texts]
    found = {}

    def work(number):
        for turn in range(10):
            i = (number + turn) % len(texts)
            answer = nimfield.parse(texts[i]).analyze(value=True).to_dict()
            found[number, turn] = (i, answer)

    threads = [threading.Thread(target=work, args=(n,)) for n in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 60
    for i, answer in found.values():
        del answer["effort"]
        assert answer == {key: value for key, value in expected[i].items() if key != "effort"}


def test_an_own_game_in_several_threads():
    class Subtract(nimfield.Impartial):
        def options(self, n):
            return [n - k for k in (1, 3, 4) if k <= n]

    game = Subtract()
    values = [[0, 1, 0, 1, 2, 3, 2][n % 7] for n in range(200)]
    found = [None] * 8

    def work(number):
        found[number] = [int(game.grundy_value(n)) for n in range(200)]

    threads = [threading.Thread(target=work, args=(n,)) for n in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [values] * 8


def test_games_in_several_threads():
    def work(results, number):
        total = nimfield.Game(0)
        for i in range(200):
            total += nimfield.Game.of_options([number + i], [-i])
            total -= nimfield.Game.of_options([number + i], [-i])
        results[number] = total

    results = {}
    threads = [threading.Thread(target=work, args=(results, n)) for n in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == {n: 0 for n in range(6)}


def test_memory_is_kept_to():
    position = nimfield.parse("schrage[30x40]")
    answer = position.analyze(value=True, memory=10_000)
    assert answer.nimber is None or answer.reason.kind != "search"
    with pytest.raises(nimfield.NotDecided, match="memory"):
        nimfield.MatrixPartizan([[60, 75], [66, 71]]).canonical_form(memory="100kB")


def test_objects_do_not_leak():
    """A million objects of each kind, and the memory is what it was."""

    def held():
        with open("/proc/self/statm") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")

    if not os.path.exists("/proc/self/statm"):
        pytest.skip("needs /proc")
    position = nimfield.parse("wythoff[3,5]")
    g, x = nimfield.Game("{2|-1}"), nimfield.Nimber("w+3")

    def many(count):
        for i in range(count):
            nimfield.Nimber(i)
            x + i
            g + g
            nimfield.parse("nim[3,5]")
            position.moves()
            try:
                nimfield.parse("nim[")
            except nimfield.ParseError:
                pass

    many(20_000)
    before = held()
    many(170_000)
    assert held() - before < 16 << 20


def test_calls_do_not_leak():
    def held():
        with open("/proc/self/statm") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")

    if not os.path.exists("/proc/self/statm"):
        pytest.skip("needs /proc")

    class Heap(nimfield.Impartial):
        def options(self, n):
            return range(n)

    def many(count):
        for i in range(count):
            nimfield.parse("matrix[20 24; 24 27]").analyze()
            Heap()(5).outcome()
            nimfield.Game(i) + nimfield.Game("*")

    many(500)
    before = held()
    many(3_000)
    assert held() - before < 24 << 20
