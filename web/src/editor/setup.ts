import { isWhite } from "../board/men";
import { neighbour, squareName, type View } from "../board/shape";
import type { Counts, Setup, Variant } from "../rules/types";

// Changes of a position under construction. Each returns a new one.

/** Moves every man to another square, or leaves it out where there is none. */
function moveMen(men: Record<string, string>, to: (square: string, man: string) => [string | undefined, string]): Record<string, string> {
  const moved: Record<string, string> = {};
  for (const [square, man] of Object.entries(men)) {
    const [target, changed] = to(square, man);
    if (target) moved[target] = changed;
  }
  return moved;
}

function swapCase(text: string): string {
  return [...text].map((c) => (isWhite(c) ? c.toLowerCase() : c.toUpperCase())).join("");
}

/** Swaps the colours of all men, hands, rights and the turn, and turns the ranks round. */
export function swapColours(setup: Setup, { ranks }: Variant): Setup {
  const men = moveMen(setup.men, (square, man) => [square.charAt(0) + (ranks + 1 - Number(square.slice(1))), swapCase(man)]);
  return { ...setup, men, hands: [setup.hands[1], setup.hands[0]], turn: setup.turn === "w" ? "b" : "w", castling: swapCase(setup.castling) };
}

/** Mirrors the men, so that what was on the left is on the right. */
export function mirror(setup: Setup, { files }: Variant): Setup {
  const men = moveMen(setup.men, (square, man) => [squareName(files - 1 - (square.charCodeAt(0) - 97), Number(square.slice(1)) - 1), man]);
  return { ...setup, men };
}

/** Whether all men stay on the board when they are shifted by a square, as the user sees it. */
export function canShift(setup: Setup, right: number, up: number, view: View): boolean {
  return Object.keys(setup.men).every((square) => neighbour(square, right, up, view) !== undefined);
}

/** Shifts all men by a square. */
export function shift(setup: Setup, right: number, up: number, view: View): Setup {
  return { ...setup, men: moveMen(setup.men, (square, man) => [neighbour(square, right, up, view), man]) };
}

/** The piece of a man once it is in a hand: former pawns are pawns, promoted ones are not promoted. */
export function letterInHand(man: string, { pieces }: Variant): string {
  if (man.endsWith("~")) return pieces.find((p) => p.promotions)?.letter ?? "";
  return man.replace("+", "").toUpperCase();
}

function count(setup: Setup, variant: Variant): Counts {
  const counts: Counts = {};
  const add = (letter: string, n: number): void => void (counts[letter] = (counts[letter] ?? 0) + n);
  for (const man of Object.values(setup.men)) add(letterInHand(man, variant), 1);
  for (const hand of setup.hands) for (const [letter, n] of Object.entries(hand)) add(letter, n);
  return counts;
}

/** Adds to a hand the pieces of the start that are neither on the board nor in a hand. */
export function fillHand(setup: Setup, start: Setup, hand: 0 | 1, letters: string, variant: Variant): Setup {
  const [has, wants] = [count(setup, variant), count(start, variant)];
  const filled: Counts = { ...setup.hands[hand] };
  for (const letter of letters) {
    const missing = (wants[letter] ?? 0) - (has[letter] ?? 0);
    if (missing > 0) filled[letter] = (filled[letter] ?? 0) + missing;
  }
  return { ...setup, hands: hand === 0 ? [filled, setup.hands[1]] : [setup.hands[0], filled] };
}

/** Puts a man on a square, or empties it. */
export function put(setup: Setup, square: string, man: string): Setup {
  const men = { ...setup.men };
  if (man) men[square] = man;
  else delete men[square];
  return { ...setup, men };
}

/** Adds pieces to a hand, or takes them out. */
export function give(setup: Setup, hand: 0 | 1, letter: string, n: number): Setup {
  const hands: [Counts, Counts] = [{ ...setup.hands[0] }, { ...setup.hands[1] }];
  hands[hand][letter] = Math.max(0, (hands[hand][letter] ?? 0) + n);
  return { ...setup, hands };
}

/** Whether a piece stands on boards itself, and not only as what another one promotes to. */
export function isPlaceable(letter: string, { pieces }: Variant): boolean {
  return !pieces.some((p) => p.promoted === letter);
}

/** The pieces that the editor puts into hands. */
export function handLetters(variant: Variant): string {
  if (!variant.drops) return "";
  return variant.pieces.filter((p) => p.name !== "king" && isPlaceable(p.letter, variant)).map((p) => p.letter).join("");
}

/** What pawns become and are marked as former pawns for, where captured ones change back. */
export function formerPawns(variant: Variant): string {
  return variant.drops ? variant.pieces.map((p) => p.promotions ?? "").join("") : "";
}
