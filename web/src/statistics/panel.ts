import type { App } from "../app/app";
import { element } from "../app/dom";
import type { Panel } from "../app/tabs";

export class StatisticsPanel implements Panel {
  readonly id = "statistics";
  readonly title = "Statistics";

  constructor(private app: App) {}

  build(box: HTMLElement): void {
    box.append(element("p", {}, "Not there yet."));
  }

  update(): void {
    void this.app;
  }
}
