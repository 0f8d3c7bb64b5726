"""What the list of light partitions shows: every observation of the page on partitions, and its picture.

    python3 light.py light.csv UP_TO [light.svg]

`light.csv` is what `nimfield table pnim --up-to UP_TO --non-heavy --format csv` prints. Standard library only.
"""

import csv
import math
import sys
from collections import Counter


def parts_of(position):
    """The parts of `pnim[5^2,3]`, the largest first."""
    parts = []
    for run in position[len("pnim["):-1].split(","):
        part, _, count = run.partition("^")
        parts += [int(part)] * int(count or 1)
    return parts


def written(parts):
    runs = sorted(Counter(parts).items(), reverse=True)
    return "[" + ",".join(str(part) if count == 1 else f"{part}^{count}" for part, count in runs) + "]"


def conjugate(parts):
    return [sum(part > column for part in parts) for column in range(parts[0])]


def partition_numbers(up_to):
    numbers = [1] + [0] * up_to
    for part in range(1, up_to + 1):
        for n in range(part, up_to + 1):
            numbers[n] += numbers[n - part]
    return numbers


FIVE_ROWS = """5^2,4,3,2 5^2,4,3^2 5^3,3,2 5^3,3^2 5^3,4,2 5^3,4,3 5^3,4^2
    5,4^2,3,1 6,5^2,3^2 6,5^2,4,3 6,5^2,4^2 6^3,3^2 6^3,4^2 6^3,5,3 6^3,5,4 6^3,5^2 5^2,2^3 7^3,6^2 12^3,11,10 12^3,11^2
    11^3,8^2 13^3,11^2 13^3,12,11 13^3,12^2 14^3,13^2 20^3,19,18 20^3,19^2 21^3,20^2 28^3,27^2"""


def is_listed(parts):
    """Whether the page's table of light partitions with two to five rows has it."""
    c, name = parts[0], written(parts)[1:-1]
    lower = [c - part for part in parts[1:]]
    if len(parts) == 2:
        return lower == [0] and c % 2 == 0
    if len(parts) == 3:
        return lower == [0, 0] and c % 4 in (3, 0) or lower == [0, 1] and c % 4 == 3 or lower == [1, 1] and c % 4 == 0
    if len(parts) == 4:
        families = lower == [0, 0, 0] and c % 4 != 1 or lower == [0, 0, c - 1] and c % 4 == 3
        return families or name in ("4^3,3", "4^3,2", "4^2,3^2", "4^2,3,2")
    head, x, residue = lower[:3], lower[3] - lower[2], (c - 1) % 8 + 1
    first, last = {
        (0, 0, 0): (5, 8 - x),
        (0, 1, 1): (5, 7 - x),
        (0, 2, 2): (7, 7 - x),
        (1, 1, 1): (6, 8 - x),
        (1, 2, 2): (7, 7 - x),
        (2, 2, 2): (7, 8 - x),
        (3, 3, 3): (8, 8 - x),
    }.get(tuple(head), (1, 0))
    return c >= residue and first <= residue <= last or name in FIVE_ROWS.split()


def report(light, up_to):
    numbers = partition_numbers(up_to)
    counts = Counter(sum(parts) for parts, _ in light)
    share = [counts[n] / numbers[n] for n in range(up_to + 1)]
    print(f"n <= {up_to}: {sum(numbers):,} partitions, {len(light):,} light")
    print("light by n:", {n: counts[n] for n in [*range(10, up_to + 1, 10), up_to]})
    print("of a million:", {n: round(1e6 * share[n]) for n in [*range(10, up_to + 1, 10), up_to]})

    # Question 4: the n with a larger share of light partitions than every later one.
    records, most = [], 0
    for n in range(up_to, 1, -1):
        if share[n] > most:
            most = share[n]
            records.append(f"{n}: {counts[n]}/{numbers[n]} = {100 * most:.4f} %")
    print("\nquestion 4, n with a larger light share than all later ones:")
    print("  " + "\n  ".join(reversed(records)))

    # Question 1.
    value_2 = [parts for parts, value in light if value == 2]
    print("\nvalue 1:", sum(value == 1 for _, value in light), " value 2:", len(value_2))
    print("columns less rows, value 2:", dict(sorted(Counter(p[0] - len(p) for p in value_2).items())))
    print("least value - |c-r|:", min(value - abs(p[0] - len(p)) for p, value in light))
    sizes = sorted({min(p[0], len(p)) for p in value_2})
    for side in sizes:
        for columns in (side, side + 1):
            these = [p for p in value_2 if (len(p), p[0]) == (side, columns)]
            if these:
                n = [sum(p) for p in these]
                print(f"  {side} rows, {columns} columns: {len(these)}, n from {min(n)} ({written(these[n.index(min(n))])}) to {max(n)}")

    # Structure.
    print("\nshorter side:", dict(sorted(Counter(min(p[0], len(p)) for p, _ in light).items())))
    print("different rows (corners):", dict(sorted(Counter(len(set(p)) for p, _ in light).items())))
    rows = [max(Counter(p).values()) for p, _ in light]
    columns = [max(Counter(conjugate(p)).values()) for p, _ in light]
    print("least most frequent row, column:", min(rows), min(columns))
    print("no row or column more than twice:", sum(max(pair) == 2 for pair in zip(rows, columns)))
    repeats = Counter(2 * -len(set(p)) + len(p) + p[0] for p, _ in light)
    print("rows and columns less twice the corners:", dict(sorted(repeats.items())))

    # Few rows.
    def all_with(rows, n, largest):
        if rows == 0:
            return [[]] if n == 0 else []
        return [[part, *rest] for part in range(1, min(n, largest) + 1) for rest in all_with(rows - 1, n - part, part)]

    few = {tuple(parts) for parts, _ in light if 2 <= len(parts) <= 5 and sum(parts) <= 60}
    table = {tuple(p) for rows in range(2, 6) for n in range(61) for p in all_with(rows, n, n) if is_listed(p)}
    print("two to five rows, n <= 60: as in the table:", few == table, len(few))
    print("  beyond: not in the table:", [p for p, _ in light if 2 <= len(p) <= 5 and not is_listed(p)])

    # Conjecture 2.
    print("\nconjecture 2:")
    against = {}
    for parts, value in light:
        r, c = len(parts), parts[0]
        if c >= r and (c - 1) & (r - 1) == 0 and all(part + i >= c for i, part in enumerate(parts)):
            against.setdefault((r, c), []).append((sum(parts), parts, value))
    for (r, c), found in sorted(against.items()):
        n, parts, value = min(found)
        print(f"  {r} rows, {c} columns: {len(found)}, the least {written(parts)}, n = {n}, value {value}")
    return share


def picture(share, path):
    """The share of light partitions by n, on a logarithmic scale."""
    left, top, width, height = 76, 44, 640, 340
    first, last = 4, len(share) - 1
    low, high = -5, 0

    def x(n):
        return left + width * (n - first) / (last - first)

    def y(value):
        return top + height * (high - math.log10(value)) / (high - low)

    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{left + width + 24}" height="{top + height + 52}" '
        f'viewBox="0 0 {left + width + 24} {top + height + 52}" font-family="DejaVu Sans, Verdana, sans-serif" font-size="13" fill="#202020">',
        "<title>Share of light partitions</title>",
        '<rect width="100%" height="100%" fill="#ffffff"/>',
        f'<text x="{left}" y="26">Light partitions of a million partitions of n</text>',
    ]
    for power in range(low, high + 1):
        line = y(10.0**power)
        out.append(f'<path d="M{left} {line:.1f}h{width}" stroke="#d8d8d8"/>')
        out.append(f'<text x="{left - 8}" y="{line + 4:.1f}" text-anchor="end">{10 ** (power + 6):,}</text>')
    for n in range(10, last + 1, 10):
        out.append(f'<path d="M{x(n):.1f} {top}v{height}" stroke="#ececec"/>')
        out.append(f'<text x="{x(n):.1f}" y="{top + height + 20}" text-anchor="middle">{n}</text>')
    out.append(f'<text x="{left + width / 2}" y="{top + height + 42}" text-anchor="middle">n</text>')
    dots = [(x(n), y(share[n])) for n in range(first, last + 1) if share[n] > 0]
    line = " ".join(f"{a:.1f},{b:.1f}" for a, b in dots)
    out.append(f'<polyline points="{line}" fill="none" stroke="#2b6cb0" stroke-opacity="0.45"/>')
    out += [f'<circle cx="{a:.1f}" cy="{b:.1f}" r="2.4" fill="#2b6cb0"/>' for a, b in dots]
    out.append("</svg>\n")
    with open(path, "w", encoding="utf-8") as file:
        file.write("\n".join(out))


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        light = [(parts_of(row["position"]), int(row["value"])) for row in csv.DictReader(file)]
    share = report(light, int(sys.argv[2]))
    if len(sys.argv) > 3:
        picture(share, sys.argv[3])


if __name__ == "__main__":
    main()
