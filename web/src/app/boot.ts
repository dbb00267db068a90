import { byId, element } from "./dom";
import { Trouble } from "./trouble";
import { Engine, type State } from "../engine/engine";
import { compile } from "../engine/module";
import { SocketPort, WorkerPort, type Port } from "../engine/port";
import type { Rules } from "../rules/client";
import { ServerRules } from "../rules/server";
import { WorkerRules } from "../rules/worker";

/** Boot starts the rules and the engine, in workers of the page, or on the server if the site has no module. It says
 * in words what they do, and offers to try again what failed. */
export class Boot {
  readonly engine = new Engine(() => this.open());
  readonly trouble = new Trouble();
  /** Called when the engine has answered for the first time. */
  onReady: () => void = () => {};
  private module: WebAssembly.Module | undefined;

  constructor() {
    this.engine.onState = (state, reason) => this.show(state, reason);
  }

  /** Returns the rules once they can be asked. It does not fail: what cannot be loaded waits for the user. */
  async start(): Promise<Rules> {
    if (SITE.wasm) this.module = await this.load();
    const rules = this.module ? this.spawn() : new ServerRules();
    rules.onTrouble = (text, retry) => this.trouble.set("rules", text, retry);
    this.engine.start();
    return rules;
  }

  /** The rules in a worker of their own, from the compiled module. */
  spawn(): WorkerRules {
    return new WorkerRules(() => this.worker({ role: "rules", module: this.module }));
  }

  private async load(): Promise<WebAssembly.Module> {
    for (;;) {
      try {
        showLoading(0);
        return await compile(showLoading);
      } catch (error) {
        byId("engine").textContent = "Engine: not loaded";
        await this.wish(`The engine could not be loaded: ${(error as Error).message}. Until then only the first moves of a game are known.`);
      }
    }
  }

  /** Says a text until the user wants another try, or the device is online again. */
  private async wish(text: string): Promise<void> {
    await new Promise<void>((retry) => {
      this.trouble.set("module", text, retry);
      addEventListener("online", () => retry(), { once: true });
    });
    this.trouble.set("module", "");
  }

  private worker(message: object): Worker {
    const worker = new Worker(new URL(SITE.engine, document.baseURI));
    worker.postMessage(message);
    return worker;
  }

  private open(): Port {
    return this.module ? new WorkerPort(this.worker({ module: this.module })) : new SocketPort();
  }

  private show(state: State, reason: string): void {
    byId("engine").textContent = `Engine: ${state}${reason && ` (${reason})`}`;
    if (state === "failed") {
      this.trouble.set("engine", `The engine has failed: ${reason}. The board and the rules work without it.`, () => this.engine.retry());
    } else if (state === "starting" && reason) {
      this.trouble.set("engine", `The engine was ${reason}.`);
    } else {
      this.trouble.set("engine", "");
    }
    if (this.engine.isReady) this.onReady();
  }
}

/** Shows how much of the engine has come. Screen readers hear the beginning only. */
function showLoading(share: number): void {
  const line = byId("engine");
  let number = line.querySelector("span");
  if (!number) {
    number = element("span", { ariaHidden: "true" });
    line.replaceChildren("Loading the engine", number);
  }
  number.textContent = `: ${Math.floor(100 * share)} %`;
}
