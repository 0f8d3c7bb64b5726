// Turns what a person has chosen on the board into the text of a move. The engine decides whether the move is legal.

/**
 * @typedef {{component: number, handle: number, value: any, ids: number[], own: string|null}} Selection
 * A handle of a component and the choice made with it; `own` is the text of the move, null while it is unfinished.
 */

/** The amounts of a handle, rows separated by `;` where its cells are several rows of the diagram. */
function amounts(handle, diagram, list) {
  const rows = new Map();
  handle.cells.forEach((id, i) => {
    const row = diagram.cells[id]?.row ?? 0;
    rows.set(row, [...(rows.get(row) ?? []), list[i] || "0"]);
  });
  return [...rows.values()].map((row) => row.join(" ")).join("; ");
}

/** The text of a move, or null while something is still to be chosen. */
export function textOf(handle, diagram, value) {
  switch (handle.kind) {
    case "move":
      return handle.move;
    case "amount":
    case "below":
      return value ? `${handle.before}${value}` : null;
    case "point":
    case "listed":
      return value ? `${handle.before}${value}` : null;
    case "amounts":
      return value?.some((amount) => amount && amount !== "0") ? handle.before + amounts(handle, diagram, value) : null;
    case "set":
      return value?.length ? handle.before + value.map((i) => handle.items[i].text).join(",") : null;
    default:
      return null;
  }
}

/** Returns the cells that a selection concerns. */
function cellsOf(handle, value) {
  if (handle.kind !== "set") return handle.cells;
  return (value ?? []).flatMap((i) => handle.items[i].cells);
}

/** @returns {Selection} */
export function select(view, index, value) {
  const handle = view.handles[index];
  return {
    component: view.number,
    handle: index,
    value,
    ids: cellsOf(handle, value),
    own: textOf(handle, view.diagram, value),
  };
}

/** The moves of a component, each with its text without the number of the component. */
export const ownMoves = (moves, number, several) =>
  moves
    .filter((row) => row.component === number)
    .map((row) => ({ ...row, own: alone(row.move, several), same: row.same.map((move) => alone(move, several)) }));

/** A move without the number of its component. */
const alone = (move, several) => (several ? move.replace(/^\d+: /, "") : move);

/**
 * The cells or pieces of a diagram that a move changed, by their numbers after it. Where squares are gone, none.
 * @returns {Set<number>}
 */
export function changed(before, after) {
  const told = (diagram) => (diagram?.cells ?? []).map((cell) => (cell.numbers ? cell.numbers.join() : `${cell.x} ${cell.row} ${cell.mark} ${cell.text}`));
  const [old, now] = [told(before), told(after)];
  if (before?.kind !== after?.kind || (after?.kind !== "pieces" && old.length !== now.length)) return new Set();
  const place = after?.kind === "pieces" && ["heap", "side"].includes(after.what) && old.length === now.length;
  return new Set(now.flatMap((cell, id) => {
    if (place || after.kind !== "pieces") return cell === old[id] ? [] : [id];
    const found = old.indexOf(cell);
    if (found >= 0) old.splice(found, 1);
    return found >= 0 ? [] : [id];
  }));
}

/** Returns whether pieces are placed on this board; null if the board has no handles, so that this is unknown. */
export function isPlacing(view) {
  const { cells, row_labels } = view.diagram;
  if (!row_labels?.length) return false;
  const first = view.handles.find(({ kind, cells }) => (kind === "set" || kind === "move") && cells.length > 0);
  return first ? cells[first.cells[0]].mark !== "stone" : null;
}

/** The cells that a move names, `a1-c1` or `a1,b2`. */
function named(diagram, move) {
  const at = (name) => diagram.cells.find((cell) => `${diagram.column_labels[cell.x / 2]}${diagram.row_labels[cell.row]}` === name);
  const found = (move.match(/\b[a-z]+\d+\b/g) ?? []).map(at).filter(Boolean);
  return found.length === 2 && move.includes("-") ? line(diagram.cells, found[0], found[1]) : found;
}

/** The vertices that a move names, `a,b` or `L a`, each with whether it is taken. */
function vertices({ graph, cells }, move) {
  const count = graph.vertices.length;
  const free = (id) => [id, id + count].some((one) => cells[one] && cells[one].numbers[0] !== "0");
  return move.replace(/^[LR] /, "").split(",").map((name) => graph.vertices.indexOf(name)).filter((id) => id >= 0).map((id) => ({ id, mark: free(id) ? "empty" : "stone" }));
}

/**
 * The pieces that the moves of a game have placed, by their cells: the number of the move, its player, and the piece's cells.
 * In a sum of `several` components, only the moves of this one.
 * @param {any} view
 * @param {{move: string, player: string|null}[]} moves
 */
export function placedBy(view, moves, several = false) {
  const pieces = new Map();
  const begin = several ? `${view.number}: ` : "";
  moves.forEach(({ move, player }, number) => {
    if (!move.startsWith(begin)) return;
    const own = move.slice(begin.length);
    const cells = view.diagram.graph ? vertices(view.diagram, own) : named(view.diagram, own);
    for (const cell of cells) if (cell.mark === "stone") pieces.set(cell.id, { number, player, cells });
  });
  return pieces;
}

/** The handles for exactly these vertices or edges of a graph; Left and Right may have pieces of their own on a vertex. */
export function handlesAt(view, ids) {
  const { graph } = view.diagram;
  const count = graph.on_edges ? Infinity : graph.vertices.length;
  return view.handles.flatMap(({ cells }, index) => (cells.length === ids.length && cells.every((id) => ids.includes(id % count)) ? [index] : []));
}

/** Returns what is known about the moves of a handle: how many of them win, and which. */
export function tally(handle, rows) {
  const begins = (row) => (handle.kind === "move" ? row.own === handle.move || row.same.includes(handle.move) : row.own.startsWith(handle.before));
  const mine = rows.filter((row) => begins(row) && (!handle.player || row.player === handle.player));
  const winning = mine.filter((row) => row.wins);
  return {
    count: mine.length,
    wins: winning.length,
    settled: mine.length > 0 && mine.every((row) => row.wins !== null),
    texts: winning.map((row) => (handle.kind === "move" ? "" : row.own.slice(handle.before.length))),
  };
}

/** The cells on the straight line from one cell to another, both included. */
export function line(cells, from, to) {
  const dx = to.x - from.x;
  const dy = to.row - from.row;
  let steps = Math.abs(dx);
  for (let b = Math.abs(dy); b > 0; ) [steps, b] = [b, steps % b];
  if (steps === 0) return [from];
  const out = [];
  for (let i = 0; i <= steps; i++) {
    const [x, row] = [from.x + (dx * i) / steps, from.row + (dy * i) / steps];
    const cell = cells.find((other) => other.x === x && other.row === row);
    if (cell) out.push(cell);
  }
  return out;
}
