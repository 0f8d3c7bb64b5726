// A board to move on by hand, without analysis: for play, exercises and lessons.
import { html, names, useLayoutEffect, useMemo, useRef, useState } from "./ui.js";
import { useAnswer } from "./answers.js";
import { Drawn } from "./boards.js";
import { changed, ownMoves } from "./grip.js";
import { MoveBar, useAfter } from "./movebar.js";

/** The opponent of each player. */
export const other = (player) => (player === "left" ? "right" : "left");
export const called = { left: "Left", right: "Right" };

/** Returns whether the player to move wins a game with this outcome; null if that is unknown. */
export const wins = (outcome, player) => (outcome === null ? null : outcome === "N" || (outcome === "L" && player === "left") || (outcome === "R" && player === "right"));

/** Returns a sentence that says who wins at the end. */
export const goal = (play) => (play === "misere" ? "The player who makes the last move loses." : "The player who makes the last move wins.");

/** The most moves that a list offers. */
const MOST_LISTED = 200;

/** Returns the rules of the games of a position in words. The description of a position contains those of your own games. */
export const rulesText = (games, described) => [...new Set((described?.components ?? []).map((view) => view.rules ?? games.find((one) => one.name === view.game)?.plain_rules ?? ""))].join(" ");

/** A list of the legal moves, for boards without handles. */
function Choice({ client, request, player, choose }) {
  const found = useAnswer(client, "moves", { ...request, most: MOST_LISTED, limit: 0, limits: { positions: 1 } });
  const moves = found.answer?.moves.filter((row) => !player || row.player === player) ?? [];
  return html`<label class="size">Choose a move <select value="" onChange=${(event) => choose(event.target.value)}><option value="">of ${moves.length}</option>${moves.map((row) => html`<option>${row.move}</option>`)}</select></label>`;
}

/**
 * @param {{client: any, request: any, described: any, made: (played: any) => void, player?: string|null, locked?: boolean,
 *          earlier?: any, name?: string, moves?: any[]|null, marks?: boolean, either?: boolean, selection?: any, hint?: any,
 *          line?: any[], why?: string}} props
 * `earlier` describes the position before, whose differences are marked; `moves` are those that are known, with `marks`
 * for who wins; `either` lets both players move, whoever's turn it is; `selection` is a state of the caller; `hint` is a
 * move whose place is shown; `line` lists the moves of the game so far; `why` says why the board is locked.
 */
export function HandBoard({ client, request, described, made, player = null, locked = false, earlier = null, name = "", moves = null, marks = false, either = false, selection = null, hint = null, line = [], why = "" }) {
  const own = useState(/** @type {any} */ (null));
  const [sel, setSel] = selection ?? own;
  const [typed, setTyped] = useState("");
  const [refused, refuse] = useState("");
  const [typedFault, setTypedFault] = useState(/** @type {any} */ (null));
  // Until the description of a new position arrives, the previous board stays on the screen.
  const kept = useRef(/** @type {any} */ (null));
  if (described) kept.current = described;
  const shown = described ?? kept.current;
  const views = shown?.components ?? [];
  const several = views.length > 1;
  const handle = sel && sel.handle >= 0 ? views.find((view) => view.number === sel.component)?.handles[sel.handle] : null;
  const owner = !shown?.partizan ? null : either ? sel?.player ?? handle?.player ?? player : player;
  const after = useAfter(client, request, described && !locked ? sel : null, several, owner);
  // This happens at once, so that what is typed right after a new position is not lost.
  useLayoutEffect(() => {
    setSel(null);
    refuse("");
    setTyped("");
    setTypedFault(null);
  }, [request.position, request.play]);
  const notNow = `That is a move of ${called[other(player)]}, and ${called[player]} is to move.`;
  const pick = (next) => {
    const whose = next && next.handle >= 0 ? views.find((view) => view.number === next.component)?.handles[next.handle].player : null;
    const others = !either && player && whose && whose !== player;
    if (next) refuse(others ? notNow : "");
    setSel(others ? null : next);
  };
  const commit = async (text) => {
    const asked = text ?? (sel?.own ? `${several ? `${sel.component}: ` : ""}${sel.own}` : null);
    if (asked === null || locked) return;
    setTypedFault(null);
    // A typed move may belong to either player, whichever is to move.
    const named = text && owner && either ? moves?.filter((row) => row.move === text) ?? [] : [];
    const mover = named.length === 1 ? named[0].player : text ? owner && player : owner;
    try {
      made(await client.ask("play", { ...request, move: asked, ...(mover ? { player: mover } : {}) }));
    } catch (fault) {
      if (fault.name === "AbortError") return;
      const others = mover && fault.kind === "illegal" ? await client.ask("play", { ...request, move: asked, player: other(mover) }).catch(() => null) : null;
      setTypedFault(others ? { message: notNow } : fault);
    }
  };
  const old = useMemo(() => (earlier?.components.length === views.length ? earlier.components : []), [earlier, views]);
  // Some handles offer moves from the engine's list. Without analysis the page requests nothing else.
  const lists = moves === null && !locked && views.some((view) => view.handles.some(({ kind }) => kind === "listed"));
  const bare = useAnswer(client, "moves", lists ? { ...request, most: MOST_LISTED, limit: 0, limits: { positions: 1 } } : null);
  const rows = moves ?? bare.answer?.moves ?? [];
  return html`<div class=${names("boards", !described && "stale")}>${views.map((view) => {
      const mine = sel?.component === view.number;
      return html`<section class="component" key=${view.number}>
        ${several && html`<h2>${view.number}: <code>${view.name}${view.options ? `(${view.options})` : ""}</code></h2>`}
        <${Drawn} key=${`${view.name} ${view.diagram.kind}`} drawing=${{
          view, several, marks, sel: mine ? sel : null, pick: locked ? () => refuse(why) : pick, commit: () => commit(), known: moves !== null,
          refuse: (text) => refuse(locked ? why : text), before: old[view.number - 1]?.diagram, hint: hint?.component === view.number ? hint.cells : null, moves: line, player,
          last: changed(old[view.number - 1]?.diagram, view.diagram), rows: ownMoves(rows, view.number, several), after: mine ? after.described?.components[view.number - 1]?.diagram ?? null : null,
        }} /></section>`;
    })}</div>
    ${marks && moves && html`<p class="legend quiet"><span class="mark win">✓</span> wins, with amounts; <span class="mark lose">×</span> no winning move</p>`}
    ${locked && refused && html`<p class="problem" role="alert">${refused}</p>`}
    ${!locked && views.length > 0 && html`${!either && views.every((view) => view.handles.length === 0) && html`<${Choice} client=${client} request=${request} player=${owner} choose=${commit} />`}
      <${MoveBar} client=${client} request=${request} views=${views} sel=${sel} pick=${pick} commit=${commit} after=${{ ...after, typedFault }} moves=${moves ?? (lists ? rows : null)} marks=${marks} several=${several} refused=${refused} typed=${typed} setTyped=${(text) => (setTyped(text), setTypedFault(null))} name=${name} />`}`;
}
