import { GameList } from "./gamelist";
import { button, byId } from "../app/dom";
import { type FileDrop, saveFile } from "../app/files";
import { shareLink } from "../app/link";
import { Refusal } from "../rules/client";
import type { Game } from "../game/game";
import type { GameText } from "../rules/types";

/** The longest text that is read, in characters. */
const longest = 8 << 20;

/** What can be copied. */
export type Part = "fen" | "pgn" | "moves";

/** TextPanel shows the position as FEN and code, reads what the user pastes or drops, and writes PGN and links. */
export class TextPanel {
  private fen = byId<HTMLInputElement>("fen");
  private code = byId<HTMLInputElement>("code");
  private pgn = byId<HTMLTextAreaElement>("pgn");
  private extent = byId<HTMLSelectElement>("extent");
  private note = byId("text-note");
  private games = new GameList(byId("games"), (text) => void this.read(text));

  constructor(private game: Game, files: FileDrop) {
    this.readsFrom(this.fen);
    this.readsFrom(this.code);
    byId("read").addEventListener("click", () => void this.readAny(this.pgn.value));
    byId("write").addEventListener("click", () => void this.write());
    byId("share").addEventListener("click", () => void this.share());
    byId("copies").append(
      button("Copy FEN", () => void this.copy("fen")), button("Copy PGN", () => void this.copy("pgn", this.extent.value)),
      button("Copy moves", () => void this.copy("moves")), button("Download PGN", () => void this.download()));
    this.connectFile();
    files.accept(/\.(pgn|txt)$/i, ([file]) => file && void this.readFile(file));
  }

  render(): void {
    const { position, variant } = this.game;
    if (position && document.activeElement !== this.fen) this.fen.value = position.fen;
    if (position && document.activeElement !== this.code) this.code.value = position.code ?? "";
    this.code.parentElement?.toggleAttribute("hidden", !variant.hasCode);
  }

  private readsFrom(box: HTMLInputElement): void {
    box.addEventListener("change", () => void this.read(box.value));
    box.addEventListener("keydown", (event) => {
      if (event.key === "Enter") box.blur();
    });
    box.addEventListener("paste", (event) => {
      const text = event.clipboardData?.getData("text/plain").trim();
      if (!text || box.selectionStart !== 0 || box.selectionEnd !== box.value.length) return; // a part waits for Enter
      event.preventDefault();
      box.value = text;
      box.blur();
      void this.read(text);
    });
  }

  private connectFile(): void {
    const chosen = byId<HTMLInputElement>("pgn-file");
    byId("pgn-open").addEventListener("click", () => chosen.click());
    chosen.addEventListener("change", () => {
      const [file] = chosen.files ?? [];
      if (file) void this.readFile(file);
      chosen.value = "";
    });
  }

  private async readFile(file: File): Promise<void> {
    if (file.size > longest) {
      this.say(`${file.name} has ${Math.ceil(file.size / 2 ** 20)} MiB: want at most ${longest / 2 ** 20}.`);
      return;
    }
    await this.readAny(await file.text());
  }

  /** Reads a text of any number of games: of several the user chooses one. */
  async readAny(input: string): Promise<void> {
    const { games = [] } = await this.ask(() => this.game.rules?.ask<{ games: { tags?: Record<string, string>; text: string }[] }>({ op: "games", input })) ?? {};
    this.games.show(games.length > 1 ? games : []);
    if (games.length > 1) this.say(`${games.length} games: choose one.`);
    else if (games[0]) await this.read(games[0].text);
  }

  /** Reads a FEN, a code, moves or PGN, and shows it. */
  async read(input: string): Promise<void> {
    const { game } = this;
    if (!input.trim()) return;
    const { ini, variant } = game.place();
    const text = await this.ask(() => game.rules?.ask<GameText>({ op: "read", ini, variant, text: game.start, input }));
    if (!text) return;
    game.load(text);
    this.say("");
  }

  /** Asks the rules, and says why they refuse. */
  private async ask<T>(question: () => Promise<T> | undefined): Promise<T | undefined> {
    try {
      return await question();
    } catch (error) {
      this.say(error instanceof Refusal ? error.message : `The rules do not answer: ${(error as Error).message}.`);
      return undefined;
    }
  }

  /** The PGN of the whole game, or of the line to the shown position. */
  private async toPGN(extent: string): Promise<string> {
    const { game } = this;
    const text = extent === "line" ? game.line() : game.save().game;
    return (await this.ask(() => game.rules?.ask<{ text: string }>({ op: "write", ini: game.ini, game: text })))?.text ?? "";
  }

  private async write(): Promise<void> {
    this.pgn.value = await this.toPGN(this.extent.value);
  }

  private async download(): Promise<void> {
    const text = await this.toPGN(this.extent.value);
    if (text) saveFile(`${this.game.variant.name}.pgn`, text, "application/x-chess-pgn");
  }

  /** Copies a part of the game. The moves are those to the shown position, in UCI form. */
  async copy(what: Part, extent = "line"): Promise<void> {
    const { game } = this;
    const names = { fen: "FEN", pgn: "PGN", moves: "Moves" };
    const text = what === "pgn" ? await this.toPGN(extent) : what === "fen" ? game.position?.fen ?? "" : game.place().moves.join(" ");
    if (text) await this.toClipboard(names[what], text);
    else this.say("There are no moves.");
  }

  private async share(): Promise<void> {
    await this.toClipboard("Link", await shareLink(this.game));
  }

  /** Copies a text, or shows it where the browser lets no page copy. */
  private async toClipboard(name: string, text: string): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      this.say(`${name} copied.`);
    } catch {
      this.say(text);
    }
  }

  private say(text: string): void {
    this.note.textContent = text;
  }
}
