// How the tests of the page find their way on it: the two ways it is served, and what a person would wait for.
import { join } from "node:path";
import { browser, root, serveFolder, serveNative } from "./support.mjs";

const OPEN = {
  // PAGE names a folder of page files to take instead of those that the program carries.
  server: async () => ({ ...(await serveNative(...(process.env.PAGE ? ["--page", process.env.PAGE] : []))), joined: !process.env.PAGE }),
  site: async () => ({ ...(await serveFolder(process.env.SITE ?? join(root, "target/site"))), joined: true }),
};

/** The most bytes that a browser fetches before its first answer, compressed. */
const MOST = { server: 150_000, site: 1_400_000 };

/** The ways that are tested: both, unless WAYS names one of `server` and `site`. */
export const ways = (process.env.WAYS ?? "server,site").split(",").map((name) => ({ name, open: OPEN[name], most: MOST[name] }));

let running;
/** The browser of all tests. */
export const chromium = async () => (running ??= await browser());
export async function close() {
  await running?.close();
  running = undefined;
}

/** A fresh page on this link; what goes wrong on it is kept in `page.faults`, what it has fetched in `page.fetched`. */
export async function visit(address, hash = "", options = {}) {
  const context = await (await chromium()).newContext({ viewport: { width: 1280, height: 900 }, reducedMotion: "reduce", ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(Number(process.env.PATIENCE ?? 120_000));
  page.faults = [];
  page.fetched = [];
  page.on("requestfinished", (request) => page.fetched.push(request));
  page.on("pageerror", (error) => page.faults.push(String(error.stack)));
  page.on("console", (message) => {
    if (message.type() === "error") page.faults.push(message.text());
  });
  await page.goto(`${address}/${hash}`);
  await page.waitForSelector("main");
  return page;
}

export const link = (position, more = "") => `#p=${encodeURIComponent(position)}${more}`;

/** The finished example that the board shows first. */
export const FIRST = link("matrix[20 24; 24 27]");

/** Goes to another link on the same page, which keeps its engine. */
export async function go(page, hash) {
  await page.evaluate((hash) => (location.hash = hash), hash);
}

/** Goes to a position on the same page, and waits until it has been worked out. */
export async function goTo(page, text) {
  await go(page, link(text));
  await page.waitForFunction((text) => document.querySelector("#position")?.value === text, text);
  await settled(page);
}

/** Presses Tab until what is focused has this name. */
export async function tabTo(page, name) {
  for (let i = 0; i < 400; i++) {
    await page.keyboard.press("Tab");
    const here = await page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.textContent ?? "");
    if (name.test(here)) return;
  }
  throw new Error(`the focus does not come to ${name}`);
}

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
