/** A place from which a man can be taken: a square, a piece of a hand, or one of the editor's palette. */
export type Source = { square: string } | { hand: "w" | "b"; letter: string } | { palette: string };

/** Where a man can be let go. */
export type Target = { square: string } | { hand: "w" | "b" };

/** What a user of the board does. */
export interface Gestures {
  /** The pointer or a key chose a place. */
  tap(at: Source): void;
  /** A man is about to be dragged; false refuses. */
  lift(from: Source): boolean;
  /** It was let go over a square or a hand, or elsewhere. */
  drop(from: Source, to: Target | undefined): void;
  /** The drag ended without a drop. */
  cancel(): void;
}

/** How far the pointer moves before a drag begins, in pixels. */
const slack = 3;

export function sourceOf(element: Element | null): Source | undefined {
  const place = element?.closest<HTMLElement>("[data-square], [data-man]");
  if (!place) return undefined;
  const { square, man, palette } = place.dataset;
  if (square) return { square };
  if (palette !== undefined) return { palette };
  const hand = place.closest<HTMLElement>("[data-hand]")?.dataset["hand"];
  return hand && man ? { hand: hand === "white" ? "w" : "b", letter: man } : undefined;
}

function targetOf(element: Element | null): Target | undefined {
  const square = element?.closest<HTMLElement>("[data-square]")?.dataset["square"];
  if (square) return { square };
  const hand = element?.closest<HTMLElement>("[data-hand]")?.dataset["hand"];
  return hand ? { hand: hand === "white" ? "w" : "b" } : undefined;
}

/** Drag follows one pointer from a place; a second pointer ends it. */
class Drag {
  moved = false;
  private ghost: HTMLElement | undefined;

  constructor(readonly pointer: number, readonly from: Source, private place: HTMLElement, private x: number, private y: number) {}

  /** Follows the pointer, and reports whether the drag has just begun. */
  move(x: number, y: number): boolean {
    const begins = !this.moved && Math.hypot(x - this.x, y - this.y) > slack;
    if (begins) {
      this.moved = true;
      const picture = this.place.querySelector("svg");
      if (picture) this.ghost = makeGhost(picture);
      this.place.classList.add("lifted");
    }
    if (this.ghost) this.ghost.style.translate = `${x}px ${y}px`;
    return begins;
  }

  end(): void {
    this.ghost?.remove();
    this.place.classList.remove("lifted");
  }
}

function makeGhost(picture: SVGElement): HTMLElement {
  const ghost = document.createElement("div");
  ghost.className = "ghost";
  const { width } = picture.getBoundingClientRect();
  ghost.style.width = `${width}px`;
  ghost.append(picture.cloneNode(true));
  document.body.append(ghost);
  return ghost;
}

/** Turns the pointer events of an area into gestures. */
export function listen(area: HTMLElement, gestures: Gestures): void {
  let drag: Drag | undefined;
  const end = (): Drag | undefined => {
    const ended = drag;
    drag?.end();
    drag = undefined;
    return ended;
  };
  area.addEventListener("pointerdown", (event) => {
    if (drag) {
      if (end()?.moved) gestures.cancel();
      return;
    }
    const place = (event.target as Element).closest<HTMLElement>("[data-square], [data-man]");
    const from = sourceOf(place);
    if (event.button !== 0 || !place || !from) return;
    drag = new Drag(event.pointerId, from, place, event.clientX, event.clientY);
  });
  window.addEventListener("pointermove", (event) => {
    if (!drag || drag.pointer !== event.pointerId) return;
    if (drag.move(event.clientX, event.clientY) && !gestures.lift(drag.from)) end();
  });
  window.addEventListener("pointerup", (event) => {
    if (!drag || drag.pointer !== event.pointerId) return;
    const ended = end();
    if (!ended) return;
    if (!ended.moved) gestures.tap(ended.from);
    else gestures.drop(ended.from, targetOf(document.elementFromPoint(event.clientX, event.clientY)));
  });
  window.addEventListener("pointercancel", (event) => {
    if (drag?.pointer === event.pointerId && end()?.moved) gestures.cancel();
  });
  // Buttons of hands are clicked without a pointer by keys and by screen readers.
  area.addEventListener("click", (event) => {
    const at = sourceOf(event.target as Element);
    if (event.detail === 0 && at) gestures.tap(at);
  });
}
