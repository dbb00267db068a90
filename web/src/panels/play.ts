import type { Engine, Task } from "../engine/engine";
import type { Game } from "../game/game";
import type { Color, Position } from "../rules/types";
import { bestKnown } from "./values";

/** Who plays a side. */
export type Player = "human" | "engine";

/** UCI_Elo of the levels 1 to 7; level 8 plays at full strength. */
const ratings = [500, 800, 1100, 1400, 1700, 2000, 2400];
const levels = ratings.length + 1;

/** How long the engine thinks, in milliseconds. */
const thinking = 700;

/** The options and the limit of a search at a level. */
export function strength(level: number): { options: Task["options"]; go: string } {
  const rating = ratings[level - 1];
  return {
    options: { MultiPV: 1, UCI_LimitStrength: rating !== undefined, UCI_Elo: rating ?? 2850 },
    go: `movetime ${thinking}`,
  };
}

/** Play lets the engine move for the sides that it has. */
export class Play {
  players: Record<Color, Player> = { w: "human", b: "human" };
  level = 4;
  private answered: unknown; // the node that the engine thinks about, or has moved at

  constructor(private game: Game, private engine: Engine, private task: () => Task) {}

  /** Whether the user may move now. */
  mayMove(): boolean {
    const { position } = this.game;
    return position !== undefined && this.players[position.turn] === "human";
  }

  /** Whether the engine is to move. */
  get engineMoves(): boolean {
    const { position } = this.game;
    return position !== undefined && position.moves.length > 0 && !this.mayMove();
  }

  /** Moves if it is the engine's turn at the end of a line. */
  async update(): Promise<void> {
    const { current } = this.game;
    if (!this.engineMoves || current.children.length > 0) {
      this.answered = undefined;
      return;
    }
    if (this.answered === current) return;
    this.answered = current;
    const { options, go } = strength(this.level);
    const uci = await this.find(this.level === levels, options, go);
    if (this.game.current === current && this.engineMoves) this.playMove(uci);
  }

  /** Plays the best move: a known one, or the engine's. */
  async playBest(): Promise<void> {
    const { current, position } = this.game;
    if (!position || position.moves.length === 0 || this.answered === current) return;
    this.answered = current;
    const { options, go } = strength(levels);
    const uci = await this.find(true, options, go);
    this.answered = undefined;
    if (this.game.current === current) this.playMove(uci);
  }

  /** Takes back to the last position in which the user was to move. */
  undo(): void {
    const mixed = this.players.w !== this.players.b;
    this.game.undo();
    if (mixed && this.engineMoves && this.game.current.parent) this.game.undo();
  }

  private async find(exact: boolean, options: Task["options"], go: string): Promise<string> {
    const { position } = this.game;
    const known = exact && position ? bestKnown(position.moves, position.value) : undefined;
    return known?.uci ?? this.engine.search({ ...this.task(), options, go });
  }

  private playMove(uci: string): void {
    const move = (this.game.position as Position).moves.find((m) => m.uci === uci);
    if (move) this.game.play(move);
  }
}
