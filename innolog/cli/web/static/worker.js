// Runs innolog away from the page, so that the page never waits. Text and bytes go in and come out, nothing else.
import { loadPyodide } from "./pyodide/pyodide.mjs";

const here = new URL("./", import.meta.url).href;
const say = (message, transfer) => self.postMessage(message, transfer || []);

async function bytes(name) {
  const reply = await fetch(here + name);
  if (!reply.ok) throw new Error(`${name}: ${reply.status}`);
  return reply.arrayBuffer();
}

async function start() {
  say({ kind: "stage", text: "Starting Python…" });
  const [python, archive] = await Promise.all([loadPyodide({ indexURL: here + "pyodide/" }), bytes(%ARCHIVE%)]);
  say({ kind: "stage", text: "Loading the rules and cards…" });
  // Python imports from the archive: unpacking it takes longer.
  python.FS.writeFile("/lib/innolog.zip", new Uint8Array(archive));
  python.FS.mkdir("/drop");
  python.runPython("import sys; sys.path.insert(0, '/lib/innolog.zip')");
  const judging = python.pyimport("innolog.cli.web.judging");
  say({ kind: "ready" });
  prepare(judging);
  return { python, judging };
}

// While nothing is asked, imports what the first game needs. What is asked comes first, and waits for one step at most.
async function prepare(judging) {
  await idle();
  for (const _ of judging.prepare()) await idle();
}

const started = start();
started.catch((error) => say({ kind: "failed", text: String(error.message || error).split("\n").at(-1) }));

// The last line of a Python traceback is what went wrong.
const reason = (error) => String(error.message || error).trim().split("\n").at(-1).replace(/^[\w.]+: /, "");

const tasks = {
  put({ python }, { path, buffer }) {
    python.FS.writeFile(path, new Uint8Array(buffer));
    return null;
  },
  judge({ judging }, { id, path, name }) {
    const rows = judging.verdicts(path, name);
    try {
      for (const row of rows) say({ kind: "row", id, row: JSON.parse(row) });
    } finally {
      rows.destroy();
    }
    return { kind: "done", id };
  },
  read({ judging }, { id, path }) {
    return { kind: "read", id, found: judging.is_log(path) };
  },
  page({ judging }, { id, path, name, index }) {
    return { kind: "page", id, html: judging.page(path, index, name) };
  },
  export({ judging }, { id, path, name, index, form }) {
    const made = judging.export(path, index, name, form);
    const content = made.toJs();
    made.destroy();
    return { kind: "exported", id, content };
  },
  link({ judging }, { id, path, name, index }) {
    return { kind: "link", id, text: judging.link(path, index, name) };
  },
  unlink({ judging }, { id, text }) {
    return { kind: "record", id, text: judging.from_link(text) };
  },
  archive({ python, judging }, { id, files }) {
    files.forEach(([, content], number) => python.FS.writeFile(`/tmp/${number}`, content));
    const made = judging.archive(JSON.stringify(files.map(([name], number) => [name, `/tmp/${number}`])));
    files.forEach((file, number) => python.FS.unlink(`/tmp/${number}`));
    const content = made.toJs();
    made.destroy();
    return { kind: "exported", id, content };
  },
  forget({ python }, { path }) {
    python.FS.unlink(path);
    return null;
  },
};

// A review goes on beside the queue, action by action. What else was asked comes first, and waits for one action at most.
let reviewed = null;
const rest = () => new Promise((resolve) => setTimeout(resolve));
async function idle() {
  for (let before = null; before !== queue; await rest()) await (before = queue);
}

async function review({ id, path, name, index }) {
  reviewed = id;
  let parts = null;
  try {
    const { judging } = await started;
    for (;;) {
      await idle();
      if (reviewed !== id) break;
      parts ??= judging.review(path, index, name);
      const { done, value } = parts.next();
      if (done) break;
      say({ kind: "row", id, row: JSON.parse(value) });
    }
    say({ kind: "done", id });
  } catch (error) {
    say({ kind: "error", id, text: reason(error) });
  } finally {
    if (parts) parts.destroy();
  }
}

let queue = Promise.resolve();
self.onmessage = ({ data }) => {
  if (data.task === "review") {
    review(data);
    return;
  }
  if (data.task === "leave") {
    reviewed = null;
    return;
  }
  queue = queue.then(async () => {
    try {
      const reply = tasks[data.task](await started, data);
      if (reply) say(reply);
    } catch (error) {
      say({ kind: "error", id: data.id, text: reason(error) });
    }
  });
};
