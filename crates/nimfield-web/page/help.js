// How to begin, and the keys.
import { html, useEffect, useRef } from "./ui.js";

const KEYS = [
  ["Tab", "to the board and out of it; inside it the arrow keys"],
  ["Enter or Space", "choose a heap, line or stone; once more makes the move that is shown"],
  ["Escape", "let go"],
  ["u, r", "undo, redo (also Ctrl+Z, Ctrl+Shift+Z)"],
  ["t", "type a move"],
  ["p", "type a position"],
  ["e", "set up, and back"],
  ["m", "let the machine make a move"],
  ["h", "the next hint"],
  ["?", "this help"],
];

export function Help({ close }) {
  const dialog = useRef(/** @type {any} */ (null));
  useEffect(() => {
    const before = /** @type {any} */ (document.activeElement);
    dialog.current.showModal();
    return () => before?.focus?.();
  }, []);
  return html`<dialog ref=${dialog} class="help" aria-labelledby="help-title" onClose=${close} onClick=${(event) => event.target === dialog.current && dialog.current.close()}><div>
    <h2 id="help-title">Help</h2>
    <p>Choose a game under <b>Games</b>, and make moves on the board. Under <b>Board</b> a tick shows what wins, and the panel <b>Why</b> says why; there you can type a position, too. Everything that is shown stands in the address, so a link brings it back.</p>
    <p class="quiet">Tab, Enter and Escape work on every board, the letters under <b>Board</b>, and ? everywhere.</p>
    <table class="keys"><caption class="unseen">Keys</caption><tbody>${KEYS.map(([key, what]) => html`<tr><th scope="row">${key.split(/(, | or |\+)/).map((part) => (/^[\w?]+$/.test(part) ? html`<kbd>${part}</kbd>` : part))}</th><td>${what}</td></tr>`)}</tbody></table>
    <form method="dialog"><button class="primary">Close</button></form></div></dialog>`;
}
