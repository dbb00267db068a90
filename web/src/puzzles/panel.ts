import { distance, sideName } from "../app/announce";
import type { App } from "../app/app";
import { Before } from "../app/before";
import { button, byId, element, labelled } from "../app/dom";
import type { Panel } from "../app/tabs";
import type { GameState } from "../game/game";
import type { Draw, Puzzle, Table } from "../rules/draw";
import type { Request } from "../rules/types";
import { PuzzleRecord } from "./record";
import { hintNames, Session } from "./session";

/** Controls of the page that would tell the solution, or take the board. */
const closed = ["best", "solve", "reset", "swap-side", "editor", "values-on", "analysis-on"];

/** Keys that would do so. */
const closedKeys = [" ", "l", "e"];

/** PuzzlePanel sets positions with a single winning move, drawn from the tables of the variant. */
export class PuzzlePanel implements Panel {
  readonly id = "puzzles";
  readonly title = "Puzzles";
  private record = new PuzzleRecord();
  private length = element("input", { type: "range", id: "puzzle-length", min: "0", max: "0", step: "1" });
  private lengthText = element("output", { id: "puzzle-length-text" });
  private seed = element("input", { type: "number", id: "puzzle-seed", min: "0", max: "999999999", step: "1" });
  private next = button("Start", () => void this.start());
  private hint = button("Hint", () => this.session?.hint());
  private leaveButton = button("Leave", () => this.stop());
  private note = element("p", { id: "puzzle-note", role: "status" });
  private score = element("p", { id: "puzzle-score" });
  private before: Before;
  private box: HTMLElement | undefined;
  private session: Session | undefined;
  private aside: GameState | undefined; // the game of the user
  private restore: (() => void) | undefined; // opens again what the puzzle has closed
  private counted = false; // the session is in the record
  private lengths: number[] = [];
  private tables = ""; // those that the lengths are of
  private asked = 0; // counts the questions for lengths: answers to earlier ones are dropped
  private wanted = 0; // and those for puzzles

  constructor(private app: App) {
    this.before = new Before(app.game);
  }

  build(box: HTMLElement): void {
    this.box = box;
    Object.assign(this.next, { id: "puzzle-next", className: "primary" });
    this.hint.id = "puzzle-hint";
    this.leaveButton.id = "puzzle-leave";
    this.seed.value = String(this.record.seed);
    this.length.addEventListener("input", () => this.chooseLength());
    this.seed.addEventListener("change", () => this.chooseSeed());
    window.addEventListener("keydown", (event) => this.guard(event), { capture: true });
    box.append(
      element("p", {}, "One move wins. Find it, and win as fast as the tables say."),
      element("div", { className: "buttons" }, labelled("Win in", this.length), this.lengthText),
      labelled("Seed", this.seed),
      element("div", { className: "buttons" }, this.next, this.hint, this.leaveButton, this.before.button),
      this.note, this.score,
    );
    this.render();
  }

  update(): void {
    if (!this.session) void this.findLengths();
    else if (!this.session.follow()) this.close(false);
    this.render();
  }

  leave(): void {
    this.wanted++;
    if (this.session) this.stop();
  }

  private ask<T>(op: Request["op"], draw?: Draw): Promise<T> | undefined {
    const { game } = this.app;
    const { ini, variant } = game.place();
    return game.rules?.ask<T>({ op, ini, variant, ...(draw && { draw }) });
  }

  /** Asks which lengths the tables of the variant have, if these have changed. */
  private async findLengths(): Promise<void> {
    const number = ++this.asked;
    try {
      await this.app.useTables();
      const tables = (await this.ask<Table[]>("tables"))?.map(({ digest }) => digest).join();
      const name = `${this.app.game.variant.name} ${tables}`;
      if (number !== this.asked || tables === undefined || name === this.tables) return;
      const lengths = (await this.ask<number[]>("lengths")) ?? [];
      if (number !== this.asked) return;
      this.tables = name;
      this.lengths = lengths;
      this.say(lengths.length > 0 ? "" : "No open table of this variant has such wins.");
    } catch (error) {
      this.lengths = [];
      this.say(`The tables could not be read: ${(error as Error).message}.`);
    }
    this.render();
  }

  private get plies(): number {
    const near = (n: number): number => Math.abs(n - this.record.plies);
    return [...this.lengths].sort((a, b) => near(a) - near(b))[0] ?? this.record.plies;
  }

  private chooseLength(): void {
    this.record.choosePlies(this.lengths[Number(this.length.value)] ?? this.plies);
    this.render();
  }

  private chooseSeed(): void {
    const seed = Math.floor(Number(this.seed.value));
    if (this.seed.value === "" || !(seed >= 0 && seed <= 999_999_999)) this.seed.value = String(this.record.seed);
    else this.record.chooseSeed(seed);
    this.render();
  }

  /** Sets the next puzzle. */
  private async start(): Promise<void> {
    const { app, record } = this;
    const { game } = app;
    const { variant } = game;
    if (this.session) this.settle(false);
    record.choosePlies(this.plies);
    const number = record.next(variant.name);
    const wanted = ++this.wanted;
    this.say("Looking for a puzzle…");
    try {
      const puzzle = await this.ask<Puzzle>("puzzle", { plies: record.plies, seed: record.seed, number });
      if (wanted !== this.wanted) return;
      if (!puzzle || game.variant !== variant) return this.say("");
      record.setNext(variant.name, number + 1);
      this.open(puzzle, number);
    } catch (error) {
      if (wanted !== this.wanted) return;
      if (number > 1) record.setNext(variant.name, 1);
      this.say(`${(error as Error).message}. ${number > 1 ? "The next one is the first again." : "Choose another length."}`);
    }
    this.render();
  }

  private open(puzzle: Puzzle, number: number): void {
    const { app } = this;
    const { game, settings } = app;
    this.session?.end();
    if (!this.restore) this.setAside();
    if (app.editor.on) app.edit(false);
    const black = puzzle.fen.split(" ")[1] === "b";
    settings.set("flipped", black);
    this.counted = false;
    // The session must be there when the board shows the puzzle, and needs its root.
    app.guest = { mayMove: () => this.session?.mayMove() ?? false, status: () => this.status };
    this.session = undefined;
    game.begin(game.variant, puzzle.fen);
    this.session = new Session(app, puzzle, (text) => this.say(text), () => this.render());
    if (this.box) Object.assign(this.box.dataset, { number: String(number), fen: puzzle.fen });
    this.say(`Puzzle ${number}: ${sideName(black ? "b" : "w")} to move wins in ${distance(puzzle.plies)}.`);
    app.render();
  }

  /** Sets the game of the user aside, and closes what would tell the solution. */
  private setAside(): void {
    const { clock, game, settings } = this.app;
    this.aside = game.state;
    clock.pause();
    const flipped = settings.get("flipped");
    const analysis = byId<HTMLInputElement>("analysis-on");
    const analysed = analysis.checked;
    if (analysed) analysis.click();
    for (const id of closed) byId<HTMLButtonElement>(id).disabled = true;
    document.documentElement.dataset["guest"] = "puzzle";
    this.restore = () => {
      for (const id of closed) byId<HTMLButtonElement>(id).disabled = false;
      delete document.documentElement.dataset["guest"];
      settings.set("flipped", flipped);
      if (analysed) analysis.click();
    };
  }

  private guard(event: KeyboardEvent): void {
    const target = event.target as HTMLElement;
    if (!this.session || !closedKeys.includes(event.key) || target.closest("input, textarea, select, dialog")) return;
    if (event.key === " " && target.closest("button, summary, a")) return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** Leaves the puzzle and shows the game of the user again. */
  private stop(): void {
    this.close(true);
  }

  /** Closes the puzzle: with the game of the user, or with another one that has taken the board. */
  private close(back: boolean): void {
    this.session?.end();
    this.session = undefined;
    this.app.guest = undefined;
    this.say("");
    const { aside } = this;
    this.aside = undefined;
    if (back && aside) this.app.game.resume(aside);
    else {
      this.before.keep(aside);
      this.app.game.changed();
    }
    this.restore?.();
    this.restore = undefined;
    this.render();
  }

  /** Counts the puzzle once: solved, or given up. */
  private settle(solved: boolean): void {
    if (this.counted) return;
    this.counted = true;
    this.record.count(solved);
  }

  /** What is said of the puzzle, also beside the board. */
  private get status(): string {
    return this.session && this.session.phase !== "shown" ? this.note.textContent : "";
  }

  private say(text: string): void {
    if (this.note.textContent === text) return;
    this.note.textContent = text;
    if (this.status) byId("status").textContent = this.status;
  }

  private render(): void {
    const { lengths, plies, record, session } = this;
    if (session?.phase === "solved") this.settle(session.clean);
    else if (session && !session.clean) this.settle(false);
    if (this.box) this.box.dataset["phase"] = session?.phase ?? "idle";
    const solving = session?.phase === "solving";
    this.length.max = String(Math.max(lengths.length - 1, 0));
    this.length.value = String(lengths.indexOf(plies));
    this.length.disabled = lengths.length < 2;
    this.length.setAttribute("aria-valuetext", distance(plies));
    this.lengthText.textContent = lengths.length ? distance(plies) : "";
    this.next.disabled = lengths.length === 0;
    this.next.textContent = session ? (solving ? "Skip" : "Next puzzle") : "Start";
    this.hint.hidden = !solving;
    this.hint.textContent = `Hint: ${hintNames[session?.hints ?? 0] ?? "the line"}`;
    this.leaveButton.hidden = !session;
    this.score.replaceChildren("Streak: ", element("b", { id: "puzzle-streak" }, String(record.streak)),
      ", best: ", element("b", { id: "puzzle-best" }, String(record.best)));
  }
}
