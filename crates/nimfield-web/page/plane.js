// Stones in the plane, coins on a strip, and pieces as a list.
import { Fragment, html, names } from "./ui.js";
import { select, tally } from "./grip.js";
import { Value } from "./math.js";
import { Grip, Mark, arrows, said, useRoving } from "./marks.js";
import { compare, isOrdinal, ticks } from "./ordinals.js";

const samePoint = (a, b) => a.length === b.length && a.every((part, i) => part === b[i]);
const pointText = (numbers) => `(${numbers.join(",")})`;

/** Returns the places that occur more often in one list than in the other. */
function surplus(these, those) {
  const rest = those.map((piece) => piece.numbers);
  return these.filter(({ numbers }) => {
    const found = rest.findIndex((other) => samePoint(other, numbers));
    if (found >= 0) rest.splice(found, 1);
    return found < 0;
  });
}

/** Stones, counters or coins in the plane, ordinals in blocks of w. A person chooses a stone first, then its target. */
export function Plane({ drawing, edit = null }) {
  const { view, rows, marks, sel, pick, commit, after } = drawing;
  const pieces = view.diagram.cells;
  const mine = sel?.component === view.number ? sel : null;
  const appear = after ? surplus(after.cells, pieces) : [];
  const vanish = after ? surplus(pieces, after.cells) : [];
  const target = mine?.value ? /\((.*)\)/.exec(mine.value)?.[1].split(",") ?? null : null;
  const roving = useRoving("0 0");
  const seen = [...pieces, ...appear].map((piece) => piece.numbers);
  const flat = seen.every((numbers) => numbers.length === 2 && numbers.every(isOrdinal));
  if (!flat || (pieces.length === 0 && !edit)) return html`<${PieceList} drawing=${drawing} />`;
  const base = edit ? [["7", "7"]] : [["2", "2"]];
  const columns = ticks([...base, ...seen].map((numbers) => numbers[0]));
  const lines = ticks([...base, ...seen].map((numbers) => numbers[1])).reverse();
  const handle = mine && view.handles[mine.handle];
  const known = (x, y) => (handle && marks ? rows.find((row) => row.own === `${handle.before}(${x},${y})`) : null);
  const press = (x, y) => {
    if (edit) return edit([x, y]);
    const index = pieces.findIndex((piece) => samePoint(piece.numbers, [x, y]));
    // A move that turns several coins is chosen from a list.
    const together = view.diagram.what === "coin" && view.handles[0]?.kind === "listed";
    const held = handle && !together ? pieces[handle.cells[0]].numbers : null;
    if (held && target && samePoint(target, [x, y])) return commit();
    const below = held && (view.diagram.what === "counter" || (compare(x, held[0]) < 0 && compare(y, held[1]) < 0));
    if (held && below && !samePoint(held, [x, y])) return pick(select(view, mine.handle, `(${x},${y})`));
    const next = view.handles.findIndex((one) => (together ? one.cells.includes(index) : one.cells[0] === index));
    if (index < 0) drawing.refuse?.(held ? `A ${view.diagram.what} goes ${view.diagram.what === "counter" ? "to the left in its row, or to a lower row" : "to the left and below"}.` : `There is no ${view.diagram.what} here.`);
    else if (next < 0) drawing.refuse?.(`This ${view.diagram.what} has no move.`);
    pick(index >= 0 && next >= 0 && !samePoint(held ?? [], [x, y]) ? select(view, next, undefined) : null);
  };
  const label = (text) => (isOrdinal(text) ? html`<${Value} text=${text} ordinal />` : text);
  return html`<div class="board-scroll"><div class="plane" role="grid" aria-label=${view.text} onKeyDown=${arrows} style=${{ "--n": columns.length + 2.2, "--m": lines.length + 1 }}>
    ${lines.map(({ text: y, gap: low }, i) => html`<div role="row" class=${names("plane-row", lines[i - 1]?.gap && "gap-above")}>
      <div role="rowheader" class="axis">${label(y)}</div>
      ${columns.map(({ text: x, gap }, j) => {
        const here = pieces.filter((piece) => samePoint(piece.numbers, [x, y]));
        const coming = appear.some((piece) => samePoint(piece.numbers, [x, y]));
        const going = vanish.some((piece) => samePoint(piece.numbers, [x, y]));
        const held = handle && here.some((piece) => piece.id === handle.cells[0]);
        const index = here.length ? view.handles.findIndex((one) => one.cells[0] === here[0].id) : -1;
        const told = marks && index >= 0 ? tally(view.handles[index], rows) : null;
        const row = known(x, y);
        const state = here.length ? `${here.length > 1 ? `${here.length} ` : ""}${view.diagram.what}${here.length > 1 ? "s" : ""}` : "empty";
        return html`<div role="gridcell" data-x=${j} data-y=${i} ...${roving.at(`${j} ${lines.length - 1 - i}`)} onClick=${() => press(x, y)}
          aria-label=${`(${x},${y}), ${state}${said(told)}${coming ? ", appears" : ""}${going ? ", vanishes" : ""}${row?.wins ? ", wins" : ""}`}
          aria-selected=${held || (target && samePoint(target, [x, y])) ? "true" : "false"}
          class=${names("point", gap && "gap-before", held && "chosen", target && samePoint(target, [x, y]) && "target", here.some(({ id }) => drawing.last?.has(id)) && "last", here.some(({ id }) => drawing.hint?.includes(id)) && "hinted")}>
          ${here.length > 0 && html`<span key=${`${view.text} ${x} ${y}`} class=${names("stone", view.diagram.what, going && "goes")}>${here.length > 1 ? here.length : ""}</span>`}
          ${coming && html`<span class="stone ghost"></span>`}
          ${here.length > 0 && !handle && html`<${Mark} told=${told} texts=${false} />`}
          ${row?.wins && html`<span class="mark win" data-text="✓"></span>`}</div>`;
      })}</div>`)}
    <div role="row" class="plane-row"><div class="axis" role="gridcell"></div>${columns.map(({ text, gap }) => html`<div role="columnheader" class=${names("axis", gap && "gap-before")}>${label(text)}</div>`)}</div>
  </div></div>`;
}

/** Coins on a strip of squares. */
export function Strip({ drawing, edit = null }) {
  const { view, rows, marks, sel, pick, commit, after } = drawing;
  const pieces = view.diagram.cells;
  const squares = pieces.map((piece) => Number(piece.numbers[0]));
  const top = Math.max(edit ? 11 : 0, ...squares);
  const roving = useRoving("0");
  if (pieces.some((piece) => piece.numbers.length !== 1) || !(top <= 80)) return html`<${PieceList} drawing=${drawing} />`;
  const mine = sel?.component === view.number ? sel : null;
  const handle = mine && view.handles[mine.handle];
  const coming = after ? surplus(after.cells, pieces).map((piece) => Number(piece.numbers[0])) : [];
  const going = after ? surplus(pieces, after.cells).map((piece) => Number(piece.numbers[0])) : [];
  const press = (square) => {
    if (edit) return edit(square);
    const id = squares.indexOf(square);
    const index = view.handles.findIndex((one) => one.cells[0] === id);
    if (id >= 0) return index >= 0 && mine?.handle !== index ? pick(select(view, index, undefined)) : pick(null);
    if (!handle) return drawing.refuse?.("There is no coin here.");
    if (mine.value === `${square}`) return commit();
    pick(select(view, mine.handle, `${square}`));
  };
  return html`<div class="strip" role="grid" aria-label=${view.text} onKeyDown=${arrows} style=${{ "--n": top + (edit ? 2 : 1) }}><div role="row" class="strip-row">${Array.from({ length: top + (edit ? 2 : 1) }, (_, square) => {
    const id = squares.indexOf(square);
    const index = id < 0 ? -1 : view.handles.findIndex((one) => one.cells[0] === id);
    const told = marks && index >= 0 && !handle ? tally(view.handles[index], rows) : null;
    const row = handle && marks ? rows.find((one) => one.own === `${handle.before}${square}`) : null;
    return html`<div role="gridcell" data-x=${square} data-y="0" ...${roving.at(`${square}`)} onClick=${() => press(square)}
      aria-selected=${handle && handle.cells[0] === id ? "true" : "false"}
      aria-label=${`square ${square}, ${id >= 0 ? "coin" : "free"}${said(told)}${row?.wins ? ", wins" : ""}`}
      class=${names("square-place", handle && handle.cells[0] === id && "chosen", drawing.last?.has(id) && "last", drawing.hint?.includes(id) && "hinted")}>
      <span class="number">${square}</span>
      ${id >= 0 && html`<span class=${names("stone coin", going.includes(square) && "goes")}></span>`}
      ${coming.includes(square) && html`<span class="stone ghost"></span>`}
      ${told && html`<${Mark} told=${told} texts=${false} />`}${row?.wins && html`<span class="mark win" data-text="✓"></span>`}</div>`;
  })}</div></div>`;
}

/** A list of pieces with their numbers, for positions without a picture. */
function PieceList({ drawing }) {
  const { view, after } = drawing;
  const gone = after?.cells ? surplus(view.diagram.cells, after.cells) : [];
  const come = after?.cells ? surplus(after.cells, view.diagram.cells) : [];
  const shown = (numbers) => html`(${numbers.map((number, i) => html`<${Fragment}>${i > 0 && ", "}${isOrdinal(number) ? html`<${Value} text=${number} ordinal />` : number}<//>`)})`;
  return html`<ul class="piece-list">${view.diagram.cells.map((piece) => {
    const index = view.handles.findIndex((handle) => handle.cells[0] === piece.id);
    return html`<li class=${gone.includes(piece) ? "goes" : ""}><span class=${`stone ${view.diagram.what}`}></span>${shown(piece.numbers)} ${index >= 0 && html`<${Grip} drawing=${drawing} index=${index} short="take hold" label=${`take hold of ${pointText(piece.numbers)}`} />`}</li>`;
  })}${come.map((piece) => html`<li class="comes"><span class="stone ghost"></span>${shown(piece.numbers)} <span class="quiet">appears</span></li>`)}
  ${view.diagram.cells.length === 0 && come.length === 0 && html`<li class="quiet">Nothing is left.</li>`}</ul>`;
}
