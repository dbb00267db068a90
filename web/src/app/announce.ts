import type { Node } from "../game/game";
import type { Position, Variant } from "../rules/types";

/** A variant's name for readers. */
export function title({ name }: Variant): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

export function sideName(turn: string): string {
  return turn === "w" ? "White" : "Black";
}

/** An exact value for the side to move as a sentence: "White wins in 11 plies". */
export function valueSentence(value: string, turn: string): string {
  const [outcome, plies] = value.split(" ");
  const other = turn === "w" ? "Black" : "White";
  const count = plies === "1" ? "1 ply" : `${plies} plies`;
  if (outcome === "win") return plies === "0" ? `${sideName(turn)} has won` : `${sideName(turn)} wins in ${count}`;
  if (outcome === "loss") return plies === "0" ? `${other} has won` : `${other} wins in ${count}`;
  return outcome === "draw" ? "draw with best play" : "";
}

/** The state of the game as a sentence. */
export function statusText(position: Position): string {
  if (position.result !== "*") return `${position.result}: ${position.reason ?? ""}.`;
  const parts = [`${sideName(position.turn)} to move`];
  if (position.check) parts.push("in check");
  if (position.occurrence > 1) parts.push(`this position has stood here ${position.occurrence} times`);
  return parts.join(", ") + ".";
}

/** What the live region says after a move. */
export function announcement({ san }: Node, position: Position): string {
  const mover = position.turn === "w" ? "Black" : "White";
  return (san ? `${mover}: ${san}. ` : "") + statusText(position);
}
