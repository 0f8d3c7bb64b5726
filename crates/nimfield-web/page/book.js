// The whole book, as a view of the page. Its chapters are files beside the page.
import { Fragment, html, useEffect, useState, wide } from "./ui.js";
import { useAnswer } from "./answers.js";
import { LessonBoard } from "./lesson.js";
import { Prose } from "./math.js";
import { Markdown } from "./markdown.js";

const held = new Map();

/** Whether one file holds all chapters of a folder, as in the static site. */
const together = document.querySelector('meta[name="engine"]') !== null;

/** A chapter's text. */
async function chapter(name) {
  if (!held.has(name)) {
    const folder = together && /^(.*)\//.exec(name)?.[1];
    const response = await fetch(folder ? `book/${folder}.txt` : `book/${name}.md`);
    const text = response.ok ? await response.text() : "";
    // A form feed and its name stand before each chapter.
    if (folder) for (const [, own, chapter] of text.matchAll(/\f(.*)\n([^\f]*)/g)) held.set(own, chapter);
    else if (response.ok) held.set(name, text);
    if (!held.has(name)) throw new Error(`The book has no chapter ${name}.`);
  }
  return held.get(name);
}

/** The chapters from the book's summary: headings, and links by depth. */
function contents(summary) {
  return summary.split("\n").flatMap((line) => {
    const link = /^(\s*)(?:- )?\[([^\]]+)\]\(([^)]+)\.md\)/.exec(line);
    if (link) return [{ title: link[2], name: link[3], depth: link[1].length / 2 }];
    const part = /^# (?!Summary)(.*)/.exec(line);
    return part ? [{ title: part[1], name: null, depth: 0 }] : [];
  });
}

/** Lists all claims with their sources, and searches them. */
function Claims({ client, wanted, goTo }) {
  const found = useAnswer(client, "claims", {});
  const [filter, setFilter] = useState("");
  useEffect(() => {
    if (wanted && found.answer) document.getElementById(`claim-${wanted}`)?.scrollIntoView({ block: "start" });
  }, [wanted, found.answer]);
  if (!found.answer) return html`<p class="quiet" role="status">${found.fault?.message ?? "Working…"}</p>`;
  const words = filter.toLowerCase().split(/\s+/);
  const shown = found.answer.claims.filter((claim) => claim.id === wanted || words.every((word) => `${claim.id} ${claim.statement} ${claim.source} ${claim.status}`.toLowerCase().includes(word)));
  return html`<h2 class="title">Claims</h2><p>Statements of the sources that the program can check. You can check a claim, or look for a counterexample to it, under <a href=${goTo({ view: "jobs" })}>Jobs</a>.</p>
    <label>Look for <input value=${filter} onInput=${(event) => setFilter(event.target.value)} placeholder="wythoff, conjecture, misprint…" /></label><p class="quiet" role="status">${shown.length} of ${found.answer.claims.length} claims</p>
    <dl class="claims">${shown.map((claim) => html`<div id=${`claim-${claim.id}`} class=${claim.id === wanted ? "wanted" : ""}><dt><code>${claim.id}</code> <span class=${`tag ${claim.status}`}>${claim.status}</span></dt><dd><${Prose} text=${claim.statement} /><br /><cite>${claim.source}</cite> <span class="quiet">over ${claim.over}; checked up to ${claim.size} ${claim.up_to}</span></dd></div>`)}</dl>`;
}

/** Whether a code span of the book is a position that can be opened. */
const isPosition = (text) => /^@?[a-z-]+(\([^)]*\))?\[[^\]]*\]( [+-] .*)?$/.test(text);

/** @param {any} props */
export function Book({ client, games, state, goTo, update }) {
  const name = state.chapter.split("#")[0] || "introduction";
  const [summary, setSummary] = useState(/** @type {any[]} */ ([]));
  const [text, setText] = useState("");
  const [fault, setFault] = useState("");
  const claims = /^claims(?:\/(.*))?$/.exec(name);
  useEffect(() => {
    chapter("SUMMARY").then((found) => setSummary(contents(found)), (error) => setFault(error.message));
  }, []);
  useEffect(() => {
    let wanted = true;
    setFault("");
    if (claims) return undefined;
    chapter(name).then(
      (found) => {
        if (!wanted) return;
        setText(found);
        const place = state.chapter.split("#")[1];
        requestAnimationFrame(() => (place ? document.getElementById(place) : document.getElementById("chapter"))?.scrollIntoView?.({ block: "start" }));
      },
      (error) => wanted && (setText(""), setFault(error.message)),
    );
    return () => void (wanted = false);
  }, [state.chapter]);
  const link = (target) => {
    if (/^https?:/.test(target)) return target;
    const [file, place] = target.split("#");
    const folder = name.includes("/") ? name.replace(/[^/]*$/, "") : "";
    const path = new URL(`${folder}${file || `${name.split("/").pop()}.md`}`, "http://book/").pathname.slice(1).replace(/\.md$/, "");
    return goTo({ view: "book", chapter: `${path}${place ? `#${place}` : ""}` });
  };
  // Choosing a position in the text opens it on the board.
  const choose = (event) => {
    const code = event.target.closest?.("code");
    if (!code || code.closest("a, pre") || !isPosition(code.textContent)) return;
    update({ view: "board", nodes: [{ parent: -1, move: "", player: null, comment: "", to: code.textContent }], at: 0, machine: "" });
  };
  const order = summary.filter((entry) => entry.name);
  const here = order.findIndex((entry) => entry.name === (claims ? "claims" : name));
  const [before, after] = [order[here - 1], here >= 0 ? order[here + 1] : undefined];
  return html`<div class="book-view"><nav class="contents" aria-label="Chapters"><details open=${wide()}><summary>Chapters</summary><ul>${summary.map((entry) => entry.name
      ? html`<li class=${`depth-${entry.depth}`}><a href=${goTo({ view: "book", chapter: entry.name })} aria-current=${entry.name === (claims ? "claims" : name) ? "page" : undefined}>${entry.title}</a></li>`
      : html`<li class="part">${entry.title}</li>`)}</ul></details></nav>
    <article id="chapter" class="chapter" onClick=${choose}>${fault && html`<p class="problem" role="alert">${fault}</p>`}
      ${claims ? html`<${Claims} client=${client} wanted=${claims[1]} goTo=${goTo} />` : html`<${Markdown} text=${text} link=${link} board=${(position, line) => html`<${LessonBoard} key=${`${name} ${line}`} client=${client} start=${position} name=${`-${line}`} />`} />`}
      ${name === "theory/index" && html`<${Fragment}><h3>The games</h3><ul>${games.map((game) => html`<li><code>${game.name}</code>: ${game.title.replace(/^[^:]*: /, "")}</li>`)}</ul><//>`}
      <p class="turn-page">${before && html`<a href=${goTo({ view: "book", chapter: before.name })}>← ${before.title}</a>`} ${after && html`<a href=${goTo({ view: "book", chapter: after.name })}>${after.title} →</a>`}</p></article></div>`;
}
