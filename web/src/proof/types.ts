// The answers about certificates of Go package webapi, which lookup describes.

/** What is claimed of a position, for the side to move. */
export interface Claim {
  value: "win" | "draw" | "loss" | "unknown";
  plies: number | null;
  bound: "exact" | "at least" | "at most" | null;
}

export interface Certificate {
  id: string;
  variant: string;
  root: string;
  turn: "w" | "b";
  claim: Claim;
  records: number;
  bytes: number;
  digest: string;
  /** Why it cannot be read. */
  problem?: string;
}

export interface Reply {
  uci: string;
  san: string;
  status: "record" | "over" | "outside";
  plies: number | null;
}

/** A step of a proof: with a claim and its move where the position has a record. */
export interface Step {
  claim: "win" | "draw" | null;
  plies: number | null;
  move: { uci: string; san: string } | null;
  result: string | null;
  replies: Reply[];
}

/** The check of one step by the rules. */
export interface Replay {
  record: boolean;
  fault?: string;
  records: number;
  over: number;
  outside: number;
}

/** The check of a part of a certificate. */
export interface Part {
  next: number;
  records: number;
  checked: number;
  errors: number;
  faults: { fen: string; fault: string }[];
  root: Claim | null;
}
