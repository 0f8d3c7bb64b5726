// The designer: it turns cells or steps clicked on a grid into a rule file. The link contains the file.
import { check, choice, download, html, names, useEffect, useLayoutEffect, useRef, useState } from "./ui.js";
import { Problem, useAnswer } from "./answers.js";
import { familyOf } from "./families.js";
import { goal, rulesText } from "./hand.js";
import { LessonBoard } from "./lesson.js";
import { arrows, useRoving } from "./marks.js";
import { planted } from "./tree.js";

const SIZE = 7;
/** The rules are read when nothing has been typed for this number of milliseconds. */
const READ_AFTER = 250;
const RANGE = [...Array(SIZE).keys()];
const cell = (x, y) => `${String.fromCharCode(97 + x)}${y + 1}`;
const placeOf = (name) => [name.charCodeAt(0) - 97, Number(name.slice(1)) - 1];

/** An empty design. A step ends with `*` if it can be made any number of times. */
const FIRST = {
  kind: "steps",
  steps: ["1,0*", "0,1*", "2,1"],
  both: ["a1", "b1", "b2"],
  left: [],
  right: [],
  fixed: false,
  board: ["b1", "c1", "d1", "a2", "b2", "c2", "d2", "e2", "b3", "c3", "d3"],
  lines: ["rows", "columns"],
  take: "1..3 contiguous",
  piles: "2",
  amounts: "any",
  from: "each",
  put: "",
  ends: "",
  won: false,
  block: "",
  limit: "",
  first: "any but all",
  removals: ["corners"],
  forbids: "neighbours",
  toLeft: "left",
  toRight: "right",
  piece: "step -2,1 and step 1,-2",
  code: "0.77",
  turn: "any neighbours",
  product: "acrostic",
  other: "any neighbours",
  cutLeft: "columns equal",
  cutRight: "rows equal",
  turned: false,
  place: "edge",
  misere: false,
  about: "",
  start: null,
  text: null,
};

/** Reads the design of a link. Defaults replace fields that are missing or have the wrong type. */
function designOf(told, boards) {
  const known = Object.entries(told ?? {}).filter(([key, value]) => Object.hasOwn(FIRST, key) && (Array.isArray(FIRST[key]) ? Array.isArray(value) : FIRST[key] === null || typeof value === typeof FIRST[key]));
  const text = boards?.["own.game"];
  return { ...FIRST, ...(text && !told ? { kind: "text", text } : {}), ...Object.fromEntries(known) };
}

function stepText(step) {
  const many = step.endsWith("*");
  const [x, y] = step.replace("*", "").split(",").map(Number);
  if (many && Math.max(x, y) === 1) return `move same any from ${[x && 1, y && 2].filter(Boolean)}`;
  return `move vector ${x},${y}${many ? " times any" : ""} from 1,2`;
}

/** The cells of a tile, moved into the corner. */
function tileText(cells) {
  const places = cells.map(placeOf);
  const [left, top] = [0, 1].map((i) => Math.min(...places.map((place) => place[i])));
  return places.map(([x, y]) => cell(x - left, y - top)).join();
}

function picture(cells) {
  const places = cells.map(placeOf);
  const [width, height] = [0, 1].map((i) => Math.max(-1, ...places.map((place) => place[i])) + 1);
  return RANGE.slice(0, height).map((y) => `       ${RANGE.slice(0, width).map((x) => (cells.includes(cell(x, y)) ? "o" : ".")).join(" ")}`);
}

function pileLines({ piles, amounts, from, put, ends, won, block, limit, first }) {
  const back = { "": null, any: "k,-l from pairs where l < k" }[put] ?? `k,-${put} from pairs where k > ${put}`;
  const lines = [`piles ${piles}`, put ? `move vector ${back}` : `move same ${amounts} from ${from}`, ends && `ends ${won ? "won " : ""}where ${ends}`, block && `block ${block}`];
  return [...lines, ...(limit ? [`limit ${limit}`, `first ${first}`] : [])].filter(Boolean);
}

const forbidding = ({ forbids, toLeft, toRight }) => [["left", toLeft], ["right", toRight]].map(([player, whom]) => `${player} place cell forbids ${forbids}${whom === "both" ? "" : ` to ${whom}`}`);

const REMOVALS = ["corner", "corners", "neighbouring corners", "outer corners", "anticorner", "end of row", "end of column", "row", "column", "hook", "bite", "rim"];

/** The kinds of games: the name of each, its rule file, and its first position. @type {Record<string, [string, (design: any) => string[], string]>} */
const KINDS = {
  steps: ["Steps on two piles", ({ steps }) => ["piles 2", ...steps.map(stepText)], "[5,7]"],
  tiles: ["Tiles on a board", (design) => ["board any", ...["both", "left", "right"].filter((whose) => design[whose].length).map((whose) => `${whose === "both" ? "" : `${whose} `}place ${tileText(design[whose])}${design.fixed ? " fixed" : ""}`)], "[4x4]"],
  lines: ["Stones on the lines of a board", ({ board, lines, take }) => ["board map", ...picture(board), `lines ${lines.join(" ")}`, `take ${take}`], ""],
  piles: ["Piles, perhaps with ends, blocks and limits", pileLines, "[5,7]"],
  diagrams: ["Corners and lines of a diagram", ({ removals }) => ["partition", `remove ${removals.join(" and ")}`], "[4,3,1]"],
  cells: ["Cells of Left and Right that forbid others", (design) => ["board any", ...forbidding(design)], "[3x3]"],
  walk: ["A piece that walks on a diagram", ({ piece }) => ["partition", `piece ${piece}`], "[8,8,8 at c3]"],
  codes: ["Heaps by a code", ({ code }) => [`code ${code}`], "[9,5]"],
  coins: ["Coins on a board", ({ turn, product, other }) => ["coins from 1", `turn ${turn}`, product === "acrostic" ? "product acrostic" : "product", "coins from 1", `turn ${other}`], "[(3,4) (2,2)]"],
  cuts: ["Rectangles that are cut", ({ cutLeft, cutRight, turned }) => [turned ? "rectangle turned" : "rectangle", `left cut ${cutLeft}`, `right cut ${cutRight}`], "[4x6]"],
  graphs: ["Edges or vertices of a graph", ({ place }) => ["graph any", `place ${place}`], "[a-b b-c c-d d-e]"],
  text: ["Rules in words", ({ text }) => [text ?? "piles any\nmove same 1..3 from each"], "[5,7]"],
};

const WHOM = ["left", "right", "both"];
const CUTS = ["columns equal", "rows equal", "columns", "rows", "lines"];

/** The fields of the kinds that have no grid: the part of the design, its label, and its choices, `true` for a box to check, or the class of its input. @type {Record<string, [string, string, (string[] | string | true)?][]>} */
const FIELDS = {
  piles: [["piles", "Piles"], ["amounts", "A move takes"], ["from", "from", ["each", "pairs", "all", "neighbours 2"]], ["put", "or takes more from one pile, and puts on another (a number, or any)"], ["ends", "The game is over where (such as p1 + p2 <= 3)", "notation"], ["won", "and won by the player to move", true], ["block", "Options that the other player forbids"], ["limit", "At most, after a move that took last (such as 2*last)"], ["first", "and at first", "notation"]],
  cells: [["forbids", "A cell forbids", "neighbours king knight rook bishop queen".split(" ")], ["toLeft", "one of Left forbids them to", WHOM], ["toRight", "one of Right to", WHOM]],
  walk: [["piece", "A piece goes (to the right, down)", "notation"]],
  codes: [["code", "Code", "notation"]],
  coins: [["turn", "A move turns", "notation"], ["product", "and", ["acrostic", "direct"]], ["other", "turns", "notation"]],
  cuts: [["cutLeft", "Left cuts", CUTS], ["cutRight", "Right cuts", CUTS], ["turned", "then rows and columns change places", true]],
  graphs: [["place", "A move takes", ["edge", "cell forbids neighbours"]]],
};

/** The rule file of a design. */
const rulesOf = (design) => [...(design.about && design.kind !== "text" ? [`about ${design.about}`] : []), ...KINDS[design.kind][1](design), ...(design.misere && design.kind !== "text" ? ["play misere"] : [])].join("\n").trimEnd() + "\n";

/** A grid of cells, chosen by a click or by the arrow keys and Enter. `look` returns the name and the mark of a cell. */
function Grid({ label, look, press }) {
  const roving = useRoving("0 0");
  return html`<div class="board-scroll"><div class="plane" role="grid" aria-label=${label} onKeyDown=${arrows}>${RANGE.map((y) => html`<div role="row" class="plane-row">${RANGE.map((x) => {
    const [name, mark] = look(x, y);
    return html`<div role="gridcell" data-x=${x} data-y=${y} ...${roving.at(`${x} ${y}`)} aria-selected=${mark ? "true" : "false"} aria-label=${name} class=${names("point", mark && "chosen")} onClick=${() => press(x, y)}>${mark}</div>`;
  })}</div>`)}</div></div>`;
}

/** A field whose text is used when the field loses the focus, so that answers do not overwrite what is being typed. @param {any} props */
function Draft({ value, commit, ...rest }) {
  const [text, setText] = useState(value);
  useLayoutEffect(() => setText(value), [value]);
  return html`<input ...${rest} value=${text} onInput=${(event) => setText(event.target.value)} onChange=${(event) => commit(event.target.value.trim())} />`;
}

const toggled = (list, one) => (list.includes(one) ? list.filter((other) => other !== one) : [...list, one]);

const Checks = ({ design, set, name, label, all }) => html`<div class="row wrap" role="group" aria-label=${label}>${all.map((one) => check(one, design[name].includes(one), () => set({ [name]: toggled(design[name], one) })))}</div>`;

function Steps({ design, set }) {
  const at = (x, y) => design.steps.find((step) => step.replace("*", "") === `${x},${y}`);
  const press = (x, y) => {
    if (!x && !y) return;
    const old = at(x, y);
    const others = design.steps.filter((step) => step !== old);
    set({ steps: !old ? [...others, `${x},${y}`] : old.endsWith("*") ? others : [...others, `${old}*`] });
  };
  const look = (x, y) => {
    const step = at(x, y);
    if (!x && !y) return ["you are here", html`<span class="stone"></span>`];
    return [`${x} from pile 1, ${y} from pile 2: ${!step ? "no move" : step.endsWith("*") ? "any number of times" : "once"}`, step && (step.endsWith("*") ? "∞" : "1")];
  };
  return html`<p class="quiet">Columns show what a move takes from pile 1, rows what it takes from pile 2. Click a cell once for a move (1), again if one move may repeat it any number of times (∞), and again to remove it.</p><${Grid} label="What a move takes from the two piles" look=${look} press=${press} />`;
}

function Tiles({ design, set }) {
  const [whose, setWhose] = useState("both");
  return html`<div class="row wrap">${choice("The tile of", whose, [["both", "both players"], ["left", "Left"], ["right", "Right"]], setWhose)}
      ${check("may be reflected and rotated", !design.fixed, (turned) => set({ fixed: !turned }))}</div>
    <${Grid} label="The cells of the tile" look=${(x, y) => [`${cell(x, y)}, ${design[whose].includes(cell(x, y)) ? "of the tile" : "free"}`, design[whose].includes(cell(x, y)) && "■"]} press=${(x, y) => set({ [whose]: toggled(design[whose], cell(x, y)) })} />`;
}

function Lines({ design, set }) {
  const [amount, which] = design.take.split(" ");
  return html`<${Grid} label="The cells of the board" look=${(x, y) => [`${cell(x, y)}, ${design.board.includes(cell(x, y)) ? "a cell" : "no cell"}`, design.board.includes(cell(x, y)) && html`<span class="stone"></span>`]} press=${(x, y) => set({ board: toggled(design.board, cell(x, y)) })} />
    <${Checks} label="Lines" all=${["rows", "columns", "diagonals", "antidiagonals"]} design=${design} set=${set} name="lines" />
    <div class="row wrap"><label class="size">A move takes <${Draft} class="number" value=${amount} commit=${(text) => set({ take: `${text.replace(/\s/g, "") || "any"} ${which}` })} /></label>
      ${choice("stones of a line,", which, [["contiguous", "side by side"], ["subset", "any of them"], ["whole", "all of them"]], (which) => set({ take: `${amount} ${which}` }))}</div>`;
}

/** @param {any} props */
function Field({ design, set, field: [name, label, of = "number"] }) {
  const value = design[name];
  const change = (value) => set({ [name]: value });
  if (of === true) return check(label, value, change);
  if (Array.isArray(of)) return choice(label, value, of.map((one) => [one, one]), change);
  return html`<label class="size">${label} <${Draft} class=${of} spellcheck="false" autocapitalize="off" value=${value} commit=${change} /></label>`;
}

const Removals = (props) => html`<${Checks} ...${props} label="A move removes" all=${REMOVALS} name="removals" />`;

const CLICKED = { steps: Steps, tiles: Tiles, lines: Lines, diagrams: Removals };

/** @param {any} props */
export function Designer({ client, state, update, goTo }) {
  const design = designOf(state.design, state.boards);
  if (!Object.hasOwn(KINDS, design.kind)) design.kind = "steps";
  // If two changes come before the next drawing, both are kept.
  const newest = useRef(design);
  newest.current = design;
  const set = (patch) => update({ design: (newest.current = { ...newest.current, ...patch }) }, true);
  const rules = rulesOf(design);
  const [text, setText] = useState(rules);
  const read = text.trimEnd() === rules.trimEnd();
  // Spaces and empty lines at the end are kept while somebody types.
  const timer = useRef(0);
  useLayoutEffect(() => {
    if (!read && !timer.current) setText(rules);
  }, [rules]);
  // The text is read after a short pause in typing.
  const write = (text) => set({ kind: "text", text, start: newest.current.start ?? KINDS[newest.current.kind][2] });
  const take = (text, wait) => {
    setText(text);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => ((timer.current = 0), write(text)), wait);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  const start = design.start ?? KINDS[design.kind][2];
  const position = `@own.game${start}`;
  const { answer, fault } = useAnswer(client, "position", { position, boards: { "own.game": rules } });
  const good = useRef(/** @type {any} */ (null));
  if (answer) good.current = { position: answer.position, boards: { "own.game": rules }, words: `${rulesText([], answer)} ${goal(answer.play)}` };
  // The links contain the text as it is now, even before it has been read, so that no click is lost.
  const boards = { "own.game": text };
  const to = (patch) => goTo({ nodes: planted(position), at: 0, play: "", begins: "left", machine: "", resigned: "", design: null, boards, ...patch });
  const family = familyOf(position);
  const load = async (event) => {
    const file = event.target.files[0];
    if (file) set({ kind: "text", text: await file.text() });
  };
  const Clicked = CLICKED[design.kind];
  return html`<div class="designer"><p>Choose what a move does. The rules are written beside it, and the link holds all of it.</p>
    <div class="row wrap">${choice("Kind of game", design.kind, Object.entries(KINDS).map(([kind, [label]]) => [kind, label]), (kind) => set({ kind, text: rules, start: null }))}
      ${design.kind !== "text" && check("the player who makes the last move loses", design.misere, (misere) => set({ misere }))}</div>
    <div class="charts"><div>${Clicked && html`<${Clicked} design=${design} set=${set} />`}
      ${design.kind !== "text" && html`<label>The rules in words, for those who play <${Draft} maxlength="400" value=${design.about} commit=${(about) => set({ about })} /></label>`}
      <div class="row wrap">${FIELDS[design.kind]?.map((field) => html`<${Field} design=${design} set=${set} field=${field} />`)}</div></div>
    <div><label>Rules <textarea class="notation" rows="9" maxlength="20000" spellcheck="false" autocapitalize="off" value=${text} aria-describedby="rules-fault" onInput=${(event) => take(event.target.value, READ_AFTER)} onChange=${(event) => take(event.target.value, 0)}></textarea></label>
    <pre class="print-only">${rules}</pre><div id="rules-fault"><${Problem} fault=${fault} /></div>
    <div class="row wrap"><label class="size">Start <${Draft} class="notation" spellcheck="false" value=${start} commit=${(start) => set({ start })} /></label>
      <label class="file-button"><span>Rule file…</span><input type="file" accept=".game,.txt,text/plain" onChange=${load} /></label>
      <button type="button" onClick=${() => download("own.game", rules)}>Save</button></div>
    ${good.current && !fault && html`<p class="row wrap ways"><a class="button primary" href=${to({ view: "play", machine: "second" })}>Play</a>
      <a class="button" href=${to({ view: "board" })}>Explore</a><a class="button" href=${to({ view: "exercise", exercises: [], teaching: "1" })}>Teach</a><a class="button" href=${to({ view: "puzzle", puzzle: "" })}>Puzzle</a>
      ${family && html`<a class="button" href=${to({ view: "map", family, letters: "a=0..30 b=0..30", show: "outcome", claim: client.kind === "server" ? "@law" : "" })}>Map</a>`}</p><p class="in-words">${good.current.words}</p>`}
    ${good.current && html`<section aria-labelledby="try-title"><h2 id="try-title">Try it here</h2>${fault && html`<p class="problem">The board shows the last version without a mistake.</p>`}
      <${LessonBoard} key=${JSON.stringify(good.current)} client=${client} start=${good.current.position} boards=${good.current.boards} name="-own" /></section>`}
    <p class="quiet"><a href=${goTo({ view: "book", chapter: "rule-files" })}>All that a rule file can say</a></p></div></div></div>`;
}
