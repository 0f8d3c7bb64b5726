// Draws heaps, the sides of boxes, and rectangles, on which moves can be made.
import { html, names, useRef } from "./ui.js";
import { select, tally } from "./grip.js";
import { Value } from "./math.js";
import { Grip, Mark, said } from "./marks.js";
import { isOrdinal } from "./ordinals.js";

/** Heaps: choosing a counter takes it and all counters after it. */
export function Heaps({ drawing }) {
  const { view, sel, pick, commit, after, marks, rows } = drawing;
  const cells = view.diagram.cells;
  const both = view.handles.map((handle, index) => ({ handle, index })).filter(({ handle }) => handle.cells.length !== 1);
  // Counters keep their size while a game goes on: it is that of the largest heap so far.
  const largest = useRef(1);
  const most = Math.max(drawing.moves?.length ? largest.current : 1, ...cells.map(({ numbers }) => (Number(numbers[0]) <= 60 ? Number(numbers[0]) : 1)));
  largest.current = most;
  // A rule file may limit the next move by the last one.
  const limit = /; (at most|at least|not) (\d+)\]/.exec(view.text);
  return html`<ul class="heaps" style=${{ "--most": most, "--count": Math.max(1, cells.length) }}>${cells.map((piece) => {
    const index = view.handles.findIndex((handle) => handle.cells.length === 1 && handle.cells[0] === piece.id);
    const size = piece.numbers[0];
    const next = after?.cells?.[piece.id]?.numbers[0] ?? size;
    const small = /^\d+$/.test(size) && Number(size) <= 60;
    const handle = view.handles[index];
    const chosen = sel?.component === view.number && sel.handle === index;
    const told = marks && handle ? tally(handle, rows) : null;
    // The counters that the last move took are still outlined.
    const taken = drawing.last?.has(piece.id) ? Math.min(60, Number(drawing.before?.cells[piece.id]?.numbers[0])) - Number(size) : 0;
    return html`<li class=${names("heap", chosen && "chosen", drawing.last?.has(piece.id) && "last", drawing.hint?.includes(piece.id) && "hinted")}>
      ${handle ? html`<${Grip} drawing=${drawing} index=${index} label=${piece.label} />` : html`<span class="grip-name">${piece.label}</span>`}
      <span class="heap-size">${isOrdinal(size) ? html`<${Value} text=${size} ordinal />` : size}${next !== size && html` → <b>${isOrdinal(next) ? html`<${Value} text=${next} ordinal />` : next}</b>`}</span>
      ${small && html`<span class="counters" aria-hidden="true">${Array.from({ length: Number(size) }, (_, k) => {
        const amount = Number(size) - k;
        const going = next !== size && k >= Number(next);
        const wins = told?.texts.includes(`${amount}`);
        return html`<span class=${names("counter", going && "goes", wins && "wins")} title=${handle && `take ${amount}${wins ? ": wins" : ""}`}
          onClick=${() => handle && (chosen && sel.value === `${amount}` ? commit() : pick(select(view, index, `${amount}`)))}></span>`;
      })}${taken > 0 && Array.from({ length: taken }, (_, k) => html`<span class="counter gone" key=${`${view.text} ${k}`}></span>`)}</span>`}</li>`;
  })}</ul>${limit && html`<p class="quiet">The next move ${limit[1] === "not" ? "does not take" : `takes ${limit[1]}`} ${limit[2]} from a pile.</p>`}${both.length > 0 && html`<div class="grips">${both.map(({ index }) => html`<${Grip} drawing=${drawing} index=${index} />`)}</div>`}`;
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
      return html`<li class=${names("side-line", chosen && "chosen", drawing.last?.has(piece.id) && "last", drawing.hint?.includes(piece.id) && "hinted")}><label for=${id}>${piece.label} <b>${piece.numbers[0]}</b>${marks && html`<${Mark} told=${told} />`}</label>
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
    // The first side lies across, as in the picture that `draw` makes.
    const [n, m] = piece.numbers.map(Number);
    const index = view.handles.findIndex((handle) => handle.cells[0] === piece.id);
    const handle = view.handles[index];
    if (!(m <= 60 && n <= 60)) return html`<div class="rectangle"><code>${piece.label}</code> ${handle && html`<${Grip} drawing=${drawing} index=${index} />`}</div>`;
    const unit = Math.max(4, Math.min(28, 260 / Math.max(m, n)));
    const cuts = !handle ? [] : rows
      .filter((row) => row.own.startsWith(handle.before))
      .flatMap((row) => {
        const [, a, b] = /into (\d+)x(\d+)/.exec(row.own) ?? [];
        const across = Number(a) === n && Number(b) !== m;
        const first = Number(across ? b : a);
        const whole = across ? m : n;
        return [...new Set([first, whole - first])].map((at) => ({ row, across, at }));
      });
    const chosen = (cut) => sel?.component === view.number && sel.own === cut.row.own;
    return html`<div class=${names("rectangle", drawing.last?.has(piece.id) && "last", drawing.hint?.includes(piece.id) && "hinted")}><svg width=${n * unit + 24} height=${m * unit + 24} viewBox=${`-12 -12 ${n * unit + 24} ${m * unit + 24}`} role="group" aria-label=${`rectangle ${piece.label}`}>
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
