// A game in the address of the page, and what hands the log of an open table to the page.

// Of a game in an address, unpacked: a small text can become arbitrarily large.
const LARGEST = 16 << 20;

async function through(bytes, stream) {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  const parts = [];
  let size = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    size += part.value.length;
    if (size > LARGEST) throw new Error("it is too large");
    parts.push(part.value);
  }
  return new Blob(parts);
}

// The game in an address of an earlier site, as a blob: the compressed record. Newer ones are for innolog to open.
export const isEarlier = (text) => !text.includes(".");
export async function unpacked(text) {
  const bytes = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (mark) => mark.charCodeAt(0));
  return through(bytes, new DecompressionStream("deflate-raw"));
}

// What another program shared lies in a cache until the page takes it, with names in the addresses.
const INBOX = "shared-with-innolog";
export const SHARED = "#shared";
export async function received() {
  const found = { files: [], text: "" };
  const inbox = await caches.open(INBOX);
  for (const request of await inbox.keys()) {
    const reply = await inbox.match(request);
    const name = new URL(request.url).searchParams.get("name");
    if (name === null) found.text = await reply.text();
    else found.files.push(new File([await reply.blob()], name));
  }
  await caches.delete(INBOX);
  return found;
}

// Where tables are. Nobody else may hand a log to the page.
const TABLES = /^https:[/]{2}(?:[a-z0-9-]+[.])?boardgamearena[.]com$/;
export const fromTable = (origin) => TABLES.test(origin);
export const READY = "innolog is ready";

// What runs on the page of a table: it asks the table for its packets as the table itself does, or takes the page if it
// is a replay; then it opens this page and hands them to it. If that page does not answer, it saves them as a file.
function handing(site, origin, READY) {
  const page = window.open(site, "innolog");
  const table = new URLSearchParams(location.search).get("table");
  const hand = (text, name) => {
    const save = () => {
      const link = document.createElement("a");
      link.href = URL.createObjectURL(new Blob([text]));
      link.download = name;
      link.click();
    };
    if (!page) return save();
    const patience = setTimeout(save, 20000);
    addEventListener("message", function heard(event) {
      if (event.source !== page || event.origin !== origin || event.data !== READY) return;
      removeEventListener("message", heard);
      clearTimeout(patience);
      page.postMessage({ log: text, name }, origin);
    });
    page.postMessage(READY, origin);
  };
  const [, server, game] = location.pathname.split("/");
  if (typeof gameui === "undefined" || !/^\d+$/.test(server)) return hand(document.documentElement.outerHTML, `innolog_${table}.html`);
  const done = (packets) => hand(JSON.stringify({
    gameName: game, players: gameui.gamedatas.players, currentPlayerId: String(gameui.player_id), packets,
  }), `innolog_${table}.json`);
  gameui.ajaxcall(`/${server}/${game}/${game}/notificationHistory.html`, { table, from: 0, privateinc: 1, history: 1 },
    gameui, done, () => alert("The table did not give its packets."));
}

const called = (site) =>
  `(${handing})(${JSON.stringify(site)}, ${JSON.stringify(new URL(site).origin)}, ${JSON.stringify(READY)})`;

export const bookmarklet = (site) => `javascript:${encodeURIComponent(`void ${called(site)}`)}`;

export function userscript(site) {
  const any = "https:/" + "/*.boardgamearena.com";
  const head = [
    "==UserScript==", "@name innolog: check this table", `@namespace ${new URL(site).origin}`, "@version 1",
    `@match ${any}/*table=*`, "@grant none", "@noframes", "==/UserScript==",
  ];
  return [
    ...head.map((line) => "/".repeat(2) + ` ${line}`),
    'const button = document.createElement("button");',
    'button.textContent = "Check with innolog";',
    'button.style.cssText = "position:fixed;right:8px;bottom:8px;z-index:99999;padding:6px 10px";',
    `button.addEventListener("click", () => ${called(site)});`,
    "document.body.append(button);", "",
  ].join("\n");
}
