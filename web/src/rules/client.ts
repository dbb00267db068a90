import type { Request } from "./types";

/** Rules answers questions about positions, by Go package webapi. */
export interface Rules {
  ask<T>(request: Request): Promise<T>;
  addTable(name: string, bytes: ArrayBuffer): Promise<void>;
  /** Opens a table or certificate, of which parts are read when they are needed. */
  openFile(name: string, blob: Blob): Promise<Opened>;
  removeFile(name: string): Promise<void>;
  /** Called with the damage that was found in a file. */
  onDamage: (text: string) => void;
}

/** What a file of tables is; see Go command wasm. */
export interface Opened {
  kind: "table" | "certificate";
  variant: string;
  subject: string; // the material of a table, the root of a certificate
  entries: number;
}

/** A request that the rules refuse; the message is for the user. */
export class Refusal extends Error {}

function read<T>(text: string): T {
  const answer = JSON.parse(text) as T & { error?: string; detail?: string };
  if (answer.error !== undefined) throw new Refusal(answer.detail ?? answer.error);
  return answer;
}

/** The rules in a worker, which runs the module. */
export class WorkerRules implements Rules {
  onDamage: (text: string) => void = () => {};
  private worker: Worker;
  private waiting = new Map<number, { resolve: (text: string) => void; reject: (e: Error) => void }>();
  private next = 0;

  constructor(script: URL, module: WebAssembly.Module) {
    this.worker = new Worker(script);
    this.worker.onmessage = ({ data }: MessageEvent<{ id: number; answer: string; damage?: string }>) => {
      if (data.damage !== undefined) {
        this.onDamage(data.damage);
        return;
      }
      this.waiting.get(data.id)?.resolve(data.answer);
      this.waiting.delete(data.id);
    };
    this.worker.onerror = (event) => {
      for (const { reject } of this.waiting.values()) reject(new Error(event.message));
      this.waiting.clear();
    };
    this.worker.postMessage({ role: "rules", module });
  }

  async ask<T>(request: Request): Promise<T> {
    return read<T>(await this.post({ request: JSON.stringify(request) }));
  }

  async addTable(name: string, bytes: ArrayBuffer): Promise<void> {
    const problem = await this.post({ table: name, bytes });
    if (problem) throw new Error(problem);
  }

  async openFile(file: string, blob: Blob): Promise<Opened> {
    return read<Opened>(await this.post({ file, blob }));
  }

  async removeFile(file: string): Promise<void> {
    await this.post({ file });
  }

  private post(message: object): Promise<string> {
    const id = this.next++;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      this.worker.postMessage({ id, ...message });
    });
  }
}

/** The rules of the server that sent the page. */
export class ServerRules implements Rules {
  onDamage: (text: string) => void = () => {};

  async ask<T>(request: Request): Promise<T> {
    const response = await fetch(new URL("api/rules", document.baseURI), {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(request),
    });
    return read<T>(await response.text());
  }

  /** The server has its own tables. */
  async addTable(): Promise<void> {}

  async openFile(): Promise<Opened> {
    throw new Refusal("This page uses the tables of its server: start the server with --tb FILE");
  }

  async removeFile(): Promise<void> {}
}
