// The answers of Go package webapi, which describes the fields.

import type { Draw } from "./draw";

export interface Piece {
  letter: string;
  name: string;
  moves: string;
  promoted?: string;
  promotions?: string;
}

export interface Variant {
  name: string;
  aliases: string[];
  files: number;
  ranks: number;
  start: string;
  drops: boolean;
  hand: string;
  castles: boolean;
  hasCode: boolean;
  pieces: Piece[];
}

export interface Move {
  uci: string;
  san: string;
  from?: string;
  drop?: string;
  to: string;
  capture?: boolean;
  promotion?: string;
  becomes?: string;
  value: string;
}

export type Color = "w" | "b";
export type Counts = Record<string, number>;

export interface Position {
  variant: string;
  fen: string;
  code?: string;
  turn: Color;
  number: number;
  men: Record<string, string>;
  hands: [Counts, Counts];
  check?: string;
  result: string;
  reason?: string;
  occurrence: number;
  value: string;
  source?: string;
  moves: Move[];
}

export interface GameNode {
  parent: number;
  uci: string;
  san: string;
  comment?: string;
  nags?: number[];
}

export interface GameText {
  variant: string;
  start: string;
  tags?: Record<string, string>;
  nodes: GameNode[];
}

export interface Setup {
  men: Record<string, string>;
  hands: [Counts, Counts];
  turn: Color;
  castling: string;
  clock: number;
  number: number;
}

/** What the rules say about a Setup. */
export interface Arranged {
  fen: string;
  problem?: string;
  /** The castlings that the men allow, as FEN writes them. */
  rights: string;
}

/** A request of Go package webapi. */
export interface Request {
  op: "variants" | "position" | "move" | "setup" | "ini" | "read" | "write" | "check" | "line" | "annotate" | "games" | "tables" | "statistics"
    | "random" | "lengths" | "puzzle"
    | "certificates" | "certificate" | "proof" | "verify-node" | "verify";
  ini?: string;
  variant?: string;
  text?: string;
  moves?: string[];
  line?: string[];
  input?: string;
  setup?: Setup;
  game?: GameText;
  draw?: Draw;
  /** The id of an open certificate. */
  certificate?: string;
  /** The number of the record from which a check goes on. */
  from?: number;
}
