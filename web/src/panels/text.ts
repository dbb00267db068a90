import { byId } from "../app/dom";
import { shareLink } from "../app/link";
import { Refusal } from "../rules/client";
import type { Game } from "../game/game";
import type { GameText } from "../rules/types";

/** TextPanel shows the position as FEN and code, reads what the user pastes, and writes PGN and links. */
export class TextPanel {
  private fen = byId<HTMLInputElement>("fen");
  private code = byId<HTMLInputElement>("code");
  private pgn = byId<HTMLTextAreaElement>("pgn");
  private note = byId("text-note");

  constructor(private game: Game) {
    this.readsFrom(this.fen);
    this.readsFrom(this.code);
    byId("read").addEventListener("click", () => void this.read(this.pgn.value));
    byId("write").addEventListener("click", () => void this.write());
    byId("share").addEventListener("click", () => void this.share());
  }

  render(): void {
    const { position, variant } = this.game;
    if (position && document.activeElement !== this.fen) this.fen.value = position.fen;
    if (position && document.activeElement !== this.code) this.code.value = position.code ?? "";
    this.code.parentElement?.toggleAttribute("hidden", !variant.hasCode);
  }

  private readsFrom(box: HTMLInputElement): void {
    box.addEventListener("change", () => void this.read(box.value));
    box.addEventListener("keydown", (event) => {
      if (event.key === "Enter") box.blur();
    });
  }

  /** Reads a FEN, a code, moves or PGN, and shows it. */
  async read(input: string): Promise<void> {
    const { game } = this;
    if (!input.trim() || !game.rules) return;
    try {
      const { ini, variant } = game.place();
      const text = await game.rules.ask<GameText>({ op: "read", ini, variant, text: game.start, input });
      game.load(text);
      this.say("");
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.say(error.message);
    }
  }

  private async write(): Promise<void> {
    const { game } = this.game.save();
    const answer = await this.game.rules?.ask<{ text: string }>({ op: "write", ini: this.game.ini, game });
    if (answer) this.pgn.value = answer.text;
  }

  /** Copies a link, or shows it where the browser lets no page copy. */
  private async share(): Promise<void> {
    const link = await shareLink(this.game, this.game.isBuiltin);
    try {
      await navigator.clipboard.writeText(link);
      this.say("Link copied.");
    } catch {
      this.say(link);
    }
  }

  private say(text: string): void {
    this.note.textContent = text;
  }
}
