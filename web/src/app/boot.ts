import { compile } from "../engine/module";
import { Engine } from "../engine/engine";
import { SocketPort, WorkerPort, type Port } from "../engine/port";
import { ServerRules, WorkerRules, type Rules } from "../rules/client";

/** Starts the rules and the engine: in workers of the page, or on the server if the site has no module. */
export class Boot {
  private module: WebAssembly.Module | undefined;
  readonly engine = new Engine(() => this.open());

  /** Returns the rules once they can be asked. The text says what the page waits for. */
  async start(onProgress: (text: string) => void): Promise<Rules> {
    if (!SITE.wasm) {
      this.engine.start();
      return new ServerRules();
    }
    onProgress("Loading the engine…");
    this.module = await compile();
    onProgress("Starting the engine…");
    const rules = new WorkerRules(new URL(SITE.engine, document.baseURI), this.module);
    this.engine.start();
    return rules;
  }

  private open(): Port {
    return this.module ? new WorkerPort(new URL(SITE.engine, document.baseURI), this.module) : new SocketPort();
  }
}
