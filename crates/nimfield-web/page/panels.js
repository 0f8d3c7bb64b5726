// The panels beside the board: who wins, why, the result of each move, and the value.
import { html, names, plural, useEffect, useState } from "./ui.js";
import { Problem, about, useAnswer } from "./answers.js";
import { Genus, Prose, Value } from "./math.js";

const MEANS = {
  P: ["The player to move loses.", "The player who has just moved wins, with best play."],
  N: ["The player to move wins.", "Some move leaves the other player in a lost position."],
  L: ["Left wins, whoever begins.", ""],
  R: ["Right wins, whoever begins.", ""],
};
const PARTIZAN = {
  P: ["Whoever begins loses.", "Left and Right alike."],
  N: ["Whoever begins wins.", "Left and Right alike."],
};
const SHORT = { P: "P, previous player wins", N: "N, next player wins", L: "L, Left wins", R: "R, Right wins" };

/** Counts moves; a run of amounts stands for several. */
const countOf = (moves) => moves.reduce((sum, { count }) => sum + BigInt(count ?? 1), 0n);

/** Who wins, in a sentence. */
export function Outcome({ answer, partizan, longer, over }) {
  const { outcome, play, reason } = answer;
  if (!outcome)
    return html`<div class="outcome open"><p class="verdict">Not decided.</p><p><${Prose} text=${reason.text} /></p>
      <button type="button" onClick=${longer}>Think longer</button></div>`;
  const [verdict, more] = (partizan && PARTIZAN[outcome]) || MEANS[outcome];
  const wins = answer.winning_moves;
  const count = (player) => countOf(wins.filter((move) => !player || move.player === player));
  const moves = over || !answer.complete ? "" : partizan ? ` Winning moves: Left ${count("left")}, Right ${count("right")}.` : outcome === "N" ? ` ${plural(count(), "winning move")}.` : "";
  return html`<div class=${`outcome ${outcome}`}><p class="verdict"><span class="letter" title=${SHORT[outcome]}>${outcome}</span> ${verdict}</p>
    <p class="quiet">${over ? "No move is left." : more}${moves} ${play === "misere" ? "Misère play: the player who makes the last move loses." : "Normal play: the player who makes the last move wins."}</p></div>`;
}

const KINDS = { theorem: "A theorem decides", search: "A search decides", table: "A table decides", sum: "The values of the parts decide", budget: "Nothing decided" };

/** The panel "Why": the theorem with the numbers of this position, and the facts about the game. */
export function Why({ answer, views, games, goTo }) {
  const { reason } = answer;
  return html`<section class="panel why" aria-labelledby="why-title"><h2 id="why-title">Why</h2>
    <p class="kind">${KINDS[reason.kind] ?? reason.kind}${reason.source && html`: <cite>${reason.source}</cite>`}</p>
    <p class="argument"><${Prose} text=${reason.text} /></p>
    ${reason.claims?.length > 0 && html`<p class="quiet">Checked by the ${reason.claims.length === 1 ? "claim" : "claims"} ${reason.claims.slice(0, 6).map((claim, i) => html`${i > 0 && ", "}<a href=${goTo({ view: "book", chapter: `claims/${claim}` })}>${claim}</a>`)}${reason.claims.length > 6 && html` and ${reason.claims.length - 6} more`}.</p>`}
    <${Known} views=${views} games=${games} goTo=${goTo} /></section>`;
}

/** What is known of the games of a position, each folded up. */
export function Known({ views, games, goTo }) {
  const shown = [...new Set(views.map((view) => view.game).filter(Boolean))];
  const known = shown.map((name) => games.find((game) => game.name === name)).filter(Boolean);
  return known.map((game) => html`<details><summary>What is known about ${game.title.split(":")[0]}</summary>
      <p>${game.rules}</p>
      <ul class="facts">${game.theory.map((fact) => html`<li><${Prose} text=${fact.statement} /> <cite>${fact.source}</cite></li>`)}</ul>
      <p><a href=${goTo({ view: "book", chapter: `theory/${game.chapter}` })}>The theory of ${game.name}</a> · <cite>${game.source}</cite></p></details>`);
}

/** Moves whose results differ by symmetry only are folded into one line. */
function folded(rows) {
  const groups = new Map();
  rows.forEach((row, i) => {
    const key = row.class === null ? `own ${i}` : `${row.player} ${row.class}`;
    groups.set(key, [...(groups.get(key) ?? []), row]);
  });
  return [...groups.values()];
}

const FIRST_SHOWN = 12;

/** Completes the list of moves: if the player to move loses, then no move wins, even one that has not been computed. */
export const judged = ({ answer: { outcome }, moves }) => moves.map((row) => (row.wins === null && (outcome === "P" || (outcome === "L" && row.player === "right") || (outcome === "R" && row.player === "left")) ? { ...row, wins: false } : row));

/** Every move with its result. */
export function MovesTable({ found, sel, choose, partizan, play, values, askValues, hidden }) {
  const [all, setAll] = useState(false);
  const [open, setOpen] = useState(/** @type {Record<string, boolean>} */ ({}));
  useEffect(() => {
    setAll(false);
    setOpen({});
  }, [found.answer.position]);
  if (hidden) return null;
  const rank = (row) => (row.wins ? 0 : row.wins === null ? 1 : 2);
  const groups = folded(found.moves).sort((a, b) => rank(a[0]) - rank(b[0]));
  const shown = all ? groups : groups.slice(0, FIRST_SHOWN);
  const misere = play === "misere";
  const hasValues = found.moves.some((row) => row.value !== null || row.misere_value !== null);
  const line = (row, fold, key) => html`<tr class=${names(row.wins ? "wins" : row.wins === false ? "loses" : "", sel?.move === row.move && "chosen")}>
    ${partizan && html`<td class=${row.player}>${row.player === "left" ? "Left" : "Right"}</td>`}
    <td>${row.to === null ? row.move : html`<button type="button" class="link move-text" onClick=${() => choose(row)}>${row.move}</button>`}
      ${fold > 1 && html` <button type="button" class="fold" aria-expanded=${!!open[key]} onClick=${() => setOpen({ ...open, [key]: !open[key] })} title="others alike, by symmetry">${open[key] ? "−" : "+"}${fold - 1} alike</button>`}</td>
    <td class="result"><span aria-hidden="true">${row.wins ? "✓" : row.wins === false ? "×" : "?"}</span> ${row.wins ? "wins" : row.wins === false ? "loses" : "not worked out"}</td>
    <td title=${SHORT[row.outcome] ?? "not worked out"}>${row.outcome ?? "–"}</td>
    ${hasValues && html`<td>${misere ? row.misere_value ?? "" : row.value !== null ? html`<${Value} text=${row.value} />` : ""}</td>`}
    <td class="to">${row.to ?? "each of these"}</td>
    ${values && html`<td class="reason">${row.reason && html`<${Prose} text=${row.reason.text} />`}</td>`}</tr>`;
  return html`<section class="panel moves" aria-labelledby="moves-title"><h2 id="moves-title">Moves</h2>
    ${found.moves.length === 0 ? html`<p class="quiet">There are none.</p>` : html`
    <p class="quiet">${found.count === null ? "Infinitely many moves, or too many to count" : plural(Number(found.count), "move")}${found.count !== null && Number(found.count) > found.moves.length ? `, ${found.moves.length} listed` : found.count === null ? `, ${found.moves.length} of them listed` : ""}.
      ${groups.length < found.moves.length ? " Moves that are equal by symmetry are folded." : ""}
      ${!values && html` <button type="button" class="link" onClick=${askValues}>With values and reasons</button>`}</p>
    <div class="table-scroll" tabindex="0" role="region" aria-label="Table of moves"><table class="moves-table"><thead><tr>
      ${partizan && html`<th scope="col">player</th>`}<th scope="col">move</th><th scope="col">for the player who moves</th><th scope="col">outcome of what is left</th>${hasValues && html`<th scope="col">${misere ? "misère number" : "value"}</th>`}<th scope="col">leads to</th>${values && html`<th scope="col">reason</th>`}</tr></thead>
      <tbody>${shown.map((group) => {
        const key = `${group[0].player} ${group[0].class} ${group[0].move}`;
        return [line(group[0], group.length, key), ...(open[key] ? group.slice(1).map((row) => line(row, 1, key)) : [])];
      })}</tbody></table></div>
    ${groups.length > FIRST_SHOWN && html`<button type="button" class="link" onClick=${() => setAll(!all)}>${all ? "Fewer" : `All ${groups.length} lines`}</button>`}`}</section>`;
}

/** The panel of the value. */
export function ValueCard({ client, state, position, partizan, answer }) {
  const [wanted, setWanted] = useState("");
  const here = wanted === position;
  const asked = (play) => (here && !partizan ? about({ ...state, play }, position, { value: true, moves: false, limits: { seconds: 10 } }) : null);
  const normal = useAnswer(client, "analyze", asked("normal"));
  const misere = useAnswer(client, "analyze", asked("misere"));
  const thermograph = useAnswer(client, "draw", partizan ? about(state, position, { thermograph: true, limits: { seconds: 5 } }) : null);
  const deep = useAnswer(client, "analyze", here && partizan ? about(state, position, { value: true, moves: false, dag: false, limits: { seconds: 20 } }) : null);
  const told = deep.answer ?? answer;
  const cheap = answer.play === "normal" && answer.value !== null;
  const row = (term, shown) => shown !== null && shown !== undefined && html`<div><dt>${term}</dt><dd>${shown}</dd></div>`;
  const number = (text) => (text === null || text === undefined ? null : html`<${Value} text=${text} />`);
  const pending = (ask) => (ask.busy ? html`<span class="quiet">working…</span>` : ask.fault ? html`<span class="quiet">${ask.fault.message}</span>` : html`<span class="quiet">not found within ten seconds</span>`);
  return html`<section class="panel value" aria-labelledby="value-title"><h2 id="value-title">Value</h2>
    ${partizan
      ? html`<dl>${row("canonical form", told.value !== null ? number(told.value) : told.reason.kind === "budget" ? "not decided" : "not worked out")}${row("mean", number(told.mean))}${row("temperature", number(told.temperature))}${row("Left stop", number(told.left_stop))}${row("Right stop", number(told.right_stop))}</dl>
          ${told.value === null && !here && html`<button type="button" onClick=${() => setWanted(position)}>Work out the value</button>`}
          ${deep.fault && html`<${Problem} fault=${deep.fault} />`}
          ${thermograph.answer && html`<figure><img class="thermograph" alt=${`Thermograph: mean ${told.mean ?? "not known"}, temperature ${told.temperature ?? "not known"}; the left wall is Left's`} src=${`data:image/svg+xml,${encodeURIComponent(thermograph.answer.content)}`} /><figcaption class="quiet">Thermograph, with Left’s side on the left.</figcaption></figure>`}`
      : html`<dl>${row("Grundy value", cheap ? number(answer.value) : normal.answer?.value ? number(normal.answer.value) : here ? pending(normal) : null)}
          ${row("misère number", answer.misere_value && !here ? answer.misere_value : misere.answer?.misere_value ?? (here ? pending(misere) : null))}
          ${row("genus", misere.answer?.genus ? html`<${Genus} text=${misere.answer.genus} />` : here && !misere.busy ? html`<span class="quiet">not found</span>` : null)}</dl>
          ${!here && html`<button type="button" onClick=${() => setWanted(position)}>${cheap ? "Work out the misère side" : "Work out the values"}</button>`}`}</section>`;
}
