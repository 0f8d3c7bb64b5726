// The form that sets up a position: the game and its options, starting shapes, and cells to click.
import { html, useEffect, useMemo, useRef, useState } from "./ui.js";
import { CellBoard } from "./boards.js";
import { Plane, Strip } from "./plane.js";
import { toLink } from "./link.js";
import { boardBody, boardRows, component, grouped, matrixBody, matrixRows, partitionBody, parts, piecesBody, rowLengths, rowShift, sum, transposed, turned } from "./notation.js";
import { SHAPES, onlyOne, position as shaped, sizes } from "./shapes.js";

/** Returns the options of a position as notation writes them in parentheses. */
const optionsOf = (position) => /^[^[(]*\(([^)]*)\)/.exec(position)?.[1] ?? "";

/** The game, its options, its size and shapes. */
function Start({ client, games, state, views, place, setBoards }) {
  const first = views[0];
  const [game, setGame] = useState(first?.game && !first.game.startsWith("@") ? first.game : games[0].name);
  const [options, setOptions] = useState(first?.options ?? "");
  const known = games.find((one) => one.name === game);
  const size = useMemo(() => sizes(known?.setup), [known]);
  const [a, setA] = useState(0);
  const [b, setB] = useState(0);
  const [top, setTop] = useState(0);
  const [busy, setBusy] = useState("");
  const stop = useRef(/** @type {AbortController|null} */ (null));
  useEffect(() => () => stop.current?.abort(), []);
  const value = (own, range) => own || range?.[1] || 1;
  const make = (shape) => shaped(known, options.trim() || null, shape, value(a, size.a), value(b, size.b), value(top, size.top));
  const choose = (name) => {
    setGame(name);
    setA(0);
    setB(0);
    setTop(0);
    const { example } = games.find((one) => one.name === name);
    setOptions(optionsOf(example));
    place(example);
  };
  const search = async () => {
    stop.current?.abort();
    stop.current = new AbortController();
    setBusy("Looking for a position with exactly one winning move…");
    try {
      const found = await onlyOne(client.ask, () => make("random"), state.play, stop.current.signal);
      setBusy(found ? "" : "No such position was found in 200 tries; other sizes may have one.");
      if (found) place(found);
    } catch (error) {
      if (error.name !== "AbortError") setBusy(error.message);
    }
  };
  const slider = (label, range, own, set) => range && html`<label class="size">${range[0]} <input type="number" min=${range[0] === "largest" ? 1 : 1} max=${range[2]} value=${value(own, range)} onInput=${(event) => set(Math.max(1, Math.min(range[2], Number(event.target.value) || 1)))} /></label>`;
  const add = () => place(sum([...views.map((view) => view.text), known?.example ?? game]));
  const openBoard = async (event) => {
    const file = event.target.files[0];
    if (!file) return;
    const boards = { ...state.boards, [file.name]: await file.text() };
    setBoards(boards, `@"${file.name}"`);
  };
  return html`<div class="start"><div class="row wrap"><label class="size grow">Game <select value=${game} onChange=${(event) => choose(event.target.value)}>
      ${grouped(games).map(([title, list]) => html`<optgroup label=${title}>${list.map(({ name, title }) => html`<option value=${name}>${name}: ${title.replace(/^[^:]*: /, "")}</option>`)}</optgroup>`)}
    </select></label>
    ${known?.options.length > 0 && html`<label class="size">options <input class="options" value=${options} onInput=${(event) => setOptions(event.target.value)} placeholder=${optionsOf(known.example)} title=${known.options.map((option) => `${option.name}: ${option.meaning}`).join("; ")} /></label>`}
    </div>
    <div class="row wrap">${slider("a", size.a, a, setA)}${slider("b", size.b, b, setB)}${slider("top", size.top, top, setTop)}</div>
    <div class="row wrap" role="group" aria-label="Shapes to begin with">${SHAPES.map(([shape, label]) => html`<button type="button" onClick=${() => place(make(shape))}>${label}</button>`)}
      ${!known?.partizan && html`<button type="button" onClick=${search}>One winning move</button>`}
      <button type="button" onClick=${add} title="a sum of several boards, side by side">Add to the sum</button>
      <label class="file-button"><span>Board file…</span><input type="file" accept=".txt,text/plain" onChange=${openBoard} /></label></div>
    ${busy && html`<p class="quiet" role="status">${busy}</p>`}
    ${known && html`<p class="quiet rules">${known.rules}</p>`}
    <p><a href=${toLink({ ...state, view: "design" })}>A game of your own, by its rules</a></p></div>`;
}

/** The editor of one component. */
function Editor({ view, change }) {
  const { diagram, name, options, setup } = view;
  const [tool, setTool] = useState("toggle");
  const put = (body) => change(component(name, options, body));
  if (diagram.kind === "matrix") {
    const rows = matrixRows(diagram);
    const set = (i, j, text) => put(matrixBody(rows.map((row, k) => row.map((entry, l) => (k === i && l === j ? text.trim() || "0" : entry)))));
    return html`<div class="editor"><div class="board-scroll"><table class="matrix-board editing"><tbody>${rows.map((row, i) => html`<tr>${row.map((entry, j) => html`<td class="entry"><input class="number" aria-label=${`row ${i + 1} column ${j + 1}`} value=${entry} onChange=${(event) => set(i, j, event.target.value)} /></td>`)}
        <td>${rows.length > 1 && html`<button type="button" class="small" aria-label=${`remove row ${i + 1}`} onClick=${() => put(matrixBody(rows.filter((_, k) => k !== i)))}>×</button>`}</td></tr>`)}
        <tr>${rows[0].map((_, j) => html`<td>${rows[0].length > 1 && html`<button type="button" class="small" aria-label=${`remove column ${j + 1}`} onClick=${() => put(matrixBody(rows.map((row) => row.filter((_, l) => l !== j))))}>×</button>`}</td>`)}<td></td></tr></tbody></table></div>
      <div class="row wrap"><button type="button" onClick=${() => put(matrixBody([...rows, rows[rows.length - 1]]))}>Add a row</button><button type="button" onClick=${() => put(matrixBody(rows.map((row) => [...row, row[row.length - 1]])))}>Add a column</button>
        <button type="button" onClick=${() => put(matrixBody(transposed(rows)))}>Transpose</button><button type="button" onClick=${() => put(matrixBody(turned(rows)))}>Turn</button></div></div>`;
  }
  const drawing = { view: { ...view, handles: [] }, rows: [], marks: false, sel: null, pick() {}, commit() {}, after: null, several: false };
  if (diagram.kind === "board" && setup.kind === "partition") {
    const list = parts(diagram);
    const several = (view.body ?? "").includes(";");
    if (several) return html`<p class="quiet">Type the position to set up several pieces.</p>`;
    // One more square at the end of each row, and a new row, can be chosen.
    const cells = [];
    [...list, 0].forEach((part, row) => {
      for (let x = 0; x <= part; x++) cells.push({ id: cells.length, x: 2 * x, row, mark: x < part ? "empty" : "text", text: x < part ? "" : "+" });
    });
    const edit = (cell) => {
      const next = [...list, 0];
      next[cell.row] = cell.text === "+" ? cell.x / 2 + 1 : cell.x / 2 + 1 === next[cell.row] ? cell.x / 2 : cell.x / 2 + 1;
      put(partitionBody(next.sort((x, y) => y - x)));
    };
    return html`<div class="editor"><${CellBoard} drawing=${{ ...drawing, view: { ...drawing.view, diagram: { ...diagram, cells } } }} edit=${edit} />
      <div class="row wrap"><button type="button" onClick=${() => put(partitionBody(list.length > 0 ? Array.from({ length: list[0] }, (_, j) => list.filter((part) => part > j).length) : []))}>Transpose</button><span class="quiet">Choose + to lengthen a row, a square to cut it there, or the last one to remove it.</span></div></div>`;
  }
  if (diagram.kind === "board" && diagram.row_labels.length > 0) {
    const rows = boardRows(diagram, setup);
    const resizable = setup.kind === "stones";
    const slots = rows.flatMap((row, i) => row.map((mark, j) => ({ i, j, mark }))).filter(({ mark }) => tool === "place" || mark !== "_");
    const place = diagram.cells;
    const edit = (cell) => {
      const shift = rowShift(rowLengths(setup, rows.length), cell.row);
      const j = (cell.x - shift) / 2;
      const old = rows[cell.row][j];
      const next = tool === "place" ? (old === "_" ? "1" : "_") : old === "1" ? "0" : "1";
      put(boardBody(rows.map((row, i) => row.map((mark, k) => (i === cell.row && k === j ? next : mark)))));
    };
    const cells = tool === "place" ? slots.map(({ i, j, mark }, id) => ({ id, row: i, x: 2 * j, mark: mark === "1" ? "stone" : mark === "_" ? "text" : "empty", text: mark === "_" ? "+" : "" })) : place;
    return html`<div class="editor"><${CellBoard} drawing=${{ ...drawing, view: { ...drawing.view, diagram: { ...diagram, cells } } }} edit=${edit} />
      <div class="row wrap">${resizable && html`<button type="button" aria-pressed=${tool === "toggle"} onClick=${() => setTool("toggle")}>Stones and gaps</button><button type="button" aria-pressed=${tool === "place"} onClick=${() => setTool("place")}>Places</button>
        <button type="button" onClick=${() => put(boardBody([...rows, rows[0].map(() => "1")]))}>Add a row</button><button type="button" onClick=${() => put(boardBody(rows.map((row) => [...row, "1"])))}>Add a column</button>
        ${rows.length > 1 && html`<button type="button" onClick=${() => put(boardBody(rows.slice(0, -1)))}>Remove the last row</button>`}${rows[0].length > 1 && html`<button type="button" onClick=${() => put(boardBody(rows.map((row) => row.slice(0, -1))))}>Remove the last column</button>`}
        <button type="button" onClick=${() => put(boardBody(transposed(rows)))}>Transpose</button><button type="button" onClick=${() => put(boardBody(turned(rows)))}>Turn</button>`}
        <button type="button" onClick=${() => put(boardBody(rows.map((row) => row.map((mark) => (mark === "_" ? "_" : "1")))))}>Fill</button></div></div>`;
  }
  if (diagram.kind === "pieces") {
    const lists = diagram.cells.map((piece) => piece.numbers);
    const write = (next) => put(piecesBody(diagram.what, next));
    const free = lists[0] ?? (setup.kind === "rectangles" ? ["2", "3"] : setup.kind !== "points" ? ["1"] : options ? options.split(",").map(() => "1") : ["1", "1"]);
    const fresh = () => {
      if (setup.kind !== "coins") return free;
      const taken = lists.map(([square]) => square);
      let square = 0;
      while (taken.includes(`${square}`)) square++;
      return [`${square}`];
    };
    const toggle = (point) => {
      const found = lists.findIndex((list) => list.join() === point.join());
      write(found >= 0 ? lists.filter((_, i) => i !== found) : [...lists, point]);
    };
    const plane = free.length === 2 && diagram.what !== "rectangle";
    return html`<div class="editor">${setup.kind === "coins" && html`<${Strip} drawing=${drawing} edit=${(square) => toggle([`${square}`])} />`}
      ${plane && html`<${Plane} drawing=${drawing} edit=${toggle} />`}
      <ul class="edit-list">${diagram.cells.map((piece, i) => html`<li><span>${diagram.what} ${i + 1}</span>${piece.numbers.map((number, k) => html`<input class="number" aria-label=${`${diagram.what} ${i + 1}, number ${k + 1}`} value=${number} onChange=${(event) => write(lists.map((list, l) => (l === i ? list.map((old, m) => (m === k ? event.target.value.trim() || "0" : old)) : list)))} />`)}
        ${!setup.count && html`<button type="button" class="small" aria-label=${`remove ${diagram.what} ${i + 1}`} onClick=${() => write(lists.filter((_, l) => l !== i))}>×</button>`}</li>`)}</ul>
      ${!setup.count && html`<button type="button" onClick=${() => write([...lists, fresh()])}>Add a ${diagram.what}</button>`}</div>`;
  }
  return html`<p class="quiet">Type the position to set it up.</p>`;
}

/** All components, each with its editor. */
function Editors({ views, place }) {
  const write = (index, text) => place(sum(views.map((view, i) => (i === index ? text : view.text)).filter((one) => one !== null)));
  return html`<div class="boards">${views.map((view, i) => html`<section class="component" key=${i}><h2><code>${view.name}${view.options ? `(${view.options})` : ""}</code>
    ${views.length > 1 && html`<button type="button" class="small" aria-label=${`remove component ${i + 1}`} onClick=${() => write(i, null)}>×</button>`}</h2>
    <${Editor} key=${view.name} view=${view} change=${(text) => write(i, text)} /></section>`)}</div>`;
}

/** Everything that the board shows while a position is set up. @param {any} props */
export const Setup = (props) => html`<${Start} ...${props} key=${props.views[0]?.game ?? ""} /><${Editors} views=${props.views} place=${props.place} />`;
