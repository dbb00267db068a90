import { distance } from "../app/announce";
import { element } from "../app/dom";
import type { Statistics } from "../rules/draw";
import { countText } from "../tables/bytes";

/** A bar: the positions of a value. */
export interface Bar {
  outcome: "win" | "loss";
  plies: number;
  positions: number;
}

/** Chart shows how many positions are won and lost in how many plies: a row for each number, losses to the left and
 * wins to the right. One bar is in the tab order; arrows reach the others. */
export class Chart {
  readonly box = element("div", { className: "histogram", id: "statistics-chart", role: "group", ariaLabel: "Wins and losses by plies" });
  private bars: HTMLButtonElement[] = [];
  private scrolledTo = "";

  constructor(private load: (bar: Bar) => void) {
    this.box.addEventListener("keydown", (event) => this.key(event));
  }

  /** Shows statistics; value is that of the position on the board: "win 11". */
  render(statistics: Statistics, logarithmic: boolean, value: string): void {
    const focused = this.bars.indexOf(document.activeElement as HTMLButtonElement);
    const bars = barsOf(statistics);
    const most = Math.max(1, ...bars.map(({ positions }) => positions));
    const share = (n: number): number => (logarithmic ? Math.log1p(n) / Math.log1p(most) : n / most);
    const made = new Map<Bar, HTMLButtonElement>(bars.map((bar) => [bar, this.bar(bar, share(bar.positions), value)]));
    const cell = (outcome: string, plies: number): HTMLElement => {
      const bar = bars.find((b) => b.outcome === outcome && b.plies === plies);
      return (bar && made.get(bar)) ?? element("span");
    };
    const rows = [...new Set(bars.map(({ plies }) => plies))].sort((a, b) => a - b);
    this.box.style.setProperty("--digits", String(countText(most).length));
    this.box.replaceChildren(
      element("b", {}, "▼ Losses"), element("b", {}, "Plies"), element("b", {}, "▲ Wins"),
      ...rows.flatMap((plies) => [cell("loss", plies), element("span", { className: "plies" }, String(plies)), cell("win", plies)]),
    );
    this.bars = [...this.box.querySelectorAll("button")];
    const stop = this.bars[focused] ?? this.bars.find((b) => b.hasAttribute("aria-current")) ?? this.bars[0];
    if (stop) stop.tabIndex = 0;
    if (focused >= 0) stop?.focus();
    const current = this.bars.find((b) => b.hasAttribute("aria-current"));
    if (current && value !== this.scrolledTo) this.box.scrollTop = current.offsetTop - this.box.clientHeight / 2;
    this.scrolledTo = value;
  }

  private bar(bar: Bar, share: number, value: string): HTMLButtonElement {
    const { outcome, plies, positions } = bar;
    const filled = element("span", { className: "filled" });
    filled.style.setProperty("--share", `${Math.max(share * 100, 1)}%`);
    const made = element("button", { type: "button", className: outcome, tabIndex: -1 },
      element("span", { className: "number" }, countText(positions)), element("span", { className: "track" }, filled));
    made.dataset["plies"] = String(plies);
    made.dataset["positions"] = String(positions);
    const current = value === `${outcome} ${plies}`;
    if (current) made.setAttribute("aria-current", "true");
    made.ariaLabel = `${outcome === "win" ? "Wins" : "Losses"} in ${distance(plies)}: ${countText(positions)} positions${current ? ", this one among them" : ""}`;
    made.addEventListener("click", () => this.load(bar));
    return made;
  }

  private key(event: KeyboardEvent): void {
    const at = this.bars.indexOf(document.activeElement as HTMLButtonElement);
    const step = { ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1, Home: -this.bars.length, End: this.bars.length }[event.key];
    if (step === undefined || at < 0) return;
    event.preventDefault();
    event.stopPropagation();
    const next = this.bars[Math.min(Math.max(at + step, 0), this.bars.length - 1)];
    for (const bar of this.bars) bar.tabIndex = bar === next ? 0 : -1;
    next?.focus();
  }
}

function barsOf({ wins, losses }: Statistics): Bar[] {
  return [
    ...wins.map((count): Bar => ({ outcome: "win", ...count })),
    ...losses.map((count): Bar => ({ outcome: "loss", ...count })),
  ];
}

/** The same numbers as a table. */
export function numbers({ wins, losses }: Statistics): HTMLTableElement {
  const of = (counts: Statistics["wins"], plies: number): string => countText(counts.find((c) => c.plies === plies)?.positions ?? 0);
  const rows = [...new Set([...wins, ...losses].map(({ plies }) => plies))].sort((a, b) => a - b);
  const head = (text: string, scope: string): HTMLElement => element("th", { scope }, text);
  return element("table", { id: "statistics-numbers" },
    element("caption", {}, "Positions by the plies to the end of the game"),
    element("thead", {}, element("tr", {}, head("Plies", "col"), head("Wins", "col"), head("Losses", "col"))),
    element("tbody", {}, ...rows.map((plies) =>
      element("tr", {}, head(String(plies), "row"), element("td", {}, of(wins, plies)), element("td", {}, of(losses, plies))))),
  );
}
