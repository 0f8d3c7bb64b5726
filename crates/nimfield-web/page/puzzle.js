// Puzzles made from a seed: everybody with the same seed gets the same puzzles. The seed of the daily puzzle is the date.
import { html, useEffect, useState } from "./ui.js";
import { Task } from "./exercise.js";
import { Prose } from "./math.js";
import { chance, position as shaped, seedOf } from "./shapes.js";
import { planted } from "./tree.js";

/** The material of puzzles: games, each with a kind of positions. */
const makers = (games) => games.flatMap((game) => game.puzzles.map((puzzle) => ({ game, ...puzzle })));

const today = () => new Date().toISOString().slice(0, 10);

/** Finds the puzzle of a seed: the first suitable position. */
async function made(client, games, seed, signal) {
  const all = makers(games);
  const random = chance(seedOf(`nimfield ${seed}`));
  const kind = random() < 0.4 ? "who" : "find";
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
  const [puzzle, setPuzzle] = useState(/** @type {any} */ (null));
  const [fault, setFault] = useState("");
  const [solved, setSolved] = useState(false);
  useEffect(() => {
    const controller = new AbortController();
    setPuzzle(null);
    setFault("");
    setSolved(false);
    made(client, games, seed, controller.signal).then(setPuzzle, (error) => error.name !== "AbortError" && setFault(error.message));
    return () => controller.abort();
  }, [seed]);
  return html`<div class="puzzle-view"><p class="quiet">${seed === today() ? `The puzzle of ${seed}: the same for everybody today.` : html`Puzzle ${seed}: the link restores it. <a href=${goTo({ puzzle: "" })}>To the daily puzzle</a>`}</p>
    ${fault && html`<p class="problem" role="alert">${fault}</p>`}
    ${!puzzle && !fault && html`<p class="quiet" role="status">Looking for a puzzle…</p>`}
    ${puzzle && html`<${Task} key=${seed} client=${client} games=${games} exercise=${puzzle} solved=${() => setSolved(true)} />`}
    ${solved && html`<p><cite>${puzzle.found.answer.reason.source}</cite></p><p><${Prose} text=${puzzle.found.answer.reason.text} /></p>`}
    ${puzzle && html`<div class="row wrap"><button type="button" onClick=${() => update({ puzzle: `${Math.floor(Math.random() * 1e9)}` })}>Another puzzle</button><a class="button" href=${goTo({ view: "board", nodes: planted(puzzle.position), at: 0, machine: "", play: "" })}>Open it on the board</a></div>`}</div>`;
}
