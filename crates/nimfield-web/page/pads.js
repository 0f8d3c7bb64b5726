// Two calculators: nimbers with their steps, and values of games.
import { html, names, useEffect, useRef, useState } from "./ui.js";
import { Problem, useAnswer } from "./answers.js";
import { Expression, Value } from "./math.js";

/** The steps of a calculation by hand: all lines have the same value, and each names its rule. */
function Step({ step }) {
  return html`<li><p><${Expression} text=${step.of} /></p><ol class="lines">${step.lines.map((line) => html`<li><span class="equals"><${Expression} text=${line.text} equals /></span> <span class="quiet"><${Rule} text=${line.rule} /></span></li>`)}</ol></li>`;
}

/** A rule in words, with the equations after its colon set as mathematics. */
function Rule({ text }) {
  const at = text.indexOf(": ");
  if (at < 0) return text;
  const equations = text.slice(at + 2).split(", ");
  return html`${text.slice(0, at)}: ${equations.map((one, i) => html`${i > 0 && ", "}<${Expression} text=${one} />`)}`;
}

const KEYS = ["w", "+", "*", "/", "^", "(", ")", "[", "]", "sqrt(", "inv(", "root(3, "];
const NIMBERS = ["14 * 8", "w * w * w", "(w+2) * (w+3)", "sqrt(14)", "root(3, 2)", "inv(w+1)", "[w^2*3+5] + [w*2+1]", "grundy(wythoff[3,4]) * 2"];
const VALUES = ["{2|-1} + 3/4", "^ + ^*", "{1|-1} + *", "+-1 + +-2", "^^*|v", "{3||1|0} > 1/2", "mean(matrix-partizan[3 5; 2 4])"];

function Pad({ client, operation, title, text, keys, examples, state, update, words }) {
  const [now, setNow] = useState(text);
  const field = useRef(/** @type {any} */ (null));
  useEffect(() => setNow(text), [text]);
  const more = operation === "nimber" ? { steps: true } : {};
  const found = useAnswer(client, operation, text.trim() ? { expression: text, ...more, limits: { seconds: 10 } } : null);
  const steps = found.answer?.steps ?? [];
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
    ${steps.length > 0 && html`<details open><summary>Steps</summary><ol class="steps-list">${steps.map((step) => html`<${Step} key=${step.of} step=${step} />`)}</ol></details>`}
    <p class="examples"><span class="quiet">Examples:</span> ${examples.map((example) => html`<button type="button" class=${names("link", example === text && "here")} onClick=${() => set(example)}><code>${example}</code></button> `)}</p></section>`;
}

/** @param {any} props */
export function Pads({ client, state, update }) {
  const [which, ...rest] = state.expression.split(":");
  const text = (operation, otherwise) => (which === operation ? rest.join(":") : otherwise);
  return html`<div class="pads"><${Pad} client=${client} operation="nimber" title="Nimbers" text=${text("nimber", "(w+2) * (w+3)")} keys=${KEYS} examples=${NIMBERS} state=${state} update=${update} words="The field of nimbers: sum, product, quotient, roots. Brackets contain ordinary arithmetic of ordinals." />
    <${Pad} client=${client} operation="value" title="Values of games" text=${text("value", "{2|-1} + 3/4")} keys=${[]} examples=${VALUES} state=${state} update=${update} words="Short partizan games as CGSuite writes them; comparisons give true or false." /></div>`;
}
