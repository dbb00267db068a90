// The time of both players, without page or timers: every call says what time it is, in milliseconds.

import type { Color } from "../rules/types";

/** The time that each side has. */
export interface Control {
  minutes: Record<Color, number>;
  increment: Record<Color, number>; // seconds for each move
}

/** What is left of it, in milliseconds. */
export type Times = Record<Color, number>;

export function other(side: Color): Color {
  return side === "w" ? "b" : "w";
}

/** Clock counts the time of the side that runs. A side whose time is up has lost for good. */
export class Clock {
  /** Whether the first move has been made. */
  started = false;
  running: Color | undefined;
  flagged: Color | undefined;
  private left: Times;
  private since = 0; // when the running side began

  constructor(private control: Control) {
    this.left = { w: control.minutes.w * 60_000, b: control.minutes.b * 60_000 };
  }

  /** A paused clock as it was kept. */
  static restore(control: Control, left: Times, started: boolean): Clock {
    const clock = new Clock(control);
    clock.left = { ...left };
    clock.started = started;
    return clock;
  }

  remaining(side: Color, now: number): number {
    const spent = this.running === side ? now - this.since : 0;
    return Math.max(0, this.left[side] - spent);
  }

  /** Lets the time of a side run. */
  run(side: Color, now: number): void {
    if (this.check(now)) return;
    this.settle(now);
    this.started = true;
    this.running = side;
    this.since = now;
  }

  /** A side has moved: it gets its increment if its time was running, and the time of the other side runs. */
  press(mover: Color, now: number): void {
    if (this.check(now)) return;
    const counted = this.running === mover;
    this.settle(now);
    if (counted) this.left[mover] += this.control.increment[mover] * 1000;
    this.run(other(mover), now);
  }

  pause(now: number): void {
    if (!this.check(now)) this.settle(now);
  }

  /** The side whose time is up, if there is one. */
  check(now: number): Color | undefined {
    const { running } = this;
    if (!running || this.remaining(running, now) > 0) return this.flagged;
    this.settle(now);
    this.flagged = running;
    return running;
  }

  /** Takes the time that has passed from the running side, and stops it. */
  private settle(now: number): void {
    if (this.running) this.left[this.running] = this.remaining(this.running, now);
    this.running = undefined;
  }
}

/** A time for readers: "1:05:00", "4:59", and tenths below 20 seconds: "9.7". It is rounded so that 0 means none left. */
export function timeText(ms: number): string {
  if (ms < 20_000) return (Math.ceil(ms / 100) / 10).toFixed(1);
  const seconds = Math.ceil(ms / 1000);
  const two = (n: number): string => String(n).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return `${hours ? `${hours}:${two(minutes)}` : minutes}:${two(seconds % 60)}`;
}

/** How far two clocks must part until the device is taken to have slept, in milliseconds. */
const nap = 2000;

/** Returns a clock that no change of the calendar turns back and that counts the time in which the device slept, which the
 * steady clock of some systems leaves out. */
export function wakefulClock(steady: () => number, calendar: () => number): () => number {
  let [lastSteady, lastCalendar, slept] = [steady(), calendar(), 0];
  return () => {
    const [s, c] = [steady(), calendar()];
    const gap = c - lastCalendar - (s - lastSteady);
    if (gap > nap) slept += gap;
    [lastSteady, lastCalendar] = [s, c];
    return s + slept;
  };
}
