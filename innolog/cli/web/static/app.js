// The page: takes files, shows verdicts and the game. Nothing from a log is ever parsed as markup here; the page of a
// game is made by innolog, which escapes it, and runs in a frame of its own without access to this page.
import { READY, SHARED, bookmarklet, fromTable, isEarlier, received, unpacked, userscript } from "./sharing.js";

const byId = (id) => document.getElementById(id);
const MEGABYTE = 1 << 20;
// Of a file that is dropped. A log has at most 16 MB, and a saved page or an archive may have more.
const LARGEST = 64 * MEGABYTE;
const VERDICTS = {
  legal: "Legal", legal_so_far: "Legal so far", illegal: "Illegal", unsupported: "Not judged", unreadable: "Not a log",
};

let worker = null;
let waiting = new Map();
let number = 0;
let files = 0;
// Every log that was dropped: its verdict, the file that it lies in, the path of that for the worker, and the game of the
// link, packed, if it came with one.
let logs = [];
// The paths that the worker has.
let placed = new Set();
let shown = null;
// The game that is shown: its frame, the address of what is in it, and the number of the action.
let frame = null;
let frameUrl = null;
let position = null;
// How often the stage was cleared. A game that was asked for before the last time comes too late.
let cleared = 0;
// Parts of the review that came before the frame listens; null when it does.
let early = null;
let queue = [];
let busy = false;
let total = 0;
let ready = false;

function el(tag, classes, ...children) {
  const node = document.createElement(tag);
  if (classes) node.className = classes;
  node.append(...children.filter((child) => child !== null));
  return node;
}
const status = (text) => (byId("status").textContent = text);
// What is going on now, or nothing.
const working = () => status(!busy ? "" : ready ? `Checking ${queue.current}…` : "Starting…");
// Does what the reader asked for, and says so if it fails.
async function attempt(failure, work) {
  try {
    await work();
  } catch (error) {
    if (error?.message !== "stopped") status(`${failure}: ${error?.message || "the browser says no reason"}`);
  }
}

// --- the worker -------------------------------------------------------------------------------------------------------

function start() {
  ready = false;
  placed = new Set();
  // A worker from a blob has this page's Content-Security-Policy whatever server the site lies on.
  const source = `import ${JSON.stringify(new URL("worker.js", location.href).href)};`;
  const url = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
  worker = new Worker(url, { type: "module" });
  worker.onmessage = ({ data }) => heard(data);
  worker.onerror = () => failed("a part of this page could not be loaded, or this browser is too old");
}

// What was asked of a worker that could not start gets no answer. The next question starts another one.
function failed(text) {
  stop();
  status(`The check could not start: ${text}. To try once more, drop the log again, or reload this page.`);
}

function heard(message) {
  if (message.kind === "stage") {
    if (busy) status(message.text);
  } else if (message.kind === "ready") {
    ready = true;
    document.documentElement.dataset.ready = "yes";
    // What else stands there may be why a link was not opened.
    if (busy) working();
    remember();
  } else if (message.kind === "failed") {
    failed(message.text);
  } else {
    const task = waiting.get(message.id);
    if (!task) return;
    if (message.kind === "row") {
      task.row(message.row);
      return;
    }
    waiting.delete(message.id);
    if (message.kind === "error") task.reject(new Error(message.text));
    else task.resolve(message);
  }
}

function ask(task, details, row) {
  if (!worker) start();
  const id = ++number;
  return new Promise((resolve, reject) => {
    waiting.set(id, { resolve, reject, row });
    worker.postMessage({ task, id, ...details });
  });
}

// Asks about a file or a log in it. A worker that was started after a stop gets the file first.
async function askOf({ path, file, row: log }, task, details, row) {
  if (!worker) start();
  if (!placed.has(path)) {
    const mine = worker;
    const buffer = await file.arrayBuffer();
    if (mine !== worker) throw new Error("stopped");
    placed.add(path);
    worker.postMessage({ task: "put", path, buffer }, [buffer]);
  }
  return ask(task, { path, name: file.name, index: log?.index, ...details }, row);
}

function stop() {
  if (worker) worker.terminate();
  worker = null;
  queue.length = 0;
  for (const task of waiting.values()) task.reject(new Error("stopped"));
  waiting = new Map();
  stopped();
  status("Stopped.");
}

function stopped() {
  busy = false;
  // A button that is hidden loses the focus.
  if (document.activeElement === byId("stop")) byId("files").focus({ preventScroll: true });
  byId("stop").hidden = true;
  byId("progress").hidden = true;
  byId("example").hidden = logs.length > 0;
}

// --- files ------------------------------------------------------------------------------------------------------------

function size(bytes) {
  return `${Math.round(bytes / MEGABYTE)} MB`;
}

function refused(file) {
  return {
    index: 0, name: file.name, verdict: "unreadable", headline: "This file is too large.", players: [], won: [],
    ending: "", rules: "", place: "", actions: "", digest: null, notes: [], has_page: false,
    reason: `It has ${size(file.size)}. A game log has at most 16 MB, and an archive or a saved page ${size(LARGEST)}.`,
  };
}

// What is dropped, comes with a link, or was ``kept`` under this key. While others are checked, it waits for its turn.
async function take(dropped, { link, kept } = {}) {
  const several = [...dropped].map((file) => ({ file, link, kept }));
  if (!several.length) return;
  if (!busy) clear();
  queue.push(...several);
  total = busy ? total + several.length : several.length;
  if (busy) return;
  busy = true;
  byId("example").hidden = true;
  byId("stop").hidden = false;
  while (queue.length && busy) {
    const next = queue.shift();
    queue.current = next.file.name;
    byId("progress").hidden = false;
    byId("progress").max = total;
    byId("progress").value = total - queue.length - 1;
    working();
    await judge(next);
  }
  if (!busy) return;
  stopped();
  status(logs.length === 1 ? "" : `${logs.length} logs checked.`);
  if (logs.length === 1) await show(logs[0]);
}

// What was pasted, dragged or shared as text is a file, too. What is no log may have a link with a game in it, as a letter
// has, and takes nothing away.
async function takeText(text, name) {
  const [link] = LINK.exec(text) || [];
  const file = new File([text], name || "pasted text");
  if (!text.trim()) return;
  if (!busy) status("Looking for a game in the text…");
  await attempt("This text could not be read", async () => {
    if ((!link && !shown) || (await isLog(file))) await take([file]);
    else if (link) {
      status("");
      // An address that stays as it is tells nobody.
      if (location.hash === link) await follow();
      else location.hash = link;
    } else status("This text is not a game log that innolog can read.");
  });
}

async function isLog(file) {
  const path = `/drop/${++files}`;
  try {
    return (await askOf({ path, file }, "read")).found;
  } finally {
    if (worker && placed.delete(path)) worker.postMessage({ task: "forget", path });
  }
}

// Nothing of what was dropped before is left, here or in the worker.
function clear() {
  for (const path of placed) if (worker) worker.postMessage({ task: "forget", path });
  placed.clear();
  const stale = shown && addressed(shown);
  logs = [];
  shown = null;
  if (stale) address(null);
  byId("list").hidden = true;
  byId("rows").replaceChildren();
  byId("result").hidden = true;
  closeGame();
}

async function judge({ file, link, kept }) {
  const path = `/drop/${++files}`;
  const add = (row) => list({ row, path, file, link, kept });
  if (file.size > LARGEST) {
    add(refused(file));
    return;
  }
  try {
    await askOf({ path, file }, "judge", {}, add);
  } catch (error) {
    if (error.message !== "stopped") {
      // An error says nothing about the log.
      add({ ...refused(file), verdict: "unsupported", headline: "This file could not be read.", reason: error.message });
    }
  }
}

// --- what is shown ----------------------------------------------------------------------------------------------------

function cells(row, button) {
  const verdict = el("td", `verdict-cell ${row.verdict}`, VERDICTS[row.verdict] || row.verdict);
  const texts = [row.players.join(", "), row.won.join(", "), row.actions];
  return el("tr", "", el("td", "", button), verdict, ...texts.map((text) => el("td", "", text)));
}

// Adds a log. The lines above stay as they are, with the reader who may be in one of them.
function list(log) {
  const button = el("button", "link", log.row.name);
  button.type = "button";
  button.addEventListener("click", () => show(log));
  log.line = cells(log.row, button);
  log.line.dataset.verdict = log.row.verdict;
  log.line.dataset.digest = log.row.digest || "";
  byId("rows").append(log.line);
  logs.push(log);
  byId("list").hidden = logs.length < 2;
}

async function show(log) {
  if (shown) shown.line.removeAttribute("aria-current");
  shown = log;
  log.line.setAttribute("aria-current", "true");
  address(wanted());
  closeGame();
  // What was said of a game that was shown before no longer holds.
  working();
  const row = log.row;
  byId("result").hidden = false;
  byId("finding").className = `finding ${row.verdict}`;
  byId("headline").textContent = row.headline;
  byId("ending").textContent = row.ending || "";
  byId("where").open = !row.has_page;
  const rest = [row.rules, row.actions].filter(Boolean).map((text) => ` · ${text}`);
  byId("about").replaceChildren("Details", el("span", "much", ...rest));
  byId("place").textContent = row.place ? `${row.place}${row.rule ? ` · rule ${row.rule}` : ""}` : "";
  byId("sentence").textContent = row.sentence || "";
  byId("reason").textContent = row.reason || "";
  const sides = row.sides ? [[row.sides[0], row.expected, ""], [row.sides[1], row.observed, "observed"]] : [];
  byId("sides").replaceChildren(
    ...sides.map(([label, text, kind]) => el("div", kind, el("dt", "", label), el("dd", "", text))));
  byId("notes").replaceChildren(...row.notes.map((note) => el("li", "", note)));
  byId("source").textContent = [row.name, row.rules, row.actions].filter(Boolean).join(" · ");
  const native = row.verdict === "legal" || row.verdict === "legal_so_far";
  byId("actions").hidden = !row.has_page;
  document.querySelector("[data-export=native]").hidden = !native;
  byId("link").hidden = !native;
  byId("keep").hidden = log.kept !== undefined || !window.indexedDB;
  byId("headline").focus({ preventScroll: true });
  byId("result").scrollIntoView({ block: "nearest" });
  if (!row.has_page) return;
  status("Drawing the game…");
  const mine = cleared;
  try {
    const { html } = await askOf(log, "page");
    if (mine !== cleared) return;
    openGame(html);
    working();
    if (native) review(log);
  } catch (error) {
    if (mine === cleared && error.message !== "stopped") status(`The game cannot be shown: ${error.message}`);
  }
}

// --- the game, in a frame that is as tall as its content and cannot reach this page ------------------------------------

function closeGame() {
  cleared += 1;
  if (frame && worker) worker.postMessage({ task: "leave" });
  byId("game").hidden = byId("steps").hidden = byId("print").disabled = true;
  byId("now").textContent = "";
  if (frame) frame.remove();
  if (frameUrl) URL.revokeObjectURL(frameUrl);
  frame = frameUrl = position = null;
}

function openGame(html) {
  frameUrl = URL.createObjectURL(new Blob([html], { type: "text/html;charset=utf-8" }));
  frame = el("iframe", "");
  frame.id = "frame";
  frame.title = "The game, action by action";
  // The game prints itself, because a frame cannot be broken over pages. Browsers count that among the modal windows.
  frame.setAttribute("sandbox", "allow-scripts allow-downloads allow-modals");
  const at = wanted();
  frame.src = frameUrl + (at === null ? "" : `#action-${at}`);
  byId("stage").append(frame);
  byId("game").hidden = false;
}

// Every decision against its alternatives: part by part, while the reader goes through the game.
async function review(log) {
  early = [];
  const mine = frame;
  const part = (row) => {
    if (frame !== mine) return;
    if (early) early.push(row);
    else toGame({ review: row });
  };
  try {
    await askOf(log, "review", {}, part);
  } catch (error) {
    part({ none: error.message === "stopped" ? "the check was stopped" : error.message });
  }
  if (frame === mine) frame.dataset.reviewed = "yes";
}

const toGame = (message) => frame && frame.contentWindow.postMessage(message, "*");

// The frame says how tall it is, which action it shows, and what became of a picture. The address follows, so that it can be passed on.
function fromGame({ height, scroll, said, action, last, when, title, move, begun }) {
  if (Number.isFinite(height) && height > 0) {
    const first = !frame.style.height;
    frame.style.height = `${Math.min(height, 1e5)}px`;
    if (first) byId("result").scrollIntoView();
  }
  byId("print").disabled = false;
  if (scroll) byId("game").scrollIntoView();
  if (said) status(said);
  if (!Number.isInteger(action)) return;
  position = action;
  for (const row of early || []) toGame({ review: row });
  early = null;
  if (begun) address(action);
  // A game without actions has none of this.
  byId("steps").hidden = false;
  byId("slider").max = last;
  byId("slider").value = action;
  byId("slider").setAttribute("aria-valuetext", `${when}: ${title}`);
  byId("previous").disabled = action === 0;
  byId("next").disabled = action === last;
  byId("now").replaceChildren(
    el("b", "", title), el("span", "where", Number.isInteger(move) ? `${when} · move ${move}` : when));
}

// --- the address: the position, and with a link the game ---------------------------------------------------------------

function fromAddress() {
  const [, action] = /(?:^#|&)action[-=](\d+)$/.exec(location.hash) || [];
  const [, game] = /^#game=([\w.-]+)/.exec(location.hash) || [];
  return { action: action === undefined ? null : Number(action), game: game || null };
}

const fragment = (game, action) => {
  if (game) return `#game=${game}${action === null ? "" : `&action=${action}`}`;
  return action === null ? "" : `#action-${action}`;
};
// The history of the browser has what a position without a link leaves out: of which game it is.
const gameOf = (row) => [row.digest || row.name, row.table, ...row.players].join(" ");
const address = (action) =>
  history.replaceState(shown && gameOf(shown.row), "", location.pathname + fragment(shown?.link, action));
// Whether the address is one of this game. A position that came from elsewhere, without a link, can be of any game.
function addressed({ link, row }) {
  const { game } = fromAddress();
  return game || link ? game === link : [null, gameOf(row)].includes(history.state);
}
// The action in the address, if it is one of the game that is shown.
const wanted = () => (addressed(shown) ? fromAddress().action : null);

// A dot at its end is one of the sentence around it.
const LINK = /#game=[\w.-]*[\w-](?:&action=\d+)?/;
const damaged = (why) => status(`This link cannot be opened: ${why}.`);

// The record that a link carries.
async function carried(game) {
  if (!isEarlier(game)) return (await ask("unlink", { text: game })).text;
  try {
    return await unpacked(game);
  } catch {
    throw new Error("it is damaged. Copy it again, to its end");
  }
}

async function follow() {
  const { game, action } = fromAddress();
  if (game && game !== shown?.link) {
    status("Opening the game of the link…");
    try {
      await take([new File([await carried(game)], "game of the link.innolog")], { link: game });
    } catch (error) {
      if (error.message !== "stopped") damaged(error.message);
    }
  } else if (/^#game/.test(location.hash) && !game) {
    damaged("it is damaged. Copy it again, to its end");
  } else if (location.hash === SHARED) {
    history.replaceState(null, "", location.pathname);
    await attempt("What was shared could not be opened", takeShared);
  } else if (action !== null && frame && addressed(shown)) {
    toGame({ show: action });
  } else if (action !== null) {
    status("This link names a position and carries no game. Drop the log of the game here to see it; a link with the game comes from “Copy link” beside the board.");
  }
}

// What another program shared with this page, which the service worker put aside.
async function takeShared() {
  const { files, text } = await received();
  if (files.length) await take(files);
  else if (text.trim()) await takeText(text, "shared text");
  else status("Nothing was shared that innolog can read. Share the file or the text of a log.");
}

async function copyLink() {
  const { text } = await askOf(shown, "link");
  const url = location.origin + location.pathname + fragment(text, position);
  try {
    await navigator.clipboard.writeText(url);
    status(`The link is copied. It carries the whole game (${url.length} characters) with the names of its players.`);
  } catch {
    prompt("Copy this link. It carries the whole game:", url);
  }
}

function download(content, type, name) {
  const link = el("a", "");
  link.href = URL.createObjectURL(new Blob([content], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
  status(`Saved as ${name}.`);
}

const NAMES = { html: ["html", "text/html"], csv: ["csv", "text/csv"], native: ["innolog", "application/jsonl"] };
async function save(form) {
  const log = shown;
  const [suffix, type] = NAMES[form];
  const { content } = await askOf(log, "export", { form });
  const stem = log.row.name.split(/[!/\\]/).at(-1).replace(/(\.json|\.m?html?|\.mht|\.innolog|\.gz|\.zip)+$/i, "");
  download(content, type, `${stem || "game"}.${suffix}`);
}

// --- games kept in this browser, only if asked ------------------------------------------------------------------------

function database() {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open("innolog", 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore("games", { keyPath: "key" });
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
  });
}

async function stored(mode, work) {
  const opened = await database();
  try {
    return await new Promise((resolve, reject) => {
      const change = opened.transaction("games", mode);
      const request = work(change.objectStore("games"));
      change.oncomplete = () => resolve(request.result);
      // Every error ends in this, and the transaction knows it only then.
      change.onabort = () => reject(change.error);
    });
  } finally {
    opened.close();
  }
}

const nameOf = (row) => row.name.split(/[!/\\]/).at(-1);
// Several logs of one table are one game.
const tableOf = (row) => row.table || `${row.digest || row.name} ${row.players.join(" ")}`;

async function keep(these) {
  let kept = 0;
  let why = null;
  for (const log of these) {
    try {
      const { content } = await askOf(log, "export", { form: "log" });
      const row = { ...log.row, name: nameOf(log.row) };
      const key = row.digest ? `${row.digest} ${row.players.join(" ")}` : row.name;
      await stored("readwrite", (games) => games.put({ key, row, content, when: Date.now() }));
      kept += 1;
    } catch (error) {
      why = error.message || error;
      if (why === "stopped") break;
    }
  }
  const all = these.length === 1 ? "Kept in this browser." : `Kept ${kept} of ${these.length} logs in this browser.`;
  const lost = these.length === 1 ? "This game" : `${all} ${these.length - kept}`;
  if (why !== "stopped") status(why ? `${lost} could not be kept: ${why}` : all);
  await listKept();
}
const keepAll = () => keep(logs.filter((log) => log.row.has_page && log.kept === undefined));

// All logs that are kept, as they came, in one archive. Every innolog reads it: dropped here, all can be kept again.
async function exportKept() {
  const games = await stored("readonly", (all) => all.getAll());
  const files = new Map();
  for (const { row, content } of games) {
    let name = nameOf(row);
    for (let again = 2; files.has(name); again += 1) name = `${again}_${nameOf(row)}`;
    files.set(name, content);
  }
  const { content } = await ask("archive", { files: [...files] });
  download(content, "application/zip", "my_innovation_games.zip");
}

// The button that was pressed is gone, and the next one gets its focus.
function focusKept(at) {
  const left = byId("kept-rows").rows;
  (left[Math.min(at, left.length - 1)]?.querySelector("td:last-child button") ?? byId("files")).focus({ preventScroll: true });
}

async function forget() {
  if (!confirm("Remove all games that are kept in this browser? This cannot be undone.")) return;
  await stored("readwrite", (all) => all.clear());
  await listKept();
  focusKept(0);
  status("All games are removed from this browser.");
}

// All logs of a table are removed, or none of them.
async function remove(games, name, at) {
  await stored("readwrite", (all) => games.map(({ key }) => all.delete(key)).at(-1));
  await listKept();
  focusKept(at);
  status(`${name} is removed from this browser.`);
}

async function listKept() {
  const tables = new Map();
  try {
    for (const game of await stored("readonly", (all) => all.getAll())) {
      tables.set(tableOf(game.row), [...(tables.get(tableOf(game.row)) || []), game]);
    }
  } catch {
    // A browser may forbid it, in private windows for instance.
  }
  // The newest first. Games without a date come last, those that were kept last before the others.
  const date = (games) => games.map((game) => game.row.started || "").sort().at(-1);
  const when = (games) => Math.max(...games.map((game) => game.when));
  const listed = [...tables.values()].sort((a, b) => date(b).localeCompare(date(a)) || when(b) - when(a));
  byId("kept").hidden = !listed.length;
  recordOf(listed.flat().map((game) => game.row));
  byId("kept-rows").replaceChildren(...listed.map((games, at) => {
    // The log of a player shows most.
    const game = games.find((each) => each.row.seen_by) || games[0];
    const button = el("button", "link", game.row.name);
    button.type = "button";
    button.addEventListener("click", () => take([new File([game.content], game.row.name)], { kept: game.key }));
    const removing = el("button", "", "Remove");
    removing.type = "button";
    removing.setAttribute("aria-label", `Remove ${game.row.name}`);
    removing.addEventListener("click", () => attempt("This game could not be removed", () => remove(games, game.row.name, at)));
    const line = cells(game.row, button);
    const texts = [date(games).slice(0, 10), game.row.rules, String(games.length)];
    line.append(...texts.map((text) => el("td", "", text)), el("td", "", removing));
    return line;
  }));
}

// My record in the games that are kept: all, by opponents, by rules, and by the way in which they ended.
const ENDED = { achievements: "Ended by achievements", score: "Ended on points", dogma: "Ended by an effect" };
let me = null;
// A text can call the person to whom its messages are addressed so.
const YOU = "You";
function recordOf(rows) {
  // Of a table, the log of a player tells who kept it.
  const tables = new Map();
  for (const row of rows.filter((each) => each.ended_by)) {
    const table = tableOf(row);
    if (!tables.has(table) || (!tables.get(table).seen_by && row.seen_by)) tables.set(table, row);
  }
  const finished = [...tables.values()];
  const count = (lists) => {
    const found = new Map();
    for (const name of lists.flat()) found.set(name, (found.get(name) || 0) + 1);
    return [...found].sort((a, b) => b[1] - a[1]).map(([name]) => name);
  };
  // Who recorded the games is most likely who looks at them.
  const names = count([...finished.map((row) => row.players), ...finished.flatMap((row) => (row.seen_by ? Array(99).fill(row.seen_by) : []))])
    .filter((name, _, all) => name !== YOU || all.length === 1);
  byId("record").hidden = !names.length;
  if (!names.length) return;
  if (!names.includes(me)) me = names[0];
  byId("me").replaceChildren(...names.map((name) => new Option(name, name, false, name === me)));
  byId("me").onchange = () => {
    me = byId("me").value;
    recordOf(rows);
  };
  const named = (row) => {
    const own = (name) => (name === YOU && !row.players.includes(me) ? me : name);
    return { ...row, players: row.players.map(own), won: row.won.map(own) };
  };
  const mine = finished.map(named).filter((row) => row.players.includes(me));
  const kinds = new Map([["All", mine]]);
  const add = (kind, row) => kinds.set(kind, [...(kinds.get(kind) || []), row]);
  for (const row of mine) add(`Against ${opponents(row).join(", ")}`, row);
  for (const row of mine) add(row.rules[0].toUpperCase() + row.rules.slice(1), row);
  for (const row of mine) add(ENDED[row.ended_by] || row.ended_by, row);
  byId("record-rows").replaceChildren(...[...kinds].map(([kind, of]) => {
    const won = of.filter((row) => row.won.includes(me)).length;
    const [low, high] = wilson(won, of.length);
    const percent = (share) => `${Math.round(100 * share)} %`;
    const texts = [of.length, won, percent(won / of.length), `${percent(low)} to ${percent(high)}`];
    return el("tr", "", el("th", "", kind), ...texts.map((text) => el("td", "", String(text))));
  }));
}

// In the order of their names, as the order of the seats is another in each game.
function opponents({ players, teams = [] }) {
  const mine = players.indexOf(me);
  const side = (seat) => teams[seat] ?? seat;
  return players.filter((_, seat) => side(seat) !== side(mine)).sort();
}

function wilson(won, all) {
  const more = 1.96 ** 2 / all;
  const share = won / all;
  const center = (share + more / 2) / (1 + more);
  const half = Math.sqrt(more * (share * (1 - share) + more / 4)) / (1 + more);
  return [Math.max(0, center - half), Math.min(1, center + half)];
}

// --- without a network ------------------------------------------------------------------------------------------------

async function remember() {
  if (!navigator.serviceWorker) return;
  try {
    await navigator.serviceWorker.register("sw.js");
    await navigator.serviceWorker.ready;
    byId("offline").textContent = "This page now also works without a network.";
    document.documentElement.dataset.offline = "yes";
  } catch {
    // The page works as before, with a network.
  }
}

// --- what the reader does ---------------------------------------------------------------------------------------------

byId("files").addEventListener("change", (event) => {
  take(event.target.files);
  event.target.value = "";
});
const drop = byId("drop");
drop.addEventListener("submit", (event) => event.preventDefault());
for (const kind of ["dragenter", "dragover"]) {
  document.addEventListener(kind, (event) => {
    event.preventDefault();
    drop.classList.add("over");
  });
}
document.addEventListener("dragleave", (event) => {
  if (!event.relatedTarget) drop.classList.remove("over");
});
document.addEventListener("drop", (event) => {
  event.preventDefault();
  drop.classList.remove("over");
  if (!event.dataTransfer) return;
  if (event.dataTransfer.files.length) take(event.dataTransfer.files);
  else takeText(event.dataTransfer.getData("text/plain"), "dragged text");
});
document.addEventListener("paste", (event) => {
  const files = event.clipboardData?.files || [];
  const text = event.clipboardData?.getData("text/plain") || "";
  if (!files.length && !text) return;
  event.preventDefault();
  if (files.length) take(files);
  else takeText(text);
});
// Some keyboards of phones insert what was copied without pasting it.
byId("paste").addEventListener("input", ({ inputType }) => {
  const text = byId("paste").value;
  if (inputType === "insertText" && text.length < 100) return;
  byId("paste").value = "";
  takeText(text);
});
byId("stop").addEventListener("click", stop);
byId("example").addEventListener("click", () => attempt("The example could not be loaded", async () => {
  const reply = await fetch("example.innolog");
  if (!reply.ok) throw new Error(reply.status);
  await take([new File([await reply.blob()], "example.innolog")]);
}));
byId("keep").addEventListener("click", () => keep([shown]));
byId("keep-all").addEventListener("click", keepAll);
byId("export").addEventListener("click", () => attempt("The games could not be saved", exportKept));
byId("forget").addEventListener("click", () => attempt("The games could not be removed", forget));
for (const button of document.querySelectorAll("[data-export]")) {
  button.addEventListener("click", () => attempt("This game cannot be saved so", () => save(button.dataset.export)));
}
window.addEventListener("message", (event) => {
  if (frame && event.source === frame.contentWindow && event.data) fromGame(event.data);
  // The page of a table that opened this one hands over its log.
  if (!event.source || event.source !== window.opener || !fromTable(event.origin)) return;
  if (event.data === READY) event.source.postMessage(READY, event.origin);
  else if (typeof event.data?.log === "string") takeText(event.data.log, String(event.data.name));
});
window.addEventListener("hashchange", follow);
byId("link").addEventListener("click", () => attempt("This game cannot be in a link", copyLink));
byId("slider").addEventListener("input", () => toGame({ show: Number(byId("slider").value) }));
byId("previous").addEventListener("click", () => toGame({ step: -1 }));
byId("next").addEventListener("click", () => toGame({ step: 1 }));
byId("picture").addEventListener("click", () => toGame({ save: true }));
byId("print").addEventListener("click", () => toGame({ print: true }));
document.addEventListener("keydown", (event) => {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (!step || position === null || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  // These need the keys themselves: a table that is wider than the screen is scrolled with them.
  if (event.target.closest?.("textarea, select, .scroll")) return;
  event.preventDefault();
  toGame({ step });
});
const here = location.origin + location.pathname;
byId("bookmarklet").href = bookmarklet(here);
byId("bookmarklet-code").textContent = decodeURIComponent(bookmarklet(here));
byId("userscript-code").textContent = userscript(here);
byId("userscript").addEventListener("click", () => download(userscript(here), "text/javascript", "innolog.user.js"));
listKept();
start();
follow();
// A table's page waits for this. Who it is, is compared when it answers.
if (window.opener) window.opener.postMessage(READY, "*");
