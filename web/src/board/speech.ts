// Answers to what users ask who do not see the board.

import { manName } from "./men";
import { count, valueWords } from "../app/announce";
import type { Color, Counts, Move, Variant } from "../rules/types";

/** What can be done with a man: "2 moves: b3, takes d3, wins in 9". */
export function targetsText(moves: Move[], values: boolean): string {
  if (moves.length === 0) return "No moves.";
  const targets = new Map<string, string>();
  for (const move of moves) {
    const value = values && move.value !== "unknown" ? ` ${valueWords(move.value)}` : "";
    const promotions = moves.filter(({ to }) => to === move.to).length > 1 ? ", promotes" : "";
    if (!targets.has(move.to)) targets.set(move.to, `${move.capture ? "takes " : ""}${move.to}${promotions}${value}`);
  }
  return `${count(targets.size, "move")}: ${[...targets.values()].join("; ")}.`;
}

/** A hand: "White's hand: 2 pawns"; a letter that has no piece says itself. */
export function handText(color: Color, counts: Counts, variant: Variant): string {
  const side = color === "w" ? "White" : "Black";
  if (!variant.hand && Object.keys(counts).length === 0) return "This game has no hands.";
  const held = Object.entries(counts).filter(([, n]) => n > 0);
  const name = (letter: string): string => manName(letter, variant).replace(/^\w+ /, "");
  return held.length ? `${side}'s hand: ${held.map(([letter, n]) => count(n, name(letter))).join(", ")}.` : `${side}'s hand is empty.`;
}

/** Where the men of a kind stand: "White wazir a2. Black wazir b3, c3." */
export function placesText(letter: string, men: Record<string, string>, variant: Variant): string {
  const kind = letter.toUpperCase();
  if (!variant.pieces.some((piece) => piece.letter === kind)) {
    return `No piece has the letter ${kind}. There are ${variant.pieces.map((piece) => piece.letter).join(", ")}.`;
  }
  const places = new Map<string, string[]>();
  for (const man of [kind, kind.toLowerCase()]) places.set(manName(man, variant), []);
  for (const [square, man] of Object.entries(men).sort(([a], [b]) => a.localeCompare(b, "en", { numeric: true }))) {
    if (man.replace(/[+~]/g, "").toUpperCase() !== kind) continue;
    const name = manName(man, variant);
    places.set(name, [...(places.get(name) ?? []), square]);
  }
  return [...places].map(([name, squares]) => `${name.charAt(0).toUpperCase()}${name.slice(1)}: ${squares.join(", ") || "none"}.`).join(" ");
}
