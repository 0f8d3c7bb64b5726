// Draws positions on which moves can be made: matrices and boards of cells here, other shapes in other files.
import { html, names, plural, useEffect, useRef } from "./ui.js";
import { isPlacing, line, placedBy, select, tally } from "./grip.js";
import { Value } from "./math.js";
import { Grip, Mark, arrows, said, useRoving } from "./marks.js";
import { Box, Heaps, Rectangles } from "./heaps.js";
import { Later } from "./later.js";
import { Plane, Strip } from "./plane.js";

const lineOf = (label, word) => new RegExp(`\\b${word} (\\d+)$|^${word}$`).exec(label);

/** Sorts handles by their place: before a row, above a column, or neither. */
function placed(view) {
  const beside = new Map();
  const above = new Map();
  const others = [];
  const put = (map, key, entry) => map.set(key, [...(map.get(key) ?? []), entry]);
  const cells = view.diagram.cells ?? [];
  const add = (entry, label, ids) => {
    const first = cells[ids[0]];
    // If several pieces are side by side, the rows of each have their handles directly before them.
    if (first && first.row !== undefined && lineOf(label, "row")) put(beside, first.x === 0 ? `${first.row}` : `${first.row} ${first.x}`, entry);
    else if (first && first.row !== undefined && lineOf(label, "column")) {
      const row = Math.min(...ids.map((id) => cells[id].row));
      put(above, `${row} ${first.x}`, entry);
    } else others.push(entry);
  };
  view.handles.forEach((handle, index) => {
    if (handle.kind === "set" && handle.before) handle.items.forEach((item, i) => add({ index, item: i }, item.label, item.cells));
    else add({ index }, handle.label, handle.cells);
  });
  return { beside, above, others };
}

/** A handle beside or above a line, or one item of a set. */
function LineGrip({ drawing, entry, x, y, roving }) {
  const { view, sel, pick } = drawing;
  const handle = view.handles[entry.index];
  const id = `h${entry.index}-${entry.item ?? ""}`;
  if (entry.item === undefined) {
    const number = /\d+$/.exec(handle.label)?.[0];
    return html`<${Grip} drawing=${drawing} index=${entry.index} x=${x} y=${y} short=${number ?? (lineOf(handle.label, "row") ? "→" : "↓")} roving=${roving} id=${id} />`;
  }
  const item = handle.items[entry.item];
  const value = sel?.component === view.number && sel.handle === entry.index ? sel.value : [];
  const on = value.includes(entry.item);
  const toggle = () => {
    const next = on ? value.filter((i) => i !== entry.item) : [...value, entry.item].sort((a, b) => a - b);
    pick(next.length ? select(view, entry.index, next) : null);
  };
  return html`<button type="button" class=${names("grip", on && "chosen")} aria-pressed=${on} data-x=${x} data-y=${y}
    ...${roving.at(id)} aria-label=${`${item.label}, ${item.text}`} onClick=${toggle}><span class="grip-name">${item.text}</span></button>`;
}

/** Describes the change of a cell by the last move. */
const lastMoved = (drawing, id) => (drawing.last?.has(id) ? ", changed by the last move" : "");

/** A matrix, whose lines are chosen by their headers. */
export function MatrixBoard({ drawing }) {
  const { view, sel, after, rows, marks } = drawing;
  const { diagram } = view;
  const roving = useRoving("c0");
  const { beside, above, others } = placed(view);
  const chosen = sel?.component === view.number ? sel.ids : [];
  const changed = after?.kind === "matrix" && after.rows === diagram.rows && after.columns === diagram.columns ? after.cells : null;
  const cell = (i, j) => diagram.cells[i * diagram.columns + j];
  const range = (count) => Array.from({ length: count }, (_, i) => i);
  const header = (entries, x, y) => (entries ?? []).map((entry) => html`<${LineGrip} drawing=${drawing} entry=${entry} x=${x} y=${y} roving=${roving} />`);
  return html`<div class="board-scroll"><table class="matrix-board" role="grid" aria-label=${view.text} onKeyDown=${arrows} style=${{ "--n": diagram.columns, "--m": diagram.rows }}>
    <thead><tr role="row"><td class="corner" role="gridcell"></td>${range(diagram.columns).map((j) => html`<th role="columnheader" scope="col">${header(above.get(`0 ${2 * j}`), j, -1)}</th>`)}</tr></thead>
    <tbody>${range(diagram.rows).map(
      (i) => html`<tr role="row"><th role="rowheader" scope="row">${header(beside.get(`${i}`), -1, i)}</th>${range(diagram.columns).map((j) => {
        const { id, text } = cell(i, j);
        const next = changed && changed[id].text !== text ? changed[id].text : null;
        const shown = text === "inf" ? "∞" : text;
        return html`<td role="gridcell" data-x=${j} data-y=${i} ...${roving.at(`c${id}`)}
          class=${names("entry", chosen.includes(id) && "chosen", next && "changes", text === "0" && "zero", drawing.last?.has(id) && "last", drawing.hint?.includes(id) && "hinted")}
          aria-label=${`row ${i + 1} column ${j + 1}, ${text === "inf" ? "infinite" : text}${next ? `, becomes ${next}` : ""}${lastMoved(drawing, id)}`}>
          ${next !== null ? html`<span class="old">${shown}</span><span class="new">${next}</span>` : html`<span class="held" key=${shown}>${shown}</span>`}</td>`;
      })}</tr>`,
    )}</tbody></table></div>
    ${others.length > 0 && html`<div class="grips">${others.map(({ index }) => html`<${Grip} drawing=${drawing} index=${index} />`)}</div>`}
    ${marks && drawing.known && rows.length === 0 && view.handles.length > 0 && html`<p class="quiet">No move is left here.</p>`}`;
}

const contents = (cell, stones) => (cell.mark === "stone" ? (stones ? "stone" : "piece") : cell.mark === "text" ? cell.text : stones ? "gap" : "square");

/** Describes in a word a cell on which pieces are placed. */
const freeFor = ({ mark, text }) => (mark === "stone" ? "not free" : mark === "text" ? `free for ${text === "L" ? "Left" : "Right"}` : "free");

const FIGURES = { queens: "♛", knights: "♞", rooks: "♜", bishops: "♝", kings: "♚", treblecross: "×" };

/** Describes what a move has placed on a cell, or whose cell it is. */
function Piece({ view, cell, piece, newest }) {
  if (cell.mark === "text") return html`<span class="whose">${cell.text}</span>`;
  if (!piece) return null;
  const whose = names(piece.player ?? (piece.number % 2 === 0 ? "first" : "second"), piece.number === newest && "new");
  if (piece.cells.length === 1) return FIGURES[view.name] ? html`<span class=${`piece ${whose}`}>${FIGURES[view.name]}</span>` : html`<span class=${`disc ${whose}`}></span>`;
  const joined = (x, row) => piece.cells.some((other) => other.x === cell.x + x && other.row === cell.row + row);
  return html`<span class=${names("tile", whose, joined(2, 0) && "on-right", joined(-2, 0) && "on-left", joined(0, 1) && "on-down", joined(0, -1) && "on-up")}></span>`;
}

/** A board of cells: stones in lines, or the squares of a Young diagram. */
export function CellBoard({ drawing, edit = null }) {
  const { view, rows, marks, sel, pick, commit, after } = drawing;
  const { diagram } = view;
  const { cells } = diagram;
  const stones = diagram.row_labels.length > 0;
  const roving = useRoving("c0");
  const anchor = useRef(null);
  const last = useRef(null);
  const mine = sel?.component === view.number ? sel : null;
  // If Left and Right have different sets, use that of the player to move.
  const sets = view.handles.flatMap((handle, i) => (handle.kind === "set" && handle.before === "" ? [i] : []));
  const taking = sets.find((i) => view.handles[i].player === drawing.player) ?? sets[0] ?? -1;
  const apart = view.setup.gaps || (view.options ?? "").split(",").includes("any") || view.name.startsWith("@");
  const { beside, above, others } = edit ? { beside: new Map(), above: new Map(), others: [] } : placed(view);
  const single = new Map();
  if (!edit && taking < 0)
    for (const entry of [...others]) {
      const handle = view.handles[entry.index];
      if (handle.kind === "move" && handle.cells.length === 1) {
        // A cell that both players can take counts as a cell of the player to move.
        const other = view.handles[single.get(handle.cells[0])];
        if (!drawing.player || other?.player !== drawing.player) single.set(handle.cells[0], entry.index);
        others.splice(others.indexOf(entry), 1);
      }
    }
  useEffect(() => {
    anchor.current = null;
  }, [view.text]);

  const item = (id) => (taking < 0 ? -1 : view.handles[taking].items.findIndex((one) => one.cells.includes(id)));
  // At the end of a game the board has no handles, but it looks the same.
  const seen = useRef(false);
  const placing = isPlacing(view) ?? (seen.current || view.setup.kind === "typed");
  seen.current = placing;
  const pieces = placing ? placedBy(view, drawing.moves ?? [], drawing.several) : new Map();
  const held = (cell) => item(cell.id) >= 0;
  const take = (ids) => {
    const chosen = ids.map(item).filter((i) => i >= 0);
    pick(chosen.length ? select(view, taking, chosen) : null);
  };
  const press = (cell) => {
    if (edit) return edit(cell);
    if (single.has(cell.id)) {
      const index = single.get(cell.id);
      return mine?.handle === index ? commit() : pick(select(view, index, undefined));
    }
    if (taking < 0 || !held(cell)) drawing.refuse?.(view.handles.length === 0 ? "No move is left here." : placing ? (cell.mark === "stone" ? "This cell is not free." : cell.mark === "text" ? `Only ${cell.text === "L" ? "Left" : "Right"} may place here.` : "Nothing can be placed here.") : stones ? "There is no stone here." : "This square cannot be chosen.");
    if (taking < 0) return;
    if (!held(cell)) return pick(null);
    const ids = mine?.ids ?? [];
    if (apart) return take(ids.includes(cell.id) ? ids.filter((id) => id !== cell.id) : [...ids, cell.id]);
    if (ids.includes(cell.id)) return commit();
    const from = cells[anchor.current];
    if (from && ids.includes(from.id)) take(line(cells, from, cell).filter(held).map(({ id }) => id));
    else {
      anchor.current = cell.id;
      take([cell.id]);
    }
  };
  // Dragging: from the first stone to the last one.
  const dragged = useRef(false);
  const under = (event) => {
    const at = /** @type {HTMLElement|null} */ (document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-cell]"));
    return at && event.currentTarget.contains(at) ? cells[Number(at.dataset.cell)] : null;
  };
  const down = (event) => {
    dragged.current = false;
    const cell = under(event);
    last.current = cell && held(cell) && !edit && event.button === 0 ? cell : null;
  };
  const move = (event) => {
    const cell = last.current && event.buttons ? under(event) : null;
    if (!cell || (cell === last.current && !dragged.current)) return;
    dragged.current = true;
    anchor.current = last.current.id;
    take(line(cells, last.current, cell).filter(held).map(({ id }) => id));
  };
  const click = (event, cell) => {
    if (dragged.current && event.detail > 0) {
      dragged.current = false;
      return;
    }
    press(cell);
  };

  const height = cells.reduce((most, cell) => Math.max(most, cell.row + 1), 0);
  const width = [...cells, ...(diagram.slanted_labels ?? [])].reduce((most, cell) => Math.max(most, cell.x + 2), 0);
  const gone = after?.kind === "board" && after.cells.length === cells.length ? new Set(cells.filter((cell, i) => after.cells[i].mark !== cell.mark).map(({ id }) => id)) : null;
  const counts = cells.map(({ id }) => (marks ? rows.filter((row) => row.wins && row.cells.includes(id)).length : 0));
  const Cell = (cell, previous) => {
    const index = single.get(cell.id);
    const told = marks && index !== undefined ? tally(view.handles[index], rows) : null;
    const many = stones && marks ? counts[cell.id] : 0;
    const chosen = mine?.ids.includes(cell.id);
    const can = edit || index !== undefined || held(cell);
    const column = diagram.column_labels[cell.x / 2] ?? (cell.x % 2 === 0 && !stones ? cell.x / 2 + 1 : null);
    const place = stones && taking >= 0 && item(cell.id) >= 0 ? view.handles[taking].items[item(cell.id)].text : "";
    const label = `row ${cell.row + 1}${column !== null ? ` column ${/^\d+$/.test(`${column}`) ? column : cell.x / 2 + 1}` : ""}${place ? ` (${place})` : ""}, ${placing ? freeFor(cell) : contents(cell, stones)}${index !== undefined ? `, ${view.handles[index].label}` : ""}${said(told)}${many ? `, in ${plural(many, "winning move")}` : ""}${lastMoved(drawing, cell.id)}`;
    return html`<div role="gridcell" data-cell=${cell.id} data-x=${cell.x} data-y=${cell.row} ...${roving.at(`c${cell.id}`)}
      aria-label=${label} aria-selected=${chosen ? "true" : "false"}
      class=${names("cell", placing ? `square ${cell.mark === "stone" ? "blocked" : "free"}` : stones ? "place" : "square", placing && { L: "left", R: "right" }[cell.text], can && "can", chosen && "chosen", gone?.has(cell.id) && "goes", drawing.last?.has(cell.id) && "last", drawing.hint?.includes(cell.id) && "hinted")}
      style=${{ marginInlineStart: `calc(var(--cell) * ${(cell.x - previous) / 2})` }} onClick=${(event) => click(event, cell)}>
      ${placing ? html`<${Piece} view=${view} cell=${cell} piece=${pieces.get(cell.id)} newest=${(drawing.moves?.length ?? 0) - 1} />` : cell.mark === "stone" && html`<span class="disc"></span>`}
      ${!placing && cell.mark === "empty" && drawing.last?.has(cell.id) && drawing.before?.cells[cell.id]?.mark === "stone" && html`<span class="disc gone" key=${view.text}></span>`}
      ${!placing && cell.mark === "text" && html`<span class="piece">${{ Q: "♛", R: "♜", K: "♚", B: "♝", N: "♞", P: "♟" }[cell.text] ?? cell.text}</span>`}
      ${told && html`<${Mark} told=${told} texts=${false} />`}
      ${many > 0 && html`<span class="mark win small" data-text=${`✓${many > 1 ? many : ""}`}></span>`}</div>`;
  };
  const left = beside.size > 0 || stones;
  const header = (entries, x, y) => entries.map((entry) => html`<${LineGrip} drawing=${drawing} entry=${entry} x=${x} y=${y} roving=${roving} />`);
  /** Returns the names of the columns just above a row, from this half cell on. */
  const slanted = (row, end) => (diagram.slanted_labels ?? []).filter((label) => label.above === row).map((label) => {
    const gap = label.x - end;
    end = label.x + 2;
    return html`<div role="columnheader" class="top" style=${{ marginInlineStart: `calc(var(--cell) * ${gap / 2})` }}>${label.text}</div>`;
  });
  const lines = [];
  for (let row = 0; row < height; row++) {
    const tops = [...above.entries()].filter(([key]) => key.startsWith(`${row} `)).map(([key, entries]) => [Number(key.split(" ")[1]), entries]);
    if (tops.length > 0) {
      let previous = 0;
      tops.sort((a, b) => a[0] - b[0]);
      lines.push(html`<div role="row" class="cells tops">${left && html`<span role="presentation" class="side"></span>`}${tops.map(([x, entries]) => {
        const gap = x - previous;
        previous = x + 2;
        return html`<div role="columnheader" class="top" style=${{ marginInlineStart: `calc(var(--cell) * ${gap / 2})` }}>${header(entries, x, row - 0.5)}</div>`;
      })}</div>`);
    }
    let previous = 0;
    const inRow = cells.filter((cell) => cell.row === row).sort((a, b) => a.x - b.x);
    lines.push(html`<div role="row" class="cells">${
      left && (beside.has(`${row}`) || diagram.row_labels[row] ? html`<div role="rowheader" class="side">${beside.has(`${row}`) ? header(beside.get(`${row}`), -2, row) : diagram.row_labels[row]}</div>` : html`<span role="presentation" class="side"></span>`)
    }${inRow.map((cell) => {
      const own = beside.get(`${row} ${cell.x}`);
      const shown = own
        ? [html`<div role="rowheader" class="side inner" style=${{ marginInlineStart: `calc(var(--cell) * ${(cell.x - previous) / 2 - 1})` }}>${header(own, cell.x - 1, row)}</div>`, Cell(cell, cell.x)]
        : Cell(cell, previous);
      previous = cell.x + 2;
      return shown;
    })}${slanted(row + 1, previous)}</div>`);
  }
  if (cells.length === 0) return html`<p class="quiet empty-board">Nothing is left.</p>`;
  return html`<div class=${names("cell-board", stones && "stones")} style=${{ "--n": width / 2 + (left ? 1.2 : 0), "--m": height + 1 }}
      onPointerDown=${down} onPointerMove=${move}>
      <div role="grid" aria-label=${view.text} onKeyDown=${arrows}>
      ${diagram.column_labels.length > 0 && html`<div role="row" class="cells labels"><span role="presentation" class="side"></span>${diagram.column_labels.map((label) => html`<div role="columnheader" class="top">${label}</div>`)}</div>`}
      ${(diagram.slanted_labels ?? []).some(({ above }) => above === 0) && html`<div role="row" class="cells labels"><span role="presentation" class="side"></span>${slanted(0, 0)}</div>`}
      ${lines}</div></div>
    ${others.some(({ index }) => !sets.includes(index)) && html`<div class="grips">${others.filter(({ index }) => !sets.includes(index)).map(({ index }) => html`<${Grip} drawing=${drawing} index=${index} />`)}</div>`}`;
}

/** Larger graphs are lists. */
const MOST_VERTICES = 60;

/** Draws a component of any shape. */
export function Drawn({ drawing }) {
  const { diagram } = drawing.view;
  switch (diagram.kind) {
    case "matrix":
      return html`<${MatrixBoard} drawing=${drawing} />`;
    case "board":
      return html`<${CellBoard} drawing=${drawing} />`;
    case "pieces":
      if (diagram.graph && diagram.graph.vertices.length <= MOST_VERTICES) return html`<${Later} name="Graph" shared=${{ drawing }} />`;
      switch (diagram.what) {
        case "heap":
          return html`<${Heaps} drawing=${drawing} />`;
        case "side":
          return html`<${Box} drawing=${drawing} />`;
        case "rectangle":
          return html`<${Rectangles} drawing=${drawing} />`;
        case "coin":
          return drawing.view.setup.kind === "coins" ? html`<${Strip} drawing=${drawing} />` : html`<${Plane} drawing=${drawing} />`;
        default:
          return html`<${Plane} drawing=${drawing} />`;
      }
    case "value":
      return html`<p class="value-board"><${Value} text=${diagram.text} /></p>`;
    default:
      return html`<pre class="text-board">${diagram.lines.join("\n")}</pre>`;
  }
}
