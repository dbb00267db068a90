import { pieceOf, picture } from "./men";
import { lastSquares } from "./mover";
import { extent, isDark, rows, type View } from "./shape";
import { element } from "../app/dom";
import type { Counts, Position, Variant } from "../rules/types";

/** Preview is a small board beside what the pointer or the focus is at. It shows a position that is not the game's. */
export class Preview {
  private box = element("div", { className: "preview", hidden: true });

  constructor() {
    this.box.setAttribute("aria-hidden", "true");
    document.body.append(this.box);
  }

  /** Shows a position with the move that led to it, near an element. */
  show(position: Position, variant: Variant, view: View, uci: string, near: Element): void {
    const last = lastSquares(uci);
    const board = element("div", { className: "preview-board" }, ...rows(view).flat().map((square) => {
      const cell = element("div", { className: isDark(square) ? "dark" : "" });
      if (last.includes(square)) cell.dataset["last"] = "";
      const man = position.men[square];
      if (man) cell.innerHTML = picture(man, variant);
      return cell;
    }));
    const { columns, rows: count } = extent(view);
    board.style.setProperty("--columns", String(columns));
    board.style.setProperty("--rows", String(count));
    const [white, black] = position.hands.map((counts, i) => hand(counts, i === 0, variant)) as [HTMLElement, HTMLElement];
    this.box.replaceChildren(...(variant.drops ? (view.flipped ? [white, board, black] : [black, board, white]) : [board]));
    this.box.hidden = false;
    this.place(near.getBoundingClientRect());
  }

  hide(): void {
    this.box.hidden = true;
  }

  /** Puts the box above or below an element, where there is room. */
  private place({ left, top, bottom }: DOMRect): void {
    const { offsetWidth, offsetHeight, style } = this.box;
    const below = bottom + 6 + offsetHeight <= innerHeight || top < innerHeight - bottom;
    style.left = `${Math.max(4, Math.min(left, innerWidth - offsetWidth - 4))}px`;
    style.top = `${Math.max(4, below ? Math.min(bottom + 6, innerHeight - offsetHeight - 4) : top - 6 - offsetHeight)}px`;
  }
}

function hand(counts: Counts, isWhite: boolean, variant: Variant): HTMLElement {
  const box = element("div", { className: "preview-hand" });
  for (const [letter, n] of Object.entries(counts)) {
    if (!pieceOf(letter, variant)) continue;
    box.insertAdjacentHTML("beforeend", picture(isWhite ? letter : letter.toLowerCase(), variant));
    box.append(String(n));
  }
  return box;
}
