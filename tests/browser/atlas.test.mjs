// The table of the atlas in the book: a plain table without its script, and one that is sorted and filtered with it.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { after, test } from "node:test";
import { browser, root } from "./support.mjs";

const chapter = await readFile(join(root, "docs/src/results/laws.md"), "utf8");
const data = (await readFile(join(root, "docs/src/results/data/laws.jsonl"), "utf8")).trim().split("\n").map((line) => JSON.parse(line));
const escaped = (text) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;");
const cells = (line) => line.slice(2, -2).split(/ ?(?<!\\)\| ?/).map((cell) => escaped(cell.replace(/\\\|/g, "|")).replace(/`([^`]*)`/g, "<code>$1</code>"));

/** The tables of the chapter as mdBook writes them. */
const tables = [...chapter.matchAll(/(?:^\|.*\|\n)+/gm)].map(([block]) => {
  const [head, , ...rows] = block.trim().split("\n");
  const row = (line, cell) => `<tr>${cells(line).map((text) => `<${cell}>${text}</${cell}>`).join("")}</tr>`;
  return `<div class="table-wrapper"><table><thead>${row(head, "th")}</thead><tbody>${rows.map((line) => row(line, "td")).join("")}</tbody></table></div>`;
});
const html = `<!doctype html><html lang="en"><head><title>Laws</title><meta name="viewport" content="width=device-width"></head><body><main><h1>Laws</h1>${tables.join("\n")}</main></body></html>`;

const chromium = await browser();
after(() => chromium.close());

async function visit(width, script = true) {
  const page = await chromium.newPage({ viewport: { width, height: 900 } });
  page.faults = [];
  page.on("pageerror", (error) => page.faults.push(String(error.stack)));
  await page.setContent(html);
  if (script) await page.addScriptTag({ path: join(root, "docs/atlas.js") });
  return page;
}

/** A column of the lines that are seen. */
const column = (page, name) => page.evaluate((name) => {
  const table = document.querySelector("table.atlas");
  const at = [...table.querySelectorAll("thead th")].findIndex((head) => head.textContent.trim() === name);
  return [...table.tBodies[0].rows].filter((row) => row.offsetParent || row.getClientRects().length).map((row) => row.cells[at].textContent.trim());
}, name);
const told = (page) => page.locator(".atlas-tools + p").textContent();

test("without its script the table is plain", async () => {
  const page = await visit(1280, false);
  assert.equal(await page.locator("table").first().locator("tbody tr").count(), data.length);
  assert.equal(await page.locator("button, input, select").count(), 0);
  await page.close();
});

test("lines are filtered by each tool", async () => {
  const page = await visit(1280);
  assert.equal(await told(page), `${data.length} of ${data.length} games`);
  const expect = async (holds) => {
    const numbers = data.filter(holds).map((row) => String(row.number));
    assert.equal(await told(page), `${numbers.length} of ${data.length} games`);
    assert.deepEqual(await column(page, "number"), numbers);
  };
  await page.getByLabel("status", { exact: true }).selectOption("proved");
  await expect((row) => row.status === "proved");
  await page.getByLabel("play", { exact: true }).selectOption("misère");
  await expect((row) => row.status === "proved" && row.play === "misere");
  await page.getByLabel("digits", { exact: true }).selectOption("Fibonacci");
  await page.getByLabel("states, at least", { exact: true }).fill("20");
  await page.getByLabel("states, at most", { exact: true }).fill("50");
  await expect((row) => row.status === "proved" && row.play === "misere" && row.numeration === "Fibonacci numbers" && row.states >= 20 && row.states <= 50);
  await page.getByRole("button", { name: "Show all" }).click();
  await expect(() => true);
  await page.getByLabel("density, at least", { exact: true }).fill("1.5");
  await expect((row) => Number(row.density.toFixed(4)) >= 1.5);
  await page.getByRole("button", { name: "Show all" }).click();
  await page.getByLabel("look for", { exact: true }).fill("508");
  await expect((row) => row.number === 508);
  await page.getByLabel("look for", { exact: true }).fill("vector 1,4 xor");
  await expect((row) => row.lines.includes("vector 1,4") && row.status === "proved" && row.law?.includes("xor"));
  await page.getByLabel("look for", { exact: true }).fill("");
  await page.getByLabel("P-positions of", { exact: true }).selectOption("Wythoff");
  const kin = await column(page, "P-positions of");
  assert.ok(kin.length > 50 && kin.every((text) => text.startsWith("Wythoff")));
  assert.deepEqual(page.faults, []);
  await page.close();
});

test("lines are sorted by mouse, by keyboard, and by the list", async () => {
  const page = await visit(1280);
  const states = async () => (await column(page, "states")).filter(Boolean).map(Number);
  await page.getByRole("button", { name: "states" }).click();
  assert.deepEqual(await states(), (await states()).sort((a, b) => a - b));
  assert.equal(await page.locator("th[aria-sort=ascending]").textContent(), "states");
  await page.getByRole("button", { name: "states" }).press("Enter");
  assert.deepEqual(await states(), (await states()).sort((a, b) => b - a));
  // What has no states is the last both ways.
  assert.equal((await column(page, "states")).at(-1), "");
  await page.getByLabel("sort by", { exact: true }).selectOption("seconds ↓");
  const seconds = (await column(page, "seconds")).map(Number);
  assert.deepEqual(seconds, [...seconds].sort((a, b) => b - a));
  assert.deepEqual(page.faults, []);
  await page.close();
});

test("it fits on a phone, and screen readers can name its form", async () => {
  const page = await visit(390);
  await page.getByLabel("look for", { exact: true }).fill("block");
  assert.ok(await page.evaluate(() => [...document.querySelectorAll("table.atlas, table.atlas td")].every((one) => one.scrollWidth <= one.clientWidth && one.getBoundingClientRect().right <= innerWidth)));
  await page.addScriptTag({ path: createRequire(import.meta.url).resolve("axe-core") });
  const faults = await page.evaluate(async () => (await window.axe.run(".atlas-tools")).violations.map((one) => `${one.id}: ${one.nodes[0].html}`));
  assert.deepEqual(faults, []);
  await page.close();
});
