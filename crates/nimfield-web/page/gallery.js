// The games: a picture, the rules in three sentences, and three ways to go on.
import { choice, html, plural, useEffect, useState } from "./ui.js";
import { goal } from "./hand.js";
import { grouped } from "./notation.js";
import { planted } from "./tree.js";

/** Pictures by position, kept while the page is open. @type {Map<string, string>} */
const pictures = new Map();

/** Draws these positions one after the other, so that a question asked meanwhile does not wait for all of them. */
export function usePictures(client, positions) {
  const [, setCount] = useState(0);
  useEffect(() => {
    let wanted = true;
    (async () => {
      for (const position of positions.filter((one) => !pictures.has(one))) {
        const drawn = await client.ask("draw", { position, format: "svg" }).catch(() => null);
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
  const picture = usePictures(client, groups.flatMap(([, list]) => list.map(start)));
  const Card = (game) => {
    const position = start(game);
    const to = (patch) => goTo({ nodes: planted(position), at: 0, play: "", begins: "left", machine: "", boards: null, resigned: "", ...patch });
    const title = game.title.split(":")[0];
    return html`<li class="card" key=${game.name}><div class="picture">${picture(position) && html`<img src=${picture(position)} alt="" />`}</div>
      <h3>${title[0].toUpperCase()}${title.slice(1)}</h3>
      <p>${game.plain_rules} ${goal(game.play)}</p>
      <p class="quiet">Start: <code>${position}</code></p>
      <p class="ways"><a class="button primary" href=${to({ view: "play", machine: "second" })} aria-label=${`Play ${title}`}>Play</a>
        <a class="button" href=${to({ view: "board" })} aria-label=${`Explore ${title}`}>Explore</a>
        <a class="button" href=${to({ view: "exercise", exercises: [], teaching: "1" })} aria-label=${`Teach ${title}`}>Teach</a></p></li>`;
  };
  const count = groups.reduce((sum, [, list]) => sum + list.length, 0);
  return html`<div class="gallery"><p>Two players move in turn. <b>Play</b> against the machine or against each other, <b>Explore</b> who wins and why, or <b>Teach</b> with exercises. Whoever begins can win.</p>
    <div class="row wrap"><label class="size">Look for <input value=${wanted} onInput=${(event) => setWanted(event.target.value)} placeholder="stones, heap, queen…" /></label>
      ${choice("Begin with", size, SIZES.map((label, i) => [i, label.toLowerCase()]), (size) => setSize(Number(size)))}
      <span class="quiet" role="status">${plural(count, "game")}</span>
      <a class="button" href=${goTo({ view: "design", boards: null, design: null })}>Make your own game</a></div>
    ${groups.map(([title, list]) => html`<section><h2>${title}</h2><ul class="cards">${list.map(Card)}</ul></section>`)}</div>`;
}
