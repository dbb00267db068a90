import { Clock, type Control, other, type Times, timeText, wakefulClock } from "./clock";
import type { App } from "../app/app";
import { byId } from "../app/dom";
import { sideName } from "../app/announce";
import { say } from "../app/say";
import { keep, recall } from "../app/store";
import { type Game, movesTo, type Node, turnAt } from "../game/game";
import type { Color } from "../rules/types";

/** What the user has chosen. */
export interface ClockChoice extends Control {
  on: boolean;
  odds: boolean; // whether Black has times of its own
}

/** What is kept of a running game. */
interface Kept {
  choice: ClockChoice;
  left: Times;
  started: boolean;
  moves: string[]; // to the node at which the clock stands
}

const standard: ClockChoice = { on: false, odds: false, minutes: { w: 5, b: 5 }, increment: { w: 3, b: 3 } };

/** Times at which a player is warned, in milliseconds. */
const warnings = [30_000, 10_000];

/** How often the shown times are renewed, in milliseconds. */
const tick = 100;

const now = wakefulClock(() => performance.now(), () => Date.now());

/** GameClock runs a clock for the game: it follows moves, and pauses when the user looks elsewhere. */
export class GameClock {
  choice: ClockChoice = standard;
  /** The time of a side has run out at a node. */
  onFlag: (loser: Color, at: Node) => void = () => {};
  /** The clock was started, stopped or set. */
  onChange: () => void = () => {};

  private clock = new Clock(standard);
  private root: Node;
  private node: Node; // the last position of the game
  private timer: number | undefined;
  private warned: Record<Color, number> = { w: Infinity, b: Infinity };
  private saved = 0;
  private faces: Record<Color, HTMLElement> = { w: byId("clock-white"), b: byId("clock-black") };

  constructor(private app: App, private game: Game) {
    this.root = this.node = game.root;
    const { choice } = recall<Kept>("clock", 1) ?? {};
    if (choice) this.choice = { ...standard, ...choice };
    this.clock = new Clock(this.control);
    document.addEventListener("visibilitychange", () => this.watch());
    addEventListener("pagehide", () => this.running && this.save());
  }

  /** The times of both sides. */
  get control(): Control {
    const { odds, minutes, increment } = this.choice;
    return odds ? { minutes, increment } : { minutes: { w: minutes.w, b: minutes.w }, increment: { w: increment.w, b: increment.w } };
  }

  get running(): boolean {
    return this.clock.running !== undefined;
  }

  /** Whether the game has begun and its clock stands still. */
  get paused(): boolean {
    return this.choice.on && this.clock.started && !this.running && !this.clock.flagged;
  }

  /** Changes what the user has chosen. Times are those of the next game, unless no move has been made. */
  choose(choice: ClockChoice): void {
    const wasOn = this.choice.on;
    this.choice = choice;
    if (!this.clock.started || !wasOn) this.set();
    if (!choice.on) this.clock.pause(now());
    this.watch();
    this.changed();
  }

  /** Puts the clock back to the full times. */
  private set(): void {
    this.clock = new Clock(this.control);
    this.root = this.game.root;
    this.node = this.game.current;
    this.warned = { w: Infinity, b: Infinity };
  }

  /** Takes up the clock of the last visit, which is paused, if the game is shown of which it is. */
  restore(sameGame: boolean): void {
    const kept = recall<Kept>("clock", 1);
    this.set();
    const node = sameGame && kept && this.game.nodeAt(kept.moves);
    if (node && this.choice.on) {
      this.clock = Clock.restore(this.control, kept.left, kept.started);
      this.node = node;
    }
    this.show();
  }

  /** Follows the game. A move that is played stops the time of its side; any other way to a position stops both. */
  follow(played: boolean): void {
    const { current, root } = this.game;
    if (!this.choice.on) return;
    if (root !== this.root) {
      this.set();
      this.changed();
      return;
    }
    if (current === this.node) return this.stopAtEnd();
    const goesOn = played && current.parent === this.node && !this.app.analysis.on && !this.app.play.over;
    const mover = other(turnAt(this.game, current));
    if (goesOn) this.clock.press(mover, now());
    else this.clock.pause(now());
    if (this.clock.flagged) return this.flag();
    this.node = current;
    this.stopAtEnd();
    this.watch();
    this.changed();
  }

  private stopAtEnd(): void {
    if (this.game.position?.result !== "*" && this.game.position && this.running) {
      this.clock.pause(now());
      this.changed();
    }
  }

  pause(): void {
    if (!this.running) return;
    this.clock.pause(now());
    this.watch();
    this.changed();
  }

  /** Lets the time of the side to move run. */
  start(): void {
    const { current, position } = this.game;
    if (!this.choice.on || !position || position.result !== "*" || this.clock.flagged || this.app.play.over) return;
    this.node = current;
    this.clock.run(position.turn, now());
    this.watch();
    this.changed();
  }

  /** Reports whether the running side still has time. */
  inTime(): boolean {
    if (!this.running || !this.clock.check(now())) return true;
    this.flag();
    return false;
  }

  /** The part of the go command that tells the engine the times, or nothing if no clock runs. */
  goWords(): string {
    if (!this.choice.on || (this.clock.started && !this.running)) return "";
    const { increment } = this.control;
    const left = (side: Color): number => Math.max(1, Math.floor(this.clock.remaining(side, now())));
    return `wtime ${left("w")} btime ${left("b")} winc ${increment.w * 1000} binc ${increment.b * 1000}`;
  }

  /** Shows the times, and looks again soon while they run. */
  private watch(): void {
    clearTimeout(this.timer);
    this.show();
    const { running } = this.clock;
    if (!running) return;
    if (this.app.analysis.on || this.app.editor.on) return this.pause();
    if (!this.inTime()) return;
    const left = this.clock.remaining(running, now());
    this.warn(running, left);
    if (now() - this.saved > 1000) this.save();
    this.timer = setTimeout(() => this.watch(), Math.min(tick, left + 1));
  }

  private flag(): void {
    const { flagged } = this.clock;
    if (!flagged) return;
    clearTimeout(this.timer);
    this.onFlag(flagged, this.node);
    this.changed();
  }

  /** Says once that little time is left. */
  private warn(side: Color, left: number): void {
    const at = warnings.filter((limit) => left <= limit && limit < this.control.minutes[side] * 60_000).at(-1);
    if (at === undefined || at >= this.warned[side] || this.app.play.players[side] !== "human") return;
    this.warned[side] = at;
    say(`${sideName(side)}: ${at / 1000} seconds left.`);
    this.app.sounds.play("low");
  }

  private show(): void {
    for (const side of ["w", "b"] as const) {
      const face = this.faces[side];
      face.hidden = !this.choice.on;
      const left = this.clock.remaining(side, now());
      const text = timeText(left);
      if (face.textContent !== text) face.textContent = text;
      face.dataset["state"] = this.clock.running === side ? "running" : this.clock.flagged === side ? "flagged" : "";
      face.classList.toggle("low", this.clock.started && left < 10_000);
    }
  }

  private changed(): void {
    this.show();
    this.save();
    this.onChange();
  }

  private save(): void {
    this.saved = now();
    const left = { w: this.clock.remaining("w", now()), b: this.clock.remaining("b", now()) };
    const kept: Kept = { choice: this.choice, left, started: this.clock.started, moves: movesTo(this.node) };
    keep("clock", 1, kept);
  }
}
