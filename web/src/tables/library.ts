import type { Engine } from "../engine/engine";
import type { Game } from "../game/game";
import type { Opened } from "../rules/client";
import { Keeper, whyNot } from "./keeper";
import type { About, Entry } from "./store";

/** A file that the site carries beside those it fetches by itself. */
export type Carried = (typeof SITE.more)[number];

/** A table or certificate that is used, or is on the device, or comes to it. */
export interface Item {
  name: string;
  about: About;
  /** Bytes on the device. A file that was only opened has none. */
  have: number;
  state: "open" | "kept" | "paused" | "downloading" | "saving";
  /** Why it is not used. */
  problem: string;
  /** The bytes, once it is used. */
  blob?: Blob;
}

/** The name of a file without its folder. */
export function baseName(file: string): string {
  return file.slice(file.lastIndexOf("/") + 1);
}

/** Library is the tables and certificates beyond those of the variant: on the device, and opened by the user. It
 * dispatches "change". */
export class Library extends EventTarget {
  readonly items = new Map<string, Item>();
  /** Damage found in a file while it was used, for the user. */
  damage = "";
  private keeper = new Keeper();
  private timer: number | undefined;

  constructor(private game: Game, private engine: Engine) {
    super();
    this.keeper.onProgress = (name, have) => this.progress(name, have);
  }

  /** Uses the files that are on the device. Where there is no store, there are none. */
  async start(): Promise<void> {
    const { rules } = this.game;
    if (!rules) return;
    rules.onDamage = (text) => {
      this.damage = text.replaceAll("ERROR: tb: ", "");
      this.changed();
    };
    if (whyNot()) return;
    const entries = await this.keeper.list().catch((): Entry[] => []);
    for (const { name, have, ...about } of entries) {
      this.items.set(name, { name, about, have, state: about.complete ? "kept" : "paused", problem: "" });
      if (about.complete) await this.useKept(name);
    }
    this.changed();
    if (entries.some(({ complete }) => complete)) await this.game.forget();
  }

  /** Downloads a file of the site to the device, or the rest of it, and uses it. */
  async download(carried: Carried): Promise<void> {
    const name = baseName(carried.file);
    const { file, kind, variant, subject, bytes, sha256 } = carried;
    const about: About = { file, kind, variant, subject, bytes, sha256, complete: false };
    if (this.items.get(name)?.state === "downloading") return;
    this.items.set(name, { name, about, have: this.items.get(name)?.have ?? 0, state: "downloading", problem: "" });
    this.changed();
    await this.attempt(name, async () => {
      if (!(await this.fetched(name, about))) return this.set(name, { state: "paused" });
      this.set(name, { state: "kept", have: bytes, about: { ...about, complete: true } });
      await this.useKept(name);
      await this.game.forget();
    });
  }

  /** Downloads a file. After a failure it notes how much of it is there. */
  private async fetched(name: string, about: About): Promise<boolean> {
    try {
      return await this.keeper.download(name, about);
    } catch (error) {
      const entries = await this.keeper.list().catch((): Entry[] => []);
      this.set(name, { have: entries.find((entry) => entry.name === name)?.have ?? 0 });
      throw error;
    }
  }

  async pause(name: string): Promise<void> {
    await this.keeper.pause(name);
  }

  /** Uses a file of the user's until the page is left, and returns what it is. One that is none is refused. */
  async open(file: File): Promise<Opened> {
    const before = this.items.get(file.name);
    if (before && before.state !== "open") throw new Error("a file of this name is on the device");
    if (before) await this.stop(file.name);
    const opened = await this.use(file.name, file);
    const { kind, variant, subject } = opened;
    const about: About = { file: "", kind, variant, subject, bytes: file.size, sha256: "", complete: false };
    this.items.set(file.name, { name: file.name, about, have: 0, state: "open", problem: "", blob: file });
    this.changed();
    await this.game.forget();
    return opened;
  }

  /** Copies an open file of the user's to the device. */
  async save(name: string): Promise<void> {
    const item = this.items.get(name);
    if (!item?.blob) return;
    const { about, blob } = item;
    this.set(name, { state: "saving" });
    await this.attempt(name, async () => {
      const sha256 = await this.keeper.copy(name, about, blob);
      this.set(name, { state: "kept", have: about.bytes, about: { ...about, sha256, complete: true } });
    }, "open");
  }

  /** Stops using a file, and deletes it from the device. */
  async remove(name: string): Promise<void> {
    const item = this.items.get(name);
    if (!item) return;
    await this.attempt(name, async () => {
      await this.stop(name);
      if (item.state !== "open") await this.keeper.remove(name);
      this.items.delete(name);
      this.changed();
    });
    await this.game.forget();
  }

  /** The bytes of a file that is used, or that the site or its server carries. */
  async blob(file: string): Promise<Blob> {
    const used = this.items.get(baseName(file))?.blob;
    if (used) return used;
    const response = await fetch(new URL(file, document.baseURI));
    if (!response.ok) throw new Error(`${file}: ${response.status} ${response.statusText}`);
    return response.blob();
  }

  private async useKept(name: string): Promise<void> {
    try {
      const blob = await this.keeper.blob(name);
      await this.use(name, blob);
      this.set(name, { blob, problem: "" });
    } catch (error) {
      this.set(name, { problem: (error as Error).message });
    }
  }

  /** Gives a file to the rules, which refuse it if it is damaged, and then to the engine. */
  private async use(name: string, blob: Blob): Promise<Opened> {
    const { rules } = this.game;
    if (!rules) throw new Error("the rules have not started yet");
    const opened = await rules.openFile(name, blob);
    this.engine.addTable(name, blob);
    return opened;
  }

  private async stop(name: string): Promise<void> {
    this.engine.removeTable(name);
    await this.game.rules?.removeFile(name);
  }

  /** Does something to a file, and notes why it failed. */
  private async attempt(name: string, act: () => Promise<void>, after: Item["state"] = "paused"): Promise<void> {
    try {
      await act();
    } catch (error) {
      const item = this.items.get(name);
      const state = item?.state === "downloading" || item?.state === "saving" ? after : item?.state;
      this.set(name, { problem: (error as Error).message, ...(state ? { state } : {}) });
    }
  }

  private set(name: string, change: Partial<Item>): void {
    const item = this.items.get(name);
    if (item) this.items.set(name, { ...item, ...change });
    this.changed();
  }

  /** Notes how much of a file is there, and tells so at most ten times a second. */
  private progress(name: string, have: number): void {
    const item = this.items.get(name);
    if (item) this.items.set(name, { ...item, have });
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      this.changed();
    }, 100);
  }

  private changed(): void {
    this.dispatchEvent(new Event("change"));
  }
}
