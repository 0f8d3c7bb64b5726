// The only access to the engine: `ask` sends a question, `job` starts a job. Requests go to the server over HTTP, or to a
// worker with the engine as WebAssembly. Both use the same JSON, so callers need not know which one answers.

/** An error from the engine: its object, with `error`, `kind`, `message` and `place`. */
export class Fault extends Error {
  /** @param {{error?: string, message?: string, kind?: string, place?: any}} told */
  constructor(told) {
    super(told.error ?? told.message ?? "something went wrong");
    this.told = told;
    this.kind = told.kind ?? "failed";
    this.place = told.place ?? null;
  }
}

const gone = () => new DOMException("no longer wanted", "AbortError");
const failed = (text) => new Fault({ kind: "failed", error: text, message: text, place: null });
const unreachable = () => failed("The engine cannot be reached: the server has ended, or the connection is broken.");

async function parsed(response) {
  const answer = await response.json().catch(() => null);
  if (answer === null) throw failed(`The server answered ${response.status} without saying more.`);
  if (!response.ok || response.headers.has("Nimfield-Status")) throw new Fault(answer);
  return answer;
}

/** The client of a server, over HTTP. */
function server() {
  async function send(method, path, body, signal, patience = 5) {
    let response;
    try {
      response = await fetch(`api/${path}`, {
        method,
        signal,
        // With the second header a mistake in a request gets an answer of status 200, which the console does not log as an error. The request for the list of games has no such header, so that it matches the preload.
        headers: body === undefined ? {} : { "Content-Type": "application/json", "Nimfield-Page": "1" },
        body: body === undefined ? undefined : JSON.stringify(body),
      });
    } catch (error) {
      throw error.name === "AbortError" ? error : unreachable();
    }
    if (response.status === 503 && patience > 0) {
      const seconds = Math.min(Number(response.headers.get("Retry-After")) || 1, 5);
      await new Promise((resolve) => setTimeout(resolve, 1000 * seconds));
      if (signal?.aborted) throw gone();
      return send(method, path, body, signal, patience - 1);
    }
    return parsed(response);
  }
  return {
    kind: "server",
    /** Calls back with the list of games, and with how much of the engine has been loaded. */
    begin: async (tell) => tell(await send("GET", "games")),
    ask: (operation, request, signal) =>
      operation === "claims" ? send("GET", "claims", undefined, signal) : send("POST", operation, request, signal),
    jobs: async () => {
      const list = await send("GET", "jobs");
      return list.jobs ?? list;
    },
    start: (operation, request) => send("POST", "jobs", { operation, request }),
    cancel: (job) => send("DELETE", `jobs/${job}`),
    /** Calls back with the state of a job until it ends. Returns a function that stops this. */
    follow(job, tell) {
      const events = new EventSource(`api/jobs/${job}/events`);
      const hear = (event) => tell(JSON.parse(event.data));
      events.addEventListener("progress", hear);
      events.addEventListener("end", (event) => {
        events.close();
        hear(event);
      });
      return () => events.close();
    },
  };
}

/** A worker that answers one question at a time. The only way to cancel a question is to end the worker. */
function thread(loads = null) {
  let running = null;
  let waiting = [];
  let current = null;
  let last = 0;
  function begin() {
    running = new Worker("worker.js", { type: "module" });
    running.onmessage = ({ data }) => {
      if (data.loaded) return loads?.(data.loaded);
      if (!current || data.id !== current.id) return;
      if (data.progress) return current.progress?.(data.progress);
      const { resolve, reject } = current;
      current = null;
      if (data.ok) resolve(data.answer);
      else reject(new Fault(data.answer));
      next();
    };
    running.onerror = (event) => {
      event.preventDefault();
      const stopped = current;
      end();
      stopped?.reject(failed("The engine could not be started in this browser. It needs WebAssembly and module workers."));
      next();
    };
  }
  function end() {
    running?.terminate();
    running = null;
    current = null;
  }
  function next() {
    if (current || waiting.length === 0) return;
    current = waiting.shift();
    if (!running) begin();
    const { id, operation, request } = current;
    running.postMessage({ id, operation, request });
  }
  function ask(operation, request, signal, progress) {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(gone());
      const question = { id: ++last, operation, request, resolve, reject, progress };
      signal?.addEventListener("abort", () => {
        if (current === question) {
          end();
          next();
        } else if (waiting.includes(question)) {
          waiting = waiting.filter((other) => other !== question);
        } else return;
        reject(gone());
      });
      waiting.push(question);
      next();
    });
  }
  return { ask, end };
}

/** The client without a server: each job has its own worker, and ends with the page. */
function worker() {
  let loads = (_text) => {};
  const asked = thread((text) => loads(text));
  const jobs = [];
  // The engine is large, so the download begins now, whichever view is opened first.
  const all = asked.ask("games", {});
  all.catch(() => {});
  function start(operation, request) {
    const controller = new AbortController();
    const begun = performance.now();
    const own = thread();
    const job = { schema: 1, job: jobs.length + 1, operation, request, state: "running", progress: null };
    const entry = { job, listeners: new Set(), controller };
    const change = (fields) => {
      Object.assign(job, fields);
      for (const tell of entry.listeners) tell({ ...job });
    };
    const seconds = () => (performance.now() - begun) / 1000;
    jobs.push(entry);
    own
      .ask(operation, { ...request, limits: { seconds: 3600, ...request.limits } }, controller.signal, (progress) => change({ progress }))
      .then(
        (result) => change({ state: "done", seconds: seconds(), result }),
        (error) =>
          error.name === "AbortError"
            ? change({ state: "cancelled", seconds: seconds() })
            : change({ state: "failed", seconds: seconds(), error: error.told ?? { error: String(error) } }),
      )
      .finally(own.end);
    return Promise.resolve({ ...job });
  }
  return {
    kind: "worker",
    async begin(tell) {
      loads = (text) => tell(null, text);
      // The start page can describe the games long before the engine has been loaded.
      const early = await fetch("games.json").catch(() => null);
      if (early?.ok) tell(await early.json());
      tell(await all, "");
    },
    ask: asked.ask,
    jobs: () => Promise.resolve(jobs.map(({ job }) => ({ ...job }))),
    start,
    cancel(number) {
      jobs[number - 1]?.controller.abort();
      return Promise.resolve({});
    },
    follow(number, tell) {
      const entry = jobs[number - 1];
      entry?.listeners.add(tell);
      if (entry) tell({ ...entry.job });
      return () => entry?.listeners.delete(tell);
    },
  };
}

/** The engine of this page. A static site has a mark in its head that it contains its own engine. */
export const client = document.querySelector("meta[name=engine]") ? worker() : server();
