import bishop from "../../men/bishop.svg";
import chick from "../../men/chick.svg";
import elephant from "../../men/elephant.svg";
import ferz from "../../men/ferz.svg";
import giraffe from "../../men/giraffe.svg";
import hen from "../../men/hen.svg";
import horse from "../../men/horse.svg";
import king from "../../men/king.svg";
import knight from "../../men/knight.svg";
import lion from "../../men/lion.svg";
import pawn from "../../men/pawn.svg";
import queen from "../../men/queen.svg";
import rook from "../../men/rook.svg";
import wazir from "../../men/wazir.svg";
import type { Piece, Variant } from "../rules/types";

/** Pictures by the name of the piece in the rules language. */
const pictures: Record<string, string> = { king, queen, rook, bishop, knight, pawn, wazir, fers: ferz, horse };

/** Pictures of the animals of shogi for children, by letter and name. */
const animals: Record<string, string> = {
  "L commoner": lion, "C shogiPawn": chick, "H gold": hen, "E fers": elephant, "G wazir": giraffe,
};

const names: Record<string, string> = {
  fers: "ferz", "L commoner": "lion", "C shogiPawn": "chick", "H gold": "hen", "E fers": "elephant", "G wazir": "giraffe",
};

/** The piece of a man as FEN writes it: "W", "u~", "+c". */
export function pieceOf(man: string, { pieces }: Variant): Piece | undefined {
  const letter = man.replace(/[+~]/g, "").toUpperCase();
  const piece = pieces.find((p) => p.letter === letter);
  return man.startsWith("+") ? pieces.find((p) => p.letter === piece?.promoted) ?? piece : piece;
}

export function isWhite(man: string): boolean {
  return man.toUpperCase() === man;
}

/** A man in words: "white horse", "black lion", "white wazir, a former pawn". */
export function manName(man: string, variant: Variant): string {
  const piece = pieceOf(man, variant);
  const name = piece ? names[`${piece.letter} ${piece.name}`] ?? names[piece.name] ?? plain(piece) : man;
  const former = man.endsWith("~") ? ", a former pawn" : man.startsWith("+") ? ", promoted" : "";
  return `${isWhite(man) ? "white" : "black"} ${name}${former}`;
}

/** Pieces of a user's own have no name but their letter; those that leap two squares look like knights. */
function plain({ name, letter, moves }: Piece): string {
  if (!name.startsWith("customPiece")) return name;
  return letter === "N" && moves === "D" ? "knight" : `piece ${letter}`;
}

/** How men are drawn. */
export const manStyle = {
  /** Whether all are tiles with their letters, and not only those without a picture. */
  letters: false,
};

/** The picture of a man as SVG: a tile with its letter where there is none. */
export function picture(man: string, variant: Variant): string {
  const piece = pieceOf(man, variant);
  const drawn = piece && (animals[`${piece.letter} ${piece.name}`] ?? pictures[plain(piece)]);
  const side = isWhite(man) ? "white" : "black";
  const mark = man.endsWith("~") ? '<circle class="former" cx="37" cy="9" r="5"/>' : "";
  if (drawn && !manStyle.letters) return drawn.replace("<svg", `<svg class="man ${side}" aria-hidden="true"`).replace("</svg>", `${mark}</svg>`);
  const letter = man.toUpperCase().replace(/[^A-Z+]/g, "");
  return `<svg class="man ${side}" aria-hidden="true" viewBox="0 0 45 45"><rect class="body" x="6" y="6" width="33" height="33" rx="7"/>` +
    `<text class="letter" x="22.5" y="31" text-anchor="middle">${letter}</text>${mark}</svg>`;
}
