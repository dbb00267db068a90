import type { App, KeptGame } from "./app";
import { button, byId, element } from "./dom";
import { keep, recall } from "./store";
import type { Node } from "../game/game";
import { title } from "../variants/titles";

/** How many games are remembered. */
const most = 10;

/** A game that another one has replaced. */
interface RecentGame extends KeptGame {
  when: number;
}

/** Recent remembers games that others have replaced, and lists them. */
export class Recent {
  private games = recall<RecentGame[]>("recent", 1) ?? [];
  private root: Node | undefined;
  private last: KeptGame | undefined;

  constructor(private app: App) {
    this.last = app.kept;
    this.render();
  }

  /** Follows the game that the page keeps: remembers the one before if this is another. */
  follow(kept: KeptGame): void {
    const { root } = this.app.game;
    const same = JSON.stringify(this.last?.game) === JSON.stringify(kept.game); // loaded again, after a puzzle
    if (this.root !== root && this.last && !same) this.add(this.last);
    this.root = root;
    this.last = kept;
  }

  /** The page goes on with the game of the last visit. */
  resume(): void {
    this.root = this.app.game.root;
  }

  /** The page shows another game than that of the last visit. */
  leave(): void {
    if (this.last) this.add(this.last);
    this.last = undefined;
  }

  get latest(): RecentGame | undefined {
    return this.games[0];
  }

  /** The game with a start and the moves from there, if it is remembered. */
  find(variant: string, start: string): RecentGame | undefined {
    return this.games.find(({ game }) => game.variant === variant && game.start === start);
  }

  /** Goes on with a game, and forgets it here: the page keeps it now. */
  async open(recent: RecentGame): Promise<void> {
    const { boot, game, own } = this.app;
    const problem = await own.bring(recent.ini);
    if (problem || !game.load(recent.game, recent.at)) {
      boot.trouble.note("recent", `This game cannot be shown. ${problem || `Its variant “${recent.game.variant}” is not known here.`}`);
      return;
    }
    this.games = this.games.filter((g) => g !== recent);
    this.render();
  }

  private add(kept: KeptGame): void {
    if (kept.game.nodes.length < 2) return;
    const same = JSON.stringify(kept.game);
    this.games = [{ ...kept, when: Date.now() }, ...this.games.filter(({ game }) => JSON.stringify(game) !== same)].slice(0, most);
    this.render();
  }

  private render(): void {
    keep("recent", 1, this.games);
    byId("recent").hidden = this.games.length === 0;
    byId("recent-games").replaceChildren(...this.games.map((recent) => {
      const { game, when } = recent;
      const moves = game.nodes.length - 1;
      const name = `${title(game.variant)}, ${moves === 1 ? "1 move" : `${moves} moves`}, ${new Date(when).toLocaleString()}`;
      return element("li", {}, button(name, () => void this.open(recent)));
    }));
  }
}
