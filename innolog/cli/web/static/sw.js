// Keeps all files of the site, each with its pinned hash, so that the page opens without a network.
const NAME = "innolog-%VERSION%";
const FILES = %FILES%;

self.addEventListener("install", (event) => {
  const keep = async () => {
    const cache = await caches.open(NAME);
    const fetched = Object.entries(FILES).map(async ([name, integrity]) => {
      const reply = await fetch(name, { integrity, cache: "no-cache" });
      if (!reply.ok) throw new Error(name);
      await cache.put(name, reply);
    });
    await Promise.all(fetched);
    await self.skipWaiting();
  };
  event.waitUntil(keep());
});

self.addEventListener("activate", (event) => {
  const tidy = async () => {
    for (const name of await caches.keys()) {
      if (name.startsWith("innolog-") && name !== NAME) await caches.delete(name);
    }
    await self.clients.claim();
  };
  event.waitUntil(tidy());
});

// What another program shares is posted by the browser (see the manifest). It is put aside, and the page takes it.
const SHARE = "share", INBOX = "shared-with-innolog";
async function putAside(request) {
  const form = await request.formData();
  await caches.delete(INBOX);
  const inbox = await caches.open(INBOX);
  for (const [number, file] of form.getAll("files").entries()) {
    // A form without a file posts one without a name.
    if (file.name) await inbox.put(`${SHARE}/${number}?name=${encodeURIComponent(file.name)}`, new Response(file));
  }
  const text = ["text", "url"].map((field) => form.get(field)).filter(Boolean).join("\n");
  await inbox.put(`${SHARE}/text`, new Response(text));
  return Response.redirect("./#shared", 303);
}

self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method === "POST" && url.href === new URL(SHARE, location.href).href) {
    event.respondWith(putAside(event.request));
    return;
  }
  if (event.request.method !== "GET" || url.origin !== location.origin) return;
  const path = url.pathname.slice(new URL("./", location.href).pathname.length) || "index.html";
  if (!Object.hasOwn(FILES, path)) return;
  event.respondWith(
    caches.open(NAME).then(async (cache) => (await cache.match(path)) || fetch(event.request)));
});
