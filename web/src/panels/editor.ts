import { type Board, noMarks, renderHand } from "../board/board";
import type { Gestures, Source } from "../board/gestures";
import { isWhite, manName, manStyle, picture } from "../board/men";
import { squareName } from "../board/shape";
import type { Game } from "../game/game";
import type { Color, Setup, Variant } from "../rules/types";

/** The palette's tool that empties squares. */
const eraser = "";

/** Editor builds a position: the palette's man goes where the user taps or drags it. */
export class Editor implements Gestures {
  on = false;
  private setup: Setup = { men: {}, hands: [{}, {}], turn: "w", castling: "" };
  private tool = eraser;
  private problem = "";
  private asked = 0;

  constructor(
    private game: Game,
    private board: Board,
    private parts: { palette: HTMLElement; problem: HTMLElement; turn: HTMLSelectElement; done: HTMLButtonElement; hands: Record<Color, HTMLElement> },
  ) {
    parts.turn.addEventListener("change", () => {
      this.setup.turn = parts.turn.value as Color;
      this.changed();
    });
  }

  open(): void {
    const { position } = this.game;
    if (!position) return;
    this.on = true;
    this.problem = "";
    this.setup = {
      men: { ...position.men },
      hands: [{ ...position.hands[0] }, { ...position.hands[1] }],
      turn: position.turn,
      castling: position.fen.split(" ")[2] ?? "",
    };
    this.tool = "";
    this.changed();
  }

  /** Begins a game with the position, if it is legal. */
  async close(): Promise<void> {
    const fen = await this.check();
    if (this.problem) return;
    this.on = false;
    this.game.begin(this.game.variant, fen);
  }

  render(): void {
    const { variant } = this.game;
    this.board.render(variant, this.setup.men, noMarks);
    const full: Variant = { ...variant, hand: variant.drops ? droppable(variant) : "" };
    for (const color of ["w", "b"] as const) renderHand(this.parts.hands[color], color, this.setup.hands[index(color)], full, undefined);
    this.renderPalette();
    this.parts.turn.value = this.setup.turn;
    this.parts.problem.textContent = this.problem;
    this.parts.done.disabled = this.problem !== "";
  }

  tap(at: Source): void {
    if ("palette" in at) this.tool = at.palette;
    else if ("square" in at) this.put(at.square, this.setup.men[at.square] === this.tool ? eraser : this.tool);
    else this.give(at.hand, at.letter, this.tool === eraser ? -1 : 1);
    this.changed();
  }

  lift(from: Source): boolean {
    return !("hand" in from) && !("square" in from && !this.setup.men[from.square]);
  }

  drop(from: Source, square: string | undefined): void {
    if ("hand" in from) return;
    const man = "palette" in from ? from.palette : this.setup.men[from.square] ?? eraser;
    if ("square" in from) this.put(from.square, eraser);
    if (square) this.put(square, man);
    this.changed();
  }

  cancel(): void {}

  clear(): void {
    this.setup = { men: {}, hands: [{}, {}], turn: this.setup.turn, castling: "" };
    this.changed();
  }

  /** Swaps the colours of all men and hands and the turn, and turns the board round. */
  swap(): void {
    const { men, hands, turn } = this.setup;
    const { ranks } = this.game.variant;
    const swapped: Record<string, string> = {};
    for (const [square, man] of Object.entries(men)) {
      const rank = ranks - Number(square.slice(1));
      swapped[squareName(square.charCodeAt(0) - 97, rank)] = isWhite(man) ? man.toLowerCase() : man.toUpperCase();
    }
    this.setup = { men: swapped, hands: [hands[1], hands[0]], turn: turn === "w" ? "b" : "w", castling: "" };
    this.changed();
  }

  private put(square: string, man: string): void {
    if (man === eraser) delete this.setup.men[square];
    else this.setup.men[square] = man;
    this.setup.castling = "";
  }

  private give(color: Color, letter: string, n: number): void {
    const hand = this.setup.hands[index(color)];
    hand[letter] = Math.max(0, (hand[letter] ?? 0) + n);
  }

  private changed(): void {
    this.render();
    void this.check().then(() => this.on && this.render());
  }

  /** Asks the rules for the FEN, and what is wrong with the position. */
  private async check(): Promise<string> {
    const asked = ++this.asked;
    const { ini, variant } = this.game.place();
    const answer = await this.game.rules?.ask<{ fen: string; problem?: string }>({ op: "setup", ini, variant, setup: this.setup });
    if (asked === this.asked) this.problem = answer ? answer.problem ?? "" : "The rules are not loaded yet.";
    return answer?.fen ?? "";
  }

  private renderPalette(): void {
    const { variant } = this.game;
    const men = variant.pieces.filter((p) => placeable(p.letter, variant)).flatMap(({ letter, promoted }) =>
      promoted ? [letter, `+${letter}`] : [letter]);
    const tools = [eraser, ...men, ...men.map((man) => man.toLowerCase())];
    const shown = `${variant.name} ${manStyle.letters}`;
    if (this.parts.palette.dataset["shown"] !== shown) {
      this.parts.palette.dataset["shown"] = shown;
      this.parts.palette.replaceChildren(...tools.map((man) => {
        const button = document.createElement("button");
        button.type = "button";
        button.dataset["palette"] = man;
        button.dataset["man"] = man;
        button.innerHTML = man === eraser ? "Erase" : picture(man, variant);
        button.setAttribute("aria-label", man === eraser ? "Erase" : manName(man, variant));
        return button;
      }));
    }
    for (const button of this.parts.palette.querySelectorAll<HTMLElement>("button")) {
      button.setAttribute("aria-pressed", String(button.dataset["palette"] === this.tool));
    }
  }
}

function index(color: Color): 0 | 1 {
  return color === "w" ? 0 : 1;
}

/** Whether a piece stands on boards itself, and not only as what another one promotes to. */
function placeable(letter: string, { pieces }: Variant): boolean {
  return !pieces.some((p) => p.promoted === letter);
}

function droppable(variant: Variant): string {
  return variant.pieces.filter((p) => p.name !== "king" && placeable(p.letter, variant)).map((p) => p.letter).join("");
}
