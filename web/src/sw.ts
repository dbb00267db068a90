// The service worker: keeps every file of one build, and answers from them. A new build is fetched beside
// the old one, and takes over when the page says so, after the user has agreed. The files of an older build
// stay until no page of it is open, so that no page ever gets files of two builds.

export {};

/** The files of the build, relative to this script, each with the digest of its bytes. */
declare const FILES: { url: string; digest: string }[];
declare const BUILD: string;

const worker = self as unknown as ServiceWorkerGlobalScope;
const { scope } = worker.registration;
const prefix = `tinyhouse ${scope} `;
const store = prefix + BUILD;
const wholePage = new URL("index.html", scope).href;

/** How long a page may take to say which build it is of, in milliseconds. */
const patience = 5000;

/** Whether an answer is of this build. */
async function isOurs(response: Response, digest: string): Promise<boolean> {
  const sum = new Uint8Array(await crypto.subtle.digest("SHA-256", await response.arrayBuffer()));
  return Array.from(sum.slice(0, 8), (b) => b.toString(16).padStart(2, "0")).join("") === digest;
}

/** Keeps a file: from an older build if it has not changed, else from the server, past all caches. */
async function keep(cache: Cache, { url, digest }: { url: string; digest: string }): Promise<void> {
  const request = new Request(new URL(url, scope), { cache: "no-cache" });
  const before = await caches.match(request);
  if (before && (await isOurs(before.clone(), digest))) {
    await cache.put(request, before);
    return;
  }
  const response = await fetch(request);
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  if (!(await isOurs(response.clone(), digest))) throw new Error(`${url}: not of build ${BUILD}`);
  await cache.put(request, response);
}

async function install(): Promise<void> {
  const isNew = !(await caches.has(store));
  const cache = await caches.open(store);
  try {
    await Promise.all(FILES.map((file) => keep(cache, file)));
  } catch (error) {
    if (isNew) await caches.delete(store);
    throw error;
  }
}

/** The names of the caches of all builds, this one first. */
async function builds(): Promise<string[]> {
  return [store, ...(await caches.keys()).filter((key) => key.startsWith(prefix) && key !== store)];
}

/** The pages whose build is known because this worker has sent them. */
const ours = new Set<string>();

/** Asks a page for the address of its script, which names its build. */
function script(client: Client): Promise<string> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }: MessageEvent<string>) => resolve(data);
    setTimeout(() => resolve(""), patience);
    client.postMessage("script", [port2]);
  });
}

/** The caches that may be that of a page: those that have its script, or all if it does not say which that is. */
async function cachesOf(client: Client): Promise<string[]> {
  if (ours.has(client.id)) return [store];
  const address = await script(client);
  const names = await builds();
  const has = await Promise.all(names.map(async (name) => !address || (await (await caches.open(name)).match(address)) !== undefined));
  return names.filter((_, i) => has[i]);
}

/** Deletes the builds of which no page is open, unless another one is on its way. */
async function clean(): Promise<void> {
  const { installing, waiting } = worker.registration;
  if (installing || waiting || (await builds()).length === 1) return;
  const used = new Set([store]);
  for (const client of await worker.clients.matchAll({ type: "window", includeUncontrolled: true })) {
    if (client.url.startsWith(scope)) for (const name of await cachesOf(client)) used.add(name);
  }
  for (const name of await builds()) if (!used.has(name)) await caches.delete(name);
}

/** The kept answer to a request. A file whose name has a digest may come from any build, another one from that of the
 * page only. */
async function kept(url: URL, id: string): Promise<Response | undefined> {
  let names = await builds();
  if (names.length > 1 && !url.pathname.startsWith(new URL("assets/", scope).pathname)) {
    const client = await worker.clients.get(id);
    names = client?.type === "window" ? (await cachesOf(client)).slice(0, 1) : [store];
  }
  for (const name of names) {
    const found = await (await caches.open(name)).match(url, { ignoreSearch: true });
    if (found) return found;
  }
  return undefined;
}

async function answer({ request, clientId, resultingClientId }: FetchEvent): Promise<Response> {
  const url = new URL(request.url);
  if (request.mode === "navigate" && url.pathname === new URL(scope).pathname) {
    const page = await (await caches.open(store)).match(wholePage);
    if (page) ours.add(resultingClientId);
    return page ?? fetch(request);
  }
  return (await kept(url, clientId)) ?? fetch(request);
}

worker.addEventListener("install", (event) => event.waitUntil(install()));

worker.addEventListener("activate", (event) => event.waitUntil(worker.clients.claim().then(clean)));

worker.addEventListener("message", (event) => {
  if (event.data === "accept") void worker.skipWaiting();
  if (event.data === "clean") event.waitUntil(clean());
});

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method === "GET" && request.url.startsWith(scope)) event.respondWith(answer(event));
});
