/** How often a worker is asked whether it lives, in milliseconds. */
const pause = 3000;

/** Watch asks a worker for a sign of life while it works, and reports one that gives none. */
export class Watch {
  private timer: number | undefined;
  private asked = 0; // when; 0: no answer is due

  /** Patience is how long an answer may take, in milliseconds. */
  constructor(private ask: () => void, private onSilent: () => void, private patience = 10_000) {}

  /** Starts to ask, if it does not yet. */
  start(): void {
    if (this.timer === undefined) this.wait();
  }

  stop(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.asked = 0;
  }

  /** Notes a sign of life. */
  heard(): void {
    if (!this.asked) return;
    this.stop();
    this.wait();
  }

  private wait(): void {
    this.timer = setTimeout(() => {
      this.asked = performance.now();
      this.ask();
      this.timer = setTimeout(() => this.judge(), this.patience);
    }, pause);
  }

  /** Reports silence, unless this page itself has been asleep. */
  private judge(): void {
    const slept = performance.now() - this.asked > 1.5 * this.patience;
    this.stop();
    if (slept) this.wait();
    else this.onSilent();
  }
}
