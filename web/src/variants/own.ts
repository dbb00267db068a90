import { join, ordered, renamed, type Section, split, withParents } from "./sections";
import { keep, recall } from "../app/store";
import type { Game } from "../game/game";
import { Refusal } from "../rules/client";
import type { Variant } from "../rules/types";

interface Checked {
  ok: boolean;
  errors: { line: number; key: string; text: string }[];
  variants: string[];
}

/** OwnVariants holds the variants of the user's own: those kept on the device, and those that a link or a game brought. */
export class OwnVariants extends EventTarget {
  private kept: Section[] = split(recall<string>("variants", 1) ?? "");
  private brought: Section[] = [];

  constructor(private game: Game) {
    super();
    game.needs = () => join(withParents(game.variant.name, this.all));
  }

  /** Every section. What was brought comes before what is kept under the same name. */
  get all(): Section[] {
    return [...this.kept.filter(({ name }) => !this.brought.some((b) => b.name === name)), ...this.brought];
  }

  /** Whether a variant is built in or kept on the device. */
  isKept({ name }: { name: string }): boolean {
    return !this.brought.some((b) => b.name === name);
  }

  /** Makes the kept variants known to the game. Of those that these rules refuse, which may be newer, the others are used. */
  async start(): Promise<void> {
    if (!this.kept.length || !(await this.use(this.kept, []))) return;
    const all = ordered(this.kept);
    this.kept = [];
    for (const section of all) await this.use([...this.kept, section], []);
    keep("variants", 1, join(all));
  }

  /** Keeps the variants of a text, or returns what is wrong with them: then nothing has changed. Editing names the variant
   * that the text replaces, also under another name. */
  add(ini: string, editing = ""): Promise<string> {
    return this.tryText(ini, editing, true);
  }

  /** Returns what is wrong with the variants of a text, and changes nothing. */
  check(ini: string, editing = ""): Promise<string> {
    return this.tryText(ini, editing, false);
  }

  private async tryText(ini: string, editing: string, keeps: boolean): Promise<string> {
    const added = split(ini);
    if (!added.length) return `“${ini.trim().slice(0, 40)}”: want [name] or [name:parent], and lines key = value.`;
    const rename = (section: Section): Section =>
      section.parent === editing && editing && added[0] ? renamed(section, section.name, added[0].name) : section;
    const rest = this.kept.filter(({ name }) => name !== editing && !added.some((a) => a.name === name)).map(rename);
    const brought = this.brought.filter(({ name }) => !added.some((a) => a.name === name));
    return this.use([...rest, ...added], brought, added, keeps);
  }

  /** Makes the variants of a link or a game known, without keeping them. Those that are kept already are left out. */
  async bring(ini: string): Promise<string> {
    const added = split(ini).filter((a) => !this.kept.some((k) => k.name === a.name && k.text === a.text));
    if (!added.length) return "";
    const rest = this.brought.filter(({ name }) => !added.some((a) => a.name === name));
    return this.use(this.kept, [...rest, ...added], added);
  }

  /** Keeps a variant that was brought, with its parents. */
  async keepBrought(name: string): Promise<string> {
    const sections = withParents(name, this.all).filter((s) => this.brought.includes(s));
    return this.add(join(sections));
  }

  /** Removes a variant, or returns why it is needed. */
  async remove(name: string): Promise<string> {
    const child = this.all.find(({ parent }) => parent === name);
    if (child) return `“${child.name}” inherits from “${name}”. Remove “${child.name}” first.`;
    return this.use(this.kept.filter((s) => s.name !== name), this.brought.filter((s) => s.name !== name));
  }

  /** The text of a variant with its parents, or of all. */
  text(name?: string): string {
    return join(name === undefined ? ordered(this.all) : withParents(name, this.all));
  }

  /** Checks sections, and uses them if they are right. */
  private async use(kept: Section[], brought: Section[], added: Section[] = [], keeps = true): Promise<string> {
    const { game } = this;
    if (!game.rules) return "The rules are not loaded yet.";
    const sections = ordered([...kept.filter(({ name }) => !brought.some((b) => b.name === name)), ...brought]);
    const ini = join(sections);
    try {
      const checked = await game.rules.ask<Checked>({ op: "check", ini });
      if (!checked.ok) return checked.errors.map((e) => where(e.line, sections, added) + `${e.key && `, ${e.key}`}: ${e.text}`).join("\n");
      if (!keeps) return "";
      game.variants = await game.rules.ask<Variant[]>({ op: "variants", ini });
    } catch (error) {
      if (error instanceof Refusal) return error.message;
      throw error;
    }
    game.ini = ini;
    [this.kept, this.brought] = [kept, brought];
    keep("variants", 1, join(ordered(kept)));
    this.dispatchEvent(new Event("change"));
    return "";
  }
}

/** The place of a line of all sections in the text that the user gave, or in a section that was there before. */
function where(line: number, sections: Section[], added: Section[]): string {
  let first = 1;
  for (const section of sections) {
    const next = first + section.text.split("\n").length + 1;
    if (line < next) {
      const at = line - first;
      return added.includes(section) ? `Line ${section.line + at}` : `“${section.name}”, line ${at + 1}`;
    }
    first = next;
  }
  return `Line ${line}`;
}
