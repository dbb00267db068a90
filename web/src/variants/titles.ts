/** The titles of built-in variants, each with the size of the board where others have the same. */
const titles: Record<string, string> = {
  "tinyhouse": "Tinyhouse",
  "tinyhouse-firstrank": "Tinyhouse, first-rank drops",
  "thinchess": "Thin Chess 1×12",
  "thinchess8": "Thin Chess 1×8",
  "peasants": "Peasants 8×8",
  "peasants1": "Peasants 1×8",
  "peasants2": "Peasants 2×8",
  "peasants3": "Peasants 3×8",
  "peasants4": "Peasants 4×8",
  "peasants5": "Peasants 5×8",
  "peasants6": "Peasants 6×8",
  "peasants7": "Peasants 7×8",
  "losalamos": "Los Alamos",
  "dobutsu": "Dobutsu Shogi",
};

/** A variant's name for readers. Variants without a title of their own have their name, with a capital. */
export function title(name: string): string {
  return titles[name] ?? name.charAt(0).toUpperCase() + name.slice(1);
}

/** A variant's name for readers, and the size of its board: "Tinyhouse 4×4". */
export function sizedTitle({ name, files, ranks }: { name: string; files: number; ranks: number }): string {
  const size = `${files}×${ranks}`;
  return title(name).endsWith(size) ? title(name) : `${title(name)} ${size}`;
}
