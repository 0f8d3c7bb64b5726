// Starting positions: full, staircase, hook, random; and random numbers from a seed, so that they can be repeated.
import { boardBody, component, matrixBody, partitionBody, rowLengths } from "./notation.js";

/** Returns a generator of random numbers from a seed (mulberry32). */
export function chance(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** A seed from a text. */
export function seedOf(text) {
  let hash = 2166136261;
  for (const char of text) hash = Math.imul(hash ^ char.codePointAt(0), 16777619);
  return hash >>> 0;
}

export const SHAPES = [
  ["full", "Full"],
  ["staircase", "Staircase"],
  ["hook", "Hook"],
  ["random", "Random"],
];

/** Returns the meaning and the bounds of the two sizes; null if there is nothing to choose. */
export function sizes(setup) {
  switch (setup?.kind) {
    case "matrix":
      return { a: ["rows", 2, 8], b: ["columns", 2, 8], top: ["largest", 9, 999] };
    case "stones":
      return { a: ["rows", 4, 8], b: ["columns", 4, 8], top: null };
    case "triangle":
      return { a: ["rows", 5, 10], b: null, top: null };
    case "partition":
      return { a: ["rows", 4, 12], b: ["columns", 5, 12], top: null };
    case "heaps":
      return { a: setup.count === null ? [`${setup.each}s`, 3, 8] : null, b: null, top: ["largest", 9, 999] };
    case "coins":
      return { a: ["coins", 3, 8], b: null, top: ["squares", 12, 60] };
    case "points":
      return { a: ["stones", 3, 8], b: null, top: ["largest", 7, 30] };
    case "rectangles":
      return { a: ["height", 5, 30], b: ["width", 8, 30], top: null };
    default:
      return { a: null, b: null, top: null };
  }
}

/**
 * A position of a shape, in notation.
 * @param {{name: string, setup: any}} game
 * @param {string|null} options
 * @param {string} shape
 */
export function position(game, options, shape, a, b, top, random = Math.random) {
  const up = (limit) => Math.floor(random() * (limit + 1));
  const from1 = (limit) => 1 + Math.floor(random() * limit);
  const range = (count, of) => Array.from({ length: count }, (_, i) => of(i));
  const done = (body) => component(game.name, options, body);
  const { setup } = game;
  switch (setup.kind) {
    case "matrix": {
      const entry = {
        full: () => top,
        staircase: (i, j) => Math.min(top, i + j + 1),
        hook: (i, j) => (i === 0 || j === 0 ? top : 1),
        random: () => up(top),
      }[shape];
      return done(matrixBody(range(a, (i) => range(b, (j) => entry(i, j)))));
    }
    case "stones": {
      const stone = {
        full: () => 1,
        staircase: (i, j) => (j * a <= i * b + b - 1 && j <= Math.floor(((i + 1) * b) / a) - 1 ? 1 : 0),
        hook: (i, j) => (i === 0 || j === 0 ? 1 : 0),
        random: () => (random() < 0.6 ? 1 : 0),
      }[shape];
      return done(boardBody(range(a, (i) => range(b, (j) => stone(i, j)))));
    }
    case "triangle":
    case "rows": {
      const lengths = rowLengths(setup, a);
      const last = lengths.length - 1;
      const stone = {
        full: () => 1,
        staircase: (i) => (i % 2 === 0 ? 1 : 0),
        hook: (i, j) => (j === 0 || i === last ? 1 : 0),
        random: () => (random() < 0.65 ? 1 : 0),
      }[shape];
      return done(boardBody(lengths.map((length, i) => range(length, (j) => stone(i, j)))));
    }
    case "partition": {
      const rows = {
        full: () => range(a, () => b),
        staircase: () => range(a, (i) => Math.max(1, Math.ceil((b * (a - i)) / a))),
        hook: () => range(a, (i) => (i === 0 ? b : 1)),
        random: () => range(from1(a), () => from1(b)).sort((x, y) => y - x),
      }[shape]();
      return done(partitionBody(rows));
    }
    case "heaps": {
      const count = setup.count ?? a;
      const size = { full: () => top, staircase: (i) => i + 1, hook: (i) => (i === 0 ? top : 1), random: () => from1(top) }[shape];
      return done(range(count, size).join(","));
    }
    case "coins": {
      const count = Math.min(a, top);
      const squares = {
        full: () => range(count, (i) => top - count + i),
        staircase: () => range(count, (i) => 2 * i + 1),
        hook: () => range(count, (i) => (i === count - 1 ? top - 1 : i + 1)),
        random: () => {
          const chosen = new Set();
          while (chosen.size < count) chosen.add(up(top - 1));
          return [...chosen].sort((x, y) => x - y);
        },
      }[shape]();
      return done(squares.join(","));
    }
    case "points": {
      const dimensions = options ? options.split(",").length : 2;
      const at = {
        full: (i) => range(dimensions, () => i + 1),
        staircase: (i) => range(dimensions, (k) => (k === 0 ? i + 1 : a - i)),
        hook: (i) => range(dimensions, (k) => (k === i % dimensions ? i + 2 : 1)),
        random: () => range(dimensions, () => from1(top)),
      }[shape];
      const points = new Set(range(a, (i) => `(${at(i).join(",")})`));
      return done([...points].join(" "));
    }
    case "rectangles":
      return done(
        shape === "random" ? `${from1(a)}x${from1(b)}` : shape === "staircase" ? range(Math.min(a, 6), (i) => `${i + 1}x${i + 2}`).join(" ") : shape === "hook" ? `${a}x1 1x${b}` : `${a}x${b}`,
      );
    default:
      return null;
  }
}

/**
 * A random position with exactly one winning move, or null if none was found.
 * @param {(operation: string, request: any, signal?: AbortSignal) => Promise<any>} ask
 */
export async function onlyOne(ask, make, play, signal, tries = 200) {
  for (let i = 0; i < tries; i++) {
    const position = make();
    const request = { position, limits: { seconds: 2 } };
    if (play) Object.assign(request, { play });
    try {
      const answer = await ask("analyze", request, signal);
      const moves = answer.winning_moves.filter(({ player }) => player !== "right");
      if (answer.complete && moves.length === 1 && moves[0].to !== null) return position;
    } catch (error) {
      if (error.name === "AbortError") throw error;
      // The game does not allow this shape; the next one may be valid.
    }
  }
  return null;
}
