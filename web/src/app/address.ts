import type { App } from "./app";
import { byId } from "./dom";
import { fragment, ownPart, type Place, readPlace, unpack } from "./link";
import { Refusal } from "../rules/client";
import { type Node, turnAt } from "../game/game";
import type { GameText } from "../rules/types";

/** Browsers refuse pages that change their address too often. The page may do so this many times at once ... */
const burst = 40;
/** ... and once in so many milliseconds after that. */
const pace = 500;

/** Without the variants, which come when they are packed. */
function bare(hash: string): string {
  return hash.replace(/&i=[^&]*/, "");
}

/** Address keeps the address of the page at the shown position: one entry of the browser's history for each position. */
export class Address {
  private allowed = burst;
  private since = performance.now();
  private timer: number | undefined;
  private walking: string | undefined; // the address that the page goes to

  constructor(private app: App) {
    byId("notice-back").addEventListener("click", () => void this.back());
    byId("notice-close").addEventListener("click", () => this.say(""));
    byId("notice-keep").addEventListener("click", () => void this.keep());
    window.addEventListener("popstate", () => void this.walk());
    window.addEventListener("hashchange", () => void this.walk());
  }

  /** Says where the game comes from, and offers the way back and to keep its variant. */
  introduce(): void {
    const { game, own, recent } = this.app;
    const isNew = !own.isKept(game.variant);
    if (recent.latest || isNew) this.say("This game comes from the address." + (isNew ? ` Its variant “${game.variant.name}” is not kept on this device.` : ""));
    byId("notice-back").hidden = !recent.latest;
    byId("notice-keep").hidden = !isNew;
  }

  private say(text: string): void {
    byId("notice").hidden = !text;
    byId("notice-text").textContent = text;
    byId("notice-back").hidden = true;
    byId("notice-keep").hidden = true;
  }

  private async keep(): Promise<void> {
    const { game, own } = this.app;
    this.say(await own.keepBrought(game.variant.name));
  }

  /** Follows the game. An answer of the engine shares the entry of the move that it answers. */
  follow(before: Node | undefined, current: Node): void {
    const { app } = this;
    const { game } = app;
    if (this.walking !== undefined) return;
    if (bare(location.hash) === fragment(game)) return void this.complete();
    const answers = before && current.parent === before && game.played && app.play.players[turnAt(game, before)] === "engine";
    this.write(before && before !== current && !answers ? "pushState" : "replaceState");
  }

  private write(how: "pushState" | "replaceState"): void {
    clearTimeout(this.timer);
    const now = performance.now();
    this.allowed = Math.min(burst, this.allowed + (now - this.since) / pace);
    this.since = now;
    if (this.allowed < 1) {
      this.timer = setTimeout(() => this.write("replaceState"), 2 * pace);
      return;
    }
    this.allowed--;
    history[how](null, "", location.pathname + fragment(this.app.game));
    void this.complete();
  }

  /** Adds the variants that the game needs, so that the address works elsewhere. */
  private async complete(): Promise<void> {
    const { game } = this.app;
    if (game.isBuiltin) return;
    const part = await ownPart(game);
    const whole = fragment(game) + part;
    if (bare(location.hash) === fragment(game) && location.hash !== whole) history.replaceState(null, "", location.pathname + whole);
  }

  /** Shows what the address names after the user has gone back or forward, or has changed it. */
  private async walk(): Promise<void> {
    if (this.walking !== undefined) return; // it goes on to the newest address
    try {
      do {
        this.walking = location.href;
        await this.visit();
      } while (location.href !== this.walking);
    } finally {
      this.walking = undefined;
    }
  }

  private async visit(): Promise<void> {
    const { game, guest, recent, restored } = this.app;
    const place = readPlace(location);
    if (!restored || guest || !place || bare(location.hash) === fragment(game)) return;
    if (await this.goes(place)) return;
    const earlier = recent.find(place.variant, startOf(place) || (game.find(place.variant)?.start ?? ""));
    if (earlier) await recent.open(earlier);
    if (!earlier || !(await this.goes(place))) await this.open(place);
  }

  /** Goes to the position of a place if it is in the tree. */
  async goes(place: Place): Promise<boolean> {
    const { game } = this.app;
    if (place.packed && (await unpack(place.packed)) !== game.needs()) return false;
    const isStart = startOf(place) === game.start || (!place.text && game.start === game.variant.start);
    if (game.find(place.variant) !== game.variant || !isStart) return false;
    const node = game.nodeAt(place.moves);
    if (node && node !== game.current) game.go(node);
    return node !== undefined;
  }

  /** Begins the game of a place. If it is damaged, a sentence says why, and the game stays. */
  async open(place: Place): Promise<boolean> {
    const problem = await this.read(place);
    if (problem) this.say(`The address names no position. ${problem}`);
    if (this.walking === undefined || this.walking === location.href) this.write("replaceState");
    return !problem;
  }

  private async read(place: Place): Promise<string> {
    const { game, own } = this.app;
    if (place.packed) {
      const ini = await unpack(place.packed);
      const problem = ini ? await own.bring(ini) : `“${place.packed.slice(0, 40)}”: want variants, compressed.`;
      if (problem) return problem;
    }
    const variant = place.variant ? game.find(place.variant) : game.variant;
    if (!variant) return `“${place.variant.slice(0, 40)}”: no variant of this name is known here.`;
    try {
      const ask = (text: string, input: string): Promise<GameText | undefined> =>
        game.rules?.ask<GameText>({ op: "read", ini: game.ini, variant: variant.name, text, input }) ?? Promise.resolve(undefined);
      let text: GameText | undefined = place.text ? await ask("", place.text) : { variant: variant.name, start: variant.start, nodes: [{ parent: 0, uci: "", san: "" }] };
      if (text && place.moves.length) text = await ask(text.start, place.moves.join(" "));
      if (text) game.load(text, text.nodes.length - 1);
      return "";
    } catch (error) {
      if (error instanceof Refusal) return error.message;
      throw error;
    }
  }

  private async back(): Promise<void> {
    const { recent } = this.app;
    this.say("");
    if (recent.latest) await recent.open(recent.latest);
  }
}

function startOf({ text }: Place): string {
  return text.replaceAll("_", " ");
}
