// The link contains the state of the page after the `#`, so that every state can be sent and bookmarked.
import { planted, readTree, written } from "./tree.js";

/** The example that the board shows on a first visit. */
export const FIRST = "matrix[20 24; 24 27]";

/** @returns {any} the state of a page that has just been opened */
export const fresh = () => ({
  view: "board",
  nodes: planted(FIRST),
  at: 0,
  play: "",
  begins: "left",
  machine: "",
  level: 1,
  family: "",
  letters: "",
  show: "outcome",
  claim: "",
  beside: "",
  expression: "",
  chapter: "",
  puzzle: "",
  resigned: "",
  minutes: "",
  teaching: "",
  large: "",
  boards: null,
  exercises: null,
  design: null,
});

// The short names of the plain fields in a link.
const FIELDS = {
  view: "v",
  play: "play",
  begins: "begins",
  machine: "machine",
  family: "f",
  letters: "r",
  show: "show",
  claim: "claim",
  beside: "beside",
  expression: "e",
  chapter: "c",
  puzzle: "q",
  resigned: "resigned",
  minutes: "clock",
  teaching: "teach",
  large: "large",
};

/** The fields that the link contains as JSON. */
const LISTS = { boards: "b", exercises: "x", design: "d" };

/** The link of a state. */
export function toLink(state) {
  if (state.view === "gallery") return "#";
  const start = fresh();
  const pairs = [];
  const add = (name, value) => pairs.push(`${name}=${encodeURIComponent(value).replace(/%20/g, "+")}`);
  for (const [field, name] of Object.entries(FIELDS)) {
    if (state[field] !== start[field]) add(name, state[field]);
  }
  if (state.level !== 1) add("level", state.level);
  add("p", state.nodes[0].to);
  if (state.nodes[0].comment) add("note", state.nodes[0].comment);
  if (state.nodes.length > 1) add("m", written(state.nodes));
  if (state.at > 0) add("n", state.at);
  for (const [field, name] of Object.entries(LISTS)) if (state[field]) add(name, JSON.stringify(state[field]));
  return `#${pairs.join("&")}`;
}

/** Reads the state of a link. Fields that cannot be read stay as on a first visit. */
export function fromLink(hash) {
  const state = fresh();
  if (/^#?$/.test(hash)) return { ...state, view: "gallery" };
  const pairs = new URLSearchParams(hash.replace(/^#/, ""));
  for (const [field, name] of Object.entries(FIELDS)) {
    const value = pairs.get(name);
    if (value !== null) state[field] = value;
  }
  // A person who plays against the machine plays without analysis.
  if (state.view === "board" && state.machine) state.view = "play";
  const level = Number(pairs.get("level") ?? 1);
  state.level = level >= 0 && level <= 1 ? level : 1;
  for (const [field, name] of Object.entries(LISTS))
    try {
      state[field] = JSON.parse(pairs.get(name) ?? "null");
    } catch {
      state[field] = null;
    }
  const position = pairs.get("p");
  if (position === null) return state;
  state.nodes = readTree(position, pairs.get("note"), pairs.get("m")) ?? planted(position);
  const at = Number(pairs.get("n") ?? 0);
  state.at = Number.isInteger(at) && at >= 0 && at < state.nodes.length ? at : 0;
  return state;
}
