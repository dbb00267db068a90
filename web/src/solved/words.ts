import { bytesText, countText } from "../tables/bytes";
import { title } from "../variants/titles";
import type { Published, Shown } from "./types";

/** The headings of the groups, in their order. */
export const groups: { id: Published["group"]; title: string }[] = [
  { id: "games", title: "Whole games" },
  { id: "openings", title: "Tinyhouse from its start" },
  { id: "endings", title: "Endings" },
  { id: "units", title: "Tinyhouse with few units" },
];

const names: Record<Shown["what"], string> = { start: "From the start", longest: "The longest", root: "The position proved", example: "An example" };

/** What a position is, in words. */
export function whatText({ what }: Shown): string {
  return names[what];
}

/** What an entry is about: "Chess, KQvK", "Tinyhouse after a1b2 c4c3". */
export function subjectText({ variant, material, moves }: Published): string {
  return title(variant) + (material ? `, ${material}` : "") + (moves ? ` after ${moves}` : "");
}

/** The value of an entry in a few words. */
export function valueText(p: Published): string {
  const whole = p.shown.find(({ what }) => what === "start" || what === "root");
  if (whole) return whole.says;
  return p.positions && p.wins !== undefined || p.draws ? shares(p) : "Every position";
}

/** The shares of the values of a table. */
export function shares({ positions = 0, wins = 0, losses = 0, draws = 0 }: Published): string {
  const share = (n: number): string => `${((100 * n) / positions).toFixed(1)} %`;
  return `${share(wins)} won, ${share(losses)} lost, ${share(draws)} drawn`;
}

/** How the value is known: "A table of 95,910,268 positions, 13.3 MB". */
export function knownText(p: Published): string {
  if (p.kind === "search") return "A search proved it; no certificate was kept.";
  const count = p.kind === "table" ? `a table of ${countText(p.positions ?? 0)} positions` : `a certificate of ${countText(p.positions ?? 0)} positions`;
  return `Known by ${count}${p.bytes ? `, ${bytesText(p.bytes)}` : ""}, verified by the program.`;
}
