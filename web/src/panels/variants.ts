import { byId } from "../app/dom";
import { title } from "../app/announce";
import type { Game } from "../game/game";
import type { Variant } from "../rules/types";

interface Checked {
  ok: boolean;
  errors: { line: number; key: string; text: string }[];
  variants: string[];
}

/** VariantPanel chooses the variant, and adds the user's own. */
export class VariantPanel {
  private choice = byId<HTMLSelectElement>("variant");
  private ini = byId<HTMLTextAreaElement>("ini");
  private note = byId("ini-note");

  constructor(private game: Game) {
    this.choice.addEventListener("change", () => {
      const variant = game.find(this.choice.value);
      if (variant) game.begin(variant);
    });
    byId("ini-load").addEventListener("click", () => void this.load(this.ini.value, true));
  }

  render(): void {
    const { variants, variant } = this.game;
    const names = variants.map(({ name }) => name).join();
    if (this.choice.dataset["shown"] !== names) {
      this.choice.dataset["shown"] = names;
      this.choice.replaceChildren(...variants.map((v) => new Option(`${title(v)} ${v.files}×${v.ranks}`, v.name)));
    }
    this.choice.value = variant.name;
  }

  /** Adds the variants of an ini text, and plays the first. A text with a mistake changes nothing. */
  async load(ini: string, play: boolean): Promise<void> {
    const { game } = this;
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
