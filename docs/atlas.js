// The table of all games on the page "Laws of games with two piles": its columns can be sorted, and its lines filtered. Without
// this script it is a table like any other. It needs nothing else and asks no server.
(() => {
  const HEADS = ["number", "kind", "lines", "play", "status", "law", "digits", "states", "density", "P-positions of", "seconds"];
  const NUMBERS = ["number", "states", "density", "seconds"];
  const headsOf = (table) => [...table.querySelectorAll("thead th")].map((cell) => cell.textContent.trim());
  const table = [...document.querySelectorAll("table")].find((one) => headsOf(one).join() === HEADS.join());
  if (!table) return;
  const body = table.tBodies[0];
  const at = (name) => HEADS.indexOf(name);
  const games = [...body.rows].map((row) => ({ row, texts: [...row.cells].map((cell) => cell.textContent.trim()) }));
  for (const { row } of games) [...row.cells].forEach((cell, i) => (cell.dataset.head = HEADS[i]));

  const make = (name, properties = {}, ...inner) => {
    const element = Object.assign(document.createElement(name), properties);
    element.append(...inner);
    return element;
  };
  const style = make("style", {
    textContent: `
.atlas { font-size: 0.8em; width: 100%; }
.atlas th, .atlas td { padding: 3px 6px; }
.atlas th button { all: unset; cursor: pointer; white-space: nowrap; }
.atlas th button:focus-visible, .atlas-tools :focus-visible { outline: 2px solid currentcolor; outline-offset: 2px; }
.atlas th button::after { content: " ↕"; opacity: 0.4; }
.atlas th[aria-sort=ascending] button::after { content: " ↑"; opacity: 1; }
.atlas th[aria-sort=descending] button::after { content: " ↓"; opacity: 1; }
.atlas .number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
.atlas td:nth-child(3) { min-width: 18em; }
.atlas tbody tr { background: none !important; }
.atlas tbody tr.striped { background: var(--table-alternate-bg, #f2f2f2) !important; }
.atlas-page { max-width: none !important; }
.atlas-page > :not(.table-wrapper) { max-width: var(--content-max-width, 50em); margin-inline: auto; }
.atlas-tools { display: grid; grid-template-columns: repeat(auto-fill, minmax(9em, 1fr)); gap: 0.5em 1em; align-items: end; margin-block: 1em; font-size: 0.85em; }
.atlas-tools label { display: block; }
.atlas-tools input, .atlas-tools select, .atlas-tools button { font: inherit; box-sizing: border-box; width: 100%; height: 2.2em; padding: 0 0.4em; color: inherit; background: transparent; border: 1px solid currentcolor; border-radius: 3px; }
.atlas-tools button { cursor: pointer; }
.atlas-tools option { color: black; background: white; }
@media (min-width: 1080px) { .atlas-page { padding-inline: 50px; } }
@media (max-width: 800px) {
  .atlas, .atlas tbody, .atlas tr { display: block; }
  .atlas thead { display: none; }
  .atlas tr { margin: 0 0 0.8em; padding: 0.3em 0; border: 1px solid var(--table-border-color, silver); }
  .atlas td, .atlas td:nth-child(3) { display: block; position: relative; min-width: 0; padding-left: 9em; border: 0; overflow-wrap: anywhere; }
  .atlas td::before { content: attr(data-head); position: absolute; left: 8px; opacity: 0.7; }
  .atlas td:empty { display: none; }
  .atlas .number { text-align: left; }
}
@media print { .atlas-tools { display: none; } }`,
  });
  document.head.append(style);
  table.classList.add("atlas");
  for (const name of NUMBERS) for (const row of table.rows) row.cells[at(name)].classList.add("number");

  // What is asked for: a test of a game's texts for each tool that is used.
  const tools = make("div", { className: "atlas-tools", role: "search", ariaLabel: "Filter the games" });
  const asked = [];
  const labelled = (label, element) => {
    // The options of a list are no part of its name.
    element.setAttribute("aria-label", label);
    tools.append(make("label", {}, label, element));
  };
  const tool = (label, element, test) => {
    element.addEventListener("input", show);
    labelled(label, element);
    asked.push((texts) => element.value === "" || test(texts, element.value));
  };
  const chosen = (name, label = name) => {
    const values = [...new Set(games.map(({ texts }) => texts[at(name)]))].filter(Boolean);
    const select = make("select", {}, make("option", { value: "" }, "all"), ...values.map((value) => make("option", { value }, value)));
    tool(label, select, (texts, value) => texts[at(name)] === value);
  };
  tool("look for", make("input", { type: "search", placeholder: "1,4 · block · xor · 508" }), (texts, value) =>
    value.toLowerCase().split(/\s+/).every((word) => texts.slice(0, 6).some((text, i) => (i ? text.toLowerCase().includes(word) : text === word))));
  chosen("status");
  chosen("play");
  chosen("digits");
  const families = make("select", {}, ...[["", "any"], ["Wythoff", "Wythoff's game"], ["nim", "nim"], ["other", "neither"]].map(([value, text]) => make("option", { value }, text)));
  tool("P-positions of", families, (texts, value) => {
    const own = texts[at("P-positions of")];
    return value === "other" ? !/^(Wythoff|nim)/.test(own) : own.startsWith(value);
  });
  chosen("kind");
  const bound = (name, label, holds) => {
    const input = make("input", { type: "number", min: 0, step: name === "density" ? 0.01 : 1 });
    tool(label, input, (texts, value) => texts[at(name)] !== "" && holds(Number(texts[at(name)]), Number(value)));
  };
  bound("states", "states, at least", (own, value) => own >= value);
  bound("states", "states, at most", (own, value) => own <= value);
  bound("density", "density, at least", (own, value) => own >= value);
  bound("density", "density, at most", (own, value) => own <= value);
  const sorting = make("select", {}, ...HEADS.flatMap((name, i) => ["↑", "↓"].map((way) => make("option", { value: `${i} ${way}` }, `${name} ${way}`))));
  sorting.addEventListener("input", () => sort(Number.parseInt(sorting.value), sorting.value.endsWith("↓")));
  labelled("sort by", sorting);
  const count = make("p", { role: "status" });
  const all = make("button", { type: "button" }, "Show all");
  all.addEventListener("click", () => {
    for (const element of tools.querySelectorAll("label > *")) if (element !== sorting) element.value = "";
    show();
  });
  tools.append(all);
  // mdBook puts tables into an element that scrolls.
  const outer = table.closest(".table-wrapper") ?? table;
  outer.before(tools, count);
  outer.parentElement.classList.add("atlas-page");

  function show() {
    let shown = 0;
    for (const { row, texts } of games) {
      row.hidden = !asked.every((test) => test(texts));
      row.style.display = row.hidden ? "none" : "";
      row.classList.toggle("striped", shown % 2 === 1);
      shown += Number(!row.hidden);
    }
    count.textContent = `${shown} of ${games.length} games`;
  }

  const heads = [...table.querySelectorAll("thead th")];
  function sort(column, down) {
    // A cell without a number or a text is the last one both ways.
    const value = ({ texts }) => (NUMBERS.includes(HEADS[column]) && texts[column] !== "" ? Number(texts[column]) : texts[column]);
    const compare = (one, other) => (typeof one === "number" ? one - other : one.localeCompare(other, "en", { numeric: true }));
    const order = (a, b) => {
      const [one, other] = [value(a), value(b)];
      if ((one === "") !== (other === "")) return one === "" ? 1 : -1;
      return (down ? -1 : 1) * compare(one, other) || Number(a.texts[0]) - Number(b.texts[0]);
    };
    games.sort(order);
    body.append(...games.map(({ row }) => row));
    heads.forEach((head, i) => (i === column ? head.setAttribute("aria-sort", down ? "descending" : "ascending") : head.removeAttribute("aria-sort")));
    sorting.value = `${column} ${down ? "↓" : "↑"}`;
    show();
  }
  heads.forEach((head, column) => {
    const button = make("button", { type: "button" }, ...head.childNodes);
    button.addEventListener("click", () => sort(column, head.getAttribute("aria-sort") === "ascending"));
    head.append(button);
  });
  sort(0, false);
})();
