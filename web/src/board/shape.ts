// Squares by name on a board of any shape. Files are letters, ranks numbers from 1.

export interface Shape {
  files: number;
  ranks: number;
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

/** All squares in the order in which the board shows them: rows from above, from the left. */
export function rows({ files, ranks }: Shape, flipped: boolean): string[][] {
  const all: string[][] = [];
  for (let row = 0; row < ranks; row++) {
    const rank = flipped ? row : ranks - 1 - row;
    const squares: string[] = [];
    for (let column = 0; column < files; column++) {
      squares.push(squareName(flipped ? files - 1 - column : column, rank));
    }
    all.push(squares);
  }
  return all;
}

/** The square some steps to the right and up as the board shows it, or nothing off the board. */
export function neighbour(square: string, right: number, up: number, shape: Shape, flipped: boolean): string | undefined {
  const sign = flipped ? -1 : 1;
  const file = fileOf(square) + sign * right;
  const rank = rankOf(square) + sign * up;
  if (file < 0 || rank < 0 || file >= shape.files || rank >= shape.ranks) return undefined;
  return squareName(file, rank);
}

export function isDark(square: string): boolean {
  return (fileOf(square) + rankOf(square)) % 2 === 0;
}
