// The engine in the browser says what the native one says: over the corpus, an example of every game, the
// calculators and tables. Needs the static site (crates/nimfield-wasm/build.sh) and the native program.

import assert from "node:assert/strict";
import { join } from "node:path";
import { browser, corpus, root, serveFolder, serveNative } from "./support.mjs";

const site = process.env.SITE ?? join(root, "target/site");

/** Asks in a worker of the page, one after the other. */
async function askAll(page, requests) {
  return page.evaluate(async (requests) => {
    const worker = new Worker("worker.js", { type: "module" });
    const ask = (id, [operation, request]) =>
      new Promise((answered, failed) => {
        worker.onmessage = ({ data }) => {
          if (data.id === id && "ok" in data) answered({ ok: data.ok, answer: data.answer });
        };
        worker.onerror = (fault) => failed(new Error(fault.message));
        worker.postMessage({ id, operation, request });
      });
    const answers = [];
    for (const [id, request] of requests.entries()) answers.push(await ask(id, request));
    worker.terminate();
    return answers;
  }, requests);
}

async function askNative(origin, [operation, request]) {
  const get = ["games", "claims"].includes(operation);
  const response = await fetch(`${origin}/api/${operation}`, get ? {} : {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(request),
  });
  return { ok: response.ok, answer: await response.json() };
}

/** Times are no part of an answer. */
function timeless(answer) {
  if (Array.isArray(answer)) return answer.map(timeless);
  if (answer === null || typeof answer !== "object") return answer;
  const entries = Object.entries(answer).filter(([name]) => name !== "seconds");
  return Object.fromEntries(entries.map(([name, value]) => [name, timeless(value)]));
}

function requestsOf(entries, games) {
  const about = [
    ...entries.map(({ text, play }) => ({ position: text, play })),
    ...games.filter(({ name }) => !name.startsWith("@")).map(({ example }) => ({ position: example })),
  ];
  const requests = about.flatMap((asked) => [
    ["analyze", { ...asked, value: true }],
    ["moves", { ...asked, most: 200 }],
    ["position", asked],
    ["draw", asked],
  ]);
  return [
    ...requests,
    ["play", { position: "nim[3,5,17]", level: 1 }],
    ["play", { position: "nim[3,5,17]", level: 0, seed: 7 }],
    ["play", { position: "tactix[3x3]", move: "a1-c1" }],
    ["play", { position: "tactix[3x3]", move: "a1-c3" }],
    ["table", { position: "wythoff[a b]", letters: ["a=0..20", "b=0..20"], show: "value" }],
    ["table", { position: "matrix-partizan[a b; 2 1]", letters: ["a=0..4", "b=0..4"], show: "mean" }],
    ["value", { expression: "{2|-1} + *3 >= ^" }],
    ["value", { expression: "thermograph({5|{3|1}})" }],
    ["value", { expression: "{2|" }],
    ["nimber", { expression: "(w+4)*(w+1) + root(3,2)" }],
    ["nimber", { expression: "root(3," }],
    ["draw", { position: "matrix-partizan[1 2; 2 2]", thermograph: true }],
    ["analyze", { position: "matrix[1 2; 3]" }],
    ["analyze", { position: "matrix[1 2]", wrong: 1 }],
    ["games", {}],
    ["claims", {}],
  ];
}

const entries = await corpus();
const native = await serveNative();
const pages = await serveFolder(site);
const chromium = await browser();
try {
  const { games } = (await askNative(native.origin, ["games"])).answer;
  const requests = requestsOf(entries, games);
  const page = await chromium.newPage();
  await page.goto(`${pages.origin}/`);
  const answers = await askAll(page, requests);
  for (const [i, request] of requests.entries()) {
    const expected = await askNative(native.origin, request);
    assert.deepEqual(timeless(answers[i]), timeless(expected), JSON.stringify(request));
  }
  for (const [i, entry] of entries.entries()) {
    assert.equal(answers[4 * i].answer.outcome, entry.outcome, entry.text);
  }
  const undecided = [
    "analyze",
    {
      position: "matrix[40 41 42 43; 44 45 46 47; 48 49 50 51; 30 31 32 33]",
      limits: { seconds: 0.5 },
    },
  ];
  const [stopped] = await askAll(page, [undecided]);
  assert.equal(stopped.answer.outcome, null);
  assert.match(stopped.answer.reason.text, /stopped by the time limit of 500ms/);
  const verify = ["verify", { claim: "ferguson-theorem-3", up_to: 8 }];
  const [checked] = await askAll(page, [verify]);
  assert.equal(checked.answer.as_recorded, true);
  assert.equal(checked.answer.complete_to, 8);
  console.log(
    `${requests.length} requests, ${entries.length} positions of the corpus: as the native engine says.`,
  );
} finally {
  await chromium.close();
  pages.close();
  await native.close();
}
