// The answers of Go package webapi about tables and what is drawn from them.

/** What to draw from the tables of a variant. */
export interface Draw {
  table?: string; // id
  value?: string; // "win", "loss" or "draw"
  plies?: number;
  seed?: number;
  number?: number; // of a puzzle, from 1
}

export interface Valued {
  fen: string;
  value: string;
}

export interface Table {
  id: string;
  material: string;
  bytes: number;
  digest: string;
  positions: number | null;
  longest: Valued | null;
  counted: number; // the share that was read for the statistics
  holds: boolean; // the position of the request
}

export interface Tally {
  wins: number;
  losses: number;
  draws: number;
}

export interface Count {
  plies: number;
  positions: number;
}

export interface Statistics {
  table: string;
  material: string;
  sides: [Tally, Tally];
  wins: Count[];
  losses: Count[];
  longest: Valued | null;
  checkmates: number;
  stalemates: number;
  zugzwangs: { full: number; half: number; examples: Valued[] };
}

/** A position with a single winning move. */
export interface Puzzle {
  fen: string;
  table: string;
  plies: number;
  move: { uci: string; san: string };
}
