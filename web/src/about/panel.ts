import { element } from "../app/dom";
import type { Offline } from "../app/offline";
import type { Panel } from "../app/tabs";

/** AboutPanel says what the program is, and what of it is on the device. */
export class AboutPanel implements Panel {
  readonly id = "about";
  readonly title = "About";
  private state = element("p", { id: "offline" });
  private caches = element("ul", { id: "caches" });

  constructor(private offline: Offline) {}

  build(box: HTMLElement): void {
    box.append(element("p", {}, `Tinyhouse ${SITE.version}, build ${SITE.build}`), element("h2", {}, "On this device"), this.state, this.caches);
    this.offline.addEventListener("change", () => void this.show());
    void this.show();
  }

  update(): void {}

  private async show(): Promise<void> {
    this.state.textContent = this.offline.state;
    const all = await this.offline.caches();
    this.caches.replaceChildren(...all.map(({ name, files, bytes }) =>
      element("li", {}, `${name}: ${files} files, ${(bytes / 1e6).toFixed(1)} MB`)));
  }
}
