import type { Game, Node } from "../game/game";

const glyphs: Record<number, string> = { 1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!" };

/** Shows the tree of moves: the main line, and variations in nested lists. */
export class MoveList {
  private nodes = new WeakMap<HTMLElement, Node>();

  constructor(private game: Game, private box: HTMLElement) {
    box.addEventListener("click", (event) => {
      const node = this.nodes.get((event.target as HTMLElement).closest("button") ?? box);
      if (node) game.go(node);
    });
  }

  render(): void {
    const { root } = this.game;
    this.box.replaceChildren();
    const [, number = "1"] = this.game.start.match(/ (\d+)$/) ?? [];
    const white = !/ b /.test(this.game.start);
    if (root.comment) this.box.append(comment(root.comment));
    this.line(root, this.box, Number(number) * 2 - (white ? 2 : 1), true);
    const current = this.box.querySelector<HTMLElement>("[aria-current]");
    if (current) this.box.scrollTop = Math.max(0, current.offsetTop - this.box.clientHeight / 2);
  }

  /** Writes the moves after a node, which is so many plies into the game. */
  private line(from: Node, box: HTMLElement, ply: number, numbered: boolean): void {
    let node = from;
    let needsNumber = numbered;
    for (let [main, ...others] = node.children; main; [main, ...others] = node.children) {
      this.move(main, box, ply, needsNumber);
      needsNumber = main.comment !== "" || others.length > 0;
      for (const other of others) {
        const variation = document.createElement("div");
        variation.className = "variation";
        box.append(variation);
        this.move(other, variation, ply, true);
        this.line(other, variation, ply + 1, other.comment !== "");
      }
      node = main;
      ply++;
    }
  }

  private move(node: Node, box: HTMLElement, ply: number, numbered: boolean): void {
    const button = document.createElement("button");
    button.type = "button";
    button.dataset["uci"] = node.uci;
    const number = ply % 2 === 0 ? `${ply / 2 + 1}. ` : numbered ? `${(ply + 1) / 2}… ` : "";
    button.textContent = number + node.san + node.nags.map((nag) => glyphs[nag] ?? ` $${nag}`).join("");
    const times = node.position?.occurrence ?? 1;
    if (times > 1) button.textContent += ` (${times}×)`;
    if (node === this.game.current) button.setAttribute("aria-current", "true");
    this.nodes.set(button, node);
    box.append(button, " ");
    if (node.comment) box.append(comment(node.comment), " ");
  }
}

function comment(text: string): HTMLElement {
  const span = document.createElement("span");
  span.className = "comment";
  span.textContent = text;
  return span;
}
