import { button, byId, element, labelled } from "../app/dom";
import type { Board } from "../board/board";
import type { Game } from "../game/game";
import type { Color } from "../rules/types";
import type { Editor } from "./editor";
import { renderPalette } from "./palette";
import { canShift, formerPawns, mirror, shift, swapColours } from "./setup";

/** The castlings by their letters in FEN. */
const castlings = { K: "White O-O", Q: "White O-O-O", k: "Black O-O", q: "Black O-O-O" };

/** Directions by the steps to the right and up. */
const directions: [string, string, number, number][] = [["←", "left", -1, 0], ["→", "right", 1, 0], ["↑", "up", 0, 1], ["↓", "down", 0, -1]];

/** EditorPanel shows the palette and the controls of the editor. */
export class EditorPanel {
  private palette = element("div", { id: "palette", role: "group", ariaLabel: "Pieces" });
  private problem = element("p", { id: "editor-problem", role: "status" });
  private turn = element("select", { id: "editor-turn" }, new Option("White", "w"), new Option("Black", "b"));
  private former = element("input", { id: "editor-former", type: "checkbox" });
  private rights = new Map(Object.keys(castlings).map((letter) => [letter, element("input", { type: "checkbox", id: `editor-castle-${letter}` })]));
  private castling = element("div", { id: "editor-castling", role: "group", ariaLabel: "Castling" });
  private fills = element("div", { className: "buttons pairs" });
  private shifts: HTMLButtonElement[] = [];
  private clock = number("editor-clock", 0);
  private number = number("editor-number", 1);
  private done: HTMLButtonElement;

  constructor(private editor: Editor, private game: Game, private board: Board, onLeave: () => void) {
    this.done = named("editor-done", "Play from here", () => void editor.play());
    this.done.className = "primary";
    this.listen();
    for (const [letter, box] of this.rights) this.castling.append(element("label", {}, box, castlings[letter as keyof typeof castlings]));
    this.shifts = directions.map(([arrow, name, right, up]) => {
      const made = named(`editor-${name}`, arrow, () => editor.change(shift(editor.setup, right, up, board.view)));
      made.setAttribute("aria-label", `Shift all men ${name}`);
      return made;
    });
    this.fills.append(named("editor-fill-w", "Fill White’s hand", () => void editor.fill(0)), named("editor-fill-b", "Fill Black’s hand", () => void editor.fill(1)));
    byId("editor-panel").append(
      this.palette,
      element("label", { className: "switch" }, this.former, "Place former pawns (~)"),
      this.problem,
      element("div", { className: "buttons pairs" }, this.done, named("editor-leave", "Back to the game", onLeave)),
      labelled("To move", this.turn),
      this.castling,
      this.fills,
      element("div", { className: "buttons pairs" },
        named("editor-clear", "Clear", () => editor.clear()),
        named("editor-start", "Start", () => void editor.start()),
        named("editor-mirror", "Mirror", () => editor.change(mirror(editor.setup, game.variant))),
        named("editor-swap", "Swap colours", () => editor.change(swapColours(editor.setup, game.variant)))),
      element("div", { className: "buttons fours", role: "group", ariaLabel: "Shift" }, ...this.shifts),
      element("details", {}, element("summary", {}, "Counters and keys"),
        labelled("Plies without progress", this.clock), labelled("Move number", this.number),
        element("p", {}, "On the board: arrows move by square, a letter places its piece (capitals are White’s), Enter places the chosen one, Delete empties, " +
          "+ and ~ mark promoted pieces and former pawns. On a piece of a hand: + and −. Ctrl+Z takes back.")),
    );
  }

  private listen(): void {
    const { editor } = this;
    this.turn.addEventListener("change", () => editor.change({ ...editor.setup, turn: this.turn.value as Color }));
    this.former.addEventListener("change", () => editor.setFormer(this.former.checked));
    for (const [letter, box] of this.rights) {
      box.addEventListener("change", () => {
        const others = editor.setup.castling.replace(letter, "");
        editor.change({ ...editor.setup, castling: box.checked ? others + letter : others });
      });
    }
    this.clock.addEventListener("change", () => editor.change({ ...editor.setup, clock: Number(this.clock.value) || 0 }));
    this.number.addEventListener("change", () => editor.change({ ...editor.setup, number: Number(this.number.value) || 1 }));
  }

  render(): void {
    const { board, editor } = this;
    const { variant } = this.game;
    const { arranged, setup } = editor;
    editor.renderBoard();
    const former = formerPawns(variant) !== "";
    renderPalette(this.palette, variant, editor.former && former, editor.tool);
    this.former.parentElement?.toggleAttribute("hidden", !former);
    this.former.checked = editor.former;
    this.turn.value = setup.turn;
    this.castling.hidden = !variant.castles;
    for (const [letter, box] of this.rights) {
      box.disabled = !arranged.rights.includes(letter);
      box.checked = !box.disabled && setup.castling.includes(letter);
    }
    this.fills.hidden = !variant.drops;
    directions.forEach(([, , right, up], i) => {
      const made = this.shifts[i];
      if (made) made.disabled = !canShift(setup, right, up, board.view);
    });
    this.clock.value = String(setup.clock);
    this.number.value = String(setup.number);
    this.problem.textContent = arranged.problem ?? "";
    this.done.disabled = arranged.problem !== undefined || !arranged.fen;
    byId<HTMLInputElement>("fen").value = arranged.fen;
    byId<HTMLButtonElement>("undo").disabled = !editor.canUndo;
    byId<HTMLButtonElement>("redo").disabled = !editor.canRedo;
  }
}

function named(id: string, text: string, act: () => void): HTMLButtonElement {
  const made = button(text, act);
  made.id = id;
  return made;
}

function number(id: string, min: number): HTMLInputElement {
  return element("input", { id, type: "number", min: String(min), max: "9999", value: String(min) });
}
