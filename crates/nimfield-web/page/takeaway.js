// The forms in which a position can be saved: link, picture, LaTeX, JSON, command line, Python.
import { announce, download, html, useState } from "./ui.js";
import { about } from "./answers.js";

const quoted = (text) => `'${text.replace(/'/g, `'\\''`)}'`;

/** Converts SVG to PNG in the browser. */
export async function painted(svg) {
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  const scale = 2;
  canvas.width = image.naturalWidth * scale;
  canvas.height = image.naturalHeight * scale;
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("the browser could not make the picture"))), "image/png"));
}

/** @param {any} props */
export function TakeAway({ client, state, position, play, answer }) {
  const [shown, setShown] = useState(/** @type {{title: string, text: string}|null} */ (null));
  const [fault, setFault] = useState("");
  const name = position.replace(/[^\w]+/g, "-").replace(/^-|-$/g, "").slice(0, 40) || "position";
  const copy = async (title, text) => {
    setFault("");
    setShown({ title, text });
    try {
      await navigator.clipboard.writeText(text);
      announce(`${title} copied`);
    } catch {
      announce(`${title} shown`);
    }
  };
  const attempt = (work) => async () => {
    setFault("");
    try {
      await work();
    } catch (error) {
      setFault(error.message);
    }
  };
  const drawn = async (format) => (await client.ask("draw", about(state, position, { format }))).content;
  const flag = play ? ` --play ${play}` : "";
  return html`<section class="panel take" aria-labelledby="take-title"><h2 id="take-title">Save and share this position</h2>
    <div class="row wrap">
      <button type="button" onClick=${() => copy("Link", location.href)}>Copy the link</button>
      <button type="button" onClick=${attempt(async () => download(`${name}.svg`, await drawn("svg"), "image/svg+xml"))}>Save as SVG</button>
      <button type="button" onClick=${attempt(async () => download(`${name}.png`, await painted(await drawn("svg"))))}>Save as PNG</button>
      <button type="button" onClick=${attempt(async () => copy("LaTeX", await drawn("latex")))}>Copy LaTeX</button>
      <button type="button" disabled=${!answer} onClick=${() => copy("JSON", JSON.stringify(answer))}>Copy JSON</button>
      <button type="button" onClick=${() => copy("Command line", `nimfield analyze${flag} ${quoted(position)}`)}>Copy the command</button>
      <button type="button" onClick=${() => copy("Python", `import nimfield\n\nanswer = nimfield.parse(${JSON.stringify(position)}).analyze(${play ? `play="${play}"` : ""})\nprint(answer.outcome, answer.reason.text)`)}>Copy Python</button>
      <button type="button" onClick=${() => print()}>Print</button></div>
    ${fault && html`<p class="problem" role="alert">${fault}</p>`}
    ${shown && html`<label class="shown">${shown.title}, copied where the browser allows it<textarea readonly rows=${Math.min(8, shown.text.split("\n").length + 1)} onFocus=${(event) => event.target.select()}>${shown.text}</textarea></label>`}</section>`;
}
