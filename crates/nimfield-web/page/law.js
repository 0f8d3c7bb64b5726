// Laws for all numbers: an automaton reads the digits of the numbers of a position. The map lays it over its picture.
import { download, html, plural } from "./ui.js";
import { opened } from "./families.js";

/** Reads numbers by an automaton. For a law of values, it tests whether the value is 0. */
function reader({ numeration: [a, b], accepts, steps, values }) {
  const base = b > 0 ? a + 1 : a;
  const weights = [1n, BigInt(base)];
  const known = new Map();
  /** The digits of a number, the last one first: at each weight as many as fit. */
  const digits = (number) => {
    const found = known.get(number);
    if (found) return found;
    while (weights[weights.length - 1] <= number) weights.push(BigInt(a) * weights[weights.length - 1] + BigInt(b) * weights[weights.length - 2]);
    let rest = number;
    const made = weights.map(() => 0);
    for (let i = weights.length - 1; i >= 0; i--) {
      made[i] = Number(rest / weights[i]);
      rest %= weights[i];
    }
    known.set(number, made);
    return made;
  };
  return (numbers) => {
    const all = [...numbers, ...(values ? [0n] : [])].map(digits);
    let state = 0;
    for (let i = Math.max(...all.map((one) => one.length)) - 1; i >= 0; i--) state = steps[state][all.reduce((column, one) => column * base + (one[i] ?? 0), 0)];
    return accepts[state];
  };
}

/** Returns the numbers between the brackets, in order; null if there is other text. */
const numbersOf = (text) => {
  const parts = text.slice(text.indexOf("[") + 1, text.lastIndexOf("]")).split(/[\s,]+/);
  return parts.every((part) => /^\d+$/.test(part)) ? parts.map(BigInt) : null;
};

const head = (text) => text.slice(0, text.indexOf("["));

/** The file of a law beside the page, which has the name of its game. Tests prove all of these laws from the rules. */
async function stored(table, values, signal) {
  const [name] = /^[\w-]*/.exec(table.family) ?? [""];
  // A game from a file has none.
  if (!name) return undefined;
  const response = await fetch(`laws/${name}.json`, { signal });
  const laws = response.ok ? await response.json() : [];
  const count = numbersOf(opened(table.family, values))?.length;
  return laws.find((one) => one.play === table.play && head(one.position) === head(table.family) && one.letters.length === count);
}

/**
 * The law of the positions of a map: `claim` decides which of them are lost, `words` describes the law.
 * @param {any} client
 * @param {any} table
 * @param {any} files the files that the positions name, as fields of a request
 * @param {AbortSignal} signal
 */
export async function lawOf(client, table, files, signal) {
  const letters = table.letters.map((letter) => letter.name);
  const first = Object.fromEntries(table.letters.map((letter) => [letter.name, letter.from]));
  const none = (status, why) => ({ table, claim: null, words: html`<span class="tag">${status}</span> No law for all numbers is proved here: ${why}.` });
  /** A proved law; `numbers` are those of a cell, in the order of the certificate's letters. */
  const told = (certificate, numbers, short, source) => {
    const { accepts, letters, numeration: [a, b], play, position } = certificate;
    const read = reader(certificate);
    const digits = b === 0 ? `base ${a}` : a === 1 && b === 1 ? "Fibonacci numbers" : `sums of 1, ${a + 1}, ${a * (a + 1) + b}, …`;
    return {
      table,
      claim: (values, cell) => (table.cells[cell] === "" ? null : read(numbers(values))),
      words: html`<span class="tag proved">proved</span> The law of <code>${position}</code> in ${play === "misere" ? "misère" : "normal"} play, for all numbers: the player to move loses exactly if an automaton of ${plural(accepts.length, "state")} accepts the digits of ${letters.join(", ")} (${digits}). ${short ? `In words: ${short}. ` : ""}<cite>${source}</cite> <button type="button" class="link" onClick=${() => download("law.json", `${JSON.stringify(certificate)}\n`, "application/json")}>Save its certificate</button>`,
    };
  };
  if (client.kind === "server") {
    const { certificate, law, reason, status, witness } = await client.ask("prove", { position: table.family, letters, play: table.play, ...files, limits: { seconds: 20 } }, signal);
    if (!certificate) return none(status, witness ?? reason);
    return told(certificate, (values) => certificate.letters.map((letter) => BigInt(values[letter])), law, `Proved now: ${reason}.`);
  }
  const law = await stored(table, first, signal);
  if (!law) return none("unknown", "no law of this game is stored with this page, which cannot prove laws; nimfield serve can");
  return told(law, (values) => numbersOf(opened(table.family, values)) ?? [], "", "Stored with the game; the tests of Nimfield prove it again from the rules.");
}
