import { inks, type Arrow, type Ink } from "./arrows";
import { say } from "../app/say";
import type { Game } from "../game/game";

/** Drawer lets the user draw arrows and mark squares: by dragging with the right button, with shift, or, while it is on, with
 * any pointer; by Enter on one square and then on another while it is on. They belong to the position and go with the game. */
export class Drawer {
  /** Whether all gestures on the board draw. */
  on = false;
  private from: string | undefined;
  private to: string | undefined;
  private pointer: number | undefined;

  /** The page shows what is drawn when show is called. Enabled says whether the board shows the game. */
  constructor(private game: Game, private grid: HTMLElement, private enabled: () => boolean, private show: () => void) {
    grid.addEventListener("pointerdown", (event) => this.press(event), { capture: true });
    grid.addEventListener("contextmenu", (event) => event.preventDefault());
    grid.addEventListener("keydown", (event) => this.key(event), { capture: true });
    window.addEventListener("pointermove", (event) => this.move(event));
    window.addEventListener("pointerup", (event) => this.release(event));
    window.addEventListener("pointercancel", (event) => event.pointerId === this.pointer && this.cancel());
    game.addEventListener("change", () => this.cancel());
  }

  /** What is drawn at the current position, with what is being drawn. */
  get arrows(): Arrow[] {
    const shapes = this.game.current.shapes.map(asArrow);
    return this.from && this.to ? [...shapes, { uci: this.from + (this.to === this.from ? "" : this.to), weight: 0.3 }] : shapes;
  }

  /** Turns drawing by all gestures on or off. */
  setOn(on: boolean): void {
    this.on = on;
    this.grid.dataset["drawing"] = String(on);
    this.cancel();
  }

  clear(): void {
    if (this.game.current.shapes.length) this.game.draw([]);
  }

  private press(event: PointerEvent): void {
    const square = squareOf(event.target);
    if (!square || !this.enabled()) return;
    const draws = event.button === 2 || (event.button === 0 && (event.shiftKey || this.on));
    if (!draws) {
      if (event.button === 0) this.clear();
      return;
    }
    event.stopPropagation();
    event.preventDefault();
    this.pointer = event.pointerId;
    this.from = this.to = square;
    this.show();
  }

  private move(event: PointerEvent): void {
    if (event.pointerId !== this.pointer) return;
    const square = squareOf(document.elementFromPoint(event.clientX, event.clientY));
    if (square === this.to) return;
    this.to = square;
    this.show();
  }

  private release(event: PointerEvent): void {
    if (event.pointerId !== this.pointer) return;
    const { from, to } = this;
    this.cancel();
    if (from && to) this.add(from, to, letterOf(event));
  }

  /** Enter chooses the squares of an arrow, Escape forgets the first. */
  private key(event: KeyboardEvent): void {
    const square = squareOf(event.target);
    if (!this.on || !square || !this.enabled() || !["Enter", "Escape"].includes(event.key)) return;
    event.stopPropagation();
    event.preventDefault();
    const { from } = this;
    if (event.key === "Escape") this.cancel();
    else if (from) {
      this.cancel();
      this.add(from, square, letterOf(event));
    } else {
      this.from = this.to = square;
      say(`Arrow from ${square}: choose its end`);
      this.show();
    }
  }

  private cancel(): void {
    const drew = this.from !== undefined;
    this.from = this.to = this.pointer = undefined;
    if (drew) this.show();
  }

  /** Draws an arrow, or a ring on one square. The same one again is taken off. */
  private add(from: string, to: string, letter: string): void {
    const where = from === to ? from : from + to;
    const { shapes } = this.game.current;
    const others = shapes.filter((shape) => shape.slice(1) !== where);
    const isOff = shapes.includes(letter + where);
    this.game.draw(isOff ? others : [...others, letter + where]);
    const what = from === to ? `Mark on ${from}` : `Arrow from ${from} to ${to}`;
    say(isOff ? `${what} taken off` : `${what}, ${inks[letter as keyof typeof inks]}`);
  }
}

function asArrow(shape: string): Arrow {
  const color: Ink = inks[shape.charAt(0) as keyof typeof inks] ?? "green";
  return { uci: shape.slice(1), weight: 0.4, color };
}

/** The letter of the colour by the keys that are held: control red, alt blue, both yellow; shift is as control unless it draws. */
function letterOf(event: PointerEvent | KeyboardEvent): string {
  const isRight = "button" in event && event.button === 2;
  const red = event.ctrlKey || (isRight && event.shiftKey);
  const blue = event.altKey || event.metaKey;
  return red && blue ? "Y" : red ? "R" : blue ? "B" : "G";
}

function squareOf(target: EventTarget | null): string | undefined {
  return (target as Element | null)?.closest<HTMLElement>("#board [data-square]")?.dataset["square"];
}
