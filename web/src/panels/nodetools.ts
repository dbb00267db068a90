import { glyphs } from "./moves";
import { button, element } from "../app/dom";
import type { Game, Node } from "../game/game";

const meanings: Record<number, string> = {
  1: "good move", 2: "mistake", 3: "very good move", 4: "blunder", 5: "interesting move", 6: "dubious move",
};

/** Something that can be done with a move. */
interface Action {
  text: string;
  can(node: Node): boolean;
  act(node: Node): void;
}

/** NodeTools is the buttons and the menu for the move that is shown: glyphs, a comment, order of variations, deletion. */
export class NodeTools {
  /** What is copied of a move; the page adds it. */
  onCopy: (what: "fen" | "pgn" | "moves") => void = () => {};
  private text = element("textarea", { id: "comment", rows: 2 });
  private glyphs: [number, HTMLButtonElement][];
  private tools: [Action, HTMLButtonElement][];
  private restore: HTMLButtonElement;
  private shown: Node | undefined;

  constructor(private game: Game, box: HTMLElement) {
    this.glyphs = Object.entries(glyphs).map(([nag, glyph]) => [Number(nag), this.glyphButton(Number(nag), glyph)]);
    this.tools = this.actions().map((action) => [action, button(action.text, () => action.act(game.current))]);
    this.restore = button("Restore what was deleted", () => game.restore());
    this.restore.id = "restore";
    this.text.addEventListener("change", () => this.shown && game.comment(this.shown, this.text.value));
    const label = element("label", { className: "wide" }, "Comment ", this.text);
    box.append(
      element("div", { className: "buttons", role: "group", ariaLabel: "Glyphs" }, ...this.glyphs.map(([, made]) => made)),
      label, element("div", { className: "buttons" }, ...this.tools.map(([, made]) => made), this.restore));
  }

  private actions(): Action[] {
    const { game } = this;
    return [
      { text: "Promote variation", can: (node) => game.branch(node) !== undefined, act: (node) => game.promote(node) },
      { text: "Make main line", can: (node) => game.branch(node) !== undefined, act: (node) => game.makeMain(node) },
      { text: "Delete from here", can: (node) => node.parent !== undefined, act: (node) => game.remove(node) },
    ];
  }

  private glyphButton(nag: number, glyph: string): HTMLButtonElement {
    const made = button(glyph, () => this.game.toggleGlyph(this.game.current, nag));
    made.className = "glyph";
    made.title = meanings[nag] ?? "";
    made.setAttribute("aria-label", `${glyph} ${meanings[nag]}`);
    return made;
  }

  /** Follows the game. */
  render(): void {
    const { current, lastRemoved } = this.game;
    if (current !== this.shown && this.shown && document.activeElement === this.text) this.game.comment(this.shown, this.text.value);
    if (current !== this.shown || document.activeElement !== this.text) this.text.value = current.comment;
    this.shown = current;
    for (const [nag, made] of this.glyphs) {
      made.setAttribute("aria-pressed", String(current.nags.includes(nag)));
      made.disabled = !current.parent;
    }
    for (const [action, made] of this.tools) made.disabled = !action.can(current);
    this.restore.hidden = !lastRemoved;
  }

  /** Opens the menu of a move, the shown one, beside its button. */
  openMenu(node: Node, near: HTMLElement): void {
    const { left, bottom } = near.getBoundingClientRect();
    const menu = element("dialog", { className: "menu" });
    menu.setAttribute("aria-label", `Move ${node.san}`);
    const item = (text: string, act: () => void, disabled = false): HTMLButtonElement => {
      const made = button(text, () => {
        menu.close();
        act();
      });
      made.disabled = disabled;
      return made;
    };
    menu.append(
      ...this.glyphs.map(([nag, { textContent }]) => item(`${textContent} ${meanings[nag]}`, () => this.game.toggleGlyph(node, nag))),
      ...this.actions().map(({ text, can, act }) => item(text, () => act(node), !can(node))),
      item("Copy FEN", () => this.onCopy("fen")), item("Copy line as PGN", () => this.onCopy("pgn")), item("Copy moves to here", () => this.onCopy("moves")));
    menu.addEventListener("click", (event) => event.target === menu && menu.close());
    menu.addEventListener("keydown", (event) => moveFocus(menu, event));
    menu.addEventListener("close", () => menu.remove());
    document.body.append(menu);
    menu.showModal();
    menu.style.left = `${Math.max(4, Math.min(left, innerWidth - menu.offsetWidth - 4))}px`;
    menu.style.top = `${Math.max(4, Math.min(bottom, innerHeight - menu.offsetHeight - 4))}px`;
  }
}

/** Lets the arrows move through the items of a menu. */
function moveFocus(menu: HTMLElement, event: KeyboardEvent): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  event.stopPropagation();
  if (!step) return;
  event.preventDefault();
  const items = [...menu.querySelectorAll<HTMLButtonElement>("button:enabled")];
  const at = items.indexOf(document.activeElement as HTMLButtonElement);
  items[(at + step + items.length) % items.length]?.focus();
}
