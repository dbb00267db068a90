import { announcement, sideName, statusText, valueSentence } from "./app/announce";
import { Boot } from "./app/boot";
import { byId, onHold } from "./app/dom";
import { fragment, readPlace, unpack } from "./app/link";
import { goOffline } from "./app/offline";
import { keep, recall } from "./app/store";
import { Tables } from "./app/tables";
import { type Arrow, drawArrows } from "./board/arrows";
import { Board, renderHand } from "./board/board";
import { type Gestures, listen, type Source } from "./board/gestures";
import { Mover } from "./board/mover";
import type { Task } from "./engine/engine";
import { Game, type Node } from "./game/game";
import { Analysis } from "./panels/analysis";
import { Editor } from "./panels/editor";
import { MoveList } from "./panels/moves";
import { Play, type Player } from "./panels/play";
import { TextPanel } from "./panels/text";
import { bestKnown, Values } from "./panels/values";
import { VariantPanel } from "./panels/variants";
import { Refusal } from "./rules/client";
import type { Color, Counts } from "./rules/types";

const kept = recall();
const place = readPlace(location);
const game = new Game(place?.variant || kept?.game.variant || "tinyhouse");
const boot = new Boot();
const { engine } = boot;
const tables = new Tables();

const board = new Board(byId("board"), byId("table"));
const hands: Record<Color, HTMLElement> = { w: byId("hand-white"), b: byId("hand-black") };
const arrows = document.querySelector("#arrows") as SVGElement;
const mover = new Mover(game, board, render);
const play = new Play(game, engine, task);
const moveList = new MoveList(game, byId("moves"));
const text = new TextPanel(game);
const variants = new VariantPanel(game);
const editor = new Editor(game, board, {
  palette: byId("palette"), problem: byId("editor-problem"), turn: byId("editor-turn"), done: byId("editor-done"), hands,
});
let hovered = "";
const values = new Values(game, byId("value"), byId("values"), (uci) => {
  hovered = uci;
  renderArrows();
});
const analysis = new Analysis(game, engine, { list: byId("lines"), source: byId("source"), bar: byId("bar") }, task, renderArrows);
let shownValues = kept?.values ?? false;

/** What the engine searches: the game from its start, so that repetition counts. */
function task(): Task {
  const { ini, variant, text: start, moves } = game.place();
  return { ini, variant, start, moves, options: { UCI_LimitStrength: false }, go: "" };
}

function render(): void {
  const { position, variant } = game;
  document.documentElement.dataset["flipped"] = String(board.flipped);
  byId("editor-panel").hidden = !editor.on;
  if (editor.on) {
    editor.render();
    return;
  }
  mover.showValues = shownValues;
  const marks = mover.marks();
  board.render(variant, position?.men ?? {}, marks);
  const none: [Counts, Counts] = [{}, {}];
  const inHand = position?.hands ?? none;
  const { selected } = mover;
  const held = (color: Color): string | undefined => (selected && "hand" in selected && selected.hand === color ? selected.letter : undefined);
  renderHand(hands.w, "w", inHand[0], variant, held("w"));
  renderHand(hands.b, "b", inHand[1], variant, held("b"));
  values.render(shownValues);
  moveList.render();
  text.render();
  variants.render();
  renderArrows();
  if (position) byId("status").textContent = statusText(position);
  byId<HTMLButtonElement>("undo").disabled = !game.current.parent;
  byId<HTMLButtonElement>("redo").disabled = !game.next;
}

function renderArrows(): void {
  const lines: Arrow[] = analysis.lines.filter(Boolean).map(({ moves: [uci = ""] }, i) => ({ uci, weight: 1 / (i + 1) }));
  drawArrows(arrows, hovered ? [{ uci: hovered, weight: 1 }] : lines, game.variant, board.flipped);
}

let announced: Node | undefined;
let restored = false; // the game of the last visit, or of the address, is shown

game.addEventListener("change", () => {
  const { current, position } = game;
  if (announced !== current) mover.selected = undefined; // and not when tables bring values
  render();
  if (!position) return;
  if (announced && announced !== current) byId("live").textContent = announcement(current, position);
  announced = current;
  if (!restored) return;
  history.replaceState(null, "", location.pathname + (game.isBuiltin ? fragment(game) : ""));
  save();
  void useTables();
  if (play.engineMoves && current.children.length === 0) void play.update();
  else analysis.update();
});

function save(): void {
  keep({ version: 1, ini: game.ini, ...game.save(), theme: theme.value, values: shownValues, flipped: board.flipped });
}

/** Fetches the tables of the variant, and asks again for the values. */
async function useTables(): Promise<void> {
  const { rules, variant } = game;
  if (!rules) return;
  const add = async (name: string, bytes: ArrayBuffer): Promise<void> => {
    engine.addTable(name, bytes);
    await rules.addTable(name, bytes);
  };
  try {
    await tables.fetch(variant.name, add, () => game.forget());
  } catch (error) {
    byId("value").textContent = `The tables could not be loaded: ${(error as Error).message}.`;
  }
}

// Gestures go to the editor while it is open.
const gestures = (): Gestures => (editor.on ? editor : mover);
listen(document.querySelector("main") as HTMLElement, {
  tap: (at: Source) => gestures().tap(at),
  lift: (from) => gestures().lift(from),
  drop: (from, square) => gestures().drop(from, square),
  cancel: () => gestures().cancel(),
});
window.addEventListener("pointerdown", (event) => {
  if (mover.selected && !(event.target as Element).closest("#table, dialog")) mover.deselect();
});

mover.mayMove = () => play.mayMove();

onHold(byId("undo"), () => {
  engine.stop();
  play.undo();
});
onHold(byId("redo"), () => game.redo());
byId("reset").addEventListener("click", () => game.begin(game.variant));
byId("flip").addEventListener("click", flip);
byId("best").addEventListener("click", () => void play.playBest());
byId("solve").addEventListener("click", () => void solve());
byId("swap-side").addEventListener("click", () => {
  if (editor.on) return;
  const { position } = game;
  if (!position) return;
  const [men, , castling] = position.fen.split(" ");
  void text.read(`${men} ${position.turn === "w" ? "b" : "w"} ${castling} - 0 1`);
});
byId("editor").addEventListener("click", () => {
  if (editor.on) editor.on = false;
  else editor.open();
  render();
});
byId("editor-done").addEventListener("click", () => void editor.close());
byId("editor-clear").addEventListener("click", () => editor.clear());
byId("editor-swap").addEventListener("click", () => editor.swap());

function flip(): void {
  board.flipped = !board.flipped;
  render();
  save();
}

/** Says the exact value of the position, where tables know it, and shows the values of the moves. */
async function solve(): Promise<void> {
  await useTables();
  setValues(true);
  const { position } = game;
  if (!position || position.result !== "*") return;
  const best = bestKnown(position.moves, position.value);
  const value = position.value !== "unknown" ? position.value : best?.value ?? "unknown";
  byId("status").textContent = value === "unknown"
    ? `${sideName(position.turn)} to move. No table knows the value of this position.`
    : `${valueSentence(value, position.turn)}${best ? `, by ${best.san}` : ""}.`;
}

function setValues(on: boolean): void {
  shownValues = on;
  byId<HTMLInputElement>("values-on").checked = on;
  render();
  save();
}
byId("values-on").addEventListener("change", (event) => setValues((event.target as HTMLInputElement).checked));

function setAnalysis(on: boolean): void {
  analysis.on = on;
  byId<HTMLInputElement>("analysis-on").checked = on;
  analysis.update();
}
byId("analysis-on").addEventListener("change", (event) => setAnalysis((event.target as HTMLInputElement).checked));
byId("line-count").addEventListener("change", (event) => {
  analysis.count = Number((event.target as HTMLSelectElement).value);
  analysis.update();
});

for (const color of ["w", "b"] as const) {
  const select = byId<HTMLSelectElement>(color === "w" ? "player-white" : "player-black");
  select.addEventListener("change", () => {
    play.players[color] = select.value as Player;
    void play.update();
  });
}
byId("level").addEventListener("change", (event) => (play.level = Number((event.target as HTMLSelectElement).value)));

const typed = byId<HTMLInputElement>("typed");
byId("type").addEventListener("submit", (event) => {
  event.preventDefault();
  void enter(typed.value);
});

/** Plays a move that the user typed, in SAN or UCI form. */
async function enter(input: string): Promise<void> {
  try {
    const answer = await game.rules?.ask<{ uci: string }>({ op: "move", ...game.place(), input });
    const move = game.position?.moves.find((m) => m.uci === answer?.uci);
    if (move && play.mayMove()) game.play(move);
    typed.value = "";
    byId("typed-note").textContent = "";
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    byId("typed-note").textContent = error.message;
  }
}

const keys: Record<string, () => void> = {
  ArrowLeft: () => play.undo(),
  ArrowRight: () => game.redo(),
  ArrowUp: () => game.first(),
  Home: () => game.first(),
  ArrowDown: () => game.last(),
  End: () => game.last(),
  f: flip,
  l: () => setAnalysis(!analysis.on),
  e: () => setValues(!shownValues),
  " ": () => void play.playBest(),
};

window.addEventListener("keydown", (event) => {
  const target = event.target as HTMLElement;
  if (event.ctrlKey || event.metaKey || event.altKey || target.closest("input, textarea, select, dialog")) return;
  if (event.key === " " && target.closest("button, summary, a")) return;
  if (editor.on) return;
  const meant = mover.key(event);
  const act = keys[event.key];
  if (!meant && !act) return;
  event.preventDefault();
  if (!meant && act) act();
});

const theme = byId<HTMLSelectElement>("theme");
theme.value = kept?.theme ?? "system";
function applyTheme(): void {
  document.documentElement.dataset["theme"] = theme.value;
}
theme.addEventListener("change", () => {
  applyTheme();
  save();
});

engine.onState = (state, reason) => {
  const words = { starting: "Engine: starting", ready: "Engine: ready", thinking: "Engine: thinking", failed: `Engine: stopped (${reason})` };
  byId("engine").textContent = words[state];
  showReady();
};

/** Marks the page as ready once the engine and the rules answer and the game is there. */
function showReady(): void {
  if (restored && engine.isReady) document.documentElement.dataset["ready"] = "engine";
}

/** Shows the game that was kept, with its variations, unless the address names another one. */
async function restore(): Promise<void> {
  const ini = place?.packed ? await unpack(place.packed) : kept?.ini;
  if (ini) await variants.load(ini, false);
  if (kept && !place?.packed) game.load(kept.game, kept.at);
  if (!place || (!place.packed && location.hash === fragment(game))) return;
  game.begin(game.find(place.variant) ?? game.variant);
  if (place.text) await text.read(place.text);
  if (place.moves.length) {
    await text.read(place.moves.join(" "));
    game.last();
  }
}

async function start(): Promise<void> {
  applyTheme();
  board.flipped = kept?.flipped ?? false;
  byId<HTMLInputElement>("values-on").checked = shownValues;
  render();
  try {
    game.rules = await boot.start((progress) => (byId("engine").textContent = progress));
    await restore();
    await game.refresh();
    restored = true;
    game.changed();
    showReady();
    void useTables();
  } catch (error) {
    byId("engine").textContent = `The engine failed: ${(error as Error).message}. Reload the page to try again.`;
    throw error;
  }
}

window.addEventListener("hashchange", () => {
  const named = readPlace(location);
  const variant = named && game.find(named.variant);
  if (named && variant && location.hash !== fragment(game)) location.reload();
});

void start();
void goOffline(
  () => (document.documentElement.dataset["offline"] = "ready"),
  (accept) => {
    byId("update").hidden = false;
    byId("update-accept").addEventListener("click", accept);
  },
);
