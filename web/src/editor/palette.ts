import { element } from "../app/dom";
import { isWhite, manName, manStyle, picture } from "../board/men";
import type { Variant } from "../rules/types";
import { formerPawns, isPlaceable } from "./setup";

/** Tools beside the men: one empties squares, the other moves men. */
export const eraser = "";
export const mover = "*";

const toolNames: Record<string, string> = { [eraser]: "Erase", [mover]: "Move" };

/** The men that can be placed, White's first. */
export function menOf(variant: Variant, former: boolean): string[] {
  const marked = former ? formerPawns(variant) : "";
  const men = variant.pieces.filter((p) => isPlaceable(p.letter, variant)).flatMap(({ letter, promoted }) =>
    promoted ? [letter, `+${letter}`] : [marked.includes(letter) ? `${letter}~` : letter]);
  return [...men, ...men.map((man) => man.toLowerCase())];
}

/** Shows the palette: the tools, and a row of men of each colour. */
export function renderPalette(box: HTMLElement, variant: Variant, former: boolean, tool: string): void {
  const shown = `${variant.name} ${manStyle.letters} ${former}`;
  if (box.dataset["shown"] !== shown) {
    box.dataset["shown"] = shown;
    const men = menOf(variant, former);
    const rows = [[mover, eraser], men.filter(isWhite), men.filter((man) => !isWhite(man))];
    box.replaceChildren(...rows.map((row) => element("div", {}, ...row.map((man) => entry(man, variant)))));
  }
  for (const button of box.querySelectorAll<HTMLElement>("button")) {
    button.setAttribute("aria-pressed", String(button.dataset["palette"] === tool));
  }
}

function entry(man: string, variant: Variant): HTMLButtonElement {
  const button = element("button", { type: "button" });
  button.dataset["palette"] = man;
  const name = toolNames[man];
  button.dataset["man"] = name ? "" : man;
  if (name) button.textContent = name;
  else {
    button.innerHTML = picture(man, variant);
    button.setAttribute("aria-label", manName(man, variant));
  }
  return button;
}
