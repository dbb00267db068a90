import { valueSentence, valueWords } from "../app/announce";
import { element, holdHeight } from "../app/dom";
import type { Game } from "../game/game";
import type { Move, Position } from "../rules/types";

const groups = [
  { outcome: "win", title: "Winning" },
  { outcome: "draw", title: "Drawing" },
  { outcome: "loss", title: "Losing" },
  { outcome: "unknown", title: "Unknown" },
];

function plies({ value }: Move): number {
  return Number(value.split(" ")[1] ?? 0);
}

/** Orders moves of one group: the quickest win first, the longest defence first. */
function order(outcome: string): (a: Move, b: Move) => number {
  const sign = outcome === "loss" ? -1 : 1;
  return (a, b) => sign * (plies(a) - plies(b)) || a.uci.localeCompare(b.uci);
}

function grouped(moves: Move[], outcome: string): Move[] {
  return moves.filter((m) => m.value.split(" ")[0] === outcome).sort(order(outcome));
}

/** The moves with exact values, the best first. */
export function bestFirst(moves: Move[]): Move[] {
  return groups.flatMap(({ outcome }) => grouped(moves, outcome));
}

/** The best move if its value is known to be the best one. */
export function bestKnown(moves: Move[], value: string): Move | undefined {
  const [best] = bestFirst(moves);
  if (!best || best.value === "unknown") return undefined;
  const unknown = moves.some((m) => m.value === "unknown");
  return best.value.startsWith("win") || value.startsWith("win") || value.startsWith("draw") || !unknown ? best : undefined;
}

/** Shows the exact value of the position and of every move. */
export class Values {
  private shown: Position | undefined;
  private written = ""; // how the shown position was written

  constructor(private game: Game, private sentence: HTMLElement, private list: HTMLElement, private onHover: (uci: string) => void) {
    list.addEventListener("click", (event) => {
      const move = this.moveAt(event.target);
      if (move) game.play(move);
    });
    for (const name of ["pointerover", "focusin"]) list.addEventListener(name, (event) => onHover(this.moveAt(event.target)?.uci ?? ""));
    for (const name of ["pointerleave", "focusout"]) list.addEventListener(name, () => onHover(""));
  }

  /** Shows the values of the current position. While it is not known the list is empty. The units are those of distances. */
  render(on: boolean, units: string): void {
    const { position } = this.game;
    this.list.hidden = !on;
    this.sentence.hidden = !on;
    const written = on ? units : "";
    if (position === this.shown && written === this.written) return;
    const isNew = position?.fen !== this.shown?.fen;
    this.shown = position;
    this.written = written;
    const { scrollTop } = this.list;
    this.onHover("");
    for (const box of [this.sentence, this.list]) holdHeight(box, on && !position);
    this.sentence.textContent = !on ? "" : position ? this.valueOf(position) : "\u00a0"; // an empty one would not be shown
    this.list.replaceChildren(...groups.flatMap(({ outcome, title }) => {
      const group = on && position ? grouped(position.moves, outcome) : [];
      return group.length ? [section(outcome, title, group)] : [];
    }));
    this.list.scrollTop = isNew ? 0 : scrollTop;
  }

  /** Plays the first move of the list, unless nothing is known of it. */
  playFirst(): void {
    const { position } = this.game;
    const [first] = bestFirst(position?.moves ?? []);
    if (first && first.value !== "unknown") this.game.play(first);
  }

  private valueOf({ value, turn }: Position): string {
    return value === "unknown" ? "No table knows the value of this position." : `Exact: ${valueSentence(value, turn)}.`;
  }

  private moveAt(target: EventTarget | null): Move | undefined {
    const uci = (target as HTMLElement).closest<HTMLElement>("[data-uci]")?.dataset["uci"];
    return this.game.position?.moves.find((m) => m.uci === uci);
  }
}

function section(outcome: string, title: string, moves: Move[]): HTMLElement {
  return element("section", { className: `group ${outcome}` }, element("h3", {}, title), ...moves.map(row));
}

function row(move: Move): HTMLElement {
  const made = element("button", { type: "button" }, element("b", {}, move.san), " ", valueWords(move.value));
  made.dataset["uci"] = move.uci;
  made.dataset["value"] = move.value;
  return made;
}
