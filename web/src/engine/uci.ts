/** A line of the search: its score is that of the side to move at the root. */
export interface Line {
  index: number; // from 1; 1 is the best
  depth: number;
  score: Score;
  bound: "" | "lower" | "upper";
  nodes: number;
  nps: number;
  tableHits: number;
  moves: string[];
}

export type Score = { kind: "cp"; cp: number } | { kind: "mate"; moves: number };

/** Reads an info line, or returns nothing if it has no score and moves. */
export function parseInfo(text: string): Line | undefined {
  const words = text.split(" ");
  if (words[0] !== "info") return undefined;
  const at = (word: string) => words.indexOf(word);
  const number = (word: string) => (at(word) < 0 ? 0 : Number(words[at(word) + 1]));
  const pv = at("pv");
  const score = at("score");
  if (pv < 0 || score < 0) return undefined;
  const value = Number(words[score + 2]);
  return {
    index: number("multipv") || 1,
    depth: number("depth"),
    score: words[score + 1] === "mate" ? { kind: "mate", moves: value } : { kind: "cp", cp: value },
    bound: words.includes("lowerbound") ? "lower" : words.includes("upperbound") ? "upper" : "",
    nodes: number("nodes"),
    nps: number("nps"),
    tableHits: number("tbhits"),
    moves: words.slice(pv + 1),
  };
}

/** White's share of the points, from 0 to 1, for a score of White. */
export function share(score: Score): number {
  if (score.kind === "mate") return score.moves > 0 ? 1 : 0;
  return 1 / (1 + Math.exp(-0.004 * score.cp));
}

/** Turns a score of one side to that of the other. */
export function negate(score: Score): Score {
  return score.kind === "mate" ? { kind: "mate", moves: -score.moves } : { kind: "cp", cp: -score.cp };
}

/** Writes a score of White: "+0.24", "mate in 3". A mate in 0 is over: the side to move has lost. */
export function scoreText(score: Score): string {
  if (score.kind === "mate") return `${score.moves < 0 || Object.is(score.moves, -0) ? "−" : "+"}M${Math.abs(score.moves)}`;
  const pawns = (score.cp / 100).toFixed(2);
  return score.cp > 0 ? `+${pawns}` : pawns.replace("-", "−");
}
