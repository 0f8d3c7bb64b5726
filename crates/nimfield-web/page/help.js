// How to begin, and the keys.
import { html, useEffect, useRef } from "./ui.js";

const KEYS = [
  ["Tab", "to the board and out of it; inside it the arrow keys"],
  ["Enter or Space", "select; press again to make the move"],
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
    <p>Type a position, or choose a game under <b>Set up</b>. Make moves on the board. A tick shows what wins, and the panel <b>Why</b> says why. The address contains everything that is shown, so a link restores it.</p>
    <table class="keys"><caption class="unseen">Keys</caption><tbody>${KEYS.map(([key, what]) => html`<tr><th scope="row">${key.split(/(, | or |\+)/).map((part) => (/^[\w?]+$/.test(part) ? html`<kbd>${part}</kbd>` : part))}</th><td>${what}</td></tr>`)}</tbody></table>
    <form method="dialog"><button class="primary">Close</button></form></div></dialog>`;
}
