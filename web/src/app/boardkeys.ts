import { moveText } from "./announce";
import type { App } from "./app";
import { say } from "./say";
import { sourceOf } from "../board/gestures";
import { handText, placesText, targetsText } from "../board/speech";

/** BoardKeys are letters that work while the board or a hand has the focus: each says something in the live region. */
export class BoardKeys {
  private asksForKind = false; // after p, which a letter follows

  private pointed = false; // whether the pointer brought the focus, and no key since then

  constructor(private app: App) {
    window.addEventListener("pointerdown", () => (this.pointed = true), { capture: true });
    window.addEventListener("keydown", ({ key }) => (this.pointed &&= !/^(Tab|Arrow)/.test(key)), { capture: true });
  }

  /** Answers a key, and reports whether it meant something. */
  key(event: KeyboardEvent): boolean {
    const at = sourceOf(event.target as Element);
    const { app } = this;
    const { position, variant } = app.game;
    if (!at || "palette" in at) return false;
    const key = event.key.toLowerCase();
    if (!position) return "mol90p".includes(key); // the rules are about to answer
    if (this.asksForKind) {
      if (key === "shift") return false;
      this.asksForKind = false;
      if (key.length !== 1 || key === " ") return false;
      say(placesText(key, position.men, variant));
      return true;
    }
    switch (key) {
      case "m":
        say(targetsText(app.mover.movesFrom(at), app.settings.get("values")));
        return true;
      case "o":
        say((event.target as HTMLElement).closest("[aria-label]")?.getAttribute("aria-label") ?? "");
        return true;
      case "l":
        // Where a click has given the focus to a square, l stays the key of the analysis.
        if (this.pointed) return false;
        say(moveText(app.game.current, position.turn) || "No move yet.");
        return true;
      case "9":
        say(handText("w", position.hands[0], variant));
        return true;
      case "0":
        say(handText("b", position.hands[1], variant));
        return true;
      case "p":
        this.asksForKind = true;
        say("Which piece?");
        return true;
    }
    return false;
  }
}
