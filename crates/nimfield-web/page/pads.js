// Two calculators: nimbers with their steps, and values of games.
import { html, names, useEffect, useRef, useState } from "./ui.js";
import { Problem, useAnswer } from "./answers.js";
import { Value } from "./math.js";

const SIGNS = { "+": 1, "-": 1, "*": 2, "/": 2, "^": 3 };

/** The parts of an expression that have operations in them, inner ones first; null if it is not understood. */
export function parts(text) {
  const tokens = [...text.matchAll(/\s*(\[[^\]]*\]|\d+|[A-Za-z_]+|[-+*\/^(),])/gy)].map((match) => match[1]);
  if (tokens.join("") !== text.replace(/\s+/g, (blank, at) => (/\[[^\]]*$/.test(text.slice(0, at)) ? blank : ""))) return null;
  const found = [];
  let next = 0;
  const note = (part) => {
    if (!found.includes(part)) found.push(part);
    return part;
  };
  function climb(least) {
    let left = single();
    if (left === null) return null;
    while (SIGNS[tokens[next]] >= least) {
      const sign = tokens[next++];
      const right = climb(sign === "^" ? SIGNS[sign] : SIGNS[sign] + 1);
      if (right === null) return null;
      left = note(sign === "^" ? `${left}^${right}` : `${left} ${sign} ${right}`);
    }
    return left;
  }
  function single() {
    const token = tokens[next++];
    if (token === undefined) return null;
    if (token === "(") {
      const inner = climb(1);
      if (inner === null || tokens[next++] !== ")") return null;
      return `(${inner})`;
    }
    if (/^[A-Za-z_]+$/.test(token) && tokens[next] === "(") {
      next++;
      const list = [];
      do list.push(climb(1));
      while (tokens[next++] === ",");
      if (list.includes(null) || tokens[next - 1] !== ")") return null;
      return note(`${token}(${list.join(", ")})`);
    }
    return /^[\[\dA-Za-z]/.test(token) ? token : null;
  }
  const whole = climb(1);
  return whole === null || next < tokens.length ? null : found;
}

function Step({ client, expression }) {
  const { answer, fault } = useAnswer(client, "nimber", { expression, limits: { seconds: 5 } });
  return html`<li><code>${expression}</code> = ${answer ? html`<${Value} text=${answer.value} ordinal />` : fault ? html`<span class="quiet">${fault.message}</span>` : "…"}</li>`;
}

const KEYS = ["w", "+", "*", "/", "^", "(", ")", "[", "]", "sqrt(", "inv(", "root(3, "];
const NIMBERS = ["14 * 8", "w * w * w", "(w+2) * (w+3)", "sqrt(14)", "root(3, 2)", "inv(w+1)", "[w^2*3+5] + [w*2+1]"];
const VALUES = ["{2|-1} + 3/4", "^ + ^*", "{1|-1} + *", "+-1 + +-2", "^^*|v", "{3||1|0} > 1/2"];

function Pad({ client, operation, title, text, keys, examples, state, update, words }) {
  const [now, setNow] = useState(text);
  const field = useRef(/** @type {any} */ (null));
  useEffect(() => setNow(text), [text]);
  const found = useAnswer(client, operation, text.trim() ? { expression: text, limits: { seconds: 10 } } : null);
  const steps = operation === "nimber" && found.answer ? (parts(text) ?? []).slice(0, -1) : [];
  const set = (value) => update({ expression: `${operation}:${value}` });
  const type = (key) => {
    const { selectionStart: from, selectionEnd: to } = field.current;
    const next = now.slice(0, from) + key + now.slice(to);
    setNow(next);
    field.current.focus();
    requestAnimationFrame(() => field.current.setSelectionRange(from + key.length, from + key.length));
  };
  const id = `pad-${operation}`;
  return html`<section class="panel pad" aria-labelledby=${`${id}-title`}><h2 id=${`${id}-title`}>${title}</h2><p class="quiet">${words}</p>
    <form onSubmit=${(event) => (event.preventDefault(), set(now))}><label for=${id}>Expression</label><div class="row"><input id=${id} ref=${field} class="notation" spellcheck="false" autocapitalize="off" value=${now} aria-describedby=${`${id}-fault`} onInput=${(event) => setNow(event.target.value)} /><button class="primary">=</button></div>
      ${keys.length > 0 && html`<div class="keypad" role="group" aria-label="Keys">${keys.map((key) => html`<button type="button" aria-label=${{ w: "omega", "root(3, ": "³√, cube root", "sqrt(": "square root", "inv(": "1/x, inverse" }[key]} onClick=${() => type(key)}>${{ w: "ω", "*": "×", "/": "÷" }[key] ?? { "root(3, ": "³√", "sqrt(": "√", "inv(": "1/x" }[key] ?? key}</button>`)}</div>`}</form>
    <div id=${`${id}-fault`}><${Problem} fault=${found.fault} /></div>
    ${found.busy && html`<p class="quiet" role="status">working…</p>`}
    ${found.answer && html`<p class="result" role="status"><span class="unseen">is </span><${Value} text=${found.answer.value} ordinal=${operation === "nimber"} /></p>`}
    ${steps.length > 0 && html`<details open><summary>Steps</summary><ol class="steps-list">${steps.map((expression) => html`<${Step} key=${expression} client=${client} expression=${expression} />`)}</ol></details>`}
    <p class="examples"><span class="quiet">Examples:</span> ${examples.map((example) => html`<button type="button" class=${names("link", example === text && "here")} onClick=${() => set(example)}><code>${example}</code></button> `)}</p></section>`;
}

/** @param {any} props */
export function Pads({ client, state, update }) {
  const [which, ...rest] = state.expression.split(":");
  const text = (operation, otherwise) => (which === operation ? rest.join(":") : otherwise);
  return html`<div class="pads"><${Pad} client=${client} operation="nimber" title="Nimbers" text=${text("nimber", "(w+2) * (w+3)")} keys=${KEYS} examples=${NIMBERS} state=${state} update=${update} words="The field of nimbers: sum, product, quotient, roots. In brackets ordinary ordinals." />
    <${Pad} client=${client} operation="value" title="Values of games" text=${text("value", "{2|-1} + 3/4")} keys=${[]} examples=${VALUES} state=${state} update=${update} words="Short partizan games as CGSuite writes them; comparisons say true or false." /></div>`;
}
