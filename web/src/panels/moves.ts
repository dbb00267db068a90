import type { NodeTools } from "./nodetools";
import { lossText } from "../app/announce";
import { element } from "../app/dom";
import type { Game, Node } from "../game/game";

/** The glyphs of moves by their numbers in PGN. */
export const glyphs: Record<number, string> = { 1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!" };

/** Shows the tree of moves: the main line, and variations in nested lists. Of the moves the shown one is in the tab order. */
export class MoveList {
  private nodes = new WeakMap<HTMLElement, Node>();
  private buttons = new Map<Node, HTMLButtonElement>();
  private plies = new WeakMap<Node, number>();
  private written = { root: undefined as Node | undefined, version: 0, style: "" };
  private showValues = false;
  private current: HTMLButtonElement | undefined;

  constructor(private game: Game, private box: HTMLElement, private tools: NodeTools) {
    box.addEventListener("click", (event) => {
      const node = this.nodeAt(event);
      if (node) game.go(node);
    });
    box.addEventListener("contextmenu", (event) => {
      const node = this.nodeAt(event);
      if (!node) return;
      event.preventDefault();
      game.go(node);
      tools.openMenu(node, event.target as HTMLElement);
    });
    box.addEventListener("keydown", (event) => {
      if (event.key !== "Delete") return;
      event.preventDefault();
      const node = this.nodeAt(event);
      if (node) game.remove(node);
    });
  }

  /** Shows the game, with what moves have lost if values are shown. The units are those of distances. */
  render(showValues: boolean, units: string): void {
    const { root, version, touched } = this.game;
    const { written } = this;
    const style = `${showValues} ${units}`;
    this.showValues = showValues;
    const isNew = root !== written.root || style !== written.style;
    if (isNew || version !== written.version) {
      if (isNew || !touched || version !== written.version + 1 || !this.update(touched)) this.write();
    }
    this.written = { root, version, style };
    this.mark();
    this.tools.render();
  }

  /** Shows the change of one node, and reports whether that is possible without the others. */
  private update({ node, added }: { node: Node; added: boolean }): boolean {
    const shown = this.buttons.get(node);
    if (!added) {
      if (shown) this.fill(shown, node);
      for (const child of node.children) this.fill(this.buttons.get(child), child); // what they have lost
      return true;
    }
    const before = node.parent && this.buttons.get(node.parent);
    if (!before?.parentElement || !node.parent || node.parent.children.length > 1) return false;
    const { comment, parent } = node.parent;
    const branches = (parent?.children.length ?? 0) > 1 && parent?.children[0] === node.parent;
    this.move(node, before.parentElement, (this.plies.get(node.parent) ?? 0) + 1, comment !== "" || branches);
    return true;
  }

  private nodeAt({ target }: Event): Node | undefined {
    const button = (target as HTMLElement).closest("button");
    return button ? this.nodes.get(button) : undefined;
  }

  private write(): void {
    const { root, start } = this.game;
    const hadFocus = this.box.contains(document.activeElement);
    const { scrollTop } = this.box;
    const number = Number(/ (\d+)$/.exec(start)?.[1] ?? 1);
    const all = new DocumentFragment();
    this.buttons.clear();
    this.current = undefined;
    if (root.comment) all.append(remark(root.comment));
    this.line(root, all, Number(number) * 2 - (/ b /.test(start) ? 1 : 2), true);
    this.box.replaceChildren(all);
    this.box.scrollTop = scrollTop;
    if (hadFocus) (this.buttons.get(this.game.current) ?? this.box.querySelector("button"))?.focus();
  }

  /** Marks the shown move, and brings it into view if it has changed. */
  private mark(): void {
    const now = this.buttons.get(this.game.current);
    const first = this.box.querySelector("button");
    if (first) first.tabIndex = now && now !== first ? -1 : 0;
    if (now === this.current) return;
    const hadFocus = this.current !== undefined && this.current === document.activeElement;
    this.current?.removeAttribute("aria-current");
    if (this.current && this.current !== first) this.current.tabIndex = -1;
    this.current = now;
    if (!now) {
      this.box.scrollTop = 0;
      return;
    }
    now.setAttribute("aria-current", "true");
    now.tabIndex = 0;
    if (hadFocus) now.focus({ preventScroll: true });
    this.box.scrollTop = Math.max(0, now.offsetTop - this.box.clientHeight / 2);
  }

  /** Writes the moves after a node, which is so many plies into the game. */
  private line(from: Node, box: ParentNode, ply: number, numbered: boolean): void {
    let node = from;
    let needsNumber = numbered;
    for (let [main, ...others] = node.children; main; [main, ...others] = node.children) {
      this.move(main, box, ply, needsNumber);
      needsNumber = main.comment !== "" || others.length > 0;
      for (const other of others) {
        const variation = element("div", { className: "variation" });
        variation.setAttribute("role", "group");
        variation.setAttribute("aria-label", "Variation");
        box.append(variation);
        this.move(other, variation, ply, true);
        this.line(other, variation, ply + 1, other.comment !== "");
      }
      node = main;
      ply++;
    }
  }

  private move(node: Node, box: ParentNode, ply: number, numbered: boolean): void {
    const button = element("button", { type: "button", tabIndex: -1 });
    button.dataset["uci"] = node.uci;
    button.dataset["number"] = ply % 2 === 0 ? `${ply / 2 + 1}. ` : numbered ? `${(ply + 1) / 2}… ` : "";
    this.nodes.set(button, node);
    this.buttons.set(node, button);
    this.plies.set(node, ply);
    this.fill(button, node);
    box.append(button, " ");
    if (node.comment) box.append(remark(node.comment), " ");
  }

  private fill(button: HTMLButtonElement | undefined, node: Node): void {
    if (!button) return;
    const nags = node.nags.map((nag) => glyphs[nag] ?? ` $${nag}`).join("");
    const times = node.times > 1 ? ` (${node.times}×)` : "";
    button.textContent = button.dataset["number"] + node.san + nags + times;
    button.title = times && `This position has stood on the board ${node.times} times`;
    const loss = this.showValues && node.parent ? lossText(node.parent.value, node.value) : "";
    if (loss) button.append(element("span", { className: "loss" }, ` ▼ ${loss}`));
  }
}

function remark(text: string): HTMLElement {
  return element("span", { className: "comment" }, text);
}
