import type { Game } from "../game/game";
import type { Move } from "../rules/types";
import { valueSentence, valueWords } from "../app/announce";

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

/** The moves with exact values, the best first. */
export function bestFirst(moves: Move[]): Move[] {
  return groups.flatMap(({ outcome }) => moves.filter((m) => m.value.split(" ")[0] === outcome).sort(order(outcome)));
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
  private game: Game;

  constructor(game: Game, private sentence: HTMLElement, private list: HTMLElement, private onHover: (uci: string) => void) {
    this.game = game;
    list.addEventListener("click", (event) => {
      const move = this.moveAt(event.target);
      if (move) game.play(move);
    });
    list.addEventListener("pointerover", (event) => onHover(this.moveAt(event.target)?.uci ?? ""));
    list.addEventListener("pointerleave", () => onHover(""));
  }

  render(on: boolean): void {
    const { position } = this.game;
    this.list.hidden = !on;
    this.sentence.hidden = !on;
    if (!on) return;
    this.onHover("");
    const known = position && position.value !== "unknown";
    this.sentence.textContent = known ? `Exact: ${valueSentence(position.value, position.turn)}.` : "No table knows the value of this position.";
    const moves = position?.moves ?? [];
    this.list.replaceChildren(...groups.flatMap(({ outcome, title }) => {
      const group = moves.filter((m) => m.value.split(" ")[0] === outcome).sort(order(outcome));
      return group.length ? [section(outcome, title, group)] : [];
    }));
  }

  private moveAt(target: EventTarget | null): Move | undefined {
    const uci = (target as HTMLElement).closest<HTMLElement>("[data-uci]")?.dataset["uci"];
    return this.game.position?.moves.find((m) => m.uci === uci);
  }
}

function section(outcome: string, title: string, moves: Move[]): HTMLElement {
  const box = document.createElement("section");
  box.className = `group ${outcome}`;
  const heading = document.createElement("h3");
  heading.textContent = title;
  box.append(heading, ...moves.map(row));
  return box;
}

function row(move: Move): HTMLElement {
  const button = document.createElement("button");
  button.type = "button";
  button.dataset["uci"] = move.uci;
  button.dataset["value"] = move.value;
  const san = document.createElement("b");
  san.textContent = move.san;
  button.append(san, " ", valueWords(move.value));
  return button;
}
