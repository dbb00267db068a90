import type { GameText } from "../rules/types";

/** What the page keeps on the device. */
export interface Kept {
  version: 1;
  ini: string;
  game: GameText;
  at: number;
  theme: string;
  values: boolean;
  flipped: boolean;
}

const key = "tinyhouse";

/** Reads what was kept; nothing where storage is refused or of another version. */
export function recall(): Kept | undefined {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? "null") as Kept | null;
    return kept?.version === 1 ? kept : undefined;
  } catch {
    return undefined;
  }
}

export function keep(kept: Kept): void {
  try {
    localStorage.setItem(key, JSON.stringify(kept));
  } catch {
    // Storage is refused: the page works without.
  }
}
