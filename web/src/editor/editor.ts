import { say } from "../app/say";
import { type Board, noMarks, renderHand } from "../board/board";
import type { Gestures, Source, Target } from "../board/gestures";
import { isWhite, manName } from "../board/men";
import { neighbour } from "../board/shape";
import type { Game } from "../game/game";
import type { Arranged, Color, Position, Setup } from "../rules/types";
import { eraser, menOf, mover } from "./palette";
import { fillHand, give, handLetters, letterInHand, put } from "./setup";

/** How many changes the editor can take back. */
const maxUndo = 500;

/** Editor builds a position, legal or not. The game stays as it is until the user plays from the position. */
export class Editor implements Gestures {
  on = false;
  /** The palette's choice: a man, eraser or mover. */
  tool = mover;
  /** Whether men that pawns become are placed as former pawns. */
  former = false;
  setup: Setup = { men: {}, hands: [{}, {}], turn: "w", castling: "", clock: 0, number: 1 };
  /** What the rules say about the position. */
  arranged: Arranged = { fen: "", rights: "" };
  /** Called after every change. */
  onChange: () => void = () => {};
  private selected: Source | undefined;
  private before: Setup[] = [];
  private after: Setup[] = [];
  private opened = "";
  private asked = 0;

  constructor(private game: Game, private board: Board, private hands: Record<Color, HTMLElement>) {}

  /** Begins with the position that the game shows. */
  open(): void {
    const { position } = this.game;
    if (!position) return;
    this.on = true;
    this.tool = mover;
    this.selected = undefined;
    [this.before, this.after] = [[], []];
    this.setup = setupOf(position);
    this.opened = JSON.stringify(this.setup);
    this.changed();
  }

  /** Goes back to the game. */
  leave(): void {
    this.on = false;
  }

  /** Begins a game with the position if it is legal. If nothing was changed, the game goes on. */
  async play(): Promise<void> {
    await this.check();
    if (this.arranged.problem || !this.arranged.fen) return;
    this.leave();
    if (JSON.stringify(this.setup) === this.opened) this.onChange();
    else this.game.begin(this.game.variant, this.arranged.fen);
  }

  /** Replaces the position, so that it can be taken back. */
  change(setup: Setup): void {
    if (JSON.stringify(setup) === JSON.stringify(this.setup)) return;
    this.before = [...this.before.slice(1 - maxUndo), this.setup];
    this.after = [];
    this.setup = setup;
    this.changed();
  }

  get canUndo(): boolean {
    return this.before.length > 0;
  }

  get canRedo(): boolean {
    return this.after.length > 0;
  }

  undo(): void {
    const last = this.before.pop();
    if (!last) return;
    this.after.push(this.setup);
    this.setup = last;
    this.changed();
  }

  redo(): void {
    const next = this.after.pop();
    if (!next) return;
    this.before.push(this.setup);
    this.setup = next;
    this.changed();
  }

  clear(): void {
    this.change({ ...this.setup, men: {}, hands: [{}, {}] });
  }

  /** Shows the start position of the variant. */
  async start(): Promise<void> {
    this.change(await this.startSetup());
  }

  /** Puts into a hand what is missing of the start position. */
  async fill(hand: 0 | 1): Promise<void> {
    const { variant } = this.game;
    const start = await this.startSetup();
    this.change(fillHand(this.setup, start, hand, handLetters(variant), variant));
  }

  choose(tool: string): void {
    this.tool = tool;
    this.selected = undefined;
    this.onChange();
  }

  /** Says whether men that pawns become are placed as former pawns. */
  setFormer(on: boolean): void {
    this.former = on;
    const plain = this.tool.replace("~", "");
    this.choose(menOf(this.game.variant, on).find((man) => man.replace("~", "") === plain) ?? plain);
  }

  renderBoard(): void {
    const { variant } = this.game;
    const { selected, setup } = this;
    this.board.render(variant, setup.men, selected && "square" in selected ? { ...noMarks, selected: selected.square } : noMarks);
    const full = { ...variant, hand: handLetters(variant) };
    for (const color of ["w", "b"] as const) {
      renderHand(this.hands[color], color, setup.hands[index(color)], full, selected && "hand" in selected && selected.hand === color ? selected.letter : undefined);
    }
  }

  tap(at: Source): void {
    if ("palette" in at) this.choose(at.palette);
    else if (this.tool === mover) this.carry(at);
    else if ("square" in at) this.change(put(this.setup, at.square, this.setup.men[at.square] === this.tool ? eraser : this.tool));
    else this.change(give(this.setup, index(at.hand), at.letter, this.tool === eraser ? -1 : 1));
  }

  /** Picks up a man, or puts down the one that was picked up. */
  private carry(at: Source): void {
    const from = this.selected;
    this.selected = undefined;
    if (from && JSON.stringify(from) !== JSON.stringify(at)) this.drop(from, "hand" in at ? { hand: at.hand } : "square" in at ? at : undefined);
    else if (!from && this.lift(at)) this.selected = at;
    this.onChange();
  }

  lift(from: Source): boolean {
    if ("square" in from) return this.setup.men[from.square] !== undefined;
    return !("hand" in from) || (this.setup.hands[index(from.hand)][from.letter] ?? 0) > 0;
  }

  drop(from: Source, to: Target | undefined): void {
    const { variant } = this.game;
    const { men } = this.setup;
    if ("palette" in from && from.palette === mover) return;
    if ("palette" in from) this.tool = from.palette;
    const man = "palette" in from ? from.palette : "square" in from ? men[from.square] ?? "" : colored(from.letter, from.hand);
    let next = this.setup;
    if ("square" in from) next = put(next, from.square, eraser);
    else if ("hand" in from) next = give(next, index(from.hand), from.letter, -1);
    if (to && "square" in to) next = put(next, to.square, man);
    else if (to) {
      const letter = letterInHand(man, variant);
      if (handLetters(variant).includes(letter) && letter) next = give(next, index(to.hand), letter, 1);
      else next = this.setup;
    }
    this.selected = undefined;
    this.change(next);
    this.onChange();
  }

  cancel(): void {}

  /** Edits by keys, and reports whether the key meant something. */
  key(event: KeyboardEvent): boolean {
    if (event.ctrlKey || event.metaKey) {
      const act = { z: () => (event.shiftKey ? this.redo() : this.undo()), y: () => this.redo() }[event.key.toLowerCase()];
      act?.();
      return act !== undefined;
    }
    const target = event.target as HTMLElement;
    const { square } = target.dataset;
    if (event.key === "Escape" && this.selected) this.choose(mover);
    else if (square) return this.squareKey(event, square);
    else return this.handKey(event, target);
    return true;
  }

  private squareKey(event: KeyboardEvent, square: string): boolean {
    const { variant } = this.game;
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key];
    if (step) {
      const next = neighbour(square, step[0] ?? 0, step[1] ?? 0, this.board.view);
      if (next) this.board.focus(next);
      return true;
    }
    if (event.key === "Enter" || event.key === " ") this.tap({ square });
    else if (event.key === "Delete" || event.key === "Backspace") this.put(square, eraser);
    else {
      const named = event.key === "+" || event.key === "~" ? this.marked(square, event.key) : event.key;
      const man = [...menOf(variant, false), ...menOf(variant, true)].find((m) => m === named);
      if (!man) return false;
      this.put(square, man);
    }
    return true;
  }

  /** The man of a square, promoted or not, a former pawn or not. */
  private marked(square: string, mark: string): string {
    const man = this.setup.men[square] ?? "";
    return man.includes(mark) ? man.replace(mark, "") : mark === "+" ? mark + man : man + mark;
  }

  private put(square: string, man: string): void {
    this.change(put(this.setup, square, man));
    say(`${square}: ${man ? manName(man, this.game.variant) : "empty"}.`);
  }

  private handKey(event: KeyboardEvent, target: HTMLElement): boolean {
    const hand = target.closest<HTMLElement>("[data-hand]")?.dataset["hand"];
    const letter = target.dataset["man"];
    const n = { "+": 1, "-": -1, Delete: -1, Backspace: -1 }[event.key];
    if (!hand || !letter || !n) return false;
    this.change(give(this.setup, hand === "white" ? 0 : 1, letter, n));
    return true;
  }

  private async startSetup(): Promise<Setup> {
    const { ini, variant } = this.game.place();
    const position = await this.game.rules?.ask<Position>({ op: "position", ini, variant });
    return position ? setupOf(position) : this.setup;
  }

  private changed(): void {
    this.onChange();
    void this.check().then(() => this.on && this.onChange());
  }

  /** Asks the rules for the FEN, for what is wrong with the position, and for the castlings that it allows. */
  private async check(): Promise<void> {
    const asked = ++this.asked;
    const { ini, variant } = this.game.place();
    const refuse = (problem: string): Arranged => ({ fen: "", rights: "", problem });
    const question = this.game.rules?.ask<Arranged>({ op: "setup", ini, variant, setup: this.setup });
    const arranged = (await question?.catch((error: Error) => refuse(error.message))) ?? refuse("The rules are not loaded yet.");
    if (asked === this.asked) this.arranged = arranged;
  }
}

function setupOf({ fen, men, hands, turn }: Position): Setup {
  const [, , castling = "-", , clock, number] = fen.split(" ");
  return {
    men: { ...men }, hands: [{ ...hands[0] }, { ...hands[1] }], turn, castling: castling.replace("-", ""),
    clock: Number(clock) || 0, number: Number(number) || 1,
  };
}

function index(color: Color): 0 | 1 {
  return color === "w" ? 0 : 1;
}

function colored(letter: string, color: Color): string {
  return color === "w" || !isWhite(letter) ? letter : letter.toLowerCase();
}
