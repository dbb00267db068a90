/** A Guest has the board for a while. Meanwhile the game of the user is neither shown nor kept anew, the engine does not
 * move, and exact values are hidden. */
export interface Guest {
  /** Whether the user may move now. */
  mayMove(): boolean;
  /** What stands above the buttons instead of the state of the game; empty: that. */
  status(): string;
}
