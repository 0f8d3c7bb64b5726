"""The games by their rules: positions in notation, their moves and their values. No other game is supported here."""

import functools, itertools, re

class Wrong(Exception):
    """A step does not hold."""

def need(holds, why):
    if not holds:
        raise Wrong(why)

def foreign(is_so, why):
    """The file is not of this kind, or out of reach."""
    if is_so:
        raise ValueError(why)

class TooLarge(ValueError):
    """A file that may be right, and is not checked."""

def fits(is_so, why):
    if not is_so:
        raise TooLarge(why)

def mex(values):
    values = set(values)
    return next(n for n in itertools.count() if n not in values)

def most_pieces(digits):
    """The most heaps that a move of a code may leave."""
    return max((digit & 15).bit_length() for digit in digits) - 1

# Boards: cells by number, moves as sets of bits.
@functools.lru_cache(None)
def board(name, options, body):
    """Cells, moves and stones of a board in notation."""
    given = dict(option.strip().partition("=")[::2] for option in (options or "").split(","))
    foreign(not {*given} <= {"", "any", "min", "max"}, f"the rules of {name}({options}) are not supported here")
    low, high, gaps = int(given.get("min", 1)), int(given.get("max", 64)), name == "efr" or "any" in given
    size = re.fullmatch(r"(\d+)x(\d+)", body)
    rows = ["1" * int(size[2])] * int(size[1]) if size else body.split("/")
    if body == "full":
        rows = ["11", "111", "1111", "111"]
    elif name == "triangle" and "/" not in body and body not in ("0", "1"):
        rows = ["1" * n for n in range(1, int(body) + 1)]
    # Nimbi is a triangle of side 5 without its corners.
    cells = [((r + 1, c + (r == 3)) if name == "nimbi" else (r, c), sign)
             for r, row in enumerate(rows) for c, sign in enumerate(row) if sign != "_"]
    places = {place: i for i, (place, _) in enumerate(cells)}
    stones = sum(1 << i for i, (_, sign) in enumerate(cells) if sign == "1")
    across = [(0, 1), (1, 0)] + [(1, 1)] * (name in ("nimbi", "triangle"))
    most = max((max(place) for place in places), default=0) + 1
    lines = [[places.get((r + i * dr, c + i * dc)) for i in range(most)] for dr, dc in across
             for r in range(most) for c in range(most) if dr and r == 0 or dc and c == 0]
    choose = itertools.combinations if gaps else lambda line, n: zip(*(line[i:] for i in range(n)))
    lines = [[cell for cell in line if cell is not None] for line in lines] if gaps else lines
    masks = {sum(1 << cell for cell in run) for line in lines for n in range(low, min(high, most) + 1)
             for run in choose(line, n) if None not in run}
    return len(places), tuple(sorted(masks)), stones

BOARDS = ("lines", "tactix", "efr", "nimbi", "triangle")

def cells(body):
    """The stones of a board row by row, as bits."""
    return [sign == "1" for sign in body if sign in "01"]

def with_stones(body, stones):
    stones = iter(stones)
    return "".join(str(int(next(stones))) if sign in "01" else sign for sign in body)

def board_moves(name, options, body):
    masks, stones = board(name, options, body)[1:]
    after = [stones & ~mask for mask in masks if mask & ~stones == 0]
    return {with_stones(body, (left >> i & 1 for i in itertools.count())) for left in after}

# Partitions, boxes, matrices, stones.
def partition(text):
    parts = [part.partition("^") for part in re.split(r"[,\s]+", text) if part]
    return tuple(sorted((int(size) for size, _, times in parts for _ in range(int(times or 1))), reverse=True))

def written_partition(rows):
    runs = [(size, len([*run])) for size, run in itertools.groupby(rows)]
    return ",".join(f"{size}^{times}" if times > 1 else str(size) for size, times in runs)

def conjugate(rows):
    return tuple(sum(1 for row in rows if row > i) for i in range(rows[0] if rows else 0))

def subsets(rows):
    return {rest for n in range(len(rows)) for rest in itertools.combinations(rows, n)}

def partition_moves(rows):
    return subsets(rows) | {conjugate(rest) for rest in subsets(conjugate(rows))}

def without_each(rows):
    return {rows[:i] + rows[i + 1:] for i in range(len(rows))}

def line_moves(rows):
    """One row fewer, or one column."""
    return without_each(rows) | {conjugate(rest) for rest in without_each(conjugate(rows))}

def lowered(m):
    """Matrices in which the same amount is taken from every pile of a row."""
    return {(*m[:i], tuple(x - k for x in row), *m[i + 1:]) for i, row in enumerate(m) for k in range(1, min(row) + 1)}

def turned(m):
    return tuple(zip(*m))

def in_columns(m):
    return {turned(n) for n in lowered(turned(m))}

def heap_moves(heaps):
    return {heaps[:i] + (k,) + heaps[i + 1:] for i, x in enumerate(heaps) for k in range(x)}

def corner(stones, stone, far):
    """The stones after a move of one of them to the far corner of a box."""
    return tuple(sorted(set(stones) ^ set(filter(all, itertools.product(*zip(far, stone))))))

def stone_moves(stones):
    return {corner(stones, stone, far) for stone in stones for far in itertools.product(*map(range, stone))}

def diagonal_moves(heaps):
    """The same number from both heaps."""
    return {tuple(x - k for x in heaps) for k in range(1, min(heaps) + 1)} if len(heaps) == 2 else set()

def kayles_moves(rows):
    """One pin or two neighbours from a row, which may fall apart."""
    return {tuple(sorted(filter(None, rows[:i] + (a, x - taken - a) + rows[i + 1:])))
            for i, x in enumerate(rows) for taken in (1, 2) for a in range(x - taken + 1)}

def cuts(rectangle):
    """Left cuts between two columns, Right between two rows; both parts remain."""
    r, c = rectangle
    return {((r, k), (r, c - k)) for k in range(1, c)}, {((k, c), (r - k, c)) for k in range(1, r)}

def numbers(body):
    return tuple(map(int, filter(None, body.split(","))))

def rectangle(body):
    return tuple(map(int, body.split("x")))

def written_rectangles(parts):
    parts = parts if parts and isinstance(parts[0], tuple) else (parts,)
    return "] + cutcake[".join(listed(part, "x") for part in parts)

def matrix(body):
    return tuple(tuple(map(int, row.split())) for row in body.split(";"))

def stones(body):
    return tuple(sorted(filter(all, (numbers(stone) for stone in re.findall(r"\((.*?)\)", body)))))

def listed(entries, comma=","):
    return comma.join(map(str, entries))

def written_matrix(m):
    return "; ".join(listed(row, " ") for row in m)

def written_stones(all_of_them):
    return " ".join(f"({listed(stone)})" for stone in all_of_them) or "(0,0)"

# A game: how its positions are read, written and played. Partizan games have moves of Left and of Right.
GAMES = {
    "nim": (numbers, listed, heap_moves),
    "rnim": (numbers, listed, lambda box: heap_moves(box) if all(box) else set()),
    "matrix": (matrix, written_matrix, lambda m: lowered(m) | in_columns(m)),
    "matrix-partizan": (matrix, written_matrix, lambda m: (in_columns(m), lowered(m))),
    "pnim": (partition, written_partition, partition_moves),
    "crim": (partition, written_partition, line_moves),
    "nimbers": (stones, written_stones, stone_moves),
    "wythoff": (numbers, listed, lambda heaps: heap_moves(heaps) | diagonal_moves(heaps)),
    "welter": (numbers, listed, lambda coins: {after for after in heap_moves(coins) if len({*after}) == len(coins)}),
    "kayles": (numbers, listed, kayles_moves),
    "lctr": (partition, written_partition, lambda rows: {rows[1:], conjugate(conjugate(rows)[1:])} if rows else set()),
    "cutcake": (rectangle, written_rectangles, cuts),
}

def value_moves(text):
    """The options of a whole number or of a switch of two."""
    switch = re.fullmatch(r"\{(-?\d+)\|(-?\d+)\}", text)
    foreign(not switch and not re.fullmatch(r"-?\d+", text), f"the value {text} cannot be read here")
    if switch:
        return [switch[1]], [switch[2]]
    n = int(text)
    return [str(n - 1)] * (n > 0), [str(n + 1)] * (n < 0)

@functools.lru_cache(None)
def component_moves(text):
    """The options of a summand for the players: one list in impartial games, otherwise two."""
    named = re.fullmatch(r"([a-z-]+)(?:\((.*)\))?\[(.*)\]", text)
    if not named:
        return value_moves(text)
    name, options, body = named.groups()
    before = text[:text.index("[")]
    if name in BOARDS:
        need(re.fullmatch(r"[01_]+(/[01_]+)*", body), f"{text} is not written row by row")
        return [[f"{before}[{after}]" for after in board_moves(name, options, body)]]
    foreign(name not in GAMES or options, f"the rules of {before} are not supported here")
    read, write, moves = GAMES[name]
    position = read(body)
    need(write(position) == body, f"{text} is not written in the standard form")
    sides = moves(position)
    return [[f"{name}[{write(after)}]" for after in side] for side in ([sides] if isinstance(sides, set) else sides)]

@functools.lru_cache(None)
def options(text):
    """The same for a sum."""
    parts = text.split(" + ")
    moves = [component_moves(part) for part in parts]
    sides = max(map(len, moves))
    return [{" + ".join((*parts[:i], after, *parts[i + 1:])) for i, of in enumerate(moves)
             for after in of[side % len(of)]} for side in range(sides)]

# The values of positions found so far, in each play.
SOLVED = {}

def solved(text, play):
    """The value of an impartial position; for a partizan one, whether Left wins beginning, and whether Right does. This
    code has its own stack: a play can be longer than Python's own stack allows."""
    known = SOLVED.setdefault(play, {})
    begin = lambda position: (position, iter([*itertools.chain(*options(position))]))
    stack = [] if text in known else [begin(text)]
    while stack:
        position, followers = stack[-1]
        missing = next((after for after in followers if after not in known), None)
        if missing is not None:
            stack.append(begin(missing))
            continue
        sides = options(position)
        if len(sides) == 1:
            known[position] = mex(known[after] for after in sides[0]) if sides[0] else int(play == "misere")
        else:
            won = [[known[after][1 - side] for after in sides[side]] for side in (0, 1)]
            known[position] = [not all(side) if side else play == "misere" for side in won]
        stack.pop()
    return known[text]

def outcome(text, play="normal"):
    found = solved(text, play)
    return "PRLN"[2 * found[0] + found[1]] if isinstance(found, list) else "PN"[found != 0]

def tree(given, text, play):
    """The game tree of a position, in the order of the positions given."""
    places = {node["position"]: at for at, node in enumerate(given)}
    need(len(places) == len(given) and [*places][-1:] == [text], f"the tree of {text} belongs to another position")
    found, reached = [], {len(given) - 1}
    for at, position in reversed([*enumerate(places)]):
        sides = [sorted(places.get(after, at) for after in side) for side in options(position)]
        need(at in reached and all(after < at for side in sides for after in side), f"{position} is out of place")
        reached.update(*sides)
        value, partizan = solved(position, play), len(sides) == 2
        found.append({"position": position, "left": sides[0], "right": sides[1] if partizan else None,
                      "value": None if partizan else value, "wins": value if partizan else None})
    return found[::-1]
