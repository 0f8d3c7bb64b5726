// A board in the text of a lesson: moves by hand, answers of the machine, and who wins.
import { announce, html, useState } from "./ui.js";
import { Problem, useAnswer } from "./answers.js";
import { HandBoard, called } from "./hand.js";

/** @param {{client: any, start: string, name: string, boards?: any}} props `name` tells the boards of a page apart. */
export function LessonBoard({ client, start, name, boards = null }) {
  const [line, setLine] = useState([{ to: start, move: "", player: /** @type {string|null} */ (null) }]);
  const [said, setSaid] = useState("");
  const [fault, setFault] = useState(/** @type {any} */ (null));
  const { to: position, move } = line.at(-1);
  const more = boards ? { boards } : {};
  const request = { position, ...more };
  const looked = useAnswer(client, "position", request);
  const earlier = useAnswer(client, "position", line.length > 1 ? { position: line.at(-2).to, ...more } : null);
  // Left begins.
  const player = looked.answer?.partizan ? (line.length % 2 === 1 ? "left" : "right") : null;
  const over = looked.answer ? !looked.answer.can_move.some((one) => !player || one === player) : false;
  const misere = looked.answer?.play === "misere";
  const go = (next) => (setSaid(""), setFault(null), setLine(next));
  const made = (played) => {
    go([...line, { to: played.to, move: played.move, player: played.player ?? null }]);
    announce(`${played.move}, leads to ${played.to}`);
  };
  const ask = async (operation, fields, use) => {
    try {
      use(await client.ask(operation, { ...request, limits: { seconds: 5 }, ...fields }));
    } catch (wrong) {
      if (wrong.name !== "AbortError") setFault(wrong);
    }
  };
  const verdict = ({ outcome, winning_moves: winning }) => setSaid(/[LR]/.test(outcome ?? "") ? `${outcome === "L" ? "Left" : "Right"} wins, whoever begins.` : outcome === "P" ? "The player to move loses." : outcome === "N" ? `The player to move wins${winning.length ? `: ${winning.slice(0, 4).map((one) => one.move).join(", ")}` : ""}.` : "Not decided.");
  return html`<section class="lesson-board" aria-label=${`Board: ${start}`}><p class="quiet"><code>${position}</code>${move && html` after <b class="move-text">${move}</b>`}${player && !over && ` ${called[player]} is to move.`}${over && html`. <b>The last move has been made: ${misere ? "whoever made it loses" : "whoever made it wins"}.</b>`}</p>
    <${Problem} fault=${fault ?? looked.fault} />
    <${HandBoard} client=${client} request=${request} described=${looked.answer} made=${made} player=${player} locked=${over} why="The game is over." line=${line.slice(1)} earlier=${earlier.answer} name=${name} />
    <div class="row wrap"><button type="button" disabled=${!looked.answer || over} onClick=${() => ask("play", { level: 1, ...(player ? { player } : {}) }, made)}>Machine, move</button>
      <button type="button" disabled=${line.length < 2} onClick=${() => go(line.slice(0, -1))}>Undo</button><button type="button" disabled=${line.length < 2} onClick=${() => go(line.slice(0, 1))}>From the start</button>
      <button type="button" disabled=${!looked.answer || over} onClick=${() => ask("analyze", {}, verdict)}>Who wins?</button></div>
    <p role="status">${said}</p></section>`;
}
