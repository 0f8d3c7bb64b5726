// Ordinals as the engine writes them, below w^w: `w^2*3+w+4`. Only as much as drawing axes needs.

/** The limit part and the finite part: `w*2+3` is `["w*2", 3n]`. */
export function split(text) {
  const plus = text.lastIndexOf("+");
  const tail = text.slice(plus + 1);
  if (/^\d+$/.test(tail)) return [plus < 0 ? "" : text.slice(0, plus), BigInt(tail)];
  return [text, 0n];
}

/** Limit part and finite part joined again. */
export const join = (limit, finite) => (limit === "" ? `${finite}` : finite === 0n ? limit : `${limit}+${finite}`);

/** Whether the text is an ordinal that can be drawn. */
export const isOrdinal = (text) => /^(?:\d+|w(?:\^\d+)?(?:\*\d+)?(?:\+(?:w(?:\^\d+)?(?:\*\d+)?|\d+))*)$/.test(text);

/** Exponents with their coefficients, the greatest first. */
function terms(text) {
  return text.split("+").map((term) => {
    const match = /^w(?:\^(\d+))?(?:\*(\d+))?$/.exec(term);
    return match ? [BigInt(match[1] ?? 1), BigInt(match[2] ?? 1)] : [0n, BigInt(term)];
  });
}

/** Less, equal or greater: a number below, equal to or above 0. */
export function compare(left, right) {
  const a = terms(left);
  const b = terms(right);
  for (let i = 0; i < Math.max(a.length, b.length); i++) {
    const [e, c] = a[i] ?? [-1n, 0n];
    const [f, d] = b[i] ?? [-1n, 0n];
    if (e !== f) return e < f ? -1 : 1;
    if (c !== d) return c < d ? -1 : 1;
  }
  return 0;
}

/**
 * The ticks of an axis that shows all these ordinals: in blocks of w, each block from its limit on; where a
 * block is long, only what is used with its neighbours.
 * @param {string[]} used
 * @returns {{text: string, gap: boolean}[]} `gap`: something is left out before this tick
 */
export function ticks(used, most = 18) {
  const blocks = new Map([["", [1n]]]);
  for (const text of used) {
    const [limit, finite] = split(text);
    blocks.set(limit, [...(blocks.get(limit) ?? []), finite]);
  }
  const limits = [...blocks.keys()].sort((a, b) => compare(a || "0", b || "0"));
  const out = [];
  for (const limit of limits) {
    const values = blocks.get(limit);
    const top = values.reduce((a, b) => (a > b ? a : b), 0n) + 1n;
    let shown;
    if (top < BigInt(most)) shown = Array.from({ length: Number(top) + 1 }, (_, i) => BigInt(i));
    else {
      const near = new Set([0n, 1n]);
      for (const value of values) for (const d of [-1n, 0n, 1n]) if (value + d >= 0n) near.add(value + d);
      shown = [...near].sort((a, b) => (a < b ? -1 : 1));
    }
    let last = -1n;
    for (const value of shown) {
      out.push({ text: join(limit, value), gap: value !== last + 1n || (last === -1n && limit !== "") });
      last = value;
    }
  }
  return out;
}
