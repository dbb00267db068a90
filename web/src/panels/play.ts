import { bestKnown } from "./values";
import { endText, sideName, statusText } from "../app/announce";
import type { App } from "../app/app";
import { keep, recall } from "../app/store";
import { other } from "../clock/clock";
import type { Task } from "../engine/engine";
import { movesTo, type Node, turnAt } from "../game/game";
import type { Color, Position } from "../rules/types";

/** Who plays a side. */
export type Player = "human" | "engine";

/** UCI_Elo of the levels, from 1. */
const ratings = [500, 800, 1100, 1400, 1700, 2000, 2400, 2850];

/** A number from 1, or "perfect": the best move where tables know it, and full strength elsewhere. */
export type Level = number | "perfect";

/** How long the engine thinks without a clock, in milliseconds. */
const thinking = 700;

/** The time that a move may need on its way, in milliseconds. */
const overhead = 100;

/** The options of a search at a level. */
export function strength(level: Level): Task["options"] {
  const rating = level === "perfect" ? undefined : ratings[level - 1];
  return { MultiPV: 1, UCI_LimitStrength: rating !== undefined, UCI_Elo: rating ?? 2850, "Move Overhead": overhead };
}

/** An end of the game that is not one of the rules: a side resigned, or its time ran out. */
interface Ending {
  root: Node;
  node: Node;
  result: string;
  reason: string;
}

/** What is kept of it. */
interface KeptEnding {
  moves: string[];
  result: string;
  reason: string;
}

interface Kept {
  players: Record<Color, Player>;
  level: Level;
}

const isPlayer = (player: unknown): player is Player => player === "human" || player === "engine";

/** Play lets the engine move for the sides that it has, and knows who may move. */
export class Play {
  players: Record<Color, Player> = { w: "human", b: "human" };
  level: Level = 4;
  /** Whether the engine moves only after the user has asked for it: the page was loaded anew. */
  waits = false;
  /** Called when something has changed that is not part of the game. */
  onChange: () => void = () => {};
  private ending: Ending | undefined;
  private searched: Node | undefined; // what the engine thinks about
  private wanted = false; // whether the user has asked for its move
  private search = 0; // counts searches: only the newest may move

  constructor(private app: App) {
    const { players, level } = recall<Kept>("play", 1) ?? {};
    if (isPlayer(players?.w) && isPlayer(players.b)) this.players = { w: players.w, b: players.b };
    if (level === "perfect" || ratings[Number(level) - 1]) this.level = level as Level;
  }

  /** Whether the game has ended, by the user or by the clock, at some node. */
  get over(): boolean {
    return this.ending?.root === this.app.game.root;
  }

  private get overHere(): boolean {
    return this.over && this.ending?.node === this.app.game.current;
  }

  /** Whether the user may move now. After the end of the game he moves both sides in other lines. */
  mayMove(): boolean {
    const { position } = this.app.game;
    if (!position || this.overHere || !this.app.clock.inTime()) return false;
    return this.over || this.players[position.turn] === "human";
  }

  /** Whether the engine has the side to move. */
  get engineMoves(): boolean {
    const { position } = this.app.game;
    return position !== undefined && position.moves.length > 0 && !this.over && this.players[position.turn] === "engine";
  }

  get isThinking(): boolean {
    return this.searched !== undefined;
  }

  /** Whether the engine is to move without being asked: at the end of a line, while its time runs. */
  get moves(): boolean {
    const { analysis, clock, editor, game } = this.app;
    return !editor.on && this.engineMoves && game.current.children.length === 0 && !this.waits && (!clock.paused || analysis.on);
  }

  /** The state of the game as a sentence. */
  status(position: Position): string {
    return this.ending && this.overHere ? endText(this.ending.result, this.ending.reason) : statusText(position);
  }

  /** Changes who plays, and how well. */
  choose(choice: Partial<Kept>): void {
    Object.assign(this, choice);
    if (choice.players) this.waits = false;
    keep("play", 1, { players: this.players, level: this.level });
    this.cancel();
    void this.update();
  }

  /** Takes up the game of the last visit. The engine goes on in it, but does not begin to play with itself, nor in the game
   * of an address. */
  restore(sameGame: boolean): void {
    const { game } = this.app;
    this.waits = !sameGame || (this.players.w === "engine" && this.players.b === "engine");
    const kept = recall<KeptEnding>("ending", 1);
    const node = sameGame && kept && game.nodeAt(kept.moves);
    if (node) this.ending = { root: game.root, node, result: kept.result, reason: kept.reason };
  }

  /** Follows the game. After a move, and in a new game, the engine need not be asked. */
  follow(): void {
    const { app } = this;
    const { game, settings } = app;
    if (game.played || game.current === game.root) this.waits = false;
    const two = this.players.w === "human" && this.players.b === "human" && !this.over;
    if (two && game.played && settings.get("turnBoard") && game.position) settings.set("flipped", game.position.turn === "b");
  }

  /** Moves if it is the engine's turn. */
  async update(): Promise<void> {
    const { current } = this.app.game;
    if (this.searched !== current || (!this.wanted && !this.moves)) this.cancel();
    if (this.moves && !this.searched) await this.think(this.level, false);
    this.onChange();
  }

  /** Lets the engine move now: an engine that thinks plays what it has found. */
  moveNow(): void {
    this.waits = false;
    if (this.searched) this.app.engine.stop();
    else if (this.engineMoves) void this.think(this.level, true);
  }

  /** Plays the best move: a known one, or the engine's. */
  async playBest(): Promise<void> {
    const { position } = this.app.game;
    if (!position || position.moves.length === 0 || this.overHere || this.searched) return;
    await this.think("perfect", true);
  }

  /** Takes back to the last position in which the user was to move, and stops the engine. */
  undo(): void {
    const { game } = this.app;
    this.cancel();
    let { parent: node } = game.current;
    if (!node) return;
    const mixed = this.players.w !== this.players.b && !this.over && !this.app.guest;
    while (mixed && node.parent && this.players[turnAt(game, node)] === "engine") node = node.parent;
    game.go(node);
  }

  /** The side that would resign: the user's against the engine, or the one to move; none while engines play. */
  get resigns(): Color | undefined {
    const { game } = this.app;
    if (this.over || !game.position || game.position.result !== "*") return undefined;
    const humans = (["w", "b"] as const).filter((side) => this.players[side] === "human");
    return humans.length === 2 ? game.position.turn : humans[0];
  }

  resign(): void {
    const loser = this.resigns;
    if (loser) this.end(loser, `${sideName(loser)} resigns, ${sideName(other(loser))} wins`, this.app.game.current);
  }

  /** The time of a side is up: no rule of the site asks what men are left. */
  flag(loser: Color, node: Node): void {
    this.end(loser, `${sideName(other(loser))} wins on time. The side whose time is up loses, whatever men are left`, node);
  }

  /** Ends the game: a side has lost at a node. */
  end(loser: Color, reason: string, node: Node): void {
    const { game } = this.app;
    const result = loser === "w" ? "0-1" : "1-0";
    this.ending = { root: game.root, node, result, reason };
    const kept: KeptEnding = { moves: movesTo(node), result, reason };
    keep("ending", 1, kept);
    this.cancel();
    this.app.clock.pause();
    if (game.current !== node) game.go(node);
    this.app.ended(endText(result, reason));
    this.onChange();
  }

  private cancel(): void {
    if (!this.searched) return;
    this.searched = undefined;
    this.search++;
    this.app.engine.stop();
  }

  /** Finds a move and plays it, unless something else has happened by then. */
  private async think(level: Level, wanted: boolean): Promise<void> {
    const { app } = this;
    const { current } = app.game;
    const search = ++this.search;
    this.searched = current;
    this.wanted = wanted;
    this.onChange();
    const uci = await this.find(level);
    if (search !== this.search) return;
    this.searched = undefined;
    const move = app.game.position?.moves.find((m) => m.uci === uci);
    if (move && app.game.current === current && !this.overHere && app.clock.inTime() && !app.editor.on) app.game.play(move);
    else {
      this.onChange();
      app.think(); // the analysis may go on
    }
  }

  private async find(level: Level): Promise<string> {
    const { clock, engine, game } = this.app;
    const { position } = game;
    const known = level === "perfect" && position ? bestKnown(position.moves, position.value) : undefined;
    if (known) return known.uci;
    const task = this.app.task();
    return engine.search({ ...task, options: { ...task.options, ...strength(level) }, go: clock.goWords() || `movetime ${thinking}` });
  }
}
