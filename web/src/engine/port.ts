/** Port carries UCI lines to an engine and back. */
export interface Port {
  onLine: (line: string) => void;
  /** Called once when the engine is gone. */
  onEnd: (reason: string) => void;
  send(line: string): void;
  addTable(name: string, source: ArrayBuffer | Blob): void;
  removeTable(name: string): void;
  close(): void;
}

/** Why a worker has failed, in words. */
export function failure({ message }: ErrorEvent): string {
  return (message ?? "").replace(/^Uncaught (\w*Error: )?/, "") || "its worker could not be loaded";
}

/** An engine in a worker. */
export class WorkerPort implements Port {
  onLine: (line: string) => void = () => {};
  onEnd: (reason: string) => void = () => {};

  /** The worker is one that has the module. */
  constructor(private worker: Worker) {
    this.worker.onmessage = ({ data }: MessageEvent<unknown>) => {
      if (typeof data === "string") this.onLine(data);
    };
    this.worker.onerror = (event) => {
      event.preventDefault();
      this.close();
      this.onEnd(failure(event));
    };
  }

  send(line: string): void {
    this.worker.postMessage(line);
  }

  addTable(name: string, source: ArrayBuffer | Blob): void {
    this.worker.postMessage(source instanceof Blob ? { file: name, blob: source } : { table: name, bytes: source });
  }

  removeTable(file: string): void {
    this.worker.postMessage({ file });
  }

  close(): void {
    this.worker.onmessage = this.worker.onerror = null; // for what it has sent already
    this.worker.terminate();
  }
}

/** An engine of the server that sent the page, over a WebSocket. */
export class SocketPort implements Port {
  onLine: (line: string) => void = () => {};
  onEnd: (reason: string) => void = () => {};
  private socket: WebSocket;
  private waiting: string[] = [];

  constructor() {
    const url = new URL("api/uci", document.baseURI);
    url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
    this.socket = new WebSocket(url);
    this.socket.onopen = () => {
      for (const line of this.waiting.splice(0)) this.send(line);
    };
    this.socket.onmessage = ({ data }: MessageEvent<string>) => {
      for (const line of data.split("\n")) if (line) this.onLine(line);
    };
    this.socket.onclose = () => this.onEnd("the connection to the server ended");
  }

  send(line: string): void {
    if (this.socket.readyState === WebSocket.OPEN) this.socket.send(line);
    else this.waiting.push(line);
  }

  /** The server has its own tables. */
  addTable(): void {}

  removeTable(): void {}

  close(): void {
    this.socket.onclose = null;
    this.socket.close();
  }
}
