import { title } from "../app/announce";
import type { App } from "../app/app";
import { button, byId, element, labelled } from "../app/dom";
import type { Panel } from "../app/tabs";
import type { Variant } from "../rules/types";

interface Checked {
  ok: boolean;
  errors: { line: number; key: string; text: string }[];
  variants: string[];
}

/** Shows the variants in the choice of the header. */
export class VariantChoice {
  private choice = byId<HTMLSelectElement>("variant");

  constructor(private app: App) {
    this.choice.addEventListener("change", () => {
      const variant = app.game.find(this.choice.value);
      if (variant) app.game.begin(variant);
    });
  }

  render(): void {
    const { variants, variant } = this.app.game;
    const names = variants.map(({ name }) => name).join();
    if (this.choice.dataset["shown"] !== names) {
      this.choice.dataset["shown"] = names;
      this.choice.replaceChildren(...variants.map((v) => new Option(`${title(v)} ${v.files}×${v.ranks}`, v.name)));
    }
    this.choice.value = variant.name;
  }
}

/** VariantPanel adds variants of the user's own. */
export class VariantPanel implements Panel {
  readonly id = "variants";
  readonly title = "Variants";
  private ini = element("textarea", { id: "ini", rows: 5, spellcheck: false });
  private note = element("p", { id: "ini-note", role: "status" });

  constructor(private app: App) {}

  build(box: HTMLElement): void {
    const label = labelled("Rules, in the ini language of Fairy-Stockfish", this.ini);
    label.className = "wide";
    const load = button("Load", () => void this.load(this.ini.value, true));
    load.id = "ini-load";
    box.append(label, element("div", { className: "buttons" }, load), this.note);
  }

  update(): void {}

  /** Adds the variants of an ini text, and plays the first. A text with a mistake changes nothing. */
  async load(ini: string, play: boolean): Promise<void> {
    const { game } = this.app;
    if (!game.rules) return;
    const checked = await game.rules.ask<Checked>({ op: "check", ini });
    if (!checked.ok) {
      this.note.textContent = checked.errors.map(({ line, key, text }) => `Line ${line}${key && `, ${key}`}: ${text}`).join("\n");
      return;
    }
    const variants = await game.rules.ask<Variant[]>({ op: "variants", ini });
    this.note.textContent = "";
    this.ini.value = ini;
    game.ini = ini;
    game.variants = variants;
    const first = game.find(checked.variants[0] ?? "");
    if (first && play) game.begin(first);
  }
}
