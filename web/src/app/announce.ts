import type { Node } from "../game/game";
import type { Color, Position } from "../rules/types";

/** How distances are counted: in plies, which are moves of one side, or in moves of the winner. */
export type Units = "plies" | "moves";

let units: Units = "plies";

/** Chooses how all texts of the page count distances. */
export function countIn(to: Units): void {
  units = to;
}

export function sideName(turn: string): string {
  return turn === "w" ? "White" : "Black";
}

/** A number with its noun: "1 move", "2 moves". */
export function count(n: number, one: string, many = `${one}s`): string {
  return `${n} ${n === 1 ? one : many}`;
}

/** The moves of the winner in so many plies. */
function movesIn(plies: number): number {
  return Math.ceil(plies / 2);
}

/** A distance to the end of the game in words: "11 plies (mate in 6)", or "6 moves (11 plies)". */
export function distance(plies: number): string {
  const inPlies = count(plies, "ply", "plies");
  return units === "plies" ? `${inPlies} (mate in ${movesIn(plies)})` : `${count(movesIn(plies), "move")} (${inPlies})`;
}

/** An exact value in few words, for lists and labels: "wins in 11", or "wins in 6 moves". */
export function valueWords(value: string): string {
  const [outcome, plies] = value.split(" ");
  if (outcome !== "win" && outcome !== "loss") return value;
  return `${outcome === "win" ? "wins" : "loses"} in ${units === "plies" ? plies : count(movesIn(Number(plies)), "move")}`;
}

/** An exact value as a shape and a number, for the corner of a square: "▲11", or "▲#6" for a mate in 6. */
export function valueBadge(value: string): string {
  const [outcome = "", plies] = value.split(" ");
  const number = plies === undefined ? "" : units === "plies" ? plies : `#${movesIn(Number(plies))}`;
  return ({ win: "▲", draw: "=", loss: "▼" }[outcome] ?? "?") + number;
}

/** An exact value for the side to move as a sentence: "White wins in 11 plies (mate in 6)". */
export function valueSentence(value: string, turn: string): string {
  const [outcome, plies] = value.split(" ");
  const winner = sideName((outcome === "win") === (turn === "w") ? "w" : "b");
  if (outcome === "win" || outcome === "loss") return plies === "0" ? `${winner} has won` : `${winner} wins in ${distance(Number(plies))}`;
  return outcome === "draw" ? "draw with best play" : "";
}

/** What a move has lost by the exact values, each for the side to move, before and after it: "win to draw", "slower by 2
 * plies". Nothing if it was best, or a value is unknown. */
export function lossText(before: string, after: string): string {
  const [was = "", pliesBefore] = before.split(" ");
  const [now = "", pliesAfter] = after.split(" ");
  const outcome = { win: "loss", draw: "draw", loss: "win" }[now]; // of the side that has moved
  if (!["win", "draw", "loss"].includes(was) || !outcome) return "";
  if (outcome !== was) return `${was} to ${outcome}`;
  const slower = Number(pliesAfter) + 1 - Number(pliesBefore);
  if (!slower || was === "draw") return "";
  const by = units === "plies" ? count(Math.abs(slower), "ply", "plies") : count(Math.abs(slower) / 2, "move");
  return `${was === "win" ? "slower" : "sooner"} by ${by}`;
}

/** How a game ended, with the rule in words. */
export function endText(result: string, reason: string): string {
  const [first = "", second] = reason.split(" ");
  if (reason.endsWith("mated player wins")) return `${result}, ${first === "mated" ? "checkmate" : "stalemate"}: the ${first} player wins.`;
  if (second === "stalemates") return `${result}, stalemate: ${first} wins.`;
  return `${result}: ${reason}.`;
}

/** The state of the game as a sentence. */
export function statusText(position: Position): string {
  if (position.result !== "*") return endText(position.result, position.reason ?? "");
  const parts = [`${sideName(position.turn)} to move`];
  if (position.check) parts.push("in check");
  if (position.occurrence > 1) parts.push(`this position has stood here ${position.occurrence} times`);
  return parts.join(", ") + ".";
}

/** The last move in words: "White: Uxd3. "; nothing at the start. */
export function moveText({ san }: Node, turn: Color): string {
  return san && `${sideName(turn === "w" ? "b" : "w")}: ${san}. `;
}

/** What the live region says after a move. */
export function announcement(node: Node, position: Position): string {
  return moveText(node, position.turn) + statusText(position);
}
