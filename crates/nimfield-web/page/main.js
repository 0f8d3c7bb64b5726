// The explorer: the link contains the state, and each view is a separate component.
import { Fragment, html, render, useCallback, useEffect, useRef, useState } from "./ui.js";
import { client } from "./client.js";
import { fromLink, toLink } from "./link.js";
import { about } from "./answers.js";
import { BoardView } from "./board-view.js";
import { Gallery } from "./gallery.js";
import { Later } from "./later.js";

const VIEWS = [
  ["gallery", "Games"],
  ["board", "Board"],
  ["map", "Map"],
  ["play", "Play"],
  ["puzzle", "Puzzles"],
  ["exercise", "Exercises"],
  ["pad", "Calculators"],
  ["jobs", "Jobs"],
  ["book", "Book"],
];
/** The titles of the views. The last view has no tab: others open it. */
const TITLES = Object.fromEntries([...VIEWS, ["design", "Make your own game"]]);

/** Returns the view that a link names. The name may be any text, such as `__proto__`. */
const viewOf = (name) => (Object.hasOwn(TITLES, name) ? name : "board");

/** The views that are loaded at first; the others are fetched when one of them is first opened. */
const FIRST = { board: BoardView, gallery: Gallery };
const LATER = { play: "PlayView", exercise: "Exercises", map: "MapView", puzzle: "Puzzle", pad: "Pads", jobs: "Jobs", design: "Designer", book: "Book" };
/** The views that need the full descriptions of the games. */
const OF_GAMES = ["exercise", "map", "puzzle"];

function View({ name, shared }) {
  const Found = FIRST[name];
  if (Found) return html`<${Found} ...${shared} />`;
  return html`<${Later} name=${LATER[name]} ready=${!OF_GAMES.includes(name) || !!shared.games[0]?.maps} shared=${shared} />`;
}

function App() {
  const [state, setState] = useState(() => fromLink(location.hash));
  const [help, setHelp] = useState(false);
  const [lost, setLost] = useState("");
  const [{ games, version }, setGames] = useState({ games: [], version: "" });
  const [loading, setLoading] = useState("");
  useEffect(() => {
    client.begin((games, text = "") => (games && setGames(games), setLoading(text))).catch((fault) => (setLoading(""), setLost(fault.message)));
  }, []);
  const now = useRef(state);
  now.current = state;
  const update = useCallback((patch, quietly = false) => {
    const next = { ...now.current, ...patch };
    now.current = next;
    const link = toLink(next);
    if (link !== location.hash) history[quietly ? "replaceState" : "pushState"](null, "", link);
    setState(next);
  }, []);
  const goTo = (patch) => toLink({ ...state, ...patch });
  useEffect(() => {
    const follow = () => {
      const next = fromLink(location.hash);
      // Answers about positions of the same tree are kept.
      const old = now.current.nodes;
      next.nodes = next.nodes.map((node, i) =>
        node.to === null && old[i]?.move === node.move && old[i]?.parent === node.parent && old[0].to === next.nodes[0].to ? { ...node, to: old[i].to } : node,
      );
      now.current = next;
      setState(next);
    };
    addEventListener("popstate", follow);
    addEventListener("hashchange", follow);
    return () => {
      removeEventListener("popstate", follow);
      removeEventListener("hashchange", follow);
    };
  }, []);
  useEffect(() => {
    const key = (event) => {
      if (event.key === "?" && !/^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName)) setHelp(true);
    };
    addEventListener("keydown", key);
    return () => removeEventListener("keydown", key);
  }, []);
  // The positions of a tree from a link are found by making its moves.
  useEffect(() => {
    const { nodes } = state;
    const next = nodes.findIndex((node) => node.to === null && nodes[node.parent].to !== null);
    if (next < 0) return;
    const { parent, move, player } = nodes[next];
    client.ask("play", about(state, nodes[parent].to, { move, ...(player ? { player } : {}) })).then(
      (played) => {
        const fresh = now.current.nodes;
        if (fresh[next]?.move !== move) return;
        const known = fresh.map((node, i) => (i === next ? { ...node, to: played.to, move: played.move } : node));
        now.current = { ...now.current, nodes: known };
        setState(now.current);
      },
      (fault) => {
        setLost(`The link contains a move that is not possible: ${move} (${fault.message}).`);
        const kept = now.current.nodes.slice(0, next).filter((node) => node.to !== null);
        update({ nodes: kept, at: Math.min(now.current.at, kept.length - 1) }, true);
      },
    );
  }, [state.nodes]);
  useEffect(() => {
    const title = TITLES[viewOf(state.view)];
    document.title = viewOf(state.view) === "board" ? `${state.nodes[state.at].to ?? "Nimfield"} · Nimfield` : `${title} · Nimfield`;
  }, [state.view, state.nodes, state.at]);

  const shared = { client, games, state, update, goTo };
  const view = viewOf(state.view);
  return html`<${Fragment}>
    <a class="skip" href="#main" onClick=${(event) => (event.preventDefault(), document.getElementById("main")?.focus())}>To the content</a>
    <header class="top-bar"><a class="brand" href="#" title="All games">Nim<span>field</span></a>
      <nav aria-label="Views">${VIEWS.map(([name, label]) => html`<a href=${goTo({ view: name, chapter: name === "book" ? state.chapter : "", machine: name === "play" ? state.machine : "" })} aria-current=${view === name ? "page" : undefined}>${label}</a>`)}</nav>
      <button type="button" class="help-button" aria-label="Help: keys and how to begin" title="Help (?)" onClick=${() => setHelp(true)}>?</button></header>
    <main id="main" tabindex="-1">
      <h1 class=${["board", "play"].includes(view) ? "unseen" : ""}>${view === "board" ? "The board" : TITLES[view]}</h1>
      ${lost && html`<p class="problem" role="alert">${lost} <button type="button" class="link" onClick=${() => setLost("")}>Very well</button></p>`}
      <${View} name=${view} shared=${shared} />
    </main>
    <footer>${loading && html`<span role="status">The engine is loading: ${loading}. </span>`}Nimfield ${version} · ${client.kind === "server" ? "answers from the program" : "answers from this browser, nothing is sent anywhere"}</footer>
    ${help && html`<${Later} name="Help" shared=${{ close: () => setHelp(false) }} />`}
  <//>`;
}

const root = document.getElementById("app");
root.replaceChildren();
root.removeAttribute("aria-busy");
render(html`<${App} />`, root);
