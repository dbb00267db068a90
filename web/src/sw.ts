// The service worker: keeps every file of one build, and answers from them. A new build is fetched beside
// the old one, and takes over when the page says so, after the user has agreed.

export {};

/** The files of the build, relative to this script; those not in assets/ with the digest of their bytes. */
declare const FILES: { url: string; digest: string }[];
declare const BUILD: string;

const worker = self as unknown as ServiceWorkerGlobalScope;
const prefix = `tinyhouse ${worker.registration.scope} `;
const store = prefix + BUILD;

/** Fetches a file past all caches, and checks that it is of this build. */
async function keep(cache: Cache, { url, digest }: { url: string; digest: string }): Promise<void> {
  const request = new Request(new URL(url, worker.location.href), { cache: "no-cache" });
  const response = await fetch(request);
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  const bytes = await response.clone().arrayBuffer();
  const sum = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  const hex = Array.from(sum.slice(0, 8), (b) => b.toString(16).padStart(2, "0")).join("");
  if (hex !== digest) throw new Error(`${url}: not of build ${BUILD}`);
  await cache.put(request, response);
}

worker.addEventListener("install", (event) => {
  event.waitUntil((async () => {
    const cache = await caches.open(store);
    await Promise.all(FILES.map((file) => keep(cache, file)));
  })());
});

worker.addEventListener("activate", (event) => {
  event.waitUntil((async () => {
    const old = (await caches.keys()).filter((key) => key.startsWith(prefix) && key !== store);
    await Promise.all(old.map((key) => caches.delete(key)));
    await worker.clients.claim();
  })());
});

worker.addEventListener("message", (event) => {
  if (event.data === "accept") void worker.skipWaiting();
});

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || !url.href.startsWith(worker.registration.scope)) return;
  event.respondWith((async () => {
    const cache = await caches.open(store);
    const isPage = request.mode === "navigate" && url.pathname === new URL(worker.registration.scope).pathname;
    const page = isPage ? new URL("index.html", worker.location.href).href : url.href;
    return (await cache.match(page, { ignoreSearch: true })) ?? fetch(request);
  })());
});
