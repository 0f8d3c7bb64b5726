// The bar below the board for the move that is being chosen: its number, its target, its result, and the button that makes it.
import { html, useEffect, useState } from "./ui.js";
import { Problem } from "./answers.js";
import { isPlacing, select } from "./grip.js";
import { Value } from "./math.js";
import { isOrdinal } from "./ordinals.js";

const HINTS = {
  matrix: "Choose a row or a column by its number.",
  stones: "Drag over the stones to take, or choose the first and then the last one.",
  apart: "Choose the stones of one line, one by one.",
  placing: "Choose a free cell to place a piece on; for a longer piece, choose its first and then its last cell.",
  board: "Choose a line or a square.",
  graph: "Choose a vertex or an edge.",
  heap: "Choose a heap, or the first counter that you take from it.",
  pile: "Choose a pile, or the first counter that you take from it.",
  side: "Shorten a side with its slider.",
  rectangle: "Choose a cut.",
  counter: "Choose a counter, then where it goes.",
  stone: "Choose a stone, then the far corner, to the left and below.",
  coin: "Choose a coin, then where it goes.",
  turned: "Choose a coin, then a move from the list.",
};

/** Returns a sentence that says how to choose a move of this component. */
export function hint(view) {
  const { diagram, handles } = view;
  if (handles.length === 0) return "Choose a move from the table, or type it.";
  if (diagram.graph) return HINTS.graph;
  if (diagram.what === "heap" && handles[0].label.startsWith("pile ")) return HINTS.pile;
  if (diagram.kind === "pieces") return HINTS[diagram.what === "coin" && handles[0].kind === "listed" ? "turned" : diagram.what];
  if (isPlacing(view)) return HINTS.placing;
  if (diagram.kind === "board" && diagram.row_labels.length > 0)
    return view.setup.gaps || /\bany\b/.test(view.options ?? "") ? HINTS.apart : HINTS.stones;
  return HINTS[diagram.kind] ?? "Choose a move from the table, or type it.";
}

const small = (text) => /^\d+$/.test(text) && BigInt(text) <= 1000n;

/** The number, point or list that a handle asks for. */
function Details({ view, sel, pick, rows, marks }) {
  const handle = view.handles[sel.handle];
  const set = (value) => pick(select(view, sel.handle, value));
  const wins = marks && handle.before !== undefined ? rows.filter((row) => row.wins && row.own.startsWith(handle.before)).map((row) => row.own.slice(handle.before.length)) : [];
  const chips = wins.length > 0 && html`<span class="chips"><span class="quiet">wins:</span> ${wins.slice(0, 8).map((text) => html`<button type="button" class="chip win" onClick=${() => set(handle.kind === "amounts" ? text.split(/[\s;]+/) : text.split("..")[0])}>✓ ${text}</button>`)}${wins.length > 8 && html`<span class="quiet">and ${wins.length - 8} more</span>`}</span>`;
  switch (handle.kind) {
    case "amount":
      return html`<div class="details"><label>${handle.label} by <input type="text" inputmode="numeric" class="number" value=${sel.value} onInput=${(event) => set(event.target.value.trim())} /></label>
        ${small(handle.most) && html`<input type="range" min="1" max=${handle.most} value=${/^\d+$/.test(sel.value) ? sel.value : 1} aria-label=${`${handle.label}: how many`} onInput=${(event) => set(event.target.value)} />`}
        <span class="quiet">of at most ${handle.most}</span>${chips}</div>`;
    case "below":
      return html`<div class="details"><label>${handle.label} to <input type="text" class="number" value=${sel.value ?? ""} onInput=${(event) => set(event.target.value.trim())} /></label>
        ${small(handle.below) && html`<input type="range" min="0" max=${Number(handle.below) - 1} value=${/^\d+$/.test(sel.value ?? "") ? sel.value : 0} aria-label=${`${handle.label}: to what`} onInput=${(event) => set(event.target.value)} />`}
        <span class="quiet">less than ${isOrdinal(handle.below) ? html`<${Value} text=${handle.below} ordinal />` : handle.below}</span>${chips}</div>`;
    case "point":
    case "listed": {
      if (handle.kind === "listed" && !["counter", "stone"].includes(view.diagram.what)) {
        const options = rows.filter((row) => row.own.startsWith(handle.before));
        return html`<div class="details"><label>${handle.before} <select value=${sel.own ?? ""} onChange=${(event) => pick({ ...sel, own: event.target.value || null, value: event.target.value.slice(handle.before.length) })}><option value="">choose</option>${options.map((row) => html`<option value=${row.own}>${row.own.slice(handle.before.length)}</option>`)}</select></label></div>`;
      }
      const numbers = view.diagram.cells[handle.cells[0]].numbers;
      const now = sel.value ? sel.value.replace(/^\(|\)$/g, "").split(",") : numbers.map(() => "");
      const change = (i, text) => {
        const next = now.map((old, k) => (k === i ? text.trim() : old));
        set(next.some((part) => part !== "") ? `(${next.join(",")})` : undefined);
      };
      return html`<div class="details"><span>${handle.label} to (${numbers.map((_, i) => html`${i > 0 && ", "}<input type="text" class="number" aria-label=${`coordinate ${i + 1}`} value=${now[i] ?? ""} onInput=${(event) => change(i, event.target.value)} />`)})</span>${chips}</div>`;
    }
    case "amounts": {
      const list = sel.value ?? handle.cells.map(() => "");
      return html`<div class="details"><span>${handle.label}, take from each pile:</span> ${handle.cells.map((id, i) => html`<input type="text" inputmode="numeric" class="number" aria-label=${`from the pile in row ${view.diagram.cells[id].row + 1} column ${view.diagram.cells[id].x / 2 + 1}, at most ${handle.most[i]}`} placeholder=${`0..${handle.most[i]}`} value=${list[i] ?? ""} onInput=${(event) => set(handle.cells.map((_, k) => (k === i ? event.target.value.trim() : list[k] ?? "")))} />`)}${chips}</div>`;
    }
    default:
      return null;
  }
}

/** @param {any} props */
export function MoveBar({ client, request, views, sel, pick, commit, after, moves, marks, several, typed, setTyped, refused = "", name = "" }) {
  const view = sel && views.find((one) => one.number === sel.component);
  const handle = view && sel.handle >= 0 ? view.handles[sel.handle] : null;
  const known = after.played && moves?.find((row) => row.move === after.played.move && (row.player ?? null) === (after.played.player ?? null));
  const outcome = marks && known && known.wins !== null ? known : null;
  const type = (event) => {
    event.preventDefault();
    if (typed.trim()) commit(typed.trim());
  };
  return html`<section class="movebar" aria-label=${`Your move${name.replace("-", ", board ")}`}>
    ${sel
      ? html`<div class="chosen-move">
          ${handle && handle.kind !== "move" && html`<${Details} view=${view} sel=${sel} pick=${pick} rows=${moves ? moves.filter((row) => row.component === sel.component).map((row) => ({ ...row, own: several ? row.move.replace(/^\d+: /, "") : row.move })) : []} marks=${marks} />`}
          ${sel.own && html`<p class="preview"><b class="move-text">${several ? `${sel.component}: ` : ""}${after.played ? after.played.move.replace(/^\d+: /, "") : sel.own}</b>
            ${after.played && html` <span class="arrow" aria-label="leads to">→</span> <code>${after.played.to}</code>`}
            ${outcome && html` <span class=${outcome.wins ? "tag win" : "tag lose"}>${outcome.wins ? "✓ wins" : "× loses"}</span>`}</p>
            ${after.fault && html`<p class="problem" role="alert">${after.fault.message}</p>`}`}
          <div class="buttons"><button type="button" class="primary" disabled=${!sel.own || !!after.fault} onClick=${() => commit()}>Make this move</button>
            <button type="button" onClick=${() => pick(null)}>Cancel</button></div></div>`
      : refused ? html`<p class="problem" role="alert">${refused}</p>` : html`<p class="quiet hint">${views.length === 1 ? hint(views[0]) : "Choose something on one of the boards."}</p>`}
    <form class="typed" onSubmit=${type}><label for=${`typed-move${name}`}>Type a move</label>
      <input id=${`typed-move${name}`} autocomplete="off" spellcheck="false" autocapitalize="off" value=${typed} placeholder=${moves?.[0]?.move ?? "a move"} aria-describedby=${`typed-fault${name}`} onInput=${(event) => setTyped(event.target.value)} />
      <button>Play it</button></form>
    <${TypedFault} fault=${after.typedFault} name=${name} /></section>`;
}

const TypedFault = ({ fault, name }) => html`<div id=${`typed-fault${name}`}>${fault && html`<${Problem} fault=${fault} />`}</div>`;

/** Requests the position after the move that is being chosen, again whenever the choice changes. */
export function useAfter(client, request, sel, several, player) {
  const text = sel?.own ? `${several ? `${sel.component}: ` : ""}${sel.own}` : null;
  const key = text === null ? null : JSON.stringify([request, text, player]);
  const [held, setHeld] = useState(/** @type {any} */ ({ key: null }));
  useEffect(() => {
    if (key === null) return undefined;
    const controller = new AbortController();
    const { signal } = controller;
    (async () => {
      try {
        const played = await client.ask("play", { ...request, move: text, ...(player ? { player } : {}) }, signal);
        const described = await client.ask("position", { ...request, position: played.to }, signal);
        if (!signal.aborted) setHeld({ key, played, described });
      } catch (fault) {
        if (!signal.aborted && fault.name !== "AbortError") setHeld({ key, fault });
      }
    })();
    return () => controller.abort();
  }, [key]);
  return held.key === key && key !== null ? held : {};
}
