import { button } from "./dom";
import type { Game, GameState } from "../game/game";

/** Before keeps the game that a position from elsewhere replaces, and has the button that brings it back. */
export class Before {
  readonly button = button("Back to the game before", () => this.restore());
  private saved: GameState | undefined;

  constructor(private game: Game) {
    this.button.hidden = true;
  }

  /** Keeps the game, unless it has no moves or an older one is kept. */
  keep(state: GameState = this.game.state): void {
    if (this.saved || state.root.children.length === 0) return;
    this.saved = state;
    this.button.hidden = false;
  }

  private restore(): void {
    const { saved } = this;
    this.saved = undefined;
    this.button.hidden = true;
    if (saved) this.game.resume(saved);
  }
}
