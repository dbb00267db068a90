import type { Move, Variant } from "../rules/types";
import { manName, picture } from "./men";

/** The key for a man that stays as it is. */
const stay = "=";

/** Asks which of several moves with the same squares is meant. Nothing is chosen by Escape or a click elsewhere. */
export function choose(moves: Move[], man: string, cell: HTMLElement, variant: Variant): Promise<Move | undefined> {
  return new Promise((resolve) => {
    const menu = document.createElement("dialog");
    menu.className = "promotion";
    menu.setAttribute("aria-label", "Promote to");
    const finish = (move?: Move): void => {
      menu.close();
      menu.remove();
      cell.focus();
      resolve(move);
    };
    for (const move of moves) {
      const button = document.createElement("button");
      const shown = move.becomes ?? man;
      button.type = "button";
      button.innerHTML = picture(shown, variant);
      button.dataset["promotion"] = move.promotion ?? "";
      button.title = move.promotion ? manName(shown, variant) : `stays ${manName(man, variant)}`;
      button.setAttribute("aria-label", button.title);
      button.addEventListener("click", () => finish(move));
      menu.append(button);
    }
    menu.addEventListener("cancel", (event) => {
      event.preventDefault();
      finish();
    });
    menu.addEventListener("click", (event) => {
      if (event.target === menu) finish();
    });
    menu.addEventListener("keydown", (event) => {
      const letter = event.key.toLowerCase();
      const step = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
      const buttons = [...menu.querySelectorAll("button")];
      if (step) {
        const next = buttons[buttons.indexOf(document.activeElement as HTMLButtonElement) + step];
        next?.focus();
        event.preventDefault();
      }
      const named = letter === stay ? moves.find(({ promotion }) => !promotion) : moves.find(({ promotion = "", becomes = "" }) =>
        promotion === letter || (promotion !== "" && becomes.replace(/[+~]/g, "").toLowerCase() === letter));
      if (named) finish(named);
      event.stopPropagation();
    });
    document.body.append(menu);
    const { left, bottom } = cell.getBoundingClientRect();
    menu.showModal();
    menu.style.left = `${Math.max(4, Math.min(left, innerWidth - menu.offsetWidth - 4))}px`;
    menu.style.top = `${Math.max(4, Math.min(bottom, innerHeight - menu.offsetHeight - 4))}px`;
  });
}
