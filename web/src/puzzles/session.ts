import { distance } from "../app/announce";
import type { App } from "../app/app";
import { manName } from "../board/men";
import type { Node } from "../game/game";
import { bestFirst } from "../panels/values";
import type { Puzzle } from "../rules/draw";
import type { Move, Position } from "../rules/types";

/** What the user does with a puzzle: solves it, has solved it, or watches the line. */
export type Phase = "solving" | "solved" | "shown";

/** What the next hint shows. */
export const hintNames = ["the piece", "the square", "the move", "the line"] as const;

/** Session is a puzzle on the board. The user plays the winning side, and the program the longest defence. */
export class Session {
  phase: Phase = "solving";
  /** Whether there was neither a miss nor a hint. */
  clean = true;
  /** How many hints were given for this move. */
  hints = 0;
  private readonly root: Node;
  private readonly turn: string; // of the user
  private front: Node; // where the next move is to be played
  private timer: number | undefined;

  /** Say tells the user something; onChange is called when the phase or the hints have changed. */
  constructor(private app: App, readonly puzzle: Puzzle, private say: (text: string) => void, private onChange: () => void) {
    this.root = this.front = app.game.root;
    this.turn = puzzle.fen.split(" ")[1] ?? "w";
  }

  /** Whether the user may move now. */
  mayMove(): boolean {
    const { current } = this.app.game;
    return this.phase === "solving" && this.timer === undefined && current === this.front && current.position?.turn === this.turn;
  }

  /** Follows the game, and reports whether it is still that of the puzzle. */
  follow(): boolean {
    const { current, root } = this.app.game;
    if (root !== this.root) return false;
    if (this.timer !== undefined) return true;
    if (current !== this.front && current.parent === this.front && this.phase === "solving") this.judge(current);
    else if (current === this.front) this.answer();
    return true;
  }

  /** Stops what is about to happen. */
  end(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.app.showArrows("hover", []);
  }

  /** Gives the next hint for the move; the last one plays the line. */
  hint(): void {
    const { game } = this.app;
    const { position } = this.front;
    if (this.phase !== "solving" || !position || this.timer !== undefined) return;
    if (game.current !== this.front) game.go(this.front);
    const best = bestOf(position);
    if (!best) return;
    this.clean = false;
    const step = hintNames[this.hints++];
    if (step === "the line") this.show();
    else this.say(this.hintText(step ?? "the move", best, position));
    if (step === "the move") this.app.showArrows("hover", [{ uci: best.uci, weight: 1 }]);
    this.onChange();
  }

  private hintText(step: string, move: Move, position: Position): string {
    if (step === "the move") return `The move is ${move.san}.`;
    const { variant } = this.app.game;
    const man = move.from ? position.men[move.from] ?? "" : position.turn === "w" ? move.drop ?? "" : (move.drop ?? "").toLowerCase();
    const piece = manName(man, variant);
    const subject = move.from ? `Move the ${piece} on ${move.from}` : `Drop a ${piece}`;
    return step === "the piece" ? `${subject}.` : `${subject} ${move.from ? "to" : "on"} ${move.to}.`;
  }

  /** Judges a move of the user: it must keep the value and the distance. */
  private judge(node: Node): void {
    const { position } = this.front;
    const move = position?.moves.find(({ uci }) => uci === node.uci);
    if (!position || !move) return;
    this.app.showArrows("hover", []);
    if (move.value === position.value) {
      this.front = node;
      this.hints = 0;
      if (move.value === "win 1") this.finish("solved");
      else this.say(`${move.san} is right.`);
      this.onChange();
      this.answer();
      return;
    }
    if (!move.value.startsWith("win")) this.clean = false;
    this.say(missText(move, position.value));
    this.onChange();
    this.later(() => {
      this.app.game.remove(node);
    });
  }

  /** Plays the longest defence, or the next move of the line. */
  private answer(): void {
    const { game } = this.app;
    const { position } = this.front;
    if (!position || this.timer !== undefined || game.current !== this.front) return;
    if (this.phase === "solved" || (this.phase === "solving" && position.turn === this.turn)) return;
    const best = bestOf(position);
    if (!best) return;
    this.later(() => {
      if (game.current !== this.front) game.go(this.front);
      const { front } = this;
      game.play(best);
      if (game.current.parent === front) this.front = game.current;
    });
  }

  private finish(phase: Phase): void {
    this.phase = phase;
    if (phase === "solved") this.say(`Solved: a win in ${distance(this.puzzle.plies)}.`);
  }

  /** Plays the line to the end of the game. */
  private show(): void {
    this.phase = "shown";
    this.say("The line, with the longest defence:");
    this.answer();
  }

  /** Does something after a moment in which the user sees the last move. */
  private later(act: () => void): void {
    const still = !this.app.settings.get("animation") || matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.timer = setTimeout(() => {
      this.timer = undefined;
      act();
      this.follow();
      this.onChange();
    }, still ? 0 : 600);
  }
}

function bestOf({ moves }: Position): Move | undefined {
  return bestFirst(moves)[0];
}

/** Says what is wrong with a move, where the position has a value. */
function missText({ san, value }: Move, best: string): string {
  const [outcome, plies = ""] = value.split(" ");
  if (outcome === "win") return `${san} wins, but in ${plies}: there is a win in ${best.split(" ")[1]}. Try again.`;
  if (outcome === "draw") return `${san} is a miss: it only draws. Try again.`;
  return outcome === "loss" ? `${san} is a miss: it loses in ${distance(Number(plies))}. Try again.` : `${san} is a miss. Try again.`;
}
