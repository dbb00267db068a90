import { sideName, valueSentence } from "./announce";
import type { App } from "./app";
import { byId, onHold } from "./dom";
import { type Gestures, listen, type Source } from "../board/gestures";
import { bestKnown } from "../panels/values";
import { Refusal } from "../rules/client";

/** What buttons and keys do. */
export class Controls {
  constructor(private app: App) {
    this.connectBoard();
    this.connectButtons();
    this.connectEditor();
    this.connectAnalysis();
    this.connectTyped();
  }

  flip(): void {
    const { settings } = this.app;
    settings.set("flipped", !settings.get("flipped"));
  }

  setValues(on: boolean): void {
    this.app.settings.set("values", on); // the settings let the page be shown anew
  }

  setAnalysis(on: boolean): void {
    this.app.analysis.on = on;
    byId<HTMLInputElement>("analysis-on").checked = on;
    this.app.think();
  }

  /** Gestures go to the editor while it is open. */
  private connectBoard(): void {
    const { editor, mover } = this.app;
    const gestures = (): Gestures => (editor.on ? editor : mover);
    listen(document.querySelector("main") as HTMLElement, {
      tap: (at: Source) => gestures().tap(at),
      lift: (from) => gestures().lift(from),
      drop: (from, to) => gestures().drop(from, to),
      cancel: () => gestures().cancel(),
    });
    window.addEventListener("pointerdown", (event) => {
      if (mover.selected && !(event.target as Element).closest("#table, dialog")) mover.deselect();
    });
  }

  private connectButtons(): void {
    const { editor, game, play, text } = this.app;
    onHold(byId("undo"), () => (editor.on ? editor.undo() : play.undo()));
    onHold(byId("redo"), () => (editor.on ? editor.redo() : game.redo()));
    byId("reset").addEventListener("click", () => (editor.on ? void editor.start() : game.begin(game.variant)));
    byId("flip").addEventListener("click", () => this.flip());
    byId("best").addEventListener("click", () => void play.playBest());
    byId("solve").addEventListener("click", () => void this.solve());
    byId("swap-side").addEventListener("click", () => {
      if (editor.on) return editor.change({ ...editor.setup, turn: editor.setup.turn === "w" ? "b" : "w" });
      if (!game.position) return;
      const [men, turn, castling] = game.position.fen.split(" ");
      void text.read(`${men} ${turn === "w" ? "b" : "w"} ${castling} - 0 1`);
    });
    byId("values-on").addEventListener("change", (event) => this.setValues((event.target as HTMLInputElement).checked));
  }

  private connectEditor(): void {
    byId("editor").addEventListener("click", () => this.app.edit(!this.app.editor.on));
  }

  private connectAnalysis(): void {
    for (const id of ["values-on", "analysis-on"]) {
      byId(id).addEventListener("click", (event) => { // by a pointer: the space bar is to play moves then
        if (event.detail > 0) byId(id).blur();
      });
    }
    byId("analysis-on").addEventListener("change", (event) => this.setAnalysis((event.target as HTMLInputElement).checked));
    const { drawer } = this.app;
    byId("draw").addEventListener("click", () => {
      drawer.setOn(!drawer.on);
      byId("draw").setAttribute("aria-pressed", String(drawer.on));
    });
    byId("draw-clear").addEventListener("click", () => drawer.clear());
    const count = byId<HTMLSelectElement>("line-count");
    count.value = String(this.app.settings.get("lines"));
    count.addEventListener("change", () => this.app.settings.set("lines", Number(count.value)));
  }

  private connectTyped(): void {
    const typed = byId<HTMLInputElement>("typed");
    byId("type").addEventListener("submit", (event) => {
      event.preventDefault();
      void this.enter(typed);
    });
  }

  /** Plays a move that the user typed, in SAN or UCI form. */
  private async enter(typed: HTMLInputElement): Promise<void> {
    const { editor, game, mover } = this.app;
    const { current } = game;
    if (editor.on) return;
    try {
      const answer = await game.rules?.ask<{ uci: string }>({ op: "move", ...game.place(), input: typed.value });
      const move = game.position?.moves.find((m) => m.uci === answer?.uci);
      if (move && game.current === current && mover.mayMove()) game.play(move);
      typed.value = "";
      byId("typed-note").textContent = "";
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      byId("typed-note").textContent = error.message;
    }
  }

  /** Says the exact value of the position, where tables know it, and shows the values of the moves. */
  private async solve(): Promise<void> {
    await this.app.useTables();
    this.setValues(true);
    const { position } = this.app.game;
    if (!position || position.result !== "*") return;
    const best = bestKnown(position.moves, position.value);
    const value = position.value !== "unknown" ? position.value : best?.value ?? "unknown";
    byId("status").textContent = value === "unknown"
      ? `${sideName(position.turn)} to move. No table knows the value of this position.`
      : `${valueSentence(value, position.turn)}${best ? `, by ${best.san}` : ""}.`;
  }
}
