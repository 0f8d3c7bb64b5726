// Exercises: a teacher makes them and sends a link to the class. The board shows the reply that refutes a wrong answer.
import { announce, choice, download, html, useEffect, useMemo, useState } from "./ui.js";
import { Problem, useAnswer } from "./answers.js";
import { opened } from "./families.js";
import { usePictures } from "./gallery.js";
import { HandBoard, called, goal, rulesText, wins } from "./hand.js";
import { Prose } from "./math.js";
import { chance, seedOf } from "./shapes.js";
import { painted } from "./takeaway.js";
import { planted } from "./tree.js";

/**
 * @typedef {{kind: string, position: string, play?: string, hint?: string, explanation?: string, boards?: any}} Exercise
 * `boards` come from the link of all exercises.
 */

const KINDS = { who: "Who wins?", find: "Find the move", all: "Find all winning moves" };
const TASKS = {
  who: "Who wins, if both play as well as they can?",
  find: "Find a move that wins.",
  all: "Find all moves that win.",
};
const MOST = 300;

/** Reads the exercises of a link, whose text may be anything. */
const listed = (told) => (Array.isArray(told) ? told.filter((one) => Object.hasOwn(TASKS, one?.kind) && typeof one.position === "string") : []);

const asked = ({ position, play, boards }) => ({ position, ...(play ? { play } : {}), ...(boards ? { boards } : {}) });

/** Returns the winning moves of the player who begins, which is Left in partizan games. */
const winning = (found) => found.moves.filter((row) => row.wins && row.player !== "right");

/** Winning moves in a sentence. */
const answers = (rows) => (rows.length === 1 ? `${rows[0].move} wins.` : `These win: ${rows.map((row) => row.move).join(", ")}.`);

/** Returns the reason why a position does not suit a kind of exercise; empty if it does. */
function unfit(kind, found) {
  if (found.answer.outcome === null) return "It is not decided who wins here.";
  if (kind === "who") return "";
  const rows = winning(found);
  if (rows.length === 0) return "No move wins here; ask who wins.";
  if (kind === "all" && (!found.complete || rows.length > 12 || rows.some((row) => row.to === null))) return "Too many moves win here; ask for one of them.";
  return "";
}

const solve = (client, exercise, signal = undefined) => client.ask("moves", { ...asked(exercise), most: MOST, limits: { seconds: 5 } }, signal);

/** Exercises drawn from a family by a seed: the same ones for everybody. */
async function drawn(client, { kind, position, play, boards }, ranges, count, seed) {
  const letters = [...ranges.matchAll(/([a-z])\s*=\s*(\d+)\s*\.\.\s*(\d+)/g)].map(([, name, from, to]) => ({ name, from: Number(from), to: Number(to) }));
  if (letters.length === 0) throw new Error("Write the range of each letter: a=1..9 b=1..9");
  const random = chance(seedOf(`${kind} ${position} ${ranges} ${seed}`));
  const exercises = [];
  const seen = new Set();
  for (let i = 0; i < 60 * count && exercises.length < count; i++) {
    const values = Object.fromEntries(letters.map(({ name, from, to }) => [name, from + Math.floor(random() * (to - from + 1))]));
    const exercise = { kind, position: opened(position, values), play };
    const first = random() < 0.5;
    if (seen.has(exercise.position)) continue;
    seen.add(exercise.position);
    const found = await solve(client, { ...exercise, boards });
    if (unfit(kind, found) || (kind === "who" && (found.answer.outcome === "N") !== first)) continue;
    exercises.push({ ...exercise, position: found.answer.position });
  }
  if (exercises.length === 0) throw new Error("No position of this family is suitable.");
  return exercises;
}

/** The form with which a teacher makes exercises. */
function Maker({ client, state, update, goTo }) {
  const list = listed(state.exercises);
  const [form, setForm] = useState({ kind: "find", position: state.nodes[state.at].to ?? "", ranges: "", count: "6", seed: "1", hint: "", explanation: "" });
  const [fault, setFault] = useState(/** @type {any} */ (null));
  const [busy, setBusy] = useState(false);
  const field = (name, label, more = {}) => html`<label>${label}<input value=${form[name]} onInput=${(event) => setForm({ ...form, [name]: event.target.value })} ...${more} /></label>`;
  const add = async (event) => {
    event.preventDefault();
    setBusy(true);
    setFault(null);
    try {
      const { kind, position, ranges, count, seed } = form;
      const said = Object.fromEntries(["hint", "explanation"].filter((name) => form[name].trim()).map((name) => [name, form[name].trim()]));
      const play = state.play || undefined;
      let more;
      if (ranges.trim()) more = await drawn(client, { kind, position, play, boards: state.boards }, ranges, Math.max(1, Math.min(40, Number(count) || 1)), seed);
      else {
        const found = await solve(client, { position, play, boards: state.boards });
        const wrong = unfit(kind, found);
        if (wrong) throw new Error(wrong);
        more = [{ kind, position: found.answer.position, play }];
      }
      update({ exercises: [...list, ...more.map((one) => ({ ...one, ...said }))] });
    } catch (error) {
      setFault(error);
    }
    setBusy(false);
  };
  const move = (i, by) => {
    const next = [...list];
    const [one] = next.splice(i, 1);
    if (by !== null) next.splice(i + by, 0, one);
    update({ exercises: next });
  };
  return html`<section class="panel maker" aria-labelledby="maker-title"><h2 id="maker-title">Make exercises</h2>
    <form onSubmit=${add}><div class="row wrap">${choice("Question", form.kind, Object.entries(KINDS), (kind) => setForm({ ...form, kind }))}</div>
      ${field("position", "Position, or a family with letters for numbers", { class: "notation", spellcheck: false, autocapitalize: "off" })}
      <div class="fields">${field("ranges", "Ranges of the letters of a family", { class: "notation", placeholder: "a=1..9 b=1..9", spellcheck: false })}${field("count", "How many", { type: "number", min: 1, max: 40 })}${field("seed", "Seed: the same seed draws the same set")}</div>
      <div class="fields">${field("hint", "Your hint (may be empty)")}${field("explanation", "Your explanation (may be empty)")}</div>
      <div class="row wrap"><button class="primary" disabled=${busy}>${busy ? "Working…" : "Add"}</button></div><${Problem} fault=${fault} /></form>
    ${list.length > 0 && html`<ol class="made">${list.map((one, i) => html`<li>${KINDS[one.kind]} <code>${one.position}</code> <button type="button" class="small" disabled=${i === 0} aria-label=${`move exercise ${i + 1} up`} onClick=${() => move(i, -1)}>↑</button> <button type="button" class="small" aria-label=${`remove exercise ${i + 1}`} onClick=${() => move(i, null)}>×</button> <a href=${goTo({ exercises: [one], teaching: "" })}>link</a></li>`)}</ol>`}</section>`;
}

/** One exercise, answered on the board. */
export function Task({ client, games, exercise, solved }) {
  const request = useMemo(() => asked(exercise), [exercise]);
  const looked = useAnswer(client, "position", request);
  const found = useAnswer(client, "moves", { ...request, most: MOST, limits: { seconds: 10 } }).answer;
  const [told, setTold] = useState(/** @type {any} */ (null));
  const [got, setGot] = useState(/** @type {string[]} */ ([]));
  const [hint, setHint] = useState(false);
  const shown = told?.position ?? exercise.position;
  const shownAt = useAnswer(client, "position", told?.position ? { ...request, position: told.position } : null);
  const before = useAnswer(client, "position", told?.before ? { ...request, position: told.before } : null);
  if (looked.fault) return html`<${Problem} fault=${looked.fault} />`;
  const described = told?.position ? shownAt.answer : looked.answer;
  const partizan = looked.answer?.partizan ?? false;
  const me = partizan ? "left" : null;
  const play = looked.answer?.play ?? "normal";
  const tell = (right, text, more = {}) => {
    setTold({ right, text, ...more });
    announce(text);
    if (right && !more.open) solved();
  };
  const best = (position, player) => client.ask("play", { ...request, position, level: 1, limits: { seconds: 5 }, ...(player ? { player } : {}) }).catch(() => null);
  const judge = async (played) => {
    const { outcome } = await client.ask("analyze", { ...request, position: played.to, moves: false, limits: { seconds: 10 } });
    if (wins(outcome, me && "right") === false) {
      const rows = winning(found);
      const row = rows.find((one) => one.move === played.move || one.same.includes(played.move));
      const all = [...new Set([...got, row?.move ?? played.move])];
      setGot(all);
      if (exercise.kind === "find" || all.length >= rows.length) return tell(true, exercise.kind === "find" ? `Right: ${played.move} wins.` : `Right: these are all ${rows.length} winning moves.`);
      return tell(true, `Right: ${played.move} wins. ${rows.length - all.length} more to find.`, { open: true });
    }
    const reply = played.over ? null : await best(played.to, me && "right");
    if (!reply) return tell(false, `No: after ${played.move} the game is over, and you lose.`, { position: played.to, before: exercise.position });
    return tell(false, `No: ${played.move} is answered by ${reply.move}, and then you lose.`, { position: reply.to, before: played.to });
  };
  const say = async (guess) => {
    const { outcome } = found.answer;
    const answer = { N: "first", P: "second", L: "left", R: "right" }[outcome];
    const right = guess === answer;
    const text = { first: partizan ? "Whoever begins wins" : "The first player wins", second: partizan ? "Whoever begins loses" : "The second player wins", left: "Left wins, whoever begins", right: "Right wins, whoever begins" }[answer];
    const first = await best(exercise.position, me);
    if (!first) return tell(right, `${right ? "Right" : "No"}: ${text.toLowerCase()}; no move is left.`);
    if (wins(outcome, me ?? "left")) return tell(right, `${right ? "Right" : "No"}: ${text.toLowerCase()}, for example by ${first.move}.`, { position: first.to, before: exercise.position });
    const reply = first.over ? null : await best(first.to, me && "right");
    return tell(right, `${right ? "Right" : "No"}: ${text.toLowerCase()}${reply ? `. ${first.move} is answered by ${reply.move}` : ""}.`, reply ? { position: reply.to, before: first.to } : { position: first.to, before: exercise.position });
  };
  const done = told && !told.open;
  const guesses = partizan ? [["left", "Left"], ["right", "Right"], ["first", "Whoever begins"], ["second", "Whoever does not begin"]] : [["first", "The first player"], ["second", "The second player"]];
  return html`<section class="panel exercise"><h2>${TASKS[exercise.kind]}</h2>
    <p class="rules">${looked.answer && `${rulesText(games, looked.answer)} ${goal(play)}`}${partizan && exercise.kind !== "who" ? ` You are ${called[me]}.` : ""}</p>
    <p><code>${shown}</code></p>
    <${HandBoard} client=${client} request=${{ ...request, position: shown }} described=${described} made=${judge} player=${me} locked=${exercise.kind === "who" || !found || !!done} earlier=${before.answer} />
    ${exercise.kind === "who" && !done && html`<div class="row wrap">${guesses.map(([guess, label]) => html`<button type="button" class="primary" disabled=${!found} onClick=${() => say(guess)}>${label}</button>`)}</div>`}
    ${got.length > 0 && exercise.kind === "all" && html`<p>Found: ${got.map((move) => html`<span class="tag win">✓ ${move}</span> `)}</p>`}
    ${told && html`<p class=${`verdict ${told.right === null ? "" : told.right ? "right" : "wrong"}`} role="status">${told.right === null ? "" : told.right ? "✓ " : "× "}${told.text}</p>`}
    <div class="row wrap">${done && !told.right && html`<button type="button" class="primary" onClick=${() => setTold(null)}>Try again</button>`}
      ${exercise.hint && !hint && !done && html`<button type="button" onClick=${() => setHint(true)}>Hint</button>`}
      ${exercise.kind !== "who" && !(done && told.right !== false) && found && html`<button type="button" onClick=${() => tell(null, answers(winning(found)))}>Show the answer</button>`}</div>
    ${hint && html`<p class="quiet">Hint: ${exercise.hint}</p>`}
    ${done && exercise.explanation && html`<p>${exercise.explanation}</p>`}</section>`;
}

/** The answer to an exercise, in words. */
function answerText(exercise, found) {
  if (!found) return "…";
  const { outcome } = found.answer;
  if (exercise.kind === "who") return { N: "The player who begins wins.", P: "The player who begins loses.", L: "Left wins, whoever begins.", R: "Right wins, whoever begins." }[outcome] ?? "Not decided.";
  return winning(found).map((row) => row.move).join("; ");
}

const escaped = (text) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;");

/** A sheet as one picture: a task, its board, and a line to write on. */
function sheetPicture(exercises, picture) {
  const [width, height] = [760, 300];
  const parts = exercises.map((one, i) => `<text x="30" y="${40 + i * height}">${i + 1}. ${escaped(TASKS[one.kind])} ${escaped(one.position)}</text><image href="${picture(one.position)?.replace(/'/g, "%27") ?? ""}" x="30" y="${55 + i * height}" width="420" height="200"/><path d="M470 ${245 + i * height}h260" stroke="#000"/>`);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${exercises.length * height + 40}" font-family="sans-serif" font-size="16"><rect width="100%" height="100%" fill="#fff"/>${parts.join("")}</svg>`;
}

/** The exercises on paper, with the answers on a separate page. */
function Sheet({ client, games, list, picture }) {
  const [found, setFound] = useState(/** @type {any[]} */ ([]));
  useEffect(() => {
    const controller = new AbortController();
    (async () => {
      const all = [];
      for (const exercise of list) {
        const both = Promise.all([solve(client, exercise, controller.signal), client.ask("position", asked(exercise), controller.signal)]);
        all.push(await both.then(([solved, described]) => ({ ...solved, described }), () => null));
        if (controller.signal.aborted) return;
        setFound([...all]);
      }
    })();
    return () => controller.abort();
  }, [JSON.stringify(list)]);
  // The rules of each game are printed once, with who wins at the end.
  const rules = [...new Set(found.map((one, i) => {
    if (!one) return "";
    const title = games.find((game) => game.name === one.described.components[0].game)?.title.split(":")[0] ?? "This game";
    return `${title[0].toUpperCase()}${title.slice(1)}: ${rulesText(games, one.described)} ${goal(list[i]?.play ?? one.described.play)}`;
  }))];
  return html`<div class="sheet print-only" aria-hidden="true"><h2>Exercises</h2>${rules.map((text) => html`<p class="sheet-rules">${text}</p>`)}<ol>${list.map((one) => html`<li><p>${TASKS[one.kind]} <code>${one.position}</code></p>${picture(one.position) && html`<img src=${picture(one.position)} alt="" />`}<p class="write"></p></li>`)}</ol>
    <section class="answers"><h2>Answers</h2><ol>${list.map((one, i) => html`<li><code>${one.position}</code>: ${answerText(one, found[i])} ${one.explanation ?? ""}${found[i] && html`<br /><span class="sheet-reason"><${Prose} text=${found[i].answer.reason.text} /></span>`}</li>`)}</ol></section></div>`;
}

/** @param {any} props */
export function Exercises({ client, games, state, update, goTo }) {
  const list = useMemo(() => listed(state.exercises).map((one) => (state.boards ? { ...one, boards: state.boards } : one)), [state.exercises, state.boards]);
  const teaching = state.teaching !== "";
  const [chosen, setChosen] = useState(0);
  const [solved, setSolved] = useState(/** @type {Record<number, boolean>} */ ({}));
  const [link, setLink] = useState("");
  const picture = usePictures(client, teaching ? list.map((one) => one.position) : [], state.boards);
  const at = Math.min(chosen, list.length - 1);
  const take = async () => {
    const text = new URL(goTo({ teaching: "" }), location.href).href;
    setLink(text);
    await navigator.clipboard?.writeText(text).then(() => announce("Link copied"), () => {});
  };
  return html`<div class="exercises">${teaching
      ? html`<${Maker} key=${state.nodes[state.at].to} client=${client} state=${state} update=${update} goTo=${goTo} />
        ${list.length > 0 && html`<div class="row wrap teacher"><button type="button" class="primary" onClick=${take}>Link for the class</button><button type="button" onClick=${() => print()}>Print with answers</button>
          <button type="button" onClick=${() => download("exercises.svg", sheetPicture(list, picture), "image/svg+xml")}>Sheet as SVG</button><button type="button" onClick=${async () => download("exercises.png", await painted(sheetPicture(list, picture)))}>Sheet as PNG</button></div>
          ${link && html`<label class="shown">Link, copied where the browser allows it<textarea readonly rows="3" onFocus=${(event) => event.target.select()}>${link}</textarea></label>`}
          <${Sheet} client=${client} games=${games} list=${list} picture=${picture} />`}`
      : list.length === 0 && html`<p>There are no exercises in this link. <button type="button" class="link" onClick=${() => update({ teaching: "1" })}>Make some</button></p>`}
    ${list.length > 1 && html`<nav class="row wrap tasks" aria-label="Exercises">${list.map((one, i) => html`<button type="button" aria-current=${i === at ? "step" : undefined} class=${`step${i === at ? " here" : ""}`} aria-label=${`exercise ${i + 1}${solved[i] ? ", solved" : ""}`} onClick=${() => setChosen(i)}>${i + 1}${solved[i] ? " ✓" : ""}</button>`)}</nav>`}
    ${list[at] && html`<${Task} key=${`${at} ${JSON.stringify(list[at])}`} client=${client} games=${games} exercise=${list[at]} solved=${() => setSolved((all) => ({ ...all, [at]: true }))} />
      <p class="row wrap">${at + 1 < list.length && html`<button type="button" onClick=${() => setChosen(at + 1)}>Next exercise</button>`}<a href=${goTo({ view: "board", nodes: planted(list[at].position), at: 0, machine: "", exercises: null, teaching: "", play: list[at].play ?? "" })}>Open it on the board</a></p>`}</div>`;
}
