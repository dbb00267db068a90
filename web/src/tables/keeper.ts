import type { About, Entry } from "./store";

interface Reply {
  id?: number;
  value?: unknown;
  error?: string;
  progress?: string;
  have?: number;
}

/** Why this page cannot keep files on the device; empty if it can. */
export function whyNot(): string {
  if (!SITE.keeper) return "This page uses the tables of its server.";
  if (!isSecureContext) {
    return "This page came over plain HTTP: browsers keep files only for pages from https:// or from localhost. " +
      "You can still download a table with its link, and open it here from your disk.";
  }
  return "caches" in self || "storage" in navigator ? "" : "This browser keeps no files for pages.";
}

/** Keeper is the page's side of the worker that keeps files on the device. The worker starts with the first request. */
export class Keeper {
  onProgress: (name: string, have: number) => void = () => {};
  private worker: Worker | undefined;
  private waiting = new Map<number, { resolve: (value: unknown) => void; reject: (e: Error) => void }>();
  private next = 0;

  async list(): Promise<Entry[]> {
    return (await this.ask("list", {})) as Entry[];
  }

  /** Downloads a file, or the rest of it; false: it was paused. */
  async download(name: string, about: About): Promise<boolean> {
    return (await this.ask("download", { name, about })) as boolean;
  }

  async pause(name: string): Promise<void> {
    await this.ask("pause", { name });
  }

  /** Keeps a file of the user's and returns its SHA-256. */
  async copy(name: string, about: About, blob: Blob): Promise<string> {
    return (await this.ask("copy", { name, about, blob })) as string;
  }

  async blob(name: string): Promise<Blob> {
    return (await this.ask("blob", { name })) as Blob;
  }

  async remove(name: string): Promise<void> {
    await this.ask("remove", { name });
  }

  private ask(op: string, message: object): Promise<unknown> {
    this.worker ??= this.start();
    const id = this.next++;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      this.worker?.postMessage({ id, op, ...message });
    });
  }

  private start(): Worker {
    const worker = new Worker(new URL(SITE.keeper, document.baseURI));
    worker.onmessage = ({ data }: MessageEvent<Reply>) => {
      if (data.progress !== undefined) this.onProgress(data.progress, data.have ?? 0);
      if (data.id === undefined) return;
      const waiting = this.waiting.get(data.id);
      this.waiting.delete(data.id);
      if (data.error !== undefined) waiting?.reject(new Error(data.error));
      else waiting?.resolve(data.value);
    };
    worker.onerror = (event) => {
      event.preventDefault();
      for (const { reject } of this.waiting.values()) reject(new Error(event.message || "the worker that keeps files failed"));
      this.waiting.clear();
      worker.terminate();
      this.worker = undefined;
    };
    return worker;
  }
}
