import { button, element } from "./dom";

const everywhere: [string, string][] = [
  ["← →", "back, forward"],
  ["↑ ↓, Home End", "first, last position"],
  ["Shift ← →", "between variations"],
  ["Space", "plays the best move; held, the whole line"],
  ["Shift Space", "plays the first move of the values"],
  ["e", "exact values"],
  ["l", "analysis"],
  ["f", "turns the board"],
  ["?", "this help"],
];

const onBoard: [string, string][] = [
  ["← → ↑ ↓", "from square to square"],
  ["Enter", "selects and moves"],
  ["Escape", "deselects"],
  ["m", "says the moves of a man"],
  ["o", "says the square"],
  ["l", "says the last move, if keys brought you to the square"],
  ["9, 0", "say White's and Black's hand"],
  ["p and a letter", "says where the men of a kind stand"],
  ["A letter", "picks a promotion in its menu"],
];

/** Help is a dialog with the keys. */
export class Help {
  private dialog: HTMLDialogElement | undefined;

  open(): void {
    this.dialog ??= this.build();
    if (!this.dialog.open) this.dialog.showModal();
  }

  private build(): HTMLDialogElement {
    const heading = element("h2", { id: "help-title" }, "Keys");
    const close = button("Close", () => dialog.close());
    const dialog = element("dialog", { id: "help" },
      element("div", { className: "dialog-head" }, heading, close), table("On the whole page", everywhere), table("On the board", onBoard),
      element("p", {}, "No key does anything while a text box has the focus."));
    dialog.setAttribute("aria-labelledby", heading.id);
    dialog.addEventListener("click", (event) => {
      if (event.target === dialog) dialog.close();
    });
    document.body.append(dialog);
    return dialog;
  }
}

function table(caption: string, rows: [string, string][]): HTMLElement {
  return element("table", {}, element("caption", {}, caption), ...rows.map(([key, does]) => {
    const name = element("th", { scope: "row" }, element("kbd", {}, key));
    return element("tr", {}, name, element("td", {}, does));
  }));
}
