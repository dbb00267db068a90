import { LineList, type ShownLine, type Step } from "./lines";
import { bestFirst, bestKnown } from "./values";
import { sideName, valueSentence } from "../app/announce";
import { holdHeight } from "../app/dom";
import { Preview } from "../board/preview";
import type { View } from "../board/shape";
import type { Engine, Task } from "../engine/engine";
import { negate, scoreText, share, type Line, type Score } from "../engine/uci";
import { pathTo, type Game } from "../game/game";
import type { Move, Position } from "../rules/types";
import type { Settings } from "../settings/settings";

/** A line of the search with its moves in SAN. */
interface ReadLine {
  line: Line;
  moves: Step[];
}

/** Analysis searches the shown position for as long as it is on, and shows the lines. Where exact values say which moves
 * are best, these are the lines: list, arrows and bar have one source. */
export class Analysis {
  on = false;
  private searched = ""; // what the lines are about
  private runs = 0; // the number of the search that runs; 0: none
  private count = 0; // of searches
  private lines: Line[] = []; // the newest of each index
  private read: ReadLine[] = []; // those that are shown
  private reading = new Set<number>(); // indexes of which moves are being turned into SAN
  private list: LineList;
  private preview = new Preview();
  private previewed = "";
  private positions = new Map<string, Position>(); // of the preview, by the moves that lead there

  constructor(
    private game: Game,
    private engine: Engine,
    private settings: Settings,
    private parts: { list: HTMLElement; source: HTMLElement; bar: HTMLElement },
    private task: () => Task,
    private view: () => View,
    private onLines: (uci: string[]) => void,
  ) {
    this.list = new LineList(parts.list, {
      play: (moves) => game.playLine(moves),
      preview: (moves, near) => void this.showPreview(moves, near),
    });
  }

  /** Follows the game. */
  update(): void {
    const { position } = this.game;
    const task = this.task();
    const count = this.settings.get("lines");
    const about = JSON.stringify([task.ini, task.variant, task.start, task.moves, count, task.options["Hash"], this.engine.tableNames]);
    if (!this.on || !position || position.moves.length === 0) {
      this.stop();
      this.begin("");
    } else if (document.hidden) { // nobody looks; the lines stay
      this.stop();
      if (about !== this.searched) this.begin("");
    } else if (about !== this.searched || !this.runs) {
      if (about !== this.searched) this.begin(about);
      const onLine = (line: Line): void => {
        if (this.searched !== about || line.bound) return;
        this.lines[line.index] = line;
        if (!this.reading.has(line.index)) void this.readLine(line.index, about);
      };
      const search = (this.runs = ++this.count);
      void this.engine.search({ ...task, options: { ...task.options, MultiPV: count }, go: "infinite", onLine }).then(() => {
        if (search === this.runs) this.runs = 0; // another search took over, or the engine has searched all
      });
    }
    this.show();
  }

  /** Shows no lines until the next update: the position is not known yet, or the engine plays. */
  pause(): void {
    this.begin("");
    this.show();
  }

  private stop(): void {
    if (this.runs) this.engine.stop();
    this.runs = 0;
  }

  private begin(about: string): void {
    if (about !== this.searched) {
      this.preview.hide();
      this.previewed = "";
      this.positions.clear();
    }
    this.searched = about;
    this.lines = [];
    this.read = [];
    this.reading = new Set();
  }

  /** Turns the moves of a line into SAN, and then those of newer lines that have come meanwhile. */
  private async readLine(index: number, about: string): Promise<void> {
    const { reading } = this;
    reading.add(index);
    for (let line = this.lines[index]; line && line !== this.read[index]?.line; line = this.lines[index]) {
      const moves = await this.toSAN(line.moves);
      if (about !== this.searched || reading !== this.reading) return;
      this.read[index] = { line, moves };
      this.show();
    }
    reading.delete(index);
  }

  /** Moves as they are if the rules do not answer: the list shows what the engine has said. */
  private async toSAN(line: string[]): Promise<Step[]> {
    try {
      const answer = await this.game.rules?.ask<{ moves: Step[] }>({ op: "line", ...this.game.place(), line });
      if (answer) return answer.moves;
    } catch (error) {
      this.game.onError(error as Error);
    }
    return line.map((uci) => ({ uci, san: uci }));
  }

  private show(): void {
    const { game, on, settings } = this;
    const { position } = game;
    if (!position) {
      holdHeight(this.parts.list, on);
      this.list.show([], 0);
      this.onLines([]);
      return;
    }
    const engineLines = this.read.filter(Boolean).sort((a, b) => a.line.index - b.line.index);
    const exact = on && !this.mayRepeat ? exactMoves(position).slice(0, settings.get("lines")) : [];
    const lines = exact.length ? exact.map((move) => exactLine(move, position, engineLines)) : engineLines.map(({ line, moves }) => {
      const score = scoreText(ofWhite(line.score, position));
      return { score, words: score, moves };
    });
    holdHeight(this.parts.list, on && lines.length < Math.min(settings.get("lines"), position.moves.length));
    this.parts.source.textContent = on ? this.source(position, exact.length > 0, engineLines[0]?.line) : "";
    this.list.show(lines, position.number * 2 - (position.turn === "w" ? 2 : 1));
    this.showBar(engineLines[0] && ofWhite(engineLines[0].line.score, position));
    this.onLines(lines.map(({ moves: [first] }) => first?.uci ?? ""));
  }

  /** Whether a move may end the game by repetition. Exact values do not know of that, the search does. */
  private get mayRepeat(): boolean {
    return pathTo(this.game.current).some(({ times }) => times > 1);
  }

  /** Where the lines come from. */
  private source(position: Position, exact: boolean, best: Line | undefined): string {
    if (exact) return { table: "Table", certificate: "Proof" }[position.source ?? ""] ?? "Rules";
    if (position.moves.length === 0) return "The game is over";
    if (!best) return this.searched ? "Engine: waiting for the first line" : "The engine thinks about its move";
    return isExact(best) ? "Table" : `Engine, depth ${best.depth}, ${Math.round(best.nps / 1000)} thousand nodes a second`;
  }

  /** The bar shows White's share; exact values fill it. Without news it stays as it is. */
  private showBar(score: Score | undefined): void {
    const { position } = this.game;
    const { bar } = this.parts;
    bar.hidden = !this.on && !this.settings.get("values");
    if (!position || bar.hidden) return;
    const best = bestKnown(position.moves, position.value)?.value ?? "unknown";
    const value = position.value === "unknown" ? best : position.value;
    if (value !== "unknown" && !(score && this.mayRepeat)) {
      const exact = exactScore(value, position);
      const outcome = value.split(" ")[0];
      const white = outcome === "draw" ? 0.5 : (outcome === "win") === (position.turn === "w") ? 1 : 0;
      setBar(bar, white, exact ? scoreText(exact) : "=", `${valueSentence(value, position.turn)}, exact`);
    } else if (score) {
      setBar(bar, share(score), scoreText(score), `${sideName(share(score) >= 0.5 ? "w" : "b")} ${scoreText(score)}`);
    } else if (!this.on) {
      setBar(bar, 0.5, "?", "unknown");
    }
  }

  /** Shows the board after moves of a line, without a change of the game. */
  private async showPreview(moves: Step[], near: Element): Promise<void> {
    const { game, positions } = this;
    const line = moves.map(({ uci }) => uci);
    const key = (this.previewed = line.join(" "));
    if (!key) {
      this.preview.hide();
      return;
    }
    const place = game.place();
    try {
      const position = positions.get(key) ?? await game.rules?.ask<Position>({ op: "position", ...place, moves: [...place.moves, ...line] });
      if (!position || key !== this.previewed) return;
      positions.set(key, position);
      this.preview.show(position, game.variant, this.view(), line.at(-1) ?? "", near);
    } catch (error) {
      game.onError(error as Error);
    }
  }
}

/** The moves of which exact values say that they are best, and then the others with exact values. */
function exactMoves({ moves, value }: Position): Move[] {
  return bestKnown(moves, value) ? bestFirst(moves).filter((move) => move.value !== "unknown") : [];
}

/** Whether a line is what tables say, and no search. */
function isExact(line: Line): boolean {
  return line.tableHits > 0 && line.depth <= 1;
}

function ofWhite(score: Score, { turn }: Position): Score {
  return turn === "w" ? score : negate(score);
}

/** An exact value of the side to move as a score of White; nothing for a draw. */
function exactScore(value: string, position: Position): Score | undefined {
  const [outcome, plies] = value.split(" ");
  if (outcome === "draw") return undefined;
  const moves = Math.ceil(Number(plies) / 2);
  return ofWhite({ kind: "mate", moves: outcome === "win" ? moves : -moves }, position);
}

/** The line of a move with an exact value. It goes on if the tables have said how. */
function exactLine(move: Move, position: Position, lines: ReadLine[]): ShownLine {
  const score = exactScore(move.value, position);
  const known = lines.find(({ line, moves }) => isExact(line) && moves[0]?.uci === move.uci);
  return { score: score ? scoreText(score) : "=", words: valueSentence(move.value, position.turn), moves: known?.moves ?? [move] };
}

function setBar(bar: HTMLElement, white: number, number: string, text: string): void {
  bar.style.setProperty("--share", `${Math.round(white * 100)}%`);
  bar.setAttribute("aria-label", `Evaluation: ${text}`);
  bar.title = text;
  (bar.querySelector("b") as HTMLElement).textContent = number;
}
