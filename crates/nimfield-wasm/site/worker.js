// Answers what the page asks: { id, operation, request } comes, { id, ok, answer } goes back, and
// { id, progress } now and then. Ending the worker is the way to cancel.
import init, { answer } from "./nimfield.js";

// The module is compressed already, better than a host does it. Its name says nothing of that: some hosts add a header to files
// named .gz, and it would be unpacked twice.
async function unpacked() {
  const packed = await fetch(new URL("nimfield.packed", import.meta.url));
  if (!packed.ok) throw new Error(`the engine was not found: ${packed.status}`);
  const total = Number(packed.headers.get("Content-Length"));
  let [bytes, told] = [0, 0];
  const count = new TransformStream({
    transform(part, out) {
      bytes += part.length;
      if (bytes - told > 50_000) postMessage({ loaded: `${Math.round((told = bytes) / 1000)}${total ? ` of ${Math.round(total / 1000)}` : ""} kB` });
      out.enqueue(part);
    },
  });
  const module = packed.body.pipeThrough(count).pipeThrough(new DecompressionStream("gzip"));
  return new Response(module, { headers: { "Content-Type": "application/wasm" } });
}

const ready = init({ module_or_path: unpacked() });

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
