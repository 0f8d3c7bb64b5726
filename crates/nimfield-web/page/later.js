// Parts of the page that are fetched when one of them is first needed: see views.js.
import { html, useLayoutEffect, useState } from "./ui.js";

/** What has been fetched, kept while the page is open. @type {Record<string, any>} */
let parts = {};

/** The part of this name, once it has been fetched, and `ready`. @param {{name: string, shared: any, ready?: boolean}} props */
export function Later({ name, shared, ready = true }) {
  const [, setCount] = useState(0);
  const [lost, setLost] = useState("");
  useLayoutEffect(() => {
    if (parts[name]) return;
    /** @type {Promise<any>} */ (import("./views.js")).then(
      (all) => setCount(Object.keys((parts = all)).length),
      () => setLost("This part of the page cannot be fetched: the server has ended, or the connection is broken."),
    );
  }, [name]);
  const Found = parts[name];
  if (Found && ready) return html`<${Found} ...${shared} />`;
  return lost ? html`<p class="problem" role="alert">${lost}</p>` : html`<p class="quiet" role="status">A moment…</p>`;
}
