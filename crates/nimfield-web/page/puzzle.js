// Puzzles made from a seed: the same ones for everybody who has it. The daily one has the date as its seed.
import { Fragment, announce, html, useEffect, useMemo, useState } from "./ui.js";
import { Drawn } from "./boards.js";
import { ownMoves } from "./grip.js";
import { Prose } from "./math.js";
import { MoveBar, useAfter } from "./movebar.js";
import { chance, position as shaped, seedOf } from "./shapes.js";
import { planted } from "./tree.js";

/** What puzzles are made of: a game, and a kind of its positions. */
const makers = (games) => games.flatMap((game) => game.puzzles.map((puzzle) => ({ game, ...puzzle })));

const today = () => new Date().toISOString().slice(0, 10);

/** Looks for the puzzle of a seed: the first position from it that suits. */
async function made(client, seed, signal) {
  const all = makers(client.games.games);
  const random = chance(seedOf(`nimfield ${seed}`));
  const kind = random() < 0.4 ? "who" : "only";
  for (let i = 0; i < 300; i++) {
    const { game, options, sizes: [a = 1, b = 1], largest } = all[Math.floor(random() * all.length)];
    const position = shaped(game, options || null, "random", a, b, largest, random);
    const wanted = random() < 0.5 ? "P" : "N";
    let found;
    try {
      found = await client.ask("moves", { position, most: 300, limits: { positions: 200_000 } }, signal);
    } catch (error) {
      if (error.name === "AbortError") throw error;
      continue;
    }
    const { answer, moves, complete } = found;
    if (!complete || answer.outcome === null || moves.length < 4) continue;
    const winning = moves.filter((row) => row.wins);
    if (kind === "who" ? answer.outcome === wanted : winning.length === 1) return { kind, position: answer.position, found };
  }
  throw new Error("No puzzle was found for this seed.");
}

/** @param {any} props */
export function Puzzle({ client, games, state, update, goTo }) {
  const seed = state.puzzle || today();
  const daily = seed === today();
  const [puzzle, setPuzzle] = useState(/** @type {any} */ (null));
  const [views, setViews] = useState(/** @type {any} */ (null));
  const [fault, setFault] = useState("");
  const [verdict, setVerdict] = useState(/** @type {any} */ (null));
  const [sel, setSel] = useState(/** @type {any} */ (null));
  const [typed, setTyped] = useState("");
  const [typedFault, setTypedFault] = useState(/** @type {any} */ (null));
  const [tries, setTries] = useState(0);
  useEffect(() => {
    const controller = new AbortController();
    for (const [set, value] of /** @type {[Function, any][]} */ ([[setPuzzle, null], [setViews, null], [setFault, ""], [setVerdict, null], [setSel, null], [setTries, 0]])) set(value);
    made(client, seed, controller.signal)
      .then(async (puzzle) => {
        const described = await client.ask("position", { position: puzzle.position }, controller.signal);
        setPuzzle(puzzle);
        setViews(described);
      })
      .catch((error) => error.name !== "AbortError" && setFault(error.message));
    return () => controller.abort();
  }, [seed]);
  const request = useMemo(() => ({ position: puzzle?.position ?? "" }), [puzzle]);
  const after = useAfter(client, request, puzzle && !verdict?.done ? sel : null, false, null);
  const another = () => update({ puzzle: `${Math.floor(Math.random() * 1e9)}` });
  const { answer, moves } = puzzle?.found ?? {};
  const winning = moves?.find((row) => row.wins);
  const tell = (right, text, done) => {
    setVerdict({ right, text, done });
    announce(text);
  };
  const say = (first) => {
    const right = (answer.outcome === "N") === first;
    tell(right, `${right ? "Right" : "No"}: the ${answer.outcome === "N" ? "first" : "second"} player wins.`, true);
  };
  const commit = async (text) => {
    const asked = text ?? sel?.own;
    if (!asked || verdict?.done) return;
    try {
      const played = await client.ask("play", { ...request, move: asked });
      const row = moves.find((one) => one.move === played.move);
      setTries(tries + 1);
      setSel(null);
      setTyped("");
      if (row?.wins) tell(true, `Right: ${played.move} wins, and nothing else does.`, true);
      else tell(false, `${played.move} does not win.`, false);
    } catch (error) {
      setTypedFault(error);
    }
  };
  const game = views && games.find((one) => one.name === views.components[0].game);
  const drawing = views && {
    view: views.components[0], several: false, marks: !!verdict?.done, sel, pick: puzzle.kind === "only" && !verdict?.done ? setSel : () => {}, commit: () => commit(),
    rows: ownMoves(moves, 1, false), after: after.described?.components[0]?.diagram ?? null,
  };
  return html`<div class="puzzle-view"><p class="quiet">${daily ? `The puzzle of ${seed}: the same for everybody today.` : `Puzzle ${seed}: the link brings it back.`} ${!daily && html`<a href=${goTo({ puzzle: "" })}>To the daily one</a>`}</p>
    ${fault && html`<p class="problem" role="alert">${fault}</p>`}
    ${!puzzle && !fault && html`<p class="quiet" role="status">Looking for a puzzle…</p>`}
    ${puzzle && views && html`<section class="panel"><h2>${puzzle.kind === "who" ? "First or second: who wins?" : "Find the only winning move"}</h2>
      <p class="quiet">${game?.rules} ${answer.play === "misere" ? "Who makes the last move loses." : "Who makes the last move wins."}</p>
      <p><code>${puzzle.position}</code></p>
      <div class="boards"><section class="component"><${Drawn} key=${seed} drawing=${drawing} /></section></div>
      ${puzzle.kind === "who" && !verdict && html`<div class="row"><button type="button" class="primary" onClick=${() => say(true)}>The first player</button><button type="button" class="primary" onClick=${() => say(false)}>The second player</button></div>`}
      ${puzzle.kind === "only" && !verdict?.done && html`<${MoveBar} client=${client} request=${request} views=${views.components} sel=${sel} pick=${setSel} commit=${commit} after=${{ ...after, typedFault }} moves=${moves} marks=${false} several=${false} player=${null} typed=${typed} setTyped=${(text) => (setTyped(text), setTypedFault(null))} turn=${null} />`}
      ${verdict && html`<p class=${verdict.right ? "verdict right" : "verdict wrong"}>${verdict.right ? "✓" : "×"} ${verdict.text}</p>`}
      ${verdict && !verdict.done && html`<button type="button" onClick=${() => tell(false, `The only winning move is ${winning.move}.`, true)}>Show it</button>`}
      ${verdict?.done && html`<${Fragment}><p><cite>${answer.reason.source}</cite></p><p><${Prose} text=${answer.reason.text} /></p>
        <div class="row wrap"><button type="button" class="primary" onClick=${another}>Another puzzle</button><button type="button" onClick=${() => update({ view: "board", nodes: planted(puzzle.position), at: 0, machine: "", play: "" })}>Open it on the board</button></div><//>`}</section>`}
    ${!verdict?.done && html`<button type="button" class="link" onClick=${another}>Another one</button>`}</div>`;
}
