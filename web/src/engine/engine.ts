import type { Port } from "./port";
import { parseInfo, type Line } from "./uci";

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

export type State = "starting" | "ready" | "thinking" | "failed";

/** How long an engine may take to answer stop before it is replaced, in milliseconds. */
const patience = 500;

/** Engine runs one search at a time. A new search ends the one before. */
export class Engine {
  onState: (state: State, reason: string) => void = () => {};
  /** Whether it has answered since it was started. */
  isReady = false;
  private port: Port | undefined;
  private sent: Record<string, string> = {}; // options as the engine has them
  private ini = "";
  private tables = new Map<string, ArrayBuffer | Blob>();
  private current: { task: Task; finish: (best: string) => void } | undefined;
  private last: Promise<unknown> = Promise.resolve();
  private watchdog: number | undefined;
  private failures = 0; // since it was last ready
  private turn = 0; // counts searches asked for: only the newest may begin

  constructor(private open: () => Port) {}

  start(): void {
    this.onState("starting", "");
    this.sent = {};
    this.ini = "";
    const port = this.open();
    this.port = port;
    port.onLine = (line) => this.receive(line);
    port.onEnd = (reason) => this.end(reason);
    for (const [name, source] of this.tables) port.addTable(name, source);
    port.send("uci");
    port.send("isready");
  }

  /** Gives the engine a table, now and after a restart. */
  addTable(name: string, source: ArrayBuffer | Blob): void {
    if (this.tables.has(name)) return;
    this.tables.set(name, source);
    this.port?.addTable(name, source);
    delete this.sent["UCI_Variant"]; // the engine looks for tables when the variant is set
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
    if (!this.current || this.watchdog !== undefined) return;
    this.port?.send("stop");
    this.watchdog = setTimeout(() => {
      this.port?.close();
      this.end("it did not answer");
    }, patience);
  }

  private run(task: Task): Promise<string> {
    return new Promise((finish) => {
      if (!this.port) this.start();
      this.current = { task, finish };
      if (task.ini !== this.ini) {
        for (const line of ["load <<END", ...task.ini.split("\n"), "END"]) this.port?.send(line);
        this.ini = task.ini;
      }
      for (const [name, value] of Object.entries({ UCI_Variant: task.variant, ...task.options })) {
        if (this.sent[name] === String(value)) continue;
        this.sent[name] = String(value);
        this.port?.send(`setoption name ${name} value ${value}`);
      }
      this.port?.send(`position fen ${task.start}${task.moves.length ? " moves " + task.moves.join(" ") : ""}`);
      this.port?.send(`go ${task.go}`);
      this.onState("thinking", "");
    });
  }

  private receive(line: string): void {
    if (line === "readyok") {
      this.failures = 0;
      this.isReady = true;
    }
    if (line === "readyok") this.onState(this.current ? "thinking" : "ready", "");
    if (line.startsWith("bestmove")) {
      const move = line.split(" ")[1] ?? "";
      this.finish(move === "(none)" ? "" : move);
      this.onState("ready", "");
      return;
    }
    const info = this.watchdog === undefined ? parseInfo(line) : undefined;
    if (info) this.current?.task.onLine?.(info);
  }

  private finish(best: string): void {
    clearTimeout(this.watchdog);
    this.watchdog = undefined;
    const { current } = this;
    this.current = undefined;
    current?.finish(best);
  }

  /** Replaces an engine that is gone in the middle of a search, and repeats it. Others are replaced by the next
   * search: an idle page does not keep a session of the server open. */
  private end(reason: string): void {
    const task = this.watchdog === undefined ? this.current : undefined;
    this.port = undefined;
    this.onState("failed", reason);
    if (++this.failures > 3 || (!task && this.isReady)) {
      this.finish("");
      return;
    }
    this.start();
    if (task) void this.run(task.task).then(task.finish);
  }
}
