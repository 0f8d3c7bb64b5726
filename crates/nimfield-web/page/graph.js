// Graphs: the vertices are on a circle, as in the pictures of the command, and the edges are lines. Both can be chosen.
import { html, names } from "./ui.js";
import { handlesAt, placedBy, tally } from "./grip.js";
import { Grip, grasp, said } from "./marks.js";

const WORDS = [["not free", "free for Right"], ["free for Left", "free"]];

/** The pieces of a game on the vertices or on the edges of a graph. */
export function Graph({ drawing }) {
  const { view, sel, after, marks, rows } = drawing;
  const { cells, graph } = view.diagram;
  const count = graph.vertices.length;
  const radius = Math.max(100, 15 * count);
  const at = (vertex, from = radius) => [from * Math.sin((2 * Math.PI * vertex) / count), -from * Math.cos((2 * Math.PI * vertex) / count)];
  // Piles have sizes; other vertices are free or not, perhaps for one player only.
  const piles = /^pile /.test(cells[0]?.label);
  const pieces = piles ? new Map() : placedBy(view, drawing.moves ?? [], drawing.several);
  const open = (id) => cells[id]?.numbers[0] !== "0";
  const freeFor = (vertex) => [open(vertex), open(vertex + (cells.length > count ? count : 0))];
  const free = (vertex) => piles || freeFor(vertex).some(Boolean);
  const mine = sel?.component === view.number ? sel : null;
  const size = (id) => {
    const [now, next] = [cells[id].numbers[0], after?.cells?.[id]?.numbers[0]];
    return next === undefined || next === now ? now : `${now}→${next}`;
  };
  const used = new Set();
  const part = (ids, ends) => {
    const here = handlesAt(view, ids);
    here.forEach((index) => used.add(index));
    const index = here.find((one) => view.handles[one].player === drawing.player) ?? here[0] ?? -1;
    const among = (all) => all?.some((id) => ids.includes(graph.on_edges ? id : id % count));
    const handle = view.handles[index];
    const told = marks && handle ? tally(handle, rows) : null;
    const press = (event) => (handle ? grasp(drawing, index, event.detail === 0) : drawing.refuse?.(view.handles.length === 0 ? "No move is left here." : ends ? "No move takes this edge." : free(ids[0]) ? "Choose an edge, a line between two vertices." : "This vertex is not free."));
    return {
      told,
      can: !!handle,
      grip: (label, ...classes) => ({
        ...(handle ? { role: "button", tabindex: 0, "aria-pressed": mine?.handle === index } : { role: "img" }),
        "aria-label": `${label}${said(told)}`, class: names(...classes, handle && "can", handle && mine?.handle === index && "chosen", marks && told?.wins > 0 && "wins", among(drawing.hint) && "hinted", among([...(drawing.last ?? [])]) && "last"),
        onClick: press, onKeyDown: (event) => (event.key === "Enter" || event.key === " ") && (event.preventDefault(), press(event)),
      }),
    };
  };
  const edges = graph.edges.map(([one, other], id) => {
    const [[x1, y1], [x2, y2]] = [at(one), at(other)];
    const ends = `${graph.vertices[one]}-${graph.vertices[other]}`;
    const { told, can, grip } = graph.on_edges ? part([id], true) : part([one, other], true);
    const far = graph.on_edges || (free(one) && free(other));
    // Sizes are not in the middle of an edge, where chords through the centre meet.
    const [x, y] = [x1 + 0.4 * (x2 - x1), y1 + 0.4 * (y2 - y1)];
    const line = html`<line class="seen" x1=${x1} y1=${y1} x2=${x2} y2=${y2} />`;
    const known = marks && told?.wins > 0 ? "✓" : "";
    return !graph.on_edges && !can
      ? html`<g class=${names("edge", !far && "gone")} aria-hidden="true">${line}</g>`
      : html`<g ...${grip(graph.on_edges ? `edge ${ends}, ${cells[id].numbers[0]}` : `edge ${ends}`, "edge")}><line class="hit" x1=${x1} y1=${y1} x2=${x2} y2=${y2} />${line}
        ${(graph.on_edges || known) && html`<text x=${x} y=${y}>${graph.on_edges ? size(id) : ""}${known}</text>`}</g>`;
  });
  const joined = (vertex) => graph.edges.flatMap(([one, other]) => (one === vertex ? [graph.vertices[other]] : other === vertex ? [graph.vertices[one]] : []));
  const vertices = graph.vertices.map((name, vertex) => {
    const [[x, y], [nameX, nameY]] = [at(vertex), at(vertex, radius + 34)];
    const [left, right] = graph.on_edges ? [false, false] : freeFor(vertex);
    const piece = pieces.get(vertex);
    const whose = piece ? piece.player ?? (piece.number % 2 === 0 ? "first" : "second") : "";
    const state = graph.on_edges ? "" : `, ${piles ? cells[vertex].numbers[0] : piece ? "taken" : WORDS[Number(left)][Number(right)]}`;
    const text = piles && !graph.on_edges ? size(vertex) : piece || left === right ? "" : left ? "L" : "R";
    const both = graph.on_edges ? null : part([vertex], false);
    const label = `vertex ${name}${state}${joined(vertex).length ? `, joined to ${joined(vertex).join(", ")}` : ""}`;
    const known = marks && both?.told?.wins > 0 ? "✓" : "";
    const look = names("vertex", !graph.on_edges && !free(vertex) && !piece && "blocked", whose, piece?.number === (drawing.moves?.length ?? 0) - 1 && "new");
    return html`<g ...${both ? both.grip(label, look) : { class: look, role: "img", "aria-label": label }}><circle cx=${x} cy=${y} r="19" /><text x=${x} y=${y}>${text}</text><text class="name" x=${nameX} y=${nameY}>${name}${known}</text></g>`;
  });
  const room = radius + 56;
  const others = view.handles.map((_, index) => index).filter((index) => !used.has(index));
  return html`<svg class="graph" viewBox=${`${-room} ${-room} ${2 * room} ${2 * room}`} role="group" aria-label=${view.text} style=${{ "--room": `${2 * room}px` }}>${edges}${vertices}</svg>
    ${others.length > 0 && html`<div class="grips">${others.map((index) => html`<${Grip} drawing=${drawing} index=${index} />`)}</div>`}`;
}
