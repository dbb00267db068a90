import { extent, placeOf, type View } from "./shape";

/** An arrow, or a drop, with its weight from 0 to 1. */
export interface Arrow {
  uci: string;
  weight: number;
}

/** Draws arrows in an SVG that lies on the grid and has a unit for each square. A drop is a ring with its letter. */
export function drawArrows(svg: SVGElement, arrows: Arrow[], view: View): void {
  const { columns, rows } = extent(view);
  svg.setAttribute("viewBox", `0 0 ${columns} ${rows}`);
  const centre = (square: string): [number, number] => {
    const { column, row } = placeOf(square, view);
    return [column + 0.5, row + 0.5];
  };
  svg.innerHTML = arrows.map(({ uci, weight }) => {
    const width = 0.06 + 0.1 * weight;
    const opacity = 0.45 + 0.4 * weight;
    const squares = uci.match(/[a-p][0-9]+/g) ?? [];
    const [from, to] = squares;
    if (!from) return "";
    if (!to) {
      const [x, y] = centre(from);
      return `<g opacity="${opacity}"><circle cx="${x}" cy="${y}" r="0.4" stroke-width="${width}" fill="none"/>` +
        `<text x="${x}" y="${y + 0.16}" text-anchor="middle">${uci.charAt(0)}</text></g>`;
    }
    return arrow(centre(from), centre(to), width, opacity);
  }).join("");
}

function arrow([x, y]: [number, number], [toX, toY]: [number, number], width: number, opacity: number): string {
  const length = Math.hypot(toX - x, toY - y);
  const [dx, dy] = [(toX - x) / length, (toY - y) / length];
  const head = 0.16 + 1.2 * width;
  const [neckX, neckY] = [toX - dx * head, toY - dy * head];
  const side = head * 0.6;
  const points = [[toX, toY], [neckX - dy * side, neckY + dx * side], [neckX + dy * side, neckY - dx * side]];
  return `<g opacity="${opacity}"><line x1="${x}" y1="${y}" x2="${neckX}" y2="${neckY}" stroke-width="${width}"/>` +
    `<polygon points="${points.map((p) => p.join(",")).join(" ")}"/></g>`;
}
