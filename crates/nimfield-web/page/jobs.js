// Long work: this view starts jobs, shows their progress, cancels them, and saves their results.
import { announce, download, html, useEffect, useRef, useState } from "./ui.js";
import { Problem, useAnswer } from "./answers.js";

const KINDS = {
  hunt: "Look for a counterexample to a claim",
  verify: "Check a claim",
  solve: "Solve a whole board",
  partitions: "All partitions up to a size (PNim)",
  moves: "Analyse a position with every move",
};
const STATES = { waiting: "waits", running: "runs", done: "done", cancelled: "cancelled", failed: "failed" };

const seconds = (s) => (s === null || s === undefined ? "" : s < 60 ? `${s.toFixed(1)} s` : s < 3600 ? `${Math.floor(s / 60)} min ${Math.round(s % 60)} s` : `${Math.floor(s / 3600)} h ${Math.round((s % 3600) / 60)} min`);
const count = (n) => Math.round(n).toLocaleString("en-GB");
const bytes = (n) => (n < 2 ** 20 ? `${Math.round(n / 1024)} KiB` : `${(n / 2 ** 20).toFixed(1)} MiB`);

/** Describes a job in a few words. */
function title({ operation, request }) {
  const what = request.claim ?? request.position ?? (request.up_to !== undefined ? `up to ${request.up_to}` : "");
  return `${operation} ${what}${request.claim && request.up_to !== undefined ? ` up to ${request.up_to}` : ""}`;
}

function Job({ client, job, change }) {
  const live = job.state === "running" || job.state === "waiting";
  useEffect(() => {
    if (!live) return undefined;
    return client.follow(job.job, (next) => {
      change(next);
      if (next.state !== "running" && next.state !== "waiting") announce(`Job ${next.job}, ${title(next)}: ${STATES[next.state]}`);
    });
  }, [job.job, live]);
  const [busy, setBusy] = useState("");
  const { progress, state } = job;
  const cancel = () => client.cancel(job.job).catch((fault) => setBusy(fault.message));
  const share = progress?.total ? Math.min(1, progress.done / progress.total) : null;
  const again = () => client.start(job.operation, job.request).then((fresh) => change(fresh), (fault) => setBusy(fault.message));
  return html`<li class=${`job ${state}`}><h3><code>${title(job)}</code> <span class="tag">${STATES[state] ?? state}</span></h3>
    ${live && progress && html`<p>${progress.phase}${progress.size !== null && progress.size !== undefined ? `, size ${progress.size}` : ""}: ${count(progress.done)}${progress.total ? ` of ${count(progress.total)}` : ""}${progress.rate ? `, ${count(progress.rate)} a second` : ""}, ${seconds(progress.seconds)}${progress.left ? `, about ${seconds(progress.left)} left` : ""}${progress.bytes ? `, ${bytes(progress.bytes)}` : ""}</p>
      ${share !== null && html`<progress value=${share} max="1" aria-label=${`progress of ${title(job)}`}></progress>`}`}
    ${job.seconds !== undefined && job.seconds !== null && !live && html`<p class="quiet">after ${seconds(job.seconds)}</p>`}
    ${job.result?.verdict && html`<p><b>${job.result.verdict}</b>${job.result.complete_to !== undefined && job.result.complete_to !== null ? ` up to size ${job.result.complete_to}` : ""}${job.result.cases ? `, ${count(job.result.cases)} cases` : ""}${job.result.stopped ? ` (${job.result.stopped})` : ""}</p>`}
    ${job.result && html`<details><summary>Result</summary><pre class="json">${JSON.stringify(job.result, null, 1).slice(0, 20_000)}</pre></details>`}
    ${job.error && html`<p class="problem">${job.error.error ?? job.error.message}</p>`}
    ${busy && html`<p class="problem" role="alert">${busy}</p>`}
    <div class="row">${live && html`<button type="button" onClick=${cancel}>Cancel</button>`}${job.result && html`<button type="button" onClick=${() => download(`nimfield-${job.operation}-${job.job}.json`, JSON.stringify(job.result, null, 1), "application/json")}>Save</button>`}${(state === "cancelled" || state === "failed") && html`<button type="button" onClick=${again}>Start again</button>`}</div></li>`;
}

/** @param {any} props */
export function Jobs({ client, state }) {
  const [jobs, setJobs] = useState(/** @type {any[]} */ ([]));
  const [kind, setKind] = useState("hunt");
  const [claim, setClaim] = useState("pnim-question-1");
  const [upTo, setUpTo] = useState("");
  const [position, setPosition] = useState(state.nodes[state.at].to ?? "");
  const [board, setBoard] = useState("tactix[4x4]");
  const [keep, setKeep] = useState("");
  const [fault, setFault] = useState(/** @type {any} */ (null));
  const claims = useAnswer(client, "claims", {});
  const alive = useRef(true);
  useEffect(() => {
    client.jobs().then((list) => alive.current && setJobs(list), setFault);
    return () => void (alive.current = false);
  }, []);
  const change = (next) => setJobs((list) => (list.some((job) => job.job === next.job) ? list.map((job) => (job.job === next.job ? next : job)) : [...list, next]));
  const start = async (event) => {
    event.preventDefault();
    setFault(null);
    const bound = upTo.trim() ? { up_to: Number(upTo) } : {};
    const request = {
      hunt: () => ({ claim, ...bound }),
      verify: () => ({ claim, ...bound }),
      solve: () => ({ position: board, ...(keep.trim() && client.kind === "server" ? { keep: keep.trim() } : {}) }),
      partitions: () => ({ up_to: Number(upTo) || 12 }),
      moves: () => ({ position, value: true, reasons: true }),
    }[kind]();
    try {
      change(await client.start(kind, request));
      announce("The job has been started.");
    } catch (error) {
      setFault(error);
    }
  };
  const about = claims.answer?.claims.find((one) => one.id === claim);
  const claimed = kind === "hunt" || kind === "verify";
  return html`<div class="jobs-view"><form class="panel" onSubmit=${start}><h2>Start a job</h2>
      <label>What <select value=${kind} onChange=${(event) => setKind(event.target.value)}>${Object.entries(KINDS).map(([value, label]) => html`<option value=${value}>${label}</option>`)}</select></label>
      ${claimed && html`<label>Claim <input list="claims" class="notation" value=${claim} onInput=${(event) => setClaim(event.target.value.trim())} /></label><datalist id="claims">${claims.answer?.claims.map((one) => html`<option value=${one.id}>${one.status}</option>`)}</datalist>
        ${about && html`<p class="quiet">${about.status}: ${about.statement}. Over ${about.over}. Size: ${about.size}.</p>`}`}
      ${kind === "solve" && html`<label>Board <input class="notation" value=${board} onInput=${(event) => setBoard(event.target.value)} /></label>${client.kind === "server" && html`<label>Keep the table under the name <input class="notation" placeholder="not kept" value=${keep} onInput=${(event) => setKeep(event.target.value)} /></label>`}`}
      ${kind === "moves" && html`<label>Position <input class="notation" value=${position} onInput=${(event) => setPosition(event.target.value)} /></label>`}
      ${(claimed || kind === "partitions") && html`<label>Up to size <input class="number" inputmode="numeric" value=${upTo} placeholder=${kind === "partitions" ? "12" : kind === "verify" && about ? `${about.up_to}` : "no bound"} onInput=${(event) => setUpTo(event.target.value)} /></label>`}
      <${Problem} fault=${fault} />
      <button class="primary">Start</button>
      ${client.kind === "worker" && html`<p class="quiet">Without a server a job runs in this browser, in one thread, and ends with the page.</p>`}</form>
    <section aria-labelledby="jobs-title"><h2 id="jobs-title">Jobs</h2>${jobs.length === 0 ? html`<p class="quiet">None yet.</p>` : html`<ul class="jobs">${[...jobs].sort((a, b) => b.job - a.job).map((job) => html`<${Job} key=${job.job} client=${client} job=${job} change=${change} />`)}</ul>`}</section></div>`;
}
