import type { Game } from "../game/game";
import { movesTo } from "../game/game";

/** What an address says: #v=..&fen=..&m=.. of a share link, or ?v=..&pos=.. with a code or a FEN. */
export interface Place {
  variant: string;
  text: string;
  moves: string[];
}

export function readPlace(location: Location): Place | undefined {
  const fragment = new URLSearchParams(location.hash.slice(1));
  const query = new URLSearchParams(location.search);
  const variant = fragment.get("v") ?? query.get("v");
  const text = fragment.get("fen") ?? query.get("pos") ?? "";
  if (variant === null && text === "") return undefined;
  return {
    variant: variant ?? (text.includes(",") ? "thinchess" : ""),
    text,
    moves: (fragment.get("m") ?? "").split(" ").filter(Boolean),
  };
}

/** The fragment that names the shown position. It percent-encodes, since a bare + would become a blank. */
export function fragment(game: Game): string {
  const parts = [`v=${encodeURIComponent(game.variant.name)}`];
  const moves = movesTo(game.current);
  if (game.start !== game.variant.start) parts.push(`fen=${encodeURIComponent(game.start.replaceAll(" ", "_"))}`);
  if (moves.length) parts.push(`m=${moves.map(encodeURIComponent).join("+")}`);
  return `#${parts.join("&")}`;
}
