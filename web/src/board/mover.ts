import { count, valueWords } from "../app/announce";
import type { Game, Node } from "../game/game";
import type { Move, Position } from "../rules/types";
import { type Board, type Marks, noMarks } from "./board";
import type { Gestures, Source, Target } from "./gestures";
import { choose } from "./promotion";
import { bestFirst } from "../panels/values";
import { neighbour } from "./shape";

/** Mover lets the user select men and move them. */
export class Mover implements Gestures {
  /** Whether the side to move is the user's. */
  mayMove: () => boolean = () => true;
  showValues = false;
  selected: Source | undefined;
  private early: { node: Node; at: Source }[] = [];
  private dropped = false; // whether the last move was made by dragging

  constructor(private game: Game, private board: Board, private render: () => void) {}

  /** What the board shows now. */
  marks(): Marks {
    const { position, current } = this.game;
    if (!position) return noMarks;
    const hints = this.mayMove() ? hintsOf(position, this.showValues) : new Map<string, string>();
    const marks: Marks = { targets: new Map(), last: lastSquares(current.uci), badges: new Map(), hints, ...(position.check && { check: position.check }) };
    if (this.selected && "square" in this.selected) marks.selected = this.selected.square;
    const moves = this.movesFrom(this.selected);
    if (this.showValues) for (const move of bestFirst(moves).reverse()) marks.badges.set(move.to, move.value); // the best of several
    for (const move of moves) {
      marks.targets.set(move.to, move.capture ? "capture" : "move");
    }
    return marks;
  }

  deselect(): void {
    this.selected = undefined;
    this.render();
  }

  tap(at: Source): void {
    if ("palette" in at) return;
    const { current, position } = this.game;
    if (!position) {
      this.early.push({ node: current, at });
      return;
    }
    if ("square" in at && this.selected && this.tryMove(this.selected, at.square)) return;
    const same = JSON.stringify(at) === JSON.stringify(this.selected);
    this.selected = same || this.movesFrom(at).length === 0 ? undefined : at;
    this.render();
  }

  /** Repeats the taps that came before the rules had answered for the shown position. */
  tapEarly(): void {
    for (const { node, at } of this.early.splice(0)) if (node === this.game.current) this.tap(at);
  }

  lift(from: Source): boolean {
    if (this.movesFrom(from).length === 0) return false;
    this.selected = from;
    this.render();
    return true;
  }

  drop(from: Source, to: Target | undefined): void {
    this.dropped = true;
    if (to && "square" in to && this.tryMove(from, to.square)) return;
    this.dropped = false;
    this.cancel();
  }

  /** Reports whether the last move was made by dragging: then the man is there already. */
  takeDropped(): boolean {
    const { dropped } = this;
    this.dropped = false;
    return dropped;
  }

  cancel(): void {
    this.selected = undefined;
    this.render();
  }

  /** Moves the focus or selects by keys, and reports whether the key meant something. */
  key(event: KeyboardEvent): boolean {
    const square = (event.target as HTMLElement).dataset["square"];
    if (event.key === "Escape" && this.selected) this.deselect();
    else if (!square) return false;
    else if (event.key === "Enter") this.tap({ square });
    else {
      const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key];
      if (!step || event.shiftKey) return false;
      const next = neighbour(square, step[0] ?? 0, step[1] ?? 0, this.board.view);
      if (next) this.board.focus(next);
    }
    return true;
  }

  /** The legal moves of a man, if the user may move it. */
  movesFrom(source: Source | undefined): Move[] {
    const { position } = this.game;
    if (!position || !source || !this.mayMove()) return [];
    return position.moves.filter((move) => isFrom(move, source, position));
  }

  /** Plays the move to a square if it is legal; asks where several are. */
  private tryMove(source: Source, to: string): boolean {
    const moves = this.movesFrom(source).filter((move) => move.to === to);
    const [only] = moves;
    if (!only) return false;
    this.selected = undefined;
    if (moves.length === 1) {
      this.game.play(only);
      return true;
    }
    const { current, position, variant } = this.game;
    const cell = this.board.grid.querySelector<HTMLElement>(`[data-square="${to}"]`);
    this.render();
    if (cell && position) {
      void choose(moves, position.men[only.from ?? ""] ?? "", cell, variant).then((move) => {
        if (move && this.game.current === current && this.mayMove()) this.game.play(move);
      });
    }
    return true;
  }
}

/** What can be done with each man: "2 moves, wins in 11", where the value is that of its best move. */
function hintsOf({ moves }: Position, values: boolean): Map<string, string> {
  const from = new Map<string, Move[]>();
  for (const move of moves) if (move.from) from.set(move.from, [...(from.get(move.from) ?? []), move]);
  return new Map([...from].map(([square, all]) => {
    const [best] = bestFirst(all);
    const value = values && best && best.value !== "unknown" ? `, ${valueWords(best.value)}` : "";
    return [square, count(all.length, "move") + value];
  }));
}

function isFrom(move: Move, source: Source, position: Position): boolean {
  if ("square" in source) return move.from === source.square;
  return "hand" in source && source.hand === position.turn && move.drop === source.letter;
}

/** The squares of a move in UCI form. */
export function lastSquares(uci: string): string[] {
  return uci.match(/[a-p][0-9]+/g) ?? [];
}
