/** A published value; see cmd/site/solved.go. */
export interface Published {
  group: "games" | "openings" | "endings" | "units";
  variant: string;
  material?: string; // none: that of the start
  moves?: string; // before the root of a certificate
  kind: "table" | "certificate" | "search";
  file?: string; // none: no file was kept
  bytes?: number;
  sha256?: string;
  positions?: number; // records of a certificate
  wins?: number;
  losses?: number;
  draws?: number;
  shown: Shown[];
  make?: string;
  verify?: string;
}

/** A position with its value in words. */
export interface Shown {
  what: "start" | "longest" | "root" | "example";
  fen: string;
  value: string;
  says: string;
}
