import { Refusal, read, type Opened, type Rules } from "./client";
import type { Request } from "./types";
import { failure } from "../engine/port";
import { Watch } from "../engine/watch";

/** A message that waits for its answer. */
interface Pending {
  message: object;
  tries: number; // workers that ended before they answered it
  resolve: (text: string) => void;
  reject: (error: Error) => void;
}

interface Answer {
  id?: number;
  answer?: string;
  damage?: string;
  pong?: number;
}

/** How many workers in a row may end without an answer. */
const mostFailures = 3;

/** The rules in a worker, which runs the module. A worker that ends or hangs is replaced by one with the same tables,
 * which gets the questions that wait for an answer. */
export class WorkerRules implements Rules {
  onDamage: (text: string) => void = () => {};
  onTrouble: (text: string, retry?: () => void) => void = () => {};
  private worker: Worker | undefined;
  private sources = new Map<string, object>(); // the messages that gave the tables
  private pending = new Map<number, Pending>(); // by id, the oldest first
  private next = 0;
  private failures = 0; // since the last answer
  private watch = new Watch(() => this.worker?.postMessage({ ping: 1 }), () => this.replace("they did not answer"));

  /** Open starts a worker that has the module. */
  constructor(private open: () => Worker) {
    this.start();
  }

  async ask<T>(request: Request): Promise<T> {
    return read<T>(await this.post({ request: JSON.stringify(request) }));
  }

  async addTable(table: string, bytes: ArrayBuffer): Promise<void> {
    const problem = await this.post({ table, bytes });
    if (problem) throw new Error(problem);
    this.sources.set(table, { table, bytes });
  }

  async openFile(file: string, blob: Blob): Promise<Opened> {
    const opened = read<Opened>(await this.post({ file, blob }));
    this.sources.set(file, { file, blob });
    return opened;
  }

  async removeFile(file: string): Promise<void> {
    this.sources.delete(file);
    await this.post({ file });
  }

  /** Ends the worker. What was asked fails. */
  close(): void {
    this.watch.stop();
    if (this.worker) this.worker.onmessage = this.worker.onerror = null;
    this.worker?.terminate();
    this.worker = undefined;
    for (const { reject } of this.pending.values()) reject(new Error("the worker was ended"));
    this.pending.clear();
  }

  private start(): void {
    const worker = this.open();
    this.worker = worker;
    worker.onmessage = ({ data }: MessageEvent<Answer>) => this.receive(data);
    worker.onerror = (event) => {
      event.preventDefault();
      this.replace(failure(event));
    };
    for (const source of this.sources.values()) worker.postMessage(source);
    for (const [id, { message }] of this.pending) worker.postMessage({ id, ...message });
    if (this.pending.size) this.watch.start();
  }

  private receive({ id, answer, damage }: Answer): void {
    this.watch.heard();
    if (damage !== undefined) this.onDamage(damage);
    if (id === undefined || answer === undefined) return;
    if (this.failures) this.onTrouble("");
    this.failures = 0;
    this.pending.get(id)?.resolve(answer);
    this.pending.delete(id);
    if (!this.pending.size) this.watch.stop();
  }

  /** Replaces a worker that is gone. The oldest question is refused if it has ended two. */
  private replace(reason: string): void {
    if (this.worker) {
      this.worker.onmessage = this.worker.onerror = null; // for what it has sent already
      this.worker.terminate();
      this.worker = undefined;
    }
    this.watch.stop();
    const [oldest] = this.pending;
    for (const waiting of this.pending.values()) waiting.tries++;
    if (oldest && oldest[1].tries > 1) {
      this.pending.delete(oldest[0]);
      oldest[1].reject(new Refusal(`The rules have ended twice at this question: ${reason}.`));
    }
    if (++this.failures > mostFailures) {
      this.onTrouble(`The rules have stopped: ${reason}.`, () => {
        this.failures = 0;
        this.onTrouble("");
        this.start();
      });
      return;
    }
    this.onTrouble(`The rules were restarted: ${reason}.`);
    this.start();
  }

  private post(message: object): Promise<string> {
    const id = this.next++;
    return new Promise((resolve, reject) => {
      this.pending.set(id, { message, tries: 0, resolve, reject });
      this.worker?.postMessage({ id, ...message });
      this.watch.start();
    });
  }
}
