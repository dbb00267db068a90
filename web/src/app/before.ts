import type { KeptGame } from "./app";
import { button } from "./dom";
import type { Game } from "../game/game";

type Saved = Pick<KeptGame, "game" | "at">;

/** Before keeps the game that a position from elsewhere replaces, and has the button that brings it back. */
export class Before {
  readonly button = button("Back to the game before", () => this.restore());
  private saved: Saved | undefined;

  constructor(private game: Game) {
    this.button.hidden = true;
  }

  /** Keeps the game, unless it has no moves or an older one is kept. */
  keep(saved: Saved = this.game.save()): void {
    if (this.saved || saved.game.nodes.length < 2) return;
    this.saved = saved;
    this.button.hidden = false;
  }

  private restore(): void {
    const { saved } = this;
    this.saved = undefined;
    this.button.hidden = true;
    if (saved) this.game.load(saved.game, saved.at);
  }
}
