import { valueBadge, valueWords } from "../app/announce";
import type { Color, Counts, Variant } from "../rules/types";
import { manName, manStyle, picture } from "./men";
import { extent, fileOf, isDark, rankOf, rows, type View } from "./shape";

/** What the board shows beside the men. */
export interface Marks {
  selected?: string; // a square
  targets: Map<string, "move" | "capture">;
  last: string[]; // squares of the last move
  check?: string;
  badges: Map<string, string>; // values of targets: "win 11"
  hints: Map<string, string>; // what can be done with a man: "2 moves, wins in 11"
}

export const noMarks: Marks = { targets: new Map(), last: [], badges: new Map(), hints: new Map() };

/** Board is the grid of squares: one structure for the eye, the pointer, the keyboard and the screen reader. */
export class Board {
  flipped = false;
  sideways = false;
  /** How the squares lie that are shown. */
  view: View = { files: 0, ranks: 0, flipped: false, sideways: false };
  private shown = ""; // shape and variant of the cells
  private cells = new Map<string, HTMLElement>();
  private focused = "";

  /** The box is what surrounds the grid and sizes it. */
  constructor(readonly grid: HTMLElement, private box: HTMLElement) {
    grid.addEventListener("focusin", (event) => {
      const square = (event.target as HTMLElement).dataset["square"];
      if (square) this.setFocusable(square);
    });
  }

  /** Shows men and marks. Unknown men stay as they are, unless the board is another one. */
  render(variant: Variant, men: Record<string, string> | undefined, marks: Marks): void {
    this.build(variant);
    for (const [square, cell] of this.cells) {
      const man = (men ? men[square] : cell.dataset["man"]) ?? "";
      if (cell.dataset["man"] !== man) {
        cell.dataset["man"] = man;
        cell.querySelector(".man")?.remove();
        if (man) cell.insertAdjacentHTML("afterbegin", picture(man, variant));
      }
      const target = marks.targets.get(square);
      set(cell, "target", target);
      set(cell, "last", marks.last.includes(square) ? "" : undefined);
      set(cell, "check", marks.check === square ? "" : undefined);
      const value = marks.badges.get(square);
      set(cell, "badge", value && valueBadge(value));
      cell.setAttribute("aria-selected", String(marks.selected === square));
      cell.setAttribute("aria-label", this.label(square, man, variant, marks));
    }
  }

  /** Lets the man of a square come from another one. */
  slide(from: string, to: string): void {
    const [start, end] = [this.cells.get(from), this.cells.get(to)];
    const man = end?.querySelector(".man");
    if (!start || !end || !man) return;
    const [a, b] = [start.getBoundingClientRect(), end.getBoundingClientRect()];
    man.animate([{ translate: `${a.x - b.x}px ${a.y - b.y}px`, zIndex: 3 }, { translate: "0 0", zIndex: 3 }], { duration: 180, easing: "ease-out" });
  }

  /** Moves the focus to a square. */
  focus(square: string): void {
    this.setFocusable(square);
    this.cells.get(square)?.focus();
  }

  private setFocusable(square: string): void {
    this.cells.get(this.focused)?.setAttribute("tabindex", "-1");
    this.cells.get(square)?.setAttribute("tabindex", "0");
    this.focused = square;
  }

  private label(square: string, man: string, variant: Variant, marks: Marks): string {
    const parts = [square];
    if (man) parts.push(manName(man, variant));
    const hint = marks.hints.get(square);
    if (hint) parts.push(hint);
    const target = marks.targets.get(square);
    if (target) parts.push(target === "capture" ? "can be captured" : "can be reached");
    const value = marks.badges.get(square);
    if (value && value !== "unknown") parts.push(valueWords(value));
    if (marks.check === square) parts.push("in check");
    return parts.join(", ");
  }

  /** Makes the cells anew if the shape has changed. */
  private build(variant: Variant): void {
    const { flipped, sideways } = this;
    const shape = `${variant.name} ${variant.files} ${variant.ranks} ${flipped} ${sideways} ${manStyle.letters}`;
    if (shape === this.shown) return;
    this.shown = shape;
    this.view = { files: variant.files, ranks: variant.ranks, flipped, sideways };
    this.cells.clear();
    const { columns, rows: count } = extent(this.view);
    this.box.style.setProperty("--columns", String(columns));
    this.box.style.setProperty("--rows", String(count));
    this.box.dataset["wide"] = String(columns >= 2 * count);
    this.box.dataset["sideways"] = String(sideways);
    const all = rows(this.view);
    this.grid.replaceChildren(...all.map((squares) => this.row(squares, squares === all[all.length - 1])));
    this.setFocusable(all[all.length - 1]?.[0] ?? "a1");
  }

  private row(squares: string[], lowest: boolean): HTMLElement {
    const row = document.createElement("div");
    row.setAttribute("role", "row");
    squares.forEach((square, column) => {
      const cell = document.createElement("div");
      cell.setAttribute("role", "gridcell");
      cell.tabIndex = -1;
      cell.dataset["square"] = square;
      cell.classList.toggle("dark", isDark(square));
      const { files, sideways } = this.view;
      const rank = String(rankOf(square) + 1);
      const file = files > 1 ? String.fromCharCode(97 + fileOf(square)) : "";
      const [left, bottom] = sideways ? [file, rank] : [rank, file];
      if (column === 0 && left) cell.append(coordinate("left", left));
      if (lowest && bottom) cell.append(coordinate("bottom", bottom));
      this.cells.set(square, cell);
      row.append(cell);
    });
    return row;
  }
}

function coordinate(side: string, text: string): HTMLElement {
  const span = document.createElement("span");
  span.className = `coordinate ${side}`;
  span.dataset["text"] = text; // shown by the style: the name of the square has it already
  return span;
}

function set(cell: HTMLElement, name: string, value: string | undefined): void {
  if (value === undefined) delete cell.dataset[name];
  else cell.dataset[name] = value;
}

/** Shows a hand: all pieces that can be in it, in their order, those that are missing dimmed. */
export function renderHand(box: HTMLElement, color: Color, counts: Counts, variant: Variant, selected: string | undefined): void {
  const letters = [...variant.hand, ...Object.keys(counts).filter((letter) => !variant.hand.includes(letter))];
  box.hidden = letters.length === 0;
  const side = color === "w" ? "white" : "black";
  box.setAttribute("aria-label", `${side} hand`);
  const shown = `${variant.name} ${letters.join("")} ${manStyle.letters}`;
  if (box.dataset["shown"] !== shown) {
    box.dataset["shown"] = shown;
    box.replaceChildren(...letters.map((letter) => {
      const button = document.createElement("button");
      button.type = "button";
      button.dataset["man"] = letter;
      button.innerHTML = `${picture(color === "w" ? letter : letter.toLowerCase(), variant)}<span class="count"></span>`;
      return button;
    }));
  }
  for (const button of box.querySelectorAll<HTMLElement>("button")) {
    const letter = button.dataset["man"] ?? "";
    const count = counts[letter] ?? 0;
    button.dataset["count"] = String(count);
    button.setAttribute("aria-pressed", String(selected === letter));
    button.setAttribute("aria-label", `${manName(color === "w" ? letter : letter.toLowerCase(), variant)} in hand: ${count}`);
    (button.querySelector(".count") as HTMLElement).textContent = String(count);
  }
}
