// Positions drawn so that moves can be made on them: matrices, boards of cells, heaps, boxes, stones in the plane.
import { Fragment, html, names, plural, useEffect, useRef, useState } from "./ui.js";
import { line, select, tally } from "./grip.js";
import { Value } from "./math.js";
import { compare, isOrdinal, ticks } from "./ordinals.js";

/**
 * What a drawing is given.
 * @typedef {{view: any, rows: any[], marks: boolean, sel: any, pick: (sel: any) => void, commit: () => void,
 *            after: any, several: boolean}} Drawing
 */

/**
 * The mark of what is known: a tick with what wins, a cross if nothing does. Shape and text, not colour alone.
 * What it says is part of the name of what it stands on; its text is for the eye (`data-text`, set by the style).
 */
function Mark({ told, texts = true }) {
  if (!told || told.count === 0) return null;
  if (told.wins > 0) {
    const shown = texts ? told.texts.filter(Boolean).slice(0, 2) : [];
    const more = told.wins - shown.length;
    const label = shown.length ? `wins: ${told.texts.slice(0, 6).join(", ")}` : plural(told.wins, "winning move");
    return html`<span class="mark win" title=${label} data-text=${`✓${shown.join(" ")}${shown.length && more > 0 ? ` +${more}` : !shown.length && told.wins > 1 ? told.wins : ""}`}></span>`;
  }
  return told.settled ? html`<span class="mark lose" title="no winning move" data-text="×"></span>` : null;
}

const said = (told) =>
  !told || told.count === 0 ? "" : told.wins > 0 ? `, ${plural(told.wins, "winning move")}${told.texts[0] ? `: ${told.texts.slice(0, 3).join(", ")}` : ""}` : told.settled ? ", no winning move" : "";

/** Moves the focus in a grid by arrows; cells tell their place by data-x and data-y. */
function arrows(event) {
  const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
  const here = event.target.closest?.("[data-x]");
  if (!here || event.altKey || event.ctrlKey || event.metaKey) return;
  if (event.key === "Enter" || event.key === " ") {
    if (here.tagName !== "BUTTON" && event.target === here) {
      event.preventDefault();
      here.click();
    }
    return;
  }
  if (!step || event.target.tagName === "INPUT") return;
  event.preventDefault();
  event.stopPropagation();
  const [x, y] = [Number(here.dataset.x), Number(here.dataset.y)];
  let best = null;
  let least = Infinity;
  for (const other of event.currentTarget.querySelectorAll("[data-x]")) {
    const dx = Number(other.dataset.x) - x;
    const dy = Number(other.dataset.y) - y;
    const along = dx * step[0] + dy * step[1];
    const aside = Math.abs(dx * step[1]) + Math.abs(dy * step[0]);
    if (along <= 0) continue;
    const far = along + 3 * aside;
    if (far < least) [least, best] = [far, other];
  }
  best?.focus();
}

/** Which of the cells of a grid the tabulator reaches. */
function useRoving(first) {
  const [active, setActive] = useState(first);
  return {
    at: (id) => ({ tabindex: id === active ? 0 : -1, onFocus: () => setActive(id) }),
    settle(ids) {
      if (!ids.includes(active) && ids.length > 0) setActive(ids[0]);
    },
  };
}

/** A button that takes hold of a handle. */
function Grip({ drawing, index, label, value, x, y, short, roving, id }) {
  const { view, rows, marks, sel, pick, commit } = drawing;
  const handle = view.handles[index];
  const told = marks ? tally(handle, rows) : null;
  const chosen = sel?.component === view.number && sel.handle === index;
  const press = () => {
    if (chosen && handle.kind === "move") return commit();
    const first = told?.texts[0] && handle.kind !== "set" ? told.texts[0] : "1";
    pick(select(view, index, value ?? (handle.kind === "amount" ? (marks && told.wins ? first.split(/\.\.|,/)[0] : "1") : handle.kind === "below" ? "0" : undefined)));
  };
  const place = x === undefined ? {} : { "data-x": x, "data-y": y };
  return html`<button type="button" ...${place} ...${roving ? roving.at(id) : {}} aria-pressed=${chosen}
    class=${names("grip", handle.player, chosen && "chosen")} onClick=${press}
    aria-label=${`${label ?? handle.label}${handle.player ? `, ${handle.player === "left" ? "Left" : "Right"}` : ""}${said(told)}`}>
    <span class="grip-name">${short ?? label ?? handle.label}</span>${marks && html`<${Mark} told=${told} />`}
  </button>`;
}

const lineOf = (label, word) => new RegExp(`\\b${word} (\\d+)$|^${word}$`).exec(label);

/** Handles by where they stand: before a row, above a column, or neither. */
function placed(view) {
  const beside = new Map();
  const above = new Map();
  const others = [];
  const put = (map, key, entry) => map.set(key, [...(map.get(key) ?? []), entry]);
  const cells = view.diagram.cells ?? [];
  const add = (entry, label, ids) => {
    const first = cells[ids[0]];
    // The rows of a piece that stands beside others have their handles right before them.
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

/** A matrix, its lines taken hold of by their headers. */
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
  return html`<div class="board-scroll"><table class="matrix-board" role="grid" aria-label=${view.text} onKeyDown=${arrows}>
    <thead><tr role="row"><td class="corner" role="gridcell"></td>${range(diagram.columns).map((j) => html`<th role="columnheader" scope="col">${header(above.get(`0 ${2 * j}`), j, -1)}</th>`)}</tr></thead>
    <tbody>${range(diagram.rows).map(
      (i) => html`<tr role="row"><th role="rowheader" scope="row">${header(beside.get(`${i}`), -1, i)}</th>${range(diagram.columns).map((j) => {
        const { id, text } = cell(i, j);
        const next = changed && changed[id].text !== text ? changed[id].text : null;
        const shown = text === "inf" ? "∞" : text;
        return html`<td role="gridcell" data-x=${j} data-y=${i} ...${roving.at(`c${id}`)}
          class=${names("entry", chosen.includes(id) && "chosen", next && "changes", text === "0" && "zero")}
          aria-label=${`row ${i + 1} column ${j + 1}, ${text === "inf" ? "infinite" : text}${next ? `, becomes ${next}` : ""}`}>
          ${next !== null ? html`<span class="old">${shown}</span><span class="new">${next}</span>` : shown}</td>`;
      })}</tr>`,
    )}</tbody></table></div>
    ${others.length > 0 && html`<div class="grips">${others.map(({ index }) => html`<${Grip} drawing=${drawing} index=${index} />`)}</div>`}
    ${marks && rows.length === 0 && view.handles.length > 0 && html`<p class="quiet">No move is left here.</p>`}`;
}

const contents = (cell, stones) => (cell.mark === "stone" ? (stones ? "stone" : "piece") : cell.mark === "text" ? cell.text : stones ? "gap" : "square");

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
  const taking = view.handles.findIndex((handle) => handle.kind === "set" && handle.before === "");
  const apart = view.setup.gaps || (view.options ?? "").split(",").includes("any") || view.name.startsWith("@");
  const { beside, above, others } = edit ? { beside: new Map(), above: new Map(), others: [] } : placed(view);
  const single = new Map();
  if (!edit && taking < 0)
    for (const entry of [...others]) {
      const handle = view.handles[entry.index];
      if (handle.kind === "move" && handle.cells.length === 1) {
        single.set(handle.cells[0], entry.index);
        others.splice(others.indexOf(entry), 1);
      }
    }
  useEffect(() => {
    anchor.current = null;
  }, [view.text]);

  const item = (id) => (taking < 0 ? -1 : view.handles[taking].items.findIndex((one) => one.cells.includes(id)));
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
    if (taking < 0) return;
    if (cell.mark !== "stone") return pick(null);
    const ids = mine?.ids ?? [];
    if (apart) return take(ids.includes(cell.id) ? ids.filter((id) => id !== cell.id) : [...ids, cell.id]);
    if (ids.includes(cell.id)) return commit();
    const from = cells[anchor.current];
    if (from && ids.includes(from.id)) take(line(cells, from, cell).filter((one) => one.mark === "stone").map(({ id }) => id));
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
    last.current = cell?.mark === "stone" && taking >= 0 && !edit && event.button === 0 ? cell : null;
  };
  const move = (event) => {
    const cell = last.current && event.buttons ? under(event) : null;
    if (!cell || (cell === last.current && !dragged.current)) return;
    dragged.current = true;
    anchor.current = last.current.id;
    take(line(cells, last.current, cell).filter((one) => one.mark === "stone").map(({ id }) => id));
  };
  const click = (event, cell) => {
    if (dragged.current && event.detail > 0) {
      dragged.current = false;
      return;
    }
    press(cell);
  };

  const height = cells.reduce((most, cell) => Math.max(most, cell.row + 1), 0);
  const width = cells.reduce((most, cell) => Math.max(most, cell.x + 2), 0);
  const gone = after?.kind === "board" && after.cells.length === cells.length ? new Set(cells.filter((cell, i) => after.cells[i].mark !== cell.mark).map(({ id }) => id)) : null;
  const counts = cells.map(({ id }) => (marks ? rows.filter((row) => row.wins && row.cells.includes(id)).length : 0));
  const Cell = (cell, previous) => {
    const index = single.get(cell.id);
    const told = marks && index !== undefined ? tally(view.handles[index], rows) : null;
    const many = stones && marks ? counts[cell.id] : 0;
    const chosen = mine?.ids.includes(cell.id);
    const can = edit || index !== undefined || (taking >= 0 && cell.mark === "stone");
    const column = diagram.column_labels[cell.x / 2] ?? (cell.x % 2 === 0 && !stones ? cell.x / 2 + 1 : null);
    const place = stones && taking >= 0 && item(cell.id) >= 0 ? view.handles[taking].items[item(cell.id)].label.replace("stone ", "") : "";
    const label = `row ${cell.row + 1}${column !== null ? ` column ${/^\d+$/.test(`${column}`) ? column : cell.x / 2 + 1}` : ""}${place ? ` (${place})` : ""}, ${contents(cell, stones)}${index !== undefined ? `, ${view.handles[index].label}` : ""}${said(told)}${many ? `, in ${plural(many, "winning move")}` : ""}`;
    return html`<div role="gridcell" data-cell=${cell.id} data-x=${cell.x} data-y=${cell.row} ...${roving.at(`c${cell.id}`)}
      aria-label=${label} aria-selected=${chosen ? "true" : "false"}
      class=${names("cell", stones ? "place" : "square", can && "can", chosen && "chosen", gone?.has(cell.id) && "goes")}
      style=${{ marginInlineStart: `calc(var(--cell) * ${(cell.x - previous) / 2})` }} onClick=${(event) => click(event, cell)}>
      ${cell.mark === "stone" && html`<span class="disc"></span>`}
      ${cell.mark === "text" && html`<span class="piece">${{ Q: "♛", R: "♜", K: "♚", B: "♝", N: "♞", P: "♟" }[cell.text] ?? cell.text}</span>`}
      ${told && html`<${Mark} told=${told} texts=${false} />`}
      ${many > 0 && html`<span class="mark win small" data-text=${`✓${many > 1 ? many : ""}`}></span>`}</div>`;
  };
  const left = beside.size > 0 || stones;
  const header = (entries, x, y) => entries.map((entry) => html`<${LineGrip} drawing=${drawing} entry=${entry} x=${x} y=${y} roving=${roving} />`);
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
    })}</div>`);
  }
  if (cells.length === 0) return html`<p class="quiet empty-board">Nothing is left.</p>`;
  return html`<div class=${names("cell-board", stones && "stones")} style=${{ "--n": width / 2 + (left ? 1.2 : 0) }}
      onPointerDown=${down} onPointerMove=${move}>
      <div role="grid" aria-label=${view.text} onKeyDown=${arrows}>
      ${diagram.column_labels.length > 0 && html`<div role="row" class="cells labels"><span role="presentation" class="side"></span>${diagram.column_labels.map((label) => html`<div role="columnheader" class="top">${label}</div>`)}</div>`}
      ${lines}</div></div>
    ${others.filter(({ index }) => index !== taking).length > 0 && html`<div class="grips">${others.filter(({ index }) => index !== taking).map(({ index }) => html`<${Grip} drawing=${drawing} index=${index} />`)}</div>`}`;
}

/** Heaps: a counter is taken with all those after it. */
export function Heaps({ drawing }) {
  const { view, sel, pick, commit, after, marks, rows } = drawing;
  const cells = view.diagram.cells;
  const both = view.handles.map((handle, index) => ({ handle, index })).filter(({ handle }) => handle.cells.length !== 1);
  return html`<ul class="heaps">${cells.map((piece) => {
    const index = view.handles.findIndex((handle) => handle.cells.length === 1 && handle.cells[0] === piece.id);
    const size = piece.numbers[0];
    const next = after?.cells?.[piece.id]?.numbers[0] ?? size;
    const small = /^\d+$/.test(size) && Number(size) <= 60;
    const handle = view.handles[index];
    const chosen = sel?.component === view.number && sel.handle === index;
    const told = marks && handle ? tally(handle, rows) : null;
    return html`<li class=${names("heap", chosen && "chosen")}>
      ${handle ? html`<${Grip} drawing=${drawing} index=${index} label=${piece.label} />` : html`<span class="grip-name">${piece.label}</span>`}
      <span class="heap-size">${isOrdinal(size) ? html`<${Value} text=${size} ordinal />` : size}${next !== size && html` → <b>${isOrdinal(next) ? html`<${Value} text=${next} ordinal />` : next}</b>`}</span>
      ${small && handle && html`<span class="counters" aria-hidden="true">${Array.from({ length: Number(size) }, (_, k) => {
        const amount = Number(size) - k;
        const going = next !== size && k >= Number(next);
        const wins = told?.texts.includes(`${amount}`);
        return html`<span class=${names("counter", going && "goes", wins && "wins")} title=${`take ${amount}${wins ? ": wins" : ""}`}
          onClick=${() => (chosen && sel.value === `${amount}` ? commit() : pick(select(view, index, `${amount}`)))}></span>`;
      })}</span>`}</li>`;
  })}</ul>${both.length > 0 && html`<div class="grips">${both.map(({ index }) => html`<${Grip} drawing=${drawing} index=${index} />`)}</div>`}`;
}

/** The sides of a box: a slider each, and a picture of two or three of them. */
export function Box({ drawing }) {
  const { view, sel, pick, after, rows, marks } = drawing;
  const cells = view.diagram.cells;
  const now = (piece) => after?.cells?.[piece.id]?.numbers[0] ?? piece.numbers[0];
  return html`<div class="box"><${BoxPicture} sides=${cells.map(({ numbers }) => Number(numbers[0]))} next=${cells.map((piece) => Number(now(piece)))} />
    <ul class="sides">${cells.map((piece) => {
      const index = view.handles.findIndex((handle) => handle.cells[0] === piece.id);
      const size = Number(piece.numbers[0]);
      const handle = view.handles[index];
      const chosen = sel?.component === view.number && sel.handle === index;
      const told = marks && handle ? tally(handle, rows) : null;
      const id = `side-${view.number}-${piece.id}`;
      return html`<li class=${names("side-line", chosen && "chosen")}><label for=${id}>${piece.label} <b>${piece.numbers[0]}</b>${marks && html`<${Mark} told=${told} />`}</label>
        ${handle && size <= 1000 ? html`<input id=${id} type="range" min="0" max=${size} value=${chosen ? sel.value : size}
          aria-valuetext=${chosen ? `${size} becomes ${sel.value}` : `${size}${said(told)}`}
          onInput=${(event) => {
            const to = event.target.value;
            pick(Number(to) < size ? select(view, index, to) : null);
          }} />` : handle ? html`<${Grip} drawing=${drawing} index=${index} label=${piece.label} />` : html`<span class="quiet">no move</span>`}
        ${chosen && html`<output>→ ${sel.value}</output>`}</li>`;
    })}</ul></div>`;
}

function BoxPicture({ sides, next }) {
  if (sides.length < 1 || sides.length > 3 || sides.some((side) => !(side <= 40))) return null;
  /** @type {(list: number[]) => [number, number, number]} */
  const three = ([a, b = 1, c = 1]) => [a, b, c];
  const full = three(sides);
  const to = three(next);
  const depth = sides.length === 3;
  const [a, b, c] = full;
  const unit = 150 / Math.max(1, b + (depth ? c * 0.5 : 0), a + (depth ? c * 0.4 : 0));
  const at = (y, x, z) => `${(x + (depth ? z * 0.5 : 0)) * unit + 4},${(y + (depth ? (c - z) * 0.4 : 0)) * unit + 4}`;
  const faces = ([h, w, d], kind) =>
    html`<g class=${kind}><polygon points=${`${at(0, 0, 0)} ${at(0, w, 0)} ${at(h, w, 0)} ${at(h, 0, 0)}`} />
      ${depth && html`<polygon points=${`${at(0, 0, 0)} ${at(0, 0, d)} ${at(0, w, d)} ${at(0, w, 0)}`} /><polygon points=${`${at(0, w, 0)} ${at(0, w, d)} ${at(h, w, d)} ${at(h, w, 0)}`} />`}</g>`;
  const width = (b + (depth ? c * 0.5 : 0)) * unit + 8;
  const height = (a + (depth ? c * 0.4 : 0)) * unit + 8;
  return html`<svg class="box-picture" width=${width} height=${height} viewBox=${`0 0 ${width} ${height}`} aria-hidden="true">${faces(full, "whole")}${to.some((side, i) => side !== full[i]) && faces(to, "left-over")}</svg>`;
}

/** Rectangles with the cuts that can be made. */
export function Rectangles({ drawing }) {
  const { view, rows, sel, pick, marks } = drawing;
  return html`<div class="rectangles">${view.diagram.cells.map((piece) => {
    const [m, n] = piece.numbers.map(Number);
    const index = view.handles.findIndex((handle) => handle.cells[0] === piece.id);
    const handle = view.handles[index];
    if (!(m <= 60 && n <= 60)) return html`<div class="rectangle"><code>${piece.label}</code> ${handle && html`<${Grip} drawing=${drawing} index=${index} />`}</div>`;
    const unit = Math.max(4, Math.min(28, 260 / Math.max(m, n)));
    const cuts = !handle ? [] : rows
      .filter((row) => row.own.startsWith(handle.before))
      .flatMap((row) => {
        const [, a, b] = /into (\d+)x(\d+)/.exec(row.own) ?? [];
        const across = Number(b) === n && Number(a) !== m;
        const first = Number(across ? a : b);
        const whole = across ? m : n;
        return [...new Set([first, whole - first])].map((at) => ({ row, across, at }));
      });
    const chosen = (cut) => sel?.component === view.number && sel.own === cut.row.own;
    return html`<div class="rectangle"><svg width=${n * unit + 24} height=${m * unit + 24} viewBox=${`-12 -12 ${n * unit + 24} ${m * unit + 24}`} role="group" aria-label=${`rectangle ${piece.label}`}>
      <g class="squares">${Array.from({ length: m * n }, (_, i) => html`<rect x=${(i % n) * unit} y=${Math.floor(i / n) * unit} width=${unit} height=${unit} />`)}</g>
      ${cuts.map((cut) => {
        const place = cut.at * unit;
        const ends = cut.across ? [-8, place, n * unit + 8, place] : [place, -8, place, m * unit + 8];
        const select = () => pick({ component: view.number, handle: index, value: cut.row.own.slice(handle.before.length), ids: [piece.id], own: cut.row.own });
        return html`<g class=${names("cut", marks && cut.row.wins && "wins", chosen(cut) && "chosen")} role="button" tabindex="0" aria-pressed=${chosen(cut)}
          aria-label=${`cut ${cut.row.own}${marks && cut.row.wins !== null ? (cut.row.wins ? ", wins" : ", loses") : ""}`}
          onClick=${select} onKeyDown=${(event) => (event.key === "Enter" || event.key === " ") && (event.preventDefault(), select())}>
          <line class="hit" x1=${ends[0]} y1=${ends[1]} x2=${ends[2]} y2=${ends[3]} /><line class="seen" x1=${ends[0]} y1=${ends[1]} x2=${ends[2]} y2=${ends[3]} />
          ${marks && cut.row.wins && html`<text x=${cut.across ? n * unit + 4 : place} y=${cut.across ? place + 4 : -3} text-anchor="middle">✓</text>`}</g>`;
      })}</svg><div class="caption">${piece.label}</div></div>`;
  })}${view.diagram.cells.length === 0 && html`<p class="quiet">Nothing is left.</p>`}</div>`;
}

const samePoint = (a, b) => a.length === b.length && a.every((part, i) => part === b[i]);
const pointText = (numbers) => `(${numbers.join(",")})`;

/** What stands at a place more often in one list than in the other. */
function surplus(these, those) {
  const rest = those.map((piece) => piece.numbers);
  return these.filter(({ numbers }) => {
    const found = rest.findIndex((other) => samePoint(other, numbers));
    if (found >= 0) rest.splice(found, 1);
    return found < 0;
  });
}

/** Stones, counters or coins in the plane, ordinals in blocks of w. First a stone, then where it goes. */
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
    const held = handle ? pieces[handle.cells[0]].numbers : null;
    if (held && target && samePoint(target, [x, y])) return commit();
    const below = held && (view.diagram.what === "counter" || (compare(x, held[0]) < 0 && compare(y, held[1]) < 0));
    if (held && below && !samePoint(held, [x, y])) return pick(select(view, mine.handle, `(${x},${y})`));
    const next = view.handles.findIndex((one) => one.cells[0] === index);
    pick(index >= 0 && next >= 0 && !samePoint(held ?? [], [x, y]) ? select(view, next, undefined) : null);
  };
  const label = (text) => (isOrdinal(text) ? html`<${Value} text=${text} ordinal />` : text);
  return html`<div class="board-scroll"><div class="plane" role="grid" aria-label=${view.text} onKeyDown=${arrows}>
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
          class=${names("point", gap && "gap-before", held && "chosen", target && samePoint(target, [x, y]) && "target")}>
          ${here.length > 0 && html`<span class=${names("stone", view.diagram.what, going && "goes")}>${here.length > 1 ? here.length : ""}</span>`}
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
    if (!handle) return;
    if (mine.value === `${square}`) return commit();
    pick(select(view, mine.handle, `${square}`));
  };
  return html`<div class="strip" role="grid" aria-label=${view.text} onKeyDown=${arrows}><div role="row" class="strip-row">${Array.from({ length: top + (edit ? 2 : 1) }, (_, square) => {
    const id = squares.indexOf(square);
    const index = id < 0 ? -1 : view.handles.findIndex((one) => one.cells[0] === id);
    const told = marks && index >= 0 && !handle ? tally(view.handles[index], rows) : null;
    const row = handle && marks ? rows.find((one) => one.own === `${handle.before}${square}`) : null;
    return html`<div role="gridcell" data-x=${square} data-y="0" ...${roving.at(`${square}`)} onClick=${() => press(square)}
      aria-selected=${handle && handle.cells[0] === id ? "true" : "false"}
      aria-label=${`square ${square}, ${id >= 0 ? "coin" : "free"}${said(told)}${row?.wins ? ", wins" : ""}`}
      class=${names("square-place", handle && handle.cells[0] === id && "chosen")}>
      <span class="number">${square}</span>
      ${id >= 0 && html`<span class=${names("stone coin", going.includes(square) && "goes")}></span>`}
      ${coming.includes(square) && html`<span class="stone ghost"></span>`}
      ${told && html`<${Mark} told=${told} texts=${false} />`}${row?.wins && html`<span class="mark win" data-text="✓"></span>`}</div>`;
  })}</div></div>`;
}

/** Pieces by their numbers, for what has no picture of its own. */
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

/** The drawing of a component, whatever it is. */
export function Drawn({ drawing }) {
  const { diagram } = drawing.view;
  switch (diagram.kind) {
    case "matrix":
      return html`<${MatrixBoard} drawing=${drawing} />`;
    case "board":
      return html`<${CellBoard} drawing=${drawing} />`;
    case "pieces":
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
