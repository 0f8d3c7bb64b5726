// Figures of the server, for docs/src/figures.md: node measure.mjs (needs cargo build --release --features web).

import { readFile } from "node:fs/promises";
import { Agent, request } from "node:http";
import { serveNative } from "./support.mjs";

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

async function memory(field) {
  const status = await readFile(`/proc/${server.process.pid}/status`, "utf8");
  return `${(Number(status.match(new RegExp(`${field}:\\s+(\\d+)`))[1]) / 1024).toFixed(1)} MiB`;
}

await ask("GET", "/");
console.log(`from the start of the process to its page: ${(performance.now() - begun).toFixed(0)} ms`);
console.log(`idle: ${await memory("VmRSS")}`);

for (const position of ["matrix[20 24; 24 27]", "matrix[7 5; 6 8]", "lines(max=3)[4x4]", "tactix[4x4]"]) {
  const times = [];
  for (let i = 0; i < 5; i++) {
    const start = performance.now();
    const { status, text } = await ask("POST", "/api/moves", { position });
    times.push(performance.now() - start);
    if (status !== 200 || !JSON.parse(text).complete) throw new Error(text);
  }
  console.log(`all marks of ${position}: ${Math.min(...times).toFixed(1)} ms`);
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
