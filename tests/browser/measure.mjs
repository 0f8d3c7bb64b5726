// Figures of the explorer, for docs/src/figures.md: node measure.mjs. Needs cargo build --release --features web and
// crates/nimfield-wasm/build.sh. With TABLES=FOLDER, a data folder with a table of
// tactix[6x6], the marks of 6x6 boards are measured, too.

import { readFile } from "node:fs/promises";
import { Agent, request } from "node:http";
import { join } from "node:path";
import { FIRST } from "./page.mjs";
import { browser, root, serveFolder, serveNative } from "./support.mjs";

/** A loop whose time tells how busy the machine is. */
function calibrate() {
  const start = performance.now();
  let sum = 0n;
  for (let i = 0; i < 2_000_000; i++) sum += BigInt(i);
  return performance.now() - start;
}
console.log(`calibration: ${calibrate().toFixed(0)} ms`);

const begun = performance.now();
const server = await serveNative();
const { hostname, port } = new URL(server.origin);
const agent = new Agent({ keepAlive: true, maxSockets: 50 });

function ask(method, path, body) {
  return new Promise((answered, failed) => {
    const headers = { "Content-Type": "application/json" };
    const sent = request({ hostname, port, agent, method, path, headers }, (response) => {
      const parts = [];
      response.on("data", (part) => parts.push(part));
      response.on("end", () => answered({ status: response.statusCode, text: Buffer.concat(parts).toString() }));
    });
    sent.on("error", failed);
    sent.end(body && JSON.stringify(body));
  });
}

/** Milliseconds of processor time that the server has taken, which a busy machine changes less than the clock. */
async function processor() {
  const [, rest] = (await readFile(`/proc/${server.process.pid}/stat`, "utf8")).split(") ");
  const fields = rest.split(" ");
  // User and system time, in hundredths of a second.
  return 10 * (Number(fields[11]) + Number(fields[12]));
}

async function memory(field) {
  const status = await readFile(`/proc/${server.process.pid}/status`, "utf8");
  return `${(Number(status.match(new RegExp(`${field}:\\s+(\\d+)`))[1]) / 1024).toFixed(1)} MiB`;
}

await ask("GET", "/");
console.log(`from the start of the process to its page: ${(performance.now() - begun).toFixed(0)} ms`);
console.log(`idle: ${await memory("VmRSS")}`);

const SMALL = [
  ["matrix[20 24; 24 27]"],
  ["matrix[7 5; 6 8]"],
  ["matrix[400 300; 310 390]"],
  ["matrix-partizan[20 24; 24 27]"],
  ["matrix-partizan[400 300; 310 390]"],
  ["holladay[7 5; 6 8]"],
  ...["lines(max=3)[4x4]", "tactix[4x4]", "tactix[1111/1011/1111/0111]", "efr[4x4]"].flatMap((board) => [
    [board, "misere"],
    [board, "normal"],
  ]),
];
const LARGE = [["tactix[6x6]"], ["tactix[111111/101111/111111/111101/111111/111111]"]];
for (const [position, play] of [...SMALL, ...(process.env.TABLES ? LARGE : [])]) {
  const times = [];
  const before = await processor();
  for (let i = 0; i < 50; i++) {
    const start = performance.now();
    const { status, text } = await ask("POST", "/api/moves", { position, ...(play ? { play } : {}) });
    times.push(performance.now() - start);
    // Of very many moves only some are listed, each with its mark.
    const answer = JSON.parse(text);
    if (status !== 200 || answer.moves.some(({ wins }) => wins === null)) throw new Error(text);
  }
  console.log(`all marks of ${position}${play ? `, ${play}` : ""}: ${Math.min(...times).toFixed(1)} ms, first ${times[0].toFixed(1)} ms, processor ${((await processor()) - before) / times.length} ms`);
}

const start = performance.now();
const all = Array.from({ length: 2000 }, (_, i) => {
  const [a, b] = [i % 40, (i * 7) % 40];
  return ask("POST", "/api/analyze", { position: `wythoff[${a},${b}]`, value: true });
});
const answers = await Promise.all(all);
const seconds = (performance.now() - start) / 1000;
const right = answers.filter(({ status, text }) => status === 200 && JSON.parse(text).outcome).length;
console.log(`${right} of 2000 requests over 50 connections answered in ${seconds.toFixed(2)} s`);
console.log(`peak: ${await memory("VmHWM")}`);
agent.destroy();
await server.close();

// What a person sees, from the start of the navigation, nothing in any cache.
const chromium = await browser();
const WAYS = {
  "by the server, which has just been started": () => serveNative(),
  "as a static site": () => serveFolder(join(root, "target/site")),
};
for (const [name, open] of Object.entries(WAYS)) {
  const times = { board: [], answer: [] };
  for (let i = 0; i < 11; i++) {
    const served = await open();
    const context = await chromium.newContext();
    const page = await context.newPage();
    await page.addInitScript(() => {
      const seen = (/** @type {any} */ (window).seen = {});
      const look = () => {
        for (const [what, where] of [["board", ".component"], ["answer", ".moves-table"]]) {
          if (!(what in seen) && document.querySelector(where)) seen[what] = performance.now();
        }
      };
      new MutationObserver(look).observe(document, { childList: true, subtree: true });
    });
    await page.goto(`${served.origin}/${FIRST}`);
    await page.waitForSelector(".moves-table", { state: "attached" });
    const seen = await page.evaluate(() => /** @type {any} */ (window).seen);
    times.board.push(seen.board);
    times.answer.push(seen.answer);
    await context.close();
    await served.close();
  }
  const told = Object.entries(times).map(([what, all]) => {
    const [first, middle, last] = [0, 5, 10].map((i) => all.toSorted((a, b) => a - b)[i].toFixed(0));
    return `${what} ${middle} ms (${first} to ${last})`;
  });
  console.log(`the page ${name}: ${told.join(", ")}`);
}
await chromium.close();
console.log(`calibration: ${calibrate().toFixed(0)} ms`);
