import type { GameNode, Position } from "../rules/types";

/** A position of the game, with the move that led to it. The first child is the main line. */
export interface Node {
  parent: Node | undefined;
  children: Node[];
  uci: string;
  san: string;
  comment: string;
  nags: number[];
  /** What the user has drawn: a letter for the colour and one or two squares, "Ga1" or "Rb2c3". */
  shapes: string[];
  /** Asked of the rules when the node is first shown. */
  position: Position | undefined;
  /** The exact value for the side to move; "" until it was asked for. */
  value: string;
  /** How often the position has stood on the board. */
  times: number;
}

export function newNode(parent?: Node, uci = "", san = ""): Node {
  return { parent, children: [], uci, san, comment: "", nags: [], shapes: [], position: undefined, value: "", times: 1 };
}

/** The nodes from the start to a node, without the start. */
export function pathTo(node: Node): Node[] {
  const path: Node[] = [];
  for (let at: Node | undefined = node; at?.parent; at = at.parent) path.push(at);
  return path.reverse();
}

export function movesTo(node: Node): string[] {
  return pathTo(node).map(({ uci }) => uci);
}

/** All nodes, parents before their children and main lines before variations. */
export function nodesOf(root: Node): Node[] {
  const nodes: Node[] = [];
  const next = [root];
  for (let node = next.pop(); node; node = next.pop()) {
    nodes.push(node);
    for (let i = node.children.length - 1; i >= 0; i--) next.push(node.children[i] as Node);
  }
  return nodes;
}

/** Nodes as the rules have them. Each node's parent must be in the list, but for the first. */
export function toText(nodes: Node[]): GameNode[] {
  const numbers = new Map(nodes.map((node, i) => [node, i]));
  return nodes.map((node) => {
    const comment = withShapes(node);
    return {
      parent: (node.parent && numbers.get(node.parent)) ?? 0, uci: node.uci, san: node.san,
      ...(comment && { comment }), ...(node.nags.length > 0 && { nags: node.nags }),
    };
  });
}

/** The reverse of toText. */
export function fromText(texts: GameNode[]): Node[] {
  const nodes: Node[] = [];
  for (const { parent, uci, san, comment, nags } of texts) {
    const node = newNode(nodes[parent], uci, san);
    Object.assign(node, partComment(comment ?? ""));
    node.nags = nags ?? [];
    node.parent?.children.push(node);
    nodes.push(node);
  }
  return nodes;
}

/** A comment with the commands by which PGN has arrows and marks: "[%csl Ga1] [%cal Rb2c3] text". */
function withShapes({ comment, shapes }: Node): string {
  const isMark = (shape: string): boolean => /^.[a-p]\d+$/.test(shape);
  const command = (name: string, of: string[]): string[] => (of.length ? [`[%${name} ${of.join(",")}]`] : []);
  return [
    ...command("csl", shapes.filter(isMark)), ...command("cal", shapes.filter((shape) => !isMark(shape))), ...(comment ? [comment] : []),
  ].join(" ");
}

/** The reverse of withShapes. */
function partComment(text: string): { comment: string; shapes: string[] } {
  const shapes: string[] = [];
  const comment = text.replace(/\[%c[sa]l ([^\]]*)\]/g, (command, list: string) => {
    const all = list.split(",").map((shape) => shape.trim());
    if (!all.every((shape) => /^[GRBY]([a-p]\d+){1,2}$/.test(shape))) return command;
    shapes.push(...all);
    return "";
  });
  return { comment: comment.replace(/\s+/g, " ").trim(), shapes };
}
