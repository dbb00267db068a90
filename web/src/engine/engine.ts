import type { Port } from "./port";
import { parseInfo, type Line } from "./uci";
import { Watch } from "./watch";

/** What to search: the game from its start, since repetition counts. */
export interface Task {
  ini: string;
  variant: string;
  start: string; // FEN
  moves: string[];
  options: Record<string, string | number | boolean>;
  go: string; // the rest of the go command
  onLine?: (line: Line) => void;
}

/** Stopped: it starts again with the next search. Failed: it starts again when the user wants it. */
export type State = "starting" | "ready" | "thinking" | "stopped" | "failed";

/** How long an engine may take to answer stop before it is replaced, in milliseconds. */
const patience = 500;

/** After how long an engine is started again, in milliseconds; after as many failures it is not. */
const delays = [0, 500, 2000];

/** How long an engine that works must live so that its end is no further failure, in milliseconds. */
const fullLife = 60_000;

/** Engine runs one search at a time. A new search ends the one before. An engine that is gone or silent in the middle
 * of a search is replaced, and the search repeated. */
export class Engine {
  /** Told of each change of the state; the reason is why it stopped or was started again, if it was. */
  onState: (state: State, reason: string) => void = () => {};
  /** Whether it has answered since the page was opened. */
  isReady = false;
  private state: State = "starting";
  private note = ""; // why it was started again, until a search ends
  private port: Port | undefined;
  private sent: Record<string, string> = {}; // options as the engine has them
  private ini = "";
  private tables = new Map<string, ArrayBuffer | Blob>();
  private current: { task: Task; finish: (best: string) => void } | undefined;
  private last: Promise<unknown> = Promise.resolve();
  private stopping = false; // the search shall end
  private answers = false; // this one has answered since it was started
  private timer: number | undefined; // of an answer to stop, or of the next start
  private failures = 0; // since a search ended, in a row
  private started = 0; // when
  private turn = 0; // counts searches asked for: only the newest may begin
  private most = Infinity; // MiB of the hash table that there is memory for
  private watch = new Watch(() => this.port?.send("isready"), () => this.end("it did not answer"));

  constructor(private open: () => Port) {}

  start(): void {
    this.sent = {};
    this.ini = "";
    this.answers = false;
    this.started = performance.now();
    this.setState("starting");
    const port = this.open();
    this.port = port;
    port.onLine = (line) => this.receive(line);
    port.onEnd = (reason) => this.end(reason);
    for (const [name, source] of this.tables) port.addTable(name, source);
    port.send("uci");
    port.send("isready");
    this.watch.start();
  }

  /** Starts an engine that has failed, and goes on with its search. */
  retry(): void {
    if (this.state !== "failed") return;
    this.failures = 0;
    this.go();
  }

  /** Gives the engine a table, now and after a restart. */
  addTable(name: string, source: ArrayBuffer | Blob): void {
    if (this.tables.has(name)) return;
    this.tables.set(name, source);
    this.port?.addTable(name, source);
    delete this.sent["UCI_Variant"]; // the engine looks for tables when the variant is set
  }

  /** The tables that it has been given. */
  get tableNames(): string[] {
    return [...this.tables.keys()];
  }

  removeTable(name: string): void {
    if (!this.tables.delete(name)) return;
    this.port?.removeTable(name);
    delete this.sent["UCI_Variant"];
  }

  /** Searches, and returns the best move, or "" if there is none or another search took over. */
  search(task: Task): Promise<string> {
    const turn = ++this.turn;
    this.stop();
    const result = this.last.then(() => (turn === this.turn ? this.run(task) : ""));
    this.last = result;
    return result;
  }

  /** Ends the search. */
  stop(): void {
    if (!this.current || this.stopping) return;
    if (!this.port) {
      this.finish("");
      return;
    }
    this.stopping = true;
    this.port.send("stop");
    if (this.answers) this.expectEnd();
  }

  /** Replaces an engine that does not end its search. One that is being started is given its time. */
  private expectEnd(): void {
    // The second timeout lets an answer through that came while the page was busy.
    this.timer = setTimeout(() => (this.timer = setTimeout(() => this.end("it did not answer"), 50)), patience);
  }

  private run(task: Task): Promise<string> {
    return new Promise((finish) => {
      this.current = { task, finish };
      this.go();
    });
  }

  /** Sends the search to the engine, which it starts if there is none. */
  private go(): void {
    clearTimeout(this.timer);
    if (!this.port) this.start();
    const { current, port } = this;
    if (!current || !port) return;
    const { ini, variant, start, moves, options, go } = current.task;
    if (ini !== this.ini) {
      for (const line of ["load <<END", ...ini.split("\n"), "END"]) port.send(line);
      this.ini = ini;
    }
    const hash = Math.min(Number(options["Hash"] ?? defaultHash), this.most);
    for (const [name, value] of Object.entries({ UCI_Variant: variant, ...options, Hash: hash })) {
      if (this.sent[name] === String(value)) continue;
      this.sent[name] = String(value);
      port.send(`setoption name ${name} value ${value}`);
    }
    port.send(`position fen ${start}${moves.length ? " moves " + moves.join(" ") : ""}`);
    port.send(`go ${go}`);
    this.watch.start();
    if (this.answers) this.setState("thinking");
  }

  private receive(line: string): void {
    this.watch.heard();
    if (line === "readyok" && !this.answers) {
      this.answers = this.isReady = true;
      if (this.stopping) this.expectEnd();
      if (!this.current) this.watch.stop();
      this.setState(this.current ? "thinking" : "ready");
    }
    if (line.startsWith("bestmove")) {
      const move = line.split(" ")[1] ?? "";
      this.failures = 0;
      this.note = "";
      this.finish(move === "(none)" ? "" : move);
      this.setState("ready");
      return;
    }
    const info = this.stopping ? undefined : parseInfo(line);
    if (info) this.current?.task.onLine?.(info);
  }

  private finish(best: string): void {
    clearTimeout(this.timer);
    this.watch.stop();
    this.stopping = false;
    const { current } = this;
    this.current = undefined;
    current?.finish(best);
  }

  /** Replaces an engine that is gone in the middle of a search, and repeats it. Others are replaced by the next
   * search: an idle page does not keep a session of the server open. */
  private end(reason: string): void {
    this.port?.close();
    this.port = undefined;
    clearTimeout(this.timer);
    this.watch.stop();
    const lived = performance.now() - this.started;
    if (this.answers && lived > fullLife) this.failures = 0;
    const why = this.halve(reason);
    const isWanted = this.current ? !this.stopping : !this.answers;
    if (this.stopping) this.finish("");
    this.note = `restarted: ${why}`;
    if (!isWanted) {
      this.setState("stopped", why);
      return;
    }
    const delay = delays[this.failures++];
    if (delay === undefined) {
      this.setState("failed", why);
      return;
    }
    this.setState("starting");
    this.timer = setTimeout(() => this.go(), delay);
  }

  /** Halves the hash table if memory was the reason, and returns the reason in words. */
  private halve(reason: string): string {
    if (!/memory/i.test(reason)) return reason;
    this.most = Math.max(1, Math.floor(Math.min(Number(this.sent["Hash"] ?? defaultHash), this.most) / 2));
    return `out of memory, now with a hash table of ${this.most} MiB`;
  }

  private setState(state: State, reason = this.note): void {
    this.state = state;
    this.onState(state, reason);
  }
}

/** The engine's hash table without an option, in MiB. */
const defaultHash = 16;
