// Answers what the page asks: { id, operation, request } comes, { id, ok, answer } goes back, and
// { id, progress } now and then. Ending the worker is the way to cancel.
import init, { answer } from "./nimfield.js";

const ready = init({ module_or_path: new URL("nimfield_bg.wasm", import.meta.url) });

addEventListener("message", async ({ data: { id, operation, request } }) => {
  const progress = (text) => postMessage({ id, progress: JSON.parse(text) });
  try {
    await ready;
    const text = answer(operation, JSON.stringify(request ?? {}), progress);
    postMessage({ id, ok: true, answer: JSON.parse(text) });
  } catch (fault) {
    // A text is the object of an error; anything else is the end of the engine.
    const told = typeof fault === "string"
      ? JSON.parse(fault)
      : { schema: 1, line: null, error: String(fault), kind: "failed", message: String(fault), place: null };
    postMessage({ id, ok: false, answer: told });
  }
});
