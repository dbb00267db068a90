// Squares by name on a board of any shape. Files are letters, ranks numbers from 1.

export interface Shape {
  files: number;
  ranks: number;
}

/** How a board lies before the user. Sideways, White's side is at the left. Flipped turns it by half a turn. */
export interface View extends Shape {
  flipped: boolean;
  sideways: boolean;
}

export function squareName(file: number, rank: number): string {
  return String.fromCharCode(97 + file) + (rank + 1);
}

export function fileOf(square: string): number {
  return square.charCodeAt(0) - 97;
}

export function rankOf(square: string): number {
  return Number(square.slice(1)) - 1;
}

/** The columns and rows that the user sees. */
export function extent({ files, ranks, sideways }: View): { columns: number; rows: number } {
  return sideways ? { columns: ranks, rows: files } : { columns: files, rows: ranks };
}

/** The column from the left and the row from above in which the user sees a square. */
export function placeOf(square: string, view: View): { column: number; row: number } {
  const { columns, rows } = extent(view);
  const [file, rank] = [fileOf(square), rankOf(square)];
  const [column, row] = view.sideways ? [rank, file] : [file, view.ranks - 1 - rank];
  return view.flipped ? { column: columns - 1 - column, row: rows - 1 - row } : { column, row };
}

/** The square in a column and a row, or nothing off the board. */
export function squareAt(column: number, row: number, view: View): string | undefined {
  const { columns, rows } = extent(view);
  if (column < 0 || row < 0 || column >= columns || row >= rows) return undefined;
  const [x, y] = view.flipped ? [columns - 1 - column, rows - 1 - row] : [column, row];
  return view.sideways ? squareName(y, x) : squareName(x, view.ranks - 1 - y);
}

/** All squares in the order in which the board shows them: rows from above, from the left. */
export function rows(view: View): string[][] {
  const { columns, rows: count } = extent(view);
  return Array.from({ length: count }, (_, row) =>
    Array.from({ length: columns }, (_, column) => squareAt(column, row, view) as string));
}

/** The square some steps to the right and up as the board shows it, or nothing off the board. */
export function neighbour(square: string, right: number, up: number, view: View): string | undefined {
  const { column, row } = placeOf(square, view);
  return squareAt(column + right, row - up, view);
}

export function isDark(square: string): boolean {
  return (fileOf(square) + rankOf(square)) % 2 === 0;
}

/** How tall boards lie: as fits the window best, or as the user has chosen. */
export type Lie = "auto" | "upright" | "sideways";

/** What the page needs above and below the board, and the smallest square that a finger hits, in pixels. */
const aroundBoard = 100;
const fingertip = 44;

/** Whether a board is shown on its side: a tall one where its squares would be too small for a finger, and larger on its side. */
export function liesSideways({ files, ranks }: Shape, lie: Lie, width: number, height: number): boolean {
  if (ranks < 2 * files || lie === "upright") return false;
  const upright = Math.min(width / files, (height - aroundBoard) / ranks);
  const sideways = Math.min(width / ranks, (height - aroundBoard) / files);
  return lie === "sideways" || (upright < fingertip && sideways > upright);
}
