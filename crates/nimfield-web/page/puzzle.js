// Puzzles made from a seed: everybody with the same seed gets the same puzzles. The seed of the daily puzzle is the date.
import { html, useEffect, useState } from "./ui.js";
import { about } from "./answers.js";
import { Task } from "./exercise.js";
import { fresh } from "./link.js";
import { Prose } from "./math.js";
import { chance, position as shaped, seedOf } from "./shapes.js";
import { planted } from "./tree.js";

/** The material of puzzles: games, each with a kind of positions. */
const makers = (games) => games.flatMap((game) => game.puzzles.map((puzzle) => ({ game, ...puzzle })));

/** The start of a game of a file, if the page has one open; null otherwise. */
const ownStart = ({ boards, nodes }) => (boards && nodes[0].to.includes("@") ? nodes[0].to : null);

const today = () => new Date().toISOString().slice(0, 10);

/**
 * Whether this analysis makes a puzzle: who wins is known, and not all is said by a few moves. Without a wanted outcome,
 * any outcome is suitable.
 */
const suits = ({ answer, moves, complete }, kind, wanted, least) =>
  complete && answer.outcome !== null && moves.length >= least && (kind === "who" ? !wanted || answer.outcome === wanted : moves.filter((row) => row.wins && row.player !== "right").length === 1);

/** Finds the puzzle of a seed among the positions of all games: the first suitable one. */
async function ofGames(solve, games, random) {
  const all = makers(games);
  const kind = random() < 0.4 ? "who" : "find";
  for (let i = 0; i < 300; i++) {
    const { game, options, sizes: [a = 1, b = 1], largest } = all[Math.floor(random() * all.length)];
    const position = shaped(game, options || null, "random", a, b, largest, random);
    const wanted = random() < 0.5 ? "P" : "N";
    try {
      const found = await solve(position);
      if (suits(found, kind, wanted, 4)) return { kind, found };
    } catch (error) {
      if (error.name === "AbortError") throw error;
      // The game does not allow this shape; the next one may be valid.
    }
  }
  return null;
}

/** Finds the puzzle of a seed in one game: random moves lead from its start to a suitable position. */
async function ofStart(solve, start, random) {
  const kind = random() < 0.4 ? "who" : "find";
  const seen = new Map();
  let position = start;
  for (let i = 0; i < 300; i++) {
    if (!seen.has(position)) seen.set(position, await solve(position));
    const found = seen.get(position);
    const outcomes = found.moves.some((row) => row.player) ? "LRNP" : "NP";
    const wanted = outcomes[Math.floor(random() * outcomes.length)];
    // Most suitable positions are passed by, so that seeds lead to different ones. A small game may have none of this kind.
    if (random() < 0.3 && (i < 200 ? suits(found, kind, wanted, 3) : suits(found, "who", null, 1))) return { kind: i < 200 ? kind : "who", found };
    const next = found.moves.filter((row) => row.to !== null);
    position = next.length > 0 && random() < 0.9 ? next[Math.floor(random() * next.length)].to : start;
  }
  return null;
}

/** Finds the puzzle of a seed: in the game of a file that starts here, or in any game if that is null. */
async function made(client, games, state, start, seed, signal) {
  const asked = (position) => (start === null ? { position } : about(state, position));
  const solve = (position) => client.ask("moves", { ...asked(position), most: 300, limits: { positions: 200_000 } }, signal);
  const random = chance(seedOf(`nimfield ${seed}`));
  const puzzle = await (start === null ? ofGames(solve, games, random) : ofStart(solve, start, random));
  if (!puzzle) throw new Error("No puzzle was found for this seed.");
  return { ...puzzle, ...asked(puzzle.found.answer.position) };
}

/** @param {any} props */
export function Puzzle({ client, games, state, update, goTo }) {
  const seed = state.puzzle || today();
  const own = ownStart(state);
  const [puzzle, setPuzzle] = useState(/** @type {any} */ (null));
  const [fault, setFault] = useState("");
  const [solved, setSolved] = useState(false);
  useEffect(() => {
    const controller = new AbortController();
    setPuzzle(null);
    setFault("");
    setSolved(false);
    made(client, games, state, own, seed, controller.signal).then(setPuzzle, (error) => error.name !== "AbortError" && setFault(error.message));
    return () => controller.abort();
  }, [seed, own, state.play, state.boards]);
  const daily = seed === today();
  return html`<div class="puzzle-view"><p class="quiet">${daily ? `The puzzle of ${seed}${own === null ? "" : " in your game"}: the same for everybody ${own === null ? "today" : "with this link"}.` : html`Puzzle ${seed}${own !== null && " in your game"}: the link restores it. <a href=${goTo({ puzzle: "" })}>To the daily puzzle</a>`}
      ${own !== null && html` · <a href=${goTo({ puzzle: "", boards: null, play: "", nodes: fresh().nodes, at: 0 })}>Puzzles of all games</a>`}</p>
    ${fault && html`<p class="problem" role="alert">${fault}</p>`}
    ${!puzzle && !fault && html`<p class="quiet" role="status">Looking for a puzzle…</p>`}
    ${puzzle && html`<${Task} key=${`${seed} ${puzzle.position}`} client=${client} games=${games} exercise=${puzzle} solved=${() => setSolved(true)} />`}
    ${solved && html`<p><cite>${puzzle.found.answer.reason.source}</cite></p><p><${Prose} text=${puzzle.found.answer.reason.text} /></p>`}
    ${puzzle && html`<div class="row wrap"><button type="button" onClick=${() => update({ puzzle: `${Math.floor(Math.random() * 1e9)}` })}>Another puzzle</button><a class="button" href=${goTo({ view: "board", nodes: planted(puzzle.position), at: 0, machine: "", play: puzzle.play ?? "" })}>Open it on the board</a></div>`}</div>`;
}
