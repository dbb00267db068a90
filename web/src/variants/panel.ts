import { renamed, split } from "./sections";
import { sizedTitle } from "./titles";
import type { App } from "../app/app";
import { button, byId, element, labelled } from "../app/dom";
import { saveFile } from "../app/files";
import type { Panel } from "../app/tabs";

/** The longest file of variants that is read, in bytes: the limit of the rules. */
const longest = 1 << 20;

/** How long the user rests before a text is checked, in milliseconds. */
const rest = 400;

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
    const names = variants.map(({ name, files, ranks }) => `${name} ${files} ${ranks}`).join();
    if (this.choice.dataset["shown"] !== names) {
      this.choice.dataset["shown"] = names;
      this.choice.replaceChildren(...variants.map((v) => new Option(sizedTitle(v), v.name)));
    }
    this.choice.value = variant.name;
  }
}

/** VariantPanel lists the variants of the user's own, and adds more. */
export class VariantPanel implements Panel {
  readonly id = "variants";
  readonly title = "Variants";
  private list = element("ul", { id: "own-variants" });
  private ini = element("textarea", { id: "ini", rows: 8, spellcheck: false });
  private note = element("p", { id: "ini-note", role: "status" });
  private file = element("input", { id: "ini-file", type: "file", accept: ".ini,text/plain", hidden: true, ariaLabel: "File of variants" });
  private editing = ""; // the variant whose text is in the box
  private timer: number | undefined;

  constructor(private app: App) {
    app.own.addEventListener("change", () => this.update());
    app.files.accept(/\.ini$/i, ([file]) => {
      app.tabs.show(this.id);
      if (file) void this.read(file);
    });
  }

  build(box: HTMLElement): void {
    const named = (id: string, text: string, act: () => void): HTMLButtonElement => Object.assign(button(text, act), { id });
    const label = labelled("Rules, in the ini language of Fairy-Stockfish", this.ini);
    label.className = "wide";
    const load = named("ini-load", "Keep and play", () => void this.load(this.ini.value));
    load.className = "primary";
    this.ini.addEventListener("input", () => {
      clearTimeout(this.timer);
      this.timer = setTimeout(() => void this.check(), rest);
    });
    this.file.addEventListener("change", () => {
      const [file] = this.file.files ?? [];
      this.file.value = "";
      if (file) void this.read(file);
    });
    box.append(element("h2", {}, "Your variants"), this.list, label, this.note,
      element("div", { className: "buttons" }, load, named("ini-open", "Load a file", () => this.file.click()), this.file,
        named("ini-copy", "Copy of this game’s rules", () => void this.copy()),
        named("ini-save", "Save all to a file", () => saveFile("variants.ini", this.app.own.text()))),
      element("p", {}, "A file can also be dropped on the page. A variant may inherit from a built-in one or from one of yours."));
  }

  update(): void {
    const { own } = this.app;
    const rows = own.all.map((section) => {
      const { name } = section;
      const act = (text: string, does: () => void): HTMLButtonElement => {
        const made = button(text, does);
        made.setAttribute("aria-label", `${text} ${name}`);
        made.dataset["act"] = text.toLowerCase();
        return made;
      };
      const row = element("li", {}, element("b", {}, name), section.parent && ` from ${section.parent}`,
        act("Play", () => this.play(name)), act("Edit", () => this.edit(name, section.text)),
        act("Save", () => saveFile(`${name}.ini`, own.text(name))), act("Remove", () => void this.remove(name)));
      row.dataset["variant"] = name;
      if (!own.isKept(section)) row.append(act("Keep", () => void own.keepBrought(name).then((problem) => this.say(problem))));
      return row;
    });
    this.list.replaceChildren(...(rows.length ? rows : [element("li", {}, "None yet.")]));
  }

  private say(text: string): void {
    this.note.textContent = text;
  }

  private play(name: string): void {
    const variant = this.app.game.find(name);
    if (variant) this.app.game.begin(variant);
  }

  private edit(name: string, text: string): void {
    this.editing = name;
    this.ini.value = `${text}\n`;
    this.say("");
    this.ini.focus();
  }

  /** Checks the text while the user writes. */
  private async check(): Promise<void> {
    const ini = this.ini.value;
    const problem = ini.trim() ? await this.app.own.check(ini, this.editing) : "";
    if (ini === this.ini.value) this.say(problem);
  }

  /** Keeps the variants of a text, and plays the first. */
  private async load(ini: string): Promise<void> {
    clearTimeout(this.timer);
    const problem = await this.app.own.add(ini, this.editing);
    this.say(problem);
    if (problem) return;
    this.editing = "";
    const [first] = split(ini);
    if (first) this.play(first.name);
  }

  private async read(file: File): Promise<void> {
    if (file.size > longest) return this.say(`${file.name}: ${file.size} bytes. Want at most ${longest}.`);
    this.editing = "";
    this.ini.value = await file.text();
    await this.load(this.ini.value);
  }

  private async remove(name: string): Promise<void> {
    const { game, own } = this.app;
    const played = game.variant.name === name;
    const problem = await own.remove(name);
    this.say(problem);
    const other = game.builtin.find((v) => v.name === "tinyhouse") ?? game.builtin[0];
    if (!problem && played && other) game.begin(other);
  }

  /** Puts the rules of the game's variant into the box, under a new name. */
  private async copy(): Promise<void> {
    const { game } = this.app;
    const { ini, variant } = game.place();
    const answer = await game.rules?.ask<{ text: string }>({ op: "ini", ini, variant });
    const [section] = split(answer?.text ?? "");
    if (section) this.edit("", `${renamed(section, `my-${variant}`).text}`);
  }
}
