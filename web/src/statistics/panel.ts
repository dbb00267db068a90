import { count, valueSentence, valueWords } from "../app/announce";
import type { App } from "../app/app";
import { Before } from "../app/before";
import { button, element, labelled } from "../app/dom";
import { positionFragment } from "../app/link";
import type { Panel } from "../app/tabs";
import type { Draw, Statistics, Table, Valued } from "../rules/draw";
import type { Request, Variant } from "../rules/types";
import { countText } from "../tables/bytes";
import { type Bar, Chart, numbers } from "./chart";

/** StatisticsPanel shows what the tables of the variant hold, and leads to their positions. */
export class StatisticsPanel implements Panel {
  readonly id = "statistics";
  readonly title = "Statistics";
  private choice = element("select", { id: "statistics-table" });
  private chosen = ""; // the table that the user has chosen
  private choiceLabel = labelled("Table", this.choice);
  private logarithmic = element("input", { type: "checkbox", id: "statistics-log", checked: true });
  private note = element("p", { id: "statistics-note", role: "status" });
  private summary = element("p", { id: "statistics-summary" });
  private links = element("div", { id: "statistics-links" });
  private table = element("div");
  private content = element("div", { hidden: true });
  private chart = new Chart((bar) => void this.draw(bar.outcome, bar.plies));
  private before: Before;
  private tables: Table[] = [];
  private known = new Map<string, Statistics>(); // by the digest of the table
  private shown: Statistics | undefined;
  private asked = 0; // the number of the last question: answers to earlier ones are dropped
  private counting = ""; // the digest of the table that is being read

  constructor(private app: App) {
    this.before = new Before(app.game);
  }

  build(box: HTMLElement): void {
    this.choice.addEventListener("change", () => {
      this.chosen = this.choice.value;
      void this.follow();
    });
    this.logarithmic.addEventListener("change", () => this.render());
    this.app.settings.addEventListener("change", () => this.render());
    this.content.append(
      this.summary, element("label", { className: "switch" }, this.logarithmic, " Logarithmic scale"), this.chart.box, this.links,
      element("details", {}, element("summary", {}, "The numbers as a table"), this.table),
    );
    box.append(this.choiceLabel, this.note, element("div", { className: "buttons" }, this.before.button), this.content);
  }

  update(): void {
    void this.follow();
  }

  /** Shows the table that has the position, or the one that the user has chosen. */
  private async follow(): Promise<void> {
    const number = ++this.asked;
    try {
      await this.app.useTables();
      const tables = (await this.ask<Table[]>("tables")) ?? [];
      if (number !== this.asked) return;
      this.tables = tables;
      this.renderChoice();
      const table = this.current;
      if (!table) {
        this.shown = undefined;
        this.note.textContent = this.app.game.rules ? "No table of this variant is open." : "";
      } else if (this.known.has(table.digest)) {
        if (!this.shown) this.say("");
        this.shown = this.known.get(table.digest);
      } else {
        this.shown = undefined;
        await this.count(table);
      }
    } catch (error) {
      if (number !== this.asked) return;
      this.shown = undefined;
      this.note.textContent = `The statistics could not be read: ${(error as Error).message}.`;
    }
    this.render();
  }

  /** Asks for the statistics of a table. Large ones take a minute, in which other questions are answered. */
  private async count(table: Table): Promise<void> {
    if (this.counting === table.digest) return;
    this.counting = table.digest;
    this.note.textContent = "Counting positions…";
    const timer = setInterval(() => void this.progress(table), 1000);
    try {
      const statistics = await this.ask<Statistics>("statistics", { table: table.id });
      if (statistics) this.known.set(table.digest, statistics);
    } finally {
      clearInterval(timer);
      if (this.counting === table.digest) {
        this.counting = "";
        this.say("");
      }
    }
    if (this.current?.digest === table.digest) this.shown = this.known.get(table.digest);
  }

  /** Says how much of a table was read. */
  private async progress({ digest }: Table): Promise<void> {
    const tables = (await this.ask<Table[]>("tables")?.catch(() => undefined)) ?? [];
    const now = tables.find((t) => t.digest === digest);
    if (now && this.counting === digest) this.say(`Counting positions: ${Math.floor(now.counted * 100)} %`);
  }

  private say(text: string): void {
    if (this.note.textContent !== text) this.note.textContent = text;
  }

  private ask<T>(op: Request["op"], draw?: Draw): Promise<T> | undefined {
    const { game } = this.app;
    return game.rules?.ask<T>({ op, ...game.place(), ...(draw && { draw }) });
  }

  private get current(): Table | undefined {
    const { tables } = this;
    return tables.find(({ id }) => id === this.chosen) ?? tables.find(({ holds }) => holds)
      ?? [...tables].sort((a, b) => b.bytes - a.bytes)[0];
  }

  private renderChoice(): void {
    this.choiceLabel.hidden = this.tables.length < 2;
    this.choice.replaceChildren(...this.tables.map(({ id, material, holds }) =>
      element("option", { value: id }, `${material}${holds ? " (this position)" : ""}`)));
    this.choice.value = this.current?.id ?? "";
  }

  private render(): void {
    const { shown } = this;
    this.content.hidden = !shown;
    if (!shown) return;
    const value = this.current?.holds ? this.app.game.position?.value ?? "" : "";
    this.chart.render(shown, this.logarithmic.checked, value);
    this.renderSummary(shown);
    this.renderLinks(shown);
    this.table.replaceChildren(numbers(shown));
  }

  private renderSummary({ material, sides: [white, black] }: Statistics): void {
    const of = (name: "wins" | "losses" | "draws"): number => white[name] + black[name];
    const wins = of("wins"), losses = of("losses"), draws = of("draws");
    this.summary.replaceChildren(
      `${material}: ${countText(wins + losses + draws)} positions. The side to move wins ${countText(wins)} and loses ${countText(losses)}; `,
      element("span", { id: "statistics-draws" }, `${countText(draws)} are drawn.`),
    );
  }

  private renderLinks(statistics: Statistics): void {
    const { wins, losses, sides: [white, black], zugzwangs: { full, half, examples } } = statistics;
    const items: HTMLElement[] = [];
    const drawn = (text: string, outcome: Bar["outcome"] | "draw", plies?: number): void => {
      items.push(button(text, () => void this.draw(outcome, plies)));
    };
    const longestWin = wins.at(-1), longestLoss = losses.at(-1);
    if (longestWin) drawn(`A longest win: ${count(longestWin.plies, "ply", "plies")}`, "win", longestWin.plies);
    if (longestLoss) drawn(`A longest loss: ${count(longestLoss.plies, "ply", "plies")}`, "loss", longestLoss.plies);
    if (white.draws + black.draws) drawn("A draw", "draw");
    const list = element("ul", { id: "statistics-zugzwangs" }, ...examples.map((e) => element("li", {}, this.link(e))));
    this.links.replaceChildren(
      element("div", { className: "buttons" }, ...items),
      element("p", {}, full + half === 0 ? "No mutual zugzwangs." : `Mutual zugzwangs: ${countText(full + half)}. In ${countText(full)} of them ` +
        `the side to move loses, whichever it is; in ${countText(half)} one side loses if it is to move, and the other draws.`),
      ...(examples.length ? [list] : []),
    );
  }

  /** A link to a position, which opens it on the board. */
  private link({ fen, value }: Valued): HTMLAnchorElement {
    const { variant } = this.app.game;
    const [men = "", turn = ""] = fen.split(" ");
    const made = element("a", { href: positionFragment(variant.name, fen) },
      `${men}, ${turn === "w" ? "White" : "Black"} to move: ${valueWords(value)}`);
    made.addEventListener("click", (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      this.show(variant, fen, value);
    });
    return made;
  }

  /** Shows a random position of a value. */
  private async draw(value: string, plies?: number): Promise<void> {
    const { current } = this;
    const { variant } = this.app.game;
    if (!current) return;
    try {
      const seed = Math.floor(Math.random() * 2 ** 32);
      const found = await this.ask<Valued>("random", { table: current.id, value, seed, ...(plies !== undefined && { plies }) });
      if (found && variant === this.app.game.variant) this.show(variant, found.fen, plies === undefined ? value : `${value} ${plies}`);
    } catch (error) {
      this.say(`${(error as Error).message}.`);
    }
  }

  private show(variant: Variant, fen: string, value: string): void {
    this.before.keep();
    this.app.begin(variant, fen);
    this.say(`On the board: ${valueSentence(value, fen.split(" ")[1] ?? "w")}.`);
  }
}
