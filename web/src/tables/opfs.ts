import type { About, Entry, Store, Writer } from "./store";

/** The end of the names of files that describe others. */
const suffix = ".about";

/** FileStore keeps files in a folder of the origin private file system. */
export class FileStore implements Store {
  private constructor(private folder: FileSystemDirectoryHandle) {}

  /** Returns the store, or nothing if the browser offers none. */
  static async open(name: string): Promise<FileStore | undefined> {
    try {
      if (!("createSyncAccessHandle" in FileSystemFileHandle.prototype)) return undefined;
      const root = await navigator.storage.getDirectory();
      return new FileStore(await root.getDirectoryHandle(name, { create: true }));
    } catch {
      return undefined;
    }
  }

  async list(): Promise<Entry[]> {
    const entries: Entry[] = [];
    const names = (this.folder as unknown as { keys(): AsyncIterable<string> }).keys();
    for await (const name of names) {
      if (!name.endsWith(suffix)) continue;
      const about = await this.about(name);
      const data = name.slice(0, -suffix.length);
      if (about) entries.push({ ...about, name: decodeURIComponent(data), have: (await this.file(data)).size });
    }
    return entries;
  }

  /** Reads a description; one that was cut short counts as none. */
  private async about(name: string): Promise<About | undefined> {
    try {
      return JSON.parse(await (await this.file(name)).text()) as About;
    } catch {
      return undefined;
    }
  }

  private async file(name: string): Promise<File> {
    return (await this.folder.getFileHandle(name, { create: true })).getFile();
  }

  async writer(name: string): Promise<Writer> {
    return openWriter(this.folder, encodeURIComponent(name));
  }

  async describe(name: string, about: About): Promise<void> {
    const out = await openWriter(this.folder, encodeURIComponent(name) + suffix);
    try {
      await out.clear();
      await out.write(new TextEncoder().encode(JSON.stringify(about)));
    } finally {
      await out.close();
    }
  }

  async blob(name: string): Promise<Blob> {
    return (await this.folder.getFileHandle(encodeURIComponent(name))).getFile();
  }

  async remove(name: string): Promise<void> {
    const data = encodeURIComponent(name);
    for (const file of [data + suffix, data]) {
      await this.folder.removeEntry(file).catch((error: unknown) => {
        if ((error as Error).name !== "NotFoundError") throw error;
      });
    }
  }
}

/** Opens a file for writing at its end. Only one writer can have it at a time. */
async function openWriter(folder: FileSystemDirectoryHandle, name: string): Promise<Writer> {
  const file = await folder.getFileHandle(name, { create: true });
  const handle = await file.createSyncAccessHandle();
  return {
    get size() {
      return handle.getSize();
    },
    async write(bytes) {
      const n = handle.write(bytes, { at: handle.getSize() });
      if (n < bytes.length) throw new DOMException("the file cannot grow", "QuotaExceededError");
    },
    async clear() {
      handle.truncate(0);
    },
    async close() {
      handle.flush();
      handle.close();
    },
  };
}
