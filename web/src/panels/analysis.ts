import type { Engine, Task } from "../engine/engine";
import { negate, scoreText, share, type Line, type Score } from "../engine/uci";
import type { Game } from "../game/game";
import { sideName, valueSentence } from "../app/announce";

/** Analysis searches the shown position for as long as it is on, and shows the lines. */
export class Analysis {
  on = false;
  lines: Line[] = [];
  count = 3;
  private searched = ""; // what the lines are about

  constructor(
    private game: Game,
    private engine: Engine,
    private parts: { list: HTMLElement; source: HTMLElement; bar: HTMLElement },
    private task: () => Task,
    private onLines: (lines: Line[]) => void,
  ) {
    parts.list.addEventListener("click", (event) => {
      const uci = (event.target as HTMLElement).closest<HTMLElement>("[data-uci]")?.dataset["uci"];
      const move = game.position?.moves.find((m) => m.uci === uci);
      if (move) game.play(move);
    });
  }

  /** Follows the game. */
  update(): void {
    const { position } = this.game;
    const task = this.task();
    const about = JSON.stringify([task.ini, task.variant, task.start, task.moves, this.count]);
    if (!this.on || !position || position.moves.length === 0) {
      if (this.searched) this.engine.stop();
      this.searched = "";
      this.lines = [];
    } else if (about !== this.searched) {
      this.searched = about;
      this.lines = [];
      const onLine = (line: Line): void => {
        if (this.searched !== about || line.bound) return;
        this.lines[line.index - 1] = line;
        this.show();
      };
      void this.engine.search({ ...task, options: { ...task.options, MultiPV: this.count }, go: "infinite", onLine });
    }
    this.show();
  }

  private show(): void {
    const { position } = this.game;
    if (!position) return;
    const ofWhite = (score: Score): Score => (position.turn === "w" ? score : negate(score));
    const [best] = this.lines;
    this.parts.source.textContent = best
      ? best.tableHits > 0 && best.depth <= 1 ? "Table" : `Engine, depth ${best.depth}, ${Math.round(best.nps / 1000)} thousand nodes a second`
      : this.on ? "Engine: waiting for the first line" : "";
    const rows = this.lines.filter(Boolean);
    while (this.parts.list.children.length > rows.length) this.parts.list.lastElementChild?.remove();
    rows.forEach((line, i) => {
      const row = (this.parts.list.children[i] as HTMLElement | undefined) ?? this.parts.list.appendChild(newRow());
      row.dataset["uci"] = line.moves[0] ?? "";
      const first = position.moves.find((m) => m.uci === line.moves[0]);
      const [score, moves] = row.children as unknown as [HTMLElement, HTMLElement];
      score.textContent = scoreText(ofWhite(line.score));
      moves.textContent = [first?.san ?? line.moves[0], ...line.moves.slice(1)].join(" ");
    });
    this.showBar(best && ofWhite(best.score));
    this.onLines(this.lines);
  }

  /** The bar shows White's share; exact values fill it. Without news it stays as it is. */
  private showBar(score: Score | undefined): void {
    const { position } = this.game;
    const { bar } = this.parts;
    const exact = position && position.value !== "unknown";
    bar.hidden = !this.on && !exact;
    if (!position || bar.hidden) return;
    if (exact) {
      const outcome = position.value.split(" ")[0];
      const wins = outcome === "draw" ? 0.5 : (outcome === "win") === (position.turn === "w") ? 1 : 0;
      setBar(bar, wins, valueSentence(position.value, position.turn));
    } else if (score) {
      setBar(bar, share(score), `${sideName(share(score) >= 0.5 ? "w" : "b")} ${scoreText(score)}`);
    }
  }
}

function newRow(): HTMLElement {
  const row = document.createElement("button");
  row.type = "button";
  row.append(document.createElement("b"), document.createElement("span"));
  return row;
}

function setBar(bar: HTMLElement, white: number, text: string): void {
  bar.style.setProperty("--share", `${Math.round(white * 100)}%`);
  bar.setAttribute("aria-label", `Evaluation: ${text}`);
  (bar.querySelector("span") as HTMLElement).textContent = text;
}
