import { button } from "../app/dom";

/** A game of a file. */
interface Entry {
  tags?: Record<string, string>;
  text: string;
}

/** How many games are listed at once: files may have thousands. */
const most = 200;

/** GameList lets the user choose one of several games. */
export class GameList {
  constructor(private box: HTMLElement, private choose: (text: string) => void) {}

  /** Lists games; of none the list is hidden. */
  show(games: Entry[], from = 0): void {
    this.box.hidden = games.length === 0;
    const rows = games.slice(from, from + most).map((game, i) => button(`${from + i + 1}. ${title(game)}`, () => this.choose(game.text)));
    if (from > 0) rows.unshift(button("Earlier games", () => this.show(games, from - most)));
    if (from + most < games.length) rows.push(button("Further games", () => this.show(games, from + most)));
    this.box.replaceChildren(...rows);
  }
}

/** What the tags say of a game: "A – B, Event, 2020.01.02, 1-0". */
function title({ tags = {} }: Entry): string {
  const known = (name: string): string => (/^[?.]*$/.test(tags[name] ?? "") ? "" : (tags[name] as string));
  const players = known("White") || known("Black") ? `${known("White") || "?"} – ${known("Black") || "?"}` : "";
  return [players, known("Event"), known("Date"), known("Variant"), known("Result").replace("*", "")].filter(Boolean).join(", ") || "no tags";
}
