import type { About, Entry, Store, Writer } from "./store";

/** How many bytes an entry of the cache holds. */
const partSize = 4 << 20;

/** CacheStore keeps files in Cache Storage, in parts: for browsers without a file system for pages. */
export class CacheStore implements Store {
  constructor(private cacheName: string) {}

  private cache(): Promise<Cache> {
    return caches.open(this.cacheName);
  }

  async list(): Promise<Entry[]> {
    const cache = await this.cache();
    const entries: Entry[] = [];
    for (const { url } of await cache.keys()) {
      const [, name] = /\/([^/]+)\/about$/.exec(url) ?? [];
      const about = name ? ((await (await cache.match(url))?.json()) as About | undefined) : undefined;
      if (name && about) entries.push({ ...about, name: decodeURIComponent(name), have: (await this.blob(decodeURIComponent(name))).size });
    }
    return entries;
  }

  async writer(name: string): Promise<Writer> {
    const cache = await this.cache();
    const parts = await this.parts(name);
    let size = parts.reduce((sum, part) => sum + part.size, 0);
    let count = parts.length;
    let pending: Uint8Array<ArrayBuffer>[] = [];
    let held = 0;
    const store = async (): Promise<void> => {
      if (held) await cache.put(address(name, String(count++)), new Response(new Blob(pending)));
      pending = [];
      held = 0;
    };
    return {
      get size() {
        return size;
      },
      async write(bytes) {
        pending.push(bytes.slice());
        held += bytes.length;
        size += bytes.length;
        if (held >= partSize) await store();
      },
      clear: async () => {
        for (let i = 0; i < count; i++) await cache.delete(address(name, String(i)));
        [size, count, held, pending] = [0, 0, 0, []];
      },
      close: store,
    };
  }

  async describe(name: string, about: About): Promise<void> {
    await (await this.cache()).put(address(name, "about"), new Response(JSON.stringify(about)));
  }

  async blob(name: string): Promise<Blob> {
    return new Blob(await this.parts(name));
  }

  private async parts(name: string): Promise<Blob[]> {
    const cache = await this.cache();
    const parts: Blob[] = [];
    for (;;) {
      const part = await cache.match(address(name, String(parts.length)));
      if (!part) return parts;
      parts.push(await part.blob());
    }
  }

  async remove(name: string): Promise<void> {
    const cache = await this.cache();
    await cache.delete(address(name, "about"));
    for (let i = 0; await cache.delete(address(name, String(i))); i++);
  }
}

/** The address of a part of a file. Nothing is ever fetched from it. */
function address(name: string, part: string): string {
  return new URL(`../kept/${encodeURIComponent(name)}/${part}`, self.location.href).href;
}
