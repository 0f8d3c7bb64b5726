// Writes the bodies of positions that a person has set up. The engine decides whether a text is valid.

/** A component from its parts. */
export const component = (name, options, body) => `${name}${options ? `(${options})` : ""}[${body}]`;

/** A sum from its components. */
export const sum = (texts) => texts.join(" + ");

/**
 * Sorts the games into groups for the list.
 * @param {{name: string, group: string}[]} games
 * @returns {[string, any[]][]}
 */
export function grouped(games) {
  const groups = new Map();
  // A board file is opened, not chosen.
  for (const game of games) if (!game.name.startsWith("@")) groups.set(game.group, [...(groups.get(game.group) ?? []), game]);
  return [...groups];
}

/** The lengths of the rows of a board that is not a rectangle; null for a board of any size. */
export function rowLengths(setup, count) {
  if (setup.kind === "triangle") return Array.from({ length: count }, (_, row) => row + 1);
  return setup.kind === "rows" ? setup.lengths : null;
}

/** By how many half cells each row of such a board is moved to the right. */
export const rowShift = (lengths, row) => (lengths ? Math.max(...lengths) - lengths[row] : 0);

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
export function boardRows(diagram, setup) {
  const count = Math.max(...diagram.cells.map((cell) => cell.row)) + 1;
  const lengths = rowLengths(setup, count);
  const width = Math.max(...diagram.cells.map((cell) => cell.x)) / 2 + 1;
  const rows = Array.from({ length: count }, (_, row) => Array(lengths ? lengths[row] : width).fill("_"));
  for (const cell of diagram.cells) rows[cell.row][(cell.x - rowShift(lengths, cell.row)) / 2] = cell.mark === "stone" ? "1" : "0";
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

/** Returns the body of pieces that are described by numbers. */
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
