import starts from "starts";
import type { Rules } from "../rules/client";
import type { Color, GameText, Move, Position, Variant } from "../rules/types";

/** A position of the game, with the move that led to it. The first child is the main line. */
export interface Node {
  parent: Node | undefined;
  children: Node[];
  uci: string;
  san: string;
  comment: string;
  nags: number[];
  /** Asked of the rules when the node is first shown. */
  position: Position | undefined;
}

function newNode(parent?: Node, uci = "", san = ""): Node {
  return { parent, children: [], uci, san, comment: "", nags: [], position: undefined };
}

/** The nodes from the start to a node, without the start. */
export function pathTo(node: Node): Node[] {
  const path: Node[] = [];
  for (let at: Node | undefined = node; at?.parent; at = at.parent) path.unshift(at);
  return path;
}

/** The side to move at a node of a game. */
export function turnAt({ start }: Game, node: Node): Color {
  return (start.split(" ")[1] === "b") === (pathTo(node).length % 2 === 0) ? "b" : "w";
}

export function movesTo(node: Node): string[] {
  return pathTo(node).map(({ uci }) => uci);
}

/** Game is the tree of moves and the place in it that the board shows. */
export class Game extends EventTarget {
  /** The variants of the program, or of the server that sent the page. */
  builtin: Variant[] = starts.variants;
  /** Those, and the user's own. */
  variants: Variant[] = this.builtin;
  ini = "";
  variant: Variant;
  start: string; // FEN
  root: Node = newNode();
  current: Node = this.root;
  rules: Rules | undefined;
  /** Whether the current node was reached by a move, and not by walking through the tree. */
  played = false;
  /** Where redo goes from each node: the child that was shown last. */
  private ahead = new WeakMap<Node, Node>();

  constructor(name: string) {
    super();
    this.variant = this.find(name) ?? (starts.variants[0] as Variant);
    this.start = this.variant.start;
    this.root.position = starts.positions[this.variant.name];
  }

  find(name: string): Variant | undefined {
    return this.variants.find((v) => v.name === name || v.aliases.includes(name));
  }

  /** Whether the variant is none of the user's own. */
  get isBuiltin(): boolean {
    return this.builtin.some(({ name }) => name === this.variant.name);
  }

  get position(): Position | undefined {
    return this.current.position;
  }

  /** Begins a new game. Without a FEN it starts at the variant's start. */
  begin(variant: Variant, fen = variant.start): void {
    this.variant = variant;
    this.start = fen;
    this.root = newNode();
    const known = fen === variant.start ? starts.positions[variant.name] : undefined;
    this.root.position = known;
    this.go(this.root);
    if (known) void this.forget(); // it came with the script, without a value
  }

  /** Begins with a game that was read. */
  load(text: GameText, at?: number): void {
    const variant = this.find(text.variant);
    if (!variant) return;
    const nodes: Node[] = [];
    for (const { parent, uci, san, comment, nags } of text.nodes) {
      const node = newNode(nodes.length ? nodes[parent] : undefined, uci, san);
      node.comment = comment ?? "";
      node.nags = nags ?? [];
      node.parent?.children.push(node);
      nodes.push(node);
    }
    this.variant = variant;
    this.start = text.start;
    this.root = nodes[0] ?? newNode();
    this.go(nodes[at ?? 0] ?? this.root);
  }

  /** The game as text has it, and the number of the current node in it. */
  save(): { game: GameText; at: number } {
    const nodes: Node[] = [];
    const add = (node: Node): void => {
      nodes.push(node);
      node.children.forEach(add);
    };
    add(this.root);
    return {
      at: nodes.indexOf(this.current),
      game: {
        variant: this.variant.name,
        start: this.start,
        nodes: nodes.map(({ parent, uci, san, comment, nags }) => ({
          parent: parent ? nodes.indexOf(parent) : 0, uci, san, comment, nags,
        })),
      },
    };
  }

  /** Shows a node. */
  go(node: Node, played = false): void {
    this.current = node;
    this.played = played;
    for (let at = node; at.parent; at = at.parent) this.ahead.set(at.parent, at);
    this.changed();
    void this.refresh();
  }

  /** The node that moves from the start lead to, if the tree has it. */
  nodeAt(moves: string[]): Node | undefined {
    return moves.reduce<Node | undefined>((node, uci) => node?.children.find((child) => child.uci === uci), this.root);
  }

  /** Plays a legal move of the current position: a new one begins a variation. */
  play({ uci, san }: Move): void {
    let child = this.current.children.find((c) => c.uci === uci);
    if (!child) {
      child = newNode(this.current, uci, san);
      this.current.children.push(child);
    }
    this.go(child, true);
  }

  undo(): void {
    if (this.current.parent) this.go(this.current.parent);
  }

  get next(): Node | undefined {
    return this.ahead.get(this.current) ?? this.current.children[0];
  }

  redo(): void {
    if (this.next) this.go(this.next);
  }

  first(): void {
    this.go(this.root);
  }

  last(): void {
    let node = this.current;
    for (let next = this.next; next; next = this.ahead.get(node) ?? node.children[0]) node = next;
    this.go(node);
  }

  /** Makes the line of a node the main line, at every branch. */
  promote(node: Node): void {
    for (let at = node; at.parent; at = at.parent) {
      const { children } = at.parent;
      children.unshift(...children.splice(children.indexOf(at), 1));
    }
    this.changed();
  }

  /** Deletes a node and all after it. */
  remove(node: Node): void {
    const { parent } = node;
    if (!parent) return;
    parent.children.splice(parent.children.indexOf(node), 1);
    this.ahead.delete(parent);
    this.go(pathTo(this.current).includes(node) ? parent : this.current);
  }

  /** Asks the rules for the current position, if it is not known. */
  async refresh(): Promise<void> {
    const node = this.current;
    if (node.position || !this.rules) return;
    node.position = await this.rules.ask<Position>({ op: "position", ...this.place(node) });
    if (node === this.current) this.changed();
  }

  /** Asks for all positions anew when they are shown: there are new tables. */
  async forget(): Promise<void> {
    const clear = (node: Node): void => {
      node.position = undefined;
      node.children.forEach(clear);
    };
    const shown = this.current.position;
    clear(this.root);
    this.current.position = shown;
    const { current } = this;
    const position = await this.rules?.ask<Position>({ op: "position", ...this.place(current) });
    current.position = position;
    if (current === this.current) this.changed();
  }

  /** The part of a request that names a node. */
  place(node = this.current): { ini: string; variant: string; text: string; moves: string[] } {
    return { ini: this.ini, variant: this.variant.name, text: this.start, moves: movesTo(node) };
  }

  /** Tells the parts of the page that the game has changed. */
  changed(): void {
    this.dispatchEvent(new Event("change"));
  }
}
