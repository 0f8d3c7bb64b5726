// Claims of the catalogue that tell every position of a family, so that a map can be compared with them.
// A law says of the numbers of a position what its cell holds: P, N, L or R, or a value; null if it says nothing.

const xor = (list) => list.reduce((sum, n) => sum ^ n, 0n);
const least = (list) => list.reduce((a, b) => (b < a ? b : a));
const lost = (is) => (is ? "P" : "N");
const value = (n) => (n === 0n ? "0" : n === 1n ? "*" : `*${n}`);

/** The whole part of n times the golden ratio. */
export function phi(n) {
  if (n < 0n) throw RangeError();
  const square = 5n * n * n;
  let root = BigInt(Math.floor(Math.sqrt(Number(square))));
  while (root * root > square) root--;
  while ((root + 1n) * (root + 1n) <= square) root++;
  return (n + root) / 2n;
}

const wythoff = ([a, b]) => lost(a < b ? a === phi(b - a) : b === phi(a - b));

/** Whether some rotation of (p q; r s) is (a b; b d) with this property. */
const rotated = (/** @type {bigint[]} */ [p, q, r, s], has) =>
  (q === r && (has(p, q, s) || has(s, q, p))) || (p === s && (has(q, p, r) || has(r, p, q)));
const large = (a, b, d) => a >= b && d >= b;

/** (a b; c d) with its least entry first. */
function leastFirst([p, q, r, s]) {
  const min = least([p, q, r, s]);
  if (p === min) return [p, q, r, s];
  if (q === min) return [q, p, s, r];
  return r === min ? [r, s, p, q] : [s, r, q, p];
}

function theorem4(entries) {
  const [a, b, c, d] = leastFirst(entries);
  if (a + c < b && a + c < d) return "L";
  if (a + b < c && a + b < d) return "R";
  return lost((a === d && b >= a + d && c >= a + d) || (a === 0n && b === c && c < d));
}

/** Rows whose column sums are equal and whose minima have the nim-sum 0. */
function holladay(numbers, rows, columns) {
  const row = (i) => numbers.slice(i * columns, (i + 1) * columns);
  const all = Array.from({ length: rows }, (_, i) => row(i));
  const sums = Array.from({ length: columns }, (_, j) => all.reduce((sum, one) => sum + one[j], 0n));
  return lost(sums.every((sum) => sum === sums[0]) && xor(all.map(least)) === 0n);
}

// Values of Grundy's game: a heap is cut into two unequal ones.
const GRUNDY = [0n, 0n, 0n];
function grundy(n) {
  for (let size = GRUNDY.length; size <= Number(n); size++) {
    const seen = new Set();
    for (let i = 1; 2 * i < size; i++) seen.add(GRUNDY[i] ^ GRUNDY[size - i]);
    let mex = 0n;
    while (seen.has(mex)) mex++;
    GRUNDY.push(mex);
  }
  return GRUNDY[Number(n)];
}

function schrage([m, n]) {
  const [g, h] = [grundy(m), grundy(n)];
  return value(g === 0n ? h : h === 0n ? g : 1n);
}

const sized = (rows, columns) => (shape) => shape.rows === rows && shape.columns === columns;
const twoByTwo = sized(2, 2);
const any = () => true;

/**
 * The laws: the claim, the game, which of its positions, what it says, and a family to show it with.
 * @type {{claim: string, game: string, fits: (shape: any) => boolean, says: (numbers: bigint[], shape: any) => string | null, family: [string, string]}[]}
 */
export const LAWS = [
  { claim: "ferguson-theorem-3", game: "matrix", fits: twoByTwo, family: ["matrix[a 10; 10 b]", "a=0..24 b=0..24"],
    says: (n) => lost(rotated(n, (a, b, d) => large(a, b, d) || (a < b && b < d && a % (d - a) < d - b))) },
  { claim: "ferguson-theorem-3-not-strict", game: "matrix", fits: twoByTwo, family: ["matrix[a 10; 10 b]", "a=0..24 b=0..24"],
    says: (n) => lost(rotated(n, (a, b, d) => large(a, b, d) || (a < b && b < d && a % (d - a) <= d - b))) },
  { claim: "ferguson-lemma-1", game: "matrix", fits: twoByTwo, family: ["matrix[a 5; 5 b]", "a=0..20 b=0..20"],
    says: (n) => (rotated(n, large) ? "P" : null) },
  { claim: "ferguson-constant-diagonal", game: "matrix", fits: twoByTwo, family: ["matrix[a 6; b 9]", "a=0..20 b=0..20"],
    says: ([a, b, c, d]) => (a === d || b === c ? null : "N") },
  { claim: "ferguson-wythoff", game: "matrix", fits: sized(1, 2), family: ["matrix[a b]", "a=0..24 b=0..24"], says: wythoff },
  { claim: "ferguson-odd-rows", game: "matrix", fits: (shape) => shape.rows === 1 && shape.columns % 2 === 1, family: ["matrix[a b 5]", "a=0..16 b=0..16"],
    says: (n) => lost(xor(n) === 0n) },
  { claim: "ferguson-even-rows-are-not-nim", game: "matrix", fits: (shape) => shape.rows === 1 && shape.columns % 2 === 0, family: ["matrix[a b]", "a=0..16 b=0..16"],
    says: (n) => lost(xor(n) === 0n) },
  { claim: "ferguson-theorem-4", game: "matrix-partizan", fits: twoByTwo, family: ["matrix-partizan[a 4; b 7]", "a=0..16 b=0..16"], says: theorem4 },
  { claim: "ferguson-lemma-1-partizan", game: "matrix-partizan", fits: twoByTwo, family: ["matrix-partizan[a 2; 2 b]", "a=0..9 b=0..9"],
    says: ([a, b, c, d]) => (b === c && large(a, b, d) ? "P" : null) },
  { claim: "holladay-2x2", game: "holladay", fits: twoByTwo, family: ["holladay[a 3; 2 b]", "a=0..9 b=0..9"], says: (n) => holladay(n, 2, 2) },
  { claim: "holladay-2x3", game: "holladay", fits: sized(2, 3), family: ["holladay[a 2 3; 2 b 1]", "a=0..6 b=0..6"], says: (n) => holladay(n, 2, 3) },
  { claim: "holladay-3x2", game: "holladay", fits: sized(3, 2), family: ["holladay[a 2; 2 b; 1 1]", "a=0..6 b=0..6"], says: (n) => holladay(n, 3, 2) },
  { claim: "holladay-one-column", game: "holladay", fits: (shape) => shape.columns === 1, family: ["holladay[a; b; 5]", "a=0..12 b=0..12"], says: (n) => lost(xor(n) === 0n) },
  { claim: "ferguson-wythoff", game: "wythoff", fits: (shape) => shape.count === 2, family: ["wythoff[a,b]", "a=0..40 b=0..40"], says: wythoff },
  { claim: "lattice-nim", game: "lattice", fits: (shape) => shape.count % 2 === 0, family: ["lattice[(a,b) (3,2)]", "a=0..12 b=0..12"],
    says: (n) => lost(xor(n.filter((_, i) => i % 2 === 0)) === 0n && xor(n.filter((_, i) => i % 2 === 1)) === 0n) },
  { claim: "schrage-rectangles", game: "schrage", fits: (shape) => shape.count === 2, family: ["schrage[axb]", "a=1..24 b=1..24"], says: schrage },
  { claim: "pnim-theorem-1", game: "pnim", fits: (shape) => shape.power && shape.count === 2, family: ["pnim[a^b]", "a=1..16 b=1..16"],
    says: ([c, r]) => value(((r - 1n) ^ (c - 1n)) + 1n) },
  { claim: "pnim-proposition-5", game: "pnim", fits: (shape) => !shape.power && shape.count === 2, family: ["pnim[a,b]", "a=0..12 b=0..12"],
    says: ([a, b]) => (b > 0n && a >= b ? value(a === b && a % 2n === 0n ? a - 1n : a + 1n) : null) },
  { claim: "pnim-theorem-3", game: "rnim", fits: any, family: ["rnim[a,b,3]", "a=0..12 b=0..12"],
    says: (n) => value(n.includes(0n) ? 0n : xor(n.map((k) => k - 1n)) + 1n) },
];

/** The game of a position that is no sum, its numbers, and how they stand; null for what laws say nothing of. */
export function taken(position) {
  const match = /^([a-z]+(?:-[a-z]+)?)\[([^[\]w∞]*)\]$/.exec(position.trim());
  if (!match || /inf/.test(match[2])) return null;
  const [, game, body] = match;
  const rows = body.split(";");
  const numbers = [...body.matchAll(/\d+/g)].map(([n]) => BigInt(n));
  const first = rows[0].match(/\d+/g)?.length ?? 0;
  const shape = { rows: rows.length, columns: first, count: numbers.length, power: body.includes("^") };
  return first * rows.length === numbers.length ? { game, numbers, shape } : null;
}

/** The laws about a position, whatever its numbers. */
export function lawsAbout(position) {
  const found = taken(position);
  return found ? LAWS.filter((law) => law.game === found.game && law.fits(found.shape)) : [];
}

/** What a law says of the cell of a position. */
export function saysOf(law, position, shown) {
  const found = taken(position);
  const said = found && law.fits(found.shape) ? law.says(found.numbers, found.shape) : null;
  if (said === null) return null;
  const valued = /^[0*]/.test(said);
  if (shown === "value") return valued ? said : said === "P" ? "0" : null;
  return valued ? lost(said === "0") : said;
}
