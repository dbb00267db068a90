import { keep, recall } from "../app/store";

/** What the device keeps of puzzles. */
interface Kept {
  seed: number;
  plies: number;
  numbers: Record<string, number>; // of the puzzle that comes next, by sequence
  streak: number;
  best: number;
}

const fresh: Kept = { seed: 1, plies: 5, numbers: {}, streak: 0, best: 0 };

/** PuzzleRecord keeps where the user is in each sequence of puzzles, and how many were solved in a row. */
export class PuzzleRecord {
  private kept: Kept = { ...fresh, ...recall<Partial<Kept>>("puzzles", 1) };

  get seed(): number {
    return this.kept.seed;
  }

  get plies(): number {
    return this.kept.plies;
  }

  get streak(): number {
    return this.kept.streak;
  }

  get best(): number {
    return this.kept.best;
  }

  choosePlies(plies: number): void {
    this.change({ plies });
  }

  /** Begins the sequences of a seed anew. */
  chooseSeed(seed: number): void {
    const numbers = Object.entries(this.kept.numbers).filter(([key]) => !key.endsWith(` ${seed}`));
    this.change({ seed, numbers: Object.fromEntries(numbers) });
  }

  /** The number of the puzzle that comes next in the sequence of a variant. */
  next(variant: string): number {
    return this.kept.numbers[this.key(variant)] ?? 1;
  }

  setNext(variant: string, number: number): void {
    this.change({ numbers: { ...this.kept.numbers, [this.key(variant)]: number } });
  }

  /** Counts a puzzle that was solved without a miss or a hint, or one that was not. */
  count(solved: boolean): void {
    const streak = solved ? this.kept.streak + 1 : 0;
    this.change({ streak, best: Math.max(streak, this.kept.best) });
  }

  private key(variant: string): string {
    return `${variant} ${this.kept.plies} ${this.kept.seed}`;
  }

  private change(part: Partial<Kept>): void {
    this.kept = { ...this.kept, ...part };
    keep("puzzles", 1, this.kept);
  }
}
