// Asks the engine from a component: the component gets the answer to its newest question, and never an older one.
import { html, useLayoutEffect, useState } from "./ui.js";

/**
 * @param {any} client
 * @param {string} operation
 * @param {any} request null asks nothing
 * @returns {{answer: any, fault: any, busy: boolean}}
 */
export function useAnswer(client, operation, request, again = 0) {
  const key = request === null ? null : `${operation} ${JSON.stringify(request)} ${again}`;
  const [held, setHeld] = useState({ key: null, answer: null, fault: null });
  // At once, not after the next picture of the screen.
  useLayoutEffect(() => {
    if (key === null) return undefined;
    const controller = new AbortController();
    client.ask(operation, request, controller.signal).then(
      (answer) => !controller.signal.aborted && setHeld({ key, answer, fault: null }),
      (fault) => !controller.signal.aborted && fault.name !== "AbortError" && setHeld({ key, answer: null, fault }),
    );
    return () => controller.abort();
  }, [key]);
  const fresh = held.key === key;
  return { answer: fresh ? held.answer : null, fault: fresh ? held.fault : null, busy: key !== null && !fresh };
}

/** Shows an error in a text: the text with the error marked, what was expected, and an example. */
export function Problem({ fault, id, use = null }) {
  if (!fault) return null;
  const place = fault.place;
  if (!place) return html`<div class="problem" role="alert" id=${id}><p>${fault.message}</p></div>`;
  // Of several lines, the one that is wrong.
  const above = place.text.lastIndexOf("\n", place.utf16_start - 1) + 1;
  const text = place.text.slice(above).split("\n")[0];
  const [start, end] = [place.utf16_start - above, Math.min(place.utf16_end - above, text.length)];
  const marked = text.slice(start, Math.max(end, start + 1));
  return html`<div class="problem" role="alert" id=${id}><p>${fault.message}</p>
    <pre class="caret"><span>${text.slice(0, start)}</span><mark>${marked || " "}</mark><span>${text.slice(Math.max(end, start + 1))}</span>${"\n"}<span aria-hidden="true">${" ".repeat(start)}${"^".repeat(Math.max(1, end - start))}</span></pre>
    ${place.expected && html`<p class="quiet">${place.expected}</p>`}
    ${place.example && html`<p class="quiet">Example: ${use ? html`<button type="button" class="link" onClick=${() => use(place.example)}><code>${place.example}</code></button>` : html`<code>${place.example}</code>`}</p>`}</div>`;
}

/** Fields that every request about a position has. */
export const about = (state, position, more = {}) => ({
  position,
  ...(state.play ? { play: state.play } : {}),
  ...(state.boards ? { boards: state.boards } : {}),
  ...more,
});
