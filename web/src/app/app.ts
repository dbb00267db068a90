import { showMove } from "./effects";
import { say } from "./say";
import { Boot } from "./boot";
import { byId } from "./dom";
import { FileDrop } from "./files";
import type { Guest } from "./guest";
import type { Place } from "./link";
import { Address } from "./address";
import { Recent } from "./recent";
import { keep, recall } from "./store";
import { Tables } from "./tables";
import { Tabs } from "./tabs";
import { type Arrow, drawArrows } from "../board/arrows";
import { Board, renderHand } from "../board/board";
import { Drawer } from "../board/drawer";
import { Mover } from "../board/mover";
import { liesSideways } from "../board/shape";
import { GameClock } from "../clock/gameclock";
import { Editor } from "../editor/editor";
import { EditorPanel } from "../editor/panel";
import type { Task } from "../engine/engine";
import { Game, turnAt, type Node } from "../game/game";
import { Analysis } from "../panels/analysis";
import { MoveList } from "../panels/moves";
import { NodeTools } from "../panels/nodetools";
import { Play } from "../panels/play";
import { PlayersPanel } from "../panels/players";
import { TextPanel } from "../panels/text";
import { Values } from "../panels/values";
import type { Color, Counts, GameText, Variant } from "../rules/types";
import { Settings } from "../settings/settings";
import { Sounds } from "../sound/sounds";
import { Library } from "../tables/library";
import { OwnVariants } from "../variants/own";
import { VariantChoice } from "../variants/panel";

/** What is kept of the game. */
export interface KeptGame {
  ini: string;
  game: GameText;
  at: number; // the number of the shown node
}

/** Layers of arrows. While there is one that the pointer is at, the lines are hidden; what the user has drawn is above all. */
export type Layer = "lines" | "hover";

/** App is what the parts of the page share: the game, the board, the engine, the settings. */
export class App {
  readonly settings = new Settings();
  readonly kept = recall<KeptGame>("game", 1);
  readonly game: Game;
  readonly boot = new Boot();
  readonly files = new FileDrop((text) => this.boot.trouble.note("files", text));
  readonly own: OwnVariants;
  readonly recent = new Recent(this);
  readonly address = new Address(this);
  readonly engine = this.boot.engine;
  readonly tables = new Tables();
  readonly library: Library;
  readonly board = new Board(byId("board"), byId("table"));
  readonly hands: Record<Color, HTMLElement> = { w: byId("hand-white"), b: byId("hand-black") };
  readonly mover: Mover;
  readonly drawer: Drawer;
  readonly play: Play;
  readonly clock: GameClock;
  readonly sounds = new Sounds(this.settings);
  readonly text: TextPanel;
  readonly editor: Editor;
  readonly analysis: Analysis;
  readonly tabs = new Tabs((id) => this.settings.set("tab", id));
  /** Whether the game of the last visit, or of the address, is shown. */
  restored = false;
  /** Who has the board instead of the user's game. */
  guest: Guest | undefined;

  private arrows = new Map<Layer, Arrow[]>();
  readonly values: Values;
  private moveList: MoveList;
  private choice: VariantChoice;
  private editorPanel: EditorPanel;
  private announced: Node | undefined;

  constructor(place: Place | undefined) {
    this.game = new Game(place?.variant || this.kept?.game.variant || "tinyhouse");
    const { board, engine, game, hands } = this;
    this.own = new OwnVariants(game);
    this.library = new Library(game, engine);
    const task = (): Task => this.task();
    this.mover = new Mover(game, board, () => this.render());
    this.drawer = new Drawer(game, board.grid, () => !this.editor.on, () => this.renderArrows());
    this.clock = new GameClock(this, game);
    this.play = new Play(this);
    this.mover.mayMove = () => this.guest?.mayMove() ?? this.play.mayMove();
    const tools = new NodeTools(game, byId("annotate"));
    this.moveList = new MoveList(game, byId("moves"), tools);
    this.text = new TextPanel(game, this.files);
    tools.onCopy = (what) => void this.text.copy(what);
    game.onError = (error) => (byId("status").textContent = `The rules do not answer: ${error.message}.`);
    this.choice = new VariantChoice(this);
    this.editor = new Editor(game, board, hands);
    this.editor.onChange = () => this.render();
    this.editorPanel = new EditorPanel(this.editor, game, board, () => this.edit(false));
    this.values = new Values(game, byId("value"), byId("values"), (uci) => this.showArrows("hover", uci ? [{ uci, weight: 1 }] : []));
    this.analysis = new Analysis(game, engine, this.settings, { list: byId("lines"), source: byId("source"), bar: byId("bar") }, task,
      () => board.view, (lines) => this.showArrows("lines", lines.map((uci, i) => ({ uci, weight: 1 / (i + 1) }))));
    this.settings.addEventListener("change", () => this.think());
    this.connectPlay();
    game.addEventListener("change", () => this.follow());
    document.addEventListener("visibilitychange", () => this.think());
    window.addEventListener("resize", () => this.liesSideways !== board.sideways && this.render());
  }

  private connectPlay(): void {
    const { clock, play } = this;
    const players = new PlayersPanel(this);
    play.onChange = () => players.render();
    clock.onChange = () => void play.update();
    clock.onFlag = (loser, at) => play.flag(loser, at);
  }

  /** What the engine searches: the game from its start, so that repetition counts. */
  task(): Task {
    const { ini, variant, text: start, moves } = this.game.place();
    return { ini, variant, start, moves, options: { UCI_LimitStrength: false, Hash: this.settings.get("hash") }, go: "" };
  }

  /** Shows the board, the hands and all that belongs to the position. */
  render(): void {
    const { board, editor, game, mover } = this;
    const { position, variant } = game;
    board.flipped = this.settings.get("flipped");
    board.sideways = this.liesSideways;
    document.documentElement.dataset["flipped"] = String(board.flipped);
    byId("editor-panel").hidden = !editor.on;
    byId("editor").ariaPressed = String(editor.on);
    document.documentElement.dataset["editing"] = String(editor.on);
    for (const id of ["best", "solve"]) byId<HTMLButtonElement>(id).disabled = editor.on || this.guest !== undefined;
    if (editor.on) {
      this.choice.render();
      byId("status").textContent = "Editing the position.";
      drawArrows(document.querySelector("#arrows") as SVGElement, [], { view: board.view, variant, turn: "w" });
      this.editorPanel.render();
      return;
    }
    const showValues = this.settings.get("values") && !this.guest;
    byId<HTMLInputElement>("values-on").checked = this.settings.get("values");
    mover.showValues = showValues;
    board.render(variant, position?.men, mover.marks());
    if (position) this.renderHands(position.hands);
    this.values.render(showValues, this.settings.get("units"));
    this.moveList.render(showValues, this.settings.get("units"));
    this.text.render();
    this.choice.render();
    this.renderArrows();
    if (position) byId("status").textContent = this.guest?.status() || this.play.status(position);
    else if (!game.rules) byId("status").textContent = `${game.current.san || "The position"} is shown once the rules have loaded.`;
    byId<HTMLButtonElement>("undo").disabled = !game.current.parent;
    byId<HTMLButtonElement>("redo").disabled = !game.next;
  }

  /** Opens the editor, or goes back to the game. */
  edit(on: boolean): void {
    if (on) {
      this.editor.open();
      this.clock.pause();
      void this.play.update();
    } else {
      this.editor.leave();
      this.game.changed();
    }
    this.render();
  }

  /** Begins a new game at a position, also while the editor is open. */
  begin(variant: Variant, fen: string): void {
    if (this.editor.on) this.edit(false);
    this.game.begin(variant, fen);
  }

  private get liesSideways(): boolean {
    return liesSideways(this.game.variant, this.settings.get("lie"), innerWidth, innerHeight);
  }

  private renderHands(counts: [Counts, Counts]): void {
    const { selected } = this.mover;
    const held = (color: Color): string | undefined => (selected && "hand" in selected && selected.hand === color ? selected.letter : undefined);
    renderHand(this.hands.w, "w", counts[0], this.game.variant, held("w"));
    renderHand(this.hands.b, "b", counts[1], this.game.variant, held("b"));
  }

  /** Replaces the arrows of a layer. */
  showArrows(layer: Layer, arrows: Arrow[]): void {
    this.arrows.set(layer, arrows);
    this.renderArrows();
  }

  private renderArrows(): void {
    const svg = document.querySelector("#arrows") as SVGElement;
    const hover = this.arrows.get("hover") ?? [];
    const arrows = [...(hover.length ? hover : this.arrows.get("lines") ?? []), ...this.drawer.arrows];
    drawArrows(svg, arrows, { view: this.board.view, variant: this.game.variant, turn: turnAt(this.game, this.game.current) });
    byId("draw-clear").hidden = this.game.current.shapes.length === 0;
  }

  /** Follows the game: shows it, says the move, keeps it, and lets the engine move or analyse. */
  private follow(): void {
    if (this.guest) {
      this.followGuest();
      return;
    }
    const { analysis, clock, editor, game, mover, play } = this;
    const { current, position } = game;
    const before = this.announced;
    const moved = before !== current; // and not only values that tables brought
    if (moved) mover.selected = undefined;
    if (this.restored) clock.follow(game.played);
    if (position && moved && this.restored) play.follow();
    if (moved && editor.on) editor.open();
    this.render();
    if (!position) {
      analysis.pause();
      return;
    }
    this.announced = current;
    if (before && moved) showMove(this, before, current, position);
    if (!this.restored) return;
    this.address.follow(before, current);
    this.save();
    void this.useTables();
    this.tabs.update();
    if (editor.on) return;
    void play.update();
    this.think();
    mover.tapEarly();
  }

  /** Lets the engine analyse, unless it thinks about its move. */
  think(): void {
    const { analysis, game, play, restored } = this;
    if (!restored || !game.position) return;
    if (play.isThinking) analysis.pause();
    else analysis.update();
  }

  /** Shows and says that the game has ended otherwise than by a move. */
  ended(text: string): void {
    this.render();
    say(text);
    this.sounds.play("end");
  }

  /** Follows the game of a guest: shows it and says the move. */
  private followGuest(): void {
    const { announced: before, game: { current, position } } = this;
    if (before !== current) this.mover.selected = undefined;
    this.render();
    if (position) this.announced = current;
    if (position && before && before !== current) showMove(this, before, current, position);
    this.tabs.update();
    if (position) this.mover.tapEarly();
  }

  /** Keeps the game on the device. */
  save(): void {
    const kept: KeptGame = { ini: this.game.needs(), ...this.game.save() };
    this.recent.follow(kept);
    keep("game", 1, kept);
  }

  /** Fetches the tables of the variant, and asks again for the values. */
  async useTables(): Promise<void> {
    const { engine, game } = this;
    const { rules, variant } = game;
    if (!rules) return;
    const add = async (name: string, bytes: ArrayBuffer): Promise<void> => {
      engine.addTable(name, bytes);
      await rules.addTable(name, bytes);
    };
    try {
      await this.tables.fetch(variant.name, add, () => game.forget());
    } catch (error) {
      byId("value").textContent = `The tables could not be loaded: ${(error as Error).message}.`;
    }
  }
}
