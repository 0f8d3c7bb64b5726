// The board view: sets up a position, makes moves on it, and explains it.
import { announce, check, choice, html, names, plural, useEffect, useRef, useState, wide } from "./ui.js";
import { Problem, about, useAnswer } from "./answers.js";
import { HandBoard, called, goal, other, rulesText } from "./hand.js";
import { Known, MovesTable, Outcome, ValueCard, Why, judged } from "./panels.js";
import { Later } from "./later.js";
import { PositionField } from "./position-field.js";
import { TakeAway } from "./takeaway.js";
import { children, depth, grown, path, planted, pruned } from "./tree.js";


/** The line of moves so far, with the variations. */
function History({ state, update }) {
  const { nodes, at } = state;
  const go = (to) => update({ at: to });
  const line = path(nodes, at);
  // After the node on the screen, the line follows the first variation.
  for (let next = children(nodes, at)[0]; next !== undefined; next = children(nodes, next)[0]) line.push(next);
  const Step = (i, current) => html`<button type="button" class=${names("step", i === at && "here", nodes[i].player)} aria-current=${i === at ? "step" : undefined} onClick=${() => go(i)} title=${nodes[i].comment || undefined}>${i === 0 ? "start" : `${depth(nodes, i)}. ${nodes[i].move}`}${nodes[i].comment ? " ✎" : ""}</button>`;
  const Branch = (i) => html`<li>${Step(i)}${children(nodes, i).length > 0 && html`<ul>${children(nodes, i).map(Branch)}</ul>`}</li>`;
  const branching = nodes.some((_, i) => children(nodes, i).length > 1);
  const comment = (event) => update({ nodes: nodes.map((node, i) => (i === at ? { ...node, comment: event.target.value.replace(/[~]/g, "-") } : node)) }, true);
  const forward = children(nodes, at)[0];
  return html`<section class="panel history" aria-labelledby="history-title"><h2 id="history-title">Line</h2>
    <div class="row"><button type="button" disabled=${at === 0} onClick=${() => go(nodes[at].parent)}>← Undo</button>
      <button type="button" disabled=${forward === undefined} onClick=${() => go(forward)}>Redo →</button>
      ${at > 0 && html`<button type="button" onClick=${() => update({ nodes: pruned(nodes, at), at: nodes[at].parent })}>Remove</button>`}</div>
    ${branching ? html`<ul class="variations">${Branch(0)}</ul>` : html`<p class="steps">${line.map((i) => Step(i))}</p>`}
    <label class="comment">Comment <input value=${nodes[at].comment} placeholder="on this position" onInput=${comment} /></label></section>`;
}

/** The place where a move begins, without its amount or its end. */
const beginning = (move) => move.replace(/^\d+: /, "").split(/ by | to | into |[-,]/)[0];

/** A game that is over: who has won, and what can be done next. */
function Result({ text, partizan, state, update, setTab }) {
  const again = (patch = {}) => update({ nodes: planted(state.nodes[0].to), at: 0, ...patch });
  return html`<section class="panel result" aria-labelledby="result-title"><h2 id="result-title">The game is over</h2><p class="verdict">${text}</p>
    <div class="row wrap"><button type="button" class="primary" onClick=${() => again()}>Rematch</button>
      ${partizan && html`<button type="button" onClick=${() => again({ begins: other(state.begins) })}>Swap sides</button>`}
      <button type="button" onClick=${() => (again(), setTab("setup"))}>New game</button></div></section>`;
}

const HINTS = ["Who wins?", "Where?", "Which move?", "Why?"];

/** Hints, a move of the machine, and the way to play without analysis. */
function Play({ client, request, state, update, goTo, partizan, over, turn, thinking, hints, setHints, found, machineMoves, point }) {
  const winning = found?.moves.filter((row) => row.wins && (!partizan || row.player === turn)) ?? [];
  const first = winning[0];
  // In a lost position the hints lead to the move that holds out longest.
  const lost = found && !over && found.answer.outcome !== null && !first;
  const defence = useAnswer(client, "play", lost && hints > 1 ? { ...request, level: 1, limits: { seconds: 5 }, ...(turn ? { player: turn } : {}) } : null);
  // From the second hint on the board shows the place, from the third on the move.
  const aim = first ?? found?.moves.find((row) => row.move === defence.answer?.move);
  useEffect(() => {
    if (aim && hints > 1) point(aim, hints > 2);
  }, [aim, hints]);
  const longest = (tell) => (defence.answer ? tell(defence.answer) : defence.fault ? defence.fault.message : "working…");
  const told = [
    () => (!found ? "working…" : found.answer.outcome === null ? "This is not decided." : winning.length ? "You can win from here." : "With best play you lose from here; hold out as long as you can."),
    () => (first ? (found.views ? `A winning move begins at ${beginning(first.move)}${found.views.length > 1 ? ` of component ${first.component}` : ""}.` : "") : lost ? longest(({ move }) => `No move wins. The longest defence begins at ${beginning(move)}.`) : "This is not decided."),
    () => (first ? `${first.move} wins.` : lost ? longest(({ move, lasts }) => `${move} ${lasts === null ? "leaves many moves" : `holds out longest: the game lasts ${plural(lasts, "more move")} at most`}.`) : "This is not decided."),
    () => found?.answer.reason.text ?? "",
  ];
  return html`<section class="panel play" aria-labelledby="play-title"><h2 id="play-title">Play</h2>
    ${partizan && choice("Begins", state.begins, [["left", "Left"], ["right", "Right"]], (begins) => update({ begins }))}
    <div class="row wrap"><button type="button" disabled=${over || thinking} onClick=${machineMoves}>Machine, move</button>
      <a class="button" href=${goTo({ view: "play", machine: "second" })}>Play without analysis</a>
      ${!over && hints < HINTS.length && html`<button type="button" onClick=${() => setHints(hints + 1)}>Hint: ${HINTS[hints].toLowerCase()}</button>`}</div>
    ${thinking && html`<p class="quiet" role="status">The machine thinks…</p>`}
    ${hints > 0 && !over && html`<ol class="hints">${told.slice(0, hints).map((tell) => html`<li>${tell()}</li>`)}</ol>`}</section>`;
}

/** What the machine thinks of its move. */
const AIMS = {
  win: "It wins from here.",
  linger: "It is losing, and made a move that leaves many moves.",
  guess: "It could not decide who wins.",
  random: "It chose at random.",
};

/** @param {{client: any, games: any[], state: any, update: (patch: any, quietly?: boolean) => void, goTo: (patch: any) => string, narrow: any}} props */
export function BoardView({ client, games, state: linked, update, goTo }) {
  // If the summands have different play conventions by default, play is normal unless the link says otherwise.
  const [differs, setDiffers] = useState(false);
  const state = differs && !linked.play ? { ...linked, play: "normal" } : linked;
  const { nodes, at } = state;
  const node = nodes[at];
  const position = node.to;
  const [tab, setTab] = useState("move");
  const selection = useState(/** @type {any} */ (null));
  const [sel, setSel] = selection;
  const [placing, setPlacing] = useState(/** @type {any} */ (null));
  const [hints, setHints] = useState(0);
  const [hint, setHint] = useState(/** @type {any} */ (null));
  const [longer, setLonger] = useState(0);
  const [reasons, setReasons] = useState(false);
  const [showMarks, setShowMarks] = useState(true);
  const [thinking, setThinking] = useState(false);
  const [said, setSaid] = useState("");
  const [fault, setFault] = useState(/** @type {any} */ (null));

  const request = about(state, position);
  const looked = useAnswer(client, "position", position === null ? null : request);
  const described = looked.answer;
  const parent = node.parent >= 0 ? nodes[node.parent].to : null;
  const earlier = useAnswer(client, "position", parent === null ? null : about(state, parent)).answer;
  const seconds = [4, 30, 120][Math.min(longer, 2)];
  // Sent at once, without waiting for the description of the position, which saves one round trip.
  const analysis = useAnswer(client, "moves", position !== null ? { ...request, most: 400, limit: reasons ? 400 : 60, value: reasons, reasons, limits: { seconds } } : null, longer);
  const found = analysis.answer ? { ...analysis.answer, moves: judged(analysis.answer), views: described?.components } : null;
  const undecided = described && !linked.play ? described.components.some((one) => one.play !== described.components[0].play) : differs;
  useEffect(() => setDiffers(undecided), [undecided]);
  // A mistake is reported once: the field does not repeat it.
  const wrong = placing ?? fault ?? looked.fault;
  // While a new position is computed, the previous board stays on the screen.
  const kept = useRef(/** @type {any} */ (null));
  if (described) kept.current = described;
  const shown = described ?? (position !== null && !looked.fault ? kept.current : null);

  const views = shown?.components ?? [];
  const several = views.length > 1;
  const partizan = shown?.partizan ?? false;
  const moved = depth(nodes, at);
  const turn = partizan ? (node.player ? other(node.player) : state.begins) : null;
  const over = described ? (partizan ? !described.can_move.includes(turn) : described.can_move.length === 0) : false;
  const marks = showMarks;
  const finished = over && moved > 0;

  useEffect(() => {
    setFault(null);
    setHints(0);
    setHint(null);
    setLonger(0);
    setReasons(false);
    setPlacing(null);
    setThinking(false);
  }, [position, state.play]);

  const place = async (text) => {
    setPlacing(null);
    setThinking(false);
    try {
      const answer = await client.ask("position", about(state, text));
      if (answer.position === nodes[0].to && nodes.length === 1) return;
      update({ nodes: planted(answer.position), at: 0 });
    } catch (fault) {
      if (fault.name !== "AbortError") setPlacing(fault);
    }
  };
  const setBoards = async (boards, text) => {
    try {
      const answer = await client.ask("position", { ...about(state, text), boards });
      update({ boards, nodes: planted(answer.position), at: 0 });
    } catch (fault) {
      setPlacing(fault);
    }
  };

  const made = (played) => update(grown(nodes, at, played.move, played.player ?? null, played.to));
  const commit = (played) => {
    setSaid("");
    made(played);
    announce(`${played.move}, leads to ${played.to}${played.over ? `. The game is over: ${played.wins ? "this was the winning move" : "the player who made this move loses"}` : ""}`);
  };
  const machineMoves = () => setThinking(true);
  useEffect(() => {
    if (!thinking || !described || over) return undefined;
    const controller = new AbortController();
    client.ask("play", { ...request, level: 1, limits: { seconds: 5 }, ...(turn ? { player: turn } : {}) }, controller.signal).then(
      (played) => {
        if (controller.signal.aborted) return;
        setThinking(false);
        const why = played.aim === "resist" ? `It is losing; the game lasts ${played.lasts} more moves at most.` : AIMS[played.aim] ?? "";
        setSaid(`The machine played ${played.move}. ${why}`);
        announce(`The machine played ${played.move}. Now ${played.to}.${played.over ? ` The game is over: the machine ${played.wins ? "wins" : "loses"}.` : ""}`);
        made(played);
      },
      (fault) => {
        if (fault.name === "AbortError") return;
        setThinking(false);
        setFault(fault);
      },
    );
    return () => controller.abort();
  }, [described, over, thinking]);

  const choose = (row) => {
    const own = several ? row.move.replace(/^\d+: /, "") : row.move;
    setSel({ component: row.component, handle: -1, value: null, ids: row.cells, own, player: row.player, move: row.move });
    document.querySelector(".movebar")?.scrollIntoView({ block: "nearest" });
  };

  // Keys beside those of the grids.
  useEffect(() => {
    const key = (event) => {
      const inField = /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName);
      const control = event.ctrlKey || event.metaKey;
      if (control && event.key === "z" && !inField) {
        event.preventDefault();
        const next = event.shiftKey ? children(nodes, at)[0] : node.parent;
        if (next !== undefined && next >= 0) update({ at: next });
        return;
      }
      if (inField || control || event.altKey) return;
      const act = {
        u: () => at > 0 && update({ at: node.parent }),
        r: () => children(nodes, at)[0] !== undefined && update({ at: children(nodes, at)[0] }),
        m: () => !over && machineMoves(),
        h: () => setHints(Math.min(HINTS.length, hints + 1)),
        e: () => setTab(tab === "setup" ? "move" : "setup"),
        t: () => document.getElementById("typed-move")?.focus(),
        p: () => document.getElementById("position")?.focus(),
        Escape: () => setSel(null),
      }[event.key];
      if (act) {
        if (event.key !== "Escape") event.preventDefault();
        act();
      }
    };
    addEventListener("keydown", key);
    return () => removeEventListener("keydown", key);
  });

  const moves = found?.moves ?? null;
  const winner = over && (shown.play === "misere" ? (partizan ? called[turn] : moved % 2 === 0 ? "first" : "second") : partizan ? called[other(turn)] : moved % 2 === 0 ? "second" : "first");
  const ended = over && (moved === 0 ? "No move is left." : `The game is over: ${partizan ? winner : `the ${winner} player`} wins.`);
  const lastMove = moved > 0 && !said ? `Last move: ${node.move}.` : "";
  const whose = over ? "" : partizan ? `${called[turn]} to move` : moved > 0 ? `${moved % 2 === 0 ? "First" : "Second"} player to move` : "";
  const boardTab = (name, label) => html`<button type="button" role="tab" id=${`tab-${name}`} aria-selected=${tab === name} aria-controls="board-panel" tabindex=${tab === name ? 0 : -1} onClick=${() => setTab(name)}
    onKeyDown=${(event) => /^Arrow(Left|Right)$/.test(event.key) && (setTab(name === "move" ? "setup" : "move"), document.getElementById(name === "move" ? "tab-setup" : "tab-move")?.focus())}>${label}</button>`;
  const titles = [...new Set(views.map((view) => games.find((game) => game.name === view.game)?.title ?? view.name))];
  return html`<div class="board-view">
    <div class="table-side">
      <div class="print-only sheet-title"><h2>${titles.join(" + ")}</h2><p><code>${shown?.position ?? position}</code>${shown?.play ? `, ${shown.play === "misere" ? "misère" : "normal"} play` : ""}${moved > 0 ? `, after ${path(nodes, at).slice(1).map((i) => nodes[i].move).join("; ")}` : ""}</p>
        ${shown && html`<p>${rulesText(games, shown)} ${goal(shown.play)}</p>`}</div>
      <details class="forms" open=${wide()}><summary>Position and options</summary>
        <${PositionField} client=${client} state=${state} position=${position ?? ""} place=${place} told=${wrong?.message} changed=${() => setPlacing(null)} />
        <div class="row wrap bar">${choice("Play", linked.play, [["", `${differs ? "sources differ" : "as its source"}${shown?.play ? `: ${shown.play === "misere" ? "misère" : "normal"}` : ""}`], ["normal", "normal"], ["misere", "misère"]], (play) => update({ play }))}
          ${check("marks", showMarks, setShowMarks)}</div></details>
      ${wrong && html`<${Problem} fault=${wrong} use=${place} />`}
      <div class="row wrap bar"><div role="tablist" aria-label="What to do with the board" class="tabs">${boardTab("move", "Move")}${boardTab("setup", "Set up")}</div>
        ${state.family && html`<a class="button" href=${goTo({ view: "map" })}>← Back to the map</a>`}</div>
      <div id="board-panel" role="tabpanel" aria-labelledby=${`tab-${tab}`}>
      ${tab === "setup"
        ? html`<div class=${names(!described && "waits")}><${Later} name="Setup" ready=${!!games[0]?.setup} shared=${{ client, games, state, views, place, setBoards }} /></div>`
        : shown && html`
          ${(whose || said || ended) && html`<p class=${names("turn", turn, ended && "ended")}>${said && html`<span>${said} </span>`}${ended ? html`<b>${ended}</b>` : whose}${lastMove && html`<span class="last-move"> ${lastMove}</span>`}</p>`}
          <${HandBoard} client=${client} request=${request} described=${described} made=${commit} player=${turn} locked=${over} why="The game is over." earlier=${earlier} moves=${moves} marks=${marks} either selection=${selection} hint=${hint} line=${path(nodes, at).slice(1).map((i) => nodes[i])} />`}
      </div>
      <${Play} client=${client} request=${request} state=${state} update=${update} partizan=${partizan} over=${over} turn=${turn} thinking=${thinking} hints=${hints} setHints=${setHints} found=${found} machineMoves=${machineMoves} goTo=${goTo} point=${(row, whole) => (setHint(row), whole && choose(row))} />
      <${History} state=${state} update=${update} />
    </div>
    <div class="know-side">
      ${finished
        ? html`<${Result} text=${ended} partizan=${partizan} state=${state} update=${update} setTab=${setTab} />`
        : !showMarks
        ? html`<section class="panel"><h2>Analysis</h2><p class="quiet">Hidden with the marks.</p><button type="button" onClick=${() => setShowMarks(true)}>Show it</button></section>`
        : analysis.fault && !looked.fault ? html`<section class="panel"><${Problem} fault=${analysis.fault} /></section>`
        : !found || !described ? html`<section class="panel working" aria-busy="true">${position === null || looked.fault ? html`<p class="quiet">Nothing to work out.</p>`
            : html`<p class="verdict">Working it out…</p><p class="quiet">${described ? `${described.move_count === null ? "Endlessly many legal moves, or too many to count" : plural(described.move_count, "legal move")}; who wins is not known yet.` : ""}</p><${Known} views=${views} games=${games} goTo=${goTo} />`}</section>`
        : html`<section class="panel" aria-label="Outcome"><${Outcome} answer=${found.answer} partizan=${partizan} over=${over} longer=${() => setLonger(longer + 1)} /></section>
          <${Why} answer=${found.answer} views=${views} games=${games} goTo=${goTo} />
          <${MovesTable} found=${found} sel=${sel} choose=${choose} partizan=${partizan} play=${found.answer.play} values=${reasons} askValues=${() => setReasons(true)} hidden=${over} />
          <${ValueCard} client=${client} state=${state} position=${position} partizan=${partizan} answer=${found.answer} />`}
      ${position !== null && !looked.fault && html`<${TakeAway} client=${client} state=${state} position=${shown?.position ?? position} play=${state.play} answer=${found?.answer} />`}
    </div></div>`;
}
