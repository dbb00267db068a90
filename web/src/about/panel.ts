import type { App } from "../app/app";
import { button, element } from "../app/dom";
import type { Offline } from "../app/offline";
import type { Panel } from "../app/tabs";
import { bytesText } from "../tables/bytes";
import { measure } from "./speed";
import { spaceText, textBytes } from "./storage";

/** AboutPanel says what the program is, how fast it is here, and what of it is on the device. */
export class AboutPanel implements Panel {
  readonly id = "about";
  readonly title = "About";
  private speed = element("p", { id: "speed" });
  private state = element("p", { id: "offline" });
  private caches = element("ul", { id: "caches" });
  private kept = element("ul", { id: "kept" });
  private space = element("p", {});

  constructor(private app: App, private offline: Offline) {}

  build(box: HTMLElement): void {
    this.speed.setAttribute("role", "status");
    const start = button("Measure", () => void this.measure(start));
    start.id = "measure";
    box.append(
      element("p", {}, element("b", {}, `Tinyhouse ${SITE.version}`), `, build ${SITE.build}: a board, an engine and a solver for small chess variants. ` +
        "It plays, analyses, and knows the exact value of every position of the games that are solved."),
      element("p", {}, "Free software under the MIT licence. © 2026 the tinyhouse authors. ", ...licences()),
      ...documents(),
      element("h2", {}, "Speed of the engine"), element("div", { className: "buttons" }, start), this.speed,
      element("h2", {}, "On this device"), this.state, this.caches, this.kept, this.space,
    );
    const show = (): void => void (box.hidden || this.show());
    this.offline.addEventListener("change", show);
    this.app.library.addEventListener("change", show);
  }

  update(): void {
    void this.show();
  }

  private async measure(start: HTMLButtonElement): Promise<void> {
    start.disabled = true;
    this.speed.textContent = "Measuring, three seconds.";
    try {
      this.speed.textContent = await measure(this.app);
    } finally {
      start.disabled = false;
    }
  }

  /** Lists caches, tables and texts with their sizes. */
  private async show(): Promise<void> {
    this.state.textContent = this.offline.state;
    const all = await this.offline.caches();
    this.caches.replaceChildren(...all.map(({ name, files, bytes }) => element("li", {}, `${name}: ${files} files, ${bytesText(bytes)}`)));
    const tables = [...this.app.library.items.values()].filter(({ have }) => have > 0);
    this.kept.replaceChildren(element("li", {}, `Games and settings: ${bytesText(textBytes())}`),
      ...tables.map(({ name, have, about }) => element("li", {}, `${name}: ${about.kind}, ${bytesText(have)}`)));
    this.space.textContent = await spaceText();
  }
}

function licences(): Node[] {
  return SITE.docs.length ? [element("a", { href: "docs/licences.txt" }, "Licences of all parts")] : [];
}

/** Links to the documents; a server without them has the documents with its sources. */
function documents(): Node[] {
  if (!SITE.docs.length) return [element("p", {}, "The documents lie in the folder docs of the sources; docs/web.md is the manual of this page.")];
  const links = SITE.docs.map(({ file, title }) => element("li", {}, element("a", { href: file }, title)));
  return [element("h2", {}, "Documents"), element("ul", { className: "documents" }, ...links)];
}
