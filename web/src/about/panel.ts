import { element } from "../app/dom";
import type { Panel } from "../app/tabs";

/** AboutPanel says what the program is. */
export class AboutPanel implements Panel {
  readonly id = "about";
  readonly title = "About";

  build(box: HTMLElement): void {
    box.append(element("p", {}, `Tinyhouse ${SITE.version}`));
  }

  update(): void {}
}
