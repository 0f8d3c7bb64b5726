// Writing positions: bodies from what a person has set up. Whether a text is right is for the engine to say.

/** A component from its parts. */
export const component = (name, options, body) => `${name}${options ? `(${options})` : ""}[${body}]`;

/** A sum from its components. */
export const sum = (texts) => texts.join(" + ");

/** How games are set up, by what their bodies look like. */
export const FAMILY = {
  matrix: "matrix", holladay: "matrix", "matrix-partizan": "matrix",
  lines: "stones", tactix: "stones", efr: "stones", nimbi: "nimbi", triangle: "triangle",
  pnim: "partition", lctr: "partition", downright: "partition", rook: "partition", queen: "partition",
  king: "partition", bishop: "partition", knight: "partition", pawn: "partition", crim: "partition",
  cris: "partition", crpm: "partition", crps: "partition", sato: "partition",
  nim: "heaps", wythoff: "heaps", rnim: "heaps", welter: "coins",
  lattice: "points", nimbers: "points", turning: "points", schrage: "rectangles",
};

/**
 * Games in groups, as a person looks for them.
 * @type {[string, string[]][]}
 */
export const GROUPS = [
  ["Heaps and boxes", ["nim", "wythoff", "rnim", "welter"]],
  ["Matrices", ["matrix", "matrix-partizan", "holladay"]],
  ["Stones in lines", ["lines", "tactix", "efr", "nimbi", "triangle"]],
  ["Young diagrams", ["pnim", "lctr", "sato", "crim", "cris", "crpm", "crps"]],
  ["A piece on a Young diagram", ["downright", "rook", "queen", "king", "bishop", "knight", "pawn"]],
  ["In the plane", ["nimbers", "turning", "lattice", "schrage"]],
];

/** The entries of a matrix, row by row. */
export const matrixBody = (rows) => rows.map((row) => row.join(" ")).join("; ");

/** The rows of a matrix from its diagram. */
export function matrixRows(diagram) {
  const rows = Array.from({ length: diagram.rows }, () => []);
  for (const cell of diagram.cells) rows[cell.row].push(cell.text);
  return rows;
}

export const transposed = (rows) => rows[0].map((_, j) => rows.map((row) => row[j]));
/** Turned by 90 degrees, clockwise. */
export const turned = (rows) => transposed([...rows].reverse());

/** A board of stones as rows of `1`, `0` and `_`, from its diagram. */
export function boardRows(diagram, name) {
  const count = Math.max(...diagram.cells.map((cell) => cell.row)) + 1;
  const first = (row) => {
    if (name === "triangle") return count - 1 - row;
    if (name === "nimbi") return [2, 1, 0, 1][row];
    return 0;
  };
  const width = Math.max(...diagram.cells.map((cell) => cell.x)) / 2 + 1;
  const length = (row) => (name === "triangle" ? row + 1 : name === "nimbi" ? [2, 3, 4, 3][row] : width);
  const rows = Array.from({ length: count }, (_, row) => Array(length(row)).fill("_"));
  for (const cell of diagram.cells) rows[cell.row][(cell.x - first(cell.row)) / 2] = cell.mark === "stone" ? "1" : "0";
  return rows;
}

export const boardBody = (rows) => rows.map((row) => row.join("")).join("/");

/** The parts of a partition from its diagram. */
export function parts(diagram) {
  const out = [];
  for (const cell of diagram.cells) out[cell.row] = (out[cell.row] ?? 0) + 1;
  return out;
}

export const partitionBody = (list) => list.filter((part) => part > 0).join(",");

/** The body of pieces that numbers tell. */
export function piecesBody(what, lists) {
  switch (what) {
    case "heap":
    case "side":
      return lists.map(([size]) => size).join(",");
    case "rectangle":
      return lists.map(([m, n]) => `${m}x${n}`).join(" ");
    default:
      return lists.every((list) => list.length === 1) && what !== "stone" && what !== "counter" && lists.length > 0
        ? lists.map(([square]) => square).join(",")
        : lists.map((list) => `(${list.join(",")})`).join(" ");
  }
}
