// A game without analysis between two people, or a person and the machine; its record, and the search for the losing move.
import { announce, check, choice, download, html, moving, names, plural, useEffect, useRef, useState, wide } from "./ui.js";
import { Problem, about, useAnswer } from "./answers.js";
import { HandBoard, called, goal, other, rulesText, wins } from "./hand.js";
import { children, depth, grown, path, planted, pruned } from "./tree.js";

const LEVELS = [[1, "perfect"], [0.85, "strong"], [0.6, "middling"], [0.3, "weak"], [0, "random"]];
/** Milliseconds before the machine answers. */
const PAUSE = 700;
const HEAD = "# nimfield game 1";

/** The line of a tree through a node, to its end. */
function wholeLine(nodes, at) {
  const line = path(nodes, at);
  for (let next = children(nodes, at)[0]; next !== undefined; next = children(nodes, next)[0]) line.push(next);
  return line;
}

/** The record of a game, as `nimfield play` saves it. */
export function recordText(state, line, partizan, play) {
  const begins = partizan && state.begins === "right" ? 2 : 1;
  const seats = ["human", "human"];
  if (state.machine) seats[(state.machine === "first") === (begins === 1) ? 0 : 1] = "machine";
  const side = (order) => (begins === 1 ? order : 3 - order);
  return [HEAD, state.nodes[line.at(-1)].to, `# play ${play}`, `# players ${seats}`, `# begins ${begins}`, `# start ${state.nodes[0].to}`,
    ...line.slice(1).flatMap((i) => [...(state.nodes[i].forbidden ? [`# forbidden ${state.nodes[i].forbidden.join("; ")}`] : []), `# move ${state.nodes[i].move}`]), ...(state.resigned ? [`# resigned ${side(Number(state.resigned))}`] : []), ""].join("\n");
}

/** Reads a record into fields of the state; throws an error that says what is wrong. */
export function readRecord(text, partizan) {
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  if (lines[0] !== HEAD) throw new Error(`A saved game begins with the line "${HEAD}".`);
  const all = (key) => lines.filter((line) => line.startsWith(`# ${key} `)).map((line) => line.slice(key.length + 3));
  const [start] = all("start");
  if (!start) throw new Error("The saved game has no start.");
  const right = all("begins")[0] === "2";
  const seats = (all("players")[0] ?? "").split(",");
  const order = (side) => (right ? 3 - side : side);
  const machine = seats.indexOf("machine") + 1;
  const nodes = planted(start);
  all("move").forEach((move, i) => nodes.push({ parent: i, move, player: partizan(start) ? (i % 2 === 0) === right ? "right" : "left" : null, comment: "", to: null }));
  const [gaveUp] = all("resigned");
  return { nodes, at: nodes.length - 1, play: all("play")[0] ?? "", begins: right ? "right" : "left", machine: machine && seats.includes("human") ? (order(machine) === 1 ? "first" : "second") : "", resigned: gaveUp ? `${order(Number(gaveUp))}` : "" };
}

/** A move for each position. */
const options = (found) => (found?.moves ?? []).filter((row, i, all) => row.to !== null && all.findIndex((one) => one.to === row.to) === i);

/** Returns the moves that the machine forbids; in misère play never all moves. */
function bestToForbid(rows, most, play) {
  const winning = rows.filter((row) => row.outcome === "P").slice(0, most);
  return play === "misere" && winning.length === rows.length ? winning.slice(1) : winning;
}

function Forbid({ rows, most, name, done }) {
  const [picked, setPicked] = useState(/** @type {any[]} */ ([]));
  const toggle = (row) => setPicked(picked.includes(row) ? picked.filter((one) => one !== row) : [...picked, row]);
  return html`<fieldset class="panel forbid"><legend>${name} may forbid ${most === 1 ? "one move" : `up to ${most} moves`}</legend>
    <div class="row wrap">${rows.map((row) => html`<label class="check"><input type="checkbox" checked=${picked.includes(row)} disabled=${!picked.includes(row) && picked.length >= most} onChange=${() => toggle(row)} /> ${row.move}</label>`)}</div>
    <button type="button" class="primary" onClick=${() => done(picked)}>${picked.length > 0 ? "Forbid" : "Forbid nothing"}</button></fieldset>`;
}

/** Returns the last move with which the loser gave away a win, or null. */
async function mistake(client, request, nodes, line, loser) {
  const limits = { seconds: 4 };
  const ask = (position) => client.ask("analyze", { ...request, position, limits });
  for (let i = line.length - 1; i > 0; i--) {
    if ((i - 1) % 2 !== loser) continue;
    const [node, before] = [nodes[line[i]], nodes[line[i - 1]]];
    const found = await ask(node.to);
    if (!wins(found.outcome, node.player && other(node.player))) continue;
    const earlier = await ask(before.to);
    if (!wins(earlier.outcome, node.player)) continue;
    const best = (answer, player) => answer.winning_moves.find(({ move, player: own }) => (!player || own === player) && !node.forbidden?.includes(move))?.move ?? null;
    const reply = await client.ask("play", { ...request, position: node.to, level: 1, limits, ...(node.player ? { player: other(node.player) } : {}) });
    return { at: line[i], before: line[i - 1], number: i, move: node.move, better: best(earlier, node.player), reply };
  }
  return null;
}

/** Shows after a game the move that lost it, and its refutation. */
function WhereLost({ client, request, state, line, loser, name, update, goTo }) {
  const [told, setTold] = useState(/** @type {any} */ (null));
  const look = async () => {
    setTold({ busy: true });
    try {
      setTold({ found: await mistake(client, request, state.nodes, line, loser) });
    } catch (fault) {
      setTold({ fault });
    }
  };
  if (!told) return html`<button type="button" onClick=${look}>Where was it lost?</button>`;
  if (told.busy) return html`<p class="quiet" role="status">Looking back over the game…</p>`;
  if (told.fault) return html`<${Problem} fault=${told.fault} />`;
  const { found } = told;
  if (!found) return html`<p role="status">No move of ${name} gave a win away.</p>`;
  const tree = grown(state.nodes, found.at, found.reply.move, found.reply.player ?? null, found.reply.to);
  return html`<p role="status">It was lost with move ${found.number}, <b class="move-text">${found.move}</b>.${found.better && html` <b class="move-text">${found.better}</b> wins.`} The refutation is <b class="move-text">${found.reply.move}</b>.</p>
    <div class="row wrap"><button type="button" onClick=${() => update({ at: found.before })}>Show the position before it</button>
      <a class="button" href=${goTo({ view: "board", ...tree, machine: "" })}>Look at the refutation</a></div>`;
}

/** Two clocks. Each runs while its side is to move; `out` is called with the side whose time is up. */
function Clock({ minutes, turn, running, label, out }) {
  const [left, setLeft] = useState([60 * minutes, 60 * minutes]);
  useEffect(() => setLeft([60 * minutes, 60 * minutes]), [minutes]);
  useEffect(() => {
    if (!running) return undefined;
    const timer = setInterval(() => setLeft((now) => now.map((seconds, side) => (side === turn ? Math.max(0, seconds - 1) : seconds))), 1000);
    return () => clearInterval(timer);
  }, [running, turn]);
  useEffect(() => {
    if (running && left[turn] === 0) out(turn);
  }, [left, running]);
  const text = (seconds) => `${Math.floor(seconds / 60)}:${`${seconds % 60}`.padStart(2, "0")}`;
  return html`<div class="row clocks" role="timer" aria-label="Time left">${[0, 1].map((side) => html`<span class=${names("clock", running && side === turn && "runs")}>${label(side)} ${text(left[side])}</span>`)}</div>`;
}

/** @param {any} props */
export function PlayView({ client, games, state, update, goTo }) {
  const { nodes, at } = state;
  const line = wholeLine(nodes, at);
  const last = line.at(-1);
  const live = at === last;
  const position = nodes[at].to;
  const request = about(state, position ?? "");
  const looked = useAnswer(client, "position", position === null ? null : request);
  const described = looked.answer;
  const parent = nodes[at].parent >= 0 ? nodes[nodes[at].parent].to : null;
  const earlier = useAnswer(client, "position", parent === null ? null : about(state, parent)).answer;
  const [timeUp, setTimeUp] = useState(false);
  const [fault, setFault] = useState(/** @type {any} */ (null));
  const kind = useRef({ partizan: false, play: "normal", rules: "" });
  // A sum of games with different play conventions is played in normal play.
  if (described) kind.current = { partizan: described.partizan, play: described.play ?? "normal", rules: rulesText(games, described) };
  const { partizan, play, rules } = kind.current;
  useEffect(() => {
    if (described && described.play === null) update({ play: "normal" }, true);
  }, [described]);
  const order = depth(nodes, at) % 2;
  const begins = state.begins === "right" ? "right" : "left";
  const player = partizan ? (order === 0 ? begins : other(begins)) : null;
  const machine = state.machine === "" ? -1 : state.machine === "first" ? 0 : 1;
  const stuck = described ? (partizan ? !described.can_move.includes(player) : described.can_move.length === 0) : false;
  const most = live && !stuck && state.resigned === "" ? described?.forbids ?? 0 : 0;
  const listed = useAnswer(client, "moves", most > 0 ? { ...request, limit: 0, limits: { seconds: 5 } } : null);
  const rows = options(listed.answer);
  const [chosen, setChosen] = useState(/** @type {any} */ ({ of: null, rows: null }));
  const forbidden = most > 0 && chosen.of === nodes[at] ? chosen.rows : null;
  const forbid = (picked) => setChosen({ of: nodes[at], rows: picked });
  const allowed = rows.filter((row) => !forbidden?.some((one) => one.to === row.to));
  const barred = forbidden !== null && rows.length > 0 && allowed.length === 0;
  const ended = live && (stuck || barred || state.resigned !== "");
  const winner = state.resigned ? 2 - Number(state.resigned) : play === "misere" ? order : 1 - order;
  const label = (side) => (machine >= 0 ? (side === machine ? "The machine" : "You") : partizan ? called[side === 0 ? begins : other(begins)] : side === 0 ? "The first player" : "The second player");
  const thinks = described && live && !ended && order === machine && (most === 0 || forbidden !== null);
  const asks = most > 0 && !ended && forbidden === null;
  useEffect(() => {
    if (asks && listed.answer && machine === 1 - order) forbid(Math.random() < state.level ? bestToForbid(rows, most, play) : []);
  }, [listed.answer, asks]);
  useEffect(() => {
    if (!thinks) return undefined;
    const controller = new AbortController();
    const best = Math.random() < state.level ? allowed.find((row) => row.outcome === "P") : null;
    const move = most > 0 ? (best ?? allowed[Math.floor(Math.random() * allowed.length)]).move : null;
    // The machine waits, so that the previous move can be seen.
    const timer = setTimeout(
      () => client.ask("play", { ...request, ...(move === null ? { level: state.level } : { move }), limits: { seconds: 5 }, ...(player ? { player } : {}) }, controller.signal).then(made, (wrong) => wrong.name !== "AbortError" && setFault(wrong)),
      moving() && at > 0 ? PAUSE : 0,
    );
    return () => (clearTimeout(timer), controller.abort());
  }, [described, thinks]);
  const made = (played) => {
    if (forbidden?.some((row) => row.to === played.to)) return setFault({ message: `${played.move} is forbidden for this move.` });
    setFault(null);
    announce(`${label(order)}: ${played.move}. ${played.over ? "The game is over." : `Now ${played.to}.`}`);
    const tree = grown(nodes, at, played.move, played.player ?? null, played.to);
    update(forbidden === null ? tree : { ...tree, nodes: tree.nodes.map((node, i) => (i === tree.at ? { ...node, forbidden: forbidden.map((row) => row.move) } : node)) });
  };
  const begin = (patch = {}) => (setTimeUp(false), setFault(null), update({ nodes: planted(nodes[0].to), at: 0, resigned: "", ...patch }));
  const undo = () => {
    // Against the machine, taking back its answer takes back your move, too.
    let to = line.length - 2;
    if (to > 0 && to % 2 === machine) to--;
    setTimeUp(false);
    if (to >= 0) update({ nodes: pruned(nodes, line[to + 1]), at: line[to], resigned: "" });
  };
  const resign = () => update({ resigned: `${(machine >= 0 ? 1 - machine : order) + 1}` });
  const open = async (event) => {
    const file = event.target.files[0];
    event.target.value = "";
    if (!file) return;
    try {
      const text = await file.text();
      const start = /^# start (.*)$/m.exec(text)?.[1].trim();
      const first = start ? await client.ask("position", { position: start }) : null;
      setFault(null);
      update(readRecord(text, () => first.partizan));
    } catch (wrong) {
      setFault(wrong);
    }
  };
  const game = games.find((one) => one.name === described?.components[0]?.game);
  const turnText = ended
    ? `${timeUp ? "Time is up. " : state.resigned ? `${label(1 - winner)} ${label(1 - winner) === "You" ? "resign" : "resigns"}. ` : "The game is over. "}${label(winner)} ${label(winner) === "You" ? "win" : "wins"}.`
    : !live ? (at === 0 ? "Before the first move" : `After ${plural(depth(nodes, at), "move")} of ${line.length - 1}`) : thinks || (asks && machine === 1 - order) ? "The machine thinks…" : asks ? `${label(1 - order)} may forbid moves` : label(order) === "You" ? "You are to move" : `${label(order)} is to move`;
  const lastMove = at > 0 ? `${label(1 - order)} played ${nodes[at].move}.` : "";
  // Before a position has been looked at, nobody knows whether the game goes on: what was said last stays.
  const told = useRef(["", ""]);
  if (described) told.current = [turnText, lastMove];
  const step = (to, text, name) => html`<button type="button" aria-label=${name} disabled=${to === undefined || to === at} onClick=${() => update({ at: to })}>${text}</button>`;
  const here = line.indexOf(at);
  const moves = path(nodes, at).slice(1).map((i) => nodes[i]);
  return html`<div class=${names("play-view", state.large && "projector")}>
    <p class=${names("turn", player, ended && "ended")} role="status"><b>${told.current[0]}</b> <span class="last-move">${told.current[1]}</span></p>
    ${(looked.fault || listed.fault || fault) && html`<${Problem} fault=${fault ?? looked.fault ?? listed.fault} />`}
    <${HandBoard} client=${client} request=${request} described=${described} made=${made} player=${player} locked=${!live || ended || asks || order === machine} why=${ended ? "The game is over." : !live ? "This is an earlier position: play on from here, or go to the end." : asks ? "First choose the moves to forbid." : "The machine is to move."} earlier=${earlier} line=${moves} />
    ${asks && listed.answer && machine !== 1 - order && html`<${Forbid} key=${at} rows=${rows} most=${most} name=${label(1 - order)} done=${forbid} />`}
    ${forbidden !== null && html`<p class="forbidden" role="status">${label(1 - order)} ${label(1 - order) === "You" ? "forbid" : "forbids"} ${forbidden.length > 0 ? html`<b class="move-text">${forbidden.map((row) => row.move).join("; ")}</b>` : "nothing"}.</p>`}
    ${state.minutes && html`<${Clock} key=${`${nodes[0].to} ${state.minutes}`} minutes=${Number(state.minutes)} turn=${order} running=${live && !ended && at > 0} label=${label} out=${(side) => (setTimeUp(true), update({ resigned: `${side + 1}` }))} />`}
    <div class="row wrap play-buttons">
      <button type="button" disabled=${line.length < 2} onClick=${undo}>Undo</button>
      <button type="button" disabled=${ended || !live} onClick=${resign}>Resign</button>
      <button type="button" class=${names(ended && "primary")} onClick=${() => begin()}>Rematch</button>
      <button type="button" onClick=${() => begin(machine >= 0 ? { machine: machine === 0 ? "second" : "first" } : partizan ? { begins: other(begins) } : {})}>Swap sides</button>
      <a class="button" href="#">Other games</a>
      ${check("large, for a projector", state.large !== "", (large) => update({ large: large ? "1" : "" }, true))}</div>
    <p class="print-only">${rules} ${goal(play)}</p>
    <details class="rules-of-play" open=${wide()}><summary>Rules</summary><p class="rules">${rules} ${goal(play)}</p></details>
    ${ended && html`<section class="panel lost" aria-labelledby="lost-title"><h2 id="lost-title">After the game</h2>
      <${WhereLost} key=${last} client=${client} request=${request} state=${state} line=${line} loser=${1 - winner} name=${label(1 - winner).toLowerCase()} update=${update} goTo=${goTo} /></section>`}
    ${line.length > 1 && html`<section class="panel record" aria-labelledby="record-title"><h2 id="record-title">Record</h2>
      <div class="row wrap">${step(line[0], "|◀", "to the start")}${step(line[here - 1], "◀", "one move back")}${step(line[here + 1], "▶", "one move on")}${step(last, "▶|", "to the end")}
        ${!live && html`<button type="button" onClick=${() => update({ nodes: pruned(nodes, line[here + 1]), resigned: "" })}>Play on from here</button>`}
        <button type="button" onClick=${() => download("game.txt", recordText(state, line, partizan, play))}>Save</button></div>
      <ol class="moves-made">${line.slice(1).map((i, k) => html`<li><button type="button" class=${names("step move-text", i === at && "here")} aria-current=${i === at ? "step" : undefined} onClick=${() => update({ at: i })}>${nodes[i].move}</button><span class="unseen"> by ${label(k % 2).toLowerCase()}</span></li>`)}</ol></section>`}
    <details class="panel players" open=${wide()}><summary>Players, level and clock</summary><div class="row wrap">
      ${choice("Players", state.machine, [["", "two people"], ["second", "you begin"], ["first", "the machine begins"]], (machine) => update({ machine, resigned: "" }))}
      ${machine >= 0 && choice("Level", state.level, LEVELS, (level) => update({ level: Number(level) }))}
      ${partizan && choice("Begins", begins, [["left", "Left"], ["right", "Right"]], (begins) => update({ begins }))}
      ${choice("Clock", state.minutes, [["", "none"], ["1", "1 minute each"], ["3", "3 minutes each"], ["5", "5 minutes each"], ["15", "15 minutes each"]], (minutes) => update({ minutes }))}
      ${game && choice("Start", "", [["", nodes[0].to], ...game.starts.filter((one) => one !== nodes[0].to).map((one) => [one, one])], (start) => start && begin({ nodes: planted(start) }))}
      <label class="file-button"><span>Open a record…</span><input type="file" accept=".txt,text/plain" onChange=${open} /></label></div></details></div>`;
}
