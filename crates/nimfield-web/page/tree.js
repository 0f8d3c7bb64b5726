// The tree of variations: nodes by number, the root first. Nodes are never changed, only replaced.

/**
 * @typedef {{parent: number, move: string, player: string|null, comment: string, to: string|null, forbidden?: string[]}} Node
 * `to` is the position after the move, null until it is known; `forbidden` are moves that the other player had forbidden.
 */

/** @returns {Node[]} a tree that is a root only */
export const planted = (position) => [{ parent: -1, move: "", player: null, comment: "", to: position }];

export const children = (nodes, at) => nodes.map((node, i) => (node.parent === at ? i : -1)).filter((i) => i >= 0);

export function depth(nodes, at) {
  let count = 0;
  for (let i = at; nodes[i].parent >= 0; i = nodes[i].parent) count++;
  return count;
}

/** The numbers of the nodes from the root to this one. */
export function path(nodes, at) {
  const out = [];
  for (let i = at; i >= 0; i = nodes[i].parent) out.unshift(i);
  return out;
}

/** The node after this move, which is added if it is new: the tree and the number of the node. */
export function grown(nodes, at, move, player, to) {
  const known = children(nodes, at).find((i) => nodes[i].move === move && nodes[i].player === player);
  if (known !== undefined) return { nodes, at: known };
  return { nodes: [...nodes, { parent: at, move, player, comment: "", to }], at: nodes.length };
}

/** Returns the tree without this node and its descendants. */
export function pruned(nodes, at) {
  const keep = nodes.map((_, i) => !path(nodes, i).includes(at));
  const place = [];
  let next = 0;
  keep.forEach((kept, i) => (place[i] = kept ? next++ : -1));
  return nodes.filter((_, i) => keep[i]).map((node) => ({ ...node, parent: node.parent < 0 ? -1 : place[node.parent] }));
}

const OWNER = { left: "l", right: "r" };
const OWNERS = { l: "left", r: "right" };

/** The tree in a link: a line a node, `parent owner move!comment`. */
export const written = (nodes) =>
  nodes
    .slice(1)
    .map(({ parent, player, move, comment }) => `${parent}${OWNER[player] ?? ""}:${move}${comment ? `!${comment.replace(/[~]/g, "-")}` : ""}`)
    .join("~");

/** What `written` wrote; null if it is something else. */
export function readTree(position, comment, text) {
  const nodes = planted(position);
  nodes[0].comment = comment ?? "";
  if (!text) return nodes;
  for (const line of text.split("~")) {
    const match = /^(\d+)([lr]?):([^!]*)(?:!([^]*))?$/.exec(line);
    if (!match || Number(match[1]) >= nodes.length) return null;
    nodes.push({ parent: Number(match[1]), player: OWNERS[match[2]] ?? null, move: match[3], comment: match[4] ?? "", to: null });
  }
  return nodes;
}
