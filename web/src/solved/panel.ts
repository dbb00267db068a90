import type { App } from "../app/app";
import { element } from "../app/dom";
import type { Panel } from "../app/tabs";
import { Entry, type Places } from "./entry";
import { groups } from "./words";
import type { Published } from "./types";

/** So many entries of a group are shown at once. */
const short = 30;

interface Group {
  box: HTMLDetailsElement;
  count: HTMLElement;
  entries: Entry[];
}

/** SolvedPanel lists every published value, how it is known, and boards that play it. */
export class SolvedPanel implements Panel {
  readonly id = "solved";
  readonly title = "Solved";
  private groups: Group[] = [];
  private count = element("p", { id: "solved-count" });
  private list = element("div", {});
  private places: Places;

  constructor(private app: App, openProof: (name: string) => void) {
    this.places = { server: new Set(), openProof };
    app.library.addEventListener("change", () => this.update());
  }

  build(box: HTMLElement): void {
    const find = element("input", { type: "search", id: "solved-find", placeholder: "chess KQ, draw, certificate" });
    find.addEventListener("input", () => this.filter(find.value));
    this.count.setAttribute("role", "status");
    box.append(element("p", {}, "The values that this project has computed, how each is known, and boards that play them: with exact values for every move, " +
      "and the best one by the button or the space key."), element("label", { className: "wide" }, "Find ", find), this.count, this.list);
    void this.load();
  }

  update(): void {
    for (const { entries } of this.groups) for (const entry of entries) entry.update();
  }

  private async load(): Promise<void> {
    try {
      const response = await fetch(new URL(SITE.solved, document.baseURI));
      if (!response.ok) throw new Error(`${response.status} ${response.statusText}`);
      const values = (await response.json()) as Published[];
      this.groups = groups.map(({ id, title }) => {
        const entries = values.filter(({ group }) => group === id).map((value) => new Entry(this.app, value, this.places));
        const count = element("small", {});
        const summary = element("summary", {}, element("h3", {}, title), " ", count);
        return { box: element("details", { className: "solved-group" }, summary, ...entries.map(({ box }) => box)), count, entries };
      });
      this.list.replaceChildren(...this.groups.map(({ box }) => box));
      this.filter("");
    } catch (error) {
      this.count.textContent = `The list could not be loaded: ${(error as Error).message}.`;
      return;
    }
    if (!SITE.wasm) await this.askServer();
  }

  /** Asks which files the server has. Without an answer it has none. */
  private async askServer(): Promise<void> {
    const response = await fetch(new URL("api/tables", document.baseURI)).catch(() => undefined);
    const files = response?.ok ? ((await response.json()) as { name: string }[]) : [];
    for (const { name } of files) this.places.server.add(name);
    this.update();
  }

  /** Shows the entries with all words of a text. Without any, the long groups are closed. */
  private filter(text: string): void {
    const words = text.toLowerCase().split(/[\s,]+/).filter(Boolean);
    let shown = 0;
    for (const { box, count, entries } of this.groups) {
      for (const entry of entries) entry.box.hidden = !entry.matches(words);
      const some = entries.filter((entry) => !entry.box.hidden).length;
      count.textContent = String(some);
      box.hidden = some === 0;
      box.open = words.length > 0 || entries.length <= short;
      shown += some;
    }
    this.count.textContent = shown === 1 ? "1 value" : `${shown} values`;
  }
}
