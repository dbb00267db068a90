import type { App, KeptGame } from "../app/app";
import { button, element } from "../app/dom";
import { saveFile } from "../app/files";
import { everything, type Kept, replaceEverything } from "../app/store";

const format = "tinyhouse backup";
const version = 1;

/** The longest backup that is read, in bytes. */
const longest = 16 << 20;

/** The first letters of a value, for messages. */
function quoted(value: unknown): string {
  const text = typeof value === "string" ? value : JSON.stringify(value) ?? "nothing";
  return text.length > 40 ? `“${text.slice(0, 40)}…”` : `“${text}”`;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** What is wrong with a game as it is kept, or nothing. */
function gameProblem(data: unknown): string {
  if (!isObject(data) || typeof data["ini"] !== "string" || !isObject(data["game"])) return `game ${quoted(data)}: want ini and game`;
  const { variant, start, nodes } = data["game"];
  if (typeof variant !== "string" || typeof start !== "string" || !Array.isArray(nodes)) return `game ${quoted(data["game"])}: want variant, start and nodes`;
  const wrong = nodes.findIndex((node: unknown, i) => {
    const { parent, uci, san } = isObject(node) ? node : {};
    return !Number.isInteger(parent) || (i > 0 && ((parent as number) < 0 || (parent as number) >= i)) || typeof uci !== "string" || typeof san !== "string";
  });
  if (wrong >= 0) return `node ${wrong} of the game ${quoted(nodes[wrong])}: want an earlier parent, uci and san`;
  const { at } = data;
  return Number.isInteger(at) && (at as number) >= 0 && (at as number) < Math.max(nodes.length, 1) ? "" : `place in the game ${quoted(at)}: want a node of it`;
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((one) => typeof one === "string");
}

/** Whether a value has a number for each side. */
function isPair(value: unknown): boolean {
  return isObject(value) && Number.isFinite(value["w"]) && Number.isFinite(value["b"]);
}

/** What is wrong with the data of each key that the page reads without looking, or nothing. */
const problems: Record<string, (data: unknown) => string> = {
  game: gameProblem,
  recent: (data) => {
    if (!Array.isArray(data)) return `recent games ${quoted(data)}: want a list`;
    return data.map((one: unknown) => gameProblem(one) || (isObject(one) && Number.isFinite(one["when"]) ? "" : `time of a recent game ${quoted(one)}: want a number`)).find(Boolean) ?? "";
  },
  variants: (data) => (typeof data === "string" ? "" : `variants ${quoted(data)}: want a text`),
  puzzles: (data) => {
    const numbers = isObject(data) && isObject(data["numbers"]) ? [...Object.values(data["numbers"]), data["seed"], data["plies"], data["streak"], data["best"]] : [NaN];
    return numbers.every(Number.isFinite) ? "" : `puzzles ${quoted(data)}: want numbers`;
  },
  settings: (data) => (isObject(data) ? "" : `settings ${quoted(data)}: want names and values`),
  play: (data) => (isObject(data) ? "" : `players ${quoted(data)}: want names and values`),
  ending: (data) => (isObject(data) && isTexts(data["moves"]) && isTexts([data["result"], data["reason"]]) ? "" : `end of the game ${quoted(data)}: want moves, result and reason`),
  clock: (data) => {
    if (!isObject(data) || !isPair(data["left"]) || !isTexts(data["moves"])) return `clock ${quoted(data)}: want the times left and the moves`;
    const { choice } = data;
    return isObject(choice) && isPair(choice["minutes"]) && isPair(choice["increment"]) ? "" : `times of the clock ${quoted(choice)}: want minutes and increment`;
  },
};

/** Reads a backup. What is wrong with it is thrown as a sentence. */
export function readBackup(text: string): Record<string, Kept> {
  let all: unknown;
  try {
    all = JSON.parse(text);
  } catch {
    throw new Error(`${quoted(text)}: want a backup, which is JSON.`);
  }
  if (!isObject(all) || all["format"] !== format) throw new Error(`${quoted(all)}: want the format “${format}”.`);
  if (all["version"] !== version) throw new Error(`Version ${quoted(all["version"])}: want ${version}.`);
  if (!isObject(all["kept"])) throw new Error(`${quoted(all["kept"])}: want what was kept, by name.`);
  for (const [key, kept] of Object.entries(all["kept"])) {
    if (!isObject(kept) || !Number.isInteger(kept["version"]) || !("data" in kept)) throw new Error(`${key} ${quoted(kept)}: want version and data.`);
    const problem = problems[key]?.(kept["data"]);
    if (problem) throw new Error(`The ${problem}.`);
  }
  return all["kept"] as unknown as Record<string, Kept>;
}

/** Backup writes all that the device keeps into one file, and reads such a file. */
export class Backup {
  readonly box: HTMLElement;
  private note = element("p", { id: "backup-note", role: "status" });
  private file = element("input", { id: "backup-file", type: "file", accept: ".json,application/json", hidden: true });

  constructor(private app: App) {
    const save = button("Save all to a file", () => this.save());
    save.id = "backup-save";
    const load = button("Load a file", () => this.file.click());
    load.id = "backup-load";
    this.file.setAttribute("aria-label", "Backup file");
    this.file.addEventListener("change", () => void this.load());
    this.box = element("fieldset", {}, element("legend", {}, "Kept on this device"),
      element("p", {}, "Games, settings and own variants. A file replaces all of them."),
      element("div", { className: "buttons" }, save, load, this.file), this.note);
  }

  private save(): void {
    try {
      saveFile("tinyhouse-backup.json", JSON.stringify({ format, version, kept: everything() }, null, 1), "application/json");
      this.note.textContent = "Saved as tinyhouse-backup.json.";
    } catch (error) {
      this.note.textContent = `Nothing was saved: ${(error as Error).message}`;
    }
  }

  /** Lets the rules read the variants and play all moves of a game. */
  private async checkGame(kept: KeptGame | undefined): Promise<void> {
    const { rules } = this.app.game;
    if (!kept || !rules) return;
    await rules.ask({ op: "write", ini: kept.ini, game: kept.game });
  }

  private async load(): Promise<void> {
    const [file] = this.file.files ?? [];
    this.file.value = "";
    if (!file) return;
    try {
      if (file.size > longest) throw new Error(`${file.size} bytes: want at most ${longest}.`);
      const all = readBackup(await file.text());
      await this.checkGame(all["game"]?.data as KeptGame | undefined);
      replaceEverything(all);
      history.replaceState(null, "", location.pathname);
      location.reload();
    } catch (error) {
      this.note.textContent = `${file.name} was refused, nothing has changed. ${(error as Error).message}`;
    }
  }
}
