import { movesTo, type Game } from "../game/game";

/** What an address says: #v=..&fen=..&m=..&i=.. of a share link, or ?v=..&pos=.. with a code or a FEN. */
export interface Place {
  variant: string;
  text: string;
  moves: string[];
  /** The user's own variants, compressed. */
  packed: string;
}

export function readPlace(location: Location): Place | undefined {
  const fragment = new URLSearchParams(location.hash.slice(1));
  const from = fragment.has("v") || fragment.has("fen") ? fragment : new URLSearchParams(location.search);
  const variant = from.get("v");
  const text = from.get("fen") ?? from.get("pos") ?? "";
  if (variant === null && text === "") return undefined;
  return {
    variant: variant ?? (text.includes(",") ? "thinchess" : ""),
    text,
    moves: (fragment.get("m") ?? "").split(" ").filter(Boolean),
    packed: fragment.get("i") ?? "",
  };
}

/** Percent-encodes a text, also the tilde of former pawns, which some programs cut off links. */
function encoded(text: string): string {
  return encodeURIComponent(text).replaceAll("~", "%7E");
}

/** The fragment that names a position, of the start without a FEN. */
export function positionFragment(variant: string, fen: string): string {
  return `#v=${encodeURIComponent(variant)}${fen ? `&fen=${encoded(fen.replaceAll(" ", "_"))}` : ""}`;
}

/** The fragment that names the shown position. It percent-encodes, since a bare + would become a blank. */
export function fragment(game: Game): string {
  const moves = movesTo(game.current);
  const place = positionFragment(game.variant.name, game.start === game.variant.start ? "" : game.start);
  return moves.length ? `${place}&m=${moves.map(encodeURIComponent).join("+")}` : place;
}

/** The part of a fragment with the variants of the user's own that the game needs; empty for a built-in one. */
export async function ownPart(game: Game): Promise<string> {
  return game.isBuiltin ? "" : `&i=${await pack(game.needs())}`;
}

/** The address of the shown position, with the user's own variants if the game is one of them. */
export async function shareLink(game: Game): Promise<string> {
  return new URL(location.pathname + fragment(game) + (await ownPart(game)), location.href).href;
}

/** Compresses a text to letters that addresses may have. */
async function pack(text: string): Promise<string> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** The longest text of variants that a link may hold. */
const longest = 1 << 16;

/** Undoes pack; the text is empty if a link is damaged or its text too long. */
export async function unpack(packed: string): Promise<string> {
  try {
    const bytes = Uint8Array.from(atob(packed.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));
    const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"))
      .pipeThrough(new TextDecoderStream()).getReader();
    let text = "";
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      text += part.value;
      if (text.length > longest) {
        await reader.cancel();
        return "";
      }
    }
    return text;
  } catch {
    return "";
  }
}
