// Turns the book's Markdown into elements; it reads only what the book uses.
import { html } from "./ui.js";

/** The anchor of a heading, as mdBook makes it. */
export const anchor = (text) =>
  text
    .toLowerCase()
    .replace(/`|\*|\[|\]\([^)]*\)/g, "")
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .trim()
    .replace(/\s/g, "-");

/** Code, emphasis and links within a line. `link` makes an address from the one in the book. */
export function inline(text, link) {
  const out = [];
  // Pictures are left out, because they show this page.
  const pattern = /!\[[^\]]*\]\([^)]*\)|`` ?(.+?) ?``|`([^`]+)`|\*\*(.+?)\*\*|\*([^\s*](?:[^*]*[^\s*])?)\*|\[([^\]]+)\]\(([^)\s]+)\)|<(https?:[^>]+)>|\\([\\`*_{}[\]()#+.!|<>-])/g;
  let from = 0;
  for (const match of text.matchAll(pattern)) {
    out.push(text.slice(from, match.index));
    from = match.index + match[0].length;
    const [, twice, code, strong, emphasis, label, target, address, escaped] = match;
    if (twice ?? code) out.push(html`<code>${twice ?? code}</code>`);
    else if (strong) out.push(html`<strong>${inline(strong, link)}</strong>`);
    else if (emphasis) out.push(html`<em>${inline(emphasis, link)}</em>`);
    else if (label) out.push(html`<a href=${link(target)} ...${/^https?:/.test(target) ? { rel: "noreferrer" } : {}}>${inline(label, link)}</a>`);
    else if (address) out.push(html`<a href=${address} rel="noreferrer">${address}</a>`);
    else if (escaped) out.push(escaped);
  }
  out.push(text.slice(from));
  return out;
}

const cellsOf = (line) =>
  line
    .trim()
    .replace(/^\||\|$/g, "")
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replace(/\\\|/g, "|"));

/**
 * @param {{text: string, link: (target: string) => string, board: (position: string, line: number) => any}} props
 * `board` shows a position that stands in a block \`board\`; its line tells it apart.
 */
export function Markdown({ text, link, board }) {
  const lines = text.split("\n");
  return blocks(lines, link).map((block) => (block?.board === undefined ? block : board(block.board, lines.indexOf(block.board))));
}

function blocks(lines, link) {
  const out = [];
  let i = 0;
  const paragraph = [];
  const flush = () => {
    if (paragraph.length) out.push(html`<p>${inline(paragraph.join(" "), link)}</p>`);
    paragraph.length = 0;
  };
  while (i < lines.length) {
    const line = lines[i];
    const heading = /^(#{1,6})\s+(.*?)\s*#*$/.exec(line);
    const fence = /^\s*(```+|~~~+)\s*(\S*)/.exec(line);
    const item = /^(\s*)([-*+]|\d+[.)])\s+(.*)$/.exec(line);
    if (fence) {
      flush();
      const body = [];
      for (i++; i < lines.length && !lines[i].trim().startsWith(fence[1]); i++) body.push(lines[i]);
      i++;
      if (fence[2] === "board") out.push({ board: body.join(" ") });
      else out.push(html`<pre class="code" tabindex="0"><code>${body.filter((one) => !/^\?\s\d+$/.test(one)).join("\n")}</code></pre>`);
    } else if (heading) {
      flush();
      const id = anchor(heading[2]);
      const inner = inline(heading[2], link);
      out.push([html`<h2 id=${id} class="title">${inner}</h2>`, html`<h3 id=${id}>${inner}</h3>`, html`<h4 id=${id}>${inner}</h4>`][Math.min(heading[1].length, 3) - 1]);
      i++;
    } else if (/^\s*\|.*\|\s*$/.test(line) && /^\s*\|[\s:|-]+\|\s*$/.test(lines[i + 1] ?? "")) {
      flush();
      const head = cellsOf(line);
      const rows = [];
      for (i += 2; i < lines.length && /^\s*\|/.test(lines[i]); i++) rows.push(cellsOf(lines[i]));
      out.push(html`<div class="table-scroll" tabindex="0" role="region" aria-label="table"><table><thead><tr>${head.map((cell) => html`<th scope="col">${inline(cell, link)}</th>`)}</tr></thead><tbody>${rows.map((row) => html`<tr>${row.map((cell) => html`<td>${inline(cell, link)}</td>`)}</tr>`)}</tbody></table></div>`);
    } else if (item && (paragraph.length === 0 || item[1].length === 0)) {
      flush();
      const indent = item[1].length;
      const ordered = /\d/.test(item[2]);
      const items = [];
      while (i < lines.length) {
        const next = /^(\s*)([-*+]|\d+[.)])\s+(.*)$/.exec(lines[i]);
        if (!next || next[1].length !== indent) break;
        const width = indent + next[2].length + 1;
        const body = [next[3]];
        for (i++; i < lines.length; i++) {
          if (lines[i].trim() === "") {
            if (/^\s/.test(lines[i + 1] ?? "") && (lines[i + 1] ?? "").trim() !== "") body.push("");
            else break;
          } else if (/^\s/.test(lines[i]) && lines[i].search(/\S/) > indent) body.push(lines[i].slice(Math.min(width, lines[i].search(/\S/))));
          else if (/^(\s*)([-*+]|\d+[.)])\s+/.test(lines[i]) || /^(#|\||```)/.test(lines[i])) break;
          else body.push(lines[i]);
        }
        while (lines[i]?.trim() === "" && /^(\s*)([-*+]|\d+[.)])\s+/.test(lines[i + 1] ?? "")) i++;
        items.push(body);
      }
      const shown = items.map((body) => {
        const inner = blocks(body, link);
        return html`<li>${inner.length === 1 && inner[0].type === "p" ? inner[0].props.children : inner}</li>`;
      });
      out.push(ordered ? html`<ol>${shown}</ol>` : html`<ul>${shown}</ul>`);
    } else if (/^\s*>/.test(line)) {
      flush();
      const body = [];
      for (; i < lines.length && /^\s*>/.test(lines[i]); i++) body.push(lines[i].replace(/^\s*> ?/, ""));
      out.push(html`<blockquote>${blocks(body, link)}</blockquote>`);
    } else if (line.trim() === "") {
      flush();
      i++;
    } else if (/^\s*<!--/.test(line)) {
      while (i < lines.length && !lines[i].includes("-->")) i++;
      i++;
    } else {
      paragraph.push(line.trim());
      i++;
    }
  }
  flush();
  return out;
}
