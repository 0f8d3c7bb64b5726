// The marks for winning and losing moves on a drawing, and the buttons of its handles.
import { html, names, plural, useState } from "./ui.js";
import { select, tally } from "./grip.js";

/**
 * The properties of a drawing.
 * @typedef {{view: any, rows: any[], marks: boolean, sel: any, pick: (sel: any) => void, commit: () => void,
 *            after: any, several: boolean, known?: boolean, last?: Set<number>, before?: any, hint?: number[]|null,
 *            moves?: any[], refuse?: (why: string) => void, player?: string|null}} Drawing
 * `known` says that the moves in `rows` have arrived, `last` which cells the last move changed, `before` is the diagram
 * before it, `hint` lists the cells of a hint, `moves` all moves of the game; `refuse` says why something cannot be
 * chosen, `player` who is to move in a partizan game.
 */

/**
 * The mark of a handle: a tick with the winning amounts, or a cross if no move wins. It has shape and text, not colour alone.
 * Screen readers read it as part of the name of the handle; its visible text is `data-text`, which the style shows.
 */
export function Mark({ told, texts = true }) {
  if (!told || told.count === 0) return null;
  if (told.wins > 0) {
    const shown = texts ? told.texts.filter(Boolean).slice(0, 2) : [];
    const more = told.wins - shown.length;
    const label = shown.length ? `wins: ${told.texts.slice(0, 6).join(", ")}` : plural(told.wins, "winning move");
    return html`<span class="mark win" title=${label} data-text=${`✓${shown.join(" ")}${shown.length && more > 0 ? ` +${more}` : !shown.length && told.wins > 1 ? told.wins : ""}`}></span>`;
  }
  return told.settled ? html`<span class="mark lose" title="no winning move" data-text="×"></span>` : null;
}

export const said = (told) =>
  !told || told.count === 0 ? "" : told.wins > 0 ? `, ${plural(told.wins, "winning move")}${told.texts[0] ? `: ${told.texts.slice(0, 3).join(", ")}` : ""}` : told.settled ? ", no winning move" : "";

/** Moves the focus in a grid by the arrow keys; data-x and data-y of a cell are its place. */
export function arrows(event) {
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

/** Returns the cell of a grid that the Tab key reaches. */
export function useRoving(first) {
  const [active, setActive] = useState(first);
  return {
    at: (id) => ({ tabindex: id === active ? 0 : -1, onFocus: () => setActive(id) }),
    settle(ids) {
      if (!ids.includes(active) && ids.length > 0) setActive(ids[0]);
    },
  };
}

/** Selects a handle; a second Enter makes the move. A second click does not, because it may be accidental. */
export function grasp({ view, rows, marks, sel, pick, commit }, index, byKey, value = undefined) {
  const handle = view.handles[index];
  if (sel?.component === view.number && sel.handle === index && sel.own !== null && (handle.kind === "move" || byKey)) return commit();
  const told = marks ? tally(handle, rows) : null;
  const first = told?.texts[0] && handle.kind !== "set" ? told.texts[0] : "1";
  pick(select(view, index, value ?? (handle.kind === "amount" ? (told?.wins ? first.split(/\.\.|,/)[0] : "1") : handle.kind === "below" ? "0" : undefined)));
}

/** A button that selects a handle. */
export function Grip({ drawing, index, label, value, x, y, short, roving, id }) {
  const { view, rows, marks, sel } = drawing;
  const handle = view.handles[index];
  const told = marks ? tally(handle, rows) : null;
  const chosen = sel?.component === view.number && sel.handle === index;
  const press = (event) => grasp(drawing, index, event.detail === 0, value);
  const place = x === undefined ? {} : { "data-x": x, "data-y": y };
  return html`<button type="button" ...${place} ...${roving ? roving.at(id) : {}} aria-pressed=${chosen}
    class=${names("grip", handle.player, chosen && "chosen")} onClick=${press}
    aria-label=${`${label ?? handle.label}${handle.player ? `, ${handle.player === "left" ? "Left" : "Right"}` : ""}${said(told)}`}>
    <span class="grip-name">${short ?? label ?? handle.label}</span>${marks && html`<${Mark} told=${told} />`}
  </button>`;
}
