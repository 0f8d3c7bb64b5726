// What the tests share: the two ways the page is served, a browser, and how a person finds their way on it.
import { spawn } from "node:child_process";
import { existsSync, readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { createInterface } from "node:readline";
import { extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

const here = fileURLToPath(new URL(".", import.meta.url));
const root = join(here, "../../../..");
export const pageFolder = join(here, "../../page");

const program = process.env.NIMFIELD ?? join(root, "target/debug/nimfield");
const site = process.env.NIMFIELD_SITE ?? join(root, "target/site");

const KINDS = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".wasm": "application/wasm", ".md": "text/markdown" };

/** The program: its first line is its address. */
async function serve() {
  const child = spawn(program, ["serve", "--port", "0", "--page", pageFolder], { stdio: ["ignore", "pipe", "inherit"] });
  const [address] = await new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code) => reject(new Error(`${program} serve ended with ${code}`)));
    createInterface({ input: child.stdout }).once("line", (line) => resolve([line.trim()]));
  });
  return { address, end: () => child.kill() };
}

/** The static site from a server that knows nothing but files. The page itself is that of the working copy. */
async function files() {
  const server = createServer((request, response) => {
    const name = normalize(decodeURIComponent(new URL(request.url, "http://site").pathname)).replace(/^\/+/, "") || "index.html";
    const path = [join(pageFolder, name), join(site, name)].find((one) => existsSync(one) && statSync(one).isFile());
    if (!path || name.startsWith("..")) return response.writeHead(404).end("no such file");
    return response.writeHead(200, { "Content-Type": KINDS[extname(path)] ?? "text/plain" }).end(readFileSync(path));
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
  return { address: `http://127.0.0.1:${server.address().port}/`, end: () => server.close() };
}

/** The ways that are to be tested: NIMFIELD_WAYS=server, site or both. */
export const ways = (process.env.NIMFIELD_WAYS ?? "server").split(",").map((name) => ({ name, open: name === "site" ? files : serve }));

let browser;
export async function launch() {
  const path = process.env.CHROMIUM ?? ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(existsSync);
  if (!path) throw new Error("no Chromium is installed: apt-get install chromium");
  browser ??= await chromium.launch({ executablePath: path, args: ["--no-sandbox"] });
  return browser;
}
export async function close() {
  await browser?.close();
  browser = undefined;
}

/** A fresh page on this link; what goes wrong on it is kept in `page.faults`. */
export async function visit(address, hash = "", options = {}) {
  const context = await (await launch()).newContext({ viewport: { width: 1280, height: 900 }, reducedMotion: "reduce", ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(Number(process.env.NIMFIELD_PATIENCE ?? 120_000));
  page.faults = [];
  page.on("pageerror", (error) => page.faults.push(String(error.stack)));
  page.on("console", (message) => {
    // A request that is refused is told by the browser, too; everything else is a fault.
    if (message.type() === "error" && !/status of (400|404|422)/.test(message.text())) page.faults.push(message.text());
  });
  await page.goto(address + hash);
  await page.waitForSelector("main");
  return page;
}

export const link = (position, more = "") => `#p=${encodeURIComponent(position)}${more}`;

/** Waits until the position that is shown has been worked out. */
export async function settled(page) {
  await page.waitForSelector(".boards:not(.stale), .problem");
  await page.waitForFunction(() => !document.querySelector("[aria-busy=true]") && !document.querySelector(".boards.stale"));
}

/** The position on the board. */
export const position = (page) => page.inputValue("#position");

/** Waits until another position than this one is on the board, and has been worked out. */
export async function after(page, before) {
  await page.waitForFunction((old) => document.querySelector("#position").value !== old, before);
  await settled(page);
}

export const over = (page) => page.locator(".turn.ended").count();
