// The keeper: downloads tables and certificates and keeps them on the device. It works beside the page, since files are
// written at an offset in workers only.

import { CacheStore } from "./cachestore";
import { FileStore } from "./opfs";
import { Sha256 } from "./sha256";
import type { About, Store, Writer } from "./store";

/** What the page asks; see class Keeper. */
interface Ask {
  id: number;
  op: "list" | "download" | "pause" | "copy" | "blob" | "remove";
  name: string;
  about: About;
  blob: Blob;
}

const scope = self as unknown as {
  location: Location;
  postMessage(message: unknown): void;
  onmessage: (event: MessageEvent<Ask>) => void;
};

/** Sites in other folders of a server have files of their own. */
const page = new URL("../", scope.location.href);

let opened: Promise<Store> | undefined;
function store(): Promise<Store> {
  opened ??= FileStore.open(`tables ${encodeURIComponent(page.pathname)}`).then((files) => files ?? new CacheStore(`tinyhouse tables ${page.href}`));
  return opened;
}

/** The downloads that run, and when each has ended. */
const running = new Map<string, { abort: AbortController; ended: Promise<unknown> }>();

/** Starts a download. Another one of the file goes on. */
function begin(name: string, about: About): Promise<boolean> {
  const before = running.get(name);
  if (before) return Promise.resolve(false);
  const abort = new AbortController();
  const ended = download(name, about, abort.signal).finally(() => running.delete(name));
  running.set(name, { abort, ended: ended.catch(() => {}) });
  return ended;
}

async function pause(name: string): Promise<void> {
  running.get(name)?.abort.abort();
  await running.get(name)?.ended;
}

/** Reads what is there of a file into a digest. */
async function digestOf(blob: Blob): Promise<Sha256> {
  const hash = new Sha256();
  const reader = blob.stream().getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) hash.update(part.value);
  return hash;
}

/** Appends a stream to a file and tells the page how far it is. */
async function append(out: Writer, stream: ReadableStream<Uint8Array>, hash: Sha256, name: string): Promise<void> {
  const reader = stream.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    await out.write(part.value);
    hash.update(part.value);
    scope.postMessage({ progress: name, have: out.size });
  }
}

/** Fetches the part of a file from an offset on. The answer may have the whole file instead. */
async function fetchFrom(url: URL, offset: number, signal: AbortSignal): Promise<Response> {
  const response = await fetch(url, { signal, cache: "no-store", headers: offset ? { Range: `bytes=${offset}-` } : {} });
  if (response.status === 416) return fetchFrom(url, 0, signal);
  if (!response.ok || !response.body) throw new Error(`${url.pathname}: ${response.status} ${response.statusText}`);
  return response;
}

/** Downloads a file, or the rest of it, and returns whether it is complete: it is not if the user paused it. */
async function download(name: string, about: About, signal: AbortSignal): Promise<boolean> {
  const files = await store();
  try {
    let hash = await digestOf(await files.blob(name).catch(() => new Blob()));
    const out = await files.writer(name);
    let size = 0;
    try {
      await files.describe(name, about);
      if (out.size < about.bytes) {
        const response = await fetchFrom(new URL("../" + about.file, scope.location.href), out.size, signal);
        if (response.status !== 206) {
          await out.clear();
          hash = new Sha256();
        }
        await append(out, response.body as ReadableStream<Uint8Array>, hash, name);
      }
    } finally {
      size = out.size;
      await out.close();
    }
    await check(files, name, about, size, hash.digest());
    await files.describe(name, { ...about, complete: true });
    return true;
  } catch (error) {
    if (signal.aborted) return false;
    throw error;
  }
}

/** Deletes a file that is not what it should be, and says so. */
async function check(files: Store, name: string, about: About, size: number, sha256: string): Promise<void> {
  const damage = size !== about.bytes ? `it has ${size} bytes, want ${about.bytes}`
    : sha256 !== about.sha256 ? `its SHA-256 is ${sha256}, want ${about.sha256}` : "";
  if (!damage) return;
  if (size < about.bytes) throw new Error(`the connection ended after ${size} of ${about.bytes} bytes`);
  await files.remove(name);
  throw new Error(`the download is damaged and was deleted: ${damage}`);
}

/** Copies a file of the user's. */
async function copy(name: string, about: About, blob: Blob): Promise<string> {
  const files = await store();
  const hash = new Sha256();
  const out = await files.writer(name);
  try {
    await out.clear();
    await append(out, blob.stream(), hash, name);
  } finally {
    await out.close();
  }
  const sha256 = hash.digest();
  await files.describe(name, { ...about, sha256, complete: true });
  return sha256;
}

async function answer({ op, name, about, blob }: Ask): Promise<unknown> {
  switch (op) {
    case "list": return (await store()).list();
    case "download": return begin(name, about);
    case "pause": return pause(name);
    case "copy": return copy(name, about, blob);
    case "blob": return (await store()).blob(name);
    case "remove":
      await pause(name);
      return (await store()).remove(name);
  }
}

/** Says in words why a request failed. */
function reason(error: unknown): string {
  const { name, message } = error as Error;
  if (name === "QuotaExceededError") return "there is no room for it on this device";
  if (name === "NoModificationAllowedError") return "another window of this browser is writing it";
  if (name === "TypeError") return `the connection failed (${message})`;
  return message;
}

scope.onmessage = ({ data }) => {
  answer(data).then(
    (value) => scope.postMessage({ id: data.id, value }),
    (error: unknown) => scope.postMessage({ id: data.id, error: reason(error) }),
  );
};
