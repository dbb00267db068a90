import { announcement, statusText } from "./announce";
import { Boot } from "./boot";
import { byId } from "./dom";
import { fragment, type Place } from "./link";
import { keep, recall } from "./store";
import { Tables } from "./tables";
import { Tabs } from "./tabs";
import { type Arrow, drawArrows } from "../board/arrows";
import { Board, renderHand } from "../board/board";
import { Mover } from "../board/mover";
import { liesSideways } from "../board/shape";
import type { Task } from "../engine/engine";
import { Game, type Node } from "../game/game";
import { Analysis } from "../panels/analysis";
import { Editor } from "../panels/editor";
import { MoveList } from "../panels/moves";
import { Play } from "../panels/play";
import { TextPanel } from "../panels/text";
import { Values } from "../panels/values";
import type { Color, Counts, GameText } from "../rules/types";
import { Settings } from "../settings/settings";
import { Library } from "../tables/library";
import { VariantChoice } from "../variants/panel";

/** What is kept of the game. */
export interface KeptGame {
  ini: string;
  game: GameText;
  at: number; // the number of the shown node
}

/** Layers of arrows, the later ones above the earlier. */
const layers = ["lines", "hover"] as const;
export type Layer = (typeof layers)[number];

/** App is what the parts of the page share: the game, the board, the engine, the settings. */
export class App {
  readonly settings = new Settings();
  readonly kept = recall<KeptGame>("game", 1);
  readonly game: Game;
  readonly boot = new Boot();
  readonly engine = this.boot.engine;
  readonly tables = new Tables();
  readonly library: Library;
  readonly board = new Board(byId("board"), byId("table"));
  readonly hands: Record<Color, HTMLElement> = { w: byId("hand-white"), b: byId("hand-black") };
  readonly mover: Mover;
  readonly play: Play;
  readonly text: TextPanel;
  readonly editor: Editor;
  readonly analysis: Analysis;
  readonly tabs = new Tabs((id) => this.settings.set("tab", id));
  /** Whether the game of the last visit, or of the address, is shown. */
  restored = false;

  private arrows = new Map<Layer, Arrow[]>();
  private values: Values;
  private moveList: MoveList;
  private choice: VariantChoice;
  private announced: Node | undefined;

  constructor(place: Place | undefined) {
    this.game = new Game(place?.variant || this.kept?.game.variant || "tinyhouse");
    const { board, engine, game, hands } = this;
    this.library = new Library(game, engine);
    const task = (): Task => this.task();
    this.mover = new Mover(game, board, () => this.render());
    this.play = new Play(game, engine, task);
    this.mover.mayMove = () => this.play.mayMove();
    this.moveList = new MoveList(game, byId("moves"));
    this.text = new TextPanel(game);
    this.choice = new VariantChoice(this);
    this.editor = new Editor(game, board, {
      palette: byId("palette"), problem: byId("editor-problem"), turn: byId("editor-turn"), done: byId("editor-done"), hands,
    });
    this.values = new Values(game, byId("value"), byId("values"), (uci) => this.showArrows("hover", uci ? [{ uci, weight: 1 }] : []));
    this.analysis = new Analysis(game, engine, { list: byId("lines"), source: byId("source"), bar: byId("bar") }, task, (lines) =>
      this.showArrows("lines", lines.filter(Boolean).map(({ moves: [uci = ""] }, i) => ({ uci, weight: 1 / (i + 1) }))));
    game.addEventListener("change", () => this.follow());
    window.addEventListener("resize", () => this.liesSideways !== board.sideways && this.render());
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
    if (editor.on) {
      editor.render();
      return;
    }
    const showValues = this.settings.get("values");
    mover.showValues = showValues;
    board.render(variant, position?.men ?? {}, mover.marks());
    this.renderHands(position?.hands ?? [{}, {}]);
    this.values.render(showValues);
    this.moveList.render();
    this.text.render();
    this.choice.render();
    this.renderArrows();
    if (position) byId("status").textContent = statusText(position);
    byId<HTMLButtonElement>("undo").disabled = !game.current.parent;
    byId<HTMLButtonElement>("redo").disabled = !game.next;
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
    drawArrows(svg, hover.length ? hover : this.arrows.get("lines") ?? [], this.board.view);
  }

  /** Follows the game: shows it, says the move, keeps it, and lets the engine move or analyse. */
  private follow(): void {
    const { analysis, game, mover, play } = this;
    const { current, position } = game;
    const moved = this.announced !== current; // and not only values that tables brought
    if (moved) mover.selected = undefined;
    this.render();
    if (!position) return;
    if (this.announced && moved) byId("live").textContent = announcement(current, position);
    this.announced = current;
    if (!this.restored) return;
    history.replaceState(null, "", location.pathname + (game.isBuiltin ? fragment(game) : ""));
    this.save();
    void this.useTables();
    this.tabs.update();
    if (play.engineMoves && current.children.length === 0) void play.update();
    else analysis.update();
  }

  /** Keeps the game on the device. */
  save(): void {
    const kept: KeptGame = { ini: this.game.ini, ...this.game.save() };
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
