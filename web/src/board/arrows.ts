import { picture } from "./men";
import { extent, placeOf, type View } from "./shape";
import type { Color, Variant } from "../rules/types";

/** Something that is drawn on the board: a move or a drop in UCI form, or a square by its name, which gets a ring. */
export interface Arrow {
  uci: string;
  /** From 0 to 1: what weighs more is wider. */
  weight: number;
  /** The colour of what the user has drawn. */
  color?: Ink;
}

/** Colours by the letters that PGN has for them. Each has a pattern of its own, too. */
export const inks = { G: "green", R: "red", B: "blue", Y: "yellow" } as const;
export type Ink = (typeof inks)[keyof typeof inks];

/** What drawing needs to know of the board. */
export interface Canvas {
  view: View;
  variant: Variant;
  /** Whose men are dropped. */
  turn: Color;
}

type Point = [x: number, y: number];

/** Draws in an SVG that lies on the grid and has a unit for each square. A drop is a ghost of the man on its square, with
 * the letters of all men that may be dropped there. */
export function drawArrows(svg: SVGElement, arrows: Arrow[], canvas: Canvas): void {
  const { columns, rows } = extent(canvas.view);
  svg.setAttribute("viewBox", `0 0 ${columns} ${rows}`);
  const centre = (square: string): Point => {
    const { column, row } = placeOf(square, canvas.view);
    return [column + 0.5, row + 0.5];
  };
  const drops = new Map<string, Arrow[]>();
  for (const arrow of arrows) {
    const square = /^\+?[A-Z]@(.+)$/.exec(arrow.uci)?.[1];
    if (square) drops.set(square, [...(drops.get(square) ?? []), arrow]);
  }
  const lines = arrows.filter(({ uci }) => !uci.includes("@")).map((arrow) => line(arrow, centre));
  svg.innerHTML = [...lines, ...[...drops].map(([square, all]) => drop(all, centre(square), canvas))].join("");
}

/** An arrow, or a ring around one square. */
function line({ uci, weight, color }: Arrow, centre: (square: string) => Point): string {
  const [from, to] = uci.match(/[a-p][0-9]+/g) ?? [];
  if (!from) return "";
  const width = 0.06 + 0.1 * weight;
  const group = `<g class="${color ?? ""}" opacity="${0.45 + 0.4 * weight}">`;
  const [x, y] = centre(from);
  if (!to || to === from) return `${group}<circle cx="${x}" cy="${y}" r="0.42" stroke-width="${width}" fill="none"/></g>`;
  return group + arrow([x, y], centre(to), width) + "</g>";
}

function arrow([x, y]: Point, [toX, toY]: Point, width: number): string {
  const length = Math.hypot(toX - x, toY - y);
  const [dx, dy] = [(toX - x) / length, (toY - y) / length];
  const head = 0.16 + 1.2 * width;
  const [neckX, neckY] = [toX - dx * head, toY - dy * head];
  const side = head * 0.6;
  const points = [[toX, toY], [neckX - dy * side, neckY + dx * side], [neckX + dy * side, neckY - dx * side]];
  return `<line x1="${x}" y1="${y}" x2="${neckX}" y2="${neckY}" stroke-width="${width}"/>` +
    `<polygon points="${points.map((p) => p.join(",")).join(" ")}"/>`;
}

/** The first of some drops on one square as a ghost, and the letters of all. */
function drop(drops: Arrow[], [x, y]: Point, { turn, variant }: Canvas): string {
  const letters = drops.map(({ uci }) => uci.slice(0, uci.indexOf("@")));
  const [first = ""] = letters;
  const weight = Math.max(...drops.map((each) => each.weight));
  const man = picture(turn === "w" ? first : first.toLowerCase(), variant)
    .replace("<svg", `<svg x="${x - 0.4}" y="${y - 0.4}" width="0.8" height="0.8" opacity="0.55"`);
  const size = Math.min(0.34, 1 / letters.join("").length);
  return `<g class="drop">${man}<circle cx="${x}" cy="${y}" r="0.44" stroke-width="${0.03 + 0.05 * weight}" fill="none"/>` +
    `<text class="letters" x="${x}" y="${y + 0.44}" font-size="${size}" text-anchor="middle">${letters.join("")}</text></g>`;
}
