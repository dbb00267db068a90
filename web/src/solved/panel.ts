import type { App } from "../app/app";
import { element } from "../app/dom";
import type { Panel } from "../app/tabs";

export class SolvedPanel implements Panel {
  readonly id = "solved";
  readonly title = "Solved";

  constructor(private app: App) {}

  build(box: HTMLElement): void {
    box.append(element("p", {}, "Not there yet."));
  }

  update(): void {
    void this.app;
  }
}
