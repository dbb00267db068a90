import type { Level, Play, Player } from "./play";
import type { App } from "../app/app";
import { byId } from "../app/dom";
import type { ClockChoice } from "../clock/gameclock";
import type { Color } from "../rules/types";

/** How long a button waits for the click that confirms, in milliseconds. */
const patience = 4000;

/** PlayersPanel lets the user choose who plays, how well, and with what clock. */
export class PlayersPanel {
  private play: Play;
  private selects: Record<Color, HTMLSelectElement> = { w: byId("player-white"), b: byId("player-black") };
  private level = byId<HTMLSelectElement>("level");
  private moveNow = byId<HTMLButtonElement>("move-now");
  private resign = byId<HTMLButtonElement>("resign");
  private toggle = byId<HTMLButtonElement>("clock-toggle");
  private on = byId<HTMLInputElement>("clock-on");
  private odds = byId<HTMLInputElement>("clock-odds");
  private minutes: Record<Color, HTMLInputElement> = { w: byId("clock-minutes"), b: byId("clock-minutes-black") };
  private increment: Record<Color, HTMLInputElement> = { w: byId("clock-increment"), b: byId("clock-increment-black") };
  private asked: number | undefined; // the timer while the user is asked whether to resign

  constructor(private app: App) {
    this.play = app.play;
    this.connect();
    this.showClock();
    this.render();
  }

  render(): void {
    const { app, play } = this;
    const { game } = app;
    for (const side of ["w", "b"] as const) this.selects[side].value = play.players[side];
    this.level.value = String(play.level);
    const known = game.position?.moves.some(({ value }) => value !== "unknown") ?? false;
    byId("level-note").textContent = play.level !== "perfect" || !game.position ? ""
      : known ? "Tables know this position." : "No table knows this position: the engine plays at full strength.";
    this.moveNow.disabled = !play.engineMoves;
    this.moveNow.textContent = play.isThinking ? "Move now" : "Let it move";
    this.resign.disabled = !play.resigns;
    this.toggle.disabled = !app.clock.choice.on || play.over || game.position?.result !== "*";
    this.toggle.textContent = app.clock.running ? "Pause clock" : "Start clock";
    this.toggle.hidden = !app.clock.choice.on;
  }

  private connect(): void {
    const { app, play } = this;
    for (const side of ["w", "b"] as const) {
      this.selects[side].addEventListener("change", () => play.choose({ players: { ...play.players, [side]: this.selects[side].value as Player } }));
    }
    this.level.addEventListener("change", () => play.choose({ level: this.level.value === "perfect" ? "perfect" : (Number(this.level.value) as Level) }));
    this.moveNow.addEventListener("click", () => play.moveNow());
    this.resign.addEventListener("click", () => this.askToResign());
    this.toggle.addEventListener("click", () => (app.clock.running ? app.clock.pause() : app.clock.start()));
    for (const input of [this.on, this.odds, this.minutes.w, this.minutes.b, this.increment.w, this.increment.b]) {
      input.addEventListener("change", () => this.chooseClock());
    }
  }

  /** Resigns at the second click. */
  private askToResign(): void {
    const asked = this.asked !== undefined;
    this.stopAsking();
    if (asked) this.play.resign();
    else {
      this.resign.textContent = "Resign: sure?";
      this.asked = setTimeout(() => this.stopAsking(), patience);
    }
  }

  private stopAsking(): void {
    clearTimeout(this.asked);
    this.asked = undefined;
    this.resign.textContent = "Resign";
  }

  private chooseClock(): void {
    const read = (input: HTMLInputElement, fallback: number): number => {
      const value = input.valueAsNumber;
      return Number.isFinite(value) ? Math.min(Math.max(value, Number(input.min)), Number(input.max)) : fallback;
    };
    const { clock } = this.app;
    const { minutes, increment } = clock.choice;
    const choice: ClockChoice = {
      on: this.on.checked,
      odds: this.odds.checked,
      minutes: { w: read(this.minutes.w, minutes.w), b: read(this.minutes.b, minutes.b) },
      increment: { w: read(this.increment.w, increment.w), b: read(this.increment.b, increment.b) },
    };
    clock.choose(choice);
    this.showClock();
  }

  private showClock(): void {
    const { on, odds, minutes, increment } = this.app.clock.choice;
    this.on.checked = on;
    this.odds.checked = odds;
    for (const side of ["w", "b"] as const) {
      this.minutes[side].value = String(minutes[side]);
      this.increment[side].value = String(increment[side]);
    }
    byId("clock-times").hidden = !on;
    byId("clock-black-times").hidden = !odds;
  }
}
