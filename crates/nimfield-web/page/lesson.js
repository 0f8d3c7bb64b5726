// A board in the text of a lesson: moves by hand, answers of the machine, and who wins.
import { announce, html, useState } from "./ui.js";
import { Problem, useAnswer } from "./answers.js";
import { HandBoard } from "./hand.js";

/** @param {{client: any, start: string, name: string}} props `name` tells the boards of a page apart. */
export function LessonBoard({ client, start, name }) {
  const [line, setLine] = useState([{ to: start, move: "" }]);
  const [said, setSaid] = useState("");
  const [fault, setFault] = useState(/** @type {any} */ (null));
  const { to: position, move } = line.at(-1);
  const request = { position };
  const looked = useAnswer(client, "position", request);
  const earlier = useAnswer(client, "position", line.length > 1 ? { position: line.at(-2).to } : null);
  const over = looked.answer?.can_move.length === 0;
  const misere = looked.answer?.play === "misere";
  const go = (next) => (setSaid(""), setFault(null), setLine(next));
  const made = (played) => {
    go([...line, { to: played.to, move: played.move }]);
    announce(`${played.move}, leads to ${played.to}`);
  };
  const ask = async (operation, more, use) => {
    try {
      use(await client.ask(operation, { ...request, limits: { seconds: 5 }, ...more }));
    } catch (wrong) {
      if (wrong.name !== "AbortError") setFault(wrong);
    }
  };
  const verdict = ({ outcome, winning_moves: winning }) => setSaid(outcome === "P" ? "The player to move loses." : outcome === "N" ? `The player to move wins${winning.length ? `: ${winning.slice(0, 4).map((one) => one.move).join(", ")}` : ""}.` : "Not decided.");
  return html`<section class="lesson-board" aria-label=${`Board: ${start}`}><p class="quiet"><code>${position}</code>${move && html` after <b class="move-text">${move}</b>`}${over && html`. <b>The last move has been made: ${misere ? "whoever made it loses" : "whoever made it wins"}.</b>`}</p>
    <${Problem} fault=${fault ?? looked.fault} />
    <${HandBoard} client=${client} request=${request} described=${looked.answer} made=${made} locked=${over} earlier=${earlier.answer} name=${name} />
    <div class="row wrap"><button type="button" disabled=${!looked.answer || over} onClick=${() => ask("play", { level: 1 }, made)}>Machine, move</button>
      <button type="button" disabled=${line.length < 2} onClick=${() => go(line.slice(0, -1))}>Undo</button><button type="button" disabled=${line.length < 2} onClick=${() => go(line.slice(0, 1))}>From the start</button>
      <button type="button" disabled=${!looked.answer || over} onClick=${() => ask("analyze", {}, verdict)}>Who wins?</button></div>
    <p role="status">${said}</p></section>`;
}
