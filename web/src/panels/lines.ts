import { button, element } from "../app/dom";
import type { Move } from "../rules/types";

/** A move of a line. */
export type Step = Pick<Move, "uci" | "san">;

/** A line as the panel shows it. */
export interface ShownLine {
  score: string;
  /** The score in words, for screen readers. */
  words: string;
  moves: Step[];
}

/** How many moves of a line are shown until the user asks for all. */
const few = 12;

/** What the user does with the lines. */
interface Handlers {
  /** Plays the moves of a line up to one of them. */
  play(moves: Step[]): void;
  /** Shows the board after the moves up to one of them; of none, hides it. */
  preview(moves: Step[], near: Element): void;
}

/** LineList shows lines of moves. The first move of each line is in the tab order, arrows reach the others. */
export class LineList {
  private rows: Row[] = [];
  private latest: { lines: ShownLine[]; ply: number } | undefined; // what came while a button was held
  private held = false;
  private at: HTMLButtonElement | undefined; // where the board of a move is shown

  constructor(private box: HTMLElement, private handlers: Handlers) {
    box.addEventListener("click", (event) => {
      const moves = this.movesTo(event.target);
      if (moves.length) handlers.play(moves);
    });
    for (const name of ["pointerover", "focusin"]) box.addEventListener(name, (event) => this.point(event.target as Element));
    for (const name of ["pointerleave", "focusout"]) box.addEventListener(name, () => this.point(undefined));
    box.addEventListener("keydown", (event) => this.key(event));
    box.addEventListener("pointerdown", () => (this.held = true));
    for (const name of ["pointerup", "pointercancel"]) window.addEventListener(name, () => this.release());
  }

  /** Shows lines from a position that is so many plies into the game. */
  show(lines: ShownLine[], ply: number): void {
    if (this.held) { // a click must reach the move under the pointer
      this.latest = { lines, ply };
      return;
    }
    while (this.rows.length > lines.length) this.rows.pop()?.box.remove();
    lines.forEach((line, i) => {
      const row = this.rows[i] ?? (this.rows[i] = new Row(this.box));
      row.show(line, ply);
    });
    if (this.at && !this.at.isConnected) this.point(undefined);
    else if (this.at) this.handlers.preview(this.movesTo(this.at), this.at);
  }

  private release(): void {
    if (!this.held) return;
    setTimeout(() => { // after the click
      this.held = false;
      if (this.latest) this.show(this.latest.lines, this.latest.ply);
      this.latest = undefined;
    });
  }

  private movesTo(target: EventTarget | null | undefined): Step[] {
    const move = (target as Element | null | undefined)?.closest<HTMLElement>("[data-ply]");
    const row = this.rows.find(({ box }) => box.contains(move ?? null));
    return move && row ? row.moves.slice(0, Number(move.dataset["ply"]) + 1) : [];
  }

  private point(target: Element | undefined): void {
    const move = target?.closest<HTMLButtonElement>("[data-ply]") ?? undefined;
    if (move === this.at) return;
    this.at = move;
    this.handlers.preview(this.movesTo(move), move ?? this.box);
  }

  private key(event: KeyboardEvent): void {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const row = this.rows.find(({ box }) => box.contains(event.target as Element));
    if (!step || event.shiftKey || !row) return;
    event.preventDefault();
    event.stopPropagation();
    const all = [...row.box.querySelectorAll("button")];
    all[all.indexOf(event.target as HTMLButtonElement) + step]?.focus();
  }
}

/** A line in the list. Its buttons stay while moves change. */
class Row {
  readonly box = element("div", { className: "line" });
  moves: Step[] = [];
  private score = element("b");
  private words = element("span", { className: "unseen" });
  private buttons: HTMLButtonElement[] = [];
  private more = button("…", () => {
    this.all = true;
    this.fill();
    this.buttons[few]?.focus();
  });
  private all = false;
  private ply = 0;

  constructor(list: HTMLElement) {
    this.more.setAttribute("aria-label", "All moves of the line");
    this.box.setAttribute("role", "group");
    this.box.append(this.score, this.words, " ", this.more);
    list.append(this.box);
  }

  show(line: ShownLine, ply: number): void {
    this.score.textContent = line.score;
    this.words.textContent = line.words === line.score ? "" : line.words;
    this.box.dataset["uci"] = line.moves[0]?.uci ?? "";
    this.moves = line.moves;
    this.ply = ply;
    this.fill();
  }

  private fill(): void {
    const shown = this.all ? this.moves.length : Math.min(few, this.moves.length);
    while (this.buttons.length > shown) this.buttons.pop()?.remove();
    for (let i = 0; i < shown; i++) {
      const made = this.buttons[i] ?? (this.buttons[i] = this.newMove(i));
      const ply = this.ply + i;
      const number = ply % 2 === 0 ? `${ply / 2 + 1}. ` : i === 0 ? `${(ply + 1) / 2}… ` : "";
      const text = number + (this.moves[i] as Step).san;
      if (made.textContent !== text) made.textContent = text;
    }
    this.more.hidden = shown === this.moves.length;
  }

  private newMove(ply: number): HTMLButtonElement {
    const made = element("button", { type: "button", tabIndex: ply === 0 ? 0 : -1 });
    made.dataset["ply"] = String(ply);
    this.more.before(made, " ");
    return made;
  }
}
