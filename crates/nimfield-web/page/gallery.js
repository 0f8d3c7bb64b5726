// The games: a picture, the rules in three sentences, and three ways to go on.
import { choice, html, plural, useEffect, useState } from "./ui.js";
import { goal } from "./hand.js";
import { grouped } from "./notation.js";
import { planted } from "./tree.js";

/** Pictures by position, kept while the page is open. @type {Map<string, string>} */
const pictures = new Map();

/** Wider pictures cannot be read on a card. */
const WIDEST = 430;

/**
 * Draws these positions one after the other, so that a question asked meanwhile does not wait for all of them.
 * @param {any} client
 * @param {string[]} positions
 * @param {any} boards
 * @param {(position: string) => string|undefined} smaller another position to draw where a picture becomes too wide
 */
export function usePictures(client, positions, boards = null, smaller = () => undefined) {
  const [, setCount] = useState(0);
  useEffect(() => {
    let wanted = true;
    (async () => {
      for (const position of positions.filter((one) => !pictures.has(one))) {
        const draw = (position) => client.ask("draw", { position, format: "svg", ...(boards ? { boards } : {}) }).catch(() => null);
        let drawn = await draw(position);
        const instead = Number(/width="([\d.]+)"/.exec(drawn?.content)?.[1]) > WIDEST ? smaller(position) : undefined;
        if (instead) drawn = await draw(instead);
        pictures.set(position, drawn ? `data:image/svg+xml,${encodeURIComponent(drawn.content)}` : "");
        if (!wanted) return;
        setCount((count) => count + 1);
      }
    })();
    return () => void (wanted = false);
  }, [positions.join("\n")]);
  return (position) => pictures.get(position);
}

const SIZES = ["Short games", "Middling games", "Long games"];

/** @param {any} props */
export function Gallery({ client, games, goTo }) {
  const [size, setSize] = useState(0);
  const [wanted, setWanted] = useState("");
  const words = wanted.toLowerCase().split(/\s+/);
  const fits = (game) => words.every((word) => `${game.name} ${game.title} ${game.plain_rules}`.toLowerCase().includes(word));
  const groups = grouped(games.filter(fits));
  const start = (game) => game.starts[Math.min(size, game.starts.length - 1)] ?? game.start;
  const listed = groups.flatMap(([, list]) => list);
  const picture = usePictures(client, listed.map(start), null, (position) => listed.find((game) => start(game) === position)?.example);
  const Card = (game) => {
    const position = start(game);
    const to = (patch) => goTo({ nodes: planted(position), at: 0, play: "", begins: "left", machine: "", boards: null, resigned: "", ...patch });
    const title = game.title.split(":")[0];
    return html`<li class="card" key=${game.name}><a class="picture" href=${to({ view: "play", machine: "second" })} tabindex="-1" aria-hidden="true">${picture(position) && html`<img src=${picture(position)} alt="" />`}</a>
      <h3>${title[0].toUpperCase()}${title.slice(1)}</h3>
      <p>${game.plain_rules} ${goal(game.play)}</p>
      <p class="quiet">Start: <code>${position}</code></p>
      <p class="ways"><a class="button primary" href=${to({ view: "play", machine: "second" })} aria-label=${`Play ${title}`}>Play</a>
        <a class="button" href=${to({ view: "board" })} aria-label=${`Explore ${title}`}>Explore</a>
        <a class="button" href=${to({ view: "exercise", exercises: [], teaching: "1" })} aria-label=${`Teach ${title}`}>Teach</a></p></li>`;
  };
  const count = groups.reduce((sum, [, list]) => sum + list.length, 0);
  // A beginner starts with the first game of the list, and with a machine that makes mistakes.
  const [first] = games;
  return html`<div class="gallery">${first && html`<section class="panel first-game"><h2>New here? Play this</h2>
      <p>${first.plain_rules} ${goal(first.play)}</p>
      <a class="button primary" href=${goTo({ nodes: planted(first.starts[0]), at: 0, play: "", begins: "left", machine: "second", level: 0.6, boards: null, resigned: "", view: "play" })}>Play your first game</a></section>`}
    <p>Two players move in turn. <b>Play</b> against the machine or against each other, <b>Explore</b> who wins and why, or <b>Teach</b> with exercises. Whoever begins can win.</p>
    <div class="row wrap"><label class="size">Look for <input value=${wanted} onInput=${(event) => setWanted(event.target.value)} placeholder="stones, heap, queen…" /></label>
      ${choice("Begin with", size, SIZES.map((label, i) => [i, label.toLowerCase()]), (size) => setSize(Number(size)))}
      <span class="quiet" role="status">${games.length === 0 ? "The list of games is loading…" : count === 0 ? "No game has these words. Try one word, such as heap, or look at all games." : plural(count, "game")}</span>
      <a class="button" href=${goTo({ view: "design", boards: null, design: null })}>Make your own game</a></div>
    ${groups.map(([title, list]) => html`<section><h2>${title}</h2><ul class="cards">${list.map(Card)}</ul></section>`)}</div>`;
}
