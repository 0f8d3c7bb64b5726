// The map of two letters. Each cell is a position, and choosing it opens the position. A claim or a formula can be laid over the map.
import { lawOf } from "./law.js";
import { announce, choice, html, useEffect, useMemo, useRef, useState, wide } from "./ui.js";
import { Problem, useAnswer } from "./answers.js";
import { familyOf, opened } from "./families.js";
import { FormulaError, formula } from "./formula.js";
import { FIRST } from "./link.js";
import { Prose } from "./math.js";
import { planted } from "./tree.js";

const SHOWS = [["outcome", "outcomes"], ["value", "values"], ["mean", "means"], ["temperature", "temperatures"], ["stops", "stops"], ["kind", "kinds of values"]];

/** What a second map can show. */
const BESIDE = [["", "nothing"], ...SHOWS, ["misere", "outcomes in misère play"]];

/** The choice of a law for all numbers in the list of claims. */
const LAW = "law";

const titled = (show) => BESIDE.find(([name]) => name === show)?.[1] ?? show;

const ranges = (text) => text.trim().split(/[\s;]+/).filter(Boolean);

const PLAIN_OUTCOMES = "The squares that stand out, with a P where there is room, are lost for the player to move; all others are won.";

/** A colour for what a cell holds, in the theme that is on. */
function palette(dark) {
  const scale = (t) => `hsl(${200 - 160 * t} ${dark ? 45 : 55}% ${dark ? 18 + 18 * t : 92 - 42 * t}%)`;
  return {
    P: dark ? "#e8c468" : "#16343a",
    N: dark ? "#22343a" : "#e4ecec",
    L: dark ? "#5b8fe0" : "#2d62b5",
    R: dark ? "#e0736b" : "#b5372d",
    none: dark ? "#333" : "#bbb",
    inkOn: (cell) => (dark ? (cell === "P" ? "#000" : "#fff") : cell === "N" ? "#16343a" : "#fff"),
    scale,
  };
}

const number = (cell) => {
  if (cell === null) return null;
  const star = /^\*(\d*)$/.exec(cell);
  if (star) return Number(star[1] || 1);
  const fraction = /^(-?\d+)(?:\/(\d+))?$/.exec(cell);
  return fraction ? Number(fraction[1]) / Number(fraction[2] ?? 1) : null;
};

/** The result of comparing a claim or formula with the cells of a map. */
function Told({ told: { hits, misses, extra, judged }, law, status, goTo }) {
  if (law) {
    const wrong = misses + extra;
    return html`<p class="verdict-line">${law.claim === LAW ? "The law" : html`<a href=${goTo({ view: "book", chapter: `claims/${law.claim}` })}>${law.claim}</a>`}${status ? ` (${status})` : ""} ${judged === 0 ? "says nothing about these positions." : wrong === 0 ? `agrees with all ${judged} positions here that it covers.` : html`<b>is wrong in ${wrong}</b> of the ${judged} positions here that it covers${misses ? `, ${misses} of them lost (\\)` : ""}${extra ? `, ${extra} of them not lost (×)` : ""}.`}</p>`;
  }
  return html`<p class="verdict-line">The formula holds in ${hits} of ${hits + misses} lost positions${misses ? html`, <b>misses ${misses}</b> (\\)` : ""}${extra ? html`, and <b>is wrong in ${extra}</b> others (×)` : ""}${!misses && !extra ? ", and nowhere else: no miss in this range." : "."}</p>`;
}

/** `at` is the cell under the pointer; two maps share it. */
function Chart({ table, title, claim, law, status, goTo, open, at: pointed, setAt }) {
  const canvas = useRef(/** @type {any} */ (null));
  const [first, second = { name: "", from: 0, to: 0 }] = table.letters;
  const rows = first.to - first.from + 1;
  const columns = second.to - second.from + 1;
  const at = { i: Math.min(pointed.i, rows - 1), j: Math.min(pointed.j, columns - 1) };
  const [width, setWidth] = useState(600);
  useEffect(() => {
    const room = new ResizeObserver(([entry]) => setWidth(Math.max(200, Math.floor(entry.contentRect.width))));
    room.observe(canvas.current.parentElement);
    return () => room.disconnect();
  }, []);
  const margin = 34;
  const size = Math.max(3, Math.min(30, Math.floor((Math.min(width, 900) - margin - 10) / columns)));
  const [dark, setDark] = useState(() => matchMedia("(prefers-color-scheme: dark)").matches);
  useEffect(() => {
    const query = matchMedia("(prefers-color-scheme: dark)");
    const change = () => setDark(query.matches);
    query.addEventListener("change", change);
    return () => query.removeEventListener("change", change);
  }, []);
  const cell = (i, j) => table.cells[i * columns + j];
  // If all values are nimbers, the cells show their numbers: 1, not *.
  const nimbers = table.shown === "value" && table.cells.every((held) => held === null || /^(0|\*\d*)$/.test(held));
  const shownAs = (i, j) => (cell(i, j) === null ? "?" : nimbers ? cell(i, j).replace(/^\*$/, "1").replace("*", "") : cell(i, j));
  const values = (i, j) => ({ [first.name]: first.from + i, ...(second.name ? { [second.name]: second.from + j } : {}) });
  const told = useMemo(() => {
    if (!claim) return null;
    let [hits, misses, extra, judged] = [0, 0, 0, 0];
    const grid = table.cells.map((held, k) => {
      const says = claim(values(Math.floor(k / columns), k % columns), k);
      if (held === null || says === null) return "";
      const lost = held === (table.shown === "outcome" ? "P" : "0");
      // A claim predicts the content of the cell, a formula whether the position is lost.
      const right = typeof says === "string" ? says === held : says === lost;
      const state = right ? (lost ? "hit" : "") : lost ? "miss" : "extra";
      judged++;
      if (state === "hit") hits++;
      if (state === "miss") misses++;
      if (state === "extra") extra++;
      return state;
    });
    return { grid, hits, misses, extra, judged };
  }, [claim, table]);
  useEffect(() => {
    const ratio = window.devicePixelRatio || 1;
    const w = columns * size + margin + 8;
    const h = rows * size + margin;
    canvas.current.width = w * ratio;
    canvas.current.height = h * ratio;
    canvas.current.style.width = `${w}px`;
    canvas.current.style.height = `${h}px`;
    const paint = canvas.current.getContext("2d");
    paint.scale(ratio, ratio);
    const colours = palette(dark);
    const ink = dark ? "#e8e4da" : "#222";
    paint.font = "11px system-ui, sans-serif";
    paint.fillStyle = ink;
    paint.textAlign = "center";
    paint.textBaseline = "middle";
    const step = Math.max(1, Math.ceil(24 / size));
    for (let j = 0; j < columns; j += step) if (second.name) paint.fillText(`${second.from + j}`, margin + (j + 0.5) * size, margin - 8);
    for (let i = 0; i < rows; i += step) paint.fillText(`${first.from + i}`, margin - 14, margin + (i + 0.5) * size);
    paint.font = "italic 13px serif";
    paint.fillText(first.name, 8, margin + 8);
    paint.fillText(second.name, margin + 8, 8);
    const figures = table.cells.map(number);
    const known = figures.filter((value) => value !== null);
    const least = Math.min(...known, 0);
    const most = Math.max(...known, 1);
    const kinds = [...new Set(table.cells)];
    for (let i = 0; i < rows; i++)
      for (let j = 0; j < columns; j++) {
        const held = cell(i, j);
        const [x, y] = [margin + j * size, margin + i * size];
        const figure = figures[i * columns + j];
        let fill = colours.none;
        if (table.shown === "outcome") fill = colours[held] ?? colours.none;
        else if (held === null) fill = colours.none;
        else if (figure !== null) fill = held === "0" && table.shown === "value" ? colours.P : colours.scale((figure - least) / (most - least || 1));
        else fill = `hsl(${(kinds.indexOf(held) * 67) % 360} 40% ${dark ? 35 : 70}%)`;
        paint.fillStyle = fill;
        paint.fillRect(x, y, size > 5 ? size - 1 : size, size > 5 ? size - 1 : size);
        const text = shownAs(i, j);
        if (size >= 14 && text.length * 6 <= size + 2) {
          paint.font = `${Math.min(12, size * 0.6)}px system-ui, sans-serif`;
          paint.fillStyle = table.shown === "outcome" ? colours.inkOn(held) : held === "0" && table.shown === "value" ? colours.inkOn("P") : ink;
          if (table.shown !== "outcome" || held !== "N") paint.fillText(text, x + size / 2, y + size / 2);
        }
        const state = told?.grid[i * columns + j];
        if (state) {
          paint.lineWidth = Math.max(1.5, size / 10);
          paint.strokeStyle = state === "hit" ? (dark ? "#37b3a4" : "#2aa394") : "#e0402f";
          const inset = paint.lineWidth;
          if (state === "hit") paint.strokeRect(x + inset / 2, y + inset / 2, size - 1 - inset, size - 1 - inset);
          else {
            paint.beginPath();
            paint.moveTo(x + 2, y + 2);
            paint.lineTo(x + size - 3, y + size - 3);
            if (state === "extra") {
              paint.moveTo(x + size - 3, y + 2);
              paint.lineTo(x + 2, y + size - 3);
            }
            paint.stroke();
          }
        }
      }
    paint.lineWidth = 2;
    paint.strokeStyle = ink;
    paint.strokeRect(margin + at.j * size - 0.5, margin + at.i * size - 0.5, size, size);
  }, [table, told, at.i, at.j, size, dark, rows, columns]);
  const place = (event) => {
    const box = canvas.current.getBoundingClientRect();
    const j = Math.floor((event.clientX - box.left - margin) / size);
    const i = Math.floor((event.clientY - box.top - margin) / size);
    return i >= 0 && j >= 0 && i < rows && j < columns ? { i, j } : null;
  };
  const say = ({ i, j }) => {
    const what = law?.claim === LAW ? "the law" : law ? "the claim" : "the formula";
    const state = told?.grid[i * columns + j];
    return `${Object.entries(values(i, j)).map(([name, value]) => `${name} = ${value}`).join(", ")}: ${cell(i, j) === null ? "not found" : shownAs(i, j)}${state === "miss" ? `, which ${what} misses` : state === "extra" ? `, where ${what} is wrong` : ""}`;
  };
  const key = (event) => {
    const step = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] }[event.key];
    if (event.key === "Enter") return open(values(at.i, at.j));
    if (!step) return undefined;
    event.preventDefault();
    const next = { i: Math.max(0, Math.min(rows - 1, at.i + step[0])), j: Math.max(0, Math.min(columns - 1, at.j + step[1])) };
    setAt(next);
    announce(say(next));
    return undefined;
  };
  return html`<h2>${title}</h2><div class="chart"><canvas ref=${canvas} tabindex="0" role="application" aria-roledescription="map" aria-label=${`Map of ${table.family}: ${title}. The arrows move, Enter opens the position.`}
      onPointerMove=${(event) => { const here = place(event); if (here) setAt(here); }} onClick=${(event) => { const here = place(event); if (here) open(values(here.i, here.j)); }} onKeyDown=${key}></canvas></div>
    <p class="read-out">${say(at)} <button type="button" class="link" onClick=${() => open(values(at.i, at.j))}>open this position</button></p>
    ${told && html`<${Told} told=${told} law=${law} status=${status} goTo=${goTo} />`}`;
}

/** @param {any} props */
export function MapView({ client, games, state, update, goTo }) {
  const examples = games.flatMap((game) => game.maps);
  const here = state.nodes[state.at].to ?? "";
  // Without another position the map shows the best-known one.
  const start = state.family ? [state.family, state.letters] : [(here === FIRST ? null : familyOf(here)) ?? "wythoff[a,b]", "a=0..30 b=0..30"];
  const [family, setFamily] = useState(start[0]);
  const [letters, setLetters] = useState(start[1]);
  const [claimText, setClaimText] = useState(state.claim.startsWith("@") ? "" : state.claim);
  useEffect(() => {
    if (state.family) {
      setFamily(state.family);
      setLetters(state.letters);
    }
    setClaimText(state.claim.startsWith("@") ? "" : state.claim);
  }, [state.family, state.letters, state.claim]);
  const asked = state.family || start[0];
  const range = state.letters || start[1];
  const files = asked.includes("@") && state.boards ? { boards: state.boards } : {};
  const request = { position: asked, ...files, letters: ranges(range), show: state.show, laws: true, ...(state.play ? { play: state.play } : {}), limits: { seconds: 20 } };
  const found = useAnswer(client, "table", request);
  const table = found.answer;
  const about = table?.laws ?? [];
  const law = state.claim.startsWith("@") ? about.find((one) => `@${one.claim}` === state.claim) : undefined;
  const claims = useAnswer(client, "claims", {});
  const known = claims.answer?.claims.find((one) => one.id === law?.claim);
  const [at, setAt] = useState({ i: 0, j: 0 });
  const second = useAnswer(client, "table", state.beside ? { ...request, laws: false, ...(state.beside === "misere" ? { show: "outcome", play: "misere" } : { show: state.beside }) } : null);
  const isLaw = state.claim === `@${LAW}`;
  const [proof, setProof] = useState(/** @type {any} */ (null));
  useEffect(() => {
    if (!isLaw || !table || !["outcome", "value"].includes(table.shown)) return undefined;
    const controller = new AbortController();
    const told = (found) => controller.signal.aborted || setProof({ table, ...found });
    lawOf(client, table, files, controller.signal).then(told, (fault) => told({ fault }));
    return () => controller.abort();
  }, [isLaw, table]);
  const proved = isLaw && proof?.table === table ? proof : null;
  const [claim, wrong, figures] = useMemo(() => {
    if (!state.claim || !table) return [null, ""];
    if (isLaw) return [proved?.claim, ""];
    if (state.claim.startsWith("@")) {
      if (!law) return [null, `No claim ${state.claim.slice(1)} is known about these positions.`];
      return [(_values, cell) => law.cells[cell], ""];
    }
    try {
      const letters = table.letters.map((letter) => letter.name);
      const read = formula(state.claim, [...letters, "v"]);
      const says = table.cells.map((held, k) => {
        const figure = number(held);
        const values = Number.isInteger(figure) ? { v: BigInt(figure) } : {};
        for (const { name, from, to } of [...table.letters].reverse()) {
          values[name] = BigInt(from + (k % (to - from + 1)));
          k = Math.floor(k / (to - from + 1));
        }
        return read(values);
      });
      // A formula that is a number becomes the map.
      if (says.some((one) => typeof one === "bigint")) return [null, "", { ...table, shown: state.claim, cells: says.map((one) => (one === null ? null : `${one}`)) }];
      return [(_values, cell) => says[cell] ?? false, ""];
    } catch (error) {
      if (error instanceof FormulaError) return [null, error.message];
      throw error;
    }
  }, [state.claim, table, law, proved]);
  const show = (event) => {
    event.preventDefault();
    // A formula replaces a claim. Without a formula a claim stays as long as it concerns these positions.
    update({ family, letters, claim: claimText.trim() || (isLaw || (law && family === asked) ? state.claim : "") });
  };
  const open = (values) => {
    const position = opened(asked, values);
    update({ view: "board", nodes: planted(position), at: 0, machine: "", family: asked, letters: range });
  };
  const canLay = state.show === "outcome" || state.show === "value";
  return html`<div class="map-view"><form class="map-form" onSubmit=${show}>
      <div class="map-fields"><label>Positions, with letters for two numbers<input class="notation" spellcheck="false" autocapitalize="off" value=${family} onInput=${(event) => setFamily(event.target.value)} /></label>
      <label>Ranges<input class="notation short" spellcheck="false" value=${letters} onInput=${(event) => setLetters(event.target.value)} /></label> <button class="primary">Show</button></div>
      <details class="map-more" open=${wide() || !!state.claim || state.beside !== ""}><summary>More to show, and claims and formulas laid over it</summary>
      <div class="row wrap">${choice("Show", state.show, SHOWS, (show) => update({ family, letters, show }))}
        ${choice("Beside it", state.beside, BESIDE, (beside) => update({ family, letters, beside }))}
        ${choice("Play", state.play, [["", "as its source"], ["normal", "normal"], ["misere", "misère"]], (play) => update({ family, letters, play }))}</div>
      <div class="map-fields">${table && canLay && html`<label>A claim about these positions, laid over the map <select class="laws" value=${law || isLaw ? state.claim : ""} onChange=${(event) => update({ family: asked, letters: range, claim: event.target.value })}><option value="">none</option><option value=${`@${LAW}`}>a law for all numbers</option>${about.map((one) => html`<option value=${`@${one.claim}`}>${one.claim}</option>`)}</select></label>`}
      <label>A formula for lost positions, or for a number (v: what is shown) <input class="notation" spellcheck="false" autocapitalize="off" value=${claimText} placeholder="a = b, a mod 3 = 1 and b > 4, min(a,b) = phi(max(a,b) - min(a,b))" aria-describedby="formula-fault" onInput=${(event) => setClaimText(event.target.value)} /></label></div>
        ${known && html`<p class="quiet claim-words"><span class="tag">${known.status}</span> <${Prose} text=${known.statement} />. <cite>${known.source}</cite></p>`}${isLaw && html`<p class="quiet claim-words" role="status">${proved ? (proved.words ?? html`<${Problem} fault=${proved.fault} />`) : client.kind === "server" ? "Proving a law…" : "Looking for a law…"}</p>`}
      <div id="formula-fault">${wrong && html`<p class="problem" role="alert">${wrong}</p>`}${state.claim && !canLay && !figures && html`<p class="quiet">Claims and formulas are laid over outcomes and values.</p>`}</div>
      <label class="size">An example <select value="" onChange=${(event) => { const example = examples[Number(event.target.value)]; if (example) update({ family: example.family.position, letters: example.family.letters, show: example.show, claim: example.statement, play: "" }); event.target.value = ""; }}><option value="">choose…</option>${examples.map(({ title, source }, i) => html`<option value=${i}>${title} (${source})</option>`)}</select></label></details></form>
    ${found.fault && html`<${Problem} fault=${found.fault} />`}
    ${found.busy && html`<p class="quiet" role="status">Working it out…</p>`}
    ${table && html`<p class="quiet"><code>${table.family}</code>, ${table.play === "misere" ? "misère" : "normal"} play. ${table.shown === "outcome" ? PLAIN_OUTCOMES : table.shown === "value" ? "A position of value 0 is lost for the player to move." : ""} Choose a square to open its position. ${table.stopped ? `Not all was found: ${table.stopped}` : ""}</p>
      <div class="charts"><div><${Chart} table=${figures ?? table} title=${figures ? figures.shown : titled(state.show)} claim=${canLay ? claim : null} law=${isLaw ? { claim: LAW } : law} status=${known?.status} goTo=${goTo} open=${open} at=${at} setAt=${setAt} /></div>
        ${state.beside && html`<div>${second.answer && html`<${Chart} table=${second.answer} title=${titled(state.beside)} goTo=${goTo} open=${open} at=${at} setAt=${setAt} />`}<${Problem} fault=${second.fault} /></div>`}</div>`}</div>`;
}
