// What the tests of the explorer share: a static server, the native server, a browser, the corpus.

import { spawn } from "node:child_process";
import { access, mkdtemp, readFile, readdir, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { dirname, extname, join, normalize } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { chromium } from "playwright-core";

export const root = join(dirname(fileURLToPath(import.meta.url)), "../..");

const KINDS = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".wasm": "application/wasm",
  ".json": "application/json",
  ".svg": "image/svg+xml",
};

/** Serves a folder as any host of static files would: { origin, asked, close }, with the files that were asked for. */
export async function serveFolder(folder) {
  const asked = new Set();
  const server = createServer(async (request, response) => {
    const path = normalize(new URL(request.url, "http://x").pathname);
    const name = path.endsWith("/") ? `${path}index.html` : path;
    try {
      const bytes = await readFile(join(folder, name));
      asked.add(join(folder, name));
      const kind = KINDS[extname(name)];
      // What is compressed already has a name of its own, and is sent as it is.
      const sent = kind ? gzipSync(bytes) : bytes;
      response.writeHead(200, { "Content-Type": kind ?? "text/plain", "Content-Length": sent.length, ...(kind ? { "Content-Encoding": "gzip" } : {}) });
      response.end(sent);
    } catch {
      response.writeHead(404);
      response.end();
    }
  });
  await new Promise((listens) => server.listen(0, "127.0.0.1", listens));
  return {
    origin: `http://127.0.0.1:${server.address().port}`,
    asked,
    close: () => server.close(),
  };
}

/** Starts `nimfield serve` on a free port: { origin, process, close }. */
export async function serveNative(...options) {
  const program = process.env.NIMFIELD ?? join(root, "target/release/nimfield");
  await access(program).catch(() => {
    throw new Error(
      `${program} is not there: cargo build --release --features web, or name another by NIMFIELD`,
    );
  });
  // Nothing of the person who runs the tests is read or written, unless TABLES names a data folder to measure with.
  const data = process.env.TABLES ?? (await mkdtemp(join(tmpdir(), "nimfield-browser-")));
  const child = spawn(program, ["serve", "--port", "0", ...options], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, NIMFIELD_DATA: data },
  });
  const first = await new Promise((told, failed) => {
    createInterface({ input: child.stdout }).once("line", told);
    child.once("exit", (code) => failed(new Error(`the server ended with ${code}`)));
    child.once("error", failed);
  });
  const ended = new Promise((over) => child.once("exit", over));
  return {
    origin: first.replace(/\/$/, ""),
    process: child,
    close: async () => {
      child.kill("SIGTERM");
      await ended;
      if (data !== process.env.TABLES) await rm(data, { recursive: true, force: true });
    },
  };
}

/** Debian's Chromium, or the one named by CHROMIUM. */
export async function browser() {
  const places = [process.env.CHROMIUM, "/usr/bin/chromium", "/usr/bin/chromium-browser"];
  for (const executablePath of places.filter(Boolean)) {
    try {
      await access(executablePath);
    } catch {
      continue;
    }
    return chromium.launch({ executablePath, args: ["--no-sandbox"] });
  }
  throw new Error("Chromium not found: install it (apt-get install chromium), or put its path into CHROMIUM");
}

/** The positions of tests/corpus: { text, play, outcome }. */
export async function corpus() {
  const folder = join(root, "tests/corpus");
  const found = [];
  for (const file of (await readdir(folder)).sort()) {
    const text = await readFile(join(folder, file), "utf8");
    for (const entry of text.split("[[position]]").slice(1)) {
      const field = (name) => entry.match(new RegExp(`^${name} = "(.*)"$`, "m"))?.[1];
      found.push({ text: field("text"), play: field("play"), outcome: field("outcome") });
    }
  }
  if (found.length < 150 || found.some((entry) => !entry.text || !entry.play || !entry.outcome)) {
    throw new Error("the corpus cannot be read");
  }
  return found;
}
