// Mathematics set as MathML: values, ordinals, matrices, and the running text of reasons and theorems.
import { html } from "./ui.js";

const mi = (text) => html`<mi>${text}</mi>`;
const mn = (text) => html`<mn>${text}</mn>`;
const mo = (text) => html`<mo>${text}</mo>`;
const tight = (text) => html`<mo stretchy="false" lspace="0" rspace="0">${text}</mo>`;

// The tokens of values: ordinals, numbers, arrows, switches.
const TOKEN = /w|\d+|\+-|\^+|v+|Tiny|Miny|\|+|[*{}(),+\-\/]/y;
const SIGNS = { "+-": "±", "-": "−", "*": "∗" };

/** The tokens of a text, or null if it is not all tokens. */
function tokens(text) {
  const found = [];
  const rest = text.replace(/\s+/g, "");
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < rest.length) {
    const match = TOKEN.exec(rest);
    if (!match) return null;
    found.push(match[0]);
  }
  return found;
}

const isNumber = (token) => token !== undefined && /^\d+$/.test(token);

/** A value, outcome of a calculation or ordinal: `*(w*7+3)`, `{2|-1}`, `3/4`, `w^2*3+4`, `2^20`. */
export function Value({ text, ordinal = false }) {
  // The field calculator puts ordinals in brackets.
  const bare = text.replace(/^\[([^[\]]*)\]$/, "$1");
  const list = text.length <= 600 ? tokens(bare) : null;
  if (!list) return html`<code class="form">${text}</code>`;
  return html`<math aria-label=${spoken(text)}>${row(list, ordinal || bare !== text || /^w/.test(bare))}</math>`;
}

function row(list, ordinal) {
  const out = [];
  for (let i = 0; i < list.length; i++) {
    const token = list[i];
    const before = list[i - 1];
    if (token === "w") {
      const power = list[i + 1] === "^" && (isNumber(list[i + 2]) || list[i + 2] === "w");
      if (power) {
        const inner = list[i + 2] === "w" ? mi("ω") : mn(list[i + 2]);
        out.push(html`<msup>${mi("ω")}${inner}</msup>`);
        i += 2;
      } else if (list[i + 1] === "^" && list[i + 2] === "(") {
        const close = matching(list, i + 2);
        out.push(html`<msup>${mi("ω")}<mrow>${row(list.slice(i + 3, close), true)}</mrow></msup>`);
        i = close;
      } else out.push(mi("ω"));
    } else if (isNumber(token)) {
      if (list[i + 1] === "/" && isNumber(list[i + 2])) {
        out.push(html`<mfrac>${mn(token)}${mn(list[i + 2])}</mfrac>`);
        i += 2;
      } else out.push(mn(token));
    } else if (token === "*") {
      const product = before === "w" || (ordinal && before !== undefined && (isNumber(before) || before === ")"));
      out.push(product ? tight("·") : tight("∗"));
    } else if (token[0] === "^" || token[0] === "v") {
      const arrow = token[0] === "^" ? "↑" : "↓";
      const shown = token.length === 2 ? (token[0] === "^" ? "⇑" : "⇓") : arrow;
      if (token.length > 2) out.push(html`<mrow>${tight(arrow)}${mn(String(token.length))}</mrow>`);
      else if (isNumber(list[i + 1])) out.push(html`<mrow>${tight(arrow)}${mn(list[++i])}</mrow>`);
      else out.push(tight(shown));
    } else if (token[0] === "|") {
      out.push(html`<mo stretchy="false" lspace="0.15em" rspace="0.15em">${token}</mo>`);
    } else if (token === "{" || token === "}" || token === "(" || token === ")") {
      out.push(html`<mo stretchy="false" lspace="0" rspace="0">${token}</mo>`);
    } else if (/^[A-Z]/.test(token)) {
      out.push(mi(token));
    } else {
      const sign = SIGNS[token] ?? token;
      const unary = before === undefined || /^[{|(,]/.test(before);
      out.push(unary && token !== "," ? tight(sign) : mo(sign));
    }
  }
  return out;
}

const PART = /\s*(\[[^\]]*\]|\d+|[A-Za-z_]+|[-+*\/^(),=])/y;
const OPERATORS = { "*": "·", "/": "/", "-": "−" };

/** An expression of the field of nimbers, or an equation of such: `(4 + 2)*[w^2]`, `sqrt(8)*4`, `[w]^3 = 2`. */
export function Expression({ text, equals = false }) {
  const list = [];
  PART.lastIndex = 0;
  while (text.length <= 1000 && PART.lastIndex < text.length) {
    const match = PART.exec(text);
    if (!match) break;
    list.push(match[1]);
  }
  if (list.join("") !== text.replace(/\s+/g, "")) return html`<code class="form">${equals && "= "}${text}</code>`;
  const out = equals ? [mo("=")] : [];
  for (let i = 0; i < list.length; i++) {
    const token = list[i];
    const name = /^[A-Za-z_]/.test(token) && token !== "w";
    let set = isNumber(token) ? mn(token) : name ? mi(token) : token === "w" ? mi("ω") : null;
    if (token[0] === "[") {
      const inside = tokens(token.slice(1, -1));
      if (!inside) return html`<code class="form">${equals && "= "}${text}</code>`;
      const sum = (inside.includes("+") && list.length > 1) || (list[i + 1] === "^" && inside.length > 1);
      set = html`<mrow>${sum && tight("[")}${row(inside, true)}${sum && tight("]")}</mrow>`;
    }
    if (set && list[i + 1] === "^") {
      const minus = list[i + 2] === "-";
      set = html`<msup>${set}<mrow>${minus && tight("−")}${mn(list[minus ? i + 3 : i + 2] ?? "")}</mrow></msup>`;
      i += minus ? 3 : 2;
    }
    out.push(set ?? (/[(),]/.test(token) ? tight(token) : mo(OPERATORS[token] ?? token)));
  }
  return html`<math aria-label=${spoken(`${equals ? "= " : ""}${text}`)}>${out}</math>`;
}

function matching(list, open) {
  let depth = 0;
  for (let i = open; i < list.length; i++) {
    if (list[i] === "(") depth++;
    if (list[i] === ")" && --depth === 0) return i;
  }
  return list.length;
}

/** A value in words that a screen reader says well. */
export const spoken = (text) =>
  text
    .replace(/\bw\b/g, "omega")
    .replace(/\+-/g, "plus or minus ")
    .replace(/(^|[{|,(+])\*/g, "$1star ")
    .replace(/\^+/g, (up) => (up.length > 1 ? " double up " : " up "))
    .replace(/\|/g, " slash ");

/** The genus `2^20`: a base with the misère numbers above it. */
export function Genus({ text }) {
  const [base, rest] = text.split("^");
  if (rest === undefined) return html`<code>${text}</code>`;
  return html`<math aria-label=${`genus ${base} to the ${rest}`}><msup>${mn(base)}<mrow>${mn(rest)}</mrow></msup></math>`;
}

/** A matrix as written between the brackets. */
export function Matrix({ body }) {
  const rows = body.split(";").map((line) => line.trim().split(/[\s,]+/).filter(Boolean));
  return html`<math class="matrix"><mrow>
    <mo fence="true">(</mo>
    <mtable>${rows.map((line) => html`<mtr>${line.map((entry) => html`<mtd>${entry === "inf" ? mo("∞") : mn(entry)}</mtd>`)}</mtr>`)}</mtable>
    <mo fence="true">)</mo></mrow></math>`;
}

// The parts of a text that are mathematics.
const PROSE = new RegExp(
  [
    "matrix(?:-partizan)?\\[[^\\]]*;[^\\]]*\\]", // a matrix of several rows
    "\\*\\([w\\d*^+]+\\)|\\*\\d+", // nimbers
    "\\bw(?:\\^\\d+)?(?:\\*\\d+)?(?:\\+(?:w(?:\\^\\d+)?(?:\\*\\d+)?|\\d+))*(?![\\w])", // ordinals
    "\\b\\d+\\^\\d+(?:-1)?\\b", // powers
    "<=|>=|!=|\\bphi\\b|\\bxor\\b", // relations
  ].join("|"),
  "g",
);
const RELATIONS = { "<=": "≤", ">=": "≥", "!=": "≠", phi: "φ", xor: "⊕" };

/** Running text of a reason, with its mathematics set. */
export function Prose({ text }) {
  const parts = [];
  let from = 0;
  for (const match of text.matchAll(PROSE)) {
    const token = match[0];
    if (match.index > from) parts.push(text.slice(from, match.index));
    from = match.index + token.length;
    if (RELATIONS[token]) parts.push(html`<span class="sign">${RELATIONS[token]}</span>`);
    else if (token.startsWith("matrix")) {
      const open = token.indexOf("[");
      parts.push(html`<${Matrix} body=${token.slice(open + 1, -1)} />`);
    } else if (/^\d+\^/.test(token)) {
      const [base, power] = token.split("^");
      const [index, less] = power.split("-");
      parts.push(html`<math><msup>${mn(base)}${mn(index)}</msup>${less ? [mo("−"), mn(less)] : ""}</math>`);
    } else parts.push(html`<${Value} text=${token} />`);
  }
  parts.push(text.slice(from));
  return parts;
}
