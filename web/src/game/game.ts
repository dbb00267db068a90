import starts from "starts";
import type { Rules } from "../rules/client";
import type { Color, GameText, Move, Position, Variant } from "../rules/types";
import { fromText, movesTo, newNode, nodesOf, pathTo, toText, type Node } from "./tree";

export { movesTo, pathTo, type Node } from "./tree";

/** The side to move at a node of a game. */
export function turnAt({ start }: Game, node: Node): Color {
  return (start.split(" ")[1] === "b") === (pathTo(node).length % 2 === 0) ? "b" : "w";
}

/** What the rules know of the nodes of a game. */
interface Notes {
  nodes: { value: string; times?: number }[];
}

/** A game, to be shown again later. */
export type GameState = Pick<Game, "variant" | "start" | "tags" | "root" | "current">;

/** Game is the tree of moves and the place in it that the board shows. */
export class Game extends EventTarget {
  /** The variants of the program, or of the server that sent the page. */
  builtin: Variant[] = starts.variants;
  /** Those, and the user's own. */
  variants: Variant[] = this.builtin;
  ini = "";
  /** The part of ini that the game's variant needs. */
  needs: () => string = () => this.ini;
  variant: Variant;
  start: string; // FEN
  root: Node = newNode();
  current: Node = this.root;
  /** Tags of PGN. */
  tags: Record<string, string> = {};
  /** Counts the changes of the tree and of what is known of its nodes. */
  version = 0;
  /** The node of the last change, if it changed nothing else: it was added, or its glyphs or values changed. */
  touched: { node: Node; added: boolean } | undefined;
  rules: Rules | undefined;
  /** Whether the current node was reached by a move, and not by walking through the tree. */
  played = false;
  /** Takes errors of the rules that are nobody's fault, such as a server that is gone. */
  onError: (error: Error) => void = () => {};
  /** Where redo goes from each node: the child that was shown last. */
  private ahead = new WeakMap<Node, Node>();
  private removed: { node: Node; at: number } | undefined;
  private notesAsked = 0;

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
    this.replaceRoot(newNode(), {});
    const known = fen === variant.start ? starts.positions[variant.name] : undefined;
    this.root.position = known;
    this.go(this.root);
    if (known) void this.forget(); // it came with the script, without a value
  }

  /** Begins with a game that was read, unless its variant is not known. */
  load(text: GameText, at?: number): boolean {
    const variant = this.find(text.variant);
    if (!variant) return false;
    const nodes = fromText(text.nodes);
    this.variant = variant;
    this.start = text.start;
    this.replaceRoot(nodes[0] ?? newNode(), text.tags ?? {});
    this.go(nodes[at ?? 0] ?? this.root);
    if (nodes.length > 1) void this.annotate();
    return true;
  }

  private replaceRoot(root: Node, tags: Record<string, string>): void {
    this.root = root;
    this.tags = tags;
    this.removed = undefined;
    this.changes();
  }

  /** Counts a change of the tree. */
  private changes(touched?: { node: Node; added: boolean }): void {
    this.touched = touched;
    this.version++;
  }

  /** The game as text has it, and the number of the current node in it. */
  save(): { game: GameText; at: number } {
    const nodes = nodesOf(this.root);
    return { at: nodes.indexOf(this.current), game: { ...this.header(), nodes: toText(nodes) } };
  }

  /** The line to a node as text has it. */
  line(node = this.current): GameText {
    const { Result: _, ...tags } = this.tags;
    return { ...this.header(), tags, nodes: toText([this.root, ...pathTo(node)]) };
  }

  private header(): Omit<GameText, "nodes"> {
    return { variant: this.variant.name, start: this.start, tags: this.tags };
  }

  /** What another game replaces. */
  get state(): GameState {
    const { variant, start, tags, root, current } = this;
    return { variant, start, tags, root, current };
  }

  /** Shows a game again that another one has replaced. */
  resume({ variant, start, tags, root, current }: GameState): void {
    this.variant = variant;
    this.start = start;
    this.replaceRoot(root, tags);
    this.go(current);
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
  play(move: Pick<Move, "uci" | "san">): void {
    this.go(this.add(this.current, move), true);
  }

  /** Plays legal moves, one after the other. */
  playLine(moves: Pick<Move, "uci" | "san">[]): void {
    this.go(moves.reduce<Node>((node, move) => this.add(node, move), this.current));
    if (moves.length > 1) void this.annotate();
  }

  private add(to: Node, { uci, san }: Pick<Move, "uci" | "san">): Node {
    let child = to.children.find((c) => c.uci === uci);
    if (!child) {
      child = newNode(to, uci, san);
      to.children.push(child);
      this.changes({ node: child, added: true });
    }
    return child;
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

  /** Shows the variation before or after the shown one, at the last branch that led here. */
  goSibling(step: number): void {
    for (let at: Node | undefined = this.current; at; at = at.parent) {
      const siblings = at.parent?.children ?? [];
      if (siblings.length < 2) continue;
      this.go(siblings[(siblings.indexOf(at) + step + siblings.length) % siblings.length] as Node);
      return;
    }
  }

  /** The last node on the way to a node that is not the first child of its parent. */
  branch(node: Node): Node | undefined {
    let at: Node | undefined = node;
    while (at?.parent && at.parent.children[0] === at) at = at.parent;
    return at?.parent && at;
  }

  /** Moves the variation of a node one place forward. */
  promote(node: Node): void {
    const branch = this.branch(node);
    const siblings = branch?.parent?.children;
    if (!branch || !siblings) return;
    const at = siblings.indexOf(branch);
    siblings.splice(at - 1, 2, branch, siblings[at - 1] as Node);
    this.edited();
  }

  /** Makes the line of a node the main line, at every branch. */
  makeMain(node: Node): void {
    for (let at = node; at.parent; at = at.parent) {
      const { children } = at.parent;
      children.unshift(...children.splice(children.indexOf(at), 1));
    }
    this.edited();
  }

  /** Deletes a node and all after it. */
  remove(node: Node): void {
    const { parent } = node;
    if (!parent) return;
    const at = parent.children.indexOf(node);
    parent.children.splice(at, 1);
    this.removed = { node, at };
    this.ahead.delete(parent);
    this.changes();
    this.go(pathTo(this.current).includes(node) ? parent : this.current);
  }

  /** What was deleted last from this game. */
  get lastRemoved(): Node | undefined {
    return this.removed?.node;
  }

  /** Puts back what was deleted last, and shows it. Moves that were played again since then are in one line. */
  restore(): void {
    const { node, at } = this.removed ?? {};
    if (!node?.parent) return;
    this.removed = undefined;
    const { children } = node.parent;
    const again = children.findIndex(({ uci }) => uci === node.uci);
    if (again < 0) children.splice(at ?? 0, 0, node);
    else merge(children[again] as Node, node);
    this.changes();
    this.go(again < 0 ? node : (children[again] as Node));
  }

  /** Sets the comment of a node. */
  comment(node: Node, text: string): void {
    const comment = text.replace(/\s+/g, " ").trim();
    if (node.comment === comment) return;
    node.comment = comment;
    this.edited();
  }

  /** Sets or takes off a glyph from ! to ?!, of which a move has at most one. */
  toggleGlyph(node: Node, glyph: number): void {
    const others = node.nags.filter((nag) => nag > 6);
    node.nags = node.nags.includes(glyph) ? others : [glyph, ...others];
    this.changes({ node, added: false });
    this.changed();
  }

  /** Replaces what is drawn at the current node. */
  draw(shapes: string[]): void {
    this.current.shapes = shapes;
    this.changed();
  }

  private edited(): void {
    this.changes();
    this.changed();
  }

  /** Asks the rules for the current position, if it is not known. */
  async refresh(): Promise<void> {
    const node = this.current;
    if (node.position || !this.rules) return;
    try {
      this.learn(node, await this.rules.ask<Position>({ op: "position", ...this.place(node) }));
      if (node === this.current) this.changed();
    } catch (error) {
      this.onError(error as Error);
    }
  }

  private learn(node: Node, position: Position): void {
    node.position = position;
    if (node.value !== position.value || node.times !== position.occurrence) this.changes({ node, added: false });
    node.value = position.value;
    node.times = position.occurrence;
  }

  /** Asks for the values and repetitions of all nodes. */
  async annotate(): Promise<void> {
    const { rules, ini, root, start, variant } = this;
    const asked = ++this.notesAsked;
    const nodes = nodesOf(root);
    const moves = toText(nodes).map(({ parent, uci }) => ({ parent, uci, san: "" }));
    try {
      const notes = await rules?.ask<Notes>({ op: "annotate", ini, game: { variant: variant.name, start, nodes: moves } });
      if (!notes || asked !== this.notesAsked || root !== this.root) return;
      notes.nodes.forEach(({ value, times = 1 }, i) => Object.assign(nodes[i] as Node, { value, times }));
      this.edited();
    } catch (error) {
      this.onError(error as Error);
    }
  }

  /** Asks for all positions anew when they are shown: there are new tables. */
  async forget(): Promise<void> {
    const { current } = this;
    for (const node of nodesOf(this.root)) if (node !== current) node.position = undefined;
    try {
      const position = await this.rules?.ask<Position>({ op: "position", ...this.place(current) });
      if (position) this.learn(current, position);
    } catch (error) {
      this.onError(error as Error);
      return;
    }
    if (this.root.children.length) await this.annotate();
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

/** Adds all that is after a node to another one with the same move. */
function merge(into: Node, from: Node): void {
  for (const child of from.children) {
    const same = into.children.find(({ uci }) => uci === child.uci);
    if (same) merge(same, child);
    else {
      child.parent = into;
      into.children.push(child);
    }
  }
}
